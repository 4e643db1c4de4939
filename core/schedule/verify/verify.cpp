// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/verify.h"

#include <algorithm>

#include "base/budget.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

// Diagnostics of normalizing: stages that cannot be inlined.
void add_inlined(const Schedule& s, const Diagnostics& normalizing, Findings& found) {
  for (const Diagnostic& d : normalizing) {
    const StageId stage = s.find_by_name(d.where[0].stage);
    const int line = stage ? s.stage(stage).attach.line : 0;
    found.list.push_back(
        {d, {line}, [name = d.where[0].stage](Diagnostic& fixed, const StepSource& at) {
           if (at.span.valid())
             fixed.fixes.push_back(
                 {"delete the step: " + name + " is computed once, in loops of its own", delete_statement(at)});
         }});
  }
}

Findings structure(const Schedule& s, const Schedule& n) {
  Findings found;
  const Dataflow flow(n);
  check_inlined(s, found);
  check_attachments(s, n, flow, found);
  check_marks(n, found);
  check_copies(n, found);
  check_scans(n, found);
  return found;
}

Findings with_bounds(const Schedule& n, const Bounds& bounds, const TargetFacts* target) {
  Findings found;
  check_threads(n, bounds, found);
  check_thread_places(n, bounds, found);
  check_extents(n, bounds, found);
  check_parallel(n, bounds, found);
  check_tensorized(n, bounds, found);
  check_reads(n, bounds, found);
  check_stores(n, bounds, found);
  check_accumulators(n, found);
  check_storage(n, bounds, found);
  if (target) check_target(n, bounds, *target, found);
  return found;
}

Findings waste(const Schedule& n, const Bounds& bounds) {
  Findings found;
  find_recomputation(n, bounds, found);
  find_strided_vectors(n, bounds, found);
  find_inner_tails(n, bounds, found);
  find_large_partials(n, bounds, found);
  find_long_marks(n, bounds, found);
  find_idle_steps(n, bounds, found);
  return found;
}

// The same mistake in another version of the schedule.
bool same_mistake(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && !b.where.empty() && a.where[0].stage == b.where[0].stage;
}

void add_errors(Findings found, Diagnostics& errors) {
  for (Finding& f : found.list)
    if (f.diagnostic.severity == Severity::Error) errors.push_back(std::move(f.diagnostic));
}

StepSource last_of(const Finding& f) {
  StepSource at;
  for (int line : f.lines) at.span.line = std::max(at.span.line, line);
  if (at.span.line > 0) at.span.column = 1;
  return at;
}

Diagnostic placed(Finding f, const StepSource& at, bool explain = true) {
  if (!f.diagnostic.where[0].span.valid()) f.diagnostic.where[0].span = at.span;
  if (f.add_fixes && explain) f.add_fixes(f.diagnostic, at);
  return std::move(f.diagnostic);
}

Diagnostics placed(std::vector<Finding> found) {
  Diagnostics out;
  for (Finding& f : found) {
    const StepSource at = last_of(f);
    out.push_back(placed(std::move(f), at));
  }
  return out;
}

// Finds the last step whose removal cures a mistake; what is found without each step is looked up once.
class Blame {
  static constexpr double kBlameShare = 0.3;  // of the time; then the last line that has to do with it is named

 public:
  Blame(const Replay& replay, const TargetFacts* target)
      : replay_(replay), target_(target), without_(replay.steps.size()) {}

  StepSource step_for(const Finding& f) {
    if (f.diagnostic.where[0].span.valid() || f.at_its_step) return at_line_of(f);
    const bool error = f.diagnostic.severity == Severity::Error;
    for (size_t i = replay_.steps.size(); error && i-- > 0;)
      if (budget::time_used() > kBlameShare)
        break;
      else if (cures(i, f.diagnostic))
        return replay_.steps[i];
    return at_line_of(f);
  }

 private:
  StepSource at_line_of(const Finding& f) const {
    StepSource at = last_of(f);
    if (!replay_.steps.empty()) at.schedule_name = replay_.steps[0].schedule_name;
    for (const StepSource& step : replay_.steps)
      if (step.span.line == at.span.line) return step;
    return at;
  }
  bool cures(size_t i, const Diagnostic& d) {
    if (!without_[i]) {
      without_[i].emplace();
      if (const std::optional<Schedule> s = replay_.without(i))
        *without_[i] = find_errors(*s, target_);
      else
        without_[i]->push_back(d);  // cannot be analysed
    }
    return std::none_of(without_[i]->begin(), without_[i]->end(),
                        [&](const Diagnostic& other) { return same_mistake(d, other); });
  }

  const Replay& replay_;
  const TargetFacts* target_;
  std::vector<std::optional<Diagnostics>> without_;
};

}  // namespace

Finding& Findings::add(std::string code, const std::string& stage, std::string message) {
  Finding f;
  f.diagnostic.code = std::move(code);
  f.diagnostic.message = std::move(message);
  f.diagnostic.where.push_back(at_stage(stage));
  list.push_back(std::move(f));
  return list.back();
}

Diagnostics structural_errors(const Schedule& s) {
  const Result<Schedule> n = normalize(s);
  Diagnostics errors;
  add_errors(structure(s, *n), errors);
  return errors;
}

Diagnostics find_errors(const Schedule& s, const TargetFacts* target, std::optional<ScheduleAnalysis>* analysed) {
  Result<Schedule> n = normalize(s);
  Findings found = structure(s, *n);
  add_inlined(s, n.diagnostics, found);
  Diagnostics errors;
  add_errors(std::move(found), errors);
  if (!errors.empty()) return errors;
  Result<Bounds> bounds = infer_bounds(*n);
  if (!bounds.value) return bounds.diagnostics;
  add_errors(with_bounds(*n, *bounds, target), errors);
  if (analysed) analysed->emplace(std::move(*n), std::move(*bounds));
  return errors;
}

Diagnostics verify_structure(const Schedule& s) {
  const Result<Schedule> n = normalize(s);
  return verify_structure(s, *n);
}

Diagnostics verify_structure(const Schedule& s, const Schedule& normalized) {
  return placed(structure(s, normalized).list);
}

Diagnostics verify_bounds(const Schedule& normalized, const Bounds& bounds, const TargetFacts* target) {
  return placed(with_bounds(normalized, bounds, target).list);
}

Diagnostics find_waste(const Schedule& normalized, const Bounds& bounds) {
  return placed(waste(normalized, bounds).list);
}

Diagnostics verify(const Schedule& s, const Replay& replay, const VerifyOptions& options) {
  // The findings' fixes refer to the schedules that they were found in, so those live until the fixes are written.
  Result<Schedule> n = normalize(s);
  Findings found = structure(s, *n);
  add_inlined(s, n.diagnostics, found);
  const bool sound = std::none_of(found.list.begin(), found.list.end(),
                                  [](const Finding& f) { return f.diagnostic.severity == Severity::Error; });
  std::optional<Result<Bounds>> bounds;
  if (sound) bounds = infer_bounds(*n, options.with_because);
  if (bounds && bounds->value) {
    for (Finding& f : with_bounds(*n, **bounds, options.target).list) found.list.push_back(std::move(f));
    for (Finding& f : waste(*n, **bounds).list) found.list.push_back(std::move(f));
  }
  if (replay.placement_refused)
    std::erase_if(found.list, [](const Finding& f) { return f.diagnostic.code == "NW2303"; });
  Blame blame(replay, options.target);
  Diagnostics out;
  for (Finding& f : found.list) {
    const StepSource at = blame.step_for(f);
    out.push_back(placed(std::move(f), at, replay.explain));
  }
  if (bounds) append(out, bounds->value ? (*bounds)->diagnostics : bounds->diagnostics);
  if (options.analysed && bounds && bounds->value && !has_errors(out))
    options.analysed->emplace(std::move(*n), std::move(**bounds));
  return out;
}

}  // namespace nw::schedule
