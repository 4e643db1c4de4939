// SPDX-License-Identifier: GPL-3.0-or-later
// transform_layout: a tensor is stored in another arrangement of its indices, and its loops run over that.
//
//   for n: for c: T[n, c]    →    for n: for axis1: for axis2: T[n, axis1, axis2]      lambda n, c: [n, c // 4, c % 4]
//
// Legal if every index can be found again from the new ones, and for a computed stage while its data loops are
// unchanged.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/index_map.h"
#include "schedule/names.h"

namespace nw::schedule {

namespace {

Diagnostic not_invertible(const Schedule& s, StageId stage, const StepSource& at) {
  Refusal r("NW2133", s, stage, at, "the layout does not keep the elements of " + s.stage(stage).name() + " apart");
  return r.point("mapping_function")
      .because(
          "every index must be found again from the new ones: from its quotients and remainders by constants, each "
          "once")
      .legal({"indices made of //, % and sums of multiples that fit together"})
      .or_delete("delete the step");
}

Diagnostic wrong_count(const Schedule& s, StageId stage, size_t given, size_t dims, const StepSource& at) {
  Refusal r("NW2134", s, stage, at,
            "the layout takes " + (given == 1 ? std::string("1 index") : std::to_string(given) + " indices") +
                ", and " + s.stage(stage).name() + " has " + plural(dims, "dimension"));
  return r.point("mapping_function").because("the function takes one index a dimension").or_delete("delete the step");
}

Diagnostic loops_changed(const Schedule& s, StageId stage, const StepSource& at) {
  const Stage& own = s.stage(stage);
  Refusal r("NW2135", s, stage, at, "the loops of " + own.name() + " have been changed already");
  for (const auto& [line, step] : own.history)
    if (step == Primitive::Split || step == Primitive::Fuse || step == Primitive::Reorder ||
        step == Primitive::TransformLayout)
      r.because(name_of(step) + in_line(line));
  Fix anew{"lay it out as written, and leave out the steps whose loops that replaces", {}};
  for (const auto& [line, step] : own.history)
    if ((step == Primitive::Split || step == Primitive::Fuse || step == Primitive::Reorder ||
         step == Primitive::Tile) &&
        line > 0)
      anew.edits.push_back({Edit::Kind::Delete, line, {}});
  return r
      .because("transform_layout replaces the data loops, so they must still be the computation's own, in their order")
      .legal({"transform_layout first, then schedule the new loops"})
      .fix(std::move(anew))
      .or_delete("delete the step");
}

}  // namespace

Result<std::vector<AxisId>> transform_layout(Schedule& s, StageId stage, const std::vector<tir::Var>& vars,
                                             const std::vector<Expr>& indices, const StepSource& at) {
  const te::Operation op = s.stage(stage).op;
  const std::vector<Expr> shape = op->output_shape(0);
  if (vars.size() != shape.size()) return wrong_count(s, stage, vars.size(), shape.size(), at);
  const auto map = invert(vars, shape, indices);
  if (!map) return not_invertible(s, stage, at);
  const auto* compute = te::op_cast<te::ComputeNode>(op);
  const Stage& own = s.stage(stage);
  std::vector<AxisId> data;
  if (compute) data.assign(own.root.begin(), own.root.begin() + static_cast<std::ptrdiff_t>(compute->axis.size()));
  const auto first = std::search(own.leaf.begin(), own.leaf.end(), data.begin(), data.end());
  if (compute && first == own.leaf.end() && !data.empty()) return loops_changed(s, stage, at);
  for (AxisId axis : data)
    if (auto d =
            must_keep_marks(s, stage, axis, at, Primitive::TransformLayout, "transform the layout first", "transform"))
      return *d;

  const auto place = first - own.leaf.begin();
  Stage& to = s.edit(stage);
  to.layout.push_back({vars, indices, at.span.line});
  to.history.emplace_back(at.span.line, Primitive::TransformLayout);
  std::vector<AxisId> made;
  if (!compute) return made;
  for (size_t i = 0; i < map->vars.size(); ++i) {
    const tir::Range dom{tir::int_imm(0, map->vars[i]->dtype), map->extents[i]};
    const IterVar iter(new tir::IterVarNode(map->vars[i], dom, IterType::DataPar));
    made.push_back(s.add_axis(to, iter, at.span.line, i < at.result_names.size() ? at.result_names[i] : std::string()));
  }
  to.leaf.erase(to.leaf.begin() + place, to.leaf.begin() + place + static_cast<std::ptrdiff_t>(data.size()));
  to.leaf.insert(to.leaf.begin() + place, made.begin(), made.end());
  to.relations.push_back(TransformRelation{data, made, vars, indices, map->vars, map->values, map->padded});
  return made;
}

}  // namespace nw::schedule
