// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers of type rules.
#pragma once

#include "graph/dim.h"
#include "op/diagnostics.h"
#include "op/registry.h"

namespace nw::op {

using graph::Dim;
using graph::Shape;

// The rule, with all arguments checked to be tensors first.
TypeRule tensors(TypeRule rule);

// The argument is a vector of the axis's elements and of the data's type ("be a vector of 64 float32"); nothing if so.
std::optional<Diagnostic> not_a_vector_along(const TypeContext& c, size_t argument, size_t axis);
// The arguments from `first` on have the data type of argument 0; nothing if so.
std::optional<Diagnostic> mixed_dtypes(const TypeContext& c, size_t first);

// A rule for every name of a list separated by spaces.
void set_type(Registry& registry, std::string_view names, int num_inputs, const TypeRule& rule);

// The type of argument 0 (what TVM calls the identity relation).
Result<Type> same_as_data(const TypeContext& c);

// Both shapes as numpy broadcasts them, or nothing where two dimensions can never agree. A symbol with a constant
// other than 1 gives the constant. Two different symbols give the larger (one of them must be 1 where they differ).
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

// axis + rank if axis is negative; nothing if it is outside the rank.
std::optional<size_t> axis_of(int64_t axis, size_t rank);
// The attribute "axis" (or another), checked.
Result<size_t> axis_attr(const TypeContext& c, const char* key, int64_t fallback, size_t rank);

// "float32" or an attribute's dtype; `fallback` where it is absent, None or "".
DType dtype_attr(const graph::Attrs& attrs, const std::string& key, DType fallback);
bool has_attr(const graph::Attrs& attrs, const std::string& key);  // present and not None

// A list of n numbers, where a single one counts for all; nothing if it has another length.
std::optional<std::vector<int64_t>> repeat_to(std::vector<int64_t> values, size_t n);

// Constant integers of a one-dimensional (or scalar) tensor.
std::optional<std::vector<int64_t>> constant_ints(const NDArray& data);

// A data-dependent dimension: a new symbol named after the node.
Dim new_symbol(const TypeContext& c, const char* what);
// A dimension of the result that only a run tells: as the attribute "result_shape" has it (importers write there what
// they know of a shape that comes as a tensor; None: nothing), else a new symbol.
Dim result_dim(const TypeContext& c, size_t axis);
Shape result_dims(const TypeContext& c, size_t rank);
// New symbols for a shape that a vector argument holds, if the vector's length is known; at least `rank` of them.
std::optional<Shape> unknown_shape(const TypeContext& c, const Type& vector, size_t rank = 0);

}  // namespace nw::op
