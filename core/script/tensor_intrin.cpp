// SPDX-License-Identifier: GPL-3.0-or-later
// te.decl_tensor_intrin: a computation and the statements that stand for it, over buffers.
#include "script/computation_reader.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

tir::Expr zero() {
  return tir::int_imm(0);
}

// Reads of a buffer at `begin`, `lanes` elements in a row of the last dimension.
std::vector<tir::Expr> vector_indices(std::vector<tir::Expr> begin, int lanes) {
  if (lanes > 1 && !begin.empty()) begin.back() = tir::ramp(begin.back(), tir::int_imm(1), lanes);
  return begin;
}

}  // namespace

Value ComputationReader::decl_buffer(const Arguments& args) {
  const auto a = arguments_.bind(args, "tir.decl_buffer",
                                 {"shape", "dtype=", "name=", "data=", "strides=", "elem_offset=", "scope=",
                                  "data_alignment=", "offset_factor=", "buffer_type=", "axis_separators="});
  if (!a) return Poison();
  const auto shape = arguments_.to_shape((*a)[0]);
  const auto dtype = arguments_.to_dtype((*a)[1], DType::Float(32));
  const auto name = arguments_.text_or((*a)[2], "the name", "buffer"),
             scope = arguments_.text_or((*a)[6], "the scope", "");
  if (!shape || !dtype || !name || !scope) return Poison();
  auto* node = new tir::BufferNode;
  const tir::Buffer buffer(node);
  node->name = *name;
  node->dtype = *dtype;
  node->shape = *shape;
  node->scope = scope->empty() ? "global" : *scope;
  if ((*a)[4].given()) {
    const ListValue* l = (*a)[4].value.list();
    if (!l || l->items.size() != shape->size())
      return state_.report(wrong_type("strides", "a list with one entry for each dimension", describe((*a)[4].value),
                                      (*a)[4].node->span()));
    for (const Value& v : l->items) {
      node->strides.push_back(arguments_.int_expr(v, (*a)[4].node, "a stride"));
      if (!node->strides.back()) return Poison();
    }
  }
  if ((*a)[5].given()) {
    node->elem_offset = arguments_.int_expr((*a)[5].value, (*a)[5].node, "the offset");
    if (!node->elem_offset) return Poison();
  }
  for (const size_t i : {size_t{7}, size_t{8}}) {
    if (!(*a)[i].given()) continue;
    const auto value = arguments_.to_int((*a)[i], i == 7 ? "the alignment" : "the offset factor");
    if (!value) return Poison();
    if (i == 7 && *value > 0) node->alignment = static_cast<int>(std::min<int64_t>(*value, 4096));
  }
  if ((*a)[8].given() && !node->elem_offset) node->elem_offset = tir::make_var(*name + "_elem_offset");
  return buffer;
}

Value ComputationReader::decl_tensor_intrin(const Arguments& args) {
  const auto a = arguments_.bind(args, "te.decl_tensor_intrin",
                                 {"op", "fcompute", "name=", "binds=", "scalar_params=", "default_buffer_params="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[2], "the name", "tensor_intrin");
  const auto* op = (*a)[0].value.get<te::Operation>();
  const auto* f = (*a)[1].value.get<LambdaValue>();
  if (!name) return Poison();
  if (!op || (*op)->kind != te::OpKind::Compute)
    return state_.report(wrong_type("what the intrinsic stands for", "the operation of a te.compute",
                                    describe((*a)[0].value), (*a)[0].node->span()));
  if (!f) return state_.report(wrong_type("the body", "a lambda", describe((*a)[1].value), (*a)[1].node->span()));
  auto intrin = std::make_shared<schedule::TensorIntrin>();
  intrin->name = *name;
  intrin->op = *op;
  intrin->inputs = (*op)->inputs();
  for (int i = 0; i < (*op)->num_outputs(); ++i) intrin->outputs.push_back(te::output(*op, i));

  const auto* binds = (*a)[3].given() ? (*a)[3].value.get<std::shared_ptr<const DictValue>>() : nullptr;
  if ((*a)[3].given() && !binds)
    return state_.report(wrong_type("binds", "{tensor: buffer}", describe((*a)[3].value), (*a)[3].node->span()));
  auto buffer_of = [&](const te::Tensor& t) {
    if (binds)
      for (const auto& [key, value] : (*binds)->items)
        if (const auto* k = key.get<te::Tensor>(); k && te::same_tensor(*k, t))
          if (const auto* b = value.get<tir::Buffer>()) return *b;
    auto* node = new tir::BufferNode;
    node->name = t->name;
    node->dtype = t->dtype;
    node->shape = t->shape;
    node->scope = "global";
    return tir::Buffer(node);
  };
  std::vector<Value> ins, outs;
  for (const te::Tensor& t : intrin->inputs) {
    intrin->buffers.push_back(buffer_of(t));
    ins.emplace_back(intrin->buffers.back());
  }
  for (const te::Tensor& t : intrin->outputs) {
    intrin->buffers.push_back(buffer_of(t));
    outs.emplace_back(intrin->buffers.back());
  }
  Value result = evaluator_.call_lambda(f->node, {make_list(ins), make_list(outs)}, args.call);
  if (result.poisoned()) return result;
  const ListValue* l = result.list();
  tir::Stmt* parts[3] = {&intrin->body, &intrin->reset, &intrin->update};
  for (size_t i = 0; i < 3 && i < (l ? l->items.size() : 1); ++i) {
    const Value& v = l ? l->items[i] : result;
    if (i > 0 && v.is<NoneValue>()) continue;
    *parts[i] = to_stmt(v, f->node->a);
    if (!*parts[i]) return Poison();
  }
  return std::shared_ptr<const schedule::TensorIntrin>(std::move(intrin));
}

tir::Stmt ComputationReader::to_stmt(const Value& v, const Node* n) {
  if (const auto* s = v.get<tir::Stmt>()) return *s;
  const tir::Expr e = arguments_.to_expr(v, n);
  return e ? tir::make_evaluate(e) : nullptr;
}

// access_ptr becomes the call tvm_access_ptr(buffer[0, …], offset, extent, read-write mask): reading the first element
// names the buffer.
Value ComputationReader::buffer_method(const tir::Buffer& b, Method m, const Arguments& args) {
  if (m == Method::AccessPtr) {
    const auto a =
        arguments_.bind(args, "access_ptr", {"access_mask", "ptr_type=", "content_lanes=", "offset=", "extent="});
    if (!a) return Poison();
    int64_t mask = 0;
    if (const auto* text = (*a)[0].value.get<std::string>()) {
      for (const char c : *text) mask |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
    } else if (const auto value = arguments_.to_int((*a)[0], "the access mask")) {
      mask = *value;
    } else {
      return Poison();
    }
    tir::Expr offset = zero(), extent = tir::int_imm(1);
    for (const tir::Expr& dim : b->shape) extent = extent * dim;
    for (const size_t i : {size_t{3}, size_t{4}}) {
      if (!(*a)[i].given()) continue;
      tir::Expr e = arguments_.int_expr((*a)[i].value, (*a)[i].node, i == 3 ? "the offset" : "the extent");
      if (!e) return Poison();
      (i == 3 ? offset : extent) = std::move(e);
    }
    const std::vector<tir::Expr> first(b->shape.size(), zero());
    return arguments_.sized(
        tir::call(DType::Handle(), "tvm_access_ptr", {tir::buffer_load(b, first), offset, extent, tir::int_imm(mask)},
                  tir::CallKind::Intrinsic),
        args.call);
  }
  const auto a = m == Method::Vload ? arguments_.bind(args, "vload", {"begin", "dtype="})
                                    : arguments_.bind(args, "vstore", {"begin", "value"});
  if (!a) return Poison();
  std::vector<tir::Expr> begin;
  const ListValue* l = (*a)[0].value.list();
  for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
    begin.push_back(arguments_.int_expr(l ? l->items[i] : (*a)[0].value, (*a)[0].node, "an index"));
    if (!begin.back()) return Poison();
  }
  if (begin.size() != b->shape.size())
    return state_.report(wrong_index_count(b->name, b->shape.size(), begin.size(), (*a)[0].node->span()));
  if (m == Method::Vload) {
    const auto t = arguments_.to_dtype((*a)[1], b->dtype);
    if (!t) return Poison();
    return arguments_.sized(tir::buffer_load(b, vector_indices(std::move(begin), t->lanes)), args.call);
  }
  const tir::Expr value = arguments_.to_expr((*a)[1].value, (*a)[1].node);
  if (!value) return Poison();
  if (value->dtype.element() != b->dtype)
    return state_.report(
        wrong_type("the stored value", to_string(b->dtype), to_string(value->dtype), (*a)[1].node->span()));
  return tir::make_store(b, value, vector_indices(std::move(begin), value->dtype.lanes),
                         {{}, {}, state_.statement->line});
}

}  // namespace nw::script
