// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that are marked as a copy: pragma(axis, "dma_copy") has an engine move the elements, which computes nothing.
// Its loops hold one element that is read, converted, or read where there is one and filled up elsewhere.
#include <algorithm>

#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"
#include "tir/print.h"

namespace nw::schedule {

namespace {

bool moves(const Expr& e) {
  if (e->kind == tir::ExprKind::ProducerLoad) return true;
  if (const auto* cast = tir::node_cast<tir::CastNode>(e)) return cast->value->kind == tir::ExprKind::ProducerLoad;
  if (const auto* select = tir::node_cast<tir::SelectNode>(e))
    return select->true_value->kind == tir::ExprKind::ProducerLoad;
  const auto* call = tir::node_cast<tir::CallNode>(e);
  return call && call->name == "if_then_else" && call->args[1]->kind == tir::ExprKind::ProducerLoad;
}

// "max(res[i, j], 0f)", if it is short enough to be read.
std::string readable_text(const Expr& e) {
  constexpr size_t kReadable = 60;
  const std::string text = tir::to_string(e);
  return text.size() <= kReadable ? text : "more than one read";
}

void check_elements(const Stage& stage, AxisId axis, const AxisAttr& attr, const Schedule& n, Findings& found) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  const bool copy = compute && std::ranges::all_of(compute->body, moves);
  if (!compute || copy) return;
  Finding& f = found.add("NW2323", stage.name(),
                         "the loop " + shown(n, axis) + " is marked as a copy, but " + stage.name() + " computes " +
                             (compute->reduce_axis.empty() ? readable_text(compute->body[0]) : "a reduction"));
  f.diagnostic.where[0].axis = shown(n, axis);
  f.diagnostic.because.push_back(
      "\"dma_copy\" has an engine move the elements: each must be one that is read, "
      "converted at most, or filled up at a border");
  f.lines = {attr.line};
  f.add_fixes = [](Diagnostic& d, const StepSource& at) {
    d.legal = {"a stage that computes it, and an output that is only written from it"};
    d.fixes.push_back({"compute with ordinary loops", delete_statement(at)});
  };
}

void check_attached(const Stage& stage, size_t i, const AxisAttr& attr, const Schedule& n, Findings& found) {
  for (const StageId id : n.order()) {
    const Attach& place = n.attach_of(id);
    if (place.kind != AttachKind::At || place.stage != stage.id) continue;
    const auto loop = std::ranges::find(stage.leaf, place.axis);
    const auto at_loop = static_cast<size_t>(loop - stage.leaf.begin());
    if (loop == stage.leaf.end() || at_loop < i) continue;
    const std::string inside = n.stage(id).name();
    Finding& f = found.add("NW2324", stage.name(),
                           "the loop " + shown(n, stage.leaf[i]) + " of " + stage.name() +
                               " is marked as a copy, but " + inside + " is computed inside it");
    f.diagnostic.where[0].axis = shown(n, stage.leaf[i]);
    f.diagnostic.because.push_back("\"dma_copy\" has an engine move the elements: nothing else happens in its loops");
    if (place.line)
      f.diagnostic.because.push_back(inside + " was placed at " + shown(n, place.axis) + in_line(place.line));
    f.lines = {attr.line};
    f.add_fixes = [&n, own = stage.id, at_loop](Diagnostic& d, const StepSource& at) {
      const Stage& copied = n.stage(own);
      const std::string of = script_text(copied, at.schedule_name);
      for (size_t j = at_loop + 1; j < copied.leaf.size(); ++j) {
        const std::string axis = script_text(n, copied.leaf[j], at.schedule_name);
        if (of.empty() || axis.empty()) continue;
        d.legal.push_back(axis);
        d.fixes.push_back({"copy from " + shown(n, copied.leaf[j]) + " on",
                           replace_statement(at, of + ".pragma(" + axis + ", \"dma_copy\")")});
      }
      d.fixes.push_back({"compute with ordinary loops", delete_statement(at)});
    };
    return;
  }
}

}  // namespace

void check_copies(const Schedule& normalized, Findings& found) {
  for (const StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    for (size_t i = 0; i < stage.leaf.size(); ++i) {
      const AxisAttr* attr = stage.attr(stage.leaf[i]);
      const auto is_copy = [](const auto& pragma) { return pragma.first == "dma_copy"; };
      if (!attr || std::ranges::none_of(attr->pragmas, is_copy)) continue;
      check_elements(stage, stage.leaf[i], *attr, normalized, found);
      check_attached(stage, i, *attr, normalized, found);
    }
  }
}

}  // namespace nw::schedule
