// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workspace/script_steps.h"

namespace nw::workspace {

namespace {

// Bytes a second and core that a memory delivers, and seconds an operation takes. Round numbers of today's machines:
// they only have to be right in proportion.
constexpr double kClock = 3e9;
constexpr double kFromL2 = 32 * kClock, kFromL3 = 10 * kClock, kFromRam = 3 * kClock;
constexpr double kScalarOps = 1;       // a cycle, where each waits for the one before
constexpr double kUnrolledBonus = 3;   // several sums at once hide the latency
constexpr double kLoopOverhead = 1.5;  // cycles an iteration
constexpr double kWasteful = 0.5;      // what a step gains at most that computes things over and over

tir::ForKind kind_of(const KernelPreview& preview, const LoopFigures& loop) {
  const auto* node = tir::stmt_cast<tir::ForNode>(preview.printed.lines[loop.nest_line].stmt);
  return node ? node->for_kind : tir::ForKind::Serial;
}

// The loop's place in the nest, by the indentation of its line.
size_t depth_of(const KernelPreview& preview, const LoopFigures& loop) {
  const std::string& text = preview.printed.lines[loop.nest_line].text;
  return text.find_first_not_of(' ') / 2;
}

class Estimate {
 public:
  Estimate(const KernelPreview& preview, const NestFigures& figures, const MachineFacts& machine)
      : preview_(preview), figures_(figures), machine_(machine) {}

  double seconds() {
    double total = 0;
    for (size_t i = 0; i < figures_.loops.size();) {
      const size_t end = behind(i);
      total += top(i, end);
      i = end;
    }
    return total;
  }

 private:
  // The first loop that is not inside of loop i.
  size_t behind(size_t i) const {
    const size_t depth = depth_of(preview_, figures_.loops[i]);
    size_t end = i + 1;
    while (end < figures_.loops.size() && depth_of(preview_, figures_.loops[end]) > depth) ++end;
    return end;
  }

  double top(size_t begin, size_t end) const {
    double cores = 1;
    for (size_t i = begin; i < end; ++i)
      if (kind_of(preview_, figures_.loops[i]) == tir::ForKind::Parallel)
        cores = std::max(cores, std::min<double>(machine_.cores, figures_.loops[i].iterations));
    const double traffic = moved(begin, end, static_cast<double>(machine_.l1_bytes)) / kFromL2 +
                           moved(begin, end, static_cast<double>(machine_.l2_bytes)) / kFromL3 +
                           moved(begin, end, static_cast<double>(machine_.l3_bytes)) / kFromRam;
    return std::max(computing(begin, end), traffic) / cores + 0.3 * std::min(computing(begin, end), traffic) / cores;
  }

  // Bytes that come from beyond a memory of that size: the working sets of the outermost loops that fit, each run.
  double moved(size_t begin, size_t end, double size) const {
    double bytes = 0;
    for (size_t i = begin; i < end;) {
      const LoopFigures& loop = figures_.loops[i];
      const size_t inside = behind(i);
      const bool leaf = inside == i + 1;
      if (loop.bytes <= size || leaf) {
        bytes += loop.runs * loop.bytes;
        i = inside;
      } else {
        ++i;
      }
    }
    return bytes;
  }

  double computing(size_t begin, size_t end) const {
    double cycles = 0;
    for (size_t i = begin; i < end; ++i) {
      const LoopFigures& loop = figures_.loops[i];
      if (behind(i) != i + 1) continue;  // innermost loops do the work
      const double work = loop.runs * loop.iterations;
      const double operations = std::max(1.0, loop.flops / std::max(1.0, loop.iterations));
      double speed = kScalarOps;
      if (kind_of(preview_, loop) == tir::ForKind::Vectorized) {
        speed *= std::min(loop.iterations, machine_.vector_bytes / 4.0);
      }
      const bool unrolled = kind_of(preview_, loop) == tir::ForKind::Unrolled || around_is_unrolled(i);
      if (unrolled) speed *= kUnrolledBonus;
      cycles += work * (operations + (unrolled ? 0 : kLoopOverhead)) / speed;
    }
    return cycles / kClock;
  }

  bool around_is_unrolled(size_t i) const {
    const size_t depth = depth_of(preview_, figures_.loops[i]);
    for (size_t j = i; j-- > 0;)
      if (depth_of(preview_, figures_.loops[j]) < depth)
        return kind_of(preview_, figures_.loops[j]) == tir::ForKind::Unrolled;
    return false;
  }

  const KernelPreview& preview_;
  const NestFigures& figures_;
  const MachineFacts& machine_;
};

std::string axis_name(const KernelPreview& preview, AxisId axis) {
  for (const LoopTreeRow& row : preview.tree)
    if (row.kind == LoopTreeRow::Kind::Axis && row.axis == axis) return row.name;
  return "the loop";
}

std::string why(const Offer& offer, const KernelPreview& before, const NestFigures& now, const NestFigures& then,
                const MachineFacts& machine) {
  const LoopFigures* loop = now.of_axis(offer.axis);
  const std::string name = axis_name(before, offer.axis);
  if (then.flops > 1.05 * now.flops && now.flops > 0)
    return fmt::format("It computes {:.3g}× as much: parts are computed again for every reader.",
                       then.flops / now.flops);
  if (offer.primitive == "vectorize" && loop)
    return fmt::format("{} iterations of {} become vector instructions; {} elements fit a register.",
                       in_counts(loop->iterations), name, machine.vector_bytes / 4);
  if (offer.primitive == "parallel" && loop)
    return fmt::format("{} iterations of {} are shared among {} cores.", in_counts(loop->iterations), name,
                       machine.cores);
  if (offer.primitive == "unroll" && loop)
    return fmt::format("The {} iterations of {} need no loop, and their sums do not wait for each other.",
                       in_counts(loop->iterations), name);
  if (then.allocated_bytes < 0.99 * now.allocated_bytes)
    return fmt::format("Intermediate memory shrinks from {} to {}.", in_bytes(now.allocated_bytes),
                       in_bytes(then.allocated_bytes));
  if (then.allocated_bytes > 1.01 * now.allocated_bytes)
    return fmt::format("Intermediate memory grows from {} to {}.", in_bytes(now.allocated_bytes),
                       in_bytes(then.allocated_bytes));
  if (loop && (offer.primitive == "split" || offer.primitive == "tile" || offer.primitive == "reorder"))
    return fmt::format("One run of {} touches {} ({}); other orders and blocks touch less at a time.", name,
                       in_bytes(loop->bytes), loop->memory);
  return fmt::format("The nest does {} flop on {} of intermediate memory.", in_counts(then.flops),
                     in_bytes(then.allocated_bytes));
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
bool idle(const Offer& offer, const KernelPreview& before, const KernelPreview& then, double gain) {
  if (then.program.statements.size() < before.program.statements.size()) return true;
  const auto& was = before.printed.lines;
  const auto& is = then.printed.lines;
  if (std::equal(was.begin(), was.end(), is.begin(), is.end(),
                 [](const tir::PrintedLine& a, const tir::PrintedLine& b) { return a.text == b.text; }))
    return true;
  static const std::set<std::string> places = {"compute_at", "compute_inline", "compute_root", "cache_write",
                                               "cache_read"};
  return places.contains(offer.primitive) && gain > 0.9 && gain < 1.005;
}

}  // namespace

double estimate_seconds(const KernelPreview& preview, const NestFigures& figures, const MachineFacts& machine) {
  return Estimate(preview, figures, machine).seconds();
}

std::vector<Advice> advice(const KernelPreview& preview_now, const std::vector<Offer>& offers,
                           const MachineFacts& machine, const std::map<std::string, int64_t>& sizes,
                           const CancelToken& cancel) {
  static const std::set<std::string> tried = {"vectorize",    "unroll",      "parallel",   "fuse",    "tile",
                                              "split",        "reorder",     "compute_at", "rfactor", "compute_inline",
                                              "compute_root", "cache_write", "cache_read"};
  std::vector<Advice> all;
  if (!preview_now.nest) return all;
  const NestFigures now = nest_figures(preview_now, machine, sizes);
  const double before = estimate_seconds(preview_now, now, machine);
  for (const Offer& offer : offers) {
    if (cancel.cancelled()) return {};
    if (!offer.legal || !tried.contains(offer.primitive) || offer.argument == "global") continue;
    const KernelPreview then =
        preview(offer.change.text, {{}, stop_with(offer.change, preview_now.text, preview_now.program), cancel});
    if (!then.nest) continue;
    const NestFigures figures = nest_figures(then, machine, sizes);
    const double after = estimate_seconds(then, figures, machine);
    if (after <= 0 || idle(offer, preview_now, then, before / after)) continue;
    if (const Diagnostic* again = waste(preview_now, then))
      all.push_back({offer, std::min(kWasteful, before / after), again->message + "."});
    else
      all.push_back({offer, before / after, why(offer, preview_now, now, figures, machine)});
  }
  std::stable_sort(all.begin(), all.end(), [](const Advice& a, const Advice& b) { return a.gain > b.gain; });
  return all;
}

}  // namespace nw::workspace
