// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a network on a device: what the model's file holds, what its inputs are given, and room for what its
// kernels compute.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ndarray.h"
#include "execute/network_kernels.h"
#include "graph/graph.h"
#include "measure/request.h"
#include "model/channel_blocks.h"
#include "model/memory_plan.h"
#include "model/packing.h"
#include "reference/value.h"
#include "runtime/device.h"

namespace nw::execute {

// A tensor on the device.
struct Value {
  DType dtype;
  std::vector<int64_t> shape;
  target::BufferId buffer;
  uint64_t bytes() const { return static_cast<uint64_t>(element_count(shape)) * static_cast<uint64_t>(dtype.bytes()); }
};

// Memory on the device, limited. What is allocated is released with the owner.
class DeviceMemory {
 public:
  // bytes: of all that is alive at once; 0: as much as a TiB
  DeviceMemory(runtime::Device& device, int64_t bytes);
  runtime::Device& device() const { return device_; }
  // NW4112 for a tensor of `node` that does not fit.
  void allocate(const std::string& node, Value& value, Diagnostics& diagnostics);
  void release(const Value& value);
  // Bytes on this side that count as well.
  void count_elsewhere(int64_t bytes) { elsewhere_ = bytes; }
  // Memory in a part of another tensor's, released before that one.
  void take_part(Value& value, const Value& of, int64_t at, Diagnostics& diagnostics);
  void release_part(const Value& value);
  // So that what is read before it is written is not a number.
  Diagnostics fill_with_nan(const Value& value);
  Result<std::vector<NDArray>> read(const std::vector<Value>& values);

  int64_t used() const { return used_; }  // bytes
  int64_t used_anywhere() const { return used_ + elsewhere_; }
  int64_t limit() const { return limit_; }
  int64_t most_used() const { return most_used_; }

 private:
  runtime::Device& device_;
  const int64_t limit_;
  int64_t used_ = 0, most_used_ = 0;
  int64_t elsewhere_ = 0;
};

// Constants of models, each on the device once: graphs that passes made from one file share their arrays.
class DeviceConstants {
 public:
  explicit DeviceConstants(DeviceMemory& memory) : memory_(memory) {}
  Value of(const graph::Node& node, Diagnostics& diagnostics);
  // What a packing, whose kernel is `code`, makes of a constant: there after pack().
  Value packed(const graph::Node& node, const model::Packing& packing, const CompiledKernel& code,
               Diagnostics& diagnostics);
  // Runs the packings that have not run. The constants themselves are on the device meanwhile.
  Diagnostics pack(int threads);
  int64_t weight_bytes() const;  // of constants as they are in the file
  int64_t packed_bytes() const { return packed_bytes_; }

 private:
  struct Kept {
    NDArray data;  // keeps its bytes where they are
    Value value;
  };
  struct Packed {
    const graph::Node* node;
    SizedKernel kernel;
    Value value;
  };
  Value write(const graph::Node& node, Diagnostics& diagnostics);

  DeviceMemory& memory_;
  std::map<const std::byte*, std::vector<Kept>> kept_;
  std::map<std::pair<const std::byte*, std::string>, Kept> packed_;  // by data and packing
  std::vector<Packed> to_pack_;
  int64_t packed_bytes_ = 0;
};

// The values of one graph for one call. The graph's inputs are those of `given` that have their name; others, and
// constants without data, are filled by rule.
class NetworkValues {
 public:
  using Inputs = std::map<std::string, reference::Value>;  // by name
  NetworkValues(const graph::Graph& graph, DeviceMemory& memory, DeviceConstants& constants, const Inputs& given,
                const measure::Inputs& rule)
      : graph_(graph), memory_(memory), constants_(constants), given_(given), rule_(rule) {}
  ~NetworkValues();
  NetworkValues(const NetworkValues&) = delete;
  NetworkValues& operator=(const NetworkValues&) = delete;

  // The results that `plan` places lie where it says, from now on. NW4112. The plan must live as long as this.
  Diagnostics allocate(const model::MemoryPlan& plan);
  // Results that are made from now on lie in blocks of channels, as these say. They must live as long as this.
  void lay_in_blocks(const model::ChannelBlocks& blocks) { blocks_ = &blocks; }
  // All results that lie where the plan says.
  Diagnostics fill_with_nan();
  // A node's tensors. What comes from outside the kernels is made here. NW4117: nothing makes it.
  std::vector<Value> of(NodeId id, Diagnostics& diagnostics);
  // What a packing, whose kernel is `code`, makes of a constant.
  Value packed(const model::Packing& packing, const CompiledKernel& code, Diagnostics& diagnostics) {
    return constants_.packed(graph_.node(packing.constant), packing, code, diagnostics);
  }
  // Room for the next of the tensors that a kernel computes for this node, which reads as NaN until it is written;
  // nothing if it has them all, or with an error in the diagnostics.
  std::optional<Value> add_result(NodeId node, Diagnostics& diagnostics);
  // The elements of `source` in the shape of `node`, in the same memory.
  Diagnostics add_view(NodeId node, NodeId source);
  // The inputs so far, given or filled.
  const std::map<NodeId, std::vector<Value>>& from_outside() const { return from_outside_; }

 private:
  int64_t inputs_bytes() const;
  Value make(const graph::Node& node, const graph::Type& type, Diagnostics& diagnostics);
  Value place(const graph::Node& node, const graph::Type& type, int64_t offset, Diagnostics& diagnostics);
  Value input(const graph::Node& node, Diagnostics& diagnostics);

  const graph::Graph& graph_;
  DeviceMemory& memory_;
  DeviceConstants& constants_;
  const Inputs& given_;
  const measure::Inputs rule_;
  std::map<NodeId, std::vector<Value>> values_;
  std::map<NodeId, std::vector<Value>> from_outside_;
  std::vector<Value> owned_, parts_;
  const model::MemoryPlan* plan_ = nullptr;
  const model::ChannelBlocks* blocks_ = nullptr;
  std::map<int64_t, Value> buffers_;  // of the plan, by offset
  size_t filled_ = 0;                 // inputs so far: each random one has numbers of its own
};

}  // namespace nw::execute
