// SPDX-License-Identifier: GPL-3.0-or-later
// Strings: conversion from and to numbers (onnx.Cast), stop words and case (onnx.StringNormalizer).
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> string_cast(const TypeContext& c) {
  Type type = c.args[0];
  type.dtype = dtype_attr(c.node.attrs, "dtype", type.dtype);
  if (type.dtype.is_string() == c.args[0].dtype.is_string() && !type.dtype.is_string())
    return wrong_attribute(c.node, "dtype", "must be 'string' where the data are numbers");
  return type;
}

// Without stop words all strings stay.
Result<Type> string_normalizer(const TypeContext& c) {
  const Type& x = c.args[0];
  if (!x.dtype.is_string()) return wrong_argument(c.node, 0, "be a tensor of strings", x);
  const bool row = x.shape.size() == 2 && x.shape[0].constant().value_or(1) == 1;
  if (x.shape.size() != 1 && !row) return wrong_argument(c.node, 0, "be a vector, or one row", x);
  Type type = x;
  if (has_attr(c.node.attrs, "stopwords") || x.shape.back().constant().value_or(0) == 0)
    type.shape.back() = new_symbol(c, "kept");
  return type;
}

}  // namespace

void add_strings(Registry& registry) {
  set_type(registry, "onnx.Cast", 1, tensors(string_cast));
  set_type(registry, "onnx.StringNormalizer", 1, tensors(string_normalizer));
}

}  // namespace nw::op
