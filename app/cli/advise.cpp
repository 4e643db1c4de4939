// SPDX-License-Identifier: GPL-3.0-or-later
// `advise SCRIPT`: the next steps over all stages, ranked by the gain that the estimate promises, and steps that are
// better taken away; or what the default schedule has and the script's own has not, step by step.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advise/next_steps.h"
#include "base/local_cpu.h"
#include "commands.h"
#include "explain_default.h"
#include "kernel/nest_figures.h"
#include "settings.h"

namespace nw::cli {

namespace {

struct AdviseArguments {
  ScriptOption script;
  std::string target = kLocalCpu;
  std::vector<std::string> sets;
  int depth = 1, threads = 1;
  bool explain_default = false, measure = false;
};

Diagnostic no_value(const std::string& size) {
  Diagnostic d;
  d.code = "NW4111";
  d.message = fmt::format("the size '{}' has no value", size);
  d.because = {"steps are ranked by what the loops compute and touch"};
  d.legal = {fmt::format("--set {}=1024", size)};
  return d;
}

Outcome advise(const AdviseArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  outcome.json["advice"] = outcome.json["removals"] = nlohmann::json::array();
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  if (a.measure && a.target != kLocalCpu) {
    refuse("--measure times schedules on this computer; leave --target out", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  const std::optional<TargetFacts> target = read_target(a.target, outcome);
  if (!target) return outcome;
  const std::optional<std::string> text = open_script(a.script, outcome);
  if (!text) return outcome;
  if (a.explain_default) {
    explain_default({*text, sizes, a.threads, a.measure}, *target, outcome);
    return outcome;
  }
  kernel::PreviewOptions options;
  if (a.target != kLocalCpu) options.target = std::make_shared<const TargetFacts>(*target);  // the rules of that device
  const kernel::KernelPreview preview = kernel::preview(*text, options);
  append(outcome.diagnostics, preview.diagnostics);
  warn_of_unknown_sizes(preview.program, sizes, outcome.diagnostics);
  if (!preview.nest) return outcome;
  for (const std::string& size : kernel::sizes_without_value(preview, sizes))
    outcome.diagnostics.push_back(no_value(size));
  for (const advise::NextSteps& next : advise::next_steps(preview, *target, a.depth, sizes)) {
    outcome.json["advice"].push_back(
        {{"steps", next.lines}, {"stage", next.stage}, {"promise", next.gain}, {"why", next.why.english()}});
    outcome.text +=
        fmt::format("×{:.2f}  {}\n       {}\n", next.gain, fmt::join(next.lines, "\n       "), next.why.english());
  }
  for (const advise::NextSteps& away : advise::removable_steps(preview, *target, sizes)) {
    outcome.json["removals"].push_back(
        {{"removed", away.removed}, {"stage", away.stage}, {"promise", away.gain}, {"why", away.why.english()}});
    outcome.text += fmt::format("×{:.2f}  without {}\n       {}\n", away.gain,
                                fmt::join(away.removed, "\n               "), away.why.english());
  }
  if (outcome.text.empty() && !has_errors(outcome.diagnostics))
    outcome.text = "no step promises a gain as the kernel stands\n";
  return outcome;
}

}  // namespace

Run add_advise(CLI::App& app) {
  auto a = std::make_shared<AdviseArguments>();
  add_script_option(app, a->script);
  app.add_option("--depth", a->depth, "as many steps are looked for after each of the best")
      ->check(CLI::Range(1, 32))
      ->capture_default_str();
  app.add_option("--target", a->target, std::string("what it is estimated for: ") + kTargetHelp)
      ->capture_default_str()
      ->check(empty_target);
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  CLI::Option* explain = app.add_flag("--explain-default", a->explain_default,
                                      "the default schedule against the script's own: what each step gives");
  app.add_option("--threads", a->threads, "that both schedules are compared for")
      ->check(CLI::Range(1, 4096))
      ->needs(explain)
      ->capture_default_str();
  app.add_flag("--measure", a->measure,
               "with --explain-default: time both schedules, and what is left without each step, on this computer")
      ->needs(explain);
  return [a] { return advise(*a); };
}

}  // namespace nw::cli
