// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "base/local_cpu.h"
#include "codegen_llvm/jit.h"
#include "cost/flops.h"
#include "execute/kernel.h"
#include "measure/arrays.h"
#include "measure/statistics.h"
#include "op/registry.h"
#include "runtime/diagnostics.h"
#include "runtime/thread_pool.h"
#include "runtime/timing.h"
#include "runtime/verify.h"
#include "tir/visit.h"

namespace nw::execute {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

// What a kernel is called with. It must be what its loops were made for: a kernel checks nothing itself.
struct Argument {
  DType dtype;
  std::vector<int64_t> shape;
  bool operator==(const Argument&) const = default;
};

std::string to_string(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& a : arguments)
    text += (text.empty() ? "" : ", ") + fmt::format("{}({})", nw::to_string(a.dtype), fmt::join(a.shape, ", "));
  return text;
}

// A kernel as it is called: groups with the same computation share one.
struct Compiled {
  codegen::CompiledKernel code;
  double flops = 0;
  std::vector<te::Tensor> tensors;  // of its arguments
  std::vector<bool> is_output;
  std::vector<Argument> arguments;
  double tolerance = 0;  // relative error that its own rounding may add, as runtime/verify.h has it
};

struct Call {
  const fusion::Group* group;
  std::string task;
  const Compiled* kernel;
  std::vector<void*> arguments;
  std::vector<NDArray> arrays;                // the same
  std::map<std::string, NodeId> stage_nodes;  // of the kernel's stages
};

constexpr int64_t kMaxMemory = int64_t{1} << 40;

// One graph with memory for all its values and compiled kernels for all its groups.
class Network {
 public:
  Network(const Graph& graph, fusion::Fusion fusion, model::DefaultSchedule schedule,
          const measure::RunRequest& options, const runtime::KernelRuntime& machine,
          std::map<std::string, std::string> scripts = {})
      : graph_(graph),
        fusion_(std::move(fusion)),
        schedule_(schedule),
        options_(options),
        scripts_(std::move(scripts)),
        memory_left_(options.memory_bytes > 0 ? options.memory_bytes : kMaxMemory),
        machine_(machine) {}

  Diagnostics prepare() {
    Diagnostics diagnostics;
    for (const fusion::Group* group : in_order()) {
      append(diagnostics, add(*group));
      if (has_errors(diagnostics)) return diagnostics;
    }
    for (const NodeId output : graph_.outputs) {
      auto arrays = value(output, diagnostics);
      outputs_.insert(outputs_.end(), arrays.begin(), arrays.end());
    }
    return diagnostics;
  }

  // Runs all kernels in order; microseconds of each. Why a kernel could not go on, else nothing.
  Diagnostics run(std::vector<double>* times = nullptr) {
    using Clock = std::chrono::steady_clock;
    for (const Call& call : calls_) {
      const auto start = Clock::now();
      const int status = call.kernel->code.entry()(const_cast<void**>(call.arguments.data()), nullptr, machine_.get());
      if (status != 0) return explain(call, status);
      if (times) times->push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    return {};
  }

  const std::vector<Call>& calls() const { return calls_; }
  const std::vector<NDArray>& outputs() const { return outputs_; }
  // Each kernel may add its own rounding to what it was given.
  double tolerance() const {
    double sum = 0;
    for (const Call& call : calls_) sum += call.kernel->tolerance;
    return sum;
  }

 private:
  // With the node whose operator it is: people know their model, not its kernels.
  Diagnostics explain(const Call& call, int status) const {
    Diagnostics diagnostics = runtime::explain_status(status, graph_.node(call.group->root).name, call.kernel->tensors,
                                                      call.kernel->is_output, call.arrays);
    for (Diagnostic& d : diagnostics) {
      NodeId node = call.group->root;
      for (const Place& place : d.where)
        if (const auto found = call.stage_nodes.find(place.stage); found != call.stage_nodes.end())
          node = found->second;
      d.where.insert(d.where.begin(), at_node(graph_.node(node).name));
    }
    return diagnostics;
  }

  // A group's arguments are roots of other groups: in the order of roots each is there in time.
  std::vector<const fusion::Group*> in_order() const {
    std::map<NodeId, size_t> position;
    for (const NodeId id : graph_.post_order()) position.emplace(id, position.size());
    std::vector<const fusion::Group*> groups;
    for (const fusion::Group& group : fusion_.groups) groups.push_back(&group);
    std::stable_sort(groups.begin(), groups.end(), [&](const fusion::Group* a, const fusion::Group* b) {
      return position[a->root] < position[b->root];
    });
    return groups;
  }

  Diagnostics add(const fusion::Group& group) {
    Result<model::GroupKernel> kernel = model::group_kernel(graph_, fusion_, group.id, target_, schedule_);
    Diagnostics diagnostics = std::move(kernel.diagnostics);
    if (!kernel.value) return diagnostics;
    auto known = compiled_.find(kernel->task_key);
    if (known == compiled_.end()) {
      const auto own = scripts_.find(kernel->task_key);
      Result<Compiled> made = own == scripts_.end() ? compile(kernel->script) : compile_own(own->second, *kernel);
      append(diagnostics, std::move(made.diagnostics));
      if (!made.value) return diagnostics;
      known = compiled_.emplace(kernel->task_key, std::move(*made)).first;
    }
    Call call{&group, kernel->task_key, &known->second, {}, {}, kernel->stage_nodes};
    std::vector<Argument> given;
    std::map<NodeId, size_t> next_field;  // of a tuple, one argument each
    for (const NodeId input : kernel->inputs) {
      const std::vector<NDArray> arrays = value(input, diagnostics);
      const size_t field = next_field[input]++;
      if (has_errors(diagnostics)) return diagnostics;
      if (field >= arrays.size()) continue;
      given.push_back({arrays[field].dtype(), arrays[field].shape()});
      call.arguments.push_back(const_cast<std::byte*>(arrays[field].bytes()));
      call.arrays.push_back(arrays[field]);
    }
    for (const NodeId output : kernel->outputs) {
      const std::vector<graph::Type> fields = flattened(graph_.node(output).type);
      const size_t next = values_[output].size();
      if (next >= fields.size()) break;
      NDArray array = make(graph_.node(output), fields[next], diagnostics);
      if (has_errors(diagnostics)) return diagnostics;
      given.push_back({array.dtype(), array.shape()});
      measure::fill_with_canary(array);
      call.arguments.push_back(array.mutable_bytes());
      call.arrays.push_back(array);
      values_[output].push_back(std::move(array));
    }
    if (given != known->second.arguments)
      diagnostics.push_back(runtime::arguments_disagree(graph_.node(group.root).name,
                                                        to_string(known->second.arguments), to_string(given)));
    calls_.push_back(std::move(call));
    return diagnostics;
  }

  // A person's schedule must take what the group gives: the same arguments in the same order.
  static Result<Compiled> compile_own(const std::string& script, const model::GroupKernel& group) {
    script::ReadOptions quickly;
    quickly.verify = quickly.explain = false;
    const std::vector<te::Tensor> wanted = script::read(group.script, quickly).args;
    const std::vector<te::Tensor> given = script::read(script, quickly).args;
    const bool fit = std::equal(
        wanted.begin(), wanted.end(), given.begin(), given.end(), [](const te::Tensor& a, const te::Tensor& b) {
          return a->dtype == b->dtype && a->shape.size() == b->shape.size() &&
                 std::equal(a->shape.begin(), a->shape.end(), b->shape.begin(), tir::structural_equal);
        });
    if (!fit) return runtime::other_arguments(group.task_key);
    return compile(script);
  }

  static Result<Compiled> compile(const std::string& script) {
    Diagnostics diagnostics;
    const Kernel kernel = read_kernel(script, {}, diagnostics);
    // A default schedule's warnings are of no use to whoever runs a network.
    std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    if (!kernel.nest) return diagnostics;
    Result<codegen::CompiledKernel> code = codegen::compile(*kernel.nest);
    if (!code.ok()) return code.diagnostics;
    std::vector<te::Tensor> outputs;
    for (size_t i = 0; i < kernel.program.args.size(); ++i)
      if (kernel.nest->arg_is_output[i]) outputs.push_back(kernel.program.args[i]);
    const measure::Tolerance tolerance = runtime::tolerance_of(outputs);
    return Compiled{std::move(*code),
                    cost::count_flops(outputs),
                    kernel.program.args,
                    kernel.nest->arg_is_output,
                    arguments_of(kernel.program.args),
                    16 * tolerance.eps * std::sqrt(tolerance.reduction + 1)};
  }

  static std::vector<Argument> arguments_of(const std::vector<te::Tensor>& tensors) {
    std::vector<Argument> arguments;
    for (const te::Tensor& t : tensors) {
      Argument a{t->dtype, {}};
      for (const tir::Expr& extent : t->shape)
        a.shape.push_back(tir::as_const_int(extent) ? *tir::as_const_int(extent) : -1);
      arguments.push_back(std::move(a));
    }
    return arguments;
  }

  static std::vector<graph::Type> flattened(const graph::Type& type) {
    if (!type.is_tuple()) return {type};
    std::vector<graph::Type> all;
    for (const graph::Type& field : type.fields) {
      std::vector<graph::Type> inner = flattened(field);
      all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
  }

  NDArray make(const Node& node, const graph::Type& type, Diagnostics& diagnostics) {
    std::vector<int64_t> shape;
    if (type.is_tensor() && type.rank_known)
      for (const graph::Dim& dim : type.shape) {
        const auto extent = dim.constant();
        if (!extent) {
          diagnostics.push_back(runtime::unknown_dimension(node.name, graph::to_string(dim)));
          return {};
        }
        shape.push_back(*extent);
      }
    const int64_t count = element_count(shape);
    if (count < 0 || count > memory_left_ / type.dtype.bytes()) {
      diagnostics.push_back(runtime::too_large(node.name, "there is not enough memory for it"));
      return {};
    }
    memory_left_ -= count * type.dtype.bytes();
    try {
      return NDArray(type.dtype, shape);
    } catch (const std::bad_alloc&) {
      diagnostics.push_back(runtime::too_large(node.name, "there is not enough memory for it"));
      return {};
    }
  }

  // Kernels count on their arguments' alignment (codegen/abi.h); a file does not.
  static NDArray aligned(const NDArray& data) {
    if (reinterpret_cast<uintptr_t>(data.bytes()) % 64 == 0) return data;
    NDArray copy(data.dtype(), data.shape());
    std::memcpy(copy.mutable_bytes(), data.bytes(), data.size_bytes());
    return copy;
  }

  // The arrays of a node's value, tuples flattened. What comes from outside the kernels is made here.
  std::vector<NDArray> value(NodeId id, Diagnostics& diagnostics) {
    if (const auto known = values_.find(id); known != values_.end()) return known->second;
    const Node& node = graph_.node(id);
    std::vector<NDArray> arrays;
    if (node.kind == NodeKind::Tuple) {
      for (const NodeId input : node.inputs)
        for (NDArray& array : value(input, diagnostics)) arrays.push_back(std::move(array));
    } else if (node.kind == NodeKind::TupleGet) {
      const auto all = value(node.inputs[0], diagnostics);
      const auto index = static_cast<size_t>(graph::int_attr(node.attrs, "index", 0));
      if (index < all.size()) arrays.push_back(all[index]);
    } else if (node.kind == NodeKind::Constant && node.data.defined()) {
      arrays.push_back(aligned(node.data));
    } else if ((node.kind == NodeKind::Input || node.kind == NodeKind::Constant) && node.type.is_tensor()) {
      NDArray array = make(node, node.type, diagnostics);
      if (!has_errors(diagnostics)) measure::fill(array, options_.inputs, filled_++);
      arrays.push_back(std::move(array));
    } else {
      diagnostics.push_back(runtime::not_runnable(node.name));
    }
    return values_[id] = std::move(arrays);
  }

  const Graph& graph_;
  const fusion::Fusion fusion_;
  const TargetFacts target_ = local_cpu_facts();
  const model::DefaultSchedule schedule_;
  const measure::RunRequest options_;
  const std::map<std::string, std::string> scripts_;  // by task
  int64_t memory_left_;
  const runtime::KernelRuntime& machine_;
  std::map<std::string, Compiled> compiled_;
  std::vector<Call> calls_;
  std::map<NodeId, std::vector<NDArray>> values_;
  std::vector<NDArray> outputs_;
  size_t filled_ = 0;
};

// Runs again and again until the median of the whole holds still; the median of each kernel comes from the same runs.
measure::NetworkReport timed(Network& network, const measure::RunRequest& options) {
  std::vector<std::vector<double>> samples(network.calls().size());
  runtime::TimingOptions timing;
  timing.repeat = options.repeat;
  timing.budget_seconds = 3;
  measure::NetworkReport report;
  report.time = runtime::time_runs(
      [&] {
        std::vector<double> times;
        network.run(&times);
        for (size_t i = 0; i < times.size(); ++i) samples[i].push_back(times[i]);
      },
      timing);
  for (size_t i = 0; i < samples.size(); ++i) {
    const Call& call = network.calls()[i];
    const double time = samples[i].empty() ? 0 : measure::median(samples[i]);
    report.kernels.push_back({call.group->id, call.task, time, call.kernel->flops});
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
Result<measure::NetworkComparison> compare_unfused(const model::Model& model, const Network& network,
                                                   Network& reference) {
  Diagnostics diagnostics;
  if (Diagnostics failed = reference.run(); !failed.empty()) return failed;
  measure::VerifyReport report;
  measure::Tolerance tolerance;
  tolerance.eps = (network.tolerance() + reference.tolerance()) / 16;
  for (size_t o = 0; o < std::min(network.outputs().size(), reference.outputs().size()); ++o) {
    measure::Expected expected;
    expected.reference = reference.outputs()[o];
    for (int64_t i = 0; i < expected.reference.size(); ++i) expected.elements.push_back(i);
    const std::string difference = measure::compare(network.outputs()[o], expected, tolerance, report);
    if (!difference.empty())
      diagnostics.push_back(runtime::networks_differ(output_name(model.optimized(), o), difference));
  }
  return {
      measure::NetworkComparison{report.max_abs_error, report.max_rel_error, report.checked, report.total, report.nan},
      std::move(diagnostics)};
}

}  // namespace

Result<measure::NetworkReport> run_network(const model::Model& model, const fusion::Options& choices,
                                           const measure::RunRequest& options,
                                           const std::map<std::string, std::string>& scripts,
                                           const runtime::Confine& confine) {
  const runtime::KernelRuntime machine(options.threads);
  Network network(model.optimized(), model::fuse(model, choices), model::DefaultSchedule::ForTarget, options, machine,
                  scripts);
  Diagnostics diagnostics = network.prepare();
  std::optional<Network> reference;
  if (options.verify && !has_errors(diagnostics)) {
    reference.emplace(model.source(), unfused(model.source()), model::DefaultSchedule::None, options, machine);
    append(diagnostics, reference->prepare());
  }
  if (confine && !has_errors(diagnostics)) append(diagnostics, confine(machine));
  if (has_errors(diagnostics)) return diagnostics;
  if (Diagnostics failed = network.run(); !failed.empty()) return failed;
  std::optional<measure::NetworkComparison> comparison;
  if (reference) {
    Result<measure::NetworkComparison> result = compare_unfused(model, network, *reference);
    append(diagnostics, std::move(result.diagnostics));
    comparison = result.value;
  }
  measure::NetworkReport report = timed(network, options);
  report.comparison = comparison;
  for (size_t o = 0; o < network.outputs().size(); ++o)
    report.outputs.push_back(measure::summarize(output_name(model.optimized(), o), network.outputs()[o]));
  return {std::move(report), std::move(diagnostics)};
}

}  // namespace nw::execute
