// SPDX-License-Identifier: GPL-3.0-or-later
// A network's graph as a list of calls: one a fused group, in an order in which each finds its arguments. What no
// kernel computes is computed by its reference, between the kernels; what follows from sizes and constants, once.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "execute/network_check.h"
#include "execute/network_kernels.h"
#include "execute/network_values.h"
#include "execute/progress.h"
#include "execute/symbol_values.h"

namespace nw::execute {

struct GroupCall {
  const fusion::Group* group;
  std::string task;
  SizedKernel kernel;  // without code: the reference operators
  std::vector<Value> arguments;
  std::map<std::string, NodeId> stage_nodes = {};  // of the kernel's stages
  bool by_reference() const { return !kernel.code; }
};

class NetworkCalls {
 public:
  // `graph`: with all sizes of this call. `open`: the same graph, node by node, with symbols for the sizes that other
  // calls have otherwise; its kernels serve all. Both, `kernels`, `values` and `progress` must live
  // as long as this.
  NetworkCalls(const graph::Graph& open, const graph::Graph& graph, fusion::Fusion fusion, NetworkKernels& kernels,
               DeviceMemory& memory, NetworkValues& values, Progress& progress, int64_t memory_bytes)
      : open_(open),
        graph_(graph),
        sizes_(symbol_values(open, graph)),
        fusion_(std::move(fusion)),
        kernels_(kernels),
        memory_(memory),
        values_(values),
        progress_(progress),
        memory_bytes_(memory_bytes) {}

  // Compiles what is not compiled yet and makes all values. `memory_bytes`: for what a reference computes at a time; 0:
  // no limit. NW1450, NW1451 (a group has neither a kernel nor results of known sizes), NW4051 (a kernel takes other
  // tensors than the graph has), NW4112, NW4116, NW4118, NW4122. Not done where the kernels want a fresh device.
  Diagnostics prepare();
  // All calls in order, by the plan: nanoseconds of each run, by call. Or why one could not go on. NW1412: a reference
  // gives another size than the graph has.
  Result<std::vector<std::vector<int64_t>>> run(const target::Plan& plan);
  // The network's outputs as they are on the device.
  Result<std::vector<NDArray>> read_outputs() { return memory_.read(outputs_); }

  const std::vector<GroupCall>& calls() const { return calls_; }
  const std::string& node_name(const GroupCall& call) const { return graph_.node(call.group->root).name; }
  // What its inputs were given, and constants without data, by name.
  Result<std::map<std::string, NDArray>> read_inputs();
  // Each kernel's results as they are on the device, on the inputs that it was given.
  Diagnostics check(NetworkCheck& check);

 private:
  std::vector<const fusion::Group*> in_order() const;
  Diagnostics add(const fusion::Group& group);
  // `from`: the graph that the kernel is made of, of which graph_ is a copy with numbers.
  Diagnostics add_kernel(const fusion::Group& group, const graph::Graph& from);
  std::vector<Argument> needed_arguments(const model::GroupKernel& kernel,
                                         const std::vector<Argument>& arguments) const;
  Diagnostics take_arguments(const model::GroupKernel& kernel, const std::vector<const CompiledKernel*>& packings,
                             GroupCall& call);
  // By the reference operators: now, where everything that it takes is known before the first run; else in each run.
  Diagnostics add_by_reference(const fusion::Group& group);
  bool is_fixed(const fusion::Group& group) const;
  Diagnostics compute(const fusion::Group& group, const std::vector<Value>& results);
  Result<std::vector<std::vector<int64_t>>> run_kernels(size_t first, size_t last, const target::Plan& plan);
  Result<reference::Value> read_value(NodeId node);
  std::string running(const GroupCall& call) const;
  Diagnostics explain(const GroupCall& call, int status);

  const graph::Graph& open_;
  const graph::Graph& graph_;
  const SymbolValues sizes_;  // of the symbols of open_
  const fusion::Fusion fusion_;
  NetworkKernels& kernels_;
  DeviceMemory& memory_;
  NetworkValues& values_;
  Progress& progress_;
  const int64_t memory_bytes_;
  std::set<NodeId> fixed_;  // whose values are there before the first run
  std::vector<GroupCall> calls_;
  std::vector<Value> outputs_;
};

}  // namespace nw::execute
