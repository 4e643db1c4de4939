// SPDX-License-Identifier: GPL-3.0-or-later
// Modules: the version line, definitions, type definitions, bare functions; and what holds the parser together.
#include <fmt/format.h>

#include <algorithm>

#include "import/nearest.h"
#include "import/relay_diagnostics.h"
#include "import/relay_parser.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

namespace {

constexpr int kMaxExprDepth = 300;
constexpr int kMaxErrors = 50;

std::string shown(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "the end of the text";
    case TokenKind::Local:
    case TokenKind::GraphVar:
      return fmt::format("'%{}'", token.text);
    case TokenKind::Global:
      return fmt::format("'@{}'", token.text);
    case TokenKind::String:
      return fmt::format("\"{}\"", token.text);
    default:
      return fmt::format("'{}'", token.text);
  }
}

}  // namespace

RelayParser::RelayParser(Tokens tokens, const RelayMetadata& metadata, const op::Registry& registry)
    : tokens_(std::move(tokens.list)), metadata_(metadata), registry_(registry), scopes_(1) {
  graph_.format = "Relay";
}

Token RelayParser::take() {
  const Token token = peek();
  if (pos_ + 1 < tokens_.size()) ++pos_;
  return token;
}

bool RelayParser::accept(std::string_view punct) {
  if (failed_ || !peek().is(punct)) return false;
  take();
  return true;
}

bool RelayParser::accept_word(std::string_view word) {
  if (failed_ || !peek().is_word(word)) return false;
  take();
  return true;
}

bool RelayParser::expect(std::string_view punct) {
  if (accept(punct)) return true;
  fail(fmt::format("'{}'", punct));
  return false;
}

void RelayParser::fail(const std::string& expected) {
  if (!failed_) report(unexpected_token(expected, shown(peek()), peek().span()));
  failed_ = true;
}

void RelayParser::report(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error && ++errors_ > kMaxErrors) {
    if (errors_ == kMaxErrors + 1) diagnostics_.push_back(too_many_errors(kMaxErrors));
    return;
  }
  diagnostics_.push_back(std::move(diagnostic));
}

bool RelayParser::enter() {
  if (++depth_ <= kMaxExprDepth) return true;
  if (!failed_) report(nested_too_deeply(kMaxExprDepth, peek().span()));
  failed_ = true;
  return false;
}

// After a mistake: to behind the ';' that ends this statement, or to the '}' that ends its block.
void RelayParser::skip_statement() {
  failed_ = false;
  int open = 0;
  bool first = true;
  while (peek().kind != TokenKind::End) {
    const Token& t = peek();
    const bool binding = (t.kind == TokenKind::GraphVar && peek(1).is("=")) || t.is_word("let");
    if (open == 0 && (t.is("}") || (!first && t.first_on_line && binding))) return;
    if (t.first_on_line && t.is_word("def")) return;
    if (t.is("{") || t.is("(") || t.is("[")) ++open;
    if ((t.is("}") || t.is(")") || t.is("]")) && open > 0) --open;
    const bool end = open == 0 && t.is(";");
    take();
    first = false;
    if (end) return;
  }
}

// Over a balanced piece that begins with an opening bracket.
void RelayParser::skip_brackets() {
  int open = 0;
  do {
    const Token t = take();
    if (t.is("{") || t.is("(") || t.is("[")) ++open;
    if (t.is("}") || t.is(")") || t.is("]")) --open;
  } while (open > 0 && peek().kind != TokenKind::End);
}

graph::Graph RelayParser::parse() {
  constexpr size_t kTokensOfStatement = 8;  // a call of two arguments; most have more
  graph_.reserve(tokens_.size() / kTokensOfStatement);
  version();
  for (;;) {
    if (peek().kind == TokenKind::End) break;
    if (peek().is_word("def")) {
      definition();
    } else if (peek().is_word("type") || peek().is_word("extern")) {
      type_definition();
    } else if (!found_function_) {
      bare_function();
      first_line_left_ = peek().kind == TokenKind::End ? 0 : peek().line;
      break;
    } else {
      fail("'def'");
      failed_ = false;
      while (peek().kind != TokenKind::End &&
             !(peek().first_on_line && (peek().is_word("def") || peek().is_word("type"))))
        take();
    }
  }
  finish();
  return std::move(graph_);
}

// `#[version = "0.0.5"]`, or v0.0.4 alone on its line.
void RelayParser::version() {
  std::string name = "0.0.5";
  if (peek().is("#[") && peek(1).is_word("version")) {
    take();
    take();
    expect("=");
    const Token value = take();
    name = std::string(value.text);
    expect("]");
    failed_ = false;
    if (name != "0.0.5" && name != "0.0.4" && name != "0.0.1") report(unknown_version(name, value.span()));
  } else if (peek().kind == TokenKind::Ident && peek().text.starts_with('v') && peek(1).is(".")) {
    const Token first = take();
    name = std::string(first.text.substr(1));
    while (peek().is(".") || (peek().kind == TokenKind::Number && !peek().first_on_line)) name += take().text;
    if (name != "0.0.1" && name != "0.0.4" && name != "0.0.5") report(unknown_version(name, first.span()));
  }
  graph_.format = "Relay v" + name;
}

void RelayParser::definition() {
  take();  // def
  const Token name = peek();
  if (name.kind == TokenKind::Global) {
    take();
  } else {
    fail("'@' and a name");
  }
  const std::string global(name.text);
  const bool is_main = global == "main" && !found_function_;
  if (!failed_ && globals_.contains(global)) report(defined_twice("@" + global, name.span(), globals_[global].at));
  prefix_ = global == "main" ? "" : "@" + global;
  scopes_.assign(1, {});
  const NodeId node = function(global, is_main);
  if (failed_) {
    failed_ = false;
    while (peek().kind != TokenKind::End && !(peek().first_on_line && (peek().is_word("def") || peek().is("#["))))
      take();
  }
  accept(";");
  if (!node.valid()) return;
  globals_.emplace(global, Definition{node, name.span()});
  if (global != "main") graph_.functions.emplace(global, node);
  found_function_ = found_function_ || is_main;
}

// Types of the user's own: their constructors are opaque to us, so the definition itself is passed over.
void RelayParser::type_definition() {
  accept_word("extern");
  take();  // type
  if (peek().kind == TokenKind::Ident) take();
  if (peek().is("[")) skip_brackets();
  if (peek().is("{")) skip_brackets();
  accept(";");
}

void RelayParser::bare_function() {
  const size_t before = pos_;
  const NodeId root = sequence();
  if (failed_) failed_ = false;
  if (!root.valid() || pos_ == before) return;
  found_function_ = true;
  if (graph_.node(root).kind == NodeKind::Function) {
    main_is(graph_.node(root));
  } else {
    graph_.outputs = {root};
  }
}

// The graph is its main function's inside: parameters become inputs. A tuple that only gathers results is left out.
void RelayParser::main_is(const Node& main) {
  graph_.inputs.insert(graph_.inputs.begin(), main.params.begin(), main.params.end());
  graph_.outputs = main.inputs;
  graph_.attrs = main.attrs;
  const NodeId body = main.inputs[0];
  if (graph_.node(body).kind != NodeKind::Tuple || graph_.node(body).inputs.size() < 2) return;
  const auto reads_it = [&](const Node& n) {
    return n.id != main.id && std::find(n.inputs.begin(), n.inputs.end(), body) != n.inputs.end();
  };
  if (std::none_of(graph_.nodes().begin(), graph_.nodes().end(), reads_it)) graph_.outputs = graph_.node(body).inputs;
}

void RelayParser::unused_or_missing() {
  for (const auto& [name, at] : missing_globals_) {
    if (!globals_.contains(name)) report(undefined_function(name, at));
  }
  for (const auto& [op, use] : unknown_ops_) {
    std::vector<std::string> names;
    for (const auto& [known, info] : registry_.ops()) names.push_back(known);
    report(unknown_operator(op, nearest(op, names, 3), use.count, use.at));
  }
}

void RelayParser::finish() {
  if (!found_function_ && !graph_.functions.empty()) {  // a module without @main: its first function is shown
    const auto first = std::min_element(globals_.begin(), globals_.end(), [](const auto& a, const auto& b) {
      return a.second.at.line < b.second.at.line;
    });
    main_is(graph_.node(first->second.node));
    graph_.name = first->first;
    graph_.functions.erase(first->first);
    found_function_ = true;
  } else {
    graph_.name = "main";
  }
  unused_or_missing();
  size_t next = 0;  // what was inside other expressions gets the numbers that the text left free
  for (const Node& n : graph_.nodes()) {
    if (is_named(n.id)) continue;
    std::string name;
    do {
      while (next < bound_numbers_.size() && bound_numbers_[next]) ++next;
      name = fmt::format("%{}", next++);
    } while (graph_.find(name).valid());
    graph_.rename(n.id, name);
  }
}

// After `def @name` or `fn`: [type parameters] (parameters, attributes) -> type { body }. The main function becomes no
// node, for it would be one that nothing needs; its body is given back.
NodeId RelayParser::function(const std::string& global_name, bool is_main) {
  if (!enter()) {
    leave();
    return {};
  }
  Node node;
  node.kind = NodeKind::Function;
  const Token at = previous();
  scopes_.emplace_back();
  if (peek().is("[")) {
    const Token open = peek();
    skip_brackets();
    const std::string_view from = open.text;
    const char* begin = from.data() + 1;
    node.attrs["type_params"] = graph::Attr{std::string(begin, static_cast<size_t>(previous().text.data() - begin))};
  }
  parameters(node);
  graph::Type result;
  if (accept("->")) result = type("");
  const NodeId body = block();
  scopes_.pop_back();
  leave();
  if (!body.valid()) return {};
  node.inputs = {body};
  if (is_main) {
    main_is(node);
    return body;
  }
  node.type.kind = graph::Type::Kind::Function;
  std::vector<graph::Type> fields;
  for (const NodeId p : node.params) fields.push_back(graph_.node(p).type);
  fields.push_back(result);
  node.type.fields = std::move(fields);
  const NodeId id = add(std::move(node), at);
  if (!global_name.empty()) name_node(id, "@" + global_name);
  note_comment(id, previous().comment);
  return id;
}

void RelayParser::parameters(Node& fn) {
  expect("(");
  while (!failed_ && !peek().is(")")) {
    if (at_attribute()) {
      attribute(fn.attrs);
    } else if (peek().kind == TokenKind::Local || peek().kind == TokenKind::GraphVar) {
      const Token name = take();
      Node param;
      param.kind = NodeKind::Input;
      if (peek().is("{")) skip_brackets();  // the device it lives on
      if (accept(":")) param.type = type(std::string(name.text));
      const std::string_view comment = previous().comment;
      const NodeId id = add(std::move(param), name);
      name_node(id, fmt::format("%{}", name.text));
      note_comment(id, comment);
      define_once(name, id);
      fn.params.push_back(id);
    } else {
      fail("a parameter or an attribute");
    }
    if (failed_) skip_parameter();
    if (!accept(",")) break;
  }
  expect(")");
}

// After a mistake: to the comma behind this parameter, or to the end of the list. The function is read without it.
void RelayParser::skip_parameter() {
  const auto ends = [&] {  // a ')' ends the list only where a body or a type follows: else one too few was opened
    const bool last = peek().is(")") && (peek(1).is("{") || peek(1).is("->"));
    return last || peek().is(",") || peek().is("{") || peek().is("->");
  };
  while (peek().kind != TokenKind::End && !ends()) {
    if (peek().is("(") || peek().is("[")) {
      skip_brackets();
    } else {
      take();
    }
  }
  failed_ = peek().kind == TokenKind::End;
}

NodeId RelayParser::add(Node node, const Token& at) {
  node.origin.span = at.span();
  if (node.origin.op.empty()) node.origin.op = node.op;
  node.name = fmt::format("?{}", graph_.size());  // until the text, or finish(), names it
  return graph_.add(std::move(node));
}

NodeId RelayParser::opaque(const std::string& what, const Token& at) {
  Node node;
  node.kind = NodeKind::Opaque;
  node.op = what;
  node.why_opaque = what;
  return add(std::move(node), at);
}

// Names in functions other than main carry that function's name.
void RelayParser::name_node(NodeId id, const std::string& name) {
  graph_.rename(id, name.starts_with('@') ? name : prefix_ + name);
  graph_.node(id).origin.name = name;
  note_named(id);
}

void RelayParser::note_named(NodeId id) {
  if (named_.size() <= id.index()) named_.resize(graph_.size());
  named_[id.index()] = true;
}

// Nodes are fewer than tokens: no higher number will be asked for.
void RelayParser::note_bound(std::string_view number) {
  const std::optional<size_t> n = printed_number(number);
  if (!n || *n >= 2 * tokens_.size()) return;
  if (*n >= bound_numbers_.size()) bound_numbers_.resize(*n + 1);
  bound_numbers_[*n] = true;
}

void RelayParser::define(const Token& name, NodeId node) {
  scopes_.back().define(name.text, {node, name.span()});
}

void RelayParser::define_once(const Token& name, NodeId node) {
  if (const Definition* before = scopes_.back().find(name.text))
    report(defined_twice(fmt::format("%{}", name.text), name.span(), before->at));
  define(name, node);
}

}  // namespace nw::import
