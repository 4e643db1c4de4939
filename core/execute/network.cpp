// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "execute/network_calls.h"
#include "measure/arrays.h"
#include "measure/comparison.h"
#include "measure/statistics.h"
#include "op/registry.h"
#include "runtime/diagnostics.h"
#include "runtime/timing.h"

namespace nw::execute {

namespace {

using graph::Graph;

// Nanoseconds of each run of the whole network; those of its kernels are added to `samples`.
Result<std::vector<int64_t>> whole_runs(NetworkCalls& network, target::Plan plan,
                                        std::vector<std::vector<double>>& samples) {
  constexpr int kMaxRuns = 200;      // of one request: the times of all kernels fit into one frame
  constexpr int kMaxTimes = 50'000;  // of one request: what a runner takes
  const int calls = std::max(static_cast<int>(network.calls().size()), 1);
  plan.runs = std::min({plan.runs, kMaxRuns, std::max(kMaxTimes / calls, 1)});
  const Result<std::vector<std::vector<int64_t>>> times = network.run(plan);
  if (!times.ok()) return times.diagnostics;
  std::vector<int64_t> whole;
  for (size_t call = 0; call < times->size(); ++call)
    for (size_t run = 0; run < (*times)[call].size(); ++run) {
      if (whole.size() <= run) whole.resize(run + 1);
      whole[run] += (*times)[call][run];
      samples[call].push_back(static_cast<double>((*times)[call][run]) * 1e-3);
    }
  if (times->empty()) whole.assign(static_cast<size_t>(plan.runs), 0);  // a network without kernels
  return whole;
}

// Runs again and again until the median of the whole holds still; the median of each kernel comes from the same runs.
Result<measure::NetworkReport> timed(NetworkCalls& network, const measure::RunRequest& options, bool emulated) {
  std::vector<std::vector<double>> samples(network.calls().size());  // microseconds
  runtime::TimingOptions timing;
  timing.repeat = options.repeat == 0 && options.seconds == 0 && emulated ? 1 : options.repeat;
  constexpr double kPatience = 3;
  timing.budget_seconds = options.seconds > 0 ? options.seconds : kPatience;
  timing.whole_budget = options.seconds > 0;
  timing.threads = options.threads;
  timing.single = true;
  bool warm = false;  // the first request only shows how long one run takes
  const auto take = [&](const target::Plan& plan) {
    Result<std::vector<int64_t>> whole = whole_runs(network, plan, samples);
    if (!std::exchange(warm, true))
      for (std::vector<double>& of_call : samples) of_call.clear();
    return whole;
  };
  const Result<measure::Timing> time = runtime::time_runs(take, timing);
  if (!time.ok()) return time.diagnostics;
  measure::NetworkReport report;
  report.time = *time;
  for (size_t i = 0; i < samples.size(); ++i) {
    const KernelCall& call = network.calls()[i];
    const double median = samples[i].empty() ? 0 : measure::median(samples[i]);
    report.kernels.push_back({call.group->id, call.task, median, call.kernel->flops});
    report.flops += call.kernel->flops;
  }
  return report;
}

std::string output_name(const Graph& graph, size_t output) {
  return output < graph.output_names.size() ? graph.output_names[output] : "output " + std::to_string(output);
}

// One operator a kernel.
fusion::Fusion unfused(const Graph& graph) {
  fusion::Options apart;
  apart.opt_level = 0;
  return fusion::fuse(graph, op::Registry::standard().traits(), apart);
}

// The source graph's outputs against the optimized one's.
Result<measure::NetworkComparison> compare_unfused(const model::Model& model, const NetworkCalls& network,
                                                   const std::vector<NDArray>& outputs, NetworkCalls& reference,
                                                   const target::Plan& once) {
  Diagnostics diagnostics;
  if (const auto ran = reference.run(once); !ran.ok()) return ran.diagnostics;
  const Result<std::vector<NDArray>> others = reference.read_outputs();
  if (!others.ok()) return others.diagnostics;
  measure::VerifyReport report;
  measure::Tolerance tolerance;
  tolerance.eps = (network.tolerance() + reference.tolerance()) / 16;
  for (size_t o = 0; o < std::min(outputs.size(), others->size()); ++o) {
    measure::Expected expected;
    expected.reference = (*others)[o];
    for (int64_t i = 0; i < expected.reference.size(); ++i) expected.elements.push_back(i);
    const std::string difference = measure::compare(outputs[o], expected, tolerance, report);
    if (!difference.empty())
      diagnostics.push_back(runtime::networks_differ(output_name(model.optimized(), o), difference));
  }
  return {
      measure::NetworkComparison{report.max_abs_error, report.max_rel_error, report.checked, report.total, report.nan},
      std::move(diagnostics)};
}

// What one call compiles, loads and runs for the first time, by the clock.
double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct NetworkSession::OnDevice {
  OnDevice(runtime::Device& device, const measure::RunRequest& options)
      : open(device, options.threads), memory(device, options.memory_bytes), constants(memory) {}
  runtime::OpenDevice open;
  DeviceMemory memory;
  DeviceConstants constants;
};

// A graph ready to run.
struct NetworkSession::Prepared {
  struct Graph {
    Graph(const graph::Graph& of, fusion::Fusion fusion, model::DefaultSchedule schedule, NetworkKernels& kernels,
          OnDevice& on, const NetworkCall& call, const measure::RunRequest& options)
        : values(of, on.memory, on.constants, call.inputs, options.inputs),
          calls(of, std::move(fusion), schedule, kernels, on.memory, values) {}
    NetworkValues values;
    NetworkCalls calls;
  };
  std::optional<Graph> network, plain;
};

NetworkSession::NetworkSession(runtime::Device& device, measure::RunRequest options,
                               std::map<std::string, std::string> scripts)
    : options_(std::move(options)), device_(device), kernels_(device, std::move(scripts)), plain_kernels_(device) {}

NetworkSession::~NetworkSession() = default;

void NetworkSession::open_device() {
  on_device_.reset();
  kernels_.unload();
  plain_kernels_.unload();
  on_device_ = std::make_unique<OnDevice>(device_, options_);
}

std::unique_ptr<NetworkSession::Prepared> NetworkSession::prepare(const NetworkCall& call, Diagnostics& diagnostics) {
  append(diagnostics, on_device_->open.problems());
  auto prepared = std::make_unique<Prepared>();
  const model::Model& model = *call.model;
  if (!has_errors(diagnostics)) {
    prepared->network.emplace(model.optimized(), model::fuse(model, call.fusion), model::DefaultSchedule::ForTarget,
                              kernels_, *on_device_, call, options_);
    append(diagnostics, prepared->network->calls.prepare());
  }
  if (options_.verify && !has_errors(diagnostics)) {
    prepared->plain.emplace(model.source(), unfused(model.source()), model::DefaultSchedule::None, plain_kernels_,
                            *on_device_, call, options_);
    append(diagnostics, prepared->plain->calls.prepare());
  }
  return prepared;
}

Result<NetworkResult> NetworkSession::call(const NetworkCall& call) {
  const auto start = std::chrono::steady_clock::now();
  const int compiled_before = kernels_.compiled();
  const double compile_ms_before = kernels_.compile_ms();
  if (!on_device_) open_device();
  Diagnostics diagnostics;
  std::unique_ptr<Prepared> prepared = prepare(call, diagnostics);
  if (kernels_.wants_fresh_device() || plain_kernels_.wants_fresh_device()) {
    prepared.reset();
    open_device();
    diagnostics.clear();
    prepared = prepare(call, diagnostics);
  }
  if (has_errors(diagnostics)) return diagnostics;
  NetworkCalls& network = prepared->network->calls;
  target::Plan once;
  once.threads = options_.threads;
  kernels_.seal();
  plain_kernels_.seal();
  if (const auto ran = network.run(once); !ran.ok()) return ran.diagnostics;
  const double first_us = microseconds_since(start);
  Result<std::vector<NDArray>> outputs = network.read_outputs();
  if (!outputs.ok()) return outputs.diagnostics;
  std::optional<measure::NetworkComparison> comparison;
  if (prepared->plain) {
    Result<measure::NetworkComparison> result =
        compare_unfused(*call.model, network, *outputs, prepared->plain->calls, once);
    append(diagnostics, std::move(result.diagnostics));
    comparison = result.value;
  }
  Result<measure::NetworkReport> report = timed(network, options_, device_.emulated());
  if (!report.ok()) return report.diagnostics;
  report->comparison = comparison;
  report->first_us = first_us;
  report->compiled = kernels_.compiled() - compiled_before;
  report->compile_ms = kernels_.compile_ms() - compile_ms_before;
  for (size_t o = 0; o < outputs->size(); ++o)
    report->outputs.push_back(measure::summarize(output_name(call.model->optimized(), o), (*outputs)[o]));
  return {NetworkResult{std::move(*report), std::move(*outputs)}, std::move(diagnostics)};
}

Result<measure::NetworkReport> run_network(const std::shared_ptr<const model::Model>& model,
                                           const fusion::Options& fusion, const measure::RunRequest& options,
                                           runtime::Device& device, const std::map<std::string, std::string>& scripts) {
  NetworkSession session(device, options, scripts);
  Result<NetworkResult> result = session.call({model, fusion, {}});
  if (!result.value) return std::move(result.diagnostics);
  return {std::move(result->report), std::move(result.diagnostics)};
}

}  // namespace nw::execute
