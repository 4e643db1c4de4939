// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/pattern_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "custom/operators.h"
#include "op/registry.h"
#include "pattern/rewrite.h"
#include "pattern/table_fixes.h"
#include "pattern/table_lexer.h"
#include "pattern/to_graph.h"

namespace nw::workspace {

using pattern::MissKind;
using pattern::NearMiss;

namespace {

// A reason without its place: what is the same at many places.
std::string reason_text(const NearMiss& miss) {
  switch (miss.kind) {
    case MissKind::Taken:
      return fmt::format("taken by {}", miss.found);
    case MissKind::UsedOutside:
      return miss.found == "result" ? "a node inside is also a result of the model"
                                    : "a node inside is also read from outside";
    case MissKind::SameNode:
      return "another node than the one that the same pattern stands for";
    case MissKind::Check:
      return fmt::format("the check {} is {}", miss.expected, miss.found.empty() ? "without an answer" : miss.found);
    case MissKind::Path:
      return fmt::format("{} on the way, neither the parent nor {}", miss.found, miss.expected);
    case MissKind::NotDominated:
      return fmt::format("not every use of {} flows into it", miss.expected);
    case MissKind::Dtype:
    case MissKind::Shape:
    case MissKind::Type:
    case MissKind::Value:
    case MissKind::Index:
      return fmt::format("{} {} where {} is wanted", pattern::to_string(miss.kind), miss.found, miss.expected);
    default:
      return fmt::format("{} where {} is wanted", miss.found, miss.expected);
  }
}

void group_misses(PatternView& view) {
  using Key = std::tuple<std::string, std::string, int, int>;
  std::map<std::string, PatternLine*> lines;
  for (PatternLine& line : view.lines) lines[line.name] = &line;
  std::map<Key, size_t> known;  // its place among the line's reasons
  const std::vector<NearMiss>& misses = view.composites.near_misses;
  for (size_t i = 0; i < misses.size(); ++i) {
    const auto line = lines.find(misses[i].name);
    if (line == lines.end()) continue;
    PatternLine& of = *line->second;
    ++of.near;
    if (misses[i].kind == MissKind::Taken && misses[i].found != of.name) ++of.taken_by[misses[i].found];
    std::string text = reason_text(misses[i]);
    const TextSpan& span = misses[i].span;
    const auto [at, is_new] = known.try_emplace({of.name, text, span.line, span.column}, of.reasons.size());
    if (is_new) of.reasons.push_back({of.name, std::move(text), span, {}, std::nullopt});
    of.reasons[at->second].misses.push_back(i);
  }
  for (PatternLine& line : view.lines)
    std::stable_sort(line.reasons.begin(), line.reasons.end(),
                     [](const MissGroup& a, const MissGroup& b) { return a.misses.size() > b.misses.size(); });
}

// Each pattern of a listed line, with the places where it, or the name that refers to it, is written.
void add_spans(const pattern::PatternNode& node,
               std::map<const pattern::PatternNode*, std::set<std::pair<int, int>>>& of,
               std::map<std::pair<int, int>, TextSpan>& spans, std::set<const pattern::PatternNode*>& seen) {
  const auto add = [&](const pattern::PatternNode* piece, const TextSpan& span) {
    if (!span.valid()) return;
    of[piece].insert({span.line, span.column * 4096 + span.length});
    spans[{span.line, span.column * 4096 + span.length}] = span;
  };
  if (!seen.insert(&node).second) return;
  add(&node, node.span);
  for (size_t i = 0; i < node.parts.size(); ++i) {
    if (i < node.part_spans.size()) add(node.parts[i].get(), node.part_spans[i]);
    add_spans(*node.parts[i], of, spans, seen);
  }
}

// The text of each piece with the nodes that it stands for, over all matches.
void tie(PatternView& view) {
  std::map<std::pair<int, int>, std::set<NodeId>> nodes;
  std::map<std::pair<int, int>, TextSpan> spans;
  std::map<std::string, std::map<const pattern::PatternNode*, std::set<std::pair<int, int>>>> places;
  for (const pattern::Listed& line : view.run->table.listed) {
    std::set<const pattern::PatternNode*> seen;
    add_spans(*line.pattern, places[line.name], spans, seen);
  }
  for (const pattern::MatchedPieces& match : view.composites.pieces)
    for (const auto& [piece, found] : match.nodes)
      for (const auto& place : places[match.name][piece]) nodes[place].insert(found.begin(), found.end());
  view.composites.pieces.clear();
  for (const auto& [place, found] : nodes) view.pieces.push_back({spans[place], {found.begin(), found.end()}});
}

}  // namespace

PatternView compute_patterns(const graph::Graph& graph, const std::string& text, const std::string& path,
                             const CancelToken& cancel, bool applied) {
  PatternView view;
  auto run = std::make_shared<PatternRun>();
  Result<pattern::Table> table = pattern::read_table(text);
  view.diagnostics = std::move(table.diagnostics);
  append(view.diagnostics, custom::declared_operators(*table, path).diagnostics);
  run->table = std::move(*table);
  for (const pattern::Listed& each : run->table.listed) {
    PatternLine line;
    line.name = each.name;
    line.at = each.at;
    line.last_line = each.last_line;
    line.rule = each.replacement != nullptr;
    line.applied = line.rule && applied;
    view.lines.push_back(std::move(line));
  }
  run->program = pattern::read_program(graph);
  pattern::MergeOptions options;
  options.pieces = true;
  options.rules = !applied;
  options.cancel = cancel;
  view.composites = pattern::merge_composites(run->program, run->table, op::registry_of(graph).traits(), options);
  append(view.diagnostics, view.composites.diagnostics);
  std::map<std::string, size_t> matches;
  for (const pattern::Composite& each : view.composites.list) ++matches[each.name];
  matches.insert(view.composites.rule_places.begin(), view.composites.rule_places.end());
  for (PatternLine& line : view.lines) line.matches = matches[line.name];
  group_misses(view);
  view.run = std::move(run);
  tie(view);
  return view;
}

void add_pattern_fixes(const graph::Graph& graph, PatternView& view, const CancelToken& cancel) {
  if (!view.run) return;
  const graph::OpTraitsTable& traits = op::registry_of(graph).traits();
  std::vector<NearMiss>& misses = view.composites.near_misses;
  pattern::add_fixes(graph, {}, view.run->table.text, traits, view.run->program, view.run->table, misses, cancel);
  for (PatternLine& line : view.lines)
    for (MissGroup& group : line.reasons)
      for (const size_t i : group.misses)
        if (!group.fix) group.fix = misses[i].fix;
}

std::string difference(const PatternView& before, const PatternView& after) {
  std::map<std::string, size_t> was;
  for (const PatternLine& line : before.lines) was[line.name] = line.matches;
  std::string text;
  for (const PatternLine& line : after.lines) {
    const auto known = was.find(line.name);
    if (known == was.end() || known->second == line.matches) continue;
    text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", line.name, known->second, line.matches);
  }
  return text;
}

std::optional<std::string> move_statement(const std::string& table, int line, bool up, int& moved_to) {
  std::vector<std::pair<int, int>> statements;  // first and last line
  for (const auto& tokens : pattern::split_statements(table)) {
    if (tokens.empty() || tokens.front().kind == pattern::TokenKind::End) continue;
    statements.emplace_back(tokens.front().span.line, tokens[tokens.size() > 1 ? tokens.size() - 2 : 0].span.line);
  }
  const auto here = std::find_if(statements.begin(), statements.end(),
                                 [&](const auto& each) { return each.first <= line && line <= each.second; });
  if (here == statements.end() || (up ? here == statements.begin() : here + 1 == statements.end())) return {};
  const auto upper = up ? *(here - 1) : *here, lower = up ? *here : *(here + 1);
  std::vector<std::string> lines;
  for (size_t at = 0; at <= table.size();) {
    const size_t end = std::min(table.find('\n', at), table.size());
    lines.push_back(table.substr(at, end - at));
    at = end + 1;
  }
  const auto part = [&](int first, int last) {
    std::vector<std::string> some;
    for (int i = first; i <= last; ++i) some.push_back(lines[static_cast<size_t>(i) - 1]);
    return some;
  };
  const int count = static_cast<int>(lines.size());
  std::string text;
  int written = 0;
  for (const auto& some :
       {part(1, upper.first - 1), part(lower.first, lower.second), part(upper.second + 1, lower.first - 1),
        part(upper.first, upper.second), part(lower.second + 1, count)})
    for (const std::string& each : some) text += (written++ > 0 ? "\n" : "") + each;
  moved_to = up ? upper.first : upper.first + (lower.second - lower.first) + (lower.first - upper.second);
  return text;
}

namespace {

std::string kinds_of(const pattern::Program& program, const std::vector<pattern::ExprId>& exprs) {
  std::string text;
  for (const pattern::ExprId id : exprs) text += (text.empty() ? "" : ", ") + pattern::kind_of(program, id);
  return text;
}

}  // namespace

RewriteView compute_rewrite(const graph::Graph& graph, const std::string& text, const CancelToken& cancel) {
  RewriteView view;
  const Result<pattern::Table> table = pattern::read_table(text);
  pattern::Program program = pattern::read_program(graph);
  pattern::RewriteOptions options;
  options.cancel = cancel;
  pattern::Rewritten rewritten = pattern::rewrite(program, *table, op::registry_of(graph).traits(), options);
  view.rounds = rewritten.rounds;
  view.diagnostics = std::move(rewritten.diagnostics);
  for (const pattern::RewriteStep& step : rewritten.steps)
    view.steps.push_back({step.round, step.rule, program.pool[step.root].source, pattern::name_of(program, step.root),
                          kinds_of(program, step.removed), kinds_of(program, step.made)});
  view.after = std::make_shared<const graph::Graph>(pattern::to_graph(program));
  return view;
}

pattern::TrialSteps compute_trial(const graph::Graph& graph, const std::string& text, const std::string& line,
                                  NodeId root) {
  const Result<pattern::Table> table = pattern::read_table(text);
  pattern::Program program = pattern::read_program(graph);
  const auto listed = std::find_if(table->listed.begin(), table->listed.end(),
                                   [&](const pattern::Listed& each) { return each.name == line; });
  if (listed == table->listed.end() || !root.valid() || root.index() >= program.from_node.size()) return {};
  const pattern::ExprId expr = program.from_node[root.index()];
  if (!expr.valid()) return {};
  return pattern::follow_trial(program, listed->pattern, expr, op::registry_of(graph).traits());
}

std::vector<std::string> targets_of(const std::string& text) {
  const Result<pattern::Table> table = pattern::read_table(text);
  std::map<int, std::string> by_line;
  for (const pattern::Listed& each : table->listed)
    if (!each.target.empty() && !each.replacement) by_line[each.at.line] = each.target;
  for (const pattern::Supports& each : table->supports) by_line[each.line] = each.target;
  std::vector<std::string> targets;
  for (const auto& [line, target] : by_line)
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  return targets;
}

OffloadView compute_offload(const graph::Graph& graph, const std::string& text, const std::vector<std::string>& targets,
                            const std::pair<std::string, std::string>& also, const CancelToken& cancel) {
  OffloadView view;
  std::string table_text = text;
  if (!also.second.empty()) table_text += fmt::format("\nsupports(\"{}\", [\"{}\"])\n", also.first, also.second);
  const Result<pattern::Table> table = pattern::read_table(table_text);
  view.diagnostics = table.diagnostics;
  pattern::Program program = pattern::read_program(graph);
  pattern::MergeOptions merge;
  merge.near_misses = false;
  merge.cancel = cancel;
  const pattern::Composites composites =
      pattern::merge_composites(program, *table, op::registry_of(graph).traits(), merge);
  if (cancel.cancelled()) return view;
  pattern::OffloadOptions options;
  options.targets = targets;
  view.cut = pattern::offload(program, *table, options);
  for (const pattern::Region& region : view.cut.regions) {
    std::vector<NodeId>& nodes = view.nodes.emplace_back();
    for (size_t i = 0; i < region.calls.size(); ++i) {
      nodes.push_back(region.calls[i]);
      if (!region.ops[i].starts_with('@')) continue;
      for (const pattern::Composite& each : composites.list)
        if (each.root == region.calls[i] && "@" + each.name == region.ops[i])
          nodes.insert(nodes.end(), each.calls.begin(), each.calls.end());
    }
  }
  for (const pattern::Region& region : view.cut.regions) view.bytes += region.bytes_in + region.bytes_out;
  return view;
}

}  // namespace nw::workspace
