// SPDX-License-Identifier: GPL-3.0-or-later
// What two types have in common: of the branches of an If, of a loop's value before and after a turn.
#pragma once

#include <functional>
#include <string>

#include "graph/type.h"

namespace nw::graph {

// What the entries of an empty list are: no value has this type, and it joins with any tensor of the data type.
Type no_entry(DType dtype);
bool is_no_entry(const Type& type);

// A type that values of both have. Dimensions that differ become `other(axis)`; tensors of different ranks have none
// that is known. Unknown where there is no such type.
Type join(const Type& a, const Type& b, const std::function<Dim(size_t axis)>& other);
// The same type with `other(axis)` in place of each dimension that `keep` refuses.
Type keep_dims(const Type& type, const std::function<bool(const Dim&)>& keep,
               const std::function<Dim(size_t axis)>& other);
bool same(const Type& a, const Type& b);  // dimensions provably equal

}  // namespace nw::graph
