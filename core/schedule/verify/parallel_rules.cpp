// SPDX-License-Identifier: GPL-3.0-or-later
// NW2325: a parallel loop starts all threads; inside it there are none left for another.
#include <algorithm>

#include "schedule/dataflow.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

class ParallelRules {
 public:
  ParallelRules(const Schedule& n, const Bounds& bounds, Findings& found) : n_(n), bounds_(bounds), found_(found) {}

  void check(const Stage& stage) {
    for (size_t i = 0; i < stage.leaf.size(); ++i) {
      if (!is_parallel(stage, stage.leaf[i])) continue;
      if (const AxisId around = parallel_around(stage, i)) report(stage, i, around);
    }
  }

 private:
  bool is_parallel(const Stage& stage, AxisId leaf) const {
    const AxisAttr* attr = stage.attr(leaf);
    if (!attr || attr->iter_type != IterType::Parallelized) return false;
    const auto range = bounds_.ranges.find(leaf);
    return range != bounds_.ranges.end() && !tir::is_one(range->second.extent);
  }
  AxisId parallel_around(const Stage& stage, size_t place) const {
    for (size_t i = place; i-- > 0;)
      if (is_parallel(stage, stage.leaf[i])) return stage.leaf[i];
    const auto path = attach_path(n_, stage.id);
    for (const AxisId axis : path ? *path : std::vector<AxisId>())
      if (is_parallel(n_.stage(n_.owner(axis)), axis)) return axis;
    return {};
  }

  void report(const Stage& stage, size_t place, AxisId around) {
    const AxisId axis = stage.leaf[place];
    const Stage& owner = n_.stage(n_.owner(around));
    const int line = stage.attr(axis)->line, outer = owner.attr(around)->line;
    const std::string other = shown(n_, around) + (owner.id == stage.id ? "" : " of " + owner.name());
    Finding& f = found_.add(
        "NW2325", stage.name(),
        shown(n_, axis) + " of " + stage.name() + " is to run in parallel inside " + other + ", which does already");
    f.diagnostic.where[0].axis = shown(n_, axis);
    f.diagnostic.because.push_back(other + " was made parallel" + in_line(outer) + "; it is run by all threads");
    f.lines = {line, outer};
    const bool neighbours = owner.id == stage.id && place > 0 && stage.leaf[place - 1] == around;
    f.add_fixes = [n = &n_, id = stage.id, axis, around, line, outer, neighbours](Diagnostic& d, const StepSource& at) {
      const std::string of = script_text(n->stage(id), at.schedule_name),
                        inner = script_text(*n, axis, at.schedule_name),
                        before = script_text(*n, around, at.schedule_name);
      if (neighbours && line != outer && !of.empty() && !inner.empty() && !before.empty()) {
        const std::string both = n->stage(id).script_name + "_p";
        const int first = std::min(line, outer), last = std::max(line, outer);
        d.fixes.push_back(
            {"run both as one parallel loop",
             {{Edit::Kind::Delete, first, {}},
              {Edit::Kind::Replace, last,
               both + " = " + of + ".fuse(" + before + ", " + inner + ")\n" + of + ".parallel(" + both + ")"}}});
      }
      d.fixes.push_back({"delete the step: the loop stays serial", delete_statement(at)});
    };
  }

  const Schedule& n_;
  const Bounds& bounds_;
  Findings& found_;
};

}  // namespace

void check_parallel(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  ParallelRules rules(normalized, bounds, found);
  for (StageId id : normalized.order())
    if (normalized.stage(id).attach.kind != AttachKind::InlinedAlready) rules.check(normalized.stage(id));
}

}  // namespace nw::schedule
