// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers of the operators' TE computations.
#pragma once

#include <string>
#include <vector>

#include "op/registry.h"

namespace nw::op {

using te::Tensor;
using tir::Expr;
using tir::Var;

void add_elementwise_compute(Registry& registry);
void add_reduce_compute(Registry& registry);
void add_conv_compute(Registry& registry);
void add_conv_windows_compute(Registry& registry);
void add_dense_compute(Registry& registry);
void add_pool_compute(Registry& registry);
void add_softmax_compute(Registry& registry);
void add_norm_compute(Registry& registry);
void add_image_compute(Registry& registry);
void add_recurrent_compute(Registry& registry);
void add_selection_compute(Registry& registry);
void add_shape_compute(Registry& registry);
void add_gather_compute(Registry& registry);
void add_quantized_compute(Registry& registry);
// Registers all computations above for operators that the registry has.
void add_computes(Registry& registry);

// One computation for each name of a list separated by spaces.
void set_compute(Registry& registry, std::string_view names, const ComputeRule& rule);
// For computations of one tensor that cannot fail.
ComputeRule one(std::function<Tensor(const ComputeContext&)> rule);

// The same for floating-point data; other data has no computation.
ComputeRule floats_only(std::function<Tensor(const ComputeContext&)> rule);

// An index or extent of 32 bits.
Expr number(int64_t value);
// Dimensions as loop extents: 32-bit, as TE has them.
Expr extent(const graph::Dim& dim);
std::vector<Expr> extents(const graph::Shape& shape);
std::vector<Expr> extents(const Type& type);

// The usual names of the axes of a tensor of this rank: i; i, j; i, j, k; n, c, h, w; beyond that ax0, ax1, …
std::vector<std::string> axis_names(size_t rank);
std::vector<Expr> as_indices(const std::vector<Var>& vars);

// A tensor with out_type's shape whose element at the indices is `body`.
Tensor map(const ComputeContext& c, const std::function<Expr(const std::vector<Var>&)>& body, const char* tag);

// Argument `a` read at the output's indices, as numpy broadcasts it.
Expr read_broadcast(const Tensor& a, const std::vector<Expr>& indices, const std::vector<Expr>& out_shape);

// `data` with `before` and `after` zeros (or `value`) around its last dimensions (both lists are as long as the rank);
// the tensor itself if there is nothing to pad.
Tensor pad(const Tensor& data, const std::vector<int64_t>& before, const std::vector<int64_t>& after, Expr value,
           const std::string& name, const char* tag = "injective,pad");

// Padding of a two-dimensional window as top, left, bottom, right, from an attribute of 1, 2 or 4 numbers.
std::vector<int64_t> window_padding(const graph::Attrs& attrs, const char* key = "padding");

// What sums of products of this type are added in: floats of 16 bits are added in float32, which is more exact and
// faster, and rounded once.
DType sum_type(DType dtype);
// The elements in another type; the tensor itself where it has it.
Tensor converted(const Tensor& tensor, DType dtype, const std::string& name, const std::string& tag);

// The greatest of 16, 8, 4, 2, 1 that divides n: the block that is vectorized.
int64_t vector_block(int64_t n);

Diagnostic no_compute(const ComputeContext& c, const std::string& why);  // NW1450

}  // namespace nw::op
