// SPDX-License-Identifier: GPL-3.0-or-later
// normalize: what the steps said, brought to the form that bounds and loops are made from.
// 1. The expressions of inlined stages stand where they are read. 2. Every root axis that is still a loop is the parent
// of a new loop that starts at 0. 3. A stage attached to an axis that was split or fused since is attached to the loop
// that contains it now: of a split the inner one, of a fusion (if it was its inner part) the fused one.
#include <algorithm>

#include "schedule/bounds.h"
#include "schedule/rewrite.h"

namespace nw::schedule {

namespace {

Expr inlined(const Expr& e, const te::Operation& op, const te::ComputeNode& compute) {
  return tir::rewrite(e, [&](const Expr& node) -> Expr {
    const auto* load = tir::node_cast<tir::ProducerLoadNode>(node);
    if (!load || te::tensor_of(*load)->op != op) return node;
    tir::Substitution map;
    for (size_t i = 0; i < compute.axis.size(); ++i) map[compute.axis[i]->var] = load->indices[i];
    return tir::substitute(compute.body[0], map);
  });
}

// The reader with `op`'s expression in place of its reads.
te::Operation inline_into(const te::Operation& reader, const te::Operation& op) {
  const auto* into = te::op_cast<te::ComputeNode>(reader);
  if (!into || !reads(reader, op)) return reader;
  const auto& compute = *te::op_cast<te::ComputeNode>(op);
  auto* n = new te::ComputeNode(*into);
  for (size_t i = 0; i < n->body.size(); ++i) {
    const auto* first = i > 0 ? tir::node_cast<tir::ReduceNode>(n->body[0]) : nullptr;
    if (!first) {
      n->body[i] = inlined(n->body[i], op, compute);
      continue;
    }
    const int index = tir::node_cast<tir::ReduceNode>(n->body[i])->value_index;
    n->body[i] = tir::reduce(first->combiner, first->source, first->axis, first->condition, index, first->init);
  }
  return te::Operation(n);
}

void inject_inline(Schedule& s) {
  const std::vector<StageId> order = s.order();
  for (size_t i = order.size(); i-- > 0;) {
    if (s.stage(order[i]).attach.kind != AttachKind::Inline) continue;
    s.edit(order[i]).attach.kind = AttachKind::InlinedAlready;
    const te::Operation op = s.stage(order[i]).op;
    te::TensorMap map;
    for (size_t j = i + 1; j < order.size(); ++j) {
      const te::Operation old = s.stage(order[j]).op;
      const te::Operation now = inline_into(old, op);
      if (now == old) continue;
      for (int k = 0; k < old->num_outputs(); ++k) map.emplace_back(te::output(old, k), te::output(now, k));
      s.replace_op(order[j], now);
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
  Schedule n = s;
  inject_inline(n);
  rename_attachments(n, rebase_roots(n));
  legalize_attachments(n);
  return n;
}

}  // namespace nw::schedule
