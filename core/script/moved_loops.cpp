// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/moved_loops.h"

#include <algorithm>

#include "schedule/names.h"

namespace nw::script {

namespace {

using schedule::Stage;

int line_of_rfactor(const Stage& stage) {
  const auto step =
      std::ranges::find(stage.history, schedule::Primitive::Rfactor, [](const auto& s) { return s.second; });
  return step == stage.history.end() ? 0 : step->first;
}

// The loop of a stage that a variable runs.
AxisId leaf_of(const Stage& stage, const tir::Var& var) {
  for (const AxisId leaf : stage.leaf)
    if (stage.find_axis(leaf)->iter->var == var) return leaf;
  return {};
}

// The loop of a stage that sums up partial results which goes over what `var` went over in it before: the partial
// results, or the data axis at the same place.
AxisId leaf_over_partials(const Stage& sums, const Stage& partial, const tir::Var& var) {
  const std::string over = var->name + ".v";
  const auto* reduces = te::op_cast<te::ComputeNode>(sums.op);
  const auto* computes = te::op_cast<te::ComputeNode>(partial.op);
  if (!reduces || !computes || reduces->reduce_axis.empty()) return {};
  const std::string factored = reduces->reduce_axis[0]->var->name;
  size_t place = 0;
  for (const tir::IterVar& axis : computes->axis) {
    const bool is_factor = axis->var->name + ".v" == factored;
    if (axis->var == var) {
      if (!is_factor) return place < sums.root.size() && sums.is_leaf(sums.root[place]) ? sums.root[place] : AxisId();
      break;
    }
    place += is_factor ? 0 : 1;
  }
  for (const AxisId leaf : sums.leaf)
    if (sums.find_axis(leaf)->iter->var->name == over) return leaf;
  return {};
}

}  // namespace

std::vector<MovedLoop> loops_moved_by_rfactor(const schedule::Schedule& s, StageId id, const Arguments& args,
                                              const std::string& schedule_name) {
  const Stage& own = s.stage(id);
  std::vector<MovedLoop> all;
  for (size_t i = args.positional.size(); i-- > 0;) {
    const Arg& arg = args.positional[i];
    const auto* axis = arg.value.get<AxisValue>();
    if (!axis || (axis->id.valid() && s.owner(axis->id) == id && own.is_leaf(axis->id))) continue;
    MovedLoop moved{&arg, line_of_rfactor(own), {}, {}};
    AxisId mine = leaf_of(own, axis->iter->var);
    for (const StageId other : s.order()) {
      const Stage& stage = s.stage(other);
      if (other == id || line_of_rfactor(stage) == 0 || line_of_rfactor(stage) != line_of_rfactor(own)) continue;
      if (!mine.valid() && s.position(other) < s.position(id)) mine = leaf_over_partials(own, stage, axis->iter->var);
      const AxisId theirs = leaf_of(stage, axis->iter->var);
      if (theirs.valid() && !schedule::script_text(s, theirs, schedule_name).empty() &&
          !schedule::script_text(stage, schedule_name).empty())
        moved.elsewhere.push_back(theirs);
    }
    if (mine.valid()) moved.here = schedule::script_text(s, mine, schedule_name);
    all.push_back(std::move(moved));
  }
  return all;
}

}  // namespace nw::script
