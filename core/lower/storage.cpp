// SPDX-License-Identifier: GPL-3.0-or-later
// Where tensors live: kernel arguments whole, everything else as large as what is needed where it is computed.
#include "lower/storage.h"

#include "schedule/dataflow.h"

namespace nw::lower {

using schedule::Stage;
using namespace tir;

Buffer StorageTable::make_buffer(const Stage& stage, int output, std::vector<Expr> shape, std::string name,
                                 std::string scope, std::vector<Expr> strides) {
  auto* n = new BufferNode;
  n->name = std::move(name);
  n->dtype = stage.op->output_dtype(output);
  n->shape = std::move(shape);
  n->strides = std::move(strides);
  n->scope = std::move(scope);
  return Buffer(n);
}

StorageTable::StorageTable(NestContext& context, const std::vector<te::Tensor>& args) : context_(context) {
  for (const te::Tensor& t : args) {
    const StageId id = context_.schedule.find(t->op);
    if (!id) {  // an argument that nothing reads or computes
      auto* unused = new BufferNode;
      unused->name = t->name;
      unused->dtype = t->dtype;
      unused->shape = t->shape;
      unused->scope = "global";
      arg_buffers.emplace_back(unused);
      continue;
    }
    const Stage& stage = context_.schedule.stage(id);
    TensorStorage st;
    st.is_arg = true;
    st.buffer = make_buffer(stage, t->value_index, stage.op->output_shape(t->value_index), stage.origin_op->name,
                            stage.scope.empty() ? "global" : stage.scope);
    arg_buffers.push_back(st.buffer);
    storage_.emplace(Key{stage.op.get(), t->value_index}, std::move(st));
  }
  // A scan's init, update and state share the scan's buffer.
  for (StageId id : context_.schedule.order()) {
    const auto* scan = te::op_cast<te::ScanNode>(context_.schedule.stage(id).op);
    for (size_t i = 0; scan && i < scan->update.size(); ++i) {
      const Key home{context_.schedule.stage(id).op.get(), static_cast<int>(i)};
      for (const te::Tensor& t : {scan->init[i], scan->update[i], scan->state_placeholder[i]})
        alias_[{context_.schedule.stage(context_.schedule.find(t->op)).op.get(), t->value_index}] = home;
    }
  }
  for (StageId id : context_.schedule.order()) add_storage(context_.schedule.stage(id));
}

// storage_align(axis, factor, offset): the stride of that axis is `offset` modulo `factor` elements. Empty: rows
// without padding.
std::vector<Expr> StorageTable::aligned_strides(const Stage& stage, const std::vector<Expr>& shape) {
  bool any = false;
  std::vector<Expr> strides(shape.size());
  Expr stride = int_imm(1);
  for (size_t d = shape.size(); d-- > 0;) {
    const schedule::AxisAttr* attr = d < stage.root.size() ? stage.attr(stage.root[d]) : nullptr;
    if (attr && attr->align_factor > 0) {
      const Expr factor = int_imm(attr->align_factor);
      stride = stride + floormod(factor + int_imm(attr->align_offset) - floormod(stride, factor), factor);
      any = true;
    }
    strides[d] = context_.analyzer.simplify(stride);
    stride = strides[d] * shape[d];
  }
  return any ? strides : std::vector<Expr>();
}

void StorageTable::add_storage(const Stage& stage) {
  if (stage.op->kind == te::OpKind::Placeholder ||
      context_.schedule.attach_of(stage.id).kind == schedule::AttachKind::InlinedAlready)
    return;
  for (int i = 0; i < stage.op->num_outputs(); ++i) {
    const Key key{stage.op.get(), i};
    if (storage_.contains(key) || alias_.contains(key)) continue;
    TensorStorage st;
    std::vector<Expr> shape;
    auto add = [&](const Range& r) {
      if (!r.defined()) return context_.report_fault(stage, "how much of it is needed is not known");
      shape.push_back(context_.analyzer.simplify(r.extent));
      st.min.push_back(context_.analyzer.simplify(r.min));
    };
    if (const auto* op = te::op_cast<te::ComputeNode>(stage.op)) {
      for (size_t d = 0; d < op->axis.size(); ++d) add(context_.ranges[stage.root[d]]);
    } else if (const auto* scan = te::op_cast<te::ScanNode>(stage.op)) {
      const Range& time = context_.ranges[stage.root[0]];
      add({int_imm(0, time.extent->dtype), time.extent + time.min});
      size_t axis = 1;
      for (int k = 0; k < i; ++k) axis += scan->update[static_cast<size_t>(k)]->shape.size() - 1;
      for (size_t d = 1; d < scan->update[static_cast<size_t>(i)]->shape.size(); ++d)
        add(context_.ranges[stage.root[axis++]]);
    }
    std::vector<Expr> strides = aligned_strides(stage, shape);
    std::string name = stage.origin_op->name;
    if (stage.op->num_outputs() > 1) name += ".v" + std::to_string(i);
    st.buffer = make_buffer(stage, i, std::move(shape), std::move(name),
                            schedule::memory_scope_of(context_.schedule, stage), std::move(strides));
    storage_.emplace(key, std::move(st));
  }
}

const TensorStorage& StorageTable::of(const te::OperationNode* op, int output) {
  Key key{op, output};
  if (const auto home = alias_.find(key); home != alias_.end()) key = home->second;
  auto it = storage_.find(key);
  if (it == storage_.end()) {  // read under an operation's former name
    const StageId id = context_.schedule.find(te::Operation(op));
    if (id) it = storage_.find({context_.schedule.stage(id).op.get(), output});
  }
  if (it == storage_.end()) {
    const StageId id = context_.schedule.find(te::Operation(op));
    context_.report_fault(context_.schedule.stage(id ? id : context_.schedule.order().front()),
                          op->name + " is read but neither computed nor an argument");
    TensorStorage st;
    st.is_arg = true;
    auto* n = new BufferNode;
    n->name = op->name;
    n->dtype = op->output_dtype(output);
    n->shape = op->output_shape(output);
    n->scope = "global";
    st.buffer = Buffer(n);
    it = storage_.emplace(Key{id ? context_.schedule.stage(id).op.get() : op, output}, std::move(st)).first;
  }
  return it->second;
}

const Buffer* StorageTable::allocated(const te::OperationNode* op, int output) const {
  const auto it = storage_.find({op, output});
  return it == storage_.end() || it->second.is_arg ? nullptr : &it->second.buffer;
}

std::vector<Expr> StorageTable::place(const TensorStorage& storage, std::vector<Expr> indices) {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (i < storage.min.size() && !is_zero(storage.min[i])) indices[i] = indices[i] - storage.min[i];
    indices[i] = context_.analyzer.simplify(indices[i]);
  }
  return indices;
}

Expr StorageTable::converted(const Expr& e, const Substitution& map) {
  Rewritten shared(e);
  return converted(e, map, shared);
}

Expr StorageTable::converted(const Expr& e, const Substitution& map, Rewritten& shared) {
  if (e->kind == ExprKind::Var) {
    const Var v(static_cast<const VarNode*>(e.get()));
    if (const auto it = map.find(v); it != map.end()) return it->second;
    const auto thread = context_.threads.find(v);
    return thread != context_.threads.end() ? thread->second : e;
  }
  if (const auto* l = node_cast<ProducerLoadNode>(e)) {
    const te::Tensor t = te::tensor_of(*l);
    std::vector<Expr> indices;
    indices.reserve(l->indices.size());
    for (const Expr& i : l->indices) indices.push_back(converted(i, map, shared));
    const TensorStorage& st = of(t->op.get(), t->value_index);
    return buffer_load(st.buffer, place(st, std::move(indices)));
  }
  return shared(e, [&](const Expr& node) {
    return map_children_with(node, [&](const Expr& c) { return converted(c, map, shared); });
  });
}

Expr StorageTable::lowered(const Expr& e, const Substitution& map) {
  return context_.analyzer.simplify(converted(e, map));
}

}  // namespace nw::lower
