// SPDX-License-Identifier: GPL-3.0-or-later
// Memory plan of a network: when each value that its groups compute is alive, which values share memory, and where each
// lies in one arena. Inputs and constants are outside of it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/run_order.h"

namespace nw::model {

// A tensor of a node: of one that gives a tuple, the field of this number.
struct ValueId {
  NodeId node;
  size_t field = 0;
  auto operator<=>(const ValueId&) const = default;
};

enum class Sharing : uint8_t {
  None,
  InPlace,  // written over an argument that nobody reads any more
  View,     // the elements of an argument in another shape
  Part,     // computed where it lies in a later concatenation
  Joined,   // such a concatenation
};

struct PlannedValue {
  ValueId id;
  int64_t bytes = 0;
  std::optional<int64_t> offset;  // from the arena's begin; nothing: outside of it (`why`)
  size_t first = 0, last = 0;     // places in MemoryPlan::groups; a result of the network lives to the end
  Sharing sharing = Sharing::None;
  std::optional<ValueId> shares_with = {};
  std::string why = {};
};

struct MemoryPlan {
  std::vector<OrderedGroup> groups;
  std::vector<PlannedValue> values;  // in the order of their groups
  std::map<ValueId, size_t> places;  // in `values`
  // By group: values whose memory nobody reads after it, one for all that share it.
  std::vector<std::vector<size_t>> freed;
  std::map<int64_t, int64_t> own;  // buffers that the values lie in: offset → bytes
  int64_t arena_bytes = 0;
  int64_t live_bytes = 0;      // the most that is alive at once in this order
  int64_t unshared_bytes = 0;  // of all values, each with memory of its own

  // Null: a value that does not lie in the arena.
  const PlannedValue* placed(const ValueId& id) const;
};

struct MemoryOptions {
  // The device can address a part of a buffer. Otherwise values share whole buffers, at different times only.
  bool parts = true;
  // Whether the group has a kernel that a person scheduled: it runs, and writes over no argument. Empty: none has.
  std::function<bool(const fusion::Group&)> own_kernel = {};
};

// `graph`: with the sizes of the call. What has none is listed without an offset.
MemoryPlan plan_memory(const graph::Graph& graph, const fusion::Fusion& fusion, const MemoryOptions& options = {});

}  // namespace nw::model
