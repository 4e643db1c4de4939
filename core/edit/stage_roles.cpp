// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/stage_roles.h"

#include <algorithm>
#include <tuple>

namespace nw::edit {

using script::Program;
using script::Statement;

namespace {

bool binds_before_schedule(const Program& program, const std::string& name) {
  for (const Statement& s : program.statements)
    if (s.part == Statement::Part::Computation && std::find(s.binds.begin(), s.binds.end(), name) != s.binds.end())
      return true;
  return false;
}

auto shape_of(const StageRole& stage) {
  return std::tuple(stage.input, stage.data.size(), stage.reduce.size());
}
auto role_of(const StageRole& stage) {
  return std::tuple(shape_of(stage), stage.output, stage.after_reduction);
}

}  // namespace

std::string StageRole::role() const {
  if (input) return "an input";
  if (!reduce.empty()) return "a reduction";
  if (output) return "an output";
  const std::string where = !beside_reduction ? ""
                            : after_reduction ? "behind the reduction "
                                              : "before the reduction ";
  return "a stage " + where +
         (data.empty()       ? std::string("of a single value")
          : data.size() == 1 ? std::string("with 1 axis")
                             : "with " + std::to_string(data.size()) + " axes");
}

std::vector<StageRole> stage_roles(const Program& program) {
  std::vector<StageRole> stages;
  bool seen_reduction = false;
  const schedule::Schedule unscheduled = program.unscheduled();
  for (const StageId id : unscheduled.order()) {
    const schedule::Stage& stage = unscheduled.stage(id);
    StageRole found;
    found.stage = id;
    for (const auto& [variable, of] : program.stage_names)
      if (of == id && binds_before_schedule(program, variable)) found.name = variable;
    if (found.name.empty()) continue;
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    found.tag = stage.op->tag;
    found.input = stage.op->kind == te::OpKind::Placeholder;
    const size_t data = compute ? compute->axis.size() : 0;
    for (size_t i = 0; compute && i < stage.root.size(); ++i)
      (i < data ? found.data : found.reduce).push_back(stage.root[i]);
    found.output = stage.is_output;
    found.after_reduction = seen_reduction;
    seen_reduction = seen_reduction || !found.reduce.empty();
    stages.push_back(std::move(found));
  }
  for (StageRole& stage : stages) stage.beside_reduction = seen_reduction;
  return stages;
}

std::vector<int> matched_stages(const std::vector<StageRole>& from, const std::vector<StageRole>& to) {
  std::vector<int> partner(from.size(), -1);
  std::vector<bool> taken(to.size(), false);
  const auto pair_up = [&](auto&& alike) {
    for (size_t i = 0; i < from.size(); ++i)
      for (size_t j = 0; j < to.size() && partner[i] < 0; ++j)
        if (!taken[j] && alike(from[i], to[j])) {
          partner[i] = static_cast<int>(j);
          taken[j] = true;
        }
  };
  pair_up([](const auto& a, const auto& b) { return role_of(a) == role_of(b) && a.name == b.name; });
  pair_up([](const auto& a, const auto& b) { return role_of(a) == role_of(b) && !a.tag.empty() && a.tag == b.tag; });
  pair_up([](const auto& a, const auto& b) { return role_of(a) == role_of(b); });
  pair_up([](const auto& a, const auto& b) {
    return shape_of(a) == shape_of(b) && a.after_reduction == b.after_reduction;
  });
  pair_up([](const auto& a, const auto& b) { return !a.reduce.empty() && !b.reduce.empty(); });
  pair_up([](const auto& a, const auto& b) { return a.output && b.output && a.reduce.empty() && b.reduce.empty(); });
  for (size_t i = 0; i < from.size(); ++i)
    for (size_t j = 0; j < to.size() && partner[i] < 0; ++j)
      if (from[i].output && from[i].after_reduction && to[j].output && !to[j].reduce.empty())
        partner[i] = static_cast<int>(j);
  return partner;
}

}  // namespace nw::edit
