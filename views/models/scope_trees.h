// SPDX-License-Identifier: GPL-3.0-or-later
// The scope trees of the graphs that are shown, each computed once: canvas, outline and inspector request the
// same, on several threads, and one of 100,000 nodes takes a while.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "models/scope_tree.h"

namespace nw::views {

class ScopeTrees {
 public:
  // Whoever asks while another thread makes it waits for that one.
  std::shared_ptr<const ScopeTree> of(const std::shared_ptr<const graph::Graph>& graph);

 private:
  struct Slot {
    std::once_flag made;
    std::shared_ptr<const ScopeTree> tree;
  };
  struct Known {
    std::weak_ptr<const graph::Graph> graph;
    std::shared_ptr<Slot> slot;
  };

  std::mutex mutex_;
  std::vector<Known> known_;
};

}  // namespace nw::views
