// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/read.h"

#include <cctype>
#include <map>
#include <optional>

namespace nw::pattern {

namespace {

constexpr int kDeepest = 200;  // of brackets in brackets

using Names = std::map<std::string, Pattern>;

// Thrown inside this file only: a line ends at its first mistake.
struct Mistake {
  size_t at = 0;
  std::string what;
};

class LineReader {
 public:
  LineReader(const std::string& line, const Names& names) : line_(line), names_(names) {}

  // "NAME =" or "NAME:"; the pattern follows.
  std::string head(char& separator) {
    space();
    const size_t begin = at_;
    while (at_ < line_.size() && line_[at_] != '=' && line_[at_] != ':' && !std::isspace(byte())) ++at_;
    std::string name = line_.substr(begin, at_ - begin);
    space();
    if (name.empty() || at_ >= line_.size() || (line_[at_] != '=' && line_[at_] != ':'))
      throw Mistake{at_, "a line is `name: pattern`, or `name = pattern` for use in later lines"};
    separator = line_[at_++];
    return name;
  }

  Pattern whole() {
    Pattern pattern = sum();
    space();
    if (at_ < line_.size()) throw Mistake{at_, "nothing is wanted after the pattern"};
    return pattern;
  }

 private:
  unsigned char byte() const { return static_cast<unsigned char>(line_[at_]); }
  void space() {
    while (at_ < line_.size() && std::isspace(byte())) ++at_;
  }
  bool take(char c) {
    space();
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  void need(char c) {
    if (!take(c)) throw Mistake{at_, std::string("`") + c + "` is wanted here"};
  }
  std::string identifier() {
    space();
    const size_t begin = at_;
    while (at_ < line_.size() && (std::isalnum(byte()) || line_[at_] == '_')) ++at_;
    return line_.substr(begin, at_ - begin);
  }
  std::string quoted() {
    space();
    const char quote = at_ < line_.size() ? line_[at_] : '\0';
    const size_t end = quote == '"' || quote == '\'' ? line_.find(quote, at_ + 1) : std::string::npos;
    if (end == std::string::npos) throw Mistake{at_, "a text in quotes is wanted here"};
    std::string text = line_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return text;
  }
  int64_t integer() {
    space();
    const size_t begin = at_;
    if (at_ < line_.size() && line_[at_] == '-') ++at_;
    while (at_ < line_.size() && std::isdigit(byte())) ++at_;
    if (at_ == begin || at_ - begin > 18 || line_[at_ - 1] == '-') throw Mistake{begin, "an integer is wanted here"};
    return std::stoll(line_.substr(begin, at_ - begin));
  }

  // ── patterns ──
  Pattern sum() {
    if (++depth_ > kDeepest) throw Mistake{at_, "patterns stand too deep inside one another"};
    Pattern left = product();
    while (true) {
      if (take('|'))
        left = left | product();
      else if (take('+'))
        left = left + product();
      else if (take('-'))
        left = left - product();
      else
        break;
    }
    --depth_;
    return left;
  }

  Pattern product() {
    Pattern left = postfix();
    while (true) {
      if (take('*'))
        left = left * postfix();
      else if (take('/'))
        left = left / postfix();
      else
        return left;
    }
  }

  Pattern postfix() {
    Pattern pattern = primary();
    while (take('.')) pattern = method(pattern);
    return pattern;
  }

  Pattern primary() {
    if (take('(')) {
      Pattern inside = sum();
      need(')');
      return inside;
    }
    const size_t begin = at_;
    const std::string name = identifier();
    if (name.empty()) throw Mistake{begin, "a pattern is wanted here: is_op(…), wildcard(), is_constant(), a name"};
    if (const auto known = names_.find(name); known != names_.end()) return known->second;
    if (name == bound_name_ && bound_) return bound_;
    return call(name, begin);
  }

  Pattern call(const std::string& name, size_t begin) {
    if (name == "wildcard" || name == "is_constant") {
      need('('), need(')');
      return name == "wildcard" ? wildcard() : is_constant();
    }
    if (name == "is_var") {
      need('(');
      if (take(')')) return is_var();
      Pattern variable = is_var(quoted());
      need(')');
      return variable;
    }
    if (name == "is_op") {
      need('(');
      const std::string op = quoted();
      need(')');
      if (!take('(')) return is_op(op);
      return is_op(op, list(')'));
    }
    if (name == "is_tuple") {
      need('(');
      if (take(')')) return is_tuple();
      need('[');
      Pattern tuple = is_tuple(list(']'));
      need(')');
      return tuple;
    }
    if (name == "is_tuple_get_item") {
      need('(');
      Pattern tuple = sum();
      const int64_t index = take(',') ? integer() : -1;
      need(')');
      return is_tuple_get(tuple, index);
    }
    if (name == "dominates" || name == "is_if") return of_three(name);
    throw Mistake{begin, "`" + name + "` is neither a pattern nor a name of an earlier line"};
  }

  Pattern of_three(const std::string& name) {
    need('(');
    const std::vector<Pattern> parts = list(')');
    if (parts.size() != 3) throw Mistake{at_, "`" + name + "` has three parts"};
    return name == "dominates" ? dominates(parts[0], parts[1], parts[2]) : is_if(parts[0], parts[1], parts[2]);
  }

  std::vector<Pattern> list(char end) {
    std::vector<Pattern> parts;
    if (take(end)) return parts;
    do parts.push_back(sum());
    while (take(','));
    need(end);
    return parts;
  }

  Pattern method(const Pattern& of) {
    const size_t begin = at_;
    const std::string name = identifier();
    need('(');
    Pattern result;
    if (name == "optional") {
      result = optional(of);
    } else if (name == "has_attr") {
      result = of.has_attr(attributes());
    } else if (name == "has_dtype") {
      const size_t at = at_;
      const auto dtype = parse_dtype(quoted());
      if (!dtype) throw Mistake{at, "this is not a data type"};
      result = of.has_dtype(*dtype);
    } else if (name == "has_shape") {
      result = of.has_shape(shape());
    } else {
      throw Mistake{begin, "`" + name + "` is none of optional, has_attr, has_dtype, has_shape"};
    }
    need(')');
    return result;
  }

  // optional(lambda x: …)
  Pattern optional(const Pattern& of) {
    const size_t begin = at_;
    if (identifier() != "lambda") throw Mistake{begin, "`lambda x: …` is wanted here"};
    const std::string outer_name = bound_name_;
    const Pattern outer = bound_;
    bound_name_ = identifier();
    if (bound_name_.empty()) throw Mistake{at_, "the lambda's name is wanted here"};
    need(':');
    bound_ = of;
    Pattern with = sum();
    bound_name_ = outer_name;
    bound_ = outer;
    return of | with;
  }

  graph::Attrs attributes() {
    graph::Attrs attrs;
    need('{');
    if (take('}')) return attrs;
    do {
      const std::string key = quoted();
      need(':');
      attrs[key] = attribute();
    } while (take(','));
    need('}');
    return attrs;
  }

  graph::Attr attribute() {
    if (++depth_ > kDeepest) throw Mistake{at_, "lists stand too deep inside one another"};
    graph::Attr value = attribute_inside();
    --depth_;
    return value;
  }

  graph::Attr attribute_inside() {
    space();
    const char c = at_ < line_.size() ? line_[at_] : '\0';
    if (c == '"' || c == '\'') return {quoted()};
    if (c == '[' || c == '(') {
      ++at_;
      graph::AttrList items;
      const char end = c == '[' ? ']' : ')';
      while (!take(end)) {
        items.push_back(attribute());
        if (!take(',')) {
          need(end);
          break;
        }
      }
      return {std::move(items)};
    }
    if (std::isalpha(static_cast<unsigned char>(c))) {
      const size_t begin = at_;
      const std::string word = identifier();
      if (word != "True" && word != "False") throw Mistake{begin, "an attribute's value is wanted here"};
      return {word == "True"};
    }
    return {integer()};
  }

  graph::Shape shape() {
    graph::Shape shape;
    const bool round = take('(');
    if (!round) need('[');
    const char end = round ? ')' : ']';
    while (!take(end)) {
      shape.emplace_back(integer());
      if (!take(',')) {
        need(end);
        break;
      }
    }
    return shape;
  }

  const std::string& line_;
  const Names& names_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string bound_name_;  // of the lambda around
  Pattern bound_;
};

Diagnostic cannot_read(size_t line, const Mistake& mistake) {
  Diagnostic d;
  d.code = "NW3101";
  d.severity = Severity::Error;
  d.message = "the pattern cannot be read: " + mistake.what;
  Place place;
  place.span.line = static_cast<int>(line);
  place.span.column = static_cast<int>(mistake.at + 1);
  place.span.length = 1;
  d.where.push_back(place);
  return d;
}

}  // namespace

Result<std::vector<NamedPattern>> read_patterns(const std::string& text) {
  Result<std::vector<NamedPattern>> result{std::vector<NamedPattern>{}};
  Names names;
  size_t number = 0;
  for (size_t begin = 0; begin <= text.size(); ++number) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    try {
      LineReader reader(line, names);
      char separator = ':';
      const std::string name = reader.head(separator);
      Pattern pattern = reader.whole();
      if (separator == '=')
        names[name] = std::move(pattern);
      else
        result->push_back({name, std::move(pattern), {}});
    } catch (const Mistake& mistake) {
      result.diagnostics.push_back(cannot_read(number + 1, mistake));
    }
  }
  return result;
}

}  // namespace nw::pattern
