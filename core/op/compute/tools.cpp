// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/compute/tools.h"

#include <algorithm>

namespace nw::op {

void add_computes(Registry& registry) {
  add_elementwise_compute(registry);
  add_reduce_compute(registry);
  add_conv_compute(registry);
  add_conv_windows_compute(registry);
  add_dense_compute(registry);
  add_pool_compute(registry);
  add_softmax_compute(registry);
  add_norm_compute(registry);
  add_image_compute(registry);
  add_recurrent_compute(registry);
  add_selection_compute(registry);
  add_shape_compute(registry);
  add_gather_compute(registry);
  add_quantized_compute(registry);
}

void set_compute(Registry& registry, std::string_view names, const ComputeRule& rule) {
  while (!names.empty()) {
    const size_t space = std::min(names.find(' '), names.size());
    if (space > 0) registry.entry(names.substr(0, space)).compute = rule;
    names.remove_prefix(std::min(space + 1, names.size()));
  }
}

ComputeRule one(std::function<Tensor(const ComputeContext&)> rule) {
  return [rule = std::move(rule)](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    return std::vector<Tensor>{rule(c)};
  };
}

ComputeRule floats_only(std::function<Tensor(const ComputeContext&)> rule) {
  return [rule = std::move(rule)](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.args.empty() || !c.args[0]->dtype.is_float()) return no_compute(c, "it takes floats only");
    return std::vector<Tensor>{rule(c)};
  };
}

Expr number(int64_t value) {
  return tir::int_imm(value);
}

namespace {

// In 32 bits, part by part, so that no part is cast as a whole: n*4, not int32(int64(n)*4).
Expr in_32_bits(const Expr& e) {
  if (e->dtype == DType::Int(32)) return e;
  if (const int64_t* i = tir::as_const_int(e); i && *i == static_cast<int32_t>(*i)) return tir::int_imm(*i);
  if (const auto* cast = tir::node_cast<tir::CastNode>(e); cast && cast->value->dtype.is_integer())
    return in_32_bits(cast->value);
  if (const auto* b = tir::node_cast<tir::BinaryNode>(e); b && b->dtype.is_integer())
    return tir::binary(b->kind, in_32_bits(b->a), in_32_bits(b->b));
  return tir::cast(DType::Int(32), e);
}

}  // namespace

Expr extent(const graph::Dim& dim) {
  if (const auto value = dim.constant()) return tir::int_imm(*value);
  return in_32_bits(dim.expr());
}

std::vector<Expr> extents(const graph::Shape& shape) {
  std::vector<Expr> out;
  for (const graph::Dim& dim : shape) out.push_back(extent(dim));
  return out;
}

std::vector<Expr> extents(const Type& type) {
  return extents(type.shape);
}

std::vector<std::string> axis_names(size_t rank) {
  switch (rank) {
    case 0:
      return {};
    case 1:
      return {"i"};
    case 2:
      return {"i", "j"};
    case 3:
      return {"i", "j", "k"};
    case 4:
      return {"n", "c", "h", "w"};
    default:
      break;
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < rank; ++i) names.push_back("ax" + std::to_string(i));
  return names;
}

std::vector<Expr> as_indices(const std::vector<Var>& vars) {
  return {vars.begin(), vars.end()};
}

Tensor map(const ComputeContext& c, const std::function<Expr(const std::vector<Var>&)>& body, const char* tag) {
  return te::compute(extents(c.out_type), body, c.name, axis_names(c.out_type.shape.size()), tag);
}

Expr read_broadcast(const Tensor& a, const std::vector<Expr>& indices, const std::vector<Expr>& out_shape) {
  std::vector<Expr> at;
  const size_t skip = indices.size() - a->shape.size();
  for (size_t i = 0; i < a->shape.size(); ++i) {
    const Expr &own = a->shape[i], &out = out_shape[skip + i];
    if (tir::is_one(own) && !tir::is_one(out))
      at.push_back(tir::int_imm(0));
    else if (tir::as_const_int(own) || tir::structural_equal(own, out))
      at.push_back(indices[skip + i]);
    else  // only the run tells whether it is one
      at.push_back(tir::select(tir::eq(own, tir::int_imm(1)), tir::int_imm(0), indices[skip + i]));
  }
  return te::read(a, std::move(at));
}

Tensor pad(const Tensor& data, const std::vector<int64_t>& before, const std::vector<int64_t>& after, Expr value,
           const std::string& name, const char* tag) {
  auto zero = [](int64_t n) { return n == 0; };
  if (std::all_of(before.begin(), before.end(), zero) && std::all_of(after.begin(), after.end(), zero)) return data;
  std::vector<Expr> shape;
  for (size_t i = 0; i < before.size(); ++i) shape.push_back(data->shape[i] + tir::int_imm(before[i] + after[i]));
  auto body = [&](const std::vector<Var>& vars) {
    std::vector<Expr> at;
    Expr inside;
    auto need = [&](Expr condition) {
      inside = inside ? tir::logical_and(inside, std::move(condition)) : std::move(condition);
    };
    for (size_t i = 0; i < vars.size(); ++i) {
      at.push_back(before[i] ? Expr(vars[i]) - tir::int_imm(before[i]) : Expr(vars[i]));
      if (before[i]) need(tir::ge(vars[i], tir::int_imm(before[i])));
      if (after[i]) need(tir::lt(vars[i], data->shape[i] + tir::int_imm(before[i])));
    }
    return tir::if_then_else(inside, te::read(data, std::move(at)), value);
  };
  return te::compute(shape, body, name, axis_names(shape.size()), tag);
}

DType sum_type(DType dtype) {
  return dtype.is_float() && dtype.bits < 32 ? DType::Float(32) : dtype;
}

Tensor converted(const Tensor& tensor, DType dtype, const std::string& name, const std::string& tag) {
  if (tensor->dtype == dtype) return tensor;
  return te::compute(
      tensor->shape,
      [&](const std::vector<Var>& v) { return tir::cast(dtype, te::read(tensor, {v.begin(), v.end()})); }, name,
      axis_names(tensor->shape.size()), tag);
}

std::vector<int64_t> window_padding(const graph::Attrs& attrs, const char* key) {
  std::vector<int64_t> p = graph::ints_attr(attrs, key, {0, 0});
  if (p.size() == 1) return {p[0], p[0], p[0], p[0]};
  if (p.size() == 2) return {p[0], p[1], p[0], p[1]};
  if (p.size() == 4) return p;
  return {0, 0, 0, 0};
}

int64_t vector_block(int64_t n) {
  for (int64_t block : {16, 8, 4, 2})
    if (n % block == 0) return block;
  return 1;
}

Diagnostic no_compute(const ComputeContext& c, const std::string& why) {
  Diagnostic d;
  d.code = "NW1450";
  d.message = "'" + c.node.op + "' cannot be opened as a kernel: " + why;
  d.where.push_back(at_node(c.node.name));
  return d;
}

}  // namespace nw::op
