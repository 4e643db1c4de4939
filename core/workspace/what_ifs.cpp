// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/what_ifs.h"

#include <algorithm>

namespace nw::workspace {

namespace {

using fusion::EdgeChoice;
using Pair = std::pair<std::string, std::string>;

bool contains(const auto& list, const auto& value) {
  return std::ranges::find(list, value) != list.end();
}

struct Apply {
  FusionChoices& choices;

  void operator()(const fusion::PatternChange& change) const {
    if (change.pattern)
      choices.patterns[change.of] = *change.pattern;
    else
      choices.patterns.erase(change.of);
  }
  void operator()(const fusion::FenceChange& change) const {
    if (!change.on)
      std::erase(choices.fences, change.after);
    else if (!contains(choices.fences, change.after))
      choices.fences.push_back(change.after);
  }
  void operator()(const fusion::EdgeChange& change) const {
    if (edge_choice(choices, change.from, change.to) == change.choice) return;
    const Pair edge(change.from, change.to);
    std::erase(choices.joins, edge);
    std::erase(choices.cuts, edge);
    if (change.choice == EdgeChoice::Join) choices.joins.push_back(edge);
    if (change.choice == EdgeChoice::Cut) choices.cuts.push_back(edge);
  }
  void operator()(const fusion::DepthChange& change) const { choices.max_depth = change.max_depth; }
  void operator()(const fusion::LevelChange& change) const { choices.opt_level = change.opt_level; }
};

}  // namespace

FusionEdit with_change(FusionChoices choices, const fusion::Change& change) {
  std::visit(Apply{choices}, change);
  return {std::move(choices), fusion::title(change).english()};
}

EdgeChoice edge_choice(const FusionChoices& choices, const std::string& from, const std::string& to) {
  const Pair edge(from, to);
  if (contains(choices.joins, edge)) return EdgeChoice::Join;
  if (contains(choices.cuts, edge)) return EdgeChoice::Cut;
  return EdgeChoice::Rules;
}

std::vector<ActiveWhatIf> active_what_ifs(const FusionChoices& choices) {
  std::vector<ActiveWhatIf> active;
  const FusionChoices usual;
  if (choices.opt_level != usual.opt_level)
    active.push_back(
        {Sentence(NW_TEXT("Fusion", "opt level {0}"), choices.opt_level), fusion::LevelChange{usual.opt_level}});
  if (choices.max_depth != usual.max_depth)
    active.push_back({fusion::title(fusion::DepthChange{choices.max_depth}), fusion::DepthChange{usual.max_depth}});
  for (const auto& [of, pattern] : choices.patterns)
    active.push_back({fusion::title(fusion::PatternChange{of, pattern}), fusion::PatternChange{of, {}}});
  for (const std::string& node : choices.fences)
    active.push_back({fusion::title(fusion::FenceChange{node, true}), fusion::FenceChange{node, false}});
  for (const auto& [from, to] : choices.joins)
    active.push_back(
        {Sentence(NW_TEXT("Fusion", "fused: {0} → {1}"), from, to), fusion::EdgeChange{from, to, EdgeChoice::Rules}});
  for (const auto& [from, to] : choices.cuts)
    active.push_back(
        {Sentence(NW_TEXT("Fusion", "cut: {0} → {1}"), from, to), fusion::EdgeChange{from, to, EdgeChoice::Rules}});
  return active;
}

}  // namespace nw::workspace
