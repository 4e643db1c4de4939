// SPDX-License-Identifier: GPL-3.0-or-later
// Which node has a name: a hash table of ids that reads the names where they are, in the nodes. It holds no copy of
// them, so it is as cheap to fill and to copy as a list of numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace nw::graph {

struct Node;

class NameIndex {
 public:
  // The node of this name, or none. `nodes`: those whose ids were put in, with the names that they had then.
  NodeId find(const std::vector<Node>& nodes, std::string_view name) const;
  // Puts in a node under a name that no other has.
  void insert(NodeId id, std::string_view name);
  // Takes out the node that was put in under this name; false if it was not.
  bool erase(NodeId id, std::string_view name);

 private:
  struct Slot {
    uint32_t hash = 0;
    NodeId id;  // none: a free slot
  };
  void place(Slot slot);
  void grow();
  size_t next(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  size_t home(const Slot& slot) const { return slot.hash & (slots_.size() - 1); }

  std::vector<Slot> slots_;  // linear probing; the size is a power of two
  size_t used_ = 0;
};

}  // namespace nw::graph
