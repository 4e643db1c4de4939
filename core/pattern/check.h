// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions of a pattern's root beyond its shape: `lambda e: e.args[0].attrs.groups == 1`. There are no loops and no
// calls but len() and int(), so that a check ends as soon as its text does.
#pragma once

#include <memory>
#include <optional>

#include "pattern/exprs.h"
#include "pattern/token_cursor.h"

namespace nw::pattern {

struct CheckNode;
using CheckRef = std::shared_ptr<const CheckNode>;

struct CheckNode {
  enum class Kind : uint8_t {
    Literal,
    Root,
    Member,
    Item,
    Negate,
    Not,
    And,
    Or,
    Binary,
    Compare,
    Length,
    Integer,
    List
  };
  Kind kind = Kind::Literal;
  std::string word;                      // Member: its name; Binary: the operator
  std::vector<std::string> comparisons;  // Compare: between each part and the next
  graph::Attr value;                     // Literal
  std::vector<CheckRef> parts;
  std::string text;  // as written
  TextSpan span;
};

// After `lambda`: "e: …".
CheckRef read_check(TokenCursor& cursor, std::string_view table);

struct Verdict {
  bool ok = false;
  std::string error;     // why there is no answer (a division by zero, an attribute that is not there); then not ok
  std::string expected;  // the comparison that failed, as written
  std::string found;     // its left side's value
  TextSpan span;
  std::optional<TextSpan> literal;  // of the value compared with, where one is written
  std::optional<graph::Attr> actual;
  std::optional<std::pair<TextSpan, std::string>> meant;  // without an answer: a piece, and what it probably means
};
Verdict run_check(const CheckRef& check, const ExprPool& pool, ExprId root);

// As an expression of Python over `e`, with the function `value` of pattern/python.cpp.
std::string python_for_tvm(const CheckNode& check);

}  // namespace nw::pattern
