// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/kernel.h"

#include <algorithm>

#include "base/sha256.h"
#include "cost/flops.h"
#include "kernel/analysis.h"
#include "script/text.h"
#include "script/write.h"
#include "tune/diagnostics.h"

namespace nw::tune {

namespace {

constexpr const char *kScheduleHeading = "# schedule", *kKernelHeading = "# kernel";

std::vector<te::Tensor> outputs_of(const script::Program& program) {
  std::vector<te::Tensor> outputs;
  for (const te::Operation& op : program.scheduled)
    for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(te::output(op, i));
  return outputs;
}

// The parts of a script as script::write makes it.
struct WrittenParts {
  std::vector<std::string> computation, steps, kernel;  // the first ends with the line that makes the schedule
};

WrittenParts parts_of(const std::string& text) {
  WrittenParts parts;
  std::vector<std::string>* part = &parts.computation;
  bool schedule = false;
  for (std::string& line : script::lines_of(text)) {
    if (line == kKernelHeading) part = &parts.kernel;
    const bool makes_schedule = schedule && part == &parts.computation;
    schedule = schedule || line == kScheduleHeading;
    if (part != &parts.steps || !line.empty()) part->push_back(std::move(line));
    if (makes_schedule) part = &parts.steps;
  }
  return parts;
}

std::string hash_of_kernel(const std::string& text, const TunedKernel& kernel) {
  const kernel::KernelAnalysis analysis = kernel::analyse(text, {.sizes = kernel.sizes, .fixes = false});
  return analysis.complete() ? kernel::analysis_hash(analysis) : std::string();
}

std::string key_of(const TunedKernel& kernel) {
  constexpr size_t kDigits = 12;
  return kernel.program.kernel_name + "-" + kernel.computation.substr(0, kDigits);
}

}  // namespace

Result<TunedKernel> read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes,
                                const std::string& key) {
  const kernel::KernelAnalysis analysis = kernel::analyse(text, {.sizes = sizes});
  if (!analysis.complete()) return analysis.diagnostics;
  TunedKernel kernel;
  kernel.text = text;
  kernel.sizes = sizes;
  kernel.program = analysis.program;
  Diagnostics diagnostics = analysis.diagnostics;
  for (const tir::Var& size : kernel.program.size_vars)
    if (!kernel.program.fixed_sizes.contains(size->name)) diagnostics.push_back(size_without_value(size->name));
  if (has_errors(diagnostics)) return diagnostics;
  kernel.unscheduled = kernel.program.unscheduled();
  kernel.args = kernel::arguments(kernel.program);
  for (const script::Statement& statement : kernel.program.statements) {
    if (!statement.applied || !statement.step) continue;
    kernel.given.push_back(statement.step->step);
    kernel.given_lines.push_back(statement.span.line);
  }
  std::vector<te::Tensor> outputs = outputs_of(kernel.program);
  kernel.flops = cost::count_flops(outputs);
  kernel.computation = text_sha256(script_of(kernel, {}));
  kernel.key = key.empty() ? key_of(kernel) : key;
  return {std::move(kernel), std::move(diagnostics)};
}

std::string script_of(const TunedKernel& kernel, const std::vector<schedule::Step>& steps) {
  script::WriteRequest request;
  request.outputs = outputs_of(kernel.program);
  request.args = kernel.args;
  request.steps = steps;
  request.kernel_name = kernel.program.kernel_name;
  return script::write(request);
}

std::vector<std::string> step_lines_of(const TunedKernel& kernel, const std::vector<schedule::Step>& steps) {
  return parts_of(script_of(kernel, steps)).steps;
}

std::string script_with(const TunedKernel& kernel, const std::vector<std::string>& lines) {
  const WrittenParts parts = parts_of(script_of(kernel, {}));
  std::string text = script::joined(parts.computation) + script::joined(lines);
  return text + "\n" + script::joined(parts.kernel);
}

Result<std::vector<schedule::Step>> steps_of(const TunedKernel& kernel, const std::vector<std::string>& lines) {
  script::ReadOptions options;
  options.explain = false;
  const script::Program program = script::read(script_with(kernel, lines), options);
  if (!program.ok()) return program.diagnostics;
  std::vector<schedule::Step> steps;
  for (const script::Statement& statement : program.statements)
    if (statement.applied && statement.step) steps.push_back(statement.step->step);
  return steps;
}

std::string rewritten(const TunedKernel& kernel, const std::vector<schedule::Step>& steps) {
  const std::string plain = script_of(kernel, steps);
  const WrittenParts parts = parts_of(plain);
  std::string text = script::lines_of(kernel.text).front().starts_with("# nestwright:")
                         ? script::lines_of(kernel.text).front() + "\n"
                         : std::string();
  std::string computation = script::computation_text(kernel.text, kernel.program);
  while (computation.ends_with("\n\n")) computation.pop_back();
  text += computation + "\n" + kScheduleHeading + "\n" + parts.computation.back() + "\n";
  text += script::joined(parts.steps) + "\n" + script::joined(parts.kernel);
  const std::string hash = hash_of_kernel(text, kernel);
  return !hash.empty() && hash == hash_of_kernel(plain, kernel) ? text : plain;
}

}  // namespace nw::tune
