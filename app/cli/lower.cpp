// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/lower.h"

#include "base/local_cpu.h"
#include "commands.h"
#include "fixes/read.h"
#include "kernel_json.h"
#include "nest_cost.h"
#include "settings.h"
#include "tir/print.h"
#include "tvmscript_json.h"

namespace nw::cli {

namespace {

struct LowerArguments {
  ScriptOption script;
  std::string target, phase = "loops";
  std::vector<std::string> sets;
  bool cost = false;
};

// The nest of a function of TVMScript, and its blocks.
void lower_function(const LowerArguments& a, const std::string& text, const std::map<std::string, int64_t>& sizes,
                    Outcome& outcome) {
  const tvmscript::Opened opened = tvmscript::open(text, {}, sizes);
  outcome.diagnostics = opened.diagnostics;
  if (!opened.kernel) return;
  outcome.json["blocks"] = blocks_json(*opened.kernel);
  if (!opened.kernel->nest.body) return;
  Result<lower::LoopNest> nest = opened.kernel->nest;
  if (a.phase == "final") nest = lower::lower_final(*nest);
  if (a.phase == "code") nest = lower::lower_code(*nest);
  if (!nest.value) return append(outcome.diagnostics, nest.diagnostics);
  outcome.json["body"] = nest_json(nest->body, nest->schedule);
  outcome.json["text"] = tir::print(nest->body).text();
  outcome.text = outcome.json["text"].get<std::string>() + "\n" + blocks_text(*opened.kernel);
}

Outcome lower_text(const LowerArguments& a, std::string& kernel, script::ReadOptions& options) {
  Outcome outcome;
  outcome.file = a.script.path;
  outcome.json["text"] = "";
  outcome.json["body"] = nlohmann::json::array();
  const std::optional<std::string> text = read_script(a.script, a.sets, options.sizes, outcome);
  if (!text || !read_target_option(a.target, options.target, outcome)) return outcome;
  kernel = *text;
  if (tvmscript::is_tvmscript(*text)) {
    lower_function(a, *text, options.sizes, outcome);
    return outcome;
  }
  const script::Program program = fixes::read(*text, options);
  outcome.diagnostics = program.diagnostics;
  warn_of_unknown_sizes(program, options.sizes, outcome.diagnostics);
  if (!program.schedule) return outcome;
  Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (nest.ok() && a.phase == "final") nest = lower::lower_final(*nest);
  if (nest.ok() && a.phase == "code") nest = lower::lower_code(*nest);
  if (!nest.value) {
    if (program.ok()) append(outcome.diagnostics, nest.diagnostics);
    return outcome;
  }
  outcome.text = tir::print(nest->body).text();
  outcome.json["text"] = outcome.text;
  outcome.json["body"] = nest_json(nest->body, nest->schedule);
  return outcome;
}

Outcome lower_script(const LowerArguments& a) {
  std::string text;
  script::ReadOptions options;
  Outcome outcome = lower_text(a, text, options);
  if (a.cost && !outcome.text.empty() && !has_errors(outcome.diagnostics))
    add_cost(text, options.sizes, options.target ? *options.target : local_cpu_facts(), outcome);
  return outcome;
}

}  // namespace

Run add_lower(CLI::App& app) {
  auto a = std::make_shared<LowerArguments>();
  add_script_or_tvmscript_option(app, a->script);
  app.add_option("--phase", a->phase,
                 "loops: before vectorize and unroll are expanded; final: after, as TVM leaves it; code: as it is "
                 "compiled here, with tails cut off and masked vectors")
      ->check(CLI::IsMember({"loops", "final", "code"}));
  add_target_option(app, a->target);
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  app.add_flag("--cost", a->cost, "also the estimated time, and what each loop computes and touches");
  return [a] { return lower_script(*a); };
}

}  // namespace nw::cli
