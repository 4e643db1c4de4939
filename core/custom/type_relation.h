// SPDX-License-Identifier: GPL-3.0-or-later
// The type of a declared operator's result from those of its arguments: "same_as_first", "broadcast", "like(1)",
// TensorType((1, 8), "float32"), or the extents in words, "(n, h, w, c), (o, p, q, c) -> (n, h - p + 1, w - q + 1, o)".
#pragma once

#include <string>
#include <vector>

#include "op/registry.h"

namespace nw::custom {

// An extent: a number, a name, or + - * // of two.
struct Extent {
  enum class Kind : uint8_t { Number, Name, Any, Add, Subtract, Multiply, Divide };
  Kind kind = Kind::Number;
  int64_t number = 0;
  std::string name;
  std::vector<Extent> parts;
};
using Extents = std::vector<Extent>;

struct TypeRelation {
  enum class Kind : uint8_t { Like, Broadcast, Fixed, InWords };
  Kind kind = Kind::Like;
  size_t like = 0;              // Like: the argument
  graph::Type fixed;            // Fixed
  std::vector<Extents> inputs;  // InWords; one an argument
  std::vector<Extents> results;
};

// NW3113 where the text is none of these, or names an argument that there is not.
Result<TypeRelation> read_type_relation(const std::string& text, int inputs);

// The result's type; NW1402 and NW1403 where the arguments do not fit.
Result<graph::Type> apply(const TypeRelation& relation, const op::TypeContext& context);

}  // namespace nw::custom
