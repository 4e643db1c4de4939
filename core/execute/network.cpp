// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cost/flops.h"
#include "execute/kernel.h"
#include "execute/network_verification.h"
#include "measure/arrays.h"
#include "measure/statistics.h"
#include "op/registry.h"
#include "runtime/diagnostics.h"
#include "runtime/kernel_image.h"
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
  target::ModuleId module;
  double flops = 0;
  std::vector<te::Tensor> tensors;  // of its arguments
  std::vector<bool> is_output;
  std::vector<Argument> arguments;
  measure::Tolerance tolerance;  // that its own rounding needs
};

// A tensor on the device.
struct Value {
  DType dtype;
  std::vector<int64_t> shape;
  target::BufferId buffer;
  uint64_t bytes() const { return static_cast<uint64_t>(element_count(shape)) * static_cast<uint64_t>(dtype.bytes()); }
};

struct Call {
  const fusion::Group* group;
  std::string task;
  const Compiled* kernel;
  std::vector<Value> arguments;
  std::map<std::string, NodeId> stage_nodes;  // of the kernel's stages
  std::vector<NodeId> inputs, outputs;
};

constexpr int64_t kMaxMemory = int64_t{1} << 40;

// One graph with memory on the device for all its values, and kernels loaded there for all its groups.
class Network {
 public:
  Network(const Graph& graph, fusion::Fusion fusion, model::DefaultSchedule schedule,
          const measure::RunRequest& options, runtime::Device& device, std::map<std::string, std::string> scripts = {})
      : graph_(graph),
        fusion_(std::move(fusion)),
        schedule_(schedule),
        options_(options),
        scripts_(std::move(scripts)),
        memory_left_(options.memory_bytes > 0 ? options.memory_bytes : kMaxMemory),
        device_(device) {}

  Diagnostics prepare() {
    Diagnostics diagnostics;
    for (const fusion::Group* group : in_order()) {
      append(diagnostics, add(*group));
      if (has_errors(diagnostics)) return diagnostics;
    }
    for (const NodeId output : graph_.outputs) {
      auto values = value(output, diagnostics);
      outputs_.insert(outputs_.end(), values.begin(), values.end());
    }
    return diagnostics;
  }

  // Runs all kernels in order, by the plan: nanoseconds of each run, by call. Or why a kernel could not go on.
  Result<std::vector<std::vector<int64_t>>> run(const target::Plan& plan) {
    std::vector<target::Call> calls;
    for (const Call& call : calls_) {
      target::Call one;
      one.module = call.kernel->module;
      for (const Value& argument : call.arguments) one.buffers.push_back(argument.buffer);
      calls.push_back(std::move(one));
    }
    if (calls.empty()) return std::vector<std::vector<int64_t>>{};
    Result<std::vector<target::CallResult>> results = device_.session().run(calls, plan);
    if (!results.ok()) return results.diagnostics;
    std::vector<std::vector<int64_t>> times;
    for (size_t i = 0; i < results->size(); ++i) {
      target::CallResult& result = (*results)[i];
      if (result.kernel_status != 0 && i < calls_.size()) return explain(calls_[i], result.kernel_status);
      times.push_back(std::move(result.time_ns));
    }
    times.resize(calls.size());
    return times;
  }

  // The outputs as they are on the device.
  Result<std::vector<NDArray>> read_outputs() { return read(outputs_); }

  const std::vector<Call>& calls() const { return calls_; }
  // Each kernel may add its own rounding to what it was given.
  double tolerance() const {
    double sum = 0;
    for (const Call& call : calls_)
      sum += 16 * call.kernel->tolerance.eps * std::sqrt(call.kernel->tolerance.reduction + 1);
    return sum;
  }

  // What ran, for verification: valid as long as this network is.
  RanNetwork ran(const model::Model& model) {
    RanNetwork network{model, {}, [this](NodeId id) { return read_value(id); }, tolerance(), options_.memory_bytes};
    for (const Call& call : calls_) network.groups.push_back({call.inputs, call.outputs, call.kernel->tolerance});
    return network;
  }

 private:
  // With the node whose operator it is: people know their model, not its kernels.
  Diagnostics explain(const Call& call, int status) {
    const Result<std::vector<NDArray>> arrays = read(call.arguments);
    if (!arrays.ok()) return arrays.diagnostics;
    Diagnostics diagnostics = runtime::explain_status(status, graph_.node(call.group->root).name, call.kernel->tensors,
                                                      call.kernel->is_output, *arrays);
    for (Diagnostic& d : diagnostics) {
      NodeId node = call.group->root;
      for (const Place& place : d.where)
        if (const auto found = call.stage_nodes.find(place.stage); found != call.stage_nodes.end())
          node = found->second;
      d.where.insert(d.where.begin(), at_node(graph_.node(node).name));
    }
    return diagnostics;
  }

  // A node's value as it is on the device now.
  Result<reference::Value> read_value(NodeId id) {
    Diagnostics diagnostics;
    const std::vector<Value> places = value(id, diagnostics);
    if (has_errors(diagnostics)) return diagnostics;
    Result<std::vector<NDArray>> arrays = read(places);
    if (!arrays.ok()) return arrays.diagnostics;
    size_t next = 0;
    return nested(graph_.node(id).type, *arrays, next);
  }

  static reference::Value nested(const graph::Type& type, const std::vector<NDArray>& arrays, size_t& next) {
    if (!type.is_tuple()) return next < arrays.size() ? reference::Value(arrays[next++]) : reference::Value();
    reference::Values fields;
    for (const graph::Type& field : type.fields) fields.push_back(nested(field, arrays, next));
    return fields;
  }

  Result<std::vector<NDArray>> read(const std::vector<Value>& values) {
    std::vector<NDArray> arrays;
    for (const Value& value : values) {
      arrays.emplace_back(value.dtype, value.shape);
      Diagnostics failed = device_.session().read(value.buffer, arrays.back().mutable_bytes(), value.bytes());
      if (has_errors(failed)) return failed;
    }
    return arrays;
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
    Result<model::GroupKernel> kernel = model::group_kernel(graph_, fusion_, group.id, device_.facts(), schedule_);
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
    Call call{&group, kernel->task_key, &known->second, {}, kernel->stage_nodes, kernel->inputs, kernel->outputs};
    std::map<NodeId, size_t> next_field;  // of a tuple, one argument each
    for (const NodeId input : kernel->inputs) {
      const std::vector<Value> values = value(input, diagnostics);
      const size_t field = next_field[input]++;
      if (has_errors(diagnostics)) return diagnostics;
      if (field < values.size()) call.arguments.push_back(values[field]);
    }
    for (const NodeId output : kernel->outputs) {
      const std::vector<graph::Type> fields = flattened(graph_.node(output).type);
      const size_t next = values_[output].size();
      if (next >= fields.size()) break;
      const Value made = make(graph_.node(output), fields[next], diagnostics);
      if (!has_errors(diagnostics)) append(diagnostics, device_.session().fill_bytes(made.buffer, 0xff, made.bytes()));
      if (has_errors(diagnostics)) return diagnostics;
      call.arguments.push_back(made);
      values_[output].push_back(made);
    }
    std::vector<Argument> given;
    for (const Value& argument : call.arguments) given.push_back({argument.dtype, argument.shape});
    if (given != known->second.arguments)
      diagnostics.push_back(runtime::arguments_disagree(graph_.node(group.root).name,
                                                        to_string(known->second.arguments), to_string(given)));
    calls_.push_back(std::move(call));
    return diagnostics;
  }

  // A person's schedule must take what the group gives: the same arguments in the same order.
  Result<Compiled> compile_own(const std::string& script, const model::GroupKernel& group) {
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

  Result<Compiled> compile(const std::string& script) {
    Diagnostics diagnostics;
    const Kernel kernel = read_kernel(script, {}, diagnostics);
    // A default schedule's warnings are of no use to whoever runs a network.
    std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    if (!kernel.nest) return diagnostics;
    codegen::Options how;
    how.target = device_.code_target();
    measure::Spent spent;
    const Result<runtime::KernelImage> code = runtime::compile(*kernel.nest, how, spent);
    if (!code.ok()) return code.diagnostics;
    const Result<target::ModuleId> module = device_.session().load(code->image, "elf", code->entry, code->signature);
    if (!module.ok()) return module.diagnostics;
    std::vector<te::Tensor> outputs;
    for (size_t i = 0; i < kernel.program.args.size(); ++i)
      if (kernel.nest->arg_is_output[i]) outputs.push_back(kernel.program.args[i]);
    const measure::Tolerance tolerance = runtime::tolerance_of(outputs);
    return Compiled{*module,
                    cost::count_flops(outputs),
                    kernel.program.args,
                    kernel.nest->arg_is_output,
                    arguments_of(kernel.program.args),
                    tolerance};
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

  Value make(const Node& node, const graph::Type& type, Diagnostics& diagnostics) {
    Value value{type.dtype, {}, {}};
    if (type.is_tensor() && type.rank_known)
      for (const graph::Dim& dim : type.shape) {
        const auto extent = dim.constant();
        if (!extent) {
          diagnostics.push_back(runtime::unknown_dimension(node.name, graph::to_string(dim)));
          return {};
        }
        value.shape.push_back(*extent);
      }
    allocate(node, value, diagnostics);
    return value;
  }

  void allocate(const Node& node, Value& value, Diagnostics& diagnostics) {
    const int64_t count = element_count(value.shape);
    if (count < 0 || count > memory_left_ / value.dtype.bytes()) {
      diagnostics.push_back(runtime::too_large(node.name, "there is not enough memory for it"));
      return;
    }
    memory_left_ -= count * value.dtype.bytes();
    const Result<target::BufferId> buffer = device_.session().allocate(value.bytes());
    append(diagnostics, buffer.diagnostics);
    if (buffer.value) value.buffer = *buffer;
  }

  // What the model's file holds.
  Value constant(const Node& node, Diagnostics& diagnostics) {
    Value value{node.data.dtype(), node.data.shape(), {}};
    allocate(node, value, diagnostics);
    if (!has_errors(diagnostics))
      append(diagnostics,
             device_.session().write(value.buffer, {reinterpret_cast<const char*>(node.data.bytes()), value.bytes()}));
    return value;
  }

  // A node's value, tuples flattened. What comes from outside the kernels is made here.
  std::vector<Value> value(NodeId id, Diagnostics& diagnostics) {
    if (const auto known = values_.find(id); known != values_.end()) return known->second;
    const Node& node = graph_.node(id);
    std::vector<Value> values;
    if (node.kind == NodeKind::Tuple) {
      for (const NodeId input : node.inputs)
        for (Value& field : value(input, diagnostics)) values.push_back(std::move(field));
    } else if (node.kind == NodeKind::TupleGet) {
      const auto all = value(node.inputs[0], diagnostics);
      const auto index = static_cast<size_t>(graph::int_attr(node.attrs, "index", 0));
      if (index < all.size()) values.push_back(all[index]);
    } else if (node.kind == NodeKind::Constant && node.data.defined()) {
      values.push_back(constant(node, diagnostics));
    } else if ((node.kind == NodeKind::Input || node.kind == NodeKind::Constant) && node.type.is_tensor()) {
      const Value made = make(node, node.type, diagnostics);
      if (!has_errors(diagnostics))
        append(diagnostics,
               device_.session().fill(made.buffer, made.dtype, element_count(made.shape), options_.inputs, filled_++));
      values.push_back(made);
    } else {
      diagnostics.push_back(runtime::not_runnable(node.name));
    }
    return values_[id] = std::move(values);
  }

  const Graph& graph_;
  const fusion::Fusion fusion_;
  const model::DefaultSchedule schedule_;
  const measure::RunRequest options_;
  const std::map<std::string, std::string> scripts_;  // by task
  int64_t memory_left_;
  runtime::Device& device_;
  std::map<std::string, Compiled> compiled_;
  std::vector<Call> calls_;
  std::map<NodeId, std::vector<Value>> values_;
  std::vector<Value> outputs_;
  size_t filled_ = 0;
};

// Nanoseconds of each run of the whole network; those of its kernels are added to `samples`.
Result<std::vector<int64_t>> whole_runs(Network& network, target::Plan plan,
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
Result<measure::NetworkReport> timed(Network& network, const measure::RunRequest& options, bool emulated) {
  std::vector<std::vector<double>> samples(network.calls().size());  // microseconds
  runtime::TimingOptions timing;
  timing.repeat = options.repeat == 0 && emulated ? 1 : options.repeat;
  timing.budget_seconds = 3;
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
    const Call& call = network.calls()[i];
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
Result<measure::NetworkComparison> compare_unfused(const model::Model& model, const Network& network,
                                                   const std::vector<NDArray>& outputs, Network& reference,
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
  measure::NetworkComparison comparison;
  comparison.max_abs_error = report.max_abs_error;
  comparison.max_rel_error = report.max_rel_error;
  comparison.checked = report.checked;
  comparison.total = report.total;
  comparison.nan = report.nan;
  return {std::move(comparison), std::move(diagnostics)};
}

}  // namespace

Result<measure::NetworkReport> run_network(const model::Model& model, const fusion::Options& choices,
                                           const measure::RunRequest& options, runtime::Device& device,
                                           const std::map<std::string, std::string>& scripts) {
  const runtime::OpenDevice open(device, options.threads);
  if (has_errors(open.problems())) return open.problems();
  Network network(model.optimized(), model::fuse(model, choices), model::DefaultSchedule::ForTarget, options, device,
                  scripts);
  Diagnostics diagnostics = network.prepare();
  const bool by_reference = options.verify && !without_reference(model);
  std::optional<Network> reference;
  if (options.verify && !by_reference && !has_errors(diagnostics)) {
    reference.emplace(model.source(), unfused(model.source()), model::DefaultSchedule::None, options, device);
    append(diagnostics, reference->prepare());
  }
  if (has_errors(diagnostics)) return diagnostics;
  target::Plan once;
  once.threads = options.threads;
  if (const auto ran = network.run(once); !ran.ok()) return ran.diagnostics;
  const Result<std::vector<NDArray>> outputs = network.read_outputs();
  if (!outputs.ok()) return outputs.diagnostics;
  std::optional<measure::NetworkComparison> comparison;
  if (options.verify) {
    Result<measure::NetworkComparison> result =
        by_reference ? verify_network(network.ran(model)) : compare_unfused(model, network, *outputs, *reference, once);
    append(diagnostics, std::move(result.diagnostics));
    comparison = result.value;
  }
  Result<measure::NetworkReport> report = timed(network, options, device.emulated());
  if (!report.ok()) return report.diagnostics;
  report->comparison = comparison;
  for (size_t o = 0; o < outputs->size(); ++o)
    report->outputs.push_back(measure::summarize(output_name(model.optimized(), o), (*outputs)[o]));
  return {std::move(*report), std::move(diagnostics)};
}

}  // namespace nw::execute
