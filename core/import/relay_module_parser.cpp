// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_module_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "import/relay_diagnostics.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

graph::Graph RelayModuleParser::parse() {
  version();
  for (;;) {
    if (cursor_.at_end()) break;
    if (cursor_.peek().is_word("def")) {
      definition();
    } else if (cursor_.peek().is_word("type") || cursor_.peek().is_word("extern")) {
      type_definition();
    } else if (!found_function_) {
      bare_function();
      first_line_left_ = cursor_.at_end() ? 0 : cursor_.peek().line;
      break;
    } else {
      cursor_.fail("'def'");
      cursor_.recover();
      while (!cursor_.at_end() &&
             !(cursor_.peek().first_on_line && (cursor_.peek().is_word("def") || cursor_.peek().is_word("type"))))
        cursor_.take();
    }
  }
  finish();
  return std::move(graph_);
}

// `#[version = "0.0.5"]`, or v0.0.4 alone on its line.
void RelayModuleParser::version() {
  std::string name = "0.0.5";
  if (cursor_.peek().is("#[") && cursor_.peek(1).is_word("version")) {
    cursor_.take();
    cursor_.take();
    cursor_.expect("=");
    const Token value = cursor_.take();
    name = std::string(value.text);
    cursor_.expect("]");
    cursor_.recover();
    if (name != "0.0.5" && name != "0.0.4" && name != "0.0.1") cursor_.report(unknown_version(name, value.span()));
  } else if (cursor_.peek().kind == TokenKind::Ident && cursor_.peek().text.starts_with('v') &&
             cursor_.peek(1).is(".")) {
    const Token first = cursor_.take();
    name = std::string(first.text.substr(1));
    while (cursor_.peek().is(".") || (cursor_.peek().kind == TokenKind::Number && !cursor_.peek().first_on_line))
      name += cursor_.take().text;
    if (name != "0.0.1" && name != "0.0.4" && name != "0.0.5") cursor_.report(unknown_version(name, first.span()));
  }
  graph_.format = "Relay v" + name;
}

void RelayModuleParser::definition() {
  cursor_.take();  // def
  const Token name = cursor_.peek();
  if (name.kind == TokenKind::Global) {
    cursor_.take();
  } else {
    cursor_.fail("'@' and a name");
  }
  const std::string global(name.text);
  const bool is_main = global == "main" && !found_function_;
  if (!cursor_.failed() && globals_.contains(global))
    cursor_.report(defined_twice("@" + global, name.span(), globals_[global].at));
  context_.nodes.set_prefix(global == "main" ? "" : "@" + global);
  context_.scopes.reset();
  const NodeId node = is_main ? main_function() : expressions_.functions().function(global);
  if (cursor_.failed()) skip_to_definition();
  cursor_.accept(";");
  if (!node.valid()) return;
  globals_.emplace(global, Definition{node, name.span()});
  if (global != "main") graph_.functions.emplace(global, node);
  found_function_ = found_function_ || is_main;
}

// The main function becomes no node, for it would be one that nothing needs; its body is given back.
NodeId RelayModuleParser::main_function() {
  const std::optional<Node> main = expressions_.functions().read();
  if (!main) return {};
  main_is(*main);
  return main->inputs[0];
}

void RelayModuleParser::skip_to_definition() {
  cursor_.recover();
  while (!cursor_.at_end() &&
         !(cursor_.peek().first_on_line && (cursor_.peek().is_word("def") || cursor_.peek().is("#["))))
    cursor_.take();
}

// Types of the user's own: their constructors are opaque to us, so the definition itself is passed over.
void RelayModuleParser::type_definition() {
  cursor_.accept_word("extern");
  cursor_.take();  // type
  if (cursor_.peek().kind == TokenKind::Ident) cursor_.take();
  if (cursor_.peek().is("[")) cursor_.skip_brackets();
  if (cursor_.peek().is("{")) cursor_.skip_brackets();
  cursor_.accept(";");
}

void RelayModuleParser::bare_function() {
  const size_t before = cursor_.position();
  const NodeId root = expressions_.blocks().sequence();
  cursor_.recover();
  if (!root.valid() || cursor_.position() == before) return;
  found_function_ = true;
  if (graph_.node(root).kind == NodeKind::Function) {
    main_is(graph_.node(root));
  } else {
    graph_.outputs = {root};
  }
}

// The graph is its main function's inside: parameters become inputs. A tuple that only gathers results is left out.
void RelayModuleParser::main_is(const Node& main) {
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

void RelayModuleParser::report_unknown() {
  for (const auto& [name, at] : expressions_.globals()) {
    if (!globals_.contains(name)) cursor_.report(undefined_function(name, at));
  }
  for (const auto& [op, use] : expressions_.unknown_ops()) {
    std::vector<std::string> names;
    for (const auto& [known, info] : context_.registry.ops()) names.push_back(known);
    cursor_.report(unknown_operator(op, nearest(op, names, 3), use.count, use.at));
  }
}

void RelayModuleParser::finish() {
  graph_.name = "main";
  if (!found_function_ && !graph_.functions.empty()) show_first_function();
  report_unknown();
  context_.nodes.name_the_rest();
}

// Of a module without @main.
void RelayModuleParser::show_first_function() {
  const auto first = std::min_element(globals_.begin(), globals_.end(),
                                      [](const auto& a, const auto& b) { return a.second.at.line < b.second.at.line; });
  main_is(graph_.node(first->second.node));
  graph_.name = first->first;
  graph_.functions.erase(first->first);
  found_function_ = true;
}

}  // namespace nw::import
