// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/diagnostic_json.h"
#include "base/escape.h"
#include "base/local_cpu.h"
#include "call_options.h"
#include "commands.h"
#include "connections.h"
#include "kernel/nest_figures.h"
#include "kernel/nest_heat.h"
#include "kernel/worker_kernel.h"
#include "model_options.h"
#include "network_request.h"
#include "settings.h"
#include "target/folders.h"
#include "target_comparison.h"
#include "worker/kernel.h"
#include "worker/peaks.h"
#include "worker/protocol.h"
#include "worker/trace_json.h"
#include "workspace/network_choices.h"
#include "workspace/what_ifs.h"

namespace nw::cli {

namespace {

struct RunArguments {
  ModelOptions model;  // its path may be a script's
  std::string kernel;  // of a script with several
  std::string target = "cpu", inputs = "pattern";
  measure::RunRequest options;
  std::vector<std::string> sets;
  CallOptions calls;
  bool peaks = false, cache = true;
  double deadline = 0;  // seconds; 0: 60 for a kernel, 600 for a network
};

constexpr double kKernelSeconds = 60;

std::string verify_text(const std::optional<measure::VerifyReport>& v) {
  if (!v) return {};
  std::string nan;
  if (v->nan > 0) nan = fmt::format("; NaN in both at {}", v->nan == v->checked ? "all" : std::to_string(v->nan));
  if (v->again)
    nan += fmt::format(", with positive inputs at {}", v->nan_again == 0            ? "none"
                                                       : v->nan_again == v->checked ? "all"
                                                                                    : std::to_string(v->nan_again));
  return fmt::format("verify  {}: {} of {} elements checked, largest error {:.3g} (relative {:.3g}){}\n",
                     !v->ok          ? "WRONG"
                     : v->only_nan() ? "only NaN, which says nothing"
                                     : "ok",
                     v->checked, v->total, v->max_abs_error, v->max_rel_error, nan);
}

std::string comparison_text(const std::optional<measure::NetworkComparison>& c) {
  if (!c) return {};
  std::string text = fmt::format(
      "verify  {}: {} kernel{} and the outputs by reference operators: {} of {} elements compared, largest error "
      "{:.3g} "
      "(relative {:.3g}){}\n",
      c->ok ? "ok" : "WRONG", c->nodes.size(), c->nodes.size() == 1 ? "" : "s", c->checked, c->total, c->max_abs_error,
      c->max_rel_error, c->nan > 0 ? fmt::format("; NaN in both at {}", c->nan) : "");
  if (c->not_compared > 0)
    text += fmt::format("        {} operator{} computed by the reference itself, or without one: not verified\n",
                        c->not_compared, c->not_compared == 1 ? "" : "s");
  return text;
}

std::string output_text(const measure::OutputSummary& o, const std::string& name) {
  using Kind = measure::OutputSummary::Kind;
  if (o.kind == Kind::Absent) return fmt::format("{}: absent\n", name);
  if (o.kind == Kind::Sequence) {
    std::string text = fmt::format("{}: a sequence of {}\n", name, o.length);
    for (size_t i = 0; i < o.entries.size(); ++i) text += output_text(o.entries[i], fmt::format("{}[{}]", name, i));
    return text;
  }
  std::string text = fmt::format("{} ({}) {}: ", name, fmt::join(o.shape, ", "), to_string(o.dtype));
  if (!o.dtype.is_string())
    return text + fmt::format("sum {:.10g}, wsum {:.10g}, first {}\n", o.sum, o.weighted_sum, fmt::join(o.first, " "));
  for (const std::string& element : o.texts) text += python_literal(element) + " ";
  text.back() = '\n';
  return text;
}

std::string outputs_text(const std::vector<measure::OutputSummary>& outputs) {
  std::string text;
  for (const measure::OutputSummary& o : outputs) text += output_text(o, o.name);
  return text;
}

std::string time_text(const measure::Timing& time, double flops) {
  std::string text = fmt::format("time    {:.3f} us (median of {} runs; min {:.3f}, MAD {:.3f})\n", time.median,
                                 time.runs, time.min, time.mad);
  if (flops > 0 && time.median > 0) text += fmt::format("speed   {:.2f} GFLOP/s\n", flops / time.median / 1e3);
  return text;
}

std::string counters_text(const measure::RunReport& r) {
  std::string text;
  for (const auto& [name, count] : r.counters)
    text += fmt::format("{:<15} {}{}\n", name, count.value, count.exact ? "" : " (not exact)");
  return text;
}

std::string as_text(const measure::RunReport& r) {
  const bool emulated = r.clock == "emulated";
  return (emulated ? "emulated: the time says nothing of a real one\n" : "") +
         time_text(r.time, emulated ? 0 : r.flops) + counters_text(r) + verify_text(r.verify) + outputs_text(r.outputs);
}

std::string kernels_text(const measure::NetworkReport& r) {
  std::string text = "group      time us   GFLOP/s  kernel\n";
  for (const measure::NetworkReport::Kernel& k : r.kernels)
    text +=
        fmt::format("{:>5} {:>12.1f} {:>9.1f}  {}\n", k.group.value, k.time, k.time > 0 ? k.flops / k.time / 1e3 : 0,
                    k.kind == "kernel"    ? k.task
                    : k.kind == "control" ? k.task + " (" + k.node + ")"
                                          : k.task + " (no kernel: " + k.node + ")");
  return text;
}

std::string expected_text(const std::optional<measure::ExpectedReport>& e) {
  std::string text;
  if (!e) return text;
  for (const measure::ExpectedReport::Output& o : e->outputs)
    text += fmt::format("expect  {}: {}, largest error {:.3g}\n", o.name, o.ok ? "ok" : "DIFFERS: " + o.text,
                        o.max_abs_error);
  return text;
}

std::string sizes_text(const std::map<std::string, int64_t>& dims) {
  std::string text;
  for (const auto& [name, value] : dims) text += fmt::format(" {}={}", name, value);
  return text;
}

// The kernels of the first call; what each call gave.
std::string as_text(const measure::ModelReport& model) {
  std::string text = model.calls.empty() ? "" : kernels_text(model.calls.front());
  for (const measure::NetworkReport& r : model.calls) {
    if (!r.data.empty())
      text += fmt::format("call    {}{}: {} kernels compiled in {:.1f} ms\n", r.data, sizes_text(r.dims), r.compiled,
                          r.compile_ms);
    text += time_text(r.time, r.flops) + comparison_text(r.comparison) + expected_text(r.expected) +
            outputs_text(r.outputs);
  }
  return text;
}

template <class Report>
void show(const Result<Report>& report, Outcome& outcome) {
  append(outcome.diagnostics, report.diagnostics);
  if (!report.value) return;
  outcome.json = worker::to_json(*report);
  outcome.text = as_text(*report);
}

// Where a run takes place; none: on this computer.
using On = std::optional<target::Connection>;

TargetFacts facts_of(const On& on) {
  return on ? on->facts : local_cpu_facts();
}

worker::WorkerOptions worker_options(const RunArguments& a, const On& on, double seconds) {
  worker::WorkerOptions worker;
  worker.deadline_seconds = a.deadline > 0 ? a.deadline : seconds;
  worker.connection = on;
  return worker;
}

void run_network(const RunArguments& a, const measure::RunRequest& options, const On& on, Outcome& outcome) {
  std::optional<worker::NetworkRequest> asked = network_request(a.model, outcome);
  if (!asked) return;
  worker::NetworkRequest& request = *asked;
  request.run = options;
  if (a.cache) request.run.kernel_cache = target::folders_of_this_process().kernel_cache();
  if (request.run.memory_bytes == 0) request.run.memory_bytes = half_of_memory();
  if (!take_files(a.calls, request, outcome.diagnostics)) {
    outcome.exit = 2;
    return;
  }
  constexpr double kNetworkSeconds = 600;
  Result<measure::ModelReport> report = worker::run_network(request, worker_options(a, on, kNetworkSeconds));
  const bool failed = has_errors(report.diagnostics);
  if (report.value && request.run.trace && !failed)
    append(report.diagnostics, write_whole_file(a.calls.profile, worker::trace_events(*report)));
  if (report.value)
    for (size_t r = 0; r < report->calls.size(); ++r) {
      report->calls[r].trace.reset();                                        // its place is the file
      if (r < a.calls.data.size()) report->calls[r].data = a.calls.data[r];  // as it was given
    }
  show(report, outcome);
}

// The run against what the machine can do, measured just before.
void show_peaks(const RunArguments& a, const On& on, const kernel::KernelPreview& preview,
                const measure::RunRequest& options, const measure::RunReport& report, Outcome& outcome) {
  const TargetFacts machine = facts_of(on);
  const Result<worker::Peaks> peaks =
      worker::measure_peaks(machine, options.threads, worker_options(a, on, kKernelSeconds));
  append(outcome.diagnostics, peaks.diagnostics);
  if (!peaks.value) return;
  const kernel::NestFigures figures = kernel::nest_figures(preview, machine, options.sizes);
  const worker::Roof roof = worker::under_roof(*peaks, report.flops, figures.bytes, report.time.median);
  outcome.json["peaks"] = {
      {"gflops", peaks->gflops}, {"gigabytes_per_second", peaks->gigabytes}, {"threads", peaks->threads}};
  outcome.json["roof"] = {{"flops_per_byte", roof.intensity},
                          {"attainable_gflops", roof.attainable},
                          {"share_of_flops", roof.share_of_flops},
                          {"share_of_memory", roof.share_of_memory}};
  outcome.text += fmt::format(
      "roof    {:.3g} operations a byte: {:.1f} % of the peak ({:.1f} GFLOP/s), {:.1f} % of the memory bandwidth "
      "({:.1f} GB/s){}\n",
      roof.intensity, 100 * roof.share_of_flops, peaks->gflops, 100 * roof.share_of_memory, peaks->gigabytes,
      roof.share_of_memory > 1 ? ": between runs its data stays in a cache" : "");
}

// The nest with each line's share of the time; of a loop, with all of its body.
void show_profile(const kernel::KernelPreview& preview, const measure::TimeProfile& profile, Outcome& outcome) {
  const kernel::NestHeat heat = kernel::nest_heat(preview, profile);
  outcome.text +=
      fmt::format("where the time goes, by {} samples{}\n", heat.total, heat.few() ? ": too few to say much" : "");
  const auto row = [&](int64_t inside, int64_t own, const std::string& text) {
    outcome.text += inside > 0 ? fmt::format("{:>6.1f} % ", 100 * heat.share(inside)) : std::string(9, ' ');
    outcome.text += (own > 0 ? fmt::format("{:>6}  ", own) : std::string(8, ' ')) + text + "\n";
  };
  nlohmann::json lines = nlohmann::json::array();
  for (size_t i = 0; i < heat.lines.size(); ++i) {
    const kernel::NestHeat::Samples& samples = heat.lines[i];
    const std::string& text = preview.printed.lines[i].text;
    row(samples.inside, samples.own, text);
    lines.push_back({{"line", i + 1}, {"text", text}, {"share", heat.share(samples.inside)}, {"samples", samples.own}});
  }
  if (heat.unplaced > 0) row(heat.unplaced, heat.unplaced, "(in the kernel, at no line of it)");
  for (const auto& other : heat.elsewhere) row(other.samples, other.samples, "(" + other.where + ")");
  outcome.json["profile"]["nest"] = std::move(lines);
}

std::optional<measure::RunReport> run_script(const RunArguments& a, const measure::RunRequest& options, const On& on,
                                             Outcome& outcome) {
  const std::optional<std::string> text = open_script({a.model.path, a.kernel, true}, outcome);
  if (!text) return std::nullopt;
  kernel::AnalysisOptions analysis{options.sizes};
  if (on) analysis.target = std::make_shared<const TargetFacts>(on->facts);
  const kernel::KernelAnalysis kernel = kernel::analyse(*text, analysis);
  warn_of_unknown_sizes(kernel.program, options.sizes, outcome.diagnostics);
  Result<measure::RunReport> report = kernel::run(kernel, options, worker_options(a, on, kKernelSeconds));
  show(report, outcome);
  if (!report.value || !(report->profile || a.peaks)) return std::move(report.value);
  const kernel::KernelPreview preview = kernel::preview_of(kernel);
  if (report->profile) show_profile(preview, *report->profile, outcome);
  if (a.peaks) show_peaks(a, on, preview, options, *report, outcome);
  return std::move(report.value);
}

// `measured`: gets the report of a script.
Outcome run_on(const RunArguments& a, MeasuredTarget& measured) {
  const std::string& target = measured.target;
  Outcome outcome;
  outcome.file = a.model.path;
  measure::RunRequest options = a.options;
  if (!read_inputs(a.inputs, options.inputs, outcome.diagnostics) ||
      !read_sizes("--set", a.sets, options.sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  On on;
  if (target != kLocalCpu) {
    Result<target::Connection> connection = read_connection(target);
    append(outcome.diagnostics, std::move(connection.diagnostics));
    if (!connection.value) return outcome;
    on = std::move(*connection.value);
  }
  if (options.threads == 0) options.threads = facts_of(on).compute.units;
  const bool is_script = a.model.path.ends_with(".py") || a.model.path.ends_with(".ipynb");
  if (is_script && a.calls.any()) {
    refuse(
        "--input, --data, --expect, --save and --profile are for models; a script's arguments are filled by --inputs",
        outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  if (!is_script && (a.peaks || options.sample || !a.sets.empty())) {
    refuse("--peaks, --sample and --set are for scripts; a model's sizes are given by --dim", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  if (is_script)
    measured.report = run_script(a, options, on, outcome);
  else
    run_network(a, options, on, outcome);
  return outcome;
}

// The same on one target after the other, in the order given; a failure does not stop the others.
Outcome run_on_all(const RunArguments& a, const std::vector<std::string>& targets) {
  Outcome all;
  all.file = a.model.path;
  all.json["results"] = nlohmann::json::array();
  bool failed = false;
  std::vector<MeasuredTarget> measured;
  for (const std::string& target : targets) {
    Outcome one = run_on(a, measured.emplace_back(MeasuredTarget{target, {}}));
    failed = failed || has_errors(one.diagnostics);
    if (one.exit == 2) return one;
    if (!one.json.contains("target")) one.json["target"] = {{"id", target}};
    one.json["diagnostics"] = to_json(one.diagnostics);
    all.json["results"].push_back(std::move(one.json));
    all.text += target + "\n" + one.text;
    for (const Diagnostic& d : one.diagnostics) all.text += format(d, a.model.path);
  }
  if (std::ranges::any_of(measured, [](const MeasuredTarget& one) { return one.report.has_value(); })) {
    all.json["comparison"] = comparison_json(measured);
    all.text += "\n" + comparison_table(measured);
  }
  if (failed) all.exit = 1;
  return all;
}

Outcome run(const RunArguments& a) {
  const std::vector<std::string> targets = target_names(a.target);
  if (targets.size() > 1 && !a.calls.profile.empty()) {
    Outcome outcome;
    outcome.file = a.model.path;
    refuse("--profile writes the run on one target, and --target names several", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  if (targets.size() > 1) return run_on_all(a, targets);
  MeasuredTarget only{targets.front(), {}};
  return run_on(a, only);
}

}  // namespace

Run add_run(CLI::App& app) {
  auto a = std::make_shared<RunArguments>();
  a->options.threads = 0;  // all cores
  add_model_options(app, a->model, "a TE script or TVMScript (.py), or a model: every group of it, in order");
  app.add_option("--kernel", a->kernel, "which of several kernels of a script; the first one otherwise");
  add_call_options(app, a->calls);
  app.add_option("--target", a->target, "where to run: cpu, or what `targets` lists; several, as cpu,cross:aarch64")
      ->check(empty_target);
  app.add_option("--threads", a->options.threads, "threads for parallel loops (default: all cores)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--repeat", a->options.repeat, "timed runs (default: until the median holds still)")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--seconds", a->options.seconds, "time a model for so long (where --repeat is not given)")
      ->check(CLI::PositiveNumber);
  app.add_option("--memory", a->options.memory_bytes,
                 "bytes for all tensors of a model together (default: half of the machine's memory)")
      ->check(CLI::PositiveNumber);
  app.add_flag("!--no-cache", a->cache, "compile all kernels of a model, and keep none for later runs");
  app.add_flag("--peaks", a->peaks, "measure this machine first, and hold the run against it (scripts only)");
  app.add_flag("--sample", a->options.sample, "also show where the time goes, by line of the loop nest (scripts only)");
  app.add_flag("--verify", a->options.verify,
               "compare with the computation as it was written; a model: with reference operators");
  app.add_option("--inputs", a->inputs, "pattern, or random:SEED");
  app.add_option("--set", a->sets, "the value of a symbolic size, as n=1024")->take_all();
  app.add_option("--deadline", a->deadline, "seconds after which it is stopped (default: 60, for a network 600)")
      ->check(CLI::PositiveNumber);
  return [a] { return run(*a); };
}

}  // namespace nw::cli
