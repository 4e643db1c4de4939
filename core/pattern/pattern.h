// SPDX-License-Identifier: GPL-3.0-or-later
// The dataflow pattern language: shapes of graph pieces, as TVM's relay.dataflow_pattern writes them. The same pattern
// object used twice must match the same node: so diamonds and shared inputs are described.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace nw::pattern {

enum class PatternKind : uint8_t {
  Wildcard,
  Variable,
  Constant,
  Call,
  Tuple,
  TupleGet,
  If,
  Function,
  Let,
  Either,
  WithAttrs,
  WithType,
  WithDtype,
  WithShape,
  Dominates,
};

struct PatternNode;

// A handle; copies mean the same pattern.
class Pattern {
 public:
  Pattern() = default;
  explicit Pattern(std::shared_ptr<const PatternNode> node) : node_(std::move(node)) {}
  const PatternNode* get() const { return node_.get(); }
  const PatternNode* operator->() const { return node_.get(); }
  explicit operator bool() const { return node_ != nullptr; }

  // A call's or node's attributes; every key must be there with this value.
  Pattern has_attr(graph::Attrs attrs) const;
  Pattern has_type(graph::Type type) const;
  Pattern has_dtype(DType dtype) const;
  Pattern has_shape(graph::Shape shape) const;
  // This, or this with `wrap` around it.
  template <class Wrap>
  Pattern optional(const Wrap& wrap) const;
  // This at the top, `path` for everything between, `child`… at the bottom: see dominates().

 private:
  std::shared_ptr<const PatternNode> node_;
};

struct PatternNode {
  PatternKind kind = PatternKind::Wildcard;
  std::string name;       // Call: the operator; Variable: its name, empty for any
  bool any_args = false;  // Call, Tuple: whatever the inputs are
  std::vector<Pattern>
      parts;           // in the order of a node's inputs; Either: two; WithX: one; Dominates: parent, path, child
  int64_t index = -1;  // TupleGet: -1 for any
  graph::Attrs attrs;
  graph::Type type;
};

Pattern wildcard();
Pattern is_var(std::string name = {});
Pattern is_constant();
Pattern is_op(std::string op, std::vector<Pattern> args);  // a call of this operator
Pattern is_op(std::string op);                             // with any arguments
Pattern is_tuple(std::vector<Pattern> fields);
Pattern is_tuple();  // of any fields
Pattern is_tuple_get(Pattern tuple, int64_t index = -1);
Pattern is_if(Pattern condition, Pattern then, Pattern otherwise);
Pattern is_function(Pattern body);
Pattern is_let(Pattern value, Pattern body);
Pattern operator|(const Pattern& a, const Pattern& b);
Pattern operator+(const Pattern& a, const Pattern& b);
Pattern operator-(const Pattern& a, const Pattern& b);
Pattern operator*(const Pattern& a, const Pattern& b);
Pattern operator/(const Pattern& a, const Pattern& b);
// `child` somewhere below `parent`, every way between through nodes that match `path`.
Pattern dominates(Pattern parent, Pattern path, Pattern child);

template <class Wrap>
Pattern Pattern::optional(const Wrap& wrap) const {
  return *this | wrap(*this);
}

// "nn.relu(nn.bias_add(nn.conv2d(*, *), *))"
std::string to_string(const Pattern& pattern);

}  // namespace nw::pattern
