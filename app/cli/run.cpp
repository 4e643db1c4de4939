// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/machine.h"
#include "commands.h"
#include "settings.h"
#include "target/kernel.h"
#include "target/protocol.h"

namespace nw::cli {

namespace {

struct Arguments {
  std::string script, target = "cpu", inputs = "pattern";
  runtime::RunOptions options;
  std::vector<std::string> sets;
  double deadline = 60;
};

std::string as_text(const runtime::RunReport& r) {
  std::string text = fmt::format("time    {:.3f} us (median of {} runs; min {:.3f}, MAD {:.3f})\n", r.time.median,
                                 r.time.runs, r.time.min, r.time.mad);
  if (r.flops > 0) text += fmt::format("speed   {:.2f} GFLOP/s\n", r.gflops);
  if (r.verify)
    text += fmt::format("verify  {}: {} of {} elements checked, largest error {:.3g} (relative {:.3g})\n",
                        r.verify->ok ? "ok" : "WRONG", r.verify->checked, r.verify->total, r.verify->max_abs_error,
                        r.verify->max_rel_error);
  for (const runtime::OutputSummary& o : r.outputs)
    text += fmt::format("{} ({}) {}: sum {:.10g}, wsum {:.10g}, first {}\n", o.name, fmt::join(o.shape, ", "),
                        to_string(o.dtype), o.sum, o.weighted_sum, fmt::join(o.first, " "));
  return text;
}

Outcome run(const Arguments& a) {
  Outcome outcome;
  outcome.file = a.script;
  runtime::RunOptions options = a.options;
  if (!read_inputs(a.inputs, options.inputs, outcome.diagnostics) ||
      !read_sizes(a.sets, options.sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  const FileText file = read_file(a.script);
  outcome.diagnostics = file.diagnostics;
  if (has_errors(outcome.diagnostics)) return outcome;
  target::WorkerOptions worker;
  worker.deadline_seconds = a.deadline;
  const Result<runtime::RunReport> report = target::run_kernel(file.text, options, worker);
  outcome.diagnostics = report.diagnostics;
  if (report.value) {
    outcome.json = target::to_json(*report);
    outcome.text = as_text(*report);
  }
  return outcome;
}

}  // namespace

Run add_run(CLI::App& app) {
  auto a = std::make_shared<Arguments>();
  a->options.threads = read_machine_facts().cores;
  app.add_option("SCRIPT", a->script, "a TE script")->required();
  app.add_option("--target", a->target, "where to run")->check(CLI::IsMember({"cpu"}));
  app.add_option("--threads", a->options.threads, "threads for parallel loops (default: all cores)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--repeat", a->options.repeat, "timed runs (default: until the median holds still)")
      ->check(CLI::Range(1, 1000000));
  app.add_flag("--verify", a->options.verify, "compare with the reference interpreter");
  app.add_option("--inputs", a->inputs, "pattern, or random:SEED");
  app.add_option("--set", a->sets, "the value of a symbolic size, as n=1024")->take_all();
  app.add_option("--deadline", a->deadline, "seconds after which the kernel is stopped")->check(CLI::PositiveNumber);
  return [a] { return run(*a); };
}

}  // namespace nw::cli
