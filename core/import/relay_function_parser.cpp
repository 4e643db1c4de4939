// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_function_parser.h"

#include <fmt/format.h>

namespace nw::import {

using graph::Node;
using graph::NodeKind;

NodeId RelayFunctionParser::function(const std::string& global_name) {
  const Token at = cursor_.previous();
  std::optional<Node> node = read();
  if (!node) return {};
  const NodeId id = nodes_.add(std::move(*node), at);
  if (!global_name.empty()) nodes_.name(id, "@" + global_name);
  context_.note_comment(id);
  return id;
}

std::optional<Node> RelayFunctionParser::read() {
  if (!cursor_.enter()) {
    cursor_.leave();
    return std::nullopt;
  }
  Node node;
  node.kind = NodeKind::Function;
  scopes_.open();
  if (cursor_.peek().is("[")) type_parameters(node);
  parameters(node);
  graph::Type result;
  if (cursor_.accept("->")) result = context_.types.type("");
  const NodeId body = blocks_.block();
  scopes_.close();
  cursor_.leave();
  if (!body.valid()) return std::nullopt;
  node.inputs = {body};
  node.type.kind = graph::Type::Kind::Function;
  std::vector<graph::Type> fields;
  for (const NodeId p : node.params) fields.push_back(nodes_.graph().node(p).type);
  fields.push_back(result);
  node.type.fields = std::move(fields);
  return node;
}

// As text.
void RelayFunctionParser::type_parameters(Node& function) {
  const Token open = cursor_.peek();
  cursor_.skip_brackets();
  const std::string text = cursor_.text_since(open);
  if (text.size() < 2) return;  // nothing follows the bracket
  function.attrs["type_params"] = graph::Attr{text.substr(1, text.size() - 2)};
}

void RelayFunctionParser::parameters(Node& function) {
  cursor_.expect("(");
  while (!cursor_.failed() && !cursor_.peek().is(")")) {
    if (context_.attributes.at_attribute()) {
      context_.attributes.attribute(function.attrs);
    } else if (cursor_.peek().kind == TokenKind::Local || cursor_.peek().kind == TokenKind::GraphVar) {
      parameter(function);
    } else {
      cursor_.fail("a parameter or an attribute");
    }
    if (cursor_.failed()) cursor_.skip_parameter();
    if (!cursor_.accept(",")) break;
  }
  cursor_.expect(")");
}

void RelayFunctionParser::parameter(Node& function) {
  const Token name = cursor_.take();
  Node param;
  param.kind = NodeKind::Input;
  if (cursor_.peek().is("{")) cursor_.skip_brackets();  // the device it lives on
  if (cursor_.accept(":")) param.type = context_.types.type(std::string(name.text));
  const NodeId id = nodes_.add(std::move(param), name);
  nodes_.name(id, fmt::format("%{}", name.text));
  context_.note_comment(id);
  scopes_.define_once(name, id);
  function.params.push_back(id);
}

}  // namespace nw::import
