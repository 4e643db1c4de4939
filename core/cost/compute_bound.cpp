// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute_bound.h"

#include <algorithm>
#include <cmath>

#include "cost/rates.h"
#include "cost/walk.h"

namespace nw::cost {

using namespace tir;

namespace {

constexpr int64_t kSmallBuffer = 4 << 10;  // bytes of a buffer that is kept in registers

class Account final : Walk {
 public:
  Account(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes)
      : machine_(machine), stored_(nest) {
    for (const Var& v : nest.size_vars) {
      const auto given = sizes.find(v);
      values_[v.get()] = given == sizes.end() ? 1 : given->second;
    }
    visit(nest.body);
  }
  ComputeBound result;

 private:
  void allocate(const AllocateNode& a) override {
    double bytes = a.buffer->dtype.bytes();
    for (const Expr& e : a.buffer->shape) bytes *= static_cast<double>(value_of(e, values_).value_or(kSmallBuffer));
    if (bytes <= kSmallBuffer) small_.insert(a.buffer.get());
    // What has a buffer of its own for each turn does not become vectors (core/lower/vectorize.cpp).
    const std::vector<Around> around = around_;
    for (Around& t : around_)
      if (t.kind == ForKind::Vectorized) t.kind = ForKind::Serial;
    visit(a.body);
    around_ = around;
  }

  void let(const LetStmtNode& l) override {
    values_[l.var.get()] = value_of(l.value, values_).value_or(0);
    visit(l.body);
  }

  void store(const StoreNode& s) override {
    std::vector<Around> loops;
    for (const Around& t : around_) {
      if (t.turns > 1)
        loops.push_back(t);
      else
        result.remaining.insert(t.loop);
    }
    const StatementTime time = time_of(s, loops, values_, small_, stored_, machine_);
    const double seconds = add(time.cycles, time.busy);
    result.remaining.insert(time.remaining.begin(), time.remaining.end());
    if (seconds > result.hottest.seconds) result.hottest = {seconds, time.lanes, time.bound};
  }

  void evaluate(const EvaluateNode&) override {
    double runs = 1;
    for (const Around& t : around_) {
      runs *= static_cast<double>(t.turns);
      result.remaining.insert(t.loop);
    }
    add(runs, runs);
  }

  void loop(const ForNode& f) override {
    const int64_t turns = std::max<int64_t>(value_of(f.extent, values_).value_or(1), 1);
    const bool hands_out = f.for_kind == ForKind::Parallel && cores() == 1;
    double runs = 1;
    for (const Around& t : around_) runs *= static_cast<double>(t.turns);
    around_.push_back({&f, turns, f.for_kind, as_const_int(f.extent) != nullptr});
    if (hands_out && cores() > 1)
      add(runs * machine_.compute.parallel_start_us * machine_.cycles_per_us() * cores(), 0);
    values_[f.var.get()] = value_of(f.min, values_).value_or(0);
    visit(f.body);
    around_.pop_back();
  }

  // Cores that share what is inside the loops around; the last round may leave some idle.
  double cores() const {
    for (const Around& t : around_)
      if (t.kind == ForKind::Parallel) {
        const auto n = static_cast<double>(t.turns);
        return n / std::ceil(n / std::max(1, machine_.compute.units));
      }
    return 1;
  }

  double add(double cycles, double busy) {
    const double clock = machine_.cycles_per_us() * 1e6;
    const ComputeBound::Seconds took{cycles / clock / cores(), busy / clock / cores()};
    result.seconds += took.all;
    for (const Around& t : around_) {
      ComputeBound::Seconds& loop = result.loops[t.loop];
      loop = {loop.all + took.all, loop.busy + took.busy};
    }
    return took.all;
  }

  const TargetFacts& machine_;
  Stored stored_;
  Values values_;
  std::set<const BufferNode*> small_;
  std::vector<Around> around_;
};

}  // namespace

ComputeBound compute_bound(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes) {
  return Account(nest, machine, sizes).result;
}

}  // namespace nw::cost
