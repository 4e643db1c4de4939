// SPDX-License-Identifier: GPL-3.0-or-later
// Shape arithmetic: exporters compute the shape argument of Reshape, Expand or Slice by nodes (Shape, Gather, Concat,
// Mul, …) on tiny integer tensors. Here those are followed with the graph's symbols in place of unknown numbers.
#include <fmt/format.h>

#include <algorithm>

#include "import/onnx_call.h"
#include "import/onnx_computed_values.h"
#include "import/onnx_importer.h"
#include "import/onnx_shape_arithmetic.h"
#include "op/rules.h"
#include "op/slice.h"

namespace nw::import {

namespace {

using Maybe = std::optional<ShapeValue>;
using Rule = Maybe (*)(const OnnxCall&);

Maybe vector_of(Shape elements) {
  const auto count = static_cast<int64_t>(elements.size());
  return ShapeValue{std::move(elements), {count}};
}
Maybe scalar_of(Dim element) {
  return ShapeValue{{std::move(element)}, {}};
}

Maybe shape(const OnnxCall& c) {
  if (!c.rank(0)) return std::nullopt;
  const Shape& all = c.in_type(0).shape;
  const auto rank = static_cast<int64_t>(all.size());
  const auto clip = [&](int64_t i) { return std::clamp(i < 0 ? i + rank : i, int64_t{0}, rank); };
  const int64_t begin = clip(c.int_attr("start", 0));
  const int64_t end = std::max(begin, clip(c.has_attr("end") ? c.int_attr("end", rank) : rank));
  return vector_of(Shape(all.begin() + begin, all.begin() + end));
}

Maybe size(const OnnxCall& c) {
  if (!c.rank(0)) return std::nullopt;
  return scalar_of(graph::product(c.in_type(0).shape));
}

Maybe same(const OnnxCall& c) {
  const ShapeValue* v = c.shape_value(0);
  return v ? Maybe(*v) : std::nullopt;
}

// Floats in which a shape's numbers travel are whole: only integers divide with a remainder.
bool of_floats(const OnnxCall& c) {
  return c.has(0) && c.in_type(0).is_tensor() && c.in_type(0).dtype.is_float();
}

// Whether the type holds the number; where not, the operator itself wraps it.
bool holds(DType dtype, int64_t number) {
  if (dtype.bits >= 64) return !dtype.is_uint() || number >= 0;
  return number >= min_int(dtype) && number <= max_int(dtype);
}

// The numbers in another type: bool has 0 and 1 only, and narrow integers not all sizes.
Maybe narrowed(const ShapeValue& value, DType to) {
  if (to.is_float()) return value;
  ShapeValue result{{}, value.shape};
  for (const Dim& element : value.elements) {
    const std::optional<int64_t> number = element.constant();
    if (number ? !to.is_bool() && !holds(to, *number) : to.is_bool() || to.bits < 32) return std::nullopt;
    result.elements.push_back(number && to.is_bool() ? Dim(int64_t{*number != 0}) : element);
  }
  return result;
}

// Integers stay what they are as floats too: exporters go that way to take a maximum. What comes back from other floats
// (a rounded scale, say) is computed where it follows from constants and known sizes; else it is a number of its own, a
// new symbol.
Maybe cast(const OnnxCall& c) {
  const NodeId result = c.outputs()[0];
  if (const Maybe known = same(c))
    return result.valid() && c.type(result).is_tensor() ? narrowed(*known, c.type(result).dtype) : known;
  if (!result.valid() || !c.type(result).is_tensor() || !c.type(result).dtype.is_integer()) return std::nullopt;
  if (c.type(result).dtype.is_bool() || !c.in_type(0).is_tensor() || !c.in_type(0).dtype.is_float())
    return std::nullopt;
  const Shape& shape = c.type(result).shape;
  const std::optional<int64_t> count = shape.empty() ? 1 : shape[0].constant();
  constexpr int64_t kMaxElements = 8;
  if (shape.size() > 1 || !count || *count > kMaxElements) return std::nullopt;
  if (const std::optional<NDArray> computed = computed_value(c.graph(), result)) return shape_value_of(*computed);
  ShapeValue value;
  if (!shape.empty()) value.shape = {*count};
  for (int64_t i = 0; i < *count; ++i)
    value.elements.push_back(c.new_number(*count == 1 ? "value" : fmt::format("value{}", i)));
  return value;
}

Maybe gather(const OnnxCall& c) {
  const ShapeValue* data = c.shape_value(0);
  const ShapeValue* indices = c.shape_value(1);
  if (!data || !data->is_vector() || !indices) return std::nullopt;
  const auto count = static_cast<int64_t>(data->elements.size());
  ShapeValue result{{}, indices->shape};
  for (const Dim& index : indices->elements) {
    std::optional<int64_t> i = index.constant();
    if (i && *i < 0) *i += count;
    if (!i || *i < 0 || *i >= count) return std::nullopt;
    result.elements.push_back(data->elements[static_cast<size_t>(*i)]);
  }
  return result;
}

Maybe concat(const OnnxCall& c) {
  Shape elements;
  for (size_t i = 0; i < c.input_count(); ++i) {
    const ShapeValue* part = c.shape_value(i);
    if (!part || !part->is_vector()) return std::nullopt;
    elements.insert(elements.end(), part->elements.begin(), part->elements.end());
  }
  return vector_of(std::move(elements));
}

// One axis of a vector or matrix.
Maybe slice(const OnnxCall& c) {
  const ShapeValue* data = c.shape_value(0);
  if (!data || data->is_scalar()) return std::nullopt;
  const auto starts = c.ints_of("starts", 1, 10);
  const auto ends = c.ints_of("ends", 2, 10);
  const bool has_axes = c.opset < 10 ? c.has_attr("axes") : c.has(3);
  const auto axes = has_axes ? c.ints_of("axes", 3, 10) : std::vector<int64_t>{0};
  const auto steps = c.opset >= 10 && c.has(4) ? c.constant_ints(4) : std::vector<int64_t>{1};
  if (!starts || !ends || !steps || !axes || starts->size() != 1 || ends->size() != 1 || steps->size() != 1 ||
      axes->size() != 1) {
    return std::nullopt;
  }
  const std::optional<size_t> axis = op::axis_of(axes->front(), data->shape.size());
  const int64_t step = steps->front();
  if (!axis || step == 0 || step == INT64_MIN) return std::nullopt;
  const int64_t count = data->shape[*axis];
  int64_t begin = starts->front() < 0 ? starts->front() + count : starts->front();
  begin = std::clamp(begin, int64_t{0}, step > 0 ? count : count - 1);
  const std::optional<int64_t> length =
      op::sliced_size(Dim(count), Dim(starts->front()), Dim(ends->front()), step).constant();
  if (!length) return std::nullopt;
  ShapeValue result{{}, data->shape};
  result.shape[*axis] = *length;
  int64_t inner = 1;
  for (size_t i = *axis + 1; i < data->shape.size(); ++i) inner *= data->shape[i];
  const int64_t outer = *axis == 0 ? 1 : data->shape[0];
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t k = 0; k < *length; ++k) {
      for (int64_t i = 0; i < inner; ++i) {
        const int64_t at = (o * count + begin + k * step) * inner + i;
        if (at < 0 || at >= static_cast<int64_t>(data->elements.size())) return std::nullopt;
        result.elements.push_back(data->elements[static_cast<size_t>(at)]);
      }
    }
  }
  return result;
}

// Squeeze, Unsqueeze and Reshape keep the elements: the converter has found the new shape.
Maybe same_elements(const OnnxCall& c) {
  const ShapeValue* data = c.shape_value(0);
  const NodeId result = c.outputs()[0];
  if (!data || !result.valid() || !c.type(result).is_tensor() || !c.type(result).rank_known) return std::nullopt;
  std::optional<std::vector<int64_t>> shape = graph::constant_shape(c.type(result).shape);
  if (!shape || shape->size() > 2) return std::nullopt;
  return ShapeValue{data->elements, std::move(*shape)};
}

Maybe transpose(const OnnxCall& c) {
  const ShapeValue* data = c.shape_value(0);
  if (!data || data->shape.size() != 2 || c.ints_attr("perm", {1, 0}) != std::vector<int64_t>{1, 0})
    return std::nullopt;
  ShapeValue result{{}, {data->shape[1], data->shape[0]}};
  for (int64_t j = 0; j < data->shape[1]; ++j) {
    for (int64_t i = 0; i < data->shape[0]; ++i) {
      result.elements.push_back(data->elements[static_cast<size_t>(i * data->shape[1] + j)]);
    }
  }
  return result;
}

using Binary = std::optional<Dim> (*)(const Dim&, const Dim&);

// The shape that all broadcast to by rank: (2, 1) and (2,) give (2, 2).
std::optional<std::vector<int64_t>> broadcast_shape(const std::vector<const ShapeValue*>& values) {
  constexpr size_t kHighestRank = 2;  // of a value, as in the other rules
  std::vector<int64_t> shape;
  for (const ShapeValue* v : values) {
    if (v->shape.size() > shape.size()) shape.insert(shape.begin(), v->shape.size() - shape.size(), 1);
    const size_t offset = shape.size() - v->shape.size();
    for (size_t i = 0; i < v->shape.size(); ++i) {
      if (v->shape[i] == 1) continue;
      if (shape[offset + i] != 1 && shape[offset + i] != v->shape[i]) return std::nullopt;
      shape[offset + i] = v->shape[i];
    }
  }
  if (shape.size() > kHighestRank) return std::nullopt;
  return shape;
}

// The element that a place of the broadcast shape reads.
const Dim& element_at(const ShapeValue& value, const std::vector<int64_t>& shape, int64_t place) {
  int64_t at = 0, stride = 1;
  for (size_t back = 1; back <= shape.size(); ++back) {
    const int64_t extent = shape[shape.size() - back], index = place % extent;
    place /= extent;
    if (back > value.shape.size()) continue;
    const int64_t own = value.shape[value.shape.size() - back];
    if (own != 1) at += index * stride;
    stride *= own;
  }
  return value.elements[static_cast<size_t>(at)];
}

Maybe binary(const OnnxCall& c, Binary f) {
  const ShapeValue* a = c.shape_value(0);
  const ShapeValue* b = c.shape_value(1);
  if (!a || !b) return std::nullopt;
  std::optional<std::vector<int64_t>> shape = broadcast_shape({a, b});
  if (!shape) return std::nullopt;
  const int64_t count = element_count(*shape);
  ShapeValue result{{}, std::move(*shape)};
  for (int64_t i = 0; i < count; ++i) {
    const std::optional<Dim> value = f(element_at(*a, result.shape, i), element_at(*b, result.shape, i));
    if (!value) return std::nullopt;
    result.elements.push_back(*value);
  }
  return result;
}

Maybe add(const OnnxCall& c) {
  return binary(c, sum_of);
}
Maybe sub(const OnnxCall& c) {
  return binary(c, difference_of);
}
Maybe mul(const OnnxCall& c) {
  return binary(c, product_of);
}
Maybe div(const OnnxCall& c) {
  return binary(c, of_floats(c) ? whole_quotient : quotient);
}
Maybe mod(const OnnxCall& c) {
  return c.int_attr("fmod", 0) == 0 ? binary(c, remainder) : std::nullopt;
}
Maybe least(const OnnxCall& c) {
  if (c.input_count() != 2) return std::nullopt;
  return binary(c, [](const Dim& a, const Dim& b) { return std::optional<Dim>(graph::min(a, b)); });
}
Maybe greatest(const OnnxCall& c) {
  if (c.input_count() != 2) return std::nullopt;
  return binary(c, [](const Dim& a, const Dim& b) { return std::optional<Dim>(graph::max(a, b)); });
}

Maybe equal(const OnnxCall& c) {
  return binary(c, [](const Dim& a, const Dim& b) -> std::optional<Dim> {
    const std::optional<int64_t> difference = (a - b).constant();
    if (difference) return Dim(int64_t{*difference == 0});
    // A size is never negative, whatever its symbols are.
    const auto negative = [](const Dim& d) { return d.constant().value_or(0) < 0; };
    if (negative(a) || negative(b)) return Dim(int64_t{0});
    return std::nullopt;
  });
}

Maybe where(const OnnxCall& c) {
  const ShapeValue* condition = c.shape_value(0);
  const ShapeValue* yes = c.shape_value(1);
  const ShapeValue* no = c.shape_value(2);
  if (!condition || !yes || !no) return std::nullopt;
  std::optional<std::vector<int64_t>> shape = broadcast_shape({condition, yes, no});
  if (!shape) return std::nullopt;
  const int64_t count = element_count(*shape);
  ShapeValue result{{}, std::move(*shape)};
  for (int64_t i = 0; i < count; ++i) {
    const std::optional<int64_t> choice = element_at(*condition, result.shape, i).constant();
    if (!choice) return std::nullopt;
    result.elements.push_back(element_at(*choice ? *yes : *no, result.shape, i));
  }
  return result;
}

Maybe constant_of_shape(const OnnxCall& c) {
  const auto shape = c.constant_ints(0);
  constexpr int64_t kMaxElements = 1024;
  if (!shape || shape->size() > 1 || (!shape->empty() && (shape->front() < 0 || shape->front() > kMaxElements)))
    return std::nullopt;
  const onnx::AttributeProto* value = c.attribute("value");
  if (!value) return std::nullopt;  // zeros of float32
  // The converter has made the value already: read it back from there.
  const NodeId node = c.outputs().empty() ? NodeId() : c.outputs()[0];
  if (!node.valid() || c.node(node).inputs.empty()) return std::nullopt;
  const Maybe fill = shape_value_of(c.node(c.node(node).inputs[0]).data);
  if (!fill || fill->elements.size() != 1) return std::nullopt;
  const size_t n = shape->empty() ? 1 : static_cast<size_t>(shape->front());
  return ShapeValue{Shape(n, fill->elements[0]), *shape};
}

Maybe range(const OnnxCall& c) {
  const auto start = c.constant_ints(0);
  const auto limit = c.constant_ints(1);
  const auto step = c.constant_ints(2);
  if (!start || !limit || !step || start->size() != 1 || limit->size() != 1 || step->size() != 1 || step->front() == 0)
    return std::nullopt;
  constexpr size_t kMaxElements = 1024;
  Shape elements;
  for (int64_t i = start->front(); step->front() > 0 ? i < limit->front() : i > limit->front();) {
    if (elements.size() == kMaxElements) return std::nullopt;
    elements.emplace_back(i);
    if (__builtin_add_overflow(i, step->front(), &i)) break;  // past every limit
  }
  return vector_of(std::move(elements));
}

Maybe reduce_prod(const OnnxCall& c) {
  const ShapeValue* v = c.shape_value(0);
  if (!v || !v->is_vector()) return std::nullopt;
  Dim product(1);
  for (const Dim& element : v->elements) {
    const std::optional<Dim> with_it = product_of(product, element);
    if (!with_it) return std::nullopt;
    product = *with_it;
  }
  return c.int_attr("keepdims", 1) == 0 ? scalar_of(product) : vector_of({product});
}

Maybe reduce_extreme(const OnnxCall& c, Dim (*f)(const Dim&, const Dim&)) {
  const ShapeValue* v = c.shape_value(0);
  if (!v || v->elements.empty() || v->shape.size() > 1) return std::nullopt;
  Dim result = v->elements[0];
  for (size_t i = 1; i < v->elements.size(); ++i) result = f(result, v->elements[i]);
  return v->is_scalar() || c.int_attr("keepdims", 1) == 0 ? scalar_of(result) : vector_of({result});
}
Maybe reduce_min(const OnnxCall& c) {
  return reduce_extreme(c, graph::min);
}
Maybe reduce_max(const OnnxCall& c) {
  return reduce_extreme(c, graph::max);
}

bool fits_result(const OnnxCall& c, const ShapeValue& value) {
  const NodeId result = c.outputs().empty() ? NodeId() : c.outputs()[0];
  if (!result.valid() || !c.type(result).is_tensor() || !c.type(result).dtype.is_integer()) return true;
  return std::ranges::all_of(value.elements, [&](const Dim& element) {
    const std::optional<int64_t> number = element.constant();
    return !number || holds(c.type(result).dtype, *number);
  });
}

const std::map<std::string, Rule, std::less<>>& rules() {
  static const std::map<std::string, Rule, std::less<>> table = {
      {"Shape", shape},
      {"Size", size},
      {"Identity", same},
      {"Cast", cast},
      {"Gather", gather},
      {"Concat", concat},
      {"Slice", slice},
      {"Squeeze", same_elements},
      {"Unsqueeze", same_elements},
      {"Reshape", same_elements},
      {"Transpose", transpose},
      {"Add", add},
      {"Sub", sub},
      {"Mul", mul},
      {"Div", div},
      {"Mod", mod},
      {"Min", least},
      {"Max", greatest},
      {"Equal", equal},
      {"Where", where},
      {"Range", range},
      {"ConstantOfShape", constant_of_shape},
      {"ReduceProd", reduce_prod},
      {"ReduceMin", reduce_min},
      {"ReduceMax", reduce_max},
      {"Floor", same},
      {"Ceil", same},
      {"Round", same},
  };
  return table;
}

}  // namespace

std::optional<ShapeValue> evaluate_shape(const OnnxCall& call) {
  const auto it = rules().find(call.proto.op_type());
  const Maybe value = it == rules().end() ? std::nullopt : it->second(call);
  return value && fits_result(call, *value) ? value : std::nullopt;
}

}  // namespace nw::import
