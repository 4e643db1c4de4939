// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "fixes/read.h"
#include "kernel_json.h"
#include "settings.h"
#include "tvmscript_json.h"

namespace nw::cli {

namespace {

struct BoundsArguments {
  ScriptOption script;
  std::string target;
  std::vector<std::string> sets;
};

// Shows what holds: bounds are inferred whenever the structure of the schedule allows it.
Outcome bounds(const BoundsArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  outcome.json["stages"] = nlohmann::json::array();
  script::ReadOptions options;
  const std::optional<std::string> text = read_script(a.script, a.sets, options.sizes, outcome);
  if (!text || !read_target_option(a.target, options.target, outcome)) return outcome;
  if (tvmscript::is_tvmscript(*text)) {
    const tvmscript::Opened opened = tvmscript::open(*text, {}, options.sizes);
    outcome.diagnostics = opened.diagnostics;
    if (!opened.kernel) return outcome;
    outcome.json["stages"] = block_stages_json(*opened.kernel);
    outcome.json["buffers"] = buffers_json(*opened.kernel);
    outcome.text = block_bounds_text(*opened.kernel);
    return outcome;
  }
  const script::Program program = fixes::read(*text, options);
  outcome.diagnostics = program.diagnostics;
  warn_of_unknown_sizes(program, options.sizes, outcome.diagnostics);
  if (!program.schedule) return outcome;
  const auto normalized = schedule::normalize(*program.schedule);
  if (!normalized.value) return outcome;
  const auto inferred = schedule::infer_bounds(*normalized, true);
  if (!inferred.value) {
    if (program.ok()) append(outcome.diagnostics, inferred.diagnostics);
    return outcome;
  }
  outcome.json["stages"] = bounds_json(*normalized, *inferred);
  outcome.text = bounds_text(*normalized, *inferred);
  return outcome;
}

}  // namespace

Run add_bounds(CLI::App& app) {
  auto a = std::make_shared<BoundsArguments>();
  add_script_or_tvmscript_option(app, a->script);
  add_target_option(app, a->target);
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  return [a] { return bounds(*a); };
}

}  // namespace nw::cli
