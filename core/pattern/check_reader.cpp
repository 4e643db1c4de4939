// SPDX-License-Identifier: GPL-3.0-or-later
// Python's precedence, from `or` down to literals.
#include "pattern/check.h"
#include "pattern/literal_reader.h"

namespace nw::pattern {

namespace {

class CheckReader {
 public:
  CheckReader(TokenCursor& cursor, std::string_view table) : cursor_(cursor), table_(table) {}

  CheckRef run() {
    if (cursor_.peek().kind != TokenKind::Name) cursor_.wrong("the lambda's name is wanted here");
    root_ = cursor_.next().text;
    cursor_.need(":");
    return either();
  }

 private:
  CheckRef done(CheckNode node, const Token& first) {
    node.span = cursor_.span_from(first);
    const Token& last = cursor_.previous();
    node.text = table_.substr(first.offset, last.offset + last.length - first.offset);
    return std::make_shared<const CheckNode>(std::move(node));
  }

  CheckRef chain(const char* word, CheckNode::Kind kind, CheckRef (CheckReader::*next)()) {
    const Token first = cursor_.peek();
    CheckRef left = (this->*next)();
    if (!cursor_.peek().is_word(word)) return left;
    CheckNode node;
    node.kind = kind;
    node.parts.push_back(std::move(left));
    while (cursor_.take_word(word)) node.parts.push_back((this->*next)());
    return done(std::move(node), first);
  }

  CheckRef either() {
    const TokenCursor::Depth depth(cursor_);
    return chain("or", CheckNode::Kind::Or, &CheckReader::both);
  }
  CheckRef both() { return chain("and", CheckNode::Kind::And, &CheckReader::negation); }

  CheckRef negation() {
    const Token first = cursor_.peek();
    if (!cursor_.take_word("not")) return comparison();
    const TokenCursor::Depth depth(cursor_);
    CheckNode node;
    node.kind = CheckNode::Kind::Not;
    node.parts.push_back(negation());
    return done(std::move(node), first);
  }

  std::string comparator() {
    for (const char* symbol : {"==", "!=", "<=", ">=", "<", ">"})
      if (cursor_.take(symbol)) return symbol;
    if (cursor_.take_word("in")) return "in";
    if (cursor_.take_word("is")) return cursor_.take_word("not") ? "is not" : "is";
    if (cursor_.peek().is_word("not") && cursor_.peek(1).is_word("in")) {
      cursor_.next(), cursor_.next();
      return "not in";
    }
    return {};
  }

  CheckRef comparison() {
    const Token first = cursor_.peek();
    CheckNode node;
    node.kind = CheckNode::Kind::Compare;
    node.parts.push_back(sum());
    for (std::string word = comparator(); !word.empty(); word = comparator()) {
      node.comparisons.push_back(word);
      node.parts.push_back(sum());
    }
    if (node.comparisons.empty()) return node.parts[0];
    return done(std::move(node), first);
  }

  CheckRef binary(std::initializer_list<const char*> symbols, CheckRef (CheckReader::*next)()) {
    const Token first = cursor_.peek();
    CheckRef left = (this->*next)();
    // A chain is as deep as it is long: it counts like brackets.
    for (int length = 0;; ++length) {
      const char* found = nullptr;
      for (const char* symbol : symbols)
        if (cursor_.peek().is(symbol)) found = symbol;
      if (!found) return left;
      if (length > 500) cursor_.wrong("the calculation is too long");
      cursor_.next();
      CheckNode node;
      node.kind = CheckNode::Kind::Binary;
      node.word = found;
      node.parts = {std::move(left), (this->*next)()};
      left = done(std::move(node), first);
    }
  }
  CheckRef sum() { return binary({"+", "-"}, &CheckReader::product); }
  CheckRef product() { return binary({"*", "//", "%", "/"}, &CheckReader::sign); }

  CheckRef sign() {
    const Token first = cursor_.peek();
    if (!cursor_.take("-")) return postfix();
    const TokenCursor::Depth depth(cursor_);
    CheckNode node;
    node.kind = CheckNode::Kind::Negate;
    node.parts.push_back(sign());
    return done(std::move(node), first);
  }

  CheckRef postfix() {
    const Token first = cursor_.peek();
    CheckRef of = primary();
    for (int length = 0;; ++length) {
      if (length > 500) cursor_.wrong("the expression is too long");
      CheckNode node;
      if (cursor_.take(".")) {
        if (cursor_.peek().kind != TokenKind::Name) cursor_.wrong("a name is wanted behind the point");
        node.kind = CheckNode::Kind::Member;
        node.word = cursor_.next().text;
        node.parts = {std::move(of)};
      } else if (cursor_.take("[")) {
        node.kind = CheckNode::Kind::Item;
        node.parts = {std::move(of), either()};
        cursor_.need("]");
      } else {
        return of;
      }
      of = done(std::move(node), first);
    }
  }

  CheckRef primary() {
    const Token first = cursor_.peek();
    CheckNode node;
    if (cursor_.peek().is("(") || cursor_.peek().is("[")) return bracket(first);
    if (first.kind == TokenKind::Name && first.text == root_) {
      cursor_.next();
      node.kind = CheckNode::Kind::Root;
      return done(std::move(node), first);
    }
    if (first.is_word("len") || first.is_word("int") || first.is_word("bool")) {
      cursor_.next();
      cursor_.need("(");
      node.kind = first.is_word("len") ? CheckNode::Kind::Length : CheckNode::Kind::Integer;
      node.parts.push_back(either());
      cursor_.need(")");
      return done(std::move(node), first);
    }
    if (first.kind == TokenKind::Name && first.text != "True" && first.text != "False" && first.text != "None") {
      throw Mistake{
          "`" + first.text.substr(0, 40) + "` is not known in a check: it has " + root_ + ", len(), int() and literals",
          first.span};
    }
    node.value = read_literal(cursor_);
    return done(std::move(node), first);
  }

  // (…) or a tuple or list.
  CheckRef bracket(const Token& first) {
    const TokenCursor::Depth depth(cursor_);
    const bool round = cursor_.peek().is("(");
    cursor_.next();
    CheckNode node;
    node.kind = CheckNode::Kind::List;
    bool comma = !round;
    const char* close = round ? ")" : "]";
    while (!cursor_.take(close)) {
      node.parts.push_back(either());
      if (cursor_.take(",")) {
        comma = true;
        continue;
      }
      cursor_.need(close);
      break;
    }
    if (!comma && node.parts.size() == 1) return node.parts[0];
    return done(std::move(node), first);
  }

  TokenCursor& cursor_;
  std::string_view table_;
  std::string root_;
};

}  // namespace

CheckRef read_check(TokenCursor& cursor, std::string_view table) {
  return CheckReader(cursor, table).run();
}

}  // namespace nw::pattern
