// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_scope_stack.h"

#include <fmt/format.h>

#include <algorithm>

#include "import/relay_diagnostics.h"

namespace nw::import {

void RelayScopeStack::reset() {
  scopes_.assign(1, {});
  numbers_ = {};
}

const Definition* RelayScopeStack::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const Definition* known = scope->find(name)) return known;
  }
  return numbers_.find(name);
}

std::vector<std::string> RelayScopeStack::names() const {
  std::vector<std::string> names;
  for (const RelayScope& scope : scopes_) {
    for (std::string& name : scope.names()) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

void RelayScopeStack::define_once(const Token& name, NodeId node) {
  if (const Definition* before = scopes_.back().find(name.text))
    cursor_.report(defined_twice(fmt::format("%{}", name.text), name.span(), before->at));
  define(name, node);
}

void RelayScopeStack::bind_number(const Token& name, NodeId node) {
  define_once(name, node);
  numbers_.define(name.text, {node, name.span()});
}

}  // namespace nw::import
