// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/run.h"

#include <future>
#include <optional>

#include "cost/flops.h"
#include "measure/arrays.h"
#include "runtime/assembly_text.h"
#include "runtime/diagnostics.h"
#include "runtime/kernel_image.h"
#include "runtime/profile.h"
#include "runtime/stopwatch.h"
#include "runtime/timing.h"
#include "runtime/verify.h"
#include "tir/visit.h"

namespace nw::runtime {

namespace {

constexpr int64_t kMaxMemory = int64_t{1} << 40;

// Values of the symbolic sizes, in the kernel's order.
Result<std::vector<int64_t>> size_values(const lower::LoopNest& nest, const measure::RunRequest& options) {
  Result<std::vector<int64_t>> values{std::vector<int64_t>{}};
  for (const tir::Var& var : nest.size_vars) {
    const auto given = options.sizes.find(var->name);
    if (given == options.sizes.end())
      values.diagnostics.push_back(missing_size(var->name));
    else
      values->push_back(given->second);
  }
  return values;
}

// An argument with its sizes in place.
struct Argument {
  DType dtype;
  std::vector<int64_t> shape;
  bool is_output = false;
  int64_t count() const { return element_count(shape); }
  uint64_t bytes() const { return static_cast<uint64_t>(count()) * static_cast<uint64_t>(dtype.bytes()); }
};

Result<Argument> argument_of(const tir::BufferNode& buffer, const tir::Substitution& sizes, int64_t& memory_left) {
  Argument argument{buffer.dtype, {}};
  for (const tir::Expr& dimension : buffer.shape) {
    const tir::Expr fixed = tir::substitute(dimension, sizes);
    const int64_t* extent = tir::as_const_int(fixed);
    if (!extent || *extent < 0) return too_large(buffer.name, "its shape is not known");
    argument.shape.push_back(*extent);
  }
  const int64_t count = argument.count();
  if (count < 0 || count > memory_left / buffer.dtype.bytes())
    return too_large(buffer.name, "there is not enough memory for it");
  memory_left -= count * buffer.dtype.bytes();
  return argument;
}

// The tensor's name; NAME.v0, NAME.v1 for the outputs of one operation with several.
std::string output_name(const te::TensorNode& tensor) {
  return tensor.op->num_outputs() > 1 ? tensor.op->name + ".v" + std::to_string(tensor.value_index) : tensor.op->name;
}

// One run of one kernel, step by step.
class KernelRun {
 public:
  KernelRun(const lower::LoopNest& nest, const std::vector<te::Tensor>& args, const measure::RunRequest& options,
            Device& device, const PhaseListener& began)
      : nest_(nest), args_(args), options_(options), device_(device), began_(began) {}

  Result<measure::RunReport> run() {
    if (Diagnostics failed = prepare(); !failed.empty()) return failed;
    if (Diagnostics unreachable = connect(); has_errors(unreachable)) return unreachable;
    // The device is made ready while the compiler works: only that thread has the session meanwhile.
    std::optional<OpenDevice> open;
    begin("compiling");
    std::future<Diagnostics> ready = std::async(std::launch::async, [this, &open] { return open_device(open); });
    Diagnostics failed = compile();
    if (Diagnostics problems = ready.get(); !has_errors(failed)) failed = std::move(problems);
    if (has_errors(failed)) return failed;
    if (failed = load(); has_errors(failed)) return failed;
    if (options_.verify) begin("comparing");
    if (failed = call_once(options_.inputs); has_errors(failed)) return failed;
    if (failed = options_.verify ? check() : summarize(); has_errors(failed)) return failed;
    report_.flops = flops();
    begin("measuring");
    if (failed = measure(); has_errors(failed)) return failed;
    return {std::move(report_), std::move(diagnostics_)};
  }

 private:
  target::Session& session() { return device_.session(); }
  void begin(const char* phase) const {
    if (began_) began_(phase);
  }

  Diagnostics prepare() {
    Result<std::vector<int64_t>> sizes = size_values(nest_, options_);
    if (!sizes.ok()) return sizes.diagnostics;
    sizes_ = std::move(*sizes);
    tir::Substitution values;
    for (size_t i = 0; i < sizes_.size(); ++i) {
      values[nest_.size_vars[i]] = tir::int_imm(sizes_[i], nest_.size_vars[i]->dtype);
      known_[nest_.size_vars[i]] = sizes_[i];
    }
    int64_t memory_left = options_.memory_bytes > 0 ? options_.memory_bytes : kMaxMemory;
    for (size_t i = 0; i < nest_.args.size(); ++i) {
      Result<Argument> argument = argument_of(*nest_.args[i], values, memory_left);
      if (!argument.ok()) return argument.diagnostics;
      argument->is_output = nest_.arg_is_output[i];
      arguments_.push_back(std::move(*argument));
    }
    return {};
  }

  Diagnostics compile() {
    codegen::PassBudget passes;
    passes.limit = options_.pass_limit;
    codegen::Options how;
    how.target = device_.code_target();
    if (options_.pass_limit >= 0) how.passes = &passes;
    std::vector<codegen::AssemblyLine> assembly;
    if (options_.assembly) how.assembly = &assembly;
    Result<KernelImage> kernel = runtime::compile(nest_, how, report_.spent);
    if (!kernel.ok()) return kernel.diagnostics;
    kernel_ = std::move(*kernel);
    report_.machine = measure::machine_of(device_.facts(), options_.threads);
    report_.machine.target = device_.connection().id;
    report_.clock = device_.facts().clock.kind;
    report_.code_bytes = static_cast<int64_t>(kernel_.image.size());
    report_.passes = passes.count;
    report_.last_pass = passes.last;
    if (options_.assembly) report_.assembly = assembly_text(std::move(assembly));
    return {};
  }

  Diagnostics connect() {
    const Stopwatch watch(report_.spent.connect);
    return device_.connect();
  }

  // With memory for all arguments, and inputs in it.
  Diagnostics open_device(std::optional<OpenDevice>& open) {
    {
      const Stopwatch watch(report_.spent.connect);
      open.emplace(device_, options_.threads);
    }
    if (has_errors(open->problems())) return open->problems();
    const Stopwatch watch(report_.spent.write);
    for (const Argument& argument : arguments_) {
      const Result<target::BufferId> buffer = session().allocate(argument.bytes());
      if (!buffer.ok()) return buffer.diagnostics;
      call_.buffers.push_back(*buffer);
    }
    return fill(options_.inputs);
  }

  Diagnostics load() {
    const Stopwatch watch(report_.spent.load);
    const Result<target::ModuleId> module = session().load(kernel_.image, "elf", kernel_.entry, kernel_.signature);
    if (!module.ok()) return module.diagnostics;
    call_.module = *module;
    call_.sizes = sizes_;
    return {};
  }

  // Outputs are filled with what no kernel leaves behind by accident.
  Diagnostics fill(const measure::Inputs& inputs) {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const Argument& argument = arguments_[i];
      Diagnostics failed = argument.is_output
                               ? session().fill_bytes(call_.buffers[i], 0xff, argument.bytes())
                               : session().fill(call_.buffers[i], argument.dtype, argument.count(), inputs, i);
      if (has_errors(failed)) return failed;
    }
    return {};
  }

  // On inputs that are there already.
  Diagnostics call_once(const measure::Inputs& inputs) {
    const Stopwatch watch(report_.spent.run);
    target::Plan once;
    once.threads = options_.threads;
    const Result<std::vector<target::CallResult>> results = session().run({call_}, once);
    if (!results.ok()) return results.diagnostics;
    if (results->empty() || results->front().kernel_status == 0) return {};
    return explain_status(results->front().kernel_status, nest_.name, args_, nest_.arg_is_output, made_inputs(inputs),
                          known_);
  }

  // The arguments as they are on the device before a run; outputs are empty.
  std::vector<NDArray> made_inputs(const measure::Inputs& inputs) const {
    std::vector<NDArray> arrays;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (arguments_[i].is_output) {
        arrays.emplace_back();
        continue;
      }
      arrays.emplace_back(arguments_[i].dtype, arguments_[i].shape);
      measure::fill(arrays.back(), inputs, i);
    }
    return arrays;
  }

  // One array an argument; those of inputs are empty.
  Result<std::vector<NDArray>> read_outputs() {
    const Stopwatch watch(report_.spent.read);
    std::vector<NDArray> arrays(arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!arguments_[i].is_output) continue;
      arrays[i] = NDArray(arguments_[i].dtype, arguments_[i].shape);
      Diagnostics failed = session().read(call_.buffers[i], arrays[i].mutable_bytes(), arguments_[i].bytes());
      if (has_errors(failed)) return failed;
    }
    return arrays;
  }

  std::string name_of(size_t argument) const {
    return argument < args_.size() ? output_name(*args_[argument]) : nest_.args[argument]->name;
  }

  // Where the outputs are: what is not compared is not read.
  Diagnostics summarize() {
    const Stopwatch watch(report_.spent.read);
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!arguments_[i].is_output) continue;
      Result<measure::OutputSummary> summary =
          session().summarize(call_.buffers[i], arguments_[i].dtype, arguments_[i].shape);
      if (!summary.ok()) return summary.diagnostics;
      summary->name = name_of(i);
      report_.outputs.push_back(std::move(*summary));
    }
    return {};
  }

  double flops() const {
    std::vector<te::Tensor> computed;
    for (size_t i = 0; i < std::min(arguments_.size(), args_.size()); ++i)
      if (arguments_[i].is_output) computed.push_back(args_[i]);
    return cost::count_flops(computed, known_);
  }

  Result<measure::VerifyReport> compare(const measure::Inputs& inputs, const std::vector<NDArray>& outputs) const {
    std::vector<NDArray> arrays = made_inputs(inputs);
    for (size_t i = 0; i < arrays.size(); ++i)
      if (arguments_[i].is_output) arrays[i] = outputs[i];
    if (options_.reference.empty()) return verify(args_, nest_.arg_is_output, arrays, known_);
    const std::string key = options_.reference + (inputs.positive ? "+" : "");
    return verify(args_, nest_.arg_is_output, arrays, known_, &device_.references()[key]);
  }

  // Wrong numbers are among the diagnostics of the report; what is returned ends the run.
  Diagnostics check() {
    const Result<std::vector<NDArray>> outputs = read_outputs();
    if (!outputs.ok()) return outputs.diagnostics;
    for (size_t i = 0; i < outputs->size(); ++i)
      if (arguments_[i].is_output) report_.outputs.push_back(measure::summarize(name_of(i), (*outputs)[i]));
    const Stopwatch watch(report_.spent.verify);
    Result<measure::VerifyReport> verified = compare(options_.inputs, *outputs);
    append(diagnostics_, std::move(verified.diagnostics));
    if (!verified.value) return {};
    report_.verify = *verified;
    if (report_.verify->nan == 0 || options_.inputs.positive) return {};
    return check_positive(*report_.verify);
  }

  // Roots and logarithms of negative numbers are no numbers, and say nothing of the kernel: it is compared once more
  // with inputs that are all positive.
  Diagnostics check_positive(measure::VerifyReport& report) {
    measure::Inputs positive = options_.inputs;
    positive.positive = true;
    if (Diagnostics failed = fill(positive); has_errors(failed)) return failed;
    if (Diagnostics failed = call_once(positive); has_errors(failed)) return failed;
    const Result<std::vector<NDArray>> outputs = read_outputs();
    if (!outputs.ok()) return outputs.diagnostics;
    Result<measure::VerifyReport> again = compare(positive, *outputs);
    append(diagnostics_, std::move(again.diagnostics));
    if (again.value) {
      report.again = true;
      report.nan_again = again->nan;
      report.ok = report.ok && again->ok;
      report.max_abs_error = std::max(report.max_abs_error, again->max_abs_error);
      report.max_rel_error = std::max(report.max_rel_error, again->max_rel_error);
    }
    return fill(options_.inputs);  // times may depend on the numbers
  }

  Result<target::CallResult> call(const target::Plan& plan) {
    Result<std::vector<target::CallResult>> results = session().run({call_}, plan);
    if (!results.ok()) return results.diagnostics;
    if (results->empty()) return target::CallResult{};
    if (const int status = results->front().kernel_status; status != 0)
      return explain_status(status, nest_.name, args_, nest_.arg_is_output, made_inputs(options_.inputs), known_);
    return std::move(results->front());
  }

  Diagnostics measure() {
    const Stopwatch watch(report_.spent.run);
    if (Diagnostics failed = count(); has_errors(failed)) return failed;
    TimingOptions timing;
    timing.repeat = options_.repeat == 0 && device_.emulated() ? 1 : options_.repeat;
    timing.threads = options_.threads;
    if (options_.seconds > 0) timing.budget_seconds = options_.seconds;
    timing.slowest_us = options_.slowest_us;
    timing.cold_from = options_.cold_from;
    const TakeSamples take = [this](const target::Plan& plan) -> Result<std::vector<int64_t>> {
      Result<target::CallResult> result = call(plan);
      if (!result.ok()) return result.diagnostics;
      return std::move(result->time_ns);
    };
    const Result<measure::Timing> time = options_.steady ? time_steadily(take, timing) : time_runs(take, timing);
    if (!time.ok()) return time.diagnostics;
    report_.time = *time;
    report_.gflops = report_.time.median > 0 ? report_.flops / report_.time.median / 1e3 : 0;
    return options_.sample ? sample() : Diagnostics{};
  }

  Diagnostics count() {
    target::Plan plan;
    plan.threads = options_.threads;
    for (const TargetFacts::Counter& counter : device_.facts().counters) plan.counters.push_back(counter.name);
    if (plan.counters.empty()) return {};
    const Result<target::CallResult> result = call(plan);
    if (!result.ok()) return result.diagnostics;
    for (const TargetFacts::Counter& counter : device_.facts().counters)
      if (const auto value = result->counters.find(counter.name); value != result->counters.end())
        // Threads that wait for one another do so for as long as it takes.
        report_.counters[counter.name] = {value->second, counter.unit, counter.exact && options_.threads <= 1};
    return {};
  }

  Diagnostics sample() {
    target::Plan plan;
    plan.threads = options_.threads;
    plan.places = true;
    const Result<target::CallResult> result = call(plan);
    if (!result.ok()) return result.diagnostics;
    report_.profile = profile_of(nest_, kernel_, result->places);
    return {};
  }

  const lower::LoopNest& nest_;
  const std::vector<te::Tensor>& args_;
  const measure::RunRequest& options_;
  Device& device_;
  const PhaseListener& began_;
  std::vector<int64_t> sizes_;
  std::map<tir::Var, int64_t, tir::VarOrder> known_;  // the same
  std::vector<Argument> arguments_;
  KernelImage kernel_;
  target::Call call_;
  measure::RunReport report_;
  Diagnostics diagnostics_;
};

}  // namespace

Result<measure::RunReport> run(const lower::LoopNest& nest, const std::vector<te::Tensor>& args,
                               const measure::RunRequest& options, Device& device, const PhaseListener& began) {
  return KernelRun(nest, args, options, device, began).run();
}

}  // namespace nw::runtime
