// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a text is a straight-line script: one that has none of what only flattening understands. A script with a
// mistake is one too, so that it is reported by those who can fix it.
#include <algorithm>
#include <set>

#include "flatten/flatten.h"
#include "flatten/notebook.h"
#include "flatten/syntax.h"
#include "flatten/tokens.h"
#include "script/script.h"

namespace nw::flatten {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

class Scan {
 public:
  explicit Scan(std::string_view text) : tokens_(tokenize(text)) {}

  bool is_straight() { return has_plain_statements() && (schedules_ == 0 || (schedules_ == 1 && lowers_ == 1)); }
  bool is_unfinished() { return has_plain_statements() && schedules_ == 1 && lowers_ == 0; }

  bool has_plain_statements() {
    for (size_t i = 0; i < tokens_.list.size();) {
      size_t end = i;
      while (tokens_.list[end].kind != Tok::Newline && tokens_.list[end].kind != Tok::End) ++end;
      if (beyond(i, end)) return false;
      i = end + 1;
    }
    return true;
  }

 private:
  const Token& at(size_t i) const { return tokens_.list[std::min(i, tokens_.list.size() - 1)]; }
  bool is_op(size_t i, std::string_view op) const { return at(i).kind == Tok::Op && at(i).text == op; }

  // Of the statement's tokens.
  bool beyond(size_t begin, size_t end) {
    while (begin < end && (at(begin).kind == Tok::Indent || at(begin).kind == Tok::Dedent)) ++begin;
    if (begin == end) return false;
    const Token& first = at(begin);
    if (first.kind == Tok::Op && first.text == "@") return true;
    const bool assigned = is_op(begin + 1, "=") || is_op(begin + 1, ".");
    if (first.kind == Tok::Name && !assigned &&
        is_one_of(first.text, {"def", "for", "while", "if", "class", "with", "try", "assert", "del", "raise", "return",
                               "global", "async", "print"}))
      return true;
    if (first.kind == Tok::Name && is_one_of(first.text, {"import", "from"})) return imports_beyond(begin, end);
    int depth = 0;
    for (size_t i = begin; i < end; ++i) {
      const Token& t = at(i);
      if (t.kind == Tok::String && (string_form(t.text).prefix > 0 || string_form(t.text).quotes == 3)) return true;
      if (t.kind == Tok::Name) {
        if (depth > 0 && t.text == "for") return true;
        const bool attribute = i > begin && is_op(i - 1, ".");
        if (!attribute && outsiders_.contains(t.text)) return true;
        if (t.text == "tvm" && !attribute && is_op(i + 1, ".") &&
            !is_one_of(at(i + 2).text, {"te", "tir", "topi", "lower"}))
          return true;
        if (t.text == "create_schedule" && is_op(i + 1, "(")) ++schedules_;
        if (t.text == "topi" && !attribute && is_op(i + 1, ".") && at(i + 2).text != "prod") return true;
        if (t.text == "lower" && attribute) ++lowers_;
        if (t.text == "normalize" && attribute) return true;
        continue;
      }
      if (t.kind != Tok::Op) continue;
      if (is_one_of(t.text, {"(", "[", "{"})) ++depth;
      if (is_one_of(t.text, {")", "]", "}"})) --depth;
      if (depth == 0 && (t.text == ";" || is_one_of(t.text, {"+=", "-=", "*=", "//=", "/="}))) return true;
    }
    return false;
  }

  // Names that only a run knows are beyond the language where they are used, not where they are imported.
  bool imports_beyond(size_t begin, size_t end) {
    const bool from = at(begin).text == "from";
    const std::string_view module = at(begin + 1).text;
    if (module == "__future__") return false;
    if (module == "numpy" && !from) {
      outsiders_.insert(is_op(begin + 2, ".") || at(begin + 2).text != "as" ? module : at(begin + 3).text);
      return false;
    }
    if (module != "tvm") return true;
    if (!from) return end > begin + 2;
    if (is_op(begin + 2, ".")) return true;
    for (size_t i = begin + 3; i < end; ++i)
      if (at(i).kind == Tok::Name && !is_one_of(at(i).text, {"te", "tir", "topi"})) return true;
    return false;
  }

  Tokens tokens_;
  std::set<std::string_view> outsiders_;
  int schedules_ = 0, lowers_ = 0;
};

}  // namespace

bool is_straight_line(std::string_view text) {
  if (code_of_notebook(text) || broken_notebook(text) || !Scan(text).is_straight()) return false;
  // What is Python, but no script, is flattened; what is neither is a script with a mistake.
  return script::has_script_syntax(text) || has_errors(parse(text).diagnostics);
}

bool has_plain_statements(std::string_view text) {
  return Scan(text).has_plain_statements();
}

bool is_unfinished(std::string_view text) {
  return Scan(text).is_unfinished() && script::has_script_syntax(text);
}

}  // namespace nw::flatten
