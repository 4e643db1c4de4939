// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "execute/network_calls.h"
#include "execute/open_network.h"
#include "execute/product_rounding.h"
#include "execute/quantization_rounding.h"
#include "measure/arrays.h"
#include "measure/statistics.h"
#include "passes/dims.h"
#include "reference/evaluate.h"
#include "reference/texts.h"
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

runtime::TimingOptions timing_options(const measure::RunRequest& options, bool emulated) {
  constexpr double kPatience = 3;
  runtime::TimingOptions timing;
  timing.repeat = options.repeat == 0 && options.seconds == 0 && emulated ? 1 : options.repeat;
  timing.budget_seconds = options.seconds > 0 ? options.seconds : kPatience;
  timing.whole_budget = options.seconds > 0;
  timing.threads = options.threads;
  timing.single = true;
  return timing;
}

// Runs again and again until the median of the whole holds still; the median of each kernel comes from the same runs.
Result<measure::NetworkReport> timed(NetworkCalls& network, const measure::RunRequest& options, bool emulated) {
  std::vector<std::vector<double>> samples(network.calls().size());  // microseconds
  const runtime::TimingOptions timing = timing_options(options, emulated);
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
    const GroupCall& call = network.calls()[i];
    const double median = samples[i].empty() ? 0 : measure::median(samples[i]);
    RunLog::Entry entry = network.entry(call);
    entry.time = median;
    report.kernels.push_back(std::move(entry));
    report.flops += call.kernel.flops;
  }
  return report;
}

std::string output_name(const Graph& graph, size_t output) {
  return output < graph.output_names.size() ? graph.output_names[output] : "output " + std::to_string(output);
}

// What one call compiles, loads and runs for the first time, by the clock.
double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

namespace {

// What two entries of a list have in common.
void join(measure::OutputSummary& of, const measure::OutputSummary& entry) {
  if (of.shape.size() != entry.shape.size()) of.shape.clear();
  for (size_t i = 0; i < of.shape.size(); ++i)
    if (of.shape[i] != entry.shape[i]) of.shape[i] = measure::OutputSummary::kAnySize;
}

measure::OutputSummary summarize(const std::string& name, const reference::Value& value) {
  using measure::OutputSummary;
  constexpr size_t kShown = 8;
  if (const NDArray* tensor = value.tensor()) return measure::summarize(name, *tensor);
  OutputSummary summary;
  summary.name = name;
  summary.kind = value.list() ? OutputSummary::Kind::Sequence : OutputSummary::Kind::Absent;
  if (!value.list()) return summary;
  summary.length = static_cast<int64_t>(value.list()->size());
  for (const reference::Value& entry : *value.list()) {
    OutputSummary one;
    if (const NDArray* tensor = entry.tensor(); tensor && summary.entries.size() >= kShown)
      one.shape = tensor->shape(), one.dtype = tensor->dtype();
    else
      one = summarize("", entry);
    if (&entry == &value.list()->front())
      summary.shape = one.shape, summary.dtype = one.dtype;
    else
      join(summary, one);
    if (summary.entries.size() < kShown) summary.entries.push_back(std::move(one));
  }
  return summary;
}

}  // namespace

// What the device has; reopened, it has nothing.
struct NetworkSession::OnDevice {
  OnDevice(runtime::Device& device, const measure::RunRequest& options)
      : open(device, options.threads), memory(device, options.memory_bytes), constants(memory) {}
  runtime::OpenDevice open;
  DeviceMemory memory;
  DeviceConstants constants;
};

NetworkSession::NetworkSession(runtime::Device& device, measure::RunRequest options,
                               std::map<std::string, std::string> scripts)
    : options_(std::move(options)),
      device_(device),
      kernels_(device, std::move(scripts), runtime::KernelCache(options_.kernel_cache)),
      progress_(device) {}

NetworkSession::~NetworkSession() = default;

Diagnostics NetworkSession::open_device() {
  on_device_.reset();
  kernels_.unload();
  on_device_ = std::make_unique<OnDevice>(device_, options_);
  return on_device_->open.problems();
}

namespace {

bool died(const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.code == "NW4121"; });
}

// Passes may have left nothing that a size is of.
std::map<std::string, int64_t> of_graph(std::map<std::string, int64_t> sizes, const Graph& graph) {
  const std::set<std::string> used = passes::symbols_in_use(graph);
  std::erase_if(sizes, [&](const auto& size) { return !used.contains(size.first); });
  return sizes;
}

}  // namespace

// Whatever fails because time is up, on either side of the connection: there is one reason.
Result<NetworkResult> NetworkSession::call(const NetworkCall& call) {
  Result<NetworkResult> result = call_in_time(call);
  if (!result.value && progress_.out_of_time()) return progress_.stopped();
  return result;
}

Result<NetworkResult> NetworkSession::call_in_time(const NetworkCall& call) {
  const auto start = std::chrono::steady_clock::now();
  const int compiled_before = kernels_.compiled(), from_cache_before = kernels_.from_cache();
  const double compile_ms_before = kernels_.compile_ms();
  if (!on_device_)
    if (Diagnostics failed = open_device(); has_errors(failed)) return failed;
  std::optional<Graph> with_numbers;
  if (!call.sizes.empty()) {
    with_numbers.emplace(call.model->optimized());
    if (Diagnostics failed = passes::bind_dims(*with_numbers, of_graph(call.sizes, *with_numbers)); has_errors(failed))
      return failed;
  }
  const Graph& graph = with_numbers ? *with_numbers : call.model->optimized();
  bool is_open = false;
  Result<NetworkResult> result = call_sized(call, graph, start, is_open);
  if (is_open) result = call_open(call, graph, start);
  if (!result.value) {
    // A kernel's process that died says nothing of nodes and values; their references do.
    if (died(result.diagnostics))
      if (Diagnostics why = refused_by_reference(call); !why.empty()) return why;
    return result;
  }
  measure::NetworkReport& report = result->report;
  report.compiled = kernels_.compiled() - compiled_before;
  report.from_cache = kernels_.from_cache() - from_cache_before;
  report.compile_ms = kernels_.compile_ms() - compile_ms_before;
  report.memory.weights = on_device_->constants.weight_bytes();
  report.memory.packed = on_device_->constants.packed_bytes();
  report.memory.peak = on_device_->memory.most_used();
  for (size_t o = 0; o < result->outputs.size(); ++o)
    report.outputs.push_back(summarize(output_name(call.model->optimized(), o), result->outputs[o]));
  return result;
}

namespace {

// What says that only the run tells: no kernel or no computation (NW1450), a type that is not known (NW1451) or not
// inferred so (NW1412), a size that is not known (NW4116), a node that is no operator (NW4117).
bool only_the_run_tells(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    for (const char* code : {"NW1450", "NW1451", "NW1412", "NW4116", "NW4117"})
      if (d.severity == Severity::Error && d.code == code) return true;
  return false;
}

}  // namespace

Result<NetworkResult> NetworkSession::call_sized(const NetworkCall& call, const Graph& graph, Clock::time_point start,
                                                 bool& is_open) {
  std::optional<NetworkValues> values;
  std::optional<NetworkCalls> network;
  const auto prepare = [&] {
    network.reset();
    values.emplace(graph, on_device_->memory, on_device_->constants, call.inputs, options_.inputs);
    network.emplace(call.model->optimized(), graph, model::fuse(*call.model, call.fusion), kernels_, on_device_->memory,
                    *values, progress_, options_.memory_bytes, options_.threads);
    return network->prepare();
  };
  Diagnostics diagnostics = prepare();
  if (kernels_.wants_fresh_device()) {
    network.reset();
    values.reset();
    if (Diagnostics failed = open_device(); has_errors(failed)) return failed;
    diagnostics = prepare();
  }
  is_open = only_the_run_tells(diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  target::Plan once;
  once.threads = options_.threads;
  kernels_.seal();
  if (Diagnostics failed = on_device_->constants.pack(options_.threads); has_errors(failed)) return failed;
  if (const auto ran = network->run(once); !ran.ok()) {
    is_open = only_the_run_tells(ran.diagnostics);
    return ran.diagnostics;
  }
  const double first_us = microseconds_since(start);
  Result<std::vector<NDArray>> arrays = network->read_outputs();
  if (!arrays.ok()) return arrays.diagnostics;
  reference::Values outputs(arrays->begin(), arrays->end());
  NetworkCheck check(options_.memory_bytes, progress_);
  if (options_.verify) {
    append(diagnostics, network->check(check, options_.threads));
    Result<std::map<std::string, NDArray>> inputs = network->read_inputs();
    append(diagnostics, inputs.diagnostics);
    if (inputs.ok()) append(diagnostics, check_outputs(call, {inputs->begin(), inputs->end()}, outputs, check));
  }
  Result<measure::NetworkReport> report = timed(*network, options_, device_.emulated());
  if (!report.ok()) return report.diagnostics;
  report->first_us = first_us;
  if (options_.trace) {
    TraceRecorder trace;
    if (Diagnostics failed = network->trace(options_.threads, trace); has_errors(failed)) return failed;
    report->trace = trace.take();
  }
  const model::MemoryPlan& plan = network->memory_plan();
  report->memory.planned = {plan.arena_bytes, plan.live_bytes, plan.unshared_bytes};
  if (options_.verify) report->comparison = check.comparison();
  return {NetworkResult{std::move(*report), std::move(outputs)}, std::move(diagnostics)};
}

Result<NetworkResult> NetworkSession::call_open(const NetworkCall& call, const Graph& sized, Clock::time_point start) {
  const Graph& graph = call.model->optimized();
  const fusion::Fusion fusion = model::fuse(*call.model, call.fusion);
  Result<NetworkValues::Inputs> inputs = input_values(sized, call.inputs, options_.inputs, options_.memory_bytes);
  if (!inputs.ok()) return inputs.diagnostics;
  NetworkCheck check(options_.memory_bytes, progress_);
  RunLog log;
  GroupKernels groups({graph, fusion, kernels_, device_, options_.threads, [this] { return open_device(); },
                       [this]() -> DeviceMemory& { return on_device_->memory; },
                       [this]() -> DeviceConstants& { return on_device_->constants; }, log, progress_,
                       options_.verify ? &check : nullptr});
  Diagnostics diagnostics = groups.prepare();
  if (has_errors(diagnostics)) return diagnostics;
  OpenNetwork network(graph, by_node(graph, *inputs), groups, log, progress_, options_.memory_bytes);
  Result<reference::Values> outputs = network.run(options_.verify ? &check : nullptr);
  if (!outputs.ok()) return std::move(outputs.diagnostics);
  const double first_us = microseconds_since(start);
  measure::MemoryUse::Planned use = groups.memory_use();
  groups.check_no_more();
  if (options_.verify) append(diagnostics, check_outputs(call, *inputs, *outputs, check));
  measure::NetworkReport report;
  report.kernels = log.entries();
  for (const RunLog::Entry& entry : report.kernels) report.flops += entry.flops;
  Result<measure::Timing> time = runtime::time_runs(
      [&](const target::Plan& plan) -> Result<std::vector<int64_t>> {
        std::vector<int64_t> runs;
        for (int i = 0; i < plan.runs; ++i) {
          const auto begin = Clock::now();
          const Result<reference::Values> again = network.run_alone();
          if (!again.ok()) return again.diagnostics;
          runs.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
          if (plan.most_ns > 0 && Clock::now() - begin > std::chrono::nanoseconds(plan.most_ns)) break;
        }
        return runs;
      },
      timing_options(options_, device_.emulated()));
  if (!time.ok()) return time.diagnostics;
  report.time = *time;
  report.first_us = first_us;
  if (options_.trace) {
    TraceRecorder trace;
    if (const auto ran = network.run(nullptr, &trace); !ran.ok()) return ran.diagnostics;
    report.trace = trace.take();
  }
  use.live = groups.memory_use().live;
  use.arena = groups.memory_use().arena;
  report.memory.planned = use;
  if (options_.verify) report.comparison = check.comparison();
  return {NetworkResult{std::move(report), std::move(*outputs)}, std::move(diagnostics)};
}

Diagnostics NetworkSession::refused_by_reference(const NetworkCall& call) {
  const Graph& source = call.model->source();
  const Result<NetworkValues::Inputs> inputs =
      input_values(source, call.inputs, options_.inputs, options_.memory_bytes);
  if (!inputs.ok()) return {};
  reference::EvaluationOptions options;
  options.memory_bytes = options_.memory_bytes > 0 ? options_.memory_bytes : options.memory_bytes;
  options.seconds = std::clamp(progress_.seconds_left(), 0.0, options.seconds);
  Diagnostics why = reference::evaluate(source, by_node(source, *inputs), options).diagnostics;
  std::erase_if(why, [](const Diagnostic& d) { return d.severity != Severity::Error || d.where.empty(); });
  return why;
}

// The source graph shows what passes did to the numbers.
Diagnostics NetworkSession::check_outputs(const NetworkCall& call, const NetworkValues::Inputs& inputs,
                                          const reference::Values& outputs, NetworkCheck& check) {
  const Graph& source = call.model->source();
  Result<NetworkValues::Inputs> all = input_values(source, inputs, options_.inputs, options_.memory_bytes);
  reference::EvaluationOptions options;
  options.memory_bytes = options_.memory_bytes > 0 ? options_.memory_bytes : options.memory_bytes;
  options.seconds = progress_.seconds_left();
  Result<reference::Values> values = all.ok() ? reference::evaluate(source, by_node(source, *all), options)
                                              : Result<reference::Values>(all.diagnostics);
  if (!values.ok()) {
    check.not_compared(values.diagnostics, source.name);
    return check.diagnostics();
  }
  std::vector<NDArray> expected, computed;
  std::vector<std::string> names;
  for (const reference::Value& value : *values)
    for (NDArray& tensor : reference::tensors_of(value)) expected.push_back(std::move(tensor));
  for (size_t o = 0; o < outputs.size(); ++o)
    for (NDArray& tensor : reference::tensors_of(outputs[o])) {
      names.push_back(output_name(call.model->optimized(), o));
      computed.push_back(std::move(tensor));
    }
  for (size_t i = 0; i < std::min(computed.size(), expected.size()); ++i) {
    if (!computed[i].dtype().is_string() || !expected[i].dtype().is_string()) continue;
    std::vector<NDArray> both{computed[i], expected[i]};
    reference::share_table(both);  // their elements compare by it
    computed[i] = both[0], expected[i] = both[1];
  }
  check.folded(source);
  check.outputs(names, computed, expected, [&] {
    constexpr double kMostSeconds = 20;  // to find out whether a difference is a product's rounding,
    constexpr double kMostOfSteps = 60;  // or that of quantized numbers
    if (quantizes(source)) {
      options.seconds = std::min(progress_.seconds_left(), kMostOfSteps);
      return quantization_rounding(source, by_node(source, *all), expected, options);
    }
    options.seconds = std::min(progress_.seconds_left(), kMostSeconds);
    const Graph& graph = call.model->optimized();
    return product_rounding(graph, by_node(graph, *all), options);
  });
  return check.diagnostics();
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
