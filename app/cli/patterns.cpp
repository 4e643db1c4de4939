// SPDX-License-Identifier: GPL-3.0-or-later
// patterns: what a table of patterns takes in a model, and why it does not take the rest.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "custom/script_file.h"
#include "import/model_file.h"
#include "import/relay.h"
#include "model_options.h"
#include "op/registry.h"
#include "passes/dims.h"
#include "passes/passes.h"
#include "pattern/diagnostics.h"
#include "pattern/from_selection.h"
#include "pattern/html_page.h"
#include "pattern/python.h"
#include "pattern/table_fixes.h"
#include "pattern/to_graph.h"
#include "patterns_json.h"
#include "settings.h"
#include "workspace/pattern_view.h"
#include "workspace/table_file.h"

namespace nw::cli {

namespace {

using graph::Graph;
using nlohmann::json;

struct PatternsOptions {
  std::string model, table;
  std::string passes = "default";
  std::vector<std::string> constants, only, dims;
  bool outside = false;
  bool rewrite = false, once = false;
  int only_round = 0;
  std::vector<std::string> offload;
  std::string as, output;
  std::vector<std::string> why;   // a listed name, a node
  std::vector<std::string> from;  // selections: nodes, with commas between
  std::string name = "selection";
  bool attributes = false;
  bool calls_only = false, constants_as_arguments = false;
};

Diagnostic wrong_flag(std::string message) {
  Diagnostic d;
  d.code = "NW3107";
  d.message = std::move(message);
  return d;
}

// `inputs`: takes the files that the graph was read from.
bool read_graph(const PatternsOptions& from, const std::map<std::string, int64_t>& dims,
                const import::Operators& operators, Graph& graph, std::vector<std::string>& inputs, Outcome& outcome) {
  inputs.push_back(from.model);
  if (is_project(from.model)) {
    const auto model = open_model(from.model, from.passes, dims, outcome.diagnostics, from.outside);
    if (!model) return false;
    graph = model->optimized();
    inputs.push_back(model->path);
    return true;
  }
  Result<Graph> read = import::read_model(from.model, {}, operators);
  append(outcome.diagnostics, std::move(read.diagnostics));
  if (!read.value) return false;
  graph = std::move(*read.value);
  append(outcome.diagnostics, passes::bind_dims(graph, dims));
  if (from.passes == "none") return true;
  for (const passes::Pass& pass : passes::default_passes()) {
    passes::PassResult result = pass.run(graph);
    append(outcome.diagnostics, std::move(result.diagnostics));
    if (result.graph) graph = std::move(*result.graph);
  }
  return true;
}

// Parameters of main that count as constants.
std::vector<NodeId> bound_constants(const Graph& graph, const std::vector<std::string>& names, Outcome& outcome) {
  std::vector<NodeId> bound;
  if (names.size() == 1 && names[0] == "weights") {
    for (size_t i = 1; i < graph.inputs.size(); ++i) bound.push_back(graph.inputs[i]);
    return bound;
  }
  for (const std::string& name : names) {
    const auto found = std::find_if(graph.inputs.begin(), graph.inputs.end(), [&](NodeId id) {
      const std::string& own = graph.node(id).name;
      return own == name || own == "%" + name;
    });
    if (found != graph.inputs.end()) {
      bound.push_back(*found);
      continue;
    }
    outcome.diagnostics.push_back(wrong_flag(fmt::format("--constants: the model has no parameter `{}`", name)));
    outcome.exit = 2;
  }
  return bound;
}

bool known_names(const pattern::Table& table, const std::vector<std::string>& names, Outcome& outcome) {
  for (const std::string& name : names) {
    const bool listed = std::any_of(table.listed.begin(), table.listed.end(),
                                    [&](const pattern::Listed& line) { return line.name == name; });
    if (listed) continue;
    outcome.diagnostics.push_back(wrong_flag(fmt::format("the table lists no `{}`", name)));
    outcome.exit = 2;
  }
  return !outcome.exit;
}

// A target that the table has nothing for takes nothing, as in TVM; it is most likely misspelled.
bool known_targets(const std::string& table, const std::vector<std::string>& targets, Outcome& outcome) {
  const std::vector<std::string> known = targets.empty() ? targets : workspace::targets_of(table);
  for (const std::string& target : targets) {
    if (target.empty()) {
      outcome.diagnostics.push_back(wrong_flag("--offload: a target without a name"));
      outcome.exit = 2;
      return false;
    }
    if (std::ranges::find(known, target) != known.end()) continue;
    outcome.diagnostics.push_back(wrong_flag(
        fmt::format("--offload: no line of the table is for the target `{}`, so nothing goes to it", target)));
    outcome.diagnostics.back().severity = Severity::Warning;
    outcome.diagnostics.back().legal = known;
  }
  return true;
}

std::string text_of(const Graph& graph, const pattern::Composites& found) {
  std::string text;
  for (const pattern::Composite& each : found.list) {
    text += fmt::format("{} takes", each.name);
    for (size_t i = 0; i < each.ops.size(); ++i)
      text += fmt::format(" {} ({})", each.ops[i], each.calls[i].valid() ? graph.node(each.calls[i]).name : "");
    text += '\n';
  }
  for (const pattern::NearMiss& each : found.near_misses) {
    text += fmt::format("{} not at {}: {}\n", each.name, each.root_name, each.text);
    if (each.fix) text += fmt::format("    {}\n", each.fix->title);
  }
  if (found.left_out > 0)
    text += fmt::format("{} more reason{} left out\n", found.left_out, found.left_out == 1 ? " is" : "s are");
  if (found.fixes_untried > 0) text += fmt::format("no fix was tried for {} of the reasons\n", found.fixes_untried);
  return text.empty() ? "nothing matches or comes near\n" : text;
}

void rewrite(const PatternsOptions& from, const pattern::Table& table, pattern::Program& program, Outcome& outcome) {
  pattern::RewriteOptions options;
  options.only = {from.only.begin(), from.only.end()};
  options.once = from.once;
  options.rounds = from.only_round;
  pattern::Rewritten rewritten = pattern::rewrite(program, table, op::registry_of(*program.graph).traits(), options);
  if (rewritten.steps.empty() && rewritten.diagnostics.empty() && !has_errors(outcome.diagnostics))
    outcome.diagnostics.push_back(pattern::no_rule_applied(table));
  append(outcome.diagnostics, std::move(rewritten.diagnostics));
  outcome.json["rewritten"] = pattern::listing(program.pool, program.main);
  outcome.json["steps"] = steps_json(program, rewritten.steps, from.only_round);
  outcome.json["rounds"] = rewritten.rounds;
  outcome.text +=
      fmt::format("{} application{} of rules in {} round{}\n", rewritten.steps.size(),
                  rewritten.steps.size() == 1 ? "" : "s", rewritten.rounds, rewritten.rounds == 1 ? "" : "s");
}

void offload(const PatternsOptions& from, const pattern::Table& table, pattern::Program& program, Outcome& outcome) {
  pattern::OffloadOptions options;
  options.targets = from.offload;
  options.calls_only = from.calls_only;
  options.bind_constants = !from.constants_as_arguments;
  const pattern::Offloaded cut = pattern::offload(program, table, options);
  outcome.json["regions"] = regions_json(*program.graph, cut.regions);
  outcome.json["cuts"] = cuts_json(*program.graph, cut.cuts);
  outcome.json["main"] = pattern::calls_of_main(program);
  outcome.text += regions_text(*program.graph, cut);
}

std::optional<pattern::Trial> trial_of(const PatternsOptions& from, const pattern::Table& table, const Graph& graph,
                                       pattern::Program& program, Outcome& outcome) {
  if (!known_names(table, {from.why[0]}, outcome)) return std::nullopt;
  const NodeId node = graph.find(from.why[1]);
  const pattern::ExprId expr = node.valid() ? program.from_node[node.index()] : pattern::ExprId();
  if (!expr.valid()) {
    outcome.diagnostics.push_back(wrong_flag(fmt::format("--why: the model has no node `{}`", from.why[1])));
    outcome.exit = 2;
    return std::nullopt;
  }
  for (const pattern::Listed& line : table.listed)
    if (line.name == from.why[0])
      return pattern::try_pattern(program, line.pattern, expr, op::registry_of(graph).traits());
  return std::nullopt;
}

// The pattern matches there, and something else was in the way.
void add_reason(const PatternsOptions& from, const std::vector<pattern::NearMiss>& misses, pattern::Trial& trial) {
  for (const pattern::NearMiss& miss : misses) {
    if (!trial.ok || miss.name != from.why[0] || miss.root_name != from.why[1]) continue;
    trial.kind = pattern::to_string(miss.kind);
    trial.text = miss.text;
  }
}

void write(const PatternsOptions& from, const pattern::Table& table, const pattern::Program& program,
           const pattern::Composites& found, const std::vector<std::string>& inputs, Outcome& outcome) {
  std::string text;
  if (from.as == "json") {
    text = outcome.json.dump(1) + "\n";
  } else if (from.as == "relay") {
    text = import::write_relay(pattern::to_graph(program));
  } else if (from.as == "tvm") {
    pattern::OffloadOptions options;
    options.targets = from.offload;
    options.calls_only = from.calls_only;
    options.bind_constants = !from.constants_as_arguments;
    text = pattern::python_for_tvm(table, options);
  } else if (from.as == "html") {
    text = pattern::html_page(*program.graph, table, found, std::filesystem::path(from.model).filename().string());
  } else {
    text = outcome.text;
  }
  Diagnostics wrong = write_file(from.output, text, inputs);
  if (!wrong.empty()) return append(outcome.diagnostics, std::move(wrong));
  if (from.as != "json") outcome.json["files"] = {from.output};
  outcome.text = from.output + "\n";
}

// The nodes of the selections, by name.
std::optional<std::vector<std::vector<NodeId>>> selections(const PatternsOptions& from, const Graph& graph,
                                                           Outcome& outcome) {
  std::vector<std::vector<NodeId>> all;
  for (const std::string& text : from.from) {
    std::vector<NodeId>& nodes = all.emplace_back();
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      begin = end + 1;
      nodes.push_back(graph.find(name));
      if (nodes.back().valid()) continue;
      outcome.diagnostics.push_back(wrong_flag(fmt::format("--from: the model has no node `{}`", name)));
      outcome.exit = 2;
      return std::nullopt;
    }
  }
  return all;
}

// A pattern of what somebody has selected, in place of a table.
Outcome from_selections(const PatternsOptions& from, const std::map<std::string, int64_t>& dims) {
  Outcome outcome;
  outcome.file = from.model;
  Graph graph;
  std::vector<std::string> inputs;
  if (!read_graph(from, dims, nullptr, graph, inputs, outcome)) return outcome;
  const auto nodes = selections(from, graph, outcome);
  const std::vector<NodeId> constants = bound_constants(graph, from.constants, outcome);
  if (!nodes || outcome.exit) return outcome;
  pattern::Program program = pattern::read_program(graph, constants);
  Result<pattern::SelectedPattern> made =
      pattern::pattern_from(program, *nodes, op::registry_of(graph).traits(), {from.name, from.attributes});
  append(outcome.diagnostics, std::move(made.diagnostics));
  if (!made.value) return outcome;
  outcome.json["pattern"] = made->text;
  outcome.json["matches"] = made->matches;
  outcome.json["attributes"] = attributes_json(graph, made->attributes);
  outcome.text = made->text + attributes_text(graph, made->attributes);
  if (!from.output.empty()) append(outcome.diagnostics, write_file(from.output, made->text, inputs));
  return outcome;
}

Outcome patterns(const PatternsOptions& from, const std::map<std::string, int64_t>& dims) {
  Outcome outcome;
  outcome.file = from.table;
  workspace::TableFile file = workspace::read_table_file(from.table);
  append(outcome.diagnostics, std::move(file.diagnostics));
  if (!file.table) return outcome;
  const std::shared_ptr<const pattern::Table> table = file.table;
  Graph graph;
  std::vector<std::string> inputs = custom::script_files(*table, from.table);
  inputs.push_back(from.table);
  if (!read_graph(from, dims, file.operators, graph, inputs, outcome)) return outcome;
  const std::vector<NodeId> constants = bound_constants(graph, from.constants, outcome);
  if (outcome.exit || !known_names(*table, from.only, outcome)) return outcome;
  const graph::OpTraitsTable& traits = op::registry_of(graph).traits();
  if (!known_targets(file.text, from.offload, outcome)) return outcome;
  outcome.json["patterns"] = listed_json(*table, from.only);
  pattern::Program program = pattern::read_program(graph, constants);
  outcome.json["match"] = json::object();
  const pattern::ExprIndex index(program.pool, pattern::body_of(program.pool, program.main));
  for (const pattern::Listed& line : table->listed)
    if (from.only.empty() || std::ranges::find(from.only, line.name) != from.only.end())
      outcome.json["match"][line.name] = pattern::matches_body(program, index, line.pattern, traits);
  if (from.rewrite) rewrite(from, *table, program, outcome);
  std::optional<pattern::Trial> trial;
  if (!from.why.empty()) {
    trial = trial_of(from, *table, graph, program, outcome);
    if (!trial) return outcome;
  }
  pattern::MergeOptions options;
  options.only = {from.only.begin(), from.only.end()};
  pattern::Composites found = pattern::merge_composites(program, *table, traits, options);
  append(outcome.diagnostics, std::move(found.diagnostics));
  if (!from.rewrite)
    found.fixes_untried = pattern::add_fixes(graph, constants, file.text, traits, program, *table, found.near_misses);
  if (trial) {
    add_reason(from, found.near_misses, *trial);
    outcome.json["trial"] = trial_json(*trial);
    outcome.text += trial_text(*trial);
  } else {
    outcome.text += text_of(graph, found);
  }
  outcome.json["composites"] = composites_json(graph, found.list);
  outcome.json["main"] = found.main;
  if (!from.offload.empty()) offload(from, *table, program, outcome);
  outcome.json["near_misses_left_out"] = found.left_out;
  outcome.json["fixes_untried"] = found.fixes_untried;
  outcome.json["near_misses"] = near_misses_json(found.near_misses);
  if (!from.as.empty()) write(from, *table, program, found, inputs, outcome);
  return outcome;
}

}  // namespace

Run add_patterns(CLI::App& app) {
  auto options = std::make_shared<PatternsOptions>();
  app.add_option("MODEL", options->model, "an .onnx file, Relay text, or a project (.nest)")->required();
  CLI::Option* table = app.add_option("TABLE", options->table, "a pattern table (.pat)");
  app.add_option("--passes", options->passes, "graph passes before matching")
      ->check(CLI::IsMember({"none", "default"}));
  app.add_option("--constants", options->constants, "parameters that count as constants; `weights`: all but the first")
      ->delimiter(',');
  app.add_option("--only", options->only, "these listed lines alone")->delimiter(',');
  app.add_flag("--rewrite", options->rewrite, "apply the rules");
  app.add_flag("--once", options->once, "one round of the rules")->needs("--rewrite");
  app.add_option("--only-round", options->only_round, "the rules up to this round, and its steps")
      ->check(CLI::PositiveNumber)
      ->needs("--rewrite");
  CLI::Option* targets =
      app.add_option("--offload", options->offload, "targets in their order: the model cut into regions for them")
          ->delimiter(',');
  app.add_flag("--calls-only", options->calls_only, "tuples and fields belong to no target")->needs("--offload");
  app.add_flag("--constants-as-arguments", options->constants_as_arguments, "constants are passed to regions")
      ->needs("--offload");
  app.add_option("--why", options->why, "NAME NODE: the whole trial of one pattern at one node")->expected(2);
  CLI::Option* output = app.add_option("-o,--output", options->output, "the file that --as writes");
  app.add_option("--as", options->as,
                 "json, text, relay (the module with its composites), tvm (the table as Python), html")
      ->check(CLI::IsMember({"json", "text", "relay", "tvm", "html"}))
      ->needs(output);
  CLI::Option* selected = app.add_option("--from", options->from,
                                         "NODE,NODE,…: a pattern of these nodes, without a table; given several times, "
                                         "the least general one that covers them all")
                              ->expected(1)
                              ->take_all()
                              ->excludes(table);
  app.add_option("--name", options->name, "what --from lists the pattern as")->needs(selected);
  app.add_flag("--attributes", options->attributes, "with the attributes that the selections share")->needs(selected);
  app.add_option("--dim", options->dims, "NAME=VALUE of a dynamic dimension")->expected(1)->take_all();
  app.add_flag("--outside", options->outside,
               "read a project's model also where it is outside of the project's folder");
  return [options, targets] {
    if (targets->count() > 0 && options->offload.empty()) options->offload.emplace_back();  // a name of no letters
    std::map<std::string, int64_t> dims;
    Diagnostics wrong;
    if (read_sizes("--dim", options->dims, dims, wrong)) {
      if (!options->from.empty()) return from_selections(*options, dims);
      if (!options->table.empty()) return patterns(*options, dims);
      wrong.push_back(wrong_flag("a table is wanted, or --from with nodes"));
    }
    Outcome outcome;
    outcome.diagnostics = std::move(wrong);
    outcome.exit = 2;
    return outcome;
  };
}

}  // namespace nw::cli
