// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/advice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "workspace/advice_reasons.h"
#include "workspace/script_steps.h"

namespace nw::workspace {

namespace {

constexpr double kWasteful = 0.5;   // what a step gains at most that computes things over and over
constexpr double kUsualFactor = 4;  // that splits are offered with
constexpr int64_t kTileSizes[] = {4, 8, 16, 32};

Judged judge(const KernelPreview& preview, const MachineFacts& machine, const std::map<std::string, int64_t>& sizes) {
  const cost::Sizes values = cost::sizes_by_name(*preview.nest, sizes);
  const cost::NestCost cost = cost::analyze(*preview.nest, values);
  return {preview, figures_of(preview, cost, machine), cost::estimate(*preview.nest, cost, machine, values)};
}

// What the step makes to be computed over and over; the estimate does not see it where that is no arithmetic.
const Diagnostic* waste(const KernelPreview& before, const KernelPreview& then) {
  for (const Diagnostic& d : then.diagnostics)
    if (d.code == "NW2510" && std::ranges::none_of(before.diagnostics, [&](const Diagnostic& had) {
          return had.code == d.code && had.message == d.message;
        }))
      return &d;
  return nullptr;
}

// A step that changes nothing, takes one away, or places a stage elsewhere to no effect or a little worse. Other steps
// may gain nothing alone and much with the next one.
bool idle(const Offer& offer, const KernelPreview& before, const KernelPreview& then, double gain, bool computes_more) {
  if (then.program.statements.size() < before.program.statements.size()) return true;
  const auto& was = before.printed.lines;
  const auto& is = then.printed.lines;
  if (std::equal(was.begin(), was.end(), is.begin(), is.end(),
                 [](const tir::PrintedLine& a, const tir::PrintedLine& b) { return a.text == b.text; }))
    return true;
  static const std::set<std::string> places = {"compute_at", "compute_inline", "compute_root", "cache_write",
                                               "cache_read"};
  return places.contains(offer.primitive) && gain > 0.9 && gain < 1.005 && !computes_more;
}

// A vectorized loop no longer innermost is done element by element with all that comes to stand inside; a parallel one
// inside of others starts the cores again and again. The estimate knows the loops, not all that they cost then.
bool takes_marks_from_their_place(const Offer& offer, const KernelPreview& before, const KernelPreview& then) {
  if (offer.primitive != "reorder") return false;
  const schedule::Stage &was = before.program.schedule->stage(offer.stage),
                        &is = then.program.schedule->stage(offer.stage);
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

// The offer's other loop stands inside of its own.
bool stands_inside(const KernelPreview& preview, const Offer& offer) {
  const std::vector<AxisId>& leaves = preview.program.schedule->stage(offer.stage).leaf;
  return std::ranges::find(leaves, offer.axis) < std::ranges::find(leaves, offer.at_axis);
}

// One loop of two neighbours goes through the same in the same order: it fetches what they did, however that looks to
// who takes the parts of its variable for a loop of its own.
double gain_of(const Offer& offer, const cost::Estimate& now, const cost::Estimate& after) {
  const double gain = now.seconds / after.seconds;
  return offer.primitive == "fuse" ? std::min(gain, now.computing.seconds / after.computing.seconds) : gain;
}

// What is tried of an offer: a split that leaves something on both sides, a tile of several sizes.
std::vector<TextChange> variants(const Offer& offer, const KernelPreview& preview, const NestFigures& now) {
  const LoopFigures* loop = now.of_axis(offer.axis);
  // Of two loops that are tiled the outer one has the offer; where a factored axis stands makes no difference here.
  if (offer.primitive == "tile" && !stands_inside(preview, offer)) return {};
  if (offer.primitive == "rfactor" && !offer.argument.empty()) return {};
  if (offer.primitive == "split" && loop && loop->iterations <= kUsualFactor) return {};
  if (offer.primitive != "tile") return {offer.change};
  const LoopFigures* other = now.of_axis(offer.at_axis);
  if (!loop || !other) return {};
  std::vector<TextChange> found;
  const Gestures gestures(preview.text, preview.program);
  for (const int64_t size : kTileSizes)
    if (const auto side = static_cast<double>(size); side < loop->iterations && side < other->iterations)
      if (Result<TextChange> change = gestures.tile(offer.stage, offer.axis, offer.at_axis, size, size); change.value)
        found.push_back(std::move(*change));
  return found;
}

}  // namespace

bool Advice::promises() const {
  return gain > 1 + kNothing;
}

std::vector<Advice> advice(const KernelPreview& preview_now, const std::vector<Offer>& offers,
                           const MachineFacts& machine, const std::map<std::string, int64_t>& sizes,
                           const CancelToken& cancel) {
  static const std::set<std::string> tried = {"vectorize",    "unroll",      "parallel",   "fuse",    "tile",
                                              "split",        "reorder",     "compute_at", "rfactor", "compute_inline",
                                              "compute_root", "cache_write", "cache_read"};
  std::vector<Advice> all;
  if (!preview_now.nest || !sizes_without_value(preview_now, sizes).empty()) return all;
  const Judged now = judge(preview_now, machine, sizes);
  std::set<std::string> seen;  // scripts: two loops offer the same step where it is about both
  for (const Offer& offer : offers) {
    if (!offer.legal || !tried.contains(offer.primitive) || offer.argument == "global") continue;
    std::optional<Advice> best;
    for (const TextChange& change : variants(offer, preview_now, now.figures)) {
      if (cancel.cancelled()) return {};
      if (!seen.insert(change.text).second) continue;
      const KernelPreview then =
          preview(change.text, {{}, stop_with(change, preview_now.text, preview_now.program), false, cancel});
      if (!then.nest) continue;
      const Judged after = judge(then, machine, sizes);
      if (after.estimate.seconds <= 0) continue;
      const double gain = gain_of(offer, now.estimate, after.estimate);
      if (idle(offer, preview_now, then, gain, computes_more(now, after)) ||
          takes_marks_from_their_place(offer, preview_now, then))
        continue;
      Advice found{offer, gain, {}};
      found.offer.change = change;
      if (const Diagnostic* again = waste(preview_now, then)) {
        found.gain = std::min(kWasteful, gain);
        found.why = again->message + ".";
      } else {
        found.why = reason(offer, now, after, machine);
      }
      if (!best || found.gain > best->gain) best = std::move(found);
    }
    if (best) all.push_back(std::move(*best));
  }
  std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) { return a.gain > b.gain; });
  return all;
}

}  // namespace nw::workspace
