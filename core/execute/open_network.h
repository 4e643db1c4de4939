// SPDX-License-Identifier: GPL-3.0-or-later
// A network whose sizes, branches or turns of loops only the run tells: evaluated node by node, its groups by kernels
// that are made when their sizes are known, and what has no kernel by the reference operators.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "execute/group_kernels.h"
#include "execute/run_log.h"
#include "measure/request.h"

namespace nw::execute {

// The values of the graph's inputs, and of constants whose data the file does not hold, by name: as given, else by
// rule. NW4112: more than `memory_bytes` together (0: no limit); NW4116: a size has no value; NW4117: an input that no
// rule fills.
Result<NetworkValues::Inputs> input_values(const graph::Graph& graph, const NetworkValues::Inputs& given,
                                           const measure::Inputs& rule, int64_t memory_bytes);
// The same for the evaluation of another graph of the same model.
std::map<NodeId, reference::Value> by_node(const graph::Graph& graph, const NetworkValues::Inputs& values);

class OpenNetwork {
 public:
  OpenNetwork(const graph::Graph& graph, std::map<NodeId, reference::Value> inputs, GroupKernels& kernels, RunLog& log,
              const Progress& progress, int64_t memory_bytes)
      : graph_(graph),
        inputs_(std::move(inputs)),
        kernels_(kernels),
        log_(log),
        progress_(progress),
        memory_bytes_(memory_bytes) {}

  // One evaluation: the outputs, fields of tuples one by one. The log has what ran, `check` counts what no kernel
  // computed, `trace` records what runs; null: nobody does.
  Result<reference::Values> run(NetworkCheck* check = nullptr, TraceRecorder* trace = nullptr);
  // The same without a log, to be timed.
  Result<reference::Values> run_alone();

 private:
  reference::EvaluationOptions options() const;
  Result<reference::Values> evaluate(const reference::EvaluationOptions& options);

  const graph::Graph& graph_;
  const std::map<NodeId, reference::Value> inputs_;
  GroupKernels& kernels_;
  RunLog& log_;
  const Progress& progress_;
  int64_t memory_bytes_;
};

}  // namespace nw::execute
