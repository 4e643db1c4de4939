// SPDX-License-Identifier: GPL-3.0-or-later
// bench lower (bench run: bench_run.h): how long the preview of a script takes, from its text to the printed loop nest.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "bench_run.h"
#include "commands.h"
#include "fixes/read.h"
#include "lower/lower.h"
#include "script/script.h"
#include "settings.h"
#include "tir/print.h"

namespace nw::cli {

namespace {

struct BenchArguments {
  ScriptOption script;
  int repeat = 20;
};

using Clock = std::chrono::steady_clock;
double micros(Clock::duration d) {
  return std::chrono::duration<double, std::micro>(d).count();
}

struct Sample {
  double script = 0, bounds = 0, lower = 0, print = 0;
  double total() const { return script + bounds + lower + print; }
};

// Another text each time, so that no repeat sees what an earlier one saw.
std::string variant(const std::string& text, int i) {
  return text + "# " + std::to_string(i) + "\n";
}

Diagnostics measure(const std::string& text, Sample& sample) {
  const auto start = Clock::now();
  script::ReadOptions options;
  options.verify = false;  // lowering checks the same rules
  const script::Program program = script::read(text, options);
  const auto read = Clock::now();
  if (!program.ok() || !program.schedule) return program.diagnostics;
  lower::LowerOptions lower_options;
  lower_options.bounds_us = &sample.bounds;
  const Result<lower::LoopNest> nest =
      lower::lower_loops(*program.schedule, program.args, program.kernel_name, lower_options);
  const auto lowered = Clock::now();
  if (!nest.ok()) return nest.diagnostics;
  const tir::PrintedNest printed = tir::print(nest->body);
  const auto end = Clock::now();
  sample.script = micros(read - start);
  sample.lower = micros(lowered - read) - sample.bounds;
  sample.print = micros(end - lowered);
  return {};
}

Outcome bench_lower(const BenchArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  const std::optional<std::string> text = open_script(a.script, outcome);
  if (!text) return outcome;
  outcome.diagnostics = fixes::read(*text).diagnostics;
  if (has_errors(outcome.diagnostics)) return outcome;
  std::vector<Sample> samples(static_cast<size_t>(a.repeat));
  for (size_t i = 0; i < samples.size(); ++i) {
    Diagnostics d = measure(variant(*text, static_cast<int>(i)), samples[i]);
    if (!has_errors(d)) continue;
    outcome.diagnostics = std::move(d);
    return outcome;
  }
  auto report = [&](const char* key, auto&& part) {
    std::vector<double> values;
    for (const Sample& s : samples) values.push_back(part(s));
    std::sort(values.begin(), values.end());
    const double median = values[values.size() / 2];
    outcome.json[std::string(key) + "_us"] = median;
    outcome.json["min"][std::string(key) + "_us"] = values[0];
    outcome.text += fmt::format("{:<8} median {:10.1f} us   min {:10.1f} us\n", key, median, values[0]);
  };
  report("script", [](const Sample& s) { return s.script; });
  report("bounds", [](const Sample& s) { return s.bounds; });
  report("lower", [](const Sample& s) { return s.lower; });
  report("print", [](const Sample& s) { return s.print; });
  report("total", [](const Sample& s) { return s.total(); });
  return outcome;
}

}  // namespace

Run add_bench(CLI::App& app) {
  app.require_subcommand(1);
  CLI::App* lower = app.add_subcommand("lower", "the preview: text, steps, bounds, loop nest, text");
  lower->fallthrough();
  auto a = std::make_shared<BenchArguments>();
  add_script_option(*lower, a->script);
  lower->add_option("--repeat", a->repeat, "how often")->check(CLI::Range(1, 1'000'000));
  CLI::App* run = app.add_subcommand("run", "a new kernel in a living session: where the time goes");
  run->fallthrough();
  auto r = std::make_shared<BenchRunArguments>();
  add_script_option(*run, r->script);
  run->add_option("--target", r->target, "where to run")->check(empty_target);
  run->add_option("--repeat", r->repeat, "how often")->check(CLI::Range(1, 100'000));
  return [a, r, run] { return run->parsed() ? bench_run(*r) : bench_lower(*a); };
}

}  // namespace nw::cli
