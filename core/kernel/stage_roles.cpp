// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/stage_roles.h"

#include <algorithm>
#include <tuple>

namespace nw::kernel {

using script::Program;
using script::Statement;

namespace {

bool binds_before_schedule(const Program& program, const std::string& name) {
  for (const Statement& s : program.statements)
    if (s.part == Statement::Part::Computation && std::find(s.binds.begin(), s.binds.end(), name) != s.binds.end())
      return true;
  return false;
}

// How the script writes the i-th reduce axis of a stage: its variable, or where it is found.
std::string reduce_axis_text(const Program& program, const schedule::Stage& stage, const std::string& name, size_t i) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  const schedule::Axis* axis = stage.find_axis(compute->reduce_axis[i]);
  for (const auto& [variable, id] : program.axis_names)
    if (axis && id == axis->id && binds_before_schedule(program, variable)) return variable;
  return name + ".op.reduce_axis[" + std::to_string(i) + "]";
}

auto shape_of(const RoledStage& stage) {
  return std::tuple(stage.input, stage.data, stage.reduce);
}
auto part_of(const RoledStage& stage) {
  return std::tuple(shape_of(stage), stage.output, stage.behind);
}

}  // namespace

std::string RoledStage::role() const {
  if (input) return "an input";
  if (reduce > 0) return "a reduction";
  if (output) return "an output";
  const std::string where = !beside_reduction ? "" : behind ? "behind the reduction " : "before the reduction ";
  return "a stage " + where +
         (data == 0   ? std::string("of a single value")
          : data == 1 ? std::string("with 1 axis")
                      : "with " + std::to_string(data) + " axes");
}

std::vector<RoledStage> roled_stages(const Program& program) {
  std::vector<RoledStage> stages;
  bool behind = false;
  for (const StageId id : program.schedule->order()) {
    const schedule::Stage& stage = program.schedule->stage(id);
    RoledStage found;
    for (const auto& [variable, of] : program.stage_names)
      if (of == id && binds_before_schedule(program, variable)) found.name = variable;
    if (found.name.empty()) continue;
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    found.tag = stage.op->tag;
    found.input = stage.op->kind == te::OpKind::Placeholder;
    found.data = compute ? compute->axis.size() : 0;
    found.reduce = compute ? compute->reduce_axis.size() : 0;
    found.output = stage.is_output;
    found.behind = behind;
    for (size_t i = 0; i < found.reduce; ++i)
      found.reduce_axes.push_back(reduce_axis_text(program, stage, found.name, i));
    behind = behind || found.reduce > 0;
    stages.push_back(std::move(found));
  }
  for (RoledStage& stage : stages) stage.beside_reduction = behind;
  return stages;
}

std::vector<int> matched_stages(const std::vector<RoledStage>& from, const std::vector<RoledStage>& to) {
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
  pair_up([](const auto& a, const auto& b) { return part_of(a) == part_of(b) && a.name == b.name; });
  pair_up([](const auto& a, const auto& b) { return part_of(a) == part_of(b) && !a.tag.empty() && a.tag == b.tag; });
  pair_up([](const auto& a, const auto& b) { return part_of(a) == part_of(b); });
  pair_up([](const auto& a, const auto& b) { return shape_of(a) == shape_of(b) && a.behind == b.behind; });
  pair_up([](const auto& a, const auto& b) { return a.reduce > 0 && b.reduce > 0; });
  pair_up([](const auto& a, const auto& b) { return a.output && b.output && a.reduce == 0 && b.reduce == 0; });
  for (size_t i = 0; i < from.size(); ++i)
    for (size_t j = 0; j < to.size() && partner[i] < 0; ++j)
      if (from[i].output && from[i].behind && to[j].output && to[j].reduce > 0) partner[i] = static_cast<int>(j);
  return partner;
}

}  // namespace nw::kernel
