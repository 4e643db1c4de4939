// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model: the file's graph, the snapshots that passes leave, and the kernels of its fused groups.
// Everything here is a value or a shared immutable one: safe to hand to another thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/target_facts.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "model/channel_blocks.h"
#include "model/group_computation.h"
#include "model/packing.h"
#include "op/registry.h"
#include "passes/passes.h"

namespace nw::model {

// The graph after a pass. The first is the file's own ("source"), the last is what fusion sees ("optimized").
struct Snapshot {
  std::string name;   // "source", "simplify_inference", "fold_constants", …
  std::string title;  // for people
  std::shared_ptr<const graph::Graph> graph;
  std::map<NodeId, NodeId> from_previous;  // nodes of the snapshot before → the nodes that compute them here
};

struct Model {
  std::string path;
  std::vector<Snapshot> snapshots;
  Diagnostics diagnostics;
  Diagnostics rule_diagnostics;  // of the table's rules; in `diagnostics` as well

  const graph::Graph& source() const { return *snapshots.front().graph; }
  const graph::Graph& optimized() const { return *snapshots.back().graph; }
};

enum class Passes { None, Default };

struct OpenOptions {
  Passes passes = Passes::Default;
  std::map<std::string, int64_t> dims;  // values for dynamic dimensions, by name
  bool bind_dims = true;                // false: the graph keeps its symbols
  // Of inputs whose rank the file leaves open, by name.
  std::map<std::string, graph::Type> input_types = {};
  // Data in the place of the file's own, by the name of a constant that is listed as an input (import/onnx.h).
  std::map<std::string, NDArray> overrides = {};
  CancelToken cancel;
  // Beside the standard ones; null: none. The file may use them.
  std::shared_ptr<const op::Registry> operators = nullptr;
  // The rules of a table, applied behind the passes; empty: none.
  std::function<passes::PassResult(const graph::Graph&)> rewrite = {};
};

// Runs the passes over a graph that an importer read.
std::shared_ptr<const Model> build_model(graph::Graph source, Diagnostics diagnostics, const std::string& path,
                                         const OpenOptions& options = {});

// Fusion of the optimized graph with the standard operators' patterns.
fusion::Fusion fuse(const Model& model, const fusion::Options& options = {});

// None: plain loops over the operators as they are defined. ForTarget: shaped for a target.
enum class DefaultSchedule { None, ForTarget };

// A fused group as a kernel: its script, and which of the graph's nodes are its arguments and results.
struct GroupKernel {
  std::string script;
  bool is_own = false;         // the script is its task's own schedule, not the default
  std::string task_key;        // equal for groups with the same computation
  std::vector<NodeId> inputs;  // in the order of the kernel's arguments
  std::vector<NodeId> outputs;
  std::map<std::string, NodeId> stage_nodes;  // stage name → the graph node it computes
  SizeSymbols sizes;                          // that the script leaves open
  // Whose channels lie in blocks, of its inputs and outputs; and a text that is equal for kernels whose arguments lie
  // alike, empty where none does.
  ChannelBlocks blocks = {};
  std::string layout = {};
  std::vector<te::Tensor> args = {};  // of the script
  std::vector<Packing> packings;      // inputs that other kernels make of a constant, before the first call
  // Which of the packings makes an input, counted from 0; nothing: none.
  std::optional<size_t> packing_of(size_t input) const;
};

// NW3002: the groups that there are.
Diagnostic no_such_group(const fusion::Fusion& fusion, GroupId id);
Result<GroupKernel> group_kernel(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group,
                                 const TargetFacts& target, DefaultSchedule schedule = DefaultSchedule::ForTarget);
// The same as a network runs it again and again: constants that a stage packs come packed, and values whose channels
// lie in blocks are taken and given so.
Result<GroupKernel> network_kernel(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group,
                                   const TargetFacts& target, const ChannelBlocks& blocks = {});

}  // namespace nw::model
