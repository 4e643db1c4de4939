// SPDX-License-Identifier: GPL-3.0-or-later
// One operator on literal tensors: its type as the registry infers it, its value by the reference operators, as text.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QString>
#include <cmath>
#include <initializer_list>

#include "op/registry.h"
#include "reference/evaluate.h"

namespace nw::test {

using reference::Value;
using reference::Values;

inline NDArray tensor(DType dtype, std::vector<int64_t> shape, const std::vector<double>& values) {
  NDArray made(dtype, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype.is_integer())
      made.set_int(static_cast<int64_t>(i), static_cast<int64_t>(values[i]));
    else
      made.set(static_cast<int64_t>(i), values[i]);
  }
  return made;
}
inline NDArray floats(std::vector<int64_t> shape, const std::vector<double>& values) {
  return tensor(DType::Float(32), std::move(shape), values);
}
inline NDArray ints(std::vector<int64_t> shape, const std::vector<double>& values) {
  return tensor(DType::Int(64), std::move(shape), values);
}

inline NDArray texts(std::vector<int64_t> shape, const std::vector<std::string>& values) {
  return NDArray::of_texts(std::move(shape), values);
}

// "float32 (2, 2): 1 2 nan 4", "string (1): 'a'"; a list in brackets.
inline std::string text_of(const Value& value) {
  if (value.is_nothing()) return "nothing";
  if (value.list()) {
    std::string text;
    for (const Value& field : *value.list()) text += (text.empty() ? "" : " | ") + text_of(field);
    return "[" + text + "]";
  }
  const NDArray* array = value.tensor();
  if (!array) return reference::describe(value);
  std::string text = fmt::format("{} ({}):", to_string(array->dtype()), fmt::join(array->shape(), ", "));
  for (int64_t i = 0; i < array->size(); ++i) {
    if (array->dtype().is_string()) {
      text += " '" + array->text_at(i) + "'";
      continue;
    }
    if (array->dtype().is_uint() && array->dtype().bits == 64)
      text += fmt::format(" {}", static_cast<uint64_t>(array->int_at(i)));
    else if (array->dtype().is_integer())
      text += fmt::format(" {}", array->int_at(i));
    else if (std::isnan(array->at(i)))
      text += " nan";
    else
      text += array->dtype().bits == 64 ? fmt::format(" {}", array->at(i))
                                        : fmt::format(" {:.6g}", static_cast<float>(array->at(i)));
  }
  return text;
}

// "MESSAGE [CODE]; because …"
inline QString failure(const Diagnostic& d) {
  std::string text = fmt::format("{} [{}]", d.message, d.code);
  for (const std::string& fact : d.because) text += "; " + fact;
  return QString::fromStdString(text);
}

// The value, or what is wrong. Arguments that are lists become tuples of the graph; those in
// `constant` are constants to the type rule, as shape arguments have to be.
inline QString call(const char* op, const Values& arguments, graph::Attrs attrs = {},
                    std::initializer_list<size_t> constant = {}) {
  graph::Graph graph;
  std::map<NodeId, Value> given;
  const auto input = [&](const NDArray& array, bool is_constant) {
    graph::Node node;
    node.kind = is_constant ? graph::NodeKind::Constant : graph::NodeKind::Input;
    node.name = "argument";
    node.type = graph::Type::tensor(array.dtype(), graph::Shape(array.shape().begin(), array.shape().end()));
    if (is_constant) node.data = array;
    const NodeId id = graph.add(std::move(node));
    if (!is_constant) given.emplace(id, array);
    return id;
  };
  graph::Node node;
  node.op = op;
  node.name = "call";
  node.attrs = std::move(attrs);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool is_constant = std::find(constant.begin(), constant.end(), i) != constant.end();
    if (arguments[i].tensor()) {
      node.inputs.push_back(input(*arguments[i].tensor(), is_constant));
      continue;
    }
    graph::Node tuple;
    tuple.kind = graph::NodeKind::Tuple;
    std::vector<graph::Type> types;
    for (const Value& field : *arguments[i].list()) {
      tuple.inputs.push_back(input(*field.tensor(), false));
      types.push_back(graph.node(tuple.inputs.back()).type);
    }
    tuple.type = graph::Type::tuple(std::move(types));
    node.inputs.push_back(graph.add(std::move(tuple)));
  }
  const NodeId id = graph.add(std::move(node));
  Diagnostics diagnostics = op::infer_node(graph, id);
  if (has_errors(diagnostics)) return failure(diagnostics.front());
  const Result<Values> result = reference::evaluate(graph, {id}, given);
  if (!result.ok()) return failure(result.diagnostics.front());
  return QString::fromStdString(text_of(result->front()));
}

// One argument that is a tuple.
inline Values tuple_of(Values fields) {
  return {Value(std::move(fields))};
}
inline graph::Attr list(const std::vector<int64_t>& values) {
  return graph::ints(values);
}
inline graph::Attr number(double value) {
  return graph::Attr{value};
}
inline graph::Attr integer(int64_t value) {
  return graph::Attr{value};
}
inline graph::Attr text(const char* value) {
  return graph::Attr{std::string(value)};
}
inline graph::Attr truth(bool value) {
  return graph::Attr{value};
}

}  // namespace nw::test
