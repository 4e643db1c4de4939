// SPDX-License-Identifier: GPL-3.0-or-later
// One pattern of a table, by recursive descent with Python's precedence.
#pragma once

#include <climits>

#include "pattern/replacement.h"
#include "pattern/token_cursor.h"

namespace nw::pattern {

// Thrown where a line uses a name of a line that could not be read: it is left out without more noise.
struct Poisoned {};

// What lines have defined. A name may be given again: later lines mean the later pattern.
struct KnownNames {
  struct Named {
    int line = 0;
    Pattern pattern;  // null: the line cannot be read
  };
  struct Operator {
    int line = 0;
    int inputs = 0;
  };
  std::map<std::string, std::vector<Named>> patterns;  // in the order of the lines
  std::map<std::string, Operator> custom_ops;
  std::map<std::string, int> first_lines;  // of all names that the table gives: the line that does so first
  bool quiet = false;                      // mistakes are not shown any more

  // As the line `before` knows them.
  const Named* find(const std::string& name, int before) const;
  const Operator* find_operator(const std::string& name, int before) const;
  std::vector<std::string> names(int before) const;
};

// What is wrong with a name that is used before the line that gives it.
std::string named_later(const std::string& name, int line);

// An operator without arguments where a call of it is probably meant.
struct BareOperator {
  std::string name;
  TextSpan at;
};

class PatternReader {
 public:
  // `line`: where the statement stands, or will stand: it knows the names of the lines before.
  PatternReader(TokenCursor& cursor, const KnownNames& names, int line = INT_MAX)
      : cursor_(cursor), names_(names), line_(line) {}

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
  void check_attribute(const std::string& op, const std::string& key, const TextSpan& at) const;
  void check_count(const ReplacementNode& call, const TextSpan& at) const;
  Replacement as_python_makes_it(ReplacementNode call, const Token& first);
  void check_operator(const std::string& name, const TextSpan& at) const;
  Mistake unknown_word(const Token& word) const;
  Mistake unknown_name(const Token& word) const;

  TokenCursor& cursor_;
  const KnownNames& names_;
  const int line_;
  std::vector<std::pair<std::string, Pattern>> bound_;  // by lambdas around
};

}  // namespace nw::pattern
