// SPDX-License-Identifier: GPL-3.0-or-later
// The values of one call of a function, the chain of frames that functions capture, and the bytes that are alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <set>
#include <unordered_map>

#include "graph/graph.h"
#include "reference/sizes.h"
#include "reference/value.h"

namespace nw::reference {

struct Slot {
  Value value;
  int depth = 0;  // of the frame that it depends on
};

struct Frame {
  Frame* outer = nullptr;
  int depth = 0;
  bool captured = false;  // by a function, which may outlive the call
  std::pmr::unordered_map<NodeId, Slot> slots;
  std::set<NodeId> one_by_one;  // groups that are not computed at once in this call
  Sizes sizes;

  Frame(Frame* captured_frame, std::pmr::memory_resource* memory)
      : outer(captured_frame),
        depth(captured_frame ? captured_frame->depth + 1 : 0),
        slots(memory),
        sizes(captured_frame ? &captured_frame->sizes : nullptr) {}

  const Slot* find(NodeId id) const {
    for (const Frame* frame = this; frame; frame = frame->outer)
      if (const auto it = frame->slots.find(id); it != frame->slots.end()) return &it->second;
    return nullptr;
  }
  Frame& at(int wanted) {
    Frame* frame = this;
    while (frame->depth > wanted) frame = frame->outer;
    return *frame;
  }
};

struct Closure {
  const graph::Node* function;
  Frame* captured;
};

// Bytes of all values that are alive, those of shared memory once.
class LiveBytes {
 public:
  void add(const Value& value) {
    for_each_tensor(value, [this](const NDArray& tensor) {
      Count& count = counts_[tensor.bytes()];
      if (count.users++ == 0) total_ += count.bytes = static_cast<int64_t>(tensor.size_bytes());
    });
  }
  void remove(const Value& value) {
    for_each_tensor(value, [this](const NDArray& tensor) {
      const auto it = counts_.find(tensor.bytes());
      if (it == counts_.end() || --it->second.users > 0) return;
      total_ -= it->second.bytes;
      counts_.erase(it);
    });
  }
  int64_t total() const { return total_; }

 private:
  struct Count {
    int64_t users = 0;
    int64_t bytes = 0;
  };
  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::unordered_map<const std::byte*, Count> counts_{&memory_};
  int64_t total_ = 0;
};

}  // namespace nw::reference
