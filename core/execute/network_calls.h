// SPDX-License-Identifier: GPL-3.0-or-later
// A network's graph as a list of kernel calls: one a fused group, in an order in which each finds its arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "execute/network_check.h"
#include "execute/network_kernels.h"
#include "execute/network_values.h"
#include "execute/progress.h"

namespace nw::execute {

struct KernelCall {
  const fusion::Group* group;
  std::string task;
  const CompiledKernel* kernel;
  std::vector<Value> arguments;
  std::map<std::string, NodeId> stage_nodes;  // of the kernel's stages
};

class NetworkCalls {
 public:
  // `graph`, `kernels`, `values` and `progress` must live as long as this.
  NetworkCalls(const graph::Graph& graph, fusion::Fusion fusion, model::DefaultSchedule schedule,
               NetworkKernels& kernels, DeviceMemory& memory, NetworkValues& values, Progress& progress)
      : graph_(graph),
        fusion_(std::move(fusion)),
        schedule_(schedule),
        kernels_(kernels),
        memory_(memory),
        values_(values),
        progress_(progress) {}

  // Compiles what is not compiled yet and makes all values. NW1450, NW1451 (a group has no kernel), NW4051 (a kernel
  // takes other tensors than the graph has), NW4112, NW4116, NW4118, NW4122. Not done where the kernels want a fresh
  // device.
  Diagnostics prepare();
  // All kernels in order, by the plan: nanoseconds of each run, by call. Or why a kernel could not go on.
  Result<std::vector<std::vector<int64_t>>> run(const target::Plan& plan);
  // The network's outputs as they are on the device.
  Result<std::vector<NDArray>> read_outputs() { return memory_.read(outputs_); }

  const std::vector<KernelCall>& calls() const { return calls_; }
  const std::string& node_name(const KernelCall& call) const { return graph_.node(call.group->root).name; }
  // What its inputs were given, and constants without data, by name.
  Result<std::map<std::string, NDArray>> read_inputs();
  // Each kernel's results as they are on the device, on the inputs that it was given.
  Diagnostics check(NetworkCheck& check);

 private:
  std::vector<const fusion::Group*> in_order() const;
  Diagnostics add(const fusion::Group& group);
  Diagnostics take_arguments(const model::GroupKernel& kernel, KernelCall& call);
  Result<reference::Value> read_value(NodeId node);
  std::string running(const KernelCall& call) const;
  Diagnostics explain(const KernelCall& call, int status);

  const graph::Graph& graph_;
  const fusion::Fusion fusion_;
  const model::DefaultSchedule schedule_;
  NetworkKernels& kernels_;
  DeviceMemory& memory_;
  NetworkValues& values_;
  Progress& progress_;
  std::vector<KernelCall> calls_;
  std::vector<Value> outputs_;
};

}  // namespace nw::execute
