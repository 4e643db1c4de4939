// SPDX-License-Identifier: GPL-3.0-or-later
// Whole networks run on a device: the kernels of their fused groups one after another on the model's own weights.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "execute/network_calls.h"
#include "fusion/fusion.h"
#include "measure/report.h"
#include "measure/request.h"
#include "model/model.h"
#include "runtime/device.h"

namespace nw::execute {

// A network to be run once more: the model with the sizes of this call, and what some of its inputs are given, by name;
// the others are filled by rule.
struct NetworkCall {
  std::shared_ptr<const model::Model> model;
  fusion::Options fusion;
  NetworkValues::Inputs inputs;
  // Of symbols that the model leaves open as other calls have other sizes: its kernels serve all of them.
  std::map<std::string, int64_t> sizes = {};
};

struct NetworkResult {
  measure::NetworkReport report;
  reference::Values outputs;
};

// Calls on one device, one after another. What was compiled for one serves the others.
class NetworkSession {
 public:
  // scripts: schedules by task; other tasks have their default schedule.
  NetworkSession(runtime::Device& device, measure::RunRequest options, std::map<std::string, std::string> scripts = {});
  ~NetworkSession();

  // Fuses the optimized graph as the call says, runs its groups in order and times them. A graph with sizes or
  // branches that only the run tells is evaluated node by node (open_network.h). options.verify: compares each
  // kernel, and the network's outputs with its source graph, by the reference operators. Diagnostics: those of
  // NetworkCalls::prepare and of reference::evaluate, NW4050 (other numbers), and NW4122 alone where time was up.
  Result<NetworkResult> call(const NetworkCall& call);
  // Is called as kernels are compiled and compared, on the threads of this session, one at a time.
  void listen(Progress::Listener listener) { progress_.listen(std::move(listener)); }

 private:
  using Clock = std::chrono::steady_clock;
  struct OnDevice;
  Diagnostics open_device();
  Result<NetworkResult> call_in_time(const NetworkCall& call);
  // `graph`: the model's, with the call's sizes. is_open: only the run tells the sizes of others, or there is a
  // branch or a loop.
  Result<NetworkResult> call_sized(const NetworkCall& call, const graph::Graph& graph, Clock::time_point start,
                                   bool& is_open);
  Result<NetworkResult> call_open(const NetworkCall& call, const graph::Graph& graph, Clock::time_point start);
  // What the reference operators refuse about this call; nothing if they compute it.
  Diagnostics refused_by_reference(const NetworkCall& call);
  Diagnostics check_outputs(const NetworkCall& call, const NetworkValues::Inputs& inputs,
                            const reference::Values& outputs, NetworkCheck& check);

  const measure::RunRequest options_;
  runtime::Device& device_;
  NetworkKernels kernels_;
  std::unique_ptr<OnDevice> on_device_;
  Progress progress_;
};

// One call with inputs by rule.
Result<measure::NetworkReport> run_network(const std::shared_ptr<const model::Model>& model,
                                           const fusion::Options& fusion, const measure::RunRequest& options,
                                           runtime::Device& device,
                                           const std::map<std::string, std::string>& scripts = {});

}  // namespace nw::execute
