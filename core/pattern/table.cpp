// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/table.h"

#include <fmt/format.h>

#include "base/nearest.h"
#include "graph/op_traits.h"
#include "op/registry.h"
#include "pattern/diagnostics.h"
#include "pattern/literal_reader.h"
#include "pattern/pattern_reader.h"

namespace nw::pattern {

namespace {

constexpr size_t kMostDiagnostics = 200;

std::string text_between(const std::string& text, const Token& first, const Token& last) {
  return text.substr(first.offset, last.offset + last.length - first.offset);
}

void end(const TokenCursor& cursor) {
  if (cursor.peek().kind != TokenKind::End) cursor.wrong("nothing is wanted behind the pattern");
}

void collect(const Pattern& pattern, std::set<const PatternNode*>& parts) {
  if (!parts.insert(pattern.get()).second) return;
  for (const Pattern& part : pattern->parts) collect(part, parts);
}

// What the replacement names stands for something only if it is a part of the pattern.
void need_parts(const ReplacementNode& node, const std::set<const PatternNode*>& parts) {
  if (node.kind == ReplacementNode::Kind::Matched && !parts.contains(node.pattern.get()))
    throw Mistake{fmt::format("`{}` is no part of the rule's pattern, so it stands for nothing", node.name), node.span,
                  "NW3112"};
  for (const Replacement& part : node.parts) need_parts(*part, parts);
}

// What stands behind `NAME:`, to the end of the statement.
Listed read_listed(TokenCursor& cursor, PatternReader& reader, const std::string& text) {
  const Token first = cursor.peek();
  Listed listed;
  listed.pattern = reader.pattern();
  listed.pattern_text = text_between(text, first, cursor.previous());
  if (cursor.take(",")) {
    if (!cursor.take_word("lambda")) cursor.wrong("`lambda e: …` is wanted here");
    listed.check = read_check(cursor, text);
  } else if (cursor.take("=>")) {
    listed.replacement = reader.replacement();
    std::set<const PatternNode*> parts;
    collect(listed.pattern, parts);
    need_parts(*listed.replacement, parts);
  }
  end(cursor);
  listed.text = text_between(text, first, cursor.previous());
  return listed;
}

class TableReader {
 public:
  explicit TableReader(const std::string& text) : text_(text) {}

  Result<Table> run() {
    const std::vector<std::vector<Token>> statements = split_statements(text_);
    for (const std::vector<Token>& tokens : statements)
      if (tokens.size() > 2 && tokens[0].kind == TokenKind::Name && tokens[1].is("="))
        names_.first_lines.emplace(tokens[0].text, tokens[0].span.line);
    bool failed = false;
    for (const std::vector<Token>& tokens : statements) {
      // What is indented under a line that cannot be read (the body of a `def`) is a part of it.
      if (failed && tokens[0].span.column > 1) continue;
      TokenCursor cursor(tokens);
      defines_.clear();
      failed = false;
      try {
        statement(cursor, tokens);
      } catch (const Mistake& mistake) {
        failed = true;
        if (!names_.quiet) report(cannot_read(mistake, text_));
        if (!defines_.empty()) poison(defines_, tokens[0].span.line);
      } catch (const Poisoned&) {
        if (!defines_.empty()) poison(defines_, tokens[0].span.line);
      }
    }
    result_.text = text_;
    result_.known = std::make_shared<const KnownNames>(std::move(names_));
    return {std::move(result_), std::move(diagnostics_)};
  }

 private:
  void report(Diagnostic diagnostic) {
    if (!names_.quiet) diagnostics_.push_back(std::move(diagnostic));
    names_.quiet = diagnostics_.size() >= kMostDiagnostics;
  }
  void poison(const std::string& name, int line) { names_.patterns[name].push_back({line, nullptr}); }

  void statement(TokenCursor& cursor, const std::vector<Token>& tokens) {
    const Token& first = cursor.peek();
    if (first.kind == TokenKind::Name && cursor.peek(1).is("(")) {
      if (first.text == "supports") return supports(cursor, first);
      if (first.text == "custom") return custom(cursor, first);
    }
    std::string name = head(cursor);
    if (cursor.take("=")) return define(cursor, tokens, std::move(name));
    if (!cursor.take(":")) cursor.wrong("a line is `name: pattern`, or `name = pattern` for use in later lines");
    list(cursor, tokens, std::move(name));
  }

  // NAME, or NAME.NAME
  std::string head(TokenCursor& cursor) {
    if (cursor.peek().kind != TokenKind::Name)
      cursor.wrong("a line is `name: pattern`, or `name = pattern` for use in later lines");
    std::string name = cursor.next().text;
    if (cursor.peek().is("=")) defines_ = name;
    while (cursor.take(".")) {
      if (cursor.peek().kind != TokenKind::Name && cursor.peek().kind != TokenKind::Number)
        cursor.wrong("a name is wanted behind the point");
      name += "." + cursor.next().text;
    }
    return name;
  }

  void define(TokenCursor& cursor, const std::vector<Token>& tokens, std::string name) {
    if (name.find('.') != std::string::npos) throw Mistake{"a name for later lines has no points", tokens[0].span};
    PatternReader reader(cursor, names_);
    const Token& first = cursor.peek();
    Pattern pattern = reader.pattern();
    end(cursor);
    // `op = is_op("x")` is named to be called later.
    if (pattern->kind == PatternKind::Operator) reader.bare.pop_back();
    warn(reader.bare);
    result_.assignments.push_back({name, text_between(text_, first, cursor.previous())});
    names_.patterns[name].push_back({tokens[0].span.line, std::move(pattern)});
  }

  void list(TokenCursor& cursor, const std::vector<Token>& tokens, std::string name) {
    PatternReader reader(cursor, names_);
    Listed listed = read_listed(cursor, reader, text_);
    warn(reader.bare);
    listed.at = tokens[0].span;
    if (const auto known = line_of_name_.find(name); known != line_of_name_.end()) {
      report(listed_twice(name, listed.at, known->second));
      return;
    }
    line_of_name_[name] = listed.at.line;
    if (const size_t point = name.find('.'); point != std::string::npos) listed.target = name.substr(0, point);
    listed.name = std::move(name);
    listed.last_line = cursor.previous().span.line;
    result_.listed.push_back(std::move(listed));
  }

  void warn(const std::vector<BareOperator>& bare) {
    for (const BareOperator& each : bare) report(bare_operator(each.name, each.at, text_));
  }

  void supports(TokenCursor& cursor, const Token& first) {
    cursor.next(), cursor.next();
    Supports row;
    row.line = first.span.line;
    row.target = read_text(cursor);
    cursor.need(",");
    cursor.need("[");
    PatternReader reader(cursor, names_);
    read_list(cursor, "]", [&] { row.ops.push_back(reader.operator_name()); });
    cursor.take(",");
    cursor.need(")");
    end(cursor);
    result_.supports.push_back(std::move(row));
  }

  // Relay's names mean Relay's operators, and a name means one operator.
  void check_name(const CustomOperator& made) const {
    const bool odd = made.name.empty() || made.name.find_first_not_of(
                                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_.") != std::string::npos;
    if (odd) throw Mistake{"an operator's name has letters, digits, `_` and points", made.name_at};
    if (op::Registry::standard().find(made.name))
      throw Mistake{fmt::format("`{}` is an operator of Relay: one of your own needs another name", made.name),
                    made.name_at};
    for (const CustomOperator& other : result_.custom)
      if (other.name == made.name)
        throw Mistake{fmt::format("`{}` is declared in line {} already", made.name.substr(0, 60), other.line),
                      made.name_at};
  }

  void custom(TokenCursor& cursor, const Token& first) {
    cursor.next(), cursor.next();
    CustomOperator made;
    made.line = first.span.line;
    made.name_at = cursor.peek().span;
    made.name = read_text(cursor);
    check_name(made);
    while (cursor.take(",") && !cursor.peek().is(")")) {
      const Token key = cursor.peek();
      if (key.kind != TokenKind::Name) cursor.wrong("inputs=, type=, pattern= or te= is wanted here");
      cursor.next();
      cursor.need("=");
      const Token value = cursor.peek();
      if (key.text == "inputs") {
        const int64_t count = read_integer(cursor);
        if (count < 0 || count > 1000) throw Mistake{"an operator has 0 to 1000 inputs", value.span};
        made.inputs = static_cast<int>(count);
      } else if (key.text == "type") {
        made.type_at = value.span;
        if (value.kind == TokenKind::Text) {
          made.type = read_text(cursor);
        } else {
          read_type(cursor);
          made.type = text_between(text_, value, cursor.previous());
        }
      } else if (key.text == "pattern") {
        made.pattern = read_text(cursor);
        if (!graph::parse_pattern(made.pattern))
          throw Mistake{fmt::format("`{}` is no pattern of an operator", made.pattern.substr(0, 40)),
                        value.span,
                        "NW3101",
                        {"elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "opaque"}};
      } else if (key.text == "te") {
        made.te_at = value.span;
        made.te = read_text(cursor);
      } else {
        throw Mistake{"an operator has inputs=, type=, pattern= and te=",
                      key.span,
                      "NW3101",
                      {},
                      nearest(key.text, {"inputs", "type", "pattern", "te"}, 1)};
      }
    }
    cursor.need(")");
    if (made.inputs < 0) throw Mistake{"`inputs=` is missing: how many tensors the operator takes", made.name_at};
    end(cursor);
    names_.custom_ops[made.name] = {made.line, made.inputs};
    result_.custom.push_back(std::move(made));
  }

  const std::string& text_;
  Table result_;
  Diagnostics diagnostics_;
  KnownNames names_;
  std::string defines_;  // the name that the statement gives, once it is known
  std::map<std::string, int> line_of_name_;
};

}  // namespace

Result<Table> read_table(const std::string& text) {
  return TableReader(text).run();
}

std::optional<Listed> read_line_again(const Table& table, size_t line, const std::string& statement) {
  const std::vector<std::vector<Token>> statements = split_statements(statement);
  if (statements.size() != 1) return std::nullopt;
  const Listed& was = table.listed[line];
  TokenCursor cursor(statements[0]);
  try {
    std::string name;
    while (cursor.peek().kind != TokenKind::End && !cursor.take(":")) name += cursor.next().text;
    if (name != was.name) return std::nullopt;
    PatternReader reader(cursor, *table.known, was.at.line);
    Listed again = read_listed(cursor, reader, statement);
    again.name = was.name;
    again.target = was.target;
    again.at = was.at;
    again.last_line = was.last_line;
    return again;
  } catch (const Mistake&) {
    return std::nullopt;
  } catch (const Poisoned&) {
    return std::nullopt;
  }
}

}  // namespace nw::pattern
