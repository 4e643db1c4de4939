// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/what_ifs.h"

#include <fmt/format.h>

#include <algorithm>

#include "fusion/choices.h"

namespace nw::workspace {

namespace {

using Pair = std::pair<std::string, std::string>;

std::string text_of(const Pair& pair) {
  return pair.first + " → " + pair.second;
}

// The options of a change, back as choices: only what it touched is taken over.
void take(FusionChoices& choices, const graph::Graph& graph, const fusion::Options& before,
          const fusion::Options& after) {
  auto name = [&](NodeId id) { return graph.node(id).name; };
  choices.max_depth = after.max_depth;
  choices.opt_level = after.opt_level;
  for (const auto& [op, pattern] : after.op_patterns) choices.patterns[op] = pattern;
  for (const auto& [node, pattern] : after.node_patterns) choices.patterns[name(node)] = pattern;
  for (const NodeId node : before.fences)
    if (!after.fences.contains(node)) choices = set_fence(std::move(choices), name(node), false).choices;
  for (const NodeId node : after.fences) choices = set_fence(std::move(choices), name(node), true).choices;
  for (const auto& [a, b] : before.cuts)
    if (std::find(after.cuts.begin(), after.cuts.end(), std::pair(a, b)) == after.cuts.end())
      choices = set_edge(std::move(choices), name(a), name(b), EdgeChoice::Rules).choices;
  for (const auto& [a, b] : after.cuts)
    choices = set_edge(std::move(choices), name(a), name(b), EdgeChoice::Cut).choices;
  for (const auto& [a, b] : after.joins)
    choices = set_edge(std::move(choices), name(a), name(b), EdgeChoice::Join).choices;
}

}  // namespace

FusionEdit set_pattern(FusionChoices choices, const std::string& what, std::optional<graph::OpPattern> pattern) {
  if (pattern)
    choices.patterns[what] = *pattern;
  else
    choices.patterns.erase(what);
  return {std::move(choices), pattern ? fmt::format("{} as {}", what, graph::to_string(*pattern))
                                      : fmt::format("{} with its own pattern", what)};
}

FusionEdit set_fence(FusionChoices choices, const std::string& node, bool on) {
  const auto at = std::find(choices.fences.begin(), choices.fences.end(), node);
  if (on && at == choices.fences.end()) choices.fences.push_back(node);
  if (!on && at != choices.fences.end()) choices.fences.erase(at);
  return {std::move(choices), (on ? "fence after " : "no fence after ") + node};
}

EdgeChoice edge_choice(const FusionChoices& choices, const std::string& from, const std::string& to) {
  const Pair pair(from, to);
  if (std::find(choices.joins.begin(), choices.joins.end(), pair) != choices.joins.end()) return EdgeChoice::Join;
  if (std::find(choices.cuts.begin(), choices.cuts.end(), pair) != choices.cuts.end()) return EdgeChoice::Cut;
  return EdgeChoice::Rules;
}

FusionEdit set_edge(FusionChoices choices, const std::string& from, const std::string& to, EdgeChoice choice) {
  const Pair pair(from, to);
  const char* verb = choice == EdgeChoice::Join ? "fuse " : choice == EdgeChoice::Cut ? "cut " : "leave to the rules ";
  if (edge_choice(choices, from, to) != choice) {
    std::erase(choices.joins, pair);
    std::erase(choices.cuts, pair);
    if (choice == EdgeChoice::Join) choices.joins.push_back(pair);
    if (choice == EdgeChoice::Cut) choices.cuts.push_back(pair);
  }
  return {std::move(choices), verb + text_of(pair)};
}

FusionEdit set_max_depth(FusionChoices choices, int depth) {
  choices.max_depth = depth;
  return {std::move(choices), fmt::format("at most {} operators in a group", depth)};
}

FusionEdit set_opt_level(FusionChoices choices, int level) {
  choices.opt_level = level;
  return {std::move(choices), fmt::format("fusion at opt level {}", level)};
}

std::string title_of_change(const std::string& change) {
  const bool dropped = change.starts_with("drop ");
  const std::string rest = dropped ? change.substr(5) : change;
  const size_t space = rest.find(' ');
  if (!rest.starts_with("--") || space == std::string::npos) return change;
  const std::string flag = rest.substr(0, space), value = rest.substr(space + 1);
  const size_t comma = value.find(','), equals = value.rfind('=');
  const std::string edge =
      comma == std::string::npos ? value : text_of({value.substr(0, comma), value.substr(comma + 1)});
  if (flag == "--fence") return (dropped ? "no fence after " : "fence after ") + value;
  if (flag == "--cut") return (dropped ? "leave to the rules " : "cut ") + edge;
  if (flag == "--join") return "fuse " + edge;
  if (flag == "--pattern" && equals != std::string::npos)
    return fmt::format("{} as {}", value.substr(0, equals), value.substr(equals + 1));
  if (flag == "--max-depth") return fmt::format("at most {} operators in a group", value);
  if (flag == "--opt-level") return fmt::format("fusion at opt level {}", value);
  return change;
}

std::optional<FusionEdit> apply_change(const FusionChoices& choices, const graph::Graph& graph,
                                       const std::string& change) {
  const fusion::Options before = fusion_options(choices, graph, {}).first;
  const std::optional<fusion::Options> after = fusion::with_change(graph, before, change);
  if (!after) return std::nullopt;
  FusionEdit edit{choices, title_of_change(change)};
  take(edit.choices, graph, before, *after);
  return edit;
}

std::vector<ActiveWhatIf> active_what_ifs(const FusionChoices& choices) {
  std::vector<ActiveWhatIf> active;
  const FusionChoices usual;
  if (choices.opt_level != usual.opt_level)
    active.push_back({fmt::format("opt level {}", choices.opt_level), set_opt_level(choices, usual.opt_level)});
  if (choices.max_depth != usual.max_depth)
    active.push_back(
        {fmt::format("at most {} operators in a group", choices.max_depth), set_max_depth(choices, usual.max_depth)});
  for (const auto& [what, pattern] : choices.patterns)
    active.push_back({fmt::format("{} as {}", what, graph::to_string(pattern)), set_pattern(choices, what, {})});
  for (const std::string& node : choices.fences)
    active.push_back({"fence after " + node, set_fence(choices, node, false)});
  for (const Pair& pair : choices.joins)
    active.push_back({"fused: " + text_of(pair), set_edge(choices, pair.first, pair.second, EdgeChoice::Rules)});
  for (const Pair& pair : choices.cuts)
    active.push_back({"cut: " + text_of(pair), set_edge(choices, pair.first, pair.second, EdgeChoice::Rules)});
  return active;
}

}  // namespace nw::workspace
