// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel_json.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tir/print.h"

namespace nw::cli {

using nlohmann::json;
using schedule::AttachKind;
using schedule::Schedule;
using schedule::Stage;

namespace {

const char* kind_of(const Stage& stage, const schedule::Axis& axis, bool leaf) {
  tir::IterType type = axis.iter->type;
  if (const schedule::AxisAttr* attr = leaf ? stage.attr(axis.id) : nullptr) {
    if (attr->intrin) return "tensorized";
    if (attr->iter_type != tir::IterType::DataPar) type = attr->iter_type;
  }
  switch (type) {
    case tir::IterType::DataPar:
      return "data";
    case tir::IterType::ThreadIndex:
      return "thread";
    case tir::IterType::CommReduce:
      return "reduce";
    case tir::IterType::Ordered:
      return "ordered";
    case tir::IterType::Opaque:
      return "opaque";
    case tir::IterType::Unrolled:
      return "unrolled";
    case tir::IterType::Vectorized:
      return "vectorized";
    case tir::IterType::Parallelized:
      return "parallel";
    case tir::IterType::Tensorized:
      return "tensorized";
  }
  return "data";
}

bool is_inlined(const Stage& stage) {
  return stage.attach.kind == AttachKind::Inline || stage.attach.kind == AttachKind::InlinedAlready;
}

json axes_json(const Stage& stage, const schedule::Bounds& bounds) {
  json axes = json::array();
  auto add = [&](AxisId id, bool leaf) {
    const schedule::Axis* axis = stage.find_axis(id);
    const auto range = bounds.ranges.find(id);
    if (!axis || range == bounds.ranges.end()) return;
    const schedule::AxisAttr* attr = stage.attr(id);
    json entry = {{"name", axis->iter->var->name},
                  {"kind", kind_of(stage, *axis, leaf)},
                  {"min", tir::to_string(range->second.min)},
                  {"extent", tir::to_string(range->second.extent)},
                  {"leaf", leaf}};
    entry["thread"] = attr && attr->bind_thread ? json(attr->bind_thread->thread_tag) : json();
    if (const auto why = bounds.because.find(id); why != bounds.because.end()) {
      json& because = entry["because"] = json::array();
      for (const Sentence& fact : why->second) because.push_back(fact.english());
    }
    axes.push_back(std::move(entry));
  };
  for (const AxisId id : stage.root)
    if (!stage.is_leaf(id)) add(id, false);
  for (const AxisId id : stage.leaf) add(id, true);
  return axes;
}

json attach_json(const Schedule& s, StageId id) {
  const Stage& stage = s.stage(id);
  if (is_inlined(stage)) return "inline";
  const schedule::Attach& attach = s.attach_of(id);
  if (attach.kind != AttachKind::At && attach.kind != AttachKind::ScanUpdate) return "root";
  const Stage& parent = s.stage(attach.stage);
  const schedule::Axis* axis = parent.find_axis(attach.axis);
  return {{"stage", parent.name()}, {"axis", axis ? axis->iter->var->name : ""}};
}

// A tree; `alloc` and `if` hold what is inside, marks on statements are left out. `statement` is the number of the
// statement of phase `loops` that it came from, the same in every phase.
class NestTree {
 public:
  explicit NestTree(const Schedule& schedule) : schedule_(schedule) {}

  json body(const tir::Stmt& s) {
    json list = json::array();
    add(s, list);
    return list;
  }

 private:
  void add(const tir::Stmt& s, json& list) {
    if (!s) return;
    switch (s->kind) {
      case tir::StmtKind::For:
        list.push_back(loop(*tir::stmt_cast<tir::ForNode>(s)));
        break;
      case tir::StmtKind::IfThenElse: {
        const auto* n = tir::stmt_cast<tir::IfThenElseNode>(s);
        list.push_back({{"kind", "if"},
                        {"statement", s->from.stmt.value},
                        {"condition", tir::to_string(n->condition)},
                        {"then", body(n->then_case)},
                        {"else", body(n->else_case)}});
        break;
      }
      case tir::StmtKind::Allocate: {
        const auto* n = tir::stmt_cast<tir::AllocateNode>(s);
        list.push_back({{"kind", "alloc"},
                        {"statement", s->from.stmt.value},
                        {"buffer", n->buffer->name},
                        {"shape", texts(n->buffer->shape)},
                        {"dtype", to_string(n->buffer->dtype)},
                        {"scope", n->buffer->scope},
                        {"body", body(n->body)}});
        break;
      }
      case tir::StmtKind::Store: {
        const auto* n = tir::stmt_cast<tir::StoreNode>(s);
        list.push_back({{"kind", "store"},
                        {"statement", s->from.stmt.value},
                        {"buffer", n->buffer->name},
                        {"indices", texts(n->indices)},
                        {"value", tir::to_string(n->value)},
                        {"stage", stage(s->from.stage)}});
        break;
      }
      case tir::StmtKind::Evaluate:
        list.push_back({{"kind", "evaluate"},
                        {"statement", s->from.stmt.value},
                        {"value", tir::to_string(tir::stmt_cast<tir::EvaluateNode>(s)->value)}});
        break;
      case tir::StmtKind::Let: {
        const auto* n = tir::stmt_cast<tir::LetStmtNode>(s);
        list.push_back({{"kind", "let"},
                        {"statement", s->from.stmt.value},
                        {"var", n->var->name},
                        {"value", tir::to_string(n->value)},
                        {"body", body(n->body)}});
        break;
      }
      case tir::StmtKind::Attr:
        add(tir::stmt_cast<tir::AttrNode>(s)->body, list);
        break;
      case tir::StmtKind::Seq:
        for (const tir::Stmt& child : tir::stmt_cast<tir::SeqNode>(s)->stmts) add(child, list);
        break;
    }
  }
  json loop(const tir::ForNode& n) {
    json entry = {{"kind", "for"},
                  {"statement", n.from.stmt.value},
                  {"var", n.var->name},
                  {"id", next_id_++},
                  {"min", tir::to_string(n.min)},
                  {"extent", tir::to_string(n.extent)},
                  {"loop", std::string(tir::to_string(n.for_kind))},
                  {"stage", stage(n.from.stage)},
                  {"axis", axis(n.from)},
                  {"line", n.from.line}};
    if (!n.thread_tag.empty()) entry["thread"] = n.thread_tag;
    for (const auto& [key, value] : n.annotations) entry["pragmas"][key] = value ? tir::to_string(value) : "";
    entry["body"] = body(n.body);
    return entry;
  }
  std::string stage(StageId id) const { return id.valid() ? schedule_.stage(id).name() : std::string(); }
  std::string axis(const tir::Provenance& from) const {
    if (!from.stage.valid() || !from.axis.valid()) return {};
    const schedule::Axis* found = schedule_.stage(from.stage).find_axis(from.axis);
    return found ? found->iter->var->name : std::string();
  }
  static json texts(const std::vector<tir::Expr>& list) {
    json out = json::array();
    for (const tir::Expr& e : list) out.push_back(tir::to_string(e));
    return out;
  }

  const Schedule& schedule_;
  int next_id_ = 0;
};

}  // namespace

json bounds_json(const Schedule& s, const schedule::Bounds& bounds) {
  json stages = json::array();
  for (const StageId id : s.order()) {
    const Stage& stage = s.stage(id);
    if (stage.op->kind == te::OpKind::Placeholder) continue;
    json entry = {{"name", stage.name()},
                  {"attach", attach_json(s, id)},
                  {"scope", stage.scope.empty() ? "global" : stage.scope}};
    if (stage.op->node >= 0) entry["node"] = stage.op->node;
    entry["axes"] = is_inlined(stage) ? json::array() : axes_json(stage, bounds);
    stages.push_back(std::move(entry));
  }
  return stages;
}

std::string bounds_text(const Schedule& s, const schedule::Bounds& bounds) {
  std::string text;
  const json stages = bounds_json(s, bounds);
  for (const json& stage : stages) {
    const json& attach = stage["attach"];
    const std::string where =
        attach.is_string() ? attach.get<std::string>()
                           : "at " + attach["stage"].get<std::string>() + "." + attach["axis"].get<std::string>();
    text += fmt::format("{} ({}, {})\n", stage["name"].get<std::string>(), where, stage["scope"].get<std::string>());
    for (const json& axis : stage["axes"])
      text += fmt::format(
          "  {}{:<24} {:<10} [{}, {})\n", axis["leaf"].get<bool>() ? "  " : "", axis["name"].get<std::string>(),
          axis["thread"].is_string() ? axis["thread"].get<std::string>() : axis["kind"].get<std::string>(),
          axis["min"].get<std::string>(),
          axis["min"] == "0" ? axis["extent"].get<std::string>()
                             : axis["min"].get<std::string>() + " + " + axis["extent"].get<std::string>());
  }
  return text;
}

json nest_json(const tir::Stmt& body, const Schedule& schedule) {
  return NestTree(schedule).body(body);
}

}  // namespace nw::cli
