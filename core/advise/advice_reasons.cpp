// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/advice_reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cost/rates.h"
#include "schedule/catalogue.h"

namespace nw::advise {

using schedule::Primitive;

namespace {

using Hottest = cost::ComputeBound::Hottest;

// How many cores have work in the parallel loop that takes most of the time, and how often they are started for it.
struct Sharing {
  double cores = 1, starts = 0;
};

std::string three_digits(double number) {
  return fmt::format("{:.3g}", number);
}

std::string whole(double number) {
  return fmt::format("{:.0f}", number);
}

class Reason {
 public:
  Reason(const Candidate& candidate, const NestEstimate& now, const NestEstimate& then, const TargetFacts& machine)
      : candidate_(candidate), now_(now), then_(then), machine_(machine), loop_(now.figures.of_axis(candidate.axis)) {
    name_ = NW_TEXT("Advice", "the loop");
    for (const kernel::LoopTreeRow& row : now.preview.tree)
      if (row.kind == kernel::LoopTreeRow::Kind::Axis && row.axis == candidate.axis) name_ = row.name;
  }

  Sentence sentence() const {
    const double gain = now_.estimate.seconds / then_.estimate.seconds;
    if (gain > 1 + kNothing) return gain_reason();
    if (computes_more(now_, then_))
      return Sentence(NW_TEXT("Advice", "It computes {0}× as much: parts are computed again for every reader."),
                      fmt::format("{:.3g}", then_.figures.flops / now_.figures.flops));
    return gain < 1 - kNothing ? loss_reason() : no_gain_reason();
  }

 private:
  Sentence gain_reason() const {
    const Sharing was = sharing(now_), is = sharing(then_);
    if (is.cores > 1.05 * was.cores)
      return candidate_.primitive == Primitive::Parallel && loop_
                 ? Sentence(NW_TEXT("Advice", "{0} iterations of {1} are shared among {2} cores."),
                            kernel::in_counts(loop_->iterations), name_, machine_.compute.units)
                 : Sentence(NW_TEXT("Advice", "{0} cores have work at a time, where it was {1}."),
                            three_digits(is.cores), three_digits(was.cores));
    const double computing = now_.estimate.compute.seconds - then_.estimate.compute.seconds,
                 moving = now_.estimate.traffic.seconds - then_.estimate.traffic.seconds;
    if (moving > 0 && moving > computing)
      if (Sentence text = traffic_reason(1); !text.empty()) return text;
    if (computing > 0) {
      if (Sentence text = annotation_reason(); !text.empty()) return text;
      if (2 * is.starts < was.starts) return thread_starts_reason(was, is);
      return faster_arithmetic_reason();
    }
    return NW_TEXT("Advice", "What is fetched comes while something else is computed.");
  }

  Sentence loss_reason() const {
    const Sharing was = sharing(now_), is = sharing(then_);
    if (is.cores < 0.95 * was.cores)
      return is.cores > 1 ? Sentence(NW_TEXT("Advice", "Only {0} cores have work at a time, where it was {1}."),
                                     three_digits(is.cores), three_digits(was.cores))
                          : Sentence(NW_TEXT("Advice", "One core does all the work, where it was {0}."),
                                     three_digits(was.cores));
    const double computing = then_.estimate.compute.seconds - now_.estimate.compute.seconds,
                 moving = then_.estimate.traffic.seconds - now_.estimate.traffic.seconds;
    if (moving > 0 && moving > computing)
      if (Sentence text = traffic_reason(-1); !text.empty()) return text;
    if (computing > 0) return is.starts > 2 * was.starts ? thread_starts_reason(was, is) : slower_arithmetic_reason();
    return NW_TEXT("Advice", "What is fetched is waited for, with nothing to compute beside it.");
  }

  Sentence no_gain_reason() const {
    const double was = now_.figures.allocated_bytes, is = then_.figures.allocated_bytes;
    if (is < 0.99 * was)
      return Sentence(NW_TEXT("Advice", "It takes as long; intermediate memory shrinks from {0} to {1}."),
                      kernel::in_bytes(was), kernel::in_bytes(is));
    if (is > 1.01 * was)
      return Sentence(NW_TEXT("Advice", "It takes as long; intermediate memory grows from {0} to {1}."),
                      kernel::in_bytes(was), kernel::in_bytes(is));
    const schedule::NoGain& text = schedule::info(candidate_.primitive).no_gain;
    if (const double part = share(); text.small_share.context && loop_ && part < 0.2)
      return Sentence(NW_TEXT("Advice", "{0} takes {1} of the time: {2} can gain no more than that."), name_,
                      percent(part), text.small_share);
    if (candidate_.primitive == Primitive::Vectorize && now_.estimate.compute.hottest.lanes > 1)
      return NW_TEXT("Advice", "The compiler makes vectors of this without being asked.");
    if (!text.because.context) return NW_TEXT("Advice", "It takes as long there.");
    return Sentence::named(
        text.because, [this](std::string_view) { return name_; }, [](std::string_view) { return true; });
  }

  // What the loop's own mark does.
  Sentence annotation_reason() const {
    if (!loop_) return {};
    if (candidate_.primitive == Primitive::Vectorize)
      return Sentence(
          NW_TEXT("Advice", "{0} iterations of {1} become vector instructions; {2} elements fit a register."),
          kernel::in_counts(loop_->iterations), name_, machine_.vector_width() / 4);
    if (candidate_.primitive == Primitive::Unroll) {
      const Hottest &was = now_.estimate.compute.hottest, &is = then_.estimate.compute.hottest;
      const std::string count = kernel::in_counts(loop_->iterations);
      if (is.lanes > was.lanes)
        return Sentence(
            NW_TEXT("Advice",
                    "The {0} iterations of {1} need no loop, and the compiler can compute {2} elements at a time."),
            count, name_, whole(is.lanes));
      if (was.bottleneck == cost::Bottleneck::Latency && is.bottleneck != cost::Bottleneck::Latency)
        return Sentence(
            NW_TEXT("Advice", "The {0} iterations of {1} need no loop, and their sums do not wait for each other."),
            count, name_);
      return Sentence(NW_TEXT("Advice", "The {0} iterations of {1} need no loop."), count, name_);
    }
    return {};
  }

  // Of what the main memory or a cache gives less (sign 1) or more (sign -1), that which takes most of the time; empty
  // where the amounts read alike.
  Sentence traffic_reason(double sign) const {
    const cost::CacheTraffic &now = now_.estimate.traffic, &then = then_.estimate.traffic;
    const struct {
      double now, then, rate;
      Template name;
    } sources[] = {{now.from_l2, then.from_l2, cost::kL2BytesPerCycle, NW_TEXT("Advice", "beyond L1")},
                   {now.from_l3, then.from_l3, cost::kL3BytesPerCycle, NW_TEXT("Advice", "beyond L2")},
                   {now.from_ram, then.from_ram, cost::kRamBytesPerCycle, NW_TEXT("Advice", "RAM")}};
    const auto& most =
        *std::ranges::max_element(sources, {}, [sign](const auto& s) { return sign * (s.now - s.then) / s.rate; });
    const std::string was = kernel::in_bytes(most.now), is = kernel::in_bytes(most.then);
    return was == is ? Sentence()
                     : Sentence(NW_TEXT("Advice", "{0} come from {1}, where it was {2}."), is, most.name, was);
  }

  static Sentence thread_starts_reason(const Sharing& was, const Sharing& is) {
    if (was.starts == 0)
      return Sentence(NW_TEXT("Advice", "The cores are started {0} times."), kernel::in_counts(is.starts));
    return Sentence(NW_TEXT("Advice", "The cores are started {0} times, where it was {1}."),
                    kernel::in_counts(is.starts), kernel::in_counts(was.starts));
  }

  Sentence faster_arithmetic_reason() const {
    const Hottest &was = now_.estimate.compute.hottest, &is = then_.estimate.compute.hottest;
    if (is.lanes > was.lanes)
      return Sentence(NW_TEXT("Advice", "The compiler can compute {0} elements at a time."), whole(is.lanes));
    if (then_.figures.flops < 0.95 * now_.figures.flops)
      return Sentence(NW_TEXT("Advice", "It computes {0} flop, where it was {1}."),
                      kernel::in_counts(then_.figures.flops), kernel::in_counts(now_.figures.flops));
    if (is.seconds >= 0.99 * was.seconds)
      return NW_TEXT("Advice", "What is computed beside the innermost sums takes less.");
    switch (was.bottleneck) {
      case cost::Bottleneck::Latency:
        return NW_TEXT("Advice", "More sums are under way at a time, so that they wait less.");
      case cost::Bottleneck::Loads:
      case cost::Bottleneck::Stores:
        return NW_TEXT("Advice", "Less is read and written for each operation.");
      case cost::Bottleneck::Divisions:
        return NW_TEXT("Advice", "Fewer divisions are left.");
      default:
        return NW_TEXT("Advice", "Fewer instructions are left beside the arithmetic.");
    }
  }

  Sentence slower_arithmetic_reason() const {
    const Hottest &was = now_.estimate.compute.hottest, &is = then_.estimate.compute.hottest;
    if (is.lanes < was.lanes)
      return is.lanes > 1
                 ? Sentence(NW_TEXT("Advice", "It computes {0} elements at a time, where it was {1}."), whole(is.lanes),
                            whole(was.lanes))
                 : Sentence(NW_TEXT(
                       "Advice",
                       "It computes one element at a time: what the inner loop touches does not lie side by side."));
    if (is.seconds <= 1.01 * was.seconds)
      return NW_TEXT("Advice", "What is computed beside the innermost sums takes more.");
    switch (is.bottleneck) {
      case cost::Bottleneck::Latency:
        return NW_TEXT("Advice", "Its sums wait for each other.");
      case cost::Bottleneck::Loads:
      case cost::Bottleneck::Stores:
        return NW_TEXT("Advice", "More is read and written for each operation.");
      case cost::Bottleneck::Divisions:
        return NW_TEXT("Advice", "More divisions are done for each element.");
      default:
        return NW_TEXT("Advice", "More instructions count loops and find places beside the arithmetic.");
    }
  }

  Sharing sharing(const NestEstimate& of) const {
    Sharing found;
    double most = -1;
    for (const kernel::LoopFigures& loop : of.figures.loops) {
      const auto* f = tir::stmt_cast<tir::ForNode>(of.preview.printed.lines[loop.nest_line].stmt);
      if (!f || f->for_kind != tir::ForKind::Parallel) continue;
      const auto known = of.estimate.loops.find(f);
      const double seconds = known == of.estimate.loops.end() ? 0 : known->second;
      if (seconds <= most) continue;
      most = seconds;
      found = {loop.iterations / std::ceil(loop.iterations / std::max(1, machine_.compute.units)), loop.runs};
    }
    return found;
  }

  // The part of the time that the axis' loops take.
  double share() const {
    double seconds = 0;
    for (const tir::PrintedLine& line : now_.preview.printed.lines) {
      const auto* loop = tir::stmt_cast<tir::ForNode>(line.stmt);
      const auto known =
          loop && line.from.axis == candidate_.axis ? now_.estimate.loops.find(loop) : now_.estimate.loops.end();
      if (known != now_.estimate.loops.end()) seconds += known->second;
    }
    return now_.estimate.seconds > 0 ? seconds / now_.estimate.seconds : 0;
  }

  static Sentence percent(double part) {
    return part < 0.001 ? Sentence(NW_TEXT("Advice", "less than 0.1 %"))
                        : Sentence(NW_TEXT("Advice", "{0} %"), fmt::format("{:.2g}", 100 * part));
  }

  const Candidate& candidate_;
  const NestEstimate &now_, &then_;
  const TargetFacts& machine_;
  const kernel::LoopFigures* loop_;
  Sentence name_;
};

}  // namespace

bool computes_more(const NestEstimate& now, const NestEstimate& then) {
  return now.figures.flops > 0 && then.figures.flops > 1.05 * now.figures.flops;
}

Sentence reason(const Candidate& candidate, const NestEstimate& now, const NestEstimate& then,
                const TargetFacts& machine) {
  return Reason(candidate, now, then, machine).sentence();
}

}  // namespace nw::advise
