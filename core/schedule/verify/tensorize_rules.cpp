// SPDX-License-Identifier: GPL-3.0-or-later
// NW2410: a tensorized loop computes what its intrinsic was declared to compute.
#include "schedule/refusal.h"
#include "schedule/tensor_match.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

void check_tensorized(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  std::optional<RangeTable> ranges;
  for (StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    bool any = false;
    for (AxisId leaf : stage.leaf) {
      const AxisAttr* attr = stage.attr(leaf);
      any = any || (attr && attr->iter_type == tir::IterType::Tensorized);
    }
    if (!any) continue;
    if (!ranges) {
      ranges.emplace(normalized);
      for (const auto& [axis, range] : bounds.ranges) (*ranges)[axis] = range;
    }
    const auto match = match_tensor_intrinsic(normalized, stage, *ranges);
    if (!match || match->problem.empty()) continue;
    Finding& f = found.add("NW2410", stage.name(), match->problem);
    f.diagnostic.because = match->because;
    f.lines = {stage.attr(stage.leaf[match->leaf])->line};
    f.mend = [](Diagnostic& d, const StepSource& at) {
      d.fixes.push_back({"delete the step: the loops stay as they are", delete_statement(at)});
    };
  }
}

}  // namespace nw::schedule
