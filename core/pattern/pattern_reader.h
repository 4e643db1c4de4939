// SPDX-License-Identifier: GPL-3.0-or-later
// One pattern of a table, by recursive descent with Python's precedence.
#pragma once

#include <set>

#include "pattern/replacement.h"
#include "pattern/token_cursor.h"

namespace nw::pattern {

// Thrown where a line uses a name of a line that could not be read: it is left out without more noise.
struct Poisoned {};

// What earlier lines have defined.
struct KnownNames {
  std::map<std::string, Pattern> patterns;
  std::set<std::string> unreadable;
  std::set<std::string> custom_ops;
  bool quiet = false;  // mistakes are not shown any more
};

// An operator without arguments where a call of it is probably meant.
struct BareOperator {
  std::string name;
  TextSpan at;
};

class PatternReader {
 public:
  PatternReader(TokenCursor& cursor, const KnownNames& names) : cursor_(cursor), names_(names) {}

  Pattern pattern();
  Replacement replacement();
  std::string operator_name();  // in quotes; a Mistake (NW3102) if nobody knows it
  std::vector<BareOperator> bare;

 private:
  struct Part {
    Pattern pattern;
    TextSpan span;
  };
  Pattern built(PatternNode node, const Token& first);
  Part part();
  void add(PatternNode& to, Part part, bool value = true);

  Pattern sum();
  Pattern product();
  Pattern arithmetic(const Token& first, const std::string& op, Part left, Part right);
  Pattern postfix();
  Pattern primary();
  Pattern known_name(const Token& first);
  Pattern form(const Token& first);
  Pattern fields(const Token& first);
  Pattern field(const Token& first);
  Pattern function(const Token& first);
  Pattern call_class(const Token& first);
  Pattern fixed(const Token& first, PatternKind kind, size_t count, const char* of);
  Pattern condition(const Token& first, const Pattern* of, const TextSpan& of_span);
  Pattern call(const Token& first, Part callee);
  Pattern method(const Token& first, Part of);
  Pattern optional(const Token& first, const Part& of);
  Pattern dominates(const Token& first, const Part& child);
  void arguments(PatternNode& to, std::string_view close);
  void comma_or_end(std::string_view close);

  Replacement made(ReplacementNode node, const Token& first);
  Replacement replacement_sum();
  Replacement replacement_product();
  Replacement replacement_postfix();
  Replacement replacement_primary();
  Replacement replacement_call(const Token& first);
  Replacement replacement_tuple(std::string_view close, const Token& first);
  void replacement_arguments(ReplacementNode& call);
  Replacement as_python_makes_it(ReplacementNode call, const Token& first);
  void check_operator(const std::string& name, const TextSpan& at) const;

  TokenCursor& cursor_;
  const KnownNames& names_;
  std::vector<std::pair<std::string, Pattern>> bound_;  // by lambdas around
};

}  // namespace nw::pattern
