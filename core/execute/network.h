// SPDX-License-Identifier: GPL-3.0-or-later
// Whole networks run on a device: the kernels of their fused groups one after another on the model's own weights.
#pragma once

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
};

struct NetworkResult {
  measure::NetworkReport report;
  std::vector<NDArray> outputs;
};

// Calls on one device, one after another. What was compiled for one serves the others.
class NetworkSession {
 public:
  // scripts: schedules by task; other tasks have their default schedule.
  NetworkSession(runtime::Device& device, measure::RunRequest options, std::map<std::string, std::string> scripts = {});
  ~NetworkSession();

  // Fuses the optimized graph as the call says, runs its groups in order and times them. options.verify: runs the
  // source graph too, one operator a kernel, without passes, fusion or schedules, and compares the network's outputs.
  // Diagnostics: those of NetworkCalls::prepare, and NW4050 (other numbers).
  Result<NetworkResult> call(const NetworkCall& call);

 private:
  struct OnDevice;  // what is gone when the device is opened anew
  struct Prepared;
  void open_device();
  std::unique_ptr<Prepared> prepare(const NetworkCall& call, Diagnostics& diagnostics);

  const measure::RunRequest options_;
  runtime::Device& device_;
  NetworkKernels kernels_;
  NetworkKernels plain_kernels_;  // without schedules, to compare with
  std::unique_ptr<OnDevice> on_device_;
};

// One call with inputs by rule.
Result<measure::NetworkReport> run_network(const std::shared_ptr<const model::Model>& model,
                                           const fusion::Options& fusion, const measure::RunRequest& options,
                                           runtime::Device& device,
                                           const std::map<std::string, std::string>& scripts = {});

}  // namespace nw::execute
