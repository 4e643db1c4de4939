// SPDX-License-Identifier: GPL-3.0-or-later
// A network's graph as a list of calls: one a fused group, in an order in which each finds its arguments. What no
// kernel computes is computed by its reference, between the kernels; what follows from sizes and constants, once.
// Values lie where the memory plan of the network places them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "execute/network_check.h"
#include "execute/network_kernels.h"
#include "execute/network_values.h"
#include "execute/progress.h"
#include "execute/run_log.h"
#include "execute/symbol_values.h"
#include "execute/trace_recorder.h"
#include "model/joined_groups.h"
#include "model/memory_plan.h"

namespace nw::execute {

struct GroupCall {
  const fusion::Group* group;
  size_t step;  // its place in the memory plan's groups
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
  // as long as this. `threads`: kernels that are compiled at a time.
  NetworkCalls(const graph::Graph& open, const graph::Graph& graph, fusion::Fusion fusion, NetworkKernels& kernels,
               DeviceMemory& memory, NetworkValues& values, Progress& progress, int64_t memory_bytes, int threads)
      : open_(open),
        graph_(graph),
        sizes_(symbol_values(open, graph)),
        kernels_(kernels),
        memory_(memory),
        values_(values),
        progress_(progress),
        memory_bytes_(memory_bytes),
        threads_(threads),
        run_(model::with_joined_apart(graph, std::move(fusion), memory_options())),
        plan_(model::plan_memory(graph, run_.fusion, memory_options())),
        blocks_(choose_blocks()) {}

  // Compiles what is not compiled yet and makes all values. `memory_bytes`: for what a reference computes at a time; 0:
  // no limit. NW1450, NW1451 (a group has neither a kernel nor results of known sizes), NW4051 (a kernel takes other
  // tensors than the graph has), NW4112, NW4116, NW4118, NW4122. Not done where the kernels want a fresh device.
  Diagnostics prepare();
  // All calls in order, by the plan: nanoseconds of each run, by call. Or why one could not go on. NW1412: a reference
  // gives another size than the graph has.
  Result<std::vector<std::vector<int64_t>>> run(const target::Plan& plan);
  // The network's outputs as they are on the device.
  Result<std::vector<NDArray>> read_outputs() { return memory_.read(outputs_); }

  // Runs once more and records it: a call follows the one before without a gap, each takes what its device measured.
  // Memory is what the plan holds alive.
  Diagnostics trace(int threads, TraceRecorder& into);

  const std::vector<GroupCall>& calls() const { return calls_; }
  // Without a time.
  measure::KernelEntry entry(const GroupCall& call) const;
  const model::MemoryPlan& memory_plan() const { return plan_; }
  const std::string& node_name(const GroupCall& call) const { return graph_.node(call.group->root).name; }
  // What its inputs were given, and constants without data, by name.
  Result<std::map<std::string, NDArray>> read_inputs();
  // Runs once more, call by call, and compares each kernel's results, on the inputs that it was given. Memory of
  // values that nobody reads any more is filled with NaN.
  Diagnostics check(NetworkCheck& check, int threads);

 private:
  // A group's kernel before its tensors have memory.
  struct Prepared {
    const fusion::Group* group;
    std::optional<SizedKernel> kernel = std::nullopt;  // nothing: the reference operators
    model::GroupKernel made = {};
    std::vector<const CompiledKernel*> packings = {};
  };
  model::MemoryOptions memory_options() const;
  model::ChannelBlocks choose_blocks() const;
  // Compiles the kernels of the groups from `first` up to one that has none for all sizes: its place.
  size_t compile_ahead(size_t first);
  Diagnostics add(const model::OrderedGroup& group);
  // `from`: the graph that the kernel is made of, of which graph_ is a copy with numbers.
  Diagnostics add_kernel(const fusion::Group& group, const graph::Graph& from);
  // Memory for all values; the calls with their tensors.
  Diagnostics bind();
  Diagnostics bind(Prepared& prepared, size_t step);
  Diagnostics take_arguments(const model::GroupKernel& kernel, const std::vector<const CompiledKernel*>& packings,
                             GroupCall& call);
  Result<std::vector<Value>> add_results(const fusion::Group& group);
  Diagnostics check_call(size_t call, NetworkCheck& check, const target::Plan& once);
  Diagnostics fill_freed(size_t step);
  Diagnostics compute(const fusion::Group& group, const std::vector<Value>& results);
  Result<std::vector<std::vector<int64_t>>> run_kernels(size_t first, size_t last, const target::Plan& plan);
  Result<reference::Value> read_value(NodeId node);
  std::string running(const GroupCall& call) const;
  Diagnostics explain(const GroupCall& call, int status);

  const graph::Graph& open_;
  const graph::Graph& graph_;
  const SymbolValues sizes_;  // of the symbols of open_
  NetworkKernels& kernels_;
  DeviceMemory& memory_;
  NetworkValues& values_;
  Progress& progress_;
  const int64_t memory_bytes_;
  const int threads_;
  const model::RunFusion run_;
  const model::MemoryPlan plan_;
  const model::ChannelBlocks blocks_;
  std::map<GroupId, Result<model::GroupKernel>> ahead_;  // of open_, compiled
  std::vector<Prepared> prepared_;
  std::vector<GroupCall> calls_;
  std::vector<Value> outputs_;
};

}  // namespace nw::execute
