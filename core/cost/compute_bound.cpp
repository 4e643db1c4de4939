// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute_bound.h"

#include <algorithm>
#include <cmath>

#include "cost/rates.h"
#include "cost/walk.h"

namespace nw::cost {

using namespace tir;

namespace {

constexpr int64_t kSmallBuffer = 4 << 10;  // largest buffer that is kept in registers, in bytes

class ComputeCost final : Walk {
 public:
  ComputeCost(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes)
      : machine_(machine), layout_(nest) {
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
    // A loop with a buffer allocated in each iteration is not vectorized (core/lower/vectorize.cpp).
    const std::vector<EnclosingLoop> saved = enclosing_;
    for (EnclosingLoop& t : enclosing_)
      if (t.kind == ForKind::Vectorized) t.kind = ForKind::Serial;
    visit(a.body);
    enclosing_ = saved;
  }

  void let(const LetStmtNode& l) override {
    values_[l.var.get()] = value_of(l.value, values_).value_or(0);
    visit(l.body);
  }

  void store(const StoreNode& s) override {
    std::vector<EnclosingLoop> loops;
    for (const EnclosingLoop& t : enclosing_) {
      if (t.iterations > 1)
        loops.push_back(t);
      else
        result.rolled_loops.insert(t.loop);
    }
    const StatementTime time = statement_time(s, loops, values_, small_, layout_, machine_);
    const double seconds = add(time.cycles, time.busy);
    result.rolled_loops.insert(time.rolled_loops.begin(), time.rolled_loops.end());
    if (seconds > result.hottest.seconds) result.hottest = {seconds, time.lanes, time.bottleneck};
  }

  void evaluate(const EvaluateNode&) override {
    double runs = 1;
    for (const EnclosingLoop& t : enclosing_) {
      runs *= static_cast<double>(t.iterations);
      result.rolled_loops.insert(t.loop);
    }
    add(runs, runs);
  }

  void loop(const ForNode& f) override {
    const int64_t iterations = std::max<int64_t>(value_of(f.extent, values_).value_or(1), 1);
    const bool starts_threads = f.for_kind == ForKind::Parallel && cores() == 1;
    double runs = 1;
    for (const EnclosingLoop& t : enclosing_) runs *= static_cast<double>(t.iterations);
    enclosing_.push_back({&f, iterations, f.for_kind, as_const_int(f.extent) != nullptr});
    if (starts_threads && cores() > 1)
      add(runs * machine_.compute.parallel_start_us * machine_.cycles_per_us() * cores(), 0);
    values_[f.var.get()] = value_of(f.min, values_).value_or(0);
    visit(f.body);
    enclosing_.pop_back();
  }

  // Cores that share the iterations of the enclosing parallel loop; some are idle in the last round.
  double cores() const {
    for (const EnclosingLoop& t : enclosing_)
      if (t.kind == ForKind::Parallel) {
        const auto n = static_cast<double>(t.iterations);
        return n / std::ceil(n / std::max(1, machine_.compute.units));
      }
    return 1;
  }

  double add(double cycles, double busy) {
    const double clock = machine_.cycles_per_us() * 1e6;
    const ComputeBound::Seconds took{cycles / clock / cores(), busy / clock / cores()};
    result.seconds += took.all;
    for (const EnclosingLoop& t : enclosing_) {
      ComputeBound::Seconds& loop = result.loops[t.loop];
      loop = {loop.all + took.all, loop.busy + took.busy};
    }
    return took.all;
  }

  const TargetFacts& machine_;
  StorageLayout layout_;
  Values values_;
  std::set<const BufferNode*> small_;
  std::vector<EnclosingLoop> enclosing_;
};

}  // namespace

ComputeBound compute_bound(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes) {
  return ComputeCost(nest, machine, sizes).result;
}

}  // namespace nw::cost
