// SPDX-License-Identifier: GPL-3.0-or-later
// The dataflow pattern language: shapes of graph pieces, as TVM's relay.dataflow_pattern has them. The same pattern
// used twice must match the same expression: so diamonds and shared inputs are described.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace nw::pattern {

enum class PatternKind : uint8_t {
  Wildcard,
  Variable,  // `name`, or any
  Constant,
  Operator,   // `name`; the operator itself, never a call of it
  Value,      // this constant: shape, data type and values
  Call,       // parts: callee, arguments
  Tuple,      // parts: fields
  Field,      // parts: tuple
  If,         // parts: condition, then, else
  Let,        // parts: variable, value, body
  Function,   // parts: parameters, body
  Either,     // parts: two, the left first
  WithAttrs,  // parts: one
  WithType,
  WithDtype,
  WithShape,
  Dominates,  // parts: parent, path, child
};

struct PatternNode;
using Pattern = std::shared_ptr<const PatternNode>;

struct PatternNode {
  PatternKind kind = PatternKind::Wildcard;
  std::string name;
  bool any_args = false;  // Call, Tuple, Function: whatever the arguments, fields or parameters are
  std::vector<Pattern> parts;
  int64_t index = -1;  // Field: -1 for any
  graph::Attrs attrs;
  graph::Type type;  // WithType; WithDtype: the dtype; WithShape: the shape
  NDArray value;
  int depth = 1;  // of patterns in it

  // Its place in the table's text.
  TextSpan span;                               // all of it
  TextSpan key;                                // the operator's or variable's name, the index, type or value
  std::vector<TextSpan> part_spans;            // where each part is written: its text, or the name that refers to it
  std::map<std::string, TextSpan> attr_spans;  // each value
};

Pattern wildcard();
Pattern make(PatternNode node);  // with its depth

// As Python writes it, cut after some hundred letters: `is_op("nn.relu")(wildcard())`.
std::string to_string(const Pattern& pattern);
// A value as Python writes it.
std::string python_text(const graph::Attr& attr);
std::string python_text(const graph::Type& type);
std::string python_text(const graph::Shape& shape);  // `?` for an extent that only a run tells

}  // namespace nw::pattern
