// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/advice.h"

#include <algorithm>
#include <map>
#include <optional>

#include "advise/advice_reasons.h"
#include "edit/edited_preview.h"
#include "schedule/catalogue.h"
#include "tir/stmt.h"

namespace nw::advise {

using schedule::Primitive;

namespace {

constexpr double kWasteful = 0.5;      // what a step gains at most that computes things over and over
constexpr double kUsualFactor = 4;     // that splits are offered with
constexpr double kMostUnrolled = 128;  // iterations: of more copies the estimate is not to be trusted
constexpr int64_t kTileSizes[] = {4, 8, 16, 32};

NestEstimate check(const kernel::KernelPreview& preview, const TargetFacts& machine,
                   const std::map<std::string, int64_t>& sizes) {
  const cost::Sizes values = cost::sizes_by_name(*preview.nest, sizes);
  const cost::NestCost cost = cost::analyze(*preview.nest, values);
  return {preview, figures_of(preview, cost, machine), cost::estimate(*preview.nest, cost, machine, values)};
}

// What the step makes to be computed over and over; the estimate does not see it where that is no arithmetic.
const Diagnostic* waste(const kernel::KernelPreview& before, const kernel::KernelPreview& then) {
  for (const Diagnostic& d : then.diagnostics)
    if (d.code == "NW2510" && std::ranges::none_of(before.diagnostics, [&](const Diagnostic& had) {
          return had.code == d.code && had.message == d.message;
        }))
      return &d;
  return nullptr;
}

// A step that changes nothing, takes one away, or places a stage elsewhere to no effect or a little worse. Other steps
// may gain nothing alone and much with the next one.
bool idle(const Candidate& candidate, const script::StepEdit& edit, const kernel::KernelPreview& before,
          const kernel::KernelPreview& then, double gain, bool computes_more) {
  if (!edit.step) return true;
  const auto& was = before.printed.lines;
  const auto& is = then.printed.lines;
  if (std::equal(was.begin(), was.end(), is.begin(), is.end(),
                 [](const tir::PrintedLine& a, const tir::PrintedLine& b) { return a.text == b.text; }))
    return true;
  const schedule::PrimitiveInfo& row = schedule::info(candidate.primitive);
  const bool places = row.places || (row.makes_stages && row.primitive != Primitive::Rfactor);
  return places && gain > 0.9 && gain < 1.005 && !computes_more;
}

// A vectorized loop no longer innermost is done element by element with all that ends up inside; a parallel one
// inside of others starts the cores again and again. The estimate knows the loops, not all that they cost then.
bool moves_annotations(const Candidate& candidate, const kernel::KernelPreview& before,
                       const kernel::KernelPreview& then) {
  if (candidate.primitive != Primitive::Reorder) return false;
  const schedule::Stage &was = before.program.schedule->stage(candidate.stage),
                        &is = then.program.schedule->stage(candidate.stage);
  for (const auto& [axis, attr] : was.attrs) {
    const auto from = std::ranges::find(was.leaf, axis), to = std::ranges::find(is.leaf, axis);
    if (from == was.leaf.end() || to == is.leaf.end()) continue;
    const bool vector = attr.iter_type == tir::IterType::Vectorized,
               parallel = attr.iter_type == tir::IterType::Parallelized;
    if (vector && from + 1 == was.leaf.end() && to + 1 != is.leaf.end()) return true;
    if (parallel && to - is.leaf.begin() > from - was.leaf.begin()) return true;
  }
  return false;
}

// The candidate's other loop is inside of its own.
bool stands_inside(const kernel::KernelPreview& preview, const Candidate& candidate) {
  const std::vector<AxisId>& leaves = preview.program.schedule->stage(candidate.stage).leaf;
  return std::ranges::find(leaves, candidate.axis) < std::ranges::find(leaves, candidate.at_axis);
}

// One loop of two neighbours goes through the same in the same order: it fetches what they did, however that looks to
// who takes the parts of its variable for a loop of its own.
double gain_of(const Candidate& candidate, const cost::Estimate& now, const cost::Estimate& after) {
  const double gain = now.seconds / after.seconds;
  return candidate.primitive == Primitive::Fuse ? std::min(gain, now.compute.seconds / after.compute.seconds) : gain;
}

// Iterations of a loop that has too many to be unrolled; 0: of another candidate.
double too_many_to_unroll(const Candidate& candidate, const kernel::NestFigures& now) {
  const kernel::LoopFigures* loop = now.of_axis(candidate.axis);
  const bool unrolls = candidate.primitive == Primitive::Unroll && loop;
  return unrolls && loop->iterations > kMostUnrolled ? loop->iterations : 0;
}

// What is tried of a candidate: a split that leaves something on both sides, a tile of several sizes.
std::vector<script::StepEdit> variants(const Candidate& candidate, const kernel::KernelPreview& preview,
                                       const kernel::NestFigures& now) {
  const kernel::LoopFigures* loop = now.of_axis(candidate.axis);
  // Of two loops that are tiled the outer one has the candidate; where a factored axis is makes no difference here.
  if (candidate.primitive == Primitive::Tile && !stands_inside(preview, candidate)) return {};
  if (candidate.primitive == Primitive::Rfactor && !candidate.argument.empty()) return {};
  if (candidate.primitive == Primitive::Split && loop && loop->iterations <= kUsualFactor) return {};
  if (candidate.primitive != Primitive::Tile) return {candidate.edit};
  const kernel::LoopFigures* other = now.of_axis(candidate.at_axis);
  if (!loop || !other) return {};
  std::vector<script::StepEdit> found;
  const edit::Gestures gestures(preview.text, preview.program);
  for (const int64_t size : kTileSizes)
    if (const auto side = static_cast<double>(size); side < loop->iterations && side < other->iterations)
      if (Result<script::StepEdit> edit = gestures.tile(candidate.stage, candidate.axis, candidate.at_axis, size, size);
          edit.value)
        found.push_back(std::move(*edit));
  return found;
}

bool runs_once(const tir::PrintedLine& line) {
  const auto* loop = tir::stmt_cast<tir::ForNode>(line.stmt);
  const int64_t* extent = loop ? tir::as_const_int(loop->extent) : nullptr;
  return extent && *extent == 1;
}

// The nest without its loops of extent 1: two schedules with the same one run the same.
std::string without_unit_loops(const tir::PrintedNest& nest) {
  std::string text;
  std::vector<size_t> inside(nest.lines.size());  // of how many other loops and conditions
  for (size_t i = 0; i < nest.lines.size(); ++i) {
    const tir::PrintedLine& line = nest.lines[i];
    if (line.around >= 0) {
      const auto around = static_cast<size_t>(line.around);
      inside[i] = inside[around] + (runs_once(nest.lines[around]) ? 0 : 1);
    }
    if (runs_once(line)) continue;
    const size_t indented = std::min(line.text.find_first_not_of(' '), line.text.size());
    text.append(inside[i], ' ').append(line.text, indented).push_back('\n');
  }
  return text;
}

std::ptrdiff_t words(const Advice& advice) {
  return std::ranges::count(advice.candidate.edit.label.english(), ' ');
}

}  // namespace

bool Advice::promises() const {
  return gain > 1 + kNothing;
}

std::vector<Advice> advice(const kernel::KernelPreview& preview_now, const std::vector<Candidate>& candidates,
                           const TargetFacts& machine, const std::map<std::string, int64_t>& sizes,
                           const CancelToken& cancel) {
  std::vector<Advice> all;
  if (!preview_now.nest || !sizes_without_value(preview_now, sizes).empty()) return all;
  const NestEstimate now = check(preview_now, machine, sizes);
  std::vector<script::StepEdit> seen;     // two loops have the same step where it is about both
  std::map<std::string, size_t> by_nest;  // places in `all`
  for (const Candidate& candidate : candidates) {
    if (!candidate.legal || !schedule::info(candidate.primitive).estimated || candidate.argument == "global") continue;
    std::optional<Advice> best;
    std::string nest;
    for (const script::StepEdit& edit : variants(candidate, preview_now, now.figures)) {
      if (cancel.cancelled()) return {};
      if (std::ranges::find(seen, edit) != seen.end()) continue;
      seen.push_back(edit);
      const kernel::KernelPreview then = candidate.edited && edit == candidate.edit
                                             ? edit::preview_edited(preview_now, *candidate.edited, cancel)
                                             : edit::preview_edited(preview_now, edit, cancel);
      if (!then.nest) continue;
      const NestEstimate after = check(then, machine, sizes);
      if (after.estimate.seconds <= 0) continue;
      const double gain = gain_of(candidate, now.estimate, after.estimate);
      if (idle(candidate, edit, preview_now, then, gain, computes_more(now, after)) ||
          moves_annotations(candidate, preview_now, then))
        continue;
      Advice found{candidate, gain, {}};
      if (!(edit == candidate.edit)) found.candidate.edited = nullptr;
      found.candidate.edit = edit;
      if (const Diagnostic* again = waste(preview_now, then)) {
        found.gain = std::min(kWasteful, gain);
        found.why = again->message + ".";
      } else if (const double copies = too_many_to_unroll(candidate, now.figures); copies > 0 && gain > 1 + kNothing) {
        found.gain = 1;
        found.why = Sentence(
            NW_TEXT(
                "Advice",
                "Unrolling makes {0} copies of the loop's body, which compile slowly and fill the instruction cache."),
            kernel::in_counts(copies));
      } else {
        found.why = reason(candidate, now, after, machine);
      }
      if (best && found.gain <= best->gain) continue;
      best = std::move(found);
      nest = without_unit_loops(then.printed);
    }
    if (!best) continue;
    const auto [same, added] = by_nest.try_emplace(std::move(nest), all.size());
    if (added)
      all.push_back(std::move(*best));
    else if (words(*best) < words(all[same->second]))
      all[same->second] = std::move(*best);
  }
  std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) { return a.gain > b.gain; });
  return all;
}

}  // namespace nw::advise
