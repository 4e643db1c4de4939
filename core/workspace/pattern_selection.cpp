// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/pattern_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "op/registry.h"
#include "pattern/attributes.h"
#include "pattern/composites.h"
#include "pattern/from_selection.h"

namespace nw::workspace {

namespace {

std::set<std::string> names_of(const pattern::Table& table) {
  std::set<std::string> names;
  for (const pattern::Assignment& each : table.assignments) names.insert(each.name);
  for (const pattern::Listed& each : table.listed) names.insert(each.name);
  return names;
}

std::string free_in(const std::set<std::string>& taken, const std::string& name) {
  std::string free = name;
  for (int n = 2; taken.contains(free); ++n) free = fmt::format("{}_{}", name, n);
  return free;
}

std::string joined(const std::vector<graph::Attr>& values) {
  std::string text;
  for (const graph::Attr& value : values) text += (text.empty() ? "" : " or ") + pattern::python_text(value);
  return text;
}

// Values of an operator's attribute in the whole program, with how many calls have each.
class ValuesInModel {
 public:
  explicit ValuesInModel(const pattern::Program& program) : pool_(program.pool) {
    for (const pattern::ExprId id : pool_.post_order(program.main))
      if (const std::string_view op = pool_.called_op(id); !op.empty()) calls_[op].push_back(id);
  }

  std::string of(const std::string& op, const std::string& name) const {
    constexpr size_t kMost = 6;
    const auto calls = calls_.find(op);
    if (calls == calls_.end()) return {};
    std::map<std::string, size_t> counts;
    for (const pattern::ExprId id : calls->second)
      if (const auto value = pattern::attribute_of(pool_, id, name)) ++counts[pattern::python_text(*value)];
    std::vector<std::pair<std::string, size_t>> order(counts.begin(), counts.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (size_t i = 0; i < std::min(kMost, order.size()); ++i)
      text += fmt::format("{}{} ×{}", i ? ", " : "", order[i].first, order[i].second);
    return order.size() > kMost ? text + ", …" : text;
  }

 private:
  const pattern::ExprPool& pool_;
  std::map<std::string_view, std::vector<pattern::ExprId>> calls_;
};

}  // namespace

PatternOfSelections pattern_of_selections(const graph::Graph& graph, const std::string& table,
                                          const std::vector<std::vector<NodeId>>& selections, const std::string& name,
                                          const std::set<std::pair<NodeId, std::string>>& wanted) {
  PatternOfSelections made;
  const graph::OpTraitsTable& traits = op::registry_of(graph).traits();
  pattern::SelectionOptions options;
  options.taken = names_of(*pattern::read_table(table));
  options.name = made.name = free_in(options.taken, name);
  options.attributes = wanted;
  pattern::Program program = pattern::read_program(graph);
  Result<pattern::SelectedPattern> found = pattern::pattern_from(program, selections, traits, options);
  made.diagnostics = std::move(found.diagnostics);
  if (!found.value) return made;
  made.text = std::move(found->text);
  made.matches = std::move(found->matches);
  const ValuesInModel values(program);
  for (const pattern::FoundAttribute& each : found->attributes)
    made.attributes.push_back({each.node, each.op, each.name, joined(each.values), values.of(each.op, each.name),
                               each.by_default, each.can_be_wanted(), each.wanted});
  std::stable_partition(made.attributes.begin(), made.attributes.end(),
                        [](const OfferedAttribute& each) { return !each.by_default; });
  pattern::MergeOptions alone;
  alone.near_misses = false;
  made.places = pattern::merge_composites(program, *pattern::read_table(made.text), traits, alone).list.size();
  return made;
}

}  // namespace nw::workspace
