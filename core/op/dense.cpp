// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Diagnostic reduction_differs(const TypeContext& c, const Dim& a, const Dim& b) {
  return shapes_disagree(
      c.node, fmt::format("the reduced dimensions differ: {} and {}", graph::to_string(a), graph::to_string(b)));
}

bool surely_differ(const Dim& a, const Dim& b) {
  const std::optional<int64_t> x = a.constant();
  const std::optional<int64_t> y = b.constant();
  return x && y && *x != *y;
}

DType result_dtype(const TypeContext& c) {
  return dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype);
}

// data: (…, K), or (…, K, M) transposed; weight: (N, K), or (K, N) where it is not transposed.
Result<Type> product(const TypeContext& c, bool transpose_a, bool transpose_b) {
  const Shape& a = c.args[0].shape;
  const Shape& b = c.args[1].shape;
  if (a.empty() || (transpose_a && a.size() < 2))
    return wrong_argument(c.node, 0, "have dimensions to multiply", c.args[0]);
  if (b.size() != 2) return wrong_argument(c.node, 1, "have two dimensions", c.args[1]);
  const Dim& reduced_a = transpose_a ? a[a.size() - 2] : a.back();
  const Dim& reduced_b = transpose_b ? b[1] : b[0];
  if (surely_differ(reduced_a, reduced_b)) return reduction_differs(c, reduced_a, reduced_b);
  Shape shape(a.begin(), a.end() - 1);
  if (transpose_a) shape.back() = a.back();
  shape.push_back(transpose_b ? b[0] : b[1]);
  return Type::tensor(result_dtype(c), std::move(shape));
}

Result<Type> dense(const TypeContext& c) {
  return product(c, false, true);
}

Result<Type> matmul(const TypeContext& c) {
  return product(c, graph::bool_attr(c.node.attrs, "transpose_a", false),
                 graph::bool_attr(c.node.attrs, "transpose_b", false));
}

// (B, M, K) × (B, N, K), the second transposed by default; a batch of 1 is shared.
Result<Type> batch_matmul(const TypeContext& c) {
  const bool transpose_a = graph::bool_attr(c.node.attrs, "transpose_a", false);
  const bool transpose_b = graph::bool_attr(c.node.attrs, "transpose_b", true);
  for (size_t i = 0; i < 2; ++i) {
    if (c.args[i].shape.size() != 3) return wrong_argument(c.node, i, "have three dimensions", c.args[i]);
  }
  const Shape& a = c.args[0].shape;
  const Shape& b = c.args[1].shape;
  const Dim& reduced_a = transpose_a ? a[1] : a[2];
  const Dim& reduced_b = transpose_b ? b[2] : b[1];
  if (surely_differ(reduced_a, reduced_b)) return reduction_differs(c, reduced_a, reduced_b);
  const std::optional<Shape> batch = broadcast({a[0]}, {b[0]});
  if (!batch) {
    return shapes_disagree(
        c.node, fmt::format("the batches differ: {} and {}", graph::to_string(a[0]), graph::to_string(b[0])));
  }
  return Type::tensor(result_dtype(c), {(*batch)[0], transpose_a ? a[2] : a[1], transpose_b ? b[1] : b[2]});
}

// The weight is stored in blocks of output features: (N/n, K, n).
Result<Type> dense_pack(const TypeContext& c) {
  const Shape& weight = c.args[1].shape;
  if (c.args[0].shape.size() != 2) return wrong_argument(c.node, 0, "have two dimensions", c.args[0]);
  if (weight.size() != 3) return wrong_argument(c.node, 1, "have three dimensions", c.args[1]);
  return Type::tensor(result_dtype(c), {c.args[0].shape[0], weight[0] * weight[2]});
}

double multiply_adds(const graph::Node& node, const std::vector<Type>& args) {
  if (args.empty() || !args[0].is_tensor() || !node.type.is_tensor() || args[0].shape.empty()) return 0;
  double count = 2;
  for (const Dim& dim : node.type.shape) count *= static_cast<double>(dim.constant().value_or(1));
  const bool transposed = graph::bool_attr(node.attrs, "transpose_a", false) && args[0].shape.size() >= 2;
  const Dim& reduced = transposed ? args[0].shape[args[0].shape.size() - 2] : args[0].shape.back();
  return count * static_cast<double>(reduced.constant().value_or(1));
}

}  // namespace

void add_dense(Registry& registry) {
  set_type(registry, "nn.dense", 2, tensors(dense));
  set_type(registry, "nn.matmul", 2, tensors(matmul));
  set_type(registry, "nn.batch_matmul", 2, tensors(batch_matmul));
  set_type(registry, "nn.contrib_dense_pack", 2, tensors(dense_pack));
  for (const char* name : {"nn.dense", "nn.matmul", "nn.batch_matmul"}) registry.entry(name).flops = multiply_adds;
  registry.entry("nn.dense").arg_names = {"data", "weight"};
}

}  // namespace nw::op
