// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "script/lexer.h"

namespace nw::fixes {

using script::Tok;
using script::Token;
using script::Tokens;

namespace {

constexpr size_t kMaxGuessed = 6;    // elements of a list whose length the text does not tell
constexpr size_t kMaxWritten = 128;  // lines that a loop may become

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// "a, (b, c)" → "a", "(b, c)".
std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t from = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth != 0) continue;
    if (std::string part = trimmed(text.substr(from, i - from)); !part.empty()) parts.push_back(std::move(part));
    from = i + 1;
  }
  return parts;
}

// The inside of brackets around the whole, or nothing.
std::optional<std::string_view> inside(std::string_view text, std::string_view open) {
  if (!text.starts_with(open) || text.size() < open.size() + 1 || (text.back() != ')' && text.back() != ']')) return {};
  int depth = 1;
  for (size_t i = open.size(); i + 1 < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0) return {};
  }
  return text.substr(open.size(), text.size() - open.size() - 1);
}

std::optional<int> number(const std::string& text) {
  int value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// What a loop over `text` gives, one entry for each turn; if the text does not say how many, `guess` of them.
std::vector<std::string> elements_of(const std::string& text, size_t guess, bool& guessed) {
  guessed = false;
  for (const char* open : {"(", "["})
    if (const auto list = inside(text, open)) return split_list(*list);
  std::vector<std::string> elements;
  if (const auto given = inside(text, "range(")) {
    const std::vector<std::string> bounds = split_list(*given);
    if (bounds.empty() || bounds.size() > 2) return {};
    const auto low = bounds.size() == 2 ? number(bounds[0]) : std::optional<int>(0), high = number(bounds.back());
    if (!low || !high || static_cast<int64_t>(*high) - *low > 64) return {};
    for (int i = *low; i < *high; ++i) elements.push_back(std::to_string(i));
    return elements;
  }
  if (text.find(',') != std::string::npos && text.find('(') == std::string::npos) return split_list(text);
  guessed = true;
  const auto counted = inside(text, "enumerate(");
  const std::string list(counted ? *counted : std::string_view(text));
  for (size_t i = 0; i < guess; ++i)
    elements.push_back(counted ? fmt::format("({}, {}[{}])", i, list, i) : fmt::format("{}[{}]", list, i));
  return elements;
}

// A text with some names replaced, but not attributes nor names of arguments.
std::string with_values(const std::string& text, const std::vector<std::string>& names,
                        const std::vector<std::string>& values) {
  const Tokens tokens = script::tokenize(text);
  std::string out;
  size_t at = 0;
  for (size_t i = 0; i < tokens.list.size(); ++i) {
    const Token& t = tokens.list[i];
    if (t.kind != Tok::Name || (i > 0 && tokens.list[i - 1].text == ".")) continue;
    const auto name = std::ranges::find(names, t.text);
    if (name == names.end() || (i > 1 && i + 1 < tokens.list.size() && tokens.list[i + 1].text == "=")) continue;
    const auto from = static_cast<size_t>(t.text.data() - text.data());
    out += text.substr(at, from - at) + values[static_cast<size_t>(name - names.begin())];
    at = from + t.text.size();
  }
  return out + text.substr(at);
}

// The values of a loop's names in one turn; nothing if they do not fit.
std::optional<std::vector<std::string>> values_of(const std::string& element, size_t names) {
  if (names == 1) return std::vector<std::string>{element};
  for (const char* open : {"(", "["})
    if (const auto list = inside(element, open)) {
      std::vector<std::string> values = split_list(*list);
      if (values.size() == names) return values;
    }
  return std::nullopt;
}

struct Loop {
  std::vector<std::string> names;
  std::string over;
};

// "for NAMES in OVER", from the word `for`.
std::optional<Loop> loop_of(std::string_view text) {
  const size_t in = text.find(" in ");
  if (!text.starts_with("for ") || in == std::string_view::npos) return std::nullopt;
  std::string targets = trimmed(text.substr(4, in - 4));
  if (const auto list = inside(targets, "(")) targets = std::string(*list);
  Loop loop{split_list(targets), trimmed(text.substr(in + 4))};
  if (loop.names.empty() || loop.over.empty()) return std::nullopt;
  return loop;
}

class BlockFixer {
 public:
  BlockFixer(const std::vector<std::string_view>& lines, int line, int column) : lines_(lines), line_(line) {
    own_ = std::string(lines[static_cast<size_t>(line) - 1]);
    column_ = std::min(static_cast<size_t>(std::max(column, 1)) - 1, own_.size());
    word_ = own_.substr(column_, std::min(own_.find_first_of(" :(", column_), own_.size()) - column_);
    last_ = block_end(line);
  }

  std::vector<Fix> run() {
    if (own_.find_first_not_of(" \t") < column_) {
      if (word_ == "for") comprehension();
      return std::move(ways_);
    }
    if (own_.find("\"\"\"") == column_ || own_.find("'''") == column_) comment();
    if (word_ == "for") loop();
    if (word_ == "while") counted();
    if (word_ == "def") function();
    for (const char* kept : {"if", "with", "try"})
      if (word_ == kept) branch();
    for (const char* idle : {"return", "assert", "del", "global", "raise", "pass"})
      if (word_ == idle) ways_.push_back({"leave it out", {{Edit::Kind::Delete, line_, {}}}});
    if (word_.starts_with("@")) ways_.push_back({"leave it out", {{Edit::Kind::Delete, line_, {}}}});
    return std::move(ways_);
  }

 private:
  std::string_view line(int n) const { return lines_[static_cast<size_t>(n) - 1]; }
  // The last line of the block whose head is at `head`.
  int block_end(int head) const {
    int last = head;
    for (int n = head + 1; n <= static_cast<int>(lines_.size()); ++n) {
      const size_t first = line(n).find_first_not_of(" \t\r");
      if (first == std::string_view::npos || line(n)[first] == '#') continue;
      if (first <= column_) break;
      last = n;
    }
    return last;
  }
  // The lines of the block at the margin: what follows the head's colon, and what is indented.
  std::vector<std::string> body(int head, int last) const {
    std::vector<std::string> out;
    const size_t colon = line(head).rfind(':');
    if (colon != std::string_view::npos)
      if (std::string rest = trimmed(line(head).substr(colon + 1)); !rest.empty() && last == head) out.push_back(rest);
    size_t indent = std::string::npos;
    for (int n = head + 1; n <= last; ++n) {
      const size_t first = line(n).find_first_not_of(" \t\r");
      if (first == std::string_view::npos) continue;
      indent = std::min(indent, first);
      out.emplace_back(line(n).substr(std::min(indent, first)));
    }
    return out;
  }
  Fix instead(std::string title, int last, const std::vector<std::string>& text) const {
    Fix fix{std::move(title), {}};
    if (text.empty())
      fix.edits.push_back({Edit::Kind::Delete, line_, {}});
    else
      fix.edits.push_back({Edit::Kind::Replace, line_, fmt::format("{}", fmt::join(text, "\n"))});
    for (int n = line_ + 1; n <= last; ++n) fix.edits.push_back({Edit::Kind::Delete, n, {}});
    return fix;
  }

  void loop() {
    const size_t colon = own_.rfind(':');
    const auto head =
        colon == std::string::npos ? std::nullopt : loop_of(std::string_view(own_).substr(column_, colon - column_));
    const std::vector<std::string> lines = body(line_, last_);
    if (!head || lines.empty()) return;
    bool guessed = true;
    for (size_t guess = kMaxGuessed; guess > 0 && guessed; --guess) {
      const std::vector<std::string> turns = elements_of(head->over, guess, guessed);
      if (turns.empty() || turns.size() * lines.size() > kMaxWritten) return;
      std::vector<std::string> text;
      for (const std::string& turn : turns) {
        const auto values = values_of(turn, head->names.size());
        if (!values) return;
        for (const std::string& l : lines) text.push_back(with_values(l, head->names, *values));
      }
      ways_.push_back(instead("write the steps out", last_, text));
    }
  }

  // A `while` that counts from a number bound before it up to another, one turn after the other; a bound that is a name
  // has its value from a line before as well.
  void counted() {
    const std::vector<std::string> lines = body(line_, last_);
    const size_t colon = own_.rfind(':');
    if (lines.size() < 2 || colon == std::string::npos) return;
    const std::string condition = trimmed(std::string_view(own_).substr(column_ + 5, colon - column_ - 5));
    const size_t less = condition.find('<');
    if (less == std::string::npos) return;
    const bool inclusive = condition.substr(less + 1).starts_with("=");
    const std::string name = trimmed(condition.substr(0, less)),
                      end = trimmed(condition.substr(less + (inclusive ? 2 : 1)));
    const auto from = number_before(name), to = number(end) ? number(end) : number_before(end),
               step = step_of(lines.back(), name);
    if (!from || !to || !step || *step <= 0) return;
    std::vector<std::string> text;
    int64_t i = *from;
    for (const int64_t past = static_cast<int64_t>(*to) + (inclusive ? 1 : 0); i < past; i += *step) {
      if (text.size() + lines.size() > kMaxWritten) return;
      for (size_t l = 0; l + 1 < lines.size(); ++l) text.push_back(with_values(lines[l], {name}, {std::to_string(i)}));
    }
    text.push_back(fmt::format("{} = {}", name, i));
    ways_.push_back(instead("write the steps out", last_, text));
  }

  // The number that a line before binds to the name.
  std::optional<int> number_before(const std::string& name) const {
    for (int n = line_ - 1; n > 0; --n)
      if (line(n).starts_with(name))
        if (const std::string rest = trimmed(line(n).substr(name.size())); rest.starts_with("=") && rest.size() > 1)
          return number(trimmed(rest.substr(1)));
    return std::nullopt;
  }
  // "i += 2" or "i = i + 2": 2.
  static std::optional<int> step_of(const std::string& text, const std::string& name) {
    if (!text.starts_with(name)) return std::nullopt;
    const std::string rest = trimmed(std::string_view(text).substr(name.size()));
    if (rest.starts_with("+=")) return number(trimmed(rest.substr(2)));
    const std::string sum = rest.starts_with("=") ? trimmed(rest.substr(1)) : std::string();
    const size_t plus = sum.find('+');
    if (plus == std::string::npos || trimmed(sum.substr(0, plus)) != name) return std::nullopt;
    return number(trimmed(sum.substr(plus + 1)));
  }

  // [… for x in list], as the list that it makes.
  void comprehension() {
    size_t open = column_, close = column_;
    for (int depth = 0; open > 0; --open) {
      const char c = own_[open - 1];
      if (c == ')' || c == ']') ++depth;
      if ((c == '(' || c == '[') && depth-- == 0) break;
    }
    for (int depth = 0; close < own_.size(); ++close) {
      if (own_[close] == '(' || own_[close] == '[') ++depth;
      if ((own_[close] == ')' || own_[close] == ']') && depth-- == 0) break;
    }
    if (open == 0 || close == own_.size()) return;
    const std::string each = trimmed(std::string_view(own_).substr(open, column_ - open));
    const auto head = loop_of(std::string_view(own_).substr(column_, close - column_));
    if (!head || head->over.find(" if ") != std::string::npos) return;
    bool guessed = true;
    for (size_t guess = kMaxGuessed; guess > 0 && guessed; --guess) {
      std::vector<std::string> items;
      for (const std::string& turn : elements_of(head->over, guess, guessed))
        if (const auto values = values_of(turn, head->names.size()))
          items.push_back(with_values(each, head->names, *values));
      if (items.empty()) return;
      std::string text = own_;
      text.replace(open, close - open, fmt::format("{}", fmt::join(items, ", ")));
      ways_.push_back({"list the elements", {{Edit::Kind::Replace, line_, std::move(text)}}});
    }
  }

  // def f(x): return …
  void function() {
    std::vector<std::string> lines = body(line_, last_);
    if (lines.size() > 1 && (lines[0].starts_with("\"\"\"") || lines[0].starts_with("#"))) lines.erase(lines.begin());
    const size_t open = own_.find('(', column_), close = own_.rfind(')', own_.rfind(':'));
    if (lines.size() != 1 || !lines[0].starts_with("return ") || open == std::string::npos ||
        close == std::string::npos || close < open)
      return;
    const std::string params = trimmed(std::string_view(own_).substr(open + 1, close - open - 1));
    ways_.push_back(instead(
        "write it as a lambda", last_,
        {fmt::format("{} = lambda{}{}: {}", trimmed(std::string_view(own_).substr(column_ + 4, open - column_ - 4)),
                     params.empty() ? "" : " ", params, lines[0].substr(7))}));
  }

  // The body of an `if`, `with` or `try`; or, of an `if`, that of its `else`.
  void branch() {
    int end = last_, other = 0;
    for (int n = last_ + 1; n <= static_cast<int>(lines_.size()); n = end + 1) {
      const std::string_view next = line(n);
      const bool clause = next.starts_with("else") || next.starts_with("elif") || next.starts_with("except") ||
                          next.starts_with("finally");
      if (!clause) break;
      end = block_end(n);
      if (next.starts_with("else")) other = n;
    }
    ways_.push_back(instead("keep what is inside", end, body(line_, last_)));
    if (other > 0) ways_.push_back(instead("keep the other branch", end, body(other, block_end(other))));
  }

  // A text over several lines, as comments.
  void comment() {
    const std::string quotes = own_.substr(column_, 3);
    Fix fix{"write it as comments", {}};
    for (int n = line_; n <= static_cast<int>(lines_.size()); ++n) {
      std::string text(line(n));
      size_t from = n == line_ ? column_ + 3 : 0;
      const size_t end = text.find(quotes, from);
      const std::string said =
          trimmed(std::string_view(text).substr(from, end == std::string::npos ? end : end - from));
      if (said.empty())
        fix.edits.push_back({Edit::Kind::Delete, n, {}});
      else
        fix.edits.push_back({Edit::Kind::Replace, n, "# " + said});
      if (end != std::string::npos) break;
    }
    ways_.push_back(std::move(fix));
  }

  const std::vector<std::string_view>& lines_;
  int line_, last_ = 0;
  std::string own_, word_;
  size_t column_ = 0;
  std::vector<Fix> ways_;
};

}  // namespace

std::vector<Fix> block_fixes(const std::vector<std::string_view>& lines, int line, int column) {
  return BlockFixer(lines, line, column).run();
}

}  // namespace nw::fixes
