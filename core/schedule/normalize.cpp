// SPDX-License-Identifier: GPL-3.0-or-later
// normalize: the schedule in the form that bounds and loops are made from.
// 1. The expressions of inlined stages replace the reads of them. 2. Every root axis that is still a loop is the parent
// of a new loop that starts at 0. 3. A stage attached to an axis that was split or fused since is attached to the loop
// that contains it now: of a split the inner one, of a fusion (if it was its inner part) the fused one.
#include <algorithm>
#include <unordered_map>

#include "base/budget.h"
#include "schedule/bounds.h"
#include "schedule/rewrite.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

// Puts a stage's expression in the place of reads of it. In large expressions, reads of one element share their
// replacement: otherwise the chain "X = Y + Y*0.5, Y = Z + Z*0.5, …" would double with every stage, in memory too.
class Inliner {
 public:
  Inliner(const te::Operation& op, const te::ComputeNode& compute) : op_(op), compute_(compute) {}

  Expr operator()(const Expr& e) {
    const bool share = e->size > kWorthSharing;
    return tir::rewrite(e, [&](const Expr& node) -> Expr {
      const auto* load = tir::node_cast<tir::ProducerLoadNode>(node);
      if (!load || te::tensor_of(*load)->op != op_) return node;
      if (!share) return body_at(load->indices);
      auto& alike = known_[tir::structural_hash(node)];
      for (const auto& [indices, body] : alike)
        if (std::ranges::equal(indices, load->indices, tir::structural_equal)) return body;
      alike.emplace_back(load->indices, body_at(load->indices));
      return alike.back().second;
    });
  }

 private:
  static constexpr uint32_t kWorthSharing = 200;

  Expr body_at(const std::vector<Expr>& indices) const {
    tir::Substitution map;
    for (size_t i = 0; i < compute_.axis.size(); ++i) map[compute_.axis[i]->var] = indices[i];
    return tir::substitute(compute_.body[0], map);
  }

  const te::Operation& op_;
  const te::ComputeNode& compute_;
  std::unordered_map<size_t, std::vector<std::pair<std::vector<Expr>, Expr>>> known_;
};

// The reader with `op`'s expression in place of its reads.
te::Operation inline_into(const te::Operation& reader, const te::Operation& op) {
  const auto* into = te::op_cast<te::ComputeNode>(reader);
  if (!into || !reads(reader, op)) return reader;
  Inliner inlined(op, *te::op_cast<te::ComputeNode>(op));
  std::vector<Expr> body = into->body;
  for (size_t i = 0; i < body.size(); ++i) {
    const auto* first = i > 0 ? tir::node_cast<tir::ReduceNode>(body[0]) : nullptr;
    if (!first) {
      body[i] = inlined(body[i]);
      continue;
    }
    const int index = tir::node_cast<tir::ReduceNode>(body[i])->value_index;
    body[i] = tir::reduce(first->combiner, first->source, first->axis, first->condition, index, first->init);
  }
  auto* n = new te::ComputeNode(*into);
  n->body = std::move(body);
  return te::Operation(n);
}

// Larger than what later phases can walk.
bool too_large(const te::Operation& op) {
  const auto* compute = te::op_cast<te::ComputeNode>(op);
  return compute && std::ranges::any_of(compute->body, [](const Expr& e) {
           return e->size > tir::kLargestExpr || e->depth > tir::kDeepestExpr;
         });
}

Diagnostic too_large_inlined(const Stage& stage, const te::Operation& reader) {
  uint32_t size = 0;
  for (const Expr& e : te::op_cast<te::ComputeNode>(reader)->body) size = std::max(size, e->size);
  const std::string nodes = size == UINT32_MAX ? "over 4 billion" : std::to_string(size);
  Diagnostic d;
  d.code = "NW2702";
  d.message = "with " + stage.name() + " inlined, the expression of " + reader->name + " is too large";
  if (size > tir::kLargestExpr)
    d.because.push_back("written out, it has " + nodes + " nodes, and at most " + std::to_string(tir::kLargestExpr) +
                        " are handled");
  else
    d.because.push_back("its operations are nested more than " + std::to_string(tir::kDeepestExpr) + " levels deep");
  d.because.push_back("the expression of an inlined stage stands in the place of every read of it");
  d.where.push_back(at_stage(stage.name()));
  return d;
}

// A stage that cannot be inlined keeps its loops; that is an error, and the rest of the schedule can still be analysed.
void inject_inline(Schedule& s, Diagnostics& diagnostics) {
  const std::vector<StageId> order = s.order();
  for (size_t i = order.size(); i-- > 0;) {
    if (s.stage(order[i]).attach.kind != AttachKind::Inline) continue;
    const te::Operation op = s.stage(order[i]).op;
    std::vector<std::pair<StageId, te::Operation>> changed;
    bool fits = true;
    for (size_t j = i + 1; fits && j < order.size(); ++j) {
      const te::Operation old = s.stage(order[j]).op;
      te::Operation now = inline_into(old, op);
      if (now == old) continue;
      fits = !too_large(now);
      if (!fits) diagnostics.push_back(too_large_inlined(s.stage(order[i]), now));
      changed.emplace_back(order[j], std::move(now));
    }
    s.edit(order[i]).attach.kind = fits ? AttachKind::InlinedAlready : AttachKind::Root;
    if (!fits) continue;
    te::TensorMap map;
    for (const auto& [reader, now] : changed) {
      const te::Operation old = s.stage(reader).op;
      for (int k = 0; k < old->num_outputs(); ++k) map.emplace_back(te::output(old, k), te::output(now, k));
      s.replace_op(reader, now);
    }
    if (!map.empty()) redirect_reads(s, std::move(map));
  }
}

// Sorted pairs of axes: what each became.
using Renamed = std::map<AxisId, AxisId>;

void rename_attachments(Schedule& s, const Renamed& renamed) {
  if (renamed.empty()) return;
  for (StageId id : s.order()) {
    const Attach& attach = s.stage(id).attach;
    if (attach.kind != AttachKind::At) continue;
    if (const auto to = renamed.find(attach.axis); to != renamed.end()) s.edit(id).attach.axis = to->second;
  }
  for (Group& g : s.groups()) {
    if (g.attach.kind != AttachKind::At) continue;
    if (const auto to = renamed.find(g.attach.axis); to != renamed.end()) g.attach.axis = to->second;
  }
}

Renamed rebase_roots(Schedule& s) {
  Renamed renamed;
  for (StageId id : s.order()) {
    const Stage& before = s.stage(id);
    if (before.attach.kind == AttachKind::InlinedAlready || before.root.empty()) continue;
    Stage& stage = s.edit(id);
    for (AxisId root : std::vector<AxisId>(stage.root)) {
      const AxisAttr* attr = stage.attr(root);
      if (!stage.is_leaf(root) || (attr && attr->bind_thread)) continue;
      const Axis axis = *stage.find_axis(root);
      const AxisId rebased = s.add_axis(stage, derived_iter(axis.iter->var->name, axis.iter, axis.iter->type),
                                        axis.line, axis.script_name);
      stage.relations.push_back(RebaseRelation{root, rebased});
      if (attr) stage.attrs[rebased] = AxisAttr(*attr);
      replace_leaf(stage, root, {rebased});
      renamed[root] = rebased;
    }
  }
  return renamed;
}

void legalize_attachments(Schedule& s) {
  Renamed renamed;
  auto look = [&](const Attach& attach) {
    if (attach.kind != AttachKind::At || s.stage(attach.stage).is_leaf(attach.axis)) return;
    const AxisId now = loop_now(s.stage(attach.stage), attach.axis);
    if (now != attach.axis) renamed[attach.axis] = now;
  };
  for (StageId id : s.order()) look(s.stage(id).attach);
  for (const Group& g : s.groups()) look(g.attach);
  rename_attachments(s, renamed);
}

}  // namespace

AxisId loop_now(const Stage& stage, AxisId axis) {
  for (bool moved = true; moved && !stage.is_leaf(axis);) {
    moved = false;
    for (const Relation& relation : stage.relations) {
      AxisId to;
      if (const auto* r = std::get_if<SplitRelation>(&relation); r && r->parent == axis) to = r->inner;
      if (const auto* r = std::get_if<FuseRelation>(&relation); r && r->inner == axis) to = r->fused;
      if (const auto* r = std::get_if<RebaseRelation>(&relation); r && r->parent == axis) to = r->rebased;
      if (!to) continue;
      axis = to;
      moved = true;
    }
  }
  return axis;
}

Result<Schedule> normalize(const Schedule& s) {
  const Phase phase("inlining stages");
  Result<Schedule> result{s};
  inject_inline(*result, result.diagnostics);
  rename_attachments(*result, rebase_roots(*result));
  legalize_attachments(*result);
  return result;
}

}  // namespace nw::schedule
