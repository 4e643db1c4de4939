// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of n-grams (onnx.TfIdfVectorizer), and dropping in training (onnx.Dropout).
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// One number for each n-gram of the pool.
Result<Type> tf_idf(const TypeContext& c) {
  if (c.args.size() != 1 || !c.args[0].is_tensor()) return wrong_argument_count(c.node, 1);
  Shape shape = c.args[0].shape;
  if (shape.empty() || shape.size() > 2) return wrong_argument(c.node, 0, "have one dimension, or two", c.args[0]);
  int64_t count = 0;
  for (const int64_t index : graph::ints_attr(c.node.attrs, "ngram_indexes", {})) {
    constexpr int64_t kLargest = int64_t{1} << 30;
    if (index < 0 || index >= kLargest) return wrong_attribute(c.node, "ngram_indexes", "must hold places of a vector");
    count = std::max(count, index + 1);
  }
  shape.back() = Dim(count);
  return Type::tensor(DType::Float(32), std::move(shape));
}

// The data and what was kept.
Result<Type> training_dropout(const TypeContext& c) {
  if (c.args.empty() || !c.args[0].is_tensor()) return wrong_argument_count(c.node, 1);
  Type mask = c.args[0];
  mask.dtype = DType::Bool();
  return Type::tuple({c.args[0], std::move(mask)});
}

}  // namespace

void add_text(Registry& registry) {
  set_type(registry, "onnx.TfIdfVectorizer", 1, tf_idf);
  set_type(registry, "onnx.Dropout", -1, training_dropout);
}

}  // namespace nw::op
