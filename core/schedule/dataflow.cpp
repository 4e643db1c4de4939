// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/dataflow.h"

#include <algorithm>
#include <span>

namespace nw::schedule {

Dataflow::Dataflow(const Schedule& s) {
  size_t n = 0;
  for (StageId id : s.order()) n = std::max(n, id.index() + 1);
  reads_.resize(n);
  readers_.resize(n);
  needed_.resize(n);
  for (StageId id : s.order()) by_op_.emplace_back(s.stage(id).op.get(), id);
  std::sort(by_op_.begin(), by_op_.end());
  for (const te::Operation& op : s.outputs()) visit(s, stage_of(op.get()));
  for (StageId id : s.order())  // readers in the order of the stages
    for (const ReadOf& read : reads_[id.index()]) {
      auto& readers = readers_[read.source.index()];
      if (readers.empty() || readers.back() != id) readers.push_back(id);
    }
}

StageId Dataflow::stage_of(const te::OperationNode* op) const {
  const auto it = std::lower_bound(by_op_.begin(), by_op_.end(), std::make_pair(op, StageId()));
  return it != by_op_.end() && it->first == op ? it->second : StageId();
}

void Dataflow::visit(const Schedule& s, StageId id) {
  if (!id || needed_[id.index()]) return;
  needed_[id.index()] = 1;
  auto& out = reads_[id.index()];
  const te::Operation& op = s.stage(id).op;
  if (const auto* compute = te::op_cast<te::ComputeNode>(op)) {
    const size_t bodies = compute->is_reduction() ? 1 : compute->body.size();
    tir::Visited visited{std::span<const tir::Expr>(compute->body).first(bodies)};
    std::vector<const tir::ExprNode*> seen;
    for (size_t i = 0; i < bodies; ++i) collect(compute->body[i], visited, seen, out);
  } else if (te::op_cast<te::ScanNode>(op)) {
    for (const te::Tensor& t : op->inputs()) out.push_back({stage_of(t->op.get()), t->value_index, nullptr});
  }
  std::erase_if(out, [](const ReadOf& read) { return !read.source; });
  for (size_t i = 0; i < out.size(); ++i) visit(s, reads_[id.index()][i].source);
}

void Dataflow::collect(const Expr& e, tir::Visited& visited, std::vector<const tir::ExprNode*>& seen,
                       std::vector<ReadOf>& out) const {
  if (e->kind <= tir::ExprKind::Var || !visited.first(e)) return;
  tir::each_child(*e, [&](const Expr& c) { collect(c, visited, seen, out); });
  const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
  if (!load) return;
  if (!visited.notes()) {  // else it is the first time
    if (std::find(seen.begin(), seen.end(), e.get()) != seen.end()) return;
    seen.push_back(e.get());
  }
  const auto& tensor = static_cast<const te::TensorNode&>(*load->producer);
  out.push_back({stage_of(tensor.op.get()), tensor.value_index, load});
}

std::optional<std::vector<AxisId>> attach_path(const Schedule& s, StageId stage) {
  std::vector<AxisId> path;
  std::vector<StageId> visited;
  for (StageId at = stage;;) {
    if (std::find(visited.begin(), visited.end(), at) != visited.end()) return std::nullopt;
    visited.push_back(at);
    const Attach& attach = s.attach_of(at);
    if (attach.kind != AttachKind::At && attach.kind != AttachKind::ScanUpdate) return path;
    at = attach.stage;
    const Stage& around = s.stage(at);
    auto from = around.leaf.end();
    if (attach.kind == AttachKind::At) {
      from = std::find(around.leaf.begin(), around.leaf.end(), attach.axis);
      if (from == around.leaf.end()) return std::nullopt;
      ++from;
    }
    path.insert(path.end(), std::make_reverse_iterator(from), around.leaf.rend());
  }
}

const tir::IterVarNode* thread_of(const Schedule& s, AxisId axis) {
  const AxisAttr* attr = s.stage(s.owner(axis)).attr(axis);
  return attr && attr->bind_thread ? attr->bind_thread.get() : nullptr;
}

StorageRank storage_rank_of(const Schedule& s, const Stage& stage, const std::vector<AxisId>& path) {
  if (!stage.scope.empty()) return storage_rank(stage.scope).value_or(StorageRank::Global);
  int most = -1;
  for (AxisId axis : path) {
    const tir::IterVarNode* thread = thread_of(s, axis);
    if (!thread) continue;
    if (const auto scope = thread_scope(thread->thread_tag)) most = std::max(most, scope->rank);
  }
  return default_storage_rank(most);
}

std::string memory_scope_of(const Schedule& s, const Stage& stage) {
  if (!stage.scope.empty()) return stage.scope;
  const auto path = attach_path(s, stage.id);
  const StorageRank rank = path ? storage_rank_of(s, stage, *path) : StorageRank::Global;
  return rank == StorageRank::Shared ? "shared" : rank == StorageRank::Local ? "local" : "global";
}

StageId outermost_stage(const Schedule& s, StageId id) {
  for (size_t steps = 0; steps < s.order().size(); ++steps) {
    const Attach& attach = s.attach_of(id);
    if (attach.kind != AttachKind::At && attach.kind != AttachKind::ScanUpdate) break;
    id = attach.stage;
  }
  return id;
}

}  // namespace nw::schedule
