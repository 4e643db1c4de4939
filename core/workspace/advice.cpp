// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "cost/estimate.h"
#include "cost/rates.h"
#include "workspace/script_steps.h"

namespace nw::workspace {

namespace {

constexpr double kWasteful = 0.5;   // what a step gains at most that computes things over and over
constexpr double kNothing = 0.02;   // a gain that is none
constexpr double kUsualFactor = 4;  // that splits are offered with
constexpr int64_t kTileSizes[] = {4, 8, 16, 32};

// A nest with what is estimated of it.
struct Judged {
  NestFigures figures;
  cost::Estimate estimate;
};

Judged judge(const KernelPreview& preview, const MachineFacts& machine, const std::map<std::string, int64_t>& sizes) {
  return {nest_figures(preview, machine, sizes),
          cost::estimate(*preview.nest, machine, cost::sizes_by_name(*preview.nest, sizes))};
}

bool computes_more(const Judged& now, const Judged& then) {
  return now.figures.flops > 0 && then.figures.flops > 1.05 * now.figures.flops;
}

// The part of the time that the axis' loops take.
double share(const KernelPreview& preview, const Judged& now, AxisId axis) {
  double seconds = 0;
  for (const tir::PrintedLine& line : preview.printed.lines) {
    const auto* loop = tir::stmt_cast<tir::ForNode>(line.stmt);
    const auto known = loop && line.from.axis == axis ? now.estimate.loops.find(loop) : now.estimate.loops.end();
    if (known != now.estimate.loops.end()) seconds += known->second;
  }
  return now.estimate.seconds > 0 ? seconds / now.estimate.seconds : 0;
}

std::string axis_name(const KernelPreview& preview, AxisId axis) {
  for (const LoopTreeRow& row : preview.tree)
    if (row.kind == LoopTreeRow::Kind::Axis && row.axis == axis) return row.name;
  return "the loop";
}

// What a loop's own step does; empty where the estimate sees nothing come of it.
std::string of_loop(const Offer& offer, const std::string& name, const LoopFigures& loop, const MachineFacts& machine) {
  if (offer.primitive == "vectorize")
    return fmt::format("{} iterations of {} become vector instructions; {} elements fit a register.",
                       in_counts(loop.iterations), name, machine.vector_bytes / 4);
  if (offer.primitive == "parallel")
    return fmt::format("{} iterations of {} are shared among {} cores.", in_counts(loop.iterations), name,
                       machine.cores);
  if (offer.primitive == "unroll")
    return fmt::format("The {} iterations of {} need no loop, and their sums do not wait for each other.",
                       in_counts(loop.iterations), name);
  return {};
}

// What the main memory or a cache gives less or more of, by the time that it takes.
std::string of_memory(const cost::Moving& now, const cost::Moving& then) {
  const struct {
    double now, then, rate;
    const char* name;
  } sources[] = {{now.from_l2, then.from_l2, cost::kFromL2, "beyond L1"},
                 {now.from_l3, then.from_l3, cost::kFromL3, "beyond L2"},
                 {now.from_ram, then.from_ram, cost::kFromRam, "RAM"}};
  const auto& most =
      *std::ranges::max_element(sources, {}, [](const auto& s) { return std::abs(s.now - s.then) / s.rate; });
  return fmt::format("{} come from {}, where it was {}.", in_bytes(most.then), most.name, in_bytes(most.now));
}

// What changes for the statement that takes most of the time; empty where it does what it did.
std::string of_arithmetic(const cost::Computing::Hottest& now, const cost::Computing::Hottest& then) {
  if (then.lanes > now.lanes) return fmt::format("The compiler can compute {:.0f} elements at a time.", then.lanes);
  if (then.lanes < now.lanes)
    return then.lanes > 1
               ? fmt::format("It computes {:.0f} elements at a time, where it was {:.0f}.", then.lanes, now.lanes)
               : "It computes one element at a time: what the inner loop touches does not lie side by side.";
  const bool waited = now.bound == cost::Bound::Latency, waits = then.bound == cost::Bound::Latency;
  if (waited && then.seconds < now.seconds) return "More sums are under way at a time, so that they wait less.";
  if (waits && then.seconds > now.seconds) return "Its sums wait for each other.";
  const bool memory = now.bound == cost::Bound::Loads || now.bound == cost::Bound::Stores;
  if (memory && then.seconds < now.seconds) return "Less is read and written for each operation.";
  return {};
}

std::string why(const Offer& offer, const KernelPreview& before, const Judged& now, const Judged& then,
                const MachineFacts& machine) {
  const LoopFigures* loop = now.figures.of_axis(offer.axis);
  const std::string name = axis_name(before, offer.axis);
  if (computes_more(now, then))
    return fmt::format("It computes {:.3g}× as much: parts are computed again for every reader.",
                       then.figures.flops / now.figures.flops);
  const double gain = now.estimate.seconds / then.estimate.seconds;
  if (loop && gain > 1 + kNothing)
    if (std::string text = of_loop(offer, name, *loop, machine); !text.empty()) return text;
  const double computing = then.estimate.computing.seconds - now.estimate.computing.seconds,
               moving = then.estimate.moving.seconds - now.estimate.moving.seconds;
  if (std::abs(gain - 1) > kNothing) {
    if (std::abs(moving) > std::abs(computing)) return of_memory(now.estimate.moving, then.estimate.moving);
    if (std::string text = of_arithmetic(now.estimate.computing.hottest, then.estimate.computing.hottest);
        !text.empty())
      return text;
  }
  if (then.figures.allocated_bytes < 0.99 * now.figures.allocated_bytes)
    return fmt::format("Intermediate memory shrinks from {} to {}.", in_bytes(now.figures.allocated_bytes),
                       in_bytes(then.figures.allocated_bytes));
  if (then.figures.allocated_bytes > 1.01 * now.figures.allocated_bytes)
    return fmt::format("Intermediate memory grows from {} to {}.", in_bytes(now.figures.allocated_bytes),
                       in_bytes(then.figures.allocated_bytes));
  if (loop) {
    if (const double part = share(before, now, offer.axis); part < 0.2)
      return fmt::format("{} takes {:.0f} % of the time.", name, 100 * part);
    if (offer.primitive == "unroll") return fmt::format("The compiler does as well with {} as a loop.", name);
    return fmt::format("One run of {} touches {} ({}); other orders and blocks touch less at a time.", name,
                       in_bytes(loop->bytes), loop->memory);
  }
  return fmt::format("The nest does {} flop on {} of intermediate memory.", in_counts(then.figures.flops),
                     in_bytes(then.figures.allocated_bytes));
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

}  // namespace

namespace {

// The offer's other loop stands inside of its own.
bool stands_inside(const KernelPreview& preview, const Offer& offer) {
  const std::vector<AxisId>& leaves = preview.program.schedule->stage(offer.stage).leaf;
  return std::ranges::find(leaves, offer.axis) < std::ranges::find(leaves, offer.at_axis);
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

std::vector<Advice> advice(const KernelPreview& preview_now, const std::vector<Offer>& offers,
                           const MachineFacts& machine, const std::map<std::string, int64_t>& sizes,
                           const CancelToken& cancel) {
  static const std::set<std::string> tried = {"vectorize",    "unroll",      "parallel",   "fuse",    "tile",
                                              "split",        "reorder",     "compute_at", "rfactor", "compute_inline",
                                              "compute_root", "cache_write", "cache_read"};
  std::vector<Advice> all;
  if (!preview_now.nest || !sizes_without_value(preview_now, sizes).empty()) return all;
  const Judged now = judge(preview_now, machine, sizes);
  for (const Offer& offer : offers) {
    if (!offer.legal || !tried.contains(offer.primitive) || offer.argument == "global") continue;
    std::optional<Advice> best;
    for (const TextChange& change : variants(offer, preview_now, now.figures)) {
      if (cancel.cancelled()) return {};
      const KernelPreview then =
          preview(change.text, {{}, stop_with(change, preview_now.text, preview_now.program), cancel});
      if (!then.nest) continue;
      const Judged after = judge(then, machine, sizes);
      if (after.estimate.seconds <= 0) continue;
      const double gain = now.estimate.seconds / after.estimate.seconds;
      if (idle(offer, preview_now, then, gain, computes_more(now, after))) continue;
      Advice found{offer, gain, {}};
      found.offer.change = change;
      if (const Diagnostic* again = waste(preview_now, then)) {
        found.gain = std::min(kWasteful, gain);
        found.why = again->message + ".";
      } else {
        found.why = why(offer, preview_now, now, after, machine);
      }
      if (!best || found.gain > best->gain) best = std::move(found);
    }
    if (best) all.push_back(std::move(*best));
  }
  std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) { return a.gain > b.gain; });
  return all;
}

}  // namespace nw::workspace
