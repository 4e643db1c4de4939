// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "fixes/blocks.h"
#include "script/lexer.h"

namespace nw::fixes {

using script::Tok;
using script::Token;
using script::Tokens;

namespace {

// One line with a mistake at one of its tokens.
class LineFixer {
 public:
  LineFixer(int line, int column, std::string_view own)
      : line_(line), own_(own), tokens_(script::tokenize(own_)), at_(tokens_.list.size()) {
    for (size_t i = 0; i < tokens_.list.size(); ++i)
      if (tokens_.list[i].column >= column && at_ == tokens_.list.size()) at_ = i;
  }

  std::vector<Fix> misread() {
    quotes();
    number();
    annotation();
    parenthesized_parameters();
    if (const Token* t = token(at_); t && before(at_)) {
      const bool word = t->kind == Tok::Name || t->kind == Tok::Int || t->kind == Tok::Float || t->text == "(";
      const size_t gap = end(*before(at_));
      if (word || t->text == "[") write("put a comma between", replaced(gap, start(*t), ", "));
      for (const char* missing : {": ", "=", " * "})
        write(fmt::format("put '{}' between", missing[0] == ' ' ? '*' : missing[0]), replaced(gap, start(*t), missing));
    }
    if (const Token* t = token(at_)) write("leave '" + std::string(t->text) + "' out", erase(*t));
    if (const Token* t = before(at_)) write("leave '" + std::string(t->text) + "' out", erase(*t));
    return std::move(ways_);
  }

  std::vector<Fix> refused() {
    const Token* t = token(at_);
    if (!t) return {};
    if (t->text == ";") one_a_line();
    if (t->kind == Tok::Op && t->text.size() >= 2 && t->text.back() == '=') {
      update(*t);
      joined_comparison();
    }
    if (t->text == "<" || t->text == ">") joined_comparison();
    if (t->text == "=") {
      chained_assignment(*t);
      default_value(*t);
    }
    if (t->bad || t->text == "f" || t->text == "r" || t->text == "b") write("write a plain string", erase(*t));
    if (t->kind == Tok::String) join_strings(*t);
    return std::move(ways_);
  }

 private:
  const Token* token(size_t i) const {
    return i < tokens_.list.size() && tokens_.list[i].text.data() && !tokens_.list[i].text.empty() ? &tokens_.list[i]
                                                                                                   : nullptr;
  }
  const Token* before(size_t i) const {
    while (i > 0 && !token(i - 1)) --i;  // the end of the statement has no text
    return i > 0 ? token(i - 1) : nullptr;
  }
  static size_t start(const Token& t) { return static_cast<size_t>(t.column) - 1; }
  static size_t end(const Token& t) { return start(t) + t.text.size(); }
  void write(std::string title, std::string as) {
    ways_.push_back({std::move(title), {{Edit::Kind::Replace, line_, std::move(as)}}});
  }
  std::string replaced(size_t from, size_t to, std::string_view by) const {
    std::string text = own_;
    return text.replace(from, to - from, by);
  }
  std::string erase(const Token& t) const {
    size_t from = start(t);
    if (from > 0 && own_[from - 1] == ' ') --from;
    return replaced(from, end(t), "");
  }

  void quotes() {
    std::string text = own_;
    for (size_t at = 0; (at = text.find("\xe2\x80", at)) != std::string::npos; ++at)
      if (at + 2 < text.size() && text[at + 2] >= '\x98' && text[at + 2] <= '\x9f') text.replace(at, 3, "\"");
    if (text != own_) write("write plain quotation marks", std::move(text));
  }
  void number() {
    const Token* t = token(at_);
    if (!t || t->kind != Tok::Int || !t->bad) return;
    const size_t digits = t->text.find_first_not_of("0123456789.");
    if (digits != std::string_view::npos && digits > 0)
      write("write " + std::string(t->text.substr(0, digits)), replaced(start(*t) + digits, end(*t), ""));
  }
  // x: int = 4
  void annotation() {
    const Token* t = token(at_);
    if (!t || t->text != ":" || at_ != 1) return;
    for (size_t i = at_; i < tokens_.list.size(); ++i)
      if (tokens_.list[i].text == "=")
        return write("leave the annotation out", replaced(start(*t), start(tokens_.list[i]), " "));
  }
  // lambda (i, j): …
  void parenthesized_parameters() {
    const Token *t = token(at_), *word = before(at_);
    if (!t || !word || t->text != "(" || word->text != "lambda") return;
    const size_t close = own_.find(')', end(*t));
    if (close == std::string::npos) return;
    std::string text = own_;
    text.erase(close, 1).erase(start(*t), 1);
    write("leave the parentheses out", std::move(text));
  }
  void one_a_line() {
    std::string text;
    size_t from = 0;
    int depth = 0;
    auto add = [&](size_t to) {
      const size_t first = std::min(own_.find_first_not_of(' ', from), to);
      if (first < to) text += (text.empty() ? "" : "\n") + own_.substr(first, to - first);
    };
    for (const Token& t : tokens_.list) {
      if (t.text == "(" || t.text == "[") ++depth;
      if (t.text == ")" || t.text == "]") --depth;
      if (t.text != ";" || depth > 0) continue;
      add(start(t));
      from = end(t);
    }
    add(own_.size());
    write("write one statement a line", std::move(text));
  }
  // x += 1
  void update(const Token& t) {
    if (at_ == 0 || t.text == "==" || t.text == "!=" || t.text == "<=" || t.text == ">=") return;
    const size_t from = own_.find_first_not_of(' ', end(t)), first = own_.find_first_not_of(' ');
    if (from == std::string::npos || first == std::string::npos) return;
    const std::string target = own_.substr(first, end(tokens_.list[at_ - 1]) - first);
    const std::string op(t.text.substr(0, t.text.size() - 1)), value = own_.substr(from);
    const bool simple = value.find_first_of(" +-") == std::string::npos;
    const std::string right = simple ? value : "(" + value + ")";
    write("write it out",
          op == ":" ? fmt::format("{} = {}", target, value) : fmt::format("{} = {} {} {}", target, target, op, right));
  }
  // a < b < c; the second comparison is at fault.
  void joined_comparison() {
    auto compares = [](const Token& t) {
      return t.text == "<" || t.text == ">" || t.text == "<=" || t.text == ">=" || t.text == "==" || t.text == "!=";
    };
    auto ends = [](const Token& t) {
      return t.text == "," || t.text == ":" || t.text == "=" || t.text == "and" || t.text == "or" || t.text == "not" ||
             t.text == "if" || t.text == "else" || t.kind == Tok::Newline || t.kind == Tok::End;
    };
    size_t first = at_;  // the other comparison
    int depth = 0;
    auto step_back = [&](const Token& t) {
      if (t.text == ")" || t.text == "]") ++depth;
      if (t.text == "(" || t.text == "[") --depth;
      return depth >= 0;
    };
    while (first > 0 && step_back(tokens_.list[first - 1]) && (depth > 0 || !compares(tokens_.list[first - 1])))
      --first;
    if (first == 0 || !compares(tokens_.list[first - 1])) return;
    --first;
    size_t left = first;
    depth = 0;
    while (left > 0 && step_back(tokens_.list[left - 1]) && (depth > 0 || !ends(tokens_.list[left - 1]))) --left;
    size_t right = at_ + 1;
    for (depth = 0; right < tokens_.list.size(); ++right) {
      const Token& t = tokens_.list[right];
      if (t.text == "(" || t.text == "[") ++depth;
      if (t.text == ")" || t.text == "]") --depth;
      if (depth < 0 || (depth == 0 && ends(t))) break;
    }
    if (right <= at_ + 1 || left >= first) return;
    const size_t from = start(tokens_.list[left]), to = end(tokens_.list[right - 1]);
    const size_t middle = own_.find_first_not_of(' ', end(tokens_.list[first]));
    write("join two comparisons",
          replaced(from, to,
                   fmt::format("tir.all({}, {})", own_.substr(from, end(tokens_.list[at_ - 1]) - from),
                               own_.substr(middle, to - middle))));
  }
  // a = b = value
  void chained_assignment(const Token& second) {
    size_t first = 0;
    while (first < at_ && tokens_.list[first].text != "=") ++first;
    if (first == 0 || first >= at_) return;
    const std::string a = own_.substr(0, end(tokens_.list[first - 1]));
    const size_t from = own_.find_first_not_of(' ', end(tokens_.list[first]));
    const std::string b = own_.substr(from, end(tokens_.list[at_ - 1]) - from);
    write("write one assignment a line", fmt::format("{} ={}\n{} = {}", b, own_.substr(end(second)), a, b));
  }
  // lambda i, j=2: …
  void default_value(const Token& t) {
    size_t to = at_ + 1;
    while (to < tokens_.list.size() && tokens_.list[to].text != "," && tokens_.list[to].text != ":") ++to;
    if (const Token* stop = token(to)) write("leave the default out", replaced(start(t), start(*stop), ""));
  }
  void join_strings(const Token& second) {
    const Token* first = before(at_);
    if (first && first->kind == Tok::String && first->text.back() == second.text.front())
      write("write one string", replaced(end(*first) - 1, start(second) + 1, ""));
  }

  int line_;
  std::string own_;
  Tokens tokens_;
  size_t at_;
  std::vector<Fix> ways_;
};

std::vector<Fix> closed(const Diagnostic& d, int line, const std::string& own) {
  std::vector<Fix> ways;
  const auto write = [&](std::string title, std::string as) {
    ways.push_back({std::move(title), {{Edit::Kind::Replace, line, std::move(as)}}});
  };
  for (const char* end : {")", "]", "])", "\"", "\")", "\"])"}) write(std::string("close it: ") + end, own + end);
  for (const size_t at : {own.rfind(')'), own.rfind("])")})
    if (at != std::string::npos) write("close the string", std::string(own).insert(at, "\""));
  const auto column = static_cast<size_t>(std::max(d.where[0].span.column, 1)) - 1;
  if (column < own.size()) write("leave it out", std::string(own).erase(column, 1));
  return ways;
}

bool uses_module(std::string_view line, std::string_view module) {
  const Tokens tokens = script::tokenize(line);
  for (size_t i = 0; i + 1 < tokens.list.size(); ++i)
    if (tokens.list[i].text == module && tokens.list[i + 1].text == "." && (i == 0 || tokens.list[i - 1].text != "."))
      return true;
  return false;
}

// An import of a module whose name is nearly tvm, or of something that a script cannot use.
// If the script imports nothing that it could use, what it uses.
std::vector<Fix> imported(const std::vector<std::string_view>& lines, int line, const std::string& own) {
  std::vector<Fix> ways;
  const Tokens tokens = script::tokenize(own);
  if (tokens.list.size() > 1 && tokens.list[1].kind == Tok::Name) {
    const Token& module = tokens.list[1];
    const std::string all = "tvm";
    const auto shared = std::ranges::count_if(all, [&](char c) { return module.text.find(c) != std::string::npos; });
    std::string text = own;
    text.replace(static_cast<size_t>(module.column) - 1, module.text.size(), "tvm");
    if (shared >= 2 && module.text.size() <= 4)
      ways.push_back({"write tvm", {{Edit::Kind::Replace, line, std::move(text)}}});
    if (tokens.list[0].text == "import" && (module.text == "te" || module.text == "tir" || module.text == "topi"))
      ways.push_back({"import it from tvm", {{Edit::Kind::Replace, line, "from tvm " + own}}});
  }
  const auto of_tvm = [&](std::string_view l) { return l.starts_with("import tvm") || l.starts_with("from tvm "); };
  std::string used;
  for (const char* module : {"te", "tir", "topi"})
    if (std::ranges::any_of(lines, [&](std::string_view l) { return uses_module(l, module); }))
      used += (used.empty() ? "" : ", ") + std::string(module);
  if (!used.empty() && std::ranges::none_of(lines, of_tvm))
    ways.push_back(
        {"import what the script uses", {{Edit::Kind::Replace, line, "import tvm\nfrom tvm import " + used}}});
  ways.push_back({"leave it out", {{Edit::Kind::Delete, line, {}}}});
  return ways;
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<Fix> syntax_fixes(const Diagnostic& d, std::string_view text) {
  const int line = line_of(d);
  const std::vector<std::string_view> lines = lines_of(text);
  if (line < 1 || static_cast<size_t>(line) > lines.size()) return {};
  const std::string own(lines[static_cast<size_t>(line) - 1]);
  if (d.code == "NW2003") return closed(d, line, own);
  if (d.code == "NW2005") return imported(lines, line, own);
  const size_t margin = own.find_first_not_of(" \t");
  if (d.code == "NW2001" && margin != 0 && margin != std::string::npos)
    return {{"begin the line at the margin", {{Edit::Kind::Replace, line, own.substr(margin)}}}};
  if (d.code == "NW2001") return LineFixer(line, d.where[0].span.column, own).misread();
  if (d.code != "NW2002") return {};
  std::vector<Fix> ways = block_fixes(lines, line, d.where[0].span.column);
  for (Fix& way : LineFixer(line, d.where[0].span.column, own).refused()) ways.push_back(std::move(way));
  return ways;
}

}  // namespace nw::fixes
