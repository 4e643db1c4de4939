// SPDX-License-Identifier: GPL-3.0-or-later
// The recursive-descent parser of Relay text, from the outside: modules and bare functions. Inside are
// RelayExpressionParser, RelayBlockParser, RelayFunctionParser, RelayAttributeParser and RelayTypeParser, which share a
// RelayContext. It never gives up: after a mistake it goes on at the next statement, and what could not be read is an
// opaque node.
#pragma once

#include <map>
#include <string>

#include "import/relay_expression_parser.h"

namespace nw::import {

class RelayModuleParser {
 public:
  RelayModuleParser(Tokens tokens, const RelayMetadata& metadata, const op::Registry& registry)
      : context_(std::move(tokens.list), metadata, registry),
        cursor_(context_.cursor),
        graph_(context_.nodes.graph()),
        expressions_(context_) {}

  graph::Graph parse();
  Diagnostics take_diagnostics() { return cursor_.take_diagnostics(); }
  // Where the function of a text without version and `def` ended; line 0 if everything was read.
  int first_line_left() const { return first_line_left_; }
  bool found_function() const { return found_function_; }

 private:
  void version();
  void definition();
  NodeId main_function();
  void type_definition();
  void bare_function();
  void skip_to_definition();
  void main_is(const graph::Node& function);
  void show_first_function();
  void report_unknown();
  void finish();

  RelayContext context_;
  RelayCursor& cursor_;
  graph::Graph& graph_;
  RelayExpressionParser expressions_;
  std::map<std::string, Definition> globals_;
  int first_line_left_ = 0;
  bool found_function_ = false;
};

}  // namespace nw::import
