// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax tree of a script. Nodes live in the tree's arena; texts are views of the script.
#pragma once

#include <algorithm>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::script {

enum class NodeKind : uint8_t {
  Name,
  Int,
  Float,
  String,
  True,
  False,
  None,
  Tuple,
  List,
  Attribute,
  Index,
  Call,
  Lambda,
  Unary,
  Binary,
  Compare,
  And,
  Or,
  Not,
  Conditional,
  Slice,
  Star,
  Dict,
};

struct Node;
struct Argument {
  std::string_view keyword;  // empty: positional
  const Node* value;
};

struct Node {
  NodeKind kind = NodeKind::None;
  bool star_param = false;               // of Lambda: the last parameter takes the rest
  int32_t name_id = -1;                  // of Name: the index of its variable
  uint32_t op = 0;                       // of Unary, Binary, Compare
  uint32_t height = 1;                   // levels of nodes
  int line = 0, column = 0, length = 0;  // within its first line
  std::string_view text;                 // the source text
  std::string_view attr;                 // of Attribute: its name
  const Node *a = nullptr, *b = nullptr,
             *c = nullptr;                   // operands; Attribute, Index, Call: a is the object; Lambda: a is the body
  std::span<const Node* const> items;        // of Tuple, List, Index; of Dict: key, value, key, value, …
  std::span<const Argument> args;            // of Call
  std::span<const std::string_view> params;  // of Lambda
  std::span<const int32_t> param_ids;

  TextSpan span() const { return {line, column, length}; }
};

struct SyntaxStatement {
  enum class Kind : uint8_t { Import, Assign, Expression } kind = Kind::Expression;
  int line = 0, column = 0, last_line = 0;
  std::string_view text;  // from its first to its last character
  bool unpacks = false;   // targets were written as a tuple
  std::vector<std::string_view> targets;
  std::vector<int32_t> target_ids;
  std::vector<TextSpan> target_spans;
  const Node* value = nullptr;  // null: the statement was not understood; its targets are poisoned

  TextSpan span() const {
    const size_t first_line = std::min(text.find('\n'), text.size());
    return {line, column, static_cast<int>(first_line)};
  }
};

struct SyntaxTree {
  std::unique_ptr<std::pmr::monotonic_buffer_resource> arena;
  std::vector<SyntaxStatement> statements;
  std::vector<std::string_view> names;  // by name id
  std::string metadata;
  uint32_t height = 0;  // of the highest expression
  Diagnostics diagnostics;
};

SyntaxTree parse(std::string_view text);

}  // namespace nw::script
