// SPDX-License-Identifier: GPL-3.0-or-later
// What names stand for at a place of Relay text: the scopes of the blocks that it is in.
#pragma once

#include <string>
#include <vector>

#include "import/relay_cursor.h"
#include "import/relay_scope.h"

namespace nw::import {

class RelayScopeStack {
 public:
  explicit RelayScopeStack(RelayCursor& cursor) : cursor_(cursor), scopes_(1) {}

  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void reset();  // for the next function of a module

  const Definition* find(std::string_view name) const;  // the innermost
  std::vector<std::string> names() const;               // of all, sorted
  void define(const Token& name, NodeId node) { scopes_.back().define(name.text, {node, name.span()}); }
  void define_once(const Token& name, NodeId node);  // an error where this block has the name already
  // `%N = …`. Text that TVM prints binds a shared value where it first meets it, in a branch for instance, and reads
  // it behind that block: numbers are known in all text that follows.
  void bind_number(const Token& name, NodeId node);
  void define_outermost(const Token& name, NodeId node) { scopes_.front().define(name.text, {node, name.span()}); }

 private:
  RelayCursor& cursor_;
  std::vector<RelayScope> scopes_;
  RelayScope numbers_;  // bound so far, in blocks that are closed too
};

}  // namespace nw::import
