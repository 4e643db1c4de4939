// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/scope_trees.h"

#include <algorithm>

namespace nw::views {

std::shared_ptr<const ScopeTree> ScopeTrees::of(const std::shared_ptr<const graph::Graph>& graph) {
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(known_, [](const Known& known) { return known.graph.expired(); });
    const auto known =
        std::find_if(known_.begin(), known_.end(), [&](const Known& each) { return each.graph.lock() == graph; });
    slot = known != known_.end() ? known->slot : known_.emplace_back(graph, std::make_shared<Slot>()).slot;
  }
  std::call_once(slot->made, [&] { slot->tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph)); });
  return slot->tree;
}

}  // namespace nw::views
