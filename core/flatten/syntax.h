// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax tree of Python as people write it: what flattening reads. Nodes live in the tree; texts are views of the
// file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/blocks.h"
#include "base/diagnostic.h"

namespace nw::flatten {

enum class ExprKind : uint8_t {
  Name,
  Int,
  Float,
  String,
  Formatted,  // f"…": its items are strings and fields
  Field,      // of a formatted string: a with the specification b and the conversion `op`
  True,
  False,
  None,
  Ellipsis,
  Tuple,
  List,
  Set,
  Dict,  // items: key, value, key, value, …; a null key stands before **value
  Attribute,
  Index,
  Slice,
  Call,
  Lambda,
  Unary,
  Binary,
  Compare,  // items joined by `operators`
  And,
  Or,
  Not,
  Conditional,  // a if b else c
  Star,
  DoubleStar,
  Comprehension,  // a for …; op is "[", "{" or "("
  DictComprehension,
  Walrus,
  Yield,
  Await,
};

struct Expr;
struct Argument {
  std::string_view keyword;  // empty: positional
  const Expr* value = nullptr;
};
struct Parameter {
  std::string_view name;
  const Expr* fallback = nullptr;
  const Expr* annotation = nullptr;                                        // of a function's parameter: n: int
  enum class Kind : uint8_t { Plain, Rest, Keywords } kind = Kind::Plain;  // n, *n, **n
};
struct Clause {  // of a comprehension: for targets in over if conditions
  const Expr* target = nullptr;
  const Expr* over = nullptr;
  std::vector<const Expr*> conditions;
};

struct Expr {
  ExprKind kind = ExprKind::None;
  int line = 0, column = 0;
  uint32_t height = 1;
  std::string_view text;  // of names, numbers and attributes; of others the operator
  std::string string;     // of String, without quotes and escapes
  const Expr *a = nullptr, *b = nullptr, *c = nullptr;
  std::vector<const Expr*> items;
  std::vector<std::string_view> operators;
  std::vector<Argument> arguments;
  std::vector<Parameter> parameters;
  std::vector<Clause> clauses;
};

struct Statement {
  enum class Kind : uint8_t {
    Expression,
    Assign,
    Augmented,
    If,
    For,
    While,
    Def,
    Class,
    With,
    Try,
    Return,
    Import,
    Pass,
    Break,
    Continue,
    Assert,
    Raise,
    Delete,
    Scope,  // global, nonlocal
    Match,
  } kind = Kind::Expression;
  int line = 0;
  std::string_view text;              // its first line
  const Expr* value = nullptr;        // the condition of If and While, what For goes over
  std::vector<const Expr*> targets;   // a = b = value
  const Expr* annotation = nullptr;   // n: int = value
  std::vector<const Expr*> contexts;  // of With; targets has its variables, null where there is none; bases of Class
  std::string_view name;              // of Def and Class; of Augmented the operator
  std::vector<Parameter> parameters;
  std::vector<const Expr*> decorators;
  std::vector<const Statement*> body, otherwise;
  bool generates = false;  // of Def: has a yield
  bool is_async = false;   // of Def, For and With
  struct Handler {
    int line = 0;
    const Expr* type = nullptr;  // null: of all exceptions
    std::string_view name;       // `as` it
    std::vector<const Statement*> body;
  };
  std::vector<Handler> handlers;           // of Try
  std::vector<const Statement*> finally_;  // of Try
  struct Imported {
    std::string path, name;  // the variable `name` becomes what is at `path`
  };
  std::vector<Imported> imports;
  std::vector<std::string_view> names;  // of Scope
};

struct Tree {
  Blocks<Expr> expressions;
  Blocks<Statement> statements;
  std::vector<const Statement*> body;
  Diagnostics diagnostics;
};

Tree parse(std::string_view text);

}  // namespace nw::flatten
