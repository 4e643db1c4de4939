// SPDX-License-Identifier: GPL-3.0-or-later
// set_store_predicate: which of the threads that share a reduction stores what they all know.
#include <algorithm>
#include <set>

#include "arith/analyzer.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

// Loops by the variables that name them: their own, and that of the thread which runs them.
using Loops = std::map<tir::Var, tir::Range, tir::VarOrder>;

struct StageLoops {
  Loops shared;  // of the reduction, run by threads
  Loops others;  // each of their values has elements of its own
};

StageLoops loops_of(const Stage& stage, const Schedule& n, const Bounds& bounds) {
  StageLoops loops;
  for (const AxisId leaf : stage.leaf) {
    const tir::IterVarNode* thread = thread_of(n, leaf);
    const IterVar& loop = stage.find_axis(leaf)->iter;
    const auto range = bounds.ranges.find(leaf);
    if (range == bounds.ranges.end()) continue;
    const bool shares = thread && !thread->thread_tag.empty() && loop->type == IterType::CommReduce;
    Loops& own = shares ? loops.shared : loops.others;
    own[loop->var] = range->second;
    if (thread) own[thread->var] = range->second;
  }
  return loops;
}

// Whether a thread stores: where that can be tried out, which is where one variable of known range decides.
bool somebody_stores(const Expr& predicate, const Loops& shared) {
  constexpr int64_t kMaxTried = 4096;
  for (const auto& [var, range] : shared) {
    if (!tir::uses_var(predicate, var)) continue;
    const int64_t *min = tir::as_const_int(range.min), *extent = tir::as_const_int(range.extent);
    if (!min || !extent || *extent > kMaxTried) return true;
    for (int64_t i = 0; i < *extent; ++i) {
      const Expr held =
          arith::Analyzer().simplify(tir::substitute(predicate, {{var, tir::int_imm(*min + i, var->dtype)}}));
      if (const int64_t* value = tir::as_const_int(held); !value || *value) return true;
    }
    return false;
  }
  return !tir::is_zero(arith::Analyzer().simplify(predicate));
}

// Whether all elements are stored, tried for the first two values and the last of every other loop from `at` on.
bool all_stored(const Expr& predicate, const StageLoops& loops, Loops::const_iterator at) {
  while (at != loops.others.end() && !tir::uses_var(predicate, at->first)) ++at;
  if (at == loops.others.end()) return somebody_stores(predicate, loops.shared);
  const int64_t *min = tir::as_const_int(at->second.min), *extent = tir::as_const_int(at->second.extent);
  if (!min || !extent) return true;
  for (const int64_t i : std::set<int64_t>{0, std::min<int64_t>(1, *extent - 1), *extent - 1}) {
    const Expr here = tir::substitute(predicate, {{at->first, tir::int_imm(*min + i, at->first->dtype)}});
    if (!all_stored(here, loops, std::next(at))) return false;
  }
  return true;
}

int line_of(const Stage& stage) {
  for (auto step = stage.history.rbegin(); step != stage.history.rend(); ++step)
    if (step->second == Primitive::SetStorePredicate) return step->first;
  return 0;
}

void check(const Stage& stage, const Schedule& n, const Bounds& bounds, Findings& found) {
  const StageLoops loops = loops_of(stage, n, bounds);
  const auto leave_out = [](Diagnostic& d, const StepSource& at) {
    d.fixes.push_back({"let every thread store", delete_statement(at)});
  };
  if (loops.shared.empty()) {
    Finding& f =
        found.add("NW2513", stage.name(),
                  "the store predicate of " + stage.name() + " has no effect: no threads share a reduction of it");
    f.diagnostic.severity = Severity::Warning;
    f.lines = {line_of(stage)};
    f.add_fixes = leave_out;
    return;
  }
  if (all_stored(stage.store_predicate, loops, loops.others.begin())) return;
  std::string other;
  tir::walk(stage.store_predicate, [&](const Expr& e) {
    if (e->kind == tir::ExprKind::Var && loops.others.contains(tir::Var(tir::node_cast<tir::VarNode>(e))))
      other = tir::to_string(e);
    return true;
  });
  const bool nobody = other.empty();
  Finding& f = found.add("NW2326", stage.name(),
                         nobody ? "no thread stores " + stage.name() + ": the predicate never holds"
                                : "elements of " + stage.name() + " are never stored: the predicate depends on " +
                                      other + ", and each of its values has elements of its own");
  f.diagnostic.because.push_back(
      "only the threads that share the reduction know the same sum; one of them may store it for all");
  f.lines = {line_of(stage)};
  f.add_fixes = [&n, own = stage.id, leave_out](Diagnostic& d, const StepSource& at) {
    const Stage& reduced = n.stage(own);
    const std::string of = script_text(reduced, at.schedule_name);
    for (const AxisId leaf : reduced.leaf) {
      const std::string loop = script_text(n, leaf, at.schedule_name);
      const bool shares = thread_of(n, leaf) && reduced.find_axis(leaf)->iter->type == IterType::CommReduce;
      if (!shares || of.empty() || loop.empty()) continue;
      d.legal.push_back(loop + ".var.equal(0)");
      d.fixes.push_back({"the first thread of " + shown(n, leaf) + " stores",
                         replace_statement(at, of + ".set_store_predicate(" + loop + ".var.equal(0))")});
    }
    leave_out(d, at);
  };
}

}  // namespace

void check_stores(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  for (const StageId id : normalized.order())
    if (normalized.stage(id).store_predicate) check(normalized.stage(id), normalized, bounds, found);
}

}  // namespace nw::schedule
