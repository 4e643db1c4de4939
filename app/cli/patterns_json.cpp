// SPDX-License-Identifier: GPL-3.0-or-later
#include "patterns_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic_json.h"

namespace nw::cli {

using nlohmann::json;

namespace {

json names(const graph::Graph& graph, const std::vector<NodeId>& nodes) {
  json list = json::array();
  for (const NodeId id : nodes) list.push_back(id.valid() ? graph.node(id).name : std::string());
  return list;
}

}  // namespace

json listed_json(const pattern::Table& table, const std::vector<std::string>& only) {
  json list = json::array();
  for (const pattern::Listed& line : table.listed) {
    if (!only.empty() && std::find(only.begin(), only.end(), line.name) == only.end()) continue;
    list.push_back({{"name", line.name},
                    {"line", line.at.line},
                    {"text", line.text},
                    {"target", line.target.empty() ? json() : json(line.target)}});
  }
  return list;
}

json composites_json(const graph::Graph& graph, const std::vector<pattern::Composite>& composites) {
  json list = json::array();
  for (const pattern::Composite& each : composites)
    list.push_back({{"name", each.name},
                    {"root", each.root.valid() ? graph.node(each.root).name : std::string()},
                    {"ops", each.ops},
                    {"nodes", names(graph, each.calls)},
                    {"arguments", each.argument_names},
                    {"constants", names(graph, each.constants)},
                    {"from", each.made_of},
                    {"duplicated", names(graph, each.duplicated)}});
  return list;
}

json steps_json(const pattern::Program& program, const std::vector<pattern::RewriteStep>& steps, int round) {
  json list = json::array();
  const auto words = [&](const std::vector<pattern::ExprId>& exprs) {
    json words_list = json::array();
    for (const pattern::ExprId id : exprs) words_list.push_back(name_of(program, id));
    return words_list;
  };
  for (const pattern::RewriteStep& step : steps) {
    if (round > 0 && step.round != round) continue;
    list.push_back({{"round", step.round},
                    {"rule", step.rule},
                    {"root", name_of(program, step.root)},
                    {"removed", words(step.removed)},
                    {"made", words(step.made)}});
  }
  return list;
}

json regions_json(const graph::Graph& graph, const std::vector<pattern::Region>& regions) {
  json list = json::array();
  for (const pattern::Region& each : regions)
    list.push_back({{"compiler", each.compiler},
                    {"ops", each.ops},
                    {"nodes", names(graph, each.calls)},
                    {"arguments", each.arguments},
                    {"constants", names(graph, each.constants)},
                    {"results", each.results},
                    {"bytes_in", each.bytes_in},
                    {"bytes_out", each.bytes_out}});
  return list;
}

namespace {

std::string sentence(const graph::Graph& graph, const pattern::Cut& cut) {
  const std::string from = cut.from.valid() ? graph.node(cut.from).name : "a value";
  const std::string to = cut.to.valid() ? graph.node(cut.to).name : "what reads it";
  if (cut.path.empty())
    return fmt::format("{} and {} both go to {}, but stay apart: one of them depends on another target's region", from,
                       to, cut.compiler);
  std::string way;
  for (const NodeId id : cut.path) way += (way.empty() ? "" : " → ") + graph.node(id).name;
  return fmt::format("{} and {} both go to {}, but one region of both would depend on itself: {}", from, to,
                     cut.compiler, way);
}

}  // namespace

json cuts_json(const graph::Graph& graph, const std::vector<pattern::Cut>& cuts) {
  json list = json::array();
  for (const pattern::Cut& each : cuts)
    list.push_back({{"from", each.from.valid() ? graph.node(each.from).name : std::string()},
                    {"to", each.to.valid() ? graph.node(each.to).name : std::string()},
                    {"compiler", each.compiler},
                    {"text", sentence(graph, each)},
                    {"path", names(graph, each.path)}});
  return list;
}

std::string regions_text(const graph::Graph& graph, const pattern::Offloaded& cut) {
  std::string text;
  for (const pattern::Region& each : cut.regions) {
    text += fmt::format("region of {} ({} bytes in, {} bytes out):", each.compiler, each.bytes_in, each.bytes_out);
    for (size_t i = 0; i < each.ops.size(); ++i)
      text += fmt::format(" {} ({})", each.ops[i], each.calls[i].valid() ? graph.node(each.calls[i]).name : "");
    text += '\n';
  }
  for (const pattern::Cut& each : cut.cuts) text += sentence(graph, each) + "\n";
  return text;
}

json trial_json(const pattern::Trial& trial) {
  json children = json::array();
  for (const pattern::Trial& child : trial.children) children.push_back(trial_json(child));
  return {{"pattern", trial.pattern}, {"node", trial.node},
          {"ok", trial.ok},           {"kind", trial.kind.empty() ? json() : json(trial.kind)},
          {"text", trial.text},       {"children", std::move(children)}};
}

std::string trial_text(const pattern::Trial& trial, size_t depth) {
  std::string text = std::string(depth * 2, ' ') + fmt::format("{} {} at {}{}{}\n", trial.ok ? "+" : "-", trial.pattern,
                                                               trial.node, trial.text.empty() ? "" : ": ", trial.text);
  for (const pattern::Trial& child : trial.children) text += trial_text(child, depth + 1);
  return text;
}

json near_misses_json(const std::vector<pattern::NearMiss>& misses) {
  json list = json::array();
  for (const pattern::NearMiss& each : misses)
    list.push_back(
        {{"name", each.name},
         {"root", each.root_name},
         {"node", each.node_name},
         {"kind", pattern::to_string(each.kind)},
         {"expected", each.expected},
         {"found", each.found},
         {"text", each.text},
         {"path", each.path},
         {"matched", each.matched},
         {"of", each.of},
         {"pattern_span", {{"line", each.span.line}, {"column", each.span.column}, {"length", each.span.length}}},
         {"fix", each.fix ? to_json(*each.fix) : json()}});
  return list;
}

json attributes_json(const graph::Graph& graph, const std::vector<pattern::FoundAttribute>& attributes) {
  json list = json::array();
  for (const pattern::FoundAttribute& each : attributes) {
    json values = json::array();
    for (const graph::Attr& value : each.values) values.push_back(pattern::python_text(value));
    list.push_back({{"op", each.op},
                    {"node", each.node.valid() ? graph.node(each.node).name : std::string()},
                    {"name", each.name},
                    {"values", std::move(values)},
                    {"default", each.by_default}});
  }
  return list;
}

std::string attributes_text(const graph::Graph& graph, const std::vector<pattern::FoundAttribute>& attributes) {
  std::string text;
  for (const pattern::FoundAttribute& each : attributes) {
    if (each.by_default) continue;
    std::string values;
    for (const graph::Attr& value : each.values) values += (values.empty() ? "" : " or ") + pattern::python_text(value);
    text += fmt::format("# {} ({}): {} = {}\n", each.op, each.node.valid() ? graph.node(each.node).name : "", each.name,
                        values);
  }
  return text;
}

}  // namespace nw::cli
