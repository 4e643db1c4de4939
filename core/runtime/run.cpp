// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/run.h"

#include <functional>

#include "base/local_cpu.h"
#include "codegen_llvm/jit.h"
#include "cost/flops.h"
#include "measure/arrays.h"
#include "runtime/assembly_text.h"
#include "runtime/diagnostics.h"
#include "runtime/profile.h"
#include "runtime/sampler.h"
#include "runtime/thread_pool.h"
#include "runtime/timing.h"
#include "runtime/verify.h"
#include "tir/visit.h"

namespace nw::runtime {

namespace {

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

Result<NDArray> make_array(const tir::BufferNode& buffer, const lower::LoopNest& nest,
                           const std::vector<int64_t>& sizes, int64_t& memory_left) {
  tir::Substitution values;
  for (size_t i = 0; i < sizes.size(); ++i)
    values[nest.size_vars[i]] = tir::int_imm(sizes[i], nest.size_vars[i]->dtype);
  std::vector<int64_t> shape;
  for (const tir::Expr& dimension : buffer.shape) {
    const tir::Expr fixed = tir::substitute(dimension, values);
    const int64_t* extent = tir::as_const_int(fixed);
    if (!extent || *extent < 0) return too_large(buffer.name, "its shape is not known");
    shape.push_back(*extent);
  }
  const int64_t count = element_count(shape);
  if (count < 0 || count > memory_left / buffer.dtype.bytes())
    return too_large(buffer.name, "there is not enough memory for it");
  memory_left -= count * buffer.dtype.bytes();
  return NDArray(buffer.dtype, shape);
}

Result<std::vector<NDArray>> make_arrays(const lower::LoopNest& nest, const measure::RunRequest& options,
                                         const std::vector<int64_t>& sizes, int64_t& memory_left) {
  std::vector<NDArray> arrays;
  for (size_t i = 0; i < nest.args.size(); ++i) {
    Result<NDArray> array = make_array(*nest.args[i], nest, sizes, memory_left);
    if (!array.ok()) return array.diagnostics;
    if (nest.arg_is_output[i])
      measure::fill_with_canary(*array);
    else
      measure::fill(*array, options.inputs, i);
    arrays.push_back(*array);
  }
  return arrays;
}

// The tensor's name; NAME.v0, NAME.v1 for the outputs of one operation with several.
std::string output_name(const te::TensorNode& tensor) {
  return tensor.op->num_outputs() > 1 ? tensor.op->name + ".v" + std::to_string(tensor.value_index) : tensor.op->name;
}

// Roots and logarithms of negative numbers are no numbers, and say nothing of the kernel: it is compared once more with
// inputs that are all positive, if there is memory for them.
Diagnostics verify_positive(const lower::LoopNest& nest, const std::vector<te::Tensor>& args,
                            const measure::RunRequest& options, const std::vector<int64_t>& sizes,
                            const std::map<tir::Var, int64_t, tir::VarOrder>& known,
                            const std::function<int(void**)>& call, int64_t memory_left,
                            measure::VerifyReport& report) {
  measure::RunRequest positive = options;
  positive.inputs.positive = true;
  Result<std::vector<NDArray>> arrays = make_arrays(nest, positive, sizes, memory_left);
  if (!arrays.ok()) return {};
  std::vector<void*> pointers;
  for (NDArray& array : *arrays) pointers.push_back(array.mutable_bytes());
  if (call(pointers.data()) != 0) return {};
  Result<measure::VerifyReport> again = verify(args, nest.arg_is_output, *arrays, known);
  if (!again.value) return std::move(again.diagnostics);
  report.again = true;
  report.nan_again = again->nan;
  report.ok = report.ok && again->ok;
  report.max_abs_error = std::max(report.max_abs_error, again->max_abs_error);
  report.max_rel_error = std::max(report.max_rel_error, again->max_rel_error);
  return std::move(again.diagnostics);
}

constexpr int64_t kMaxMemory = int64_t{1} << 40;

}  // namespace

Result<measure::RunReport> run(const lower::LoopNest& nest, const std::vector<te::Tensor>& args,
                               const measure::RunRequest& options, const Confine& confine) {
  const measure::Machine ran_on = measure::machine_of(local_cpu_facts(), options.threads);  // before confinement
  const Result<std::vector<int64_t>> sizes = size_values(nest, options);
  if (!sizes.ok()) return sizes.diagnostics;
  int64_t memory_left = options.memory_bytes > 0 ? options.memory_bytes : kMaxMemory;
  Result<std::vector<NDArray>> made = make_arrays(nest, options, *sizes, memory_left);
  if (!made.ok()) return made.diagnostics;
  std::vector<NDArray>& arrays = *made;
  std::vector<void*> pointers;
  for (NDArray& array : arrays) pointers.push_back(array.mutable_bytes());
  codegen::PassBudget passes;
  passes.limit = options.pass_limit;
  codegen::Options how;
  if (options.pass_limit >= 0) how.passes = &passes;
  std::vector<codegen::AssemblyLine> assembly;
  if (options.assembly) how.assembly = &assembly;
  const Result<codegen::CompiledKernel> kernel = codegen::compile(nest, how);
  if (!kernel.ok()) return kernel.diagnostics;
  const KernelRuntime machine(options.threads);
  if (options.sample) Sampler::prepare(machine.get(), machine.threads());
  if (confine)
    if (Diagnostics refused = confine(machine); has_errors(refused)) return refused;
  const auto once = [&] { return kernel->entry()(pointers.data(), sizes->data(), machine.get()); };
  std::map<tir::Var, int64_t, tir::VarOrder> known;
  for (size_t i = 0; i < sizes->size(); ++i) known[nest.size_vars[i]] = (*sizes)[i];
  if (const int status = once(); status != 0)
    return explain_status(status, nest.name, args, nest.arg_is_output, arrays, known);

  measure::RunReport report;
  report.machine = ran_on;
  report.passes = passes.count;
  report.last_pass = passes.last;
  if (options.assembly) report.assembly = assembly_text(std::move(assembly));
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!nest.arg_is_output[i]) continue;
    report.outputs.push_back(
        measure::summarize(i < args.size() ? output_name(*args[i]) : nest.args[i]->name, arrays[i]));
    if (i < args.size()) outputs.push_back(args[i]);
  }
  report.flops = cost::count_flops(outputs, known);
  Diagnostics diagnostics;
  if (options.verify) {
    Result<measure::VerifyReport> verified = verify(args, nest.arg_is_output, arrays, known);
    diagnostics = std::move(verified.diagnostics);
    if (verified.value) report.verify = *verified;
    if (report.verify && report.verify->nan > 0 && !options.inputs.positive)
      append(diagnostics, verify_positive(
                              nest, args, options, *sizes, known,
                              [&](void** into) { return kernel->entry()(into, sizes->data(), machine.get()); },
                              memory_left, *report.verify));
  }
  TimingOptions timing;
  timing.repeat = options.repeat;
  report.time = options.steady ? time_steadily([&] { once(); }, timing) : time_runs([&] { once(); }, timing);
  if (options.sample) report.profile = profile(nest, *kernel, machine, [&] { once(); });
  report.gflops = report.time.median > 0 ? report.flops / report.time.median / 1e3 : 0;
  return {report, diagnostics};
}

}  // namespace nw::runtime
