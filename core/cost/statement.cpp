// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/statement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "cost/operations.h"
#include "cost/rates.h"
#include "schedule/unroll_limit.h"
#include "tir/visit.h"

namespace nw::cost {

using namespace tir;

namespace {

// As in core/lower/unroll.cpp, core/lower/vectorize.cpp and core/codegen_llvm/promote.cpp.
constexpr int64_t kMaxVectorLanes = 64, kUsualLanes = 16;
constexpr double kMaxCopies = 512;                 // copies of a statement when loops over a small buffer are unrolled
constexpr int64_t kMaxAccumulatorIterations = 64;  // of a loop unrolled to keep its accumulators in registers

struct StatementLoop : EnclosingLoop {
  StatementLoop(const EnclosingLoop& around) : EnclosingLoop(around) {}
  bool reduces = false;              // the statement adds to the same element in every iteration
  bool accumulates_in_runs = false;  // it adds to the same element in many consecutive iterations
  bool unrolled = false;
};

struct StridedAccess {
  Buffer buffer;
  std::vector<Stride> strides;   // by loop
  bool small = false;            // the buffer is local to the kernel and fits registers
  std::optional<int64_t> start;  // offset of the first element
};

// The vectorized loop, if any, and its number of lanes.
struct Lanes {
  size_t loop = ~size_t{0};
  double lanes = 1;
  double registers = 1;   // that the lanes fill
  double iterations = 1;  // of the loop, after vectorization
};

// One store with the loops around it, outermost first.
class Statement {
 public:
  Statement(const StoreNode& store, const std::vector<EnclosingLoop>& loops, Values& values,
            const std::set<const BufferNode*>& small, StorageLayout& layout, const TargetFacts& machine)
      : store_(store), loops_(loops.begin(), loops.end()), machine_(machine), work_(operations_of(store.value)) {
    work_.widest_bytes = std::max(work_.widest_bytes, store.buffer->dtype.bytes());
    find_accesses(values, small, layout);
    for (size_t l = 0; l < loops_.size(); ++l) {
      loops_[l].reduces = accumulates_ && invariant(destination_, l);
      loops_[l].accumulates_in_runs =
          accumulates_ && !strided(destination_, l) && destination_.strides[l].elements == 0;
    }
  }

  using Time = StatementTime;

  Time time() const {
    Time all;
    for (const Lanes& piece : marked_vectors()) {
      Time one = Statement(*this).time_of_piece(piece);
      all = {all.cycles + one.cycles, all.busy + one.busy, std::max(all.lanes, one.lanes),
             all.cycles > one.cycles ? all.bottleneck : one.bottleneck, std::move(one.rolled_loops)};
    }
    return all.cycles > 0 ? all : Statement(*this).auto_vectorized();
  }

 private:
  Time time_of_piece(const Lanes& v) {
    for (size_t l = 0; l < loops_.size(); ++l)
      if (l != v.loop && loops_[l].kind == ForKind::Vectorized) loops_[l].kind = ForKind::Serial;
    if (v.iterations == 1) loops_[v.loop].unrolled = true;
    unroll_loops(v);
    return with_rolled_loops(v);
  }

  Time with_rolled_loops(const Lanes& v) const {
    Time time = time_with(v);
    bool rolled = false;
    for (size_t l = loops_.size(); l-- > 0;) {
      rolled = rolled || (!loops_[l].unrolled && l != v.loop);
      if (rolled) time.rolled_loops.push_back(loops_[l].loop);
    }
    return time;
  }

  // Without a vectorized loop in the schedule: as LLVM's vectorizers choose.
  Time auto_vectorized() {
    unroll_loops({});
    std::optional<Lanes> chosen;
    double best = time_with({}, Latency::Ignored).cycles;
    const auto consider = [&](const Lanes& v) {
      if (const double cycles = time_with(v, Latency::Ignored).cycles; cycles < best) best = cycles, chosen = v;
    };
    // LLVM vectorizes the innermost loop that is not unrolled, or else copies of an unrolled one.
    if (const size_t inner = innermost();
        inner < loops_.size() && !copies_have_loops_ && loads_per_iteration() < kMaxVectorizedAccesses) {
      const bool side_by_side = strided(destination_, inner) && std::abs(destination_.strides[inner].elements) == 1;
      const bool sum = loops_[inner].reduces && store_.buffer->dtype.is_integer();
      if (side_by_side || sum) consider(vectors_of(inner));
    }
    for (size_t l = loops_.size(); l-- > 0 && loops_[l].unrolled && !copies_have_loops_ && !branches_inside(l);)
      if (strided(destination_, l) && destination_.strides[l].elements == 1) consider(vectors_of(l));
    return with_rolled_loops(chosen.value_or(Lanes{}));
  }

  void find_accesses(Values& values, const std::set<const BufferNode*>& small, StorageLayout& layout) {
    const auto access = [&](const Buffer& named, const std::vector<Expr>& by) {
      const auto& [buffer, indices] = layout.locate(named, by);
      StridedAccess a{buffer, {}, small.contains(named.get()), element_offset(buffer, indices, values)};
      for (const StatementLoop& t : loops_)
        a.strides.push_back(stride_of(buffer, indices, t.loop->var, t.iterations, values));
      for (const Expr& index : indices) walk(index, [&](const Expr& e) { return note_division(e, a); });
      return a;
    };
    destination_ = access(store_.buffer, store_.indices);
    std::vector<Expr> seen;
    walk(store_.value, [&](const Expr& e) {
      const auto* load = node_cast<BufferLoadNode>(e);
      if (!load) return true;
      if (load->buffer == store_.buffer && same(load->indices, store_.indices))
        accumulates_ = true;
      else if (std::ranges::none_of(seen, [&](const Expr& other) { return structural_equal(other, e); })) {
        seen.push_back(e);
        loads_.push_back(access(load->buffer, load->indices));
      }
      return true;
    });
  }

  // f // 56 and f % 56, where they do not combine to a constant stride: the address is recomputed in every iteration.
  bool note_division(const Expr& e, const StridedAccess& a) {
    if (e->kind != ExprKind::FloorDiv && e->kind != ExprKind::FloorMod) return true;
    for (size_t l = 0; l < loops_.size(); ++l)
      if (!strided(a, l) && uses_var(e, loops_[l].loop->var) && std::ranges::none_of(divisions_, [&](const auto& d) {
            return d.first == l && structural_equal(d.second, e);
          }))
        divisions_.emplace_back(l, e);
    return true;
  }

  static bool same(const std::vector<Expr>& a, const std::vector<Expr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Expr& x, const Expr& y) { return structural_equal(x, y); });
  }
  static bool strided(const StridedAccess& a, size_t l) { return a.strides[l].constant; }
  static bool invariant(const StridedAccess& a, size_t l) {
    return a.strides[l].constant && a.strides[l].elements == 0;
  }

  double lanes_per_register() const { return std::max(1, machine_.vector_width() / work_.widest_bytes); }

  // LLVM takes the vector length with the fewest iterations; the tail of the loop is scalar.
  Lanes vectors_of(size_t l) const {
    const StatementLoop& t = loops_[l];
    Lanes best{l, lanes_per_register(), 1, std::ceil(static_cast<double>(t.iterations) / lanes_per_register())};
    if (!t.known) return best;
    best.iterations = static_cast<double>(t.iterations);
    for (auto lanes = static_cast<int64_t>(lanes_per_register()); lanes > 1; lanes /= 2)
      if (const auto iterations = static_cast<double>(t.iterations / lanes + t.iterations % lanes);
          iterations < best.iterations)
        best.lanes = static_cast<double>(lanes), best.iterations = iterations;
    return best;
  }

  // The vectors of a loop that the schedule vectorizes, the outermost of several: its body is computed for all lanes.
  // It is cut into consecutive pieces, each with a power of two of lanes.
  std::vector<Lanes> marked_vectors() const {
    std::vector<Lanes> pieces;
    for (size_t l = 0; l < loops_.size() && pieces.empty(); ++l) {
      if (loops_[l].kind != ForKind::Vectorized || !loops_[l].known || loops_[l].reduces) continue;
      int64_t rest = loops_[l].iterations;
      const auto add = [&](int64_t lanes, int64_t iterations) {
        const auto n = static_cast<double>(lanes);
        pieces.push_back({l, n, std::ceil(n / lanes_per_register()), static_cast<double>(iterations)});
        rest -= lanes * iterations;
      };
      if (rest > kMaxVectorLanes) add(kUsualLanes, rest / kUsualLanes);
      while (rest > 0) add(static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(rest))), 1);
    }
    return pieces;
  }

  // Marks the loops that are unrolled.
  void unroll_loops(const Lanes& v) {
    double copies = 1;
    for (size_t l = loops_.size(); l-- > 0;) {
      StatementLoop& t = loops_[l];
      if (l == v.loop || t.kind != ForKind::Unrolled || !t.known) continue;
      if (copies * static_cast<double>(t.iterations) > static_cast<double>(schedule::kMaxUnrolledStatements)) break;
      copies *= static_cast<double>(t.iterations);
      t.unrolled = true;
    }
    const std::optional<size_t> inside_copies = unroll_over_small_buffers(v);
    unroll_for_accumulators(v);
    double size = code_size() * v.registers;
    for (size_t l = loops_.size(); l-- > 0;) {
      StatementLoop& t = loops_[l];
      if (l == v.loop && t.unrolled) continue;
      const bool fits =
          t.known && (size + address_instructions(l)) * static_cast<double>(t.iterations) <= kUnrollThreshold;
      if (!t.unrolled && !(t.kind == ForKind::Serial && l != v.loop && fits)) break;
      t.unrolled = true;
      size *= static_cast<double>(t.iterations);
    }
    for (size_t l = inside_copies.value_or(loops_.size()); l < loops_.size(); ++l)
      copies_have_loops_ = copies_have_loops_ || !loops_[l].unrolled;
  }

  // Loops over a small local buffer are unrolled (core/codegen_llvm/loops.cpp). If loops remain inside, LLVM does not
  // vectorize the copies, whose elements are in registers. Returns the outermost such loop with loops inside.
  std::optional<size_t> unroll_over_small_buffers(const Lanes& v) {
    std::optional<size_t> around;
    const auto walks_over_small = [&](const StridedAccess& a, size_t l) { return a.small && !invariant(a, l); };
    double copies = 1;
    bool loops_inside = false;
    for (size_t l = loops_.size(); l-- > 0;) {
      StatementLoop& t = loops_[l];
      if (l == v.loop) continue;
      copies *= static_cast<double>(t.iterations);
      if (!t.known || t.iterations > kMaxAccumulatorIterations || copies > kMaxCopies) return around;
      const bool found = walks_over_small(destination_, l) ||
                         std::ranges::any_of(loads_, [&](const StridedAccess& a) { return walks_over_small(a, l); });
      if (found && !t.unrolled && t.kind != ForKind::Parallel) {
        t.unrolled = true;
        if (loops_inside && v.lanes == 1) around = l;
      }
      loops_inside = loops_inside || !t.unrolled;
    }
    return around;
  }

  // LLVM IR instructions, without those that are invariant in the innermost loop.
  double code_size() const {
    double size = work_.ir_instructions + work_.divisions + work_.calls + (accumulates_ ? 0 : 1);
    for (const StridedAccess& load : loads_) size += loops_.empty() || !invariant(load, loops_.size() - 1) ? 1 : 0;
    return size;
  }

  // Loads in one iteration of the innermost loop that is not unrolled.
  double loads_per_iteration() const {
    const size_t inner = innermost();
    double copies = 1, accesses = 1;
    for (size_t l = inner + 1; l < loops_.size(); ++l) copies *= static_cast<double>(loops_[l].iterations);
    for (const StridedAccess& load : loads_)
      if (inner < loops_.size() && !invariant(load, inner)) accesses += copies * loads_per_statement(load, {});
    return accesses;
  }

  // IR instructions that compute the addresses of a loop's accesses; they fold to constants once it is unrolled.
  double address_instructions(size_t l) const {
    return static_cast<double>(
        2 * std::ranges::count_if(loads_, [&](const StridedAccess& a) { return std::abs(a.strides[l].elements) > 1; }));
  }

  // Finds the outermost loop over which the sums can stay in registers, and unrolls the loops inside it for that.
  void unroll_for_accumulators(const Lanes& v) {
    for (size_t l = 0; accumulates_ && l < loops_.size(); ++l) {
      const StatementLoop& outer = loops_[l];
      // In an innermost loop LLVM keeps the sum in a register by itself, however long the loop is.
      if (!outer.reduces || (!outer.known && l + 1 < loops_.size()) || outer.kind == ForKind::Parallel) continue;
      double sums = v.registers * v.iterations;
      bool fit = l != v.loop &&
                 (v.lanes == 1 || (strided(destination_, v.loop) && destination_.strides[v.loop].elements == 1));
      for (size_t k = l + 1; k < loops_.size(); ++k) {
        const StatementLoop& t = loops_[k];
        fit = fit && t.kind != ForKind::Parallel;
        if (t.reduces || k == v.loop) continue;
        fit = fit && t.known && t.iterations <= kMaxAccumulatorIterations;
        sums *= static_cast<double>(t.iterations);
      }
      if (!fit || sums > machine_.compute.vector_registers - 2 || (v.lanes == 1 && sums > 1)) continue;
      accumulator_loop_ = l;
      for (size_t k = l + 1; k < loops_.size(); ++k)
        if (!loops_[k].reduces) loops_[k].unrolled = true;
      return;
    }
  }

  // The innermost loop that is not unrolled; none: the number of loops.
  size_t innermost() const {
    for (size_t l = loops_.size(); l-- > 0;)
      if (!loops_[l].unrolled) return l;
    return loops_.size();
  }

  double iterations(size_t l, const Lanes& v) const {
    return l == v.loop ? v.iterations : static_cast<double>(loops_[l].iterations);
  }

  // Whether each copy of the statement has a branch of its own if this loop and those inside are unrolled: conditions
  // on outer loops alone are hoisted, and conditions on the unrolled loops alone are constant.
  bool branches_inside(size_t l) const {
    return std::ranges::any_of(work_.conditions, [&](const Expr& condition) {
      return uses_loop(condition, l, loops_.size()) && uses_loop(condition, 0, l);
    });
  }

  bool uses_loop(const Expr& e, size_t from, size_t to) const {
    for (; from < to; ++from)
      if (uses_var(e, loops_[from].loop->var)) return true;
    return false;
  }

  // Comparisons in every iteration, for one copy.
  double comparisons() const {
    double found = 0;
    for (const Expr& condition : work_.conditions)
      if (uses_loop(condition, innermost(), loops_.size()))
        walk(condition, [&](const Expr& e) {
          found += e->kind >= ExprKind::EQ && e->kind <= ExprKind::GE ? 1 : 0;
          return true;
        });
    return found;
  }

  // Instructions for one access of a whole vector; an access that crosses a cache line counts twice.
  double instructions(const StridedAccess& a, const Lanes& v) const {
    if (v.loop >= a.strides.size()) return 1;
    if (invariant(a, v.loop)) return 1;
    if (!strided(a, v.loop) || std::abs(a.strides[v.loop].elements) != 1)
      return interleaved(a, v) ? v.registers * kInterleavedPerRegister : v.lanes * kGatherPerLane;
    const double element = a.buffer->dtype.bytes(), bytes = element * v.lanes / v.registers;
    if (aligned(a, v, bytes)) return v.registers;
    return v.registers * (1 + (bytes - element) / static_cast<double>(machine_.line_bytes()));
  }

  // Unrolled copies that read the first elements of short rows, the second elements, and so on: LLVM loads the rows and
  // shuffles them.
  bool interleaved(const StridedAccess& a, const Lanes& v) const {
    if (!strided(a, v.loop) || loops_[v.loop].kind == ForKind::Vectorized) return false;
    for (size_t l = 0; l < loops_.size(); ++l)
      if (l != v.loop && loops_[l].unrolled && strided(a, l) && a.strides[l].elements == 1 &&
          a.strides[v.loop].elements == loops_[l].iterations)
        return true;
    return false;
  }

  static bool aligned(const StridedAccess& a, const Lanes& v, double bytes) {
    const auto whole = [&](int64_t elements) {
      return std::fmod(static_cast<double>(elements) * a.buffer->dtype.bytes(), bytes) == 0;
    };
    if (!a.start || !whole(*a.start)) return false;
    for (size_t l = 0; l < a.strides.size(); ++l)
      if (l != v.loop && !(strided(a, l) && whole(a.strides[l].elements))) return false;
    return true;
  }

  // Loads per execution of the statement: unrolled copies that read the same element share a load, and a load that is
  // invariant in an inner loop is hoisted out of it. Not so for a vector of copies whose elements are not contiguous:
  // LLVM has extracted the elements by then, and gathers them at each use.
  double loads_per_statement(const StridedAccess& a, const Lanes& v) const {
    double share = 1;
    bool inside_copies = true;
    for (size_t l = loops_.size(); l-- > 0;) {
      if (l == v.loop && v.iterations == 1) continue;
      const bool still = invariant(a, l);
      inside_copies = inside_copies && loops_[l].unrolled;
      if (!inside_copies && (loops_[l].unrolled || !still || gathered(a, v))) break;
      if (still) share /= iterations(l, v);
    }
    return share;
  }

  bool gathered(const StridedAccess& a, const Lanes& v) const {
    return v.iterations == 1 && v.loop < loops_.size() && !invariant(a, v.loop) &&
           !(strided(a, v.loop) && std::abs(a.strides[v.loop].elements) == 1) && !interleaved(a, v);
  }

  bool accumulates_over(size_t l) const { return loops_[l].reduces || loops_[l].accumulates_in_runs; }

  // Terms that are added in registers before the sum is stored.
  double terms_in_registers(const Lanes& v) const {
    double terms = 1;
    for (size_t l = accumulator_loop_.value_or(loops_.size()); l < loops_.size(); ++l)
      if (accumulates_over(l)) terms *= iterations(l, v);
    return terms;
  }

  // Cycles per iteration that a sum waits for its last term. From the innermost loop outward, the iterations of a
  // reduction depend on each other; of any other loop, as many are in flight as fit the reorder window.
  double latency_cycles(const Lanes& v, double instructions_in_iteration) const {
    double under_way = v.registers, instructions = std::max(instructions_in_iteration, 1.0);
    bool waits = false;
    for (size_t l = loops_.size(); accumulates_ && l-- > 0; instructions *= iterations(l, v)) {
      if (accumulates_over(l))
        waits = true;
      else
        under_way *= std::clamp(kReorderWindow / instructions, 1.0, iterations(l, v));
    }
    if (!waits) return 0;
    const double latency = !accumulator_loop_                ? kMemoryLatency
                           : store_.buffer->dtype.is_float() ? kFloatLatency
                                                             : kIntegerLatency;
    return latency * v.registers / under_way;
  }

  // LLVM's choice counts instructions and ignores the latency of dependent ones.
  enum class Latency { Counted, Ignored };
  Time time_with(const Lanes& v, Latency latency_counts = Latency::Counted) const {
    double all = 1, copies = 1;
    bool inside = true;  // the innermost loop that is not unrolled
    for (size_t l = loops_.size(); l-- > 0;) {
      all *= iterations(l, v);
      inside = inside && (loops_[l].unrolled || (l == v.loop && v.iterations == 1));
      if (inside) copies *= iterations(l, v);
    }
    double loads = 0, stores = instructions(destination_, v);
    for (const StridedAccess& a : loads_) loads += instructions(a, v) * loads_per_statement(a, v);
    if (accumulates_ && accumulator_loop_) stores /= terms_in_registers(v);
    if (accumulates_) loads += stores;
    const double arithmetic = work_.instructions * v.registers;
    const double divider = work_.divisions * std::max(kDivision, v.lanes > 1 ? v.lanes * kDivisionPerLane : 0) +
                           work_.calls * v.lanes * kLibraryCall;
    const auto places = static_cast<double>(
        std::ranges::count_if(divisions_, [inner = innermost()](const auto& d) { return d.first == inner; }));
    const double instructions =
        arithmetic + loads + stores + comparisons() + work_.divisions + places * kIndexDivision * v.registers / copies;
    const double width = instructions * copies > kDecodedInstructions ? kIssueWidth / 2 : kIssueWidth;
    const double issued =
        instructions - std::min(arithmetic, loads);  // a load is an operand of an arithmetic instruction
    std::pair<double, Bottleneck> slowest{(issued + kLoopInstructions / copies) / width, Bottleneck::Instructions};
    for (const auto& part : {std::pair(arithmetic / kArithmeticPorts, Bottleneck::Arithmetic),
                             {loads / kLoadPorts, Bottleneck::Loads},
                             {stores / kStorePorts, Bottleneck::Stores},
                             {divider, Bottleneck::Divisions}})
      if (part.first >= slowest.first) slowest = part;
    const double busy = slowest.first;
    if (const double wait = latency_cycles(v, issued); wait > slowest.first && latency_counts == Latency::Counted)
      slowest = {wait, Bottleneck::Latency};
    double starts = 0, runs = 1;
    for (size_t l = 0; l < loops_.size(); ++l) {
      if (!loops_[l].unrolled && iterations(l, v) > 1 && l > 0) starts += runs * kLoopStartCycles;
      runs *= iterations(l, v);
    }
    return {all * slowest.first + starts, all * busy + starts, v.lanes, slowest.second, {}};
  }

  const StoreNode& store_;
  std::vector<StatementLoop> loops_;
  const TargetFacts& machine_;
  Operations work_;
  StridedAccess destination_;
  std::vector<StridedAccess> loads_;
  std::vector<std::pair<size_t, Expr>> divisions_;  // in indices, by loop
  bool accumulates_ = false;
  bool copies_have_loops_ = false;          // unrolled copies contain loops
  std::optional<size_t> accumulator_loop_;  // the loop over which the sums are in registers
};

}  // namespace

StatementTime statement_time(const StoreNode& store, const std::vector<EnclosingLoop>& loops, Values& values,
                             const std::set<const BufferNode*>& small, StorageLayout& layout,
                             const TargetFacts& machine) {
  return Statement(store, loops, values, small, layout, machine).time();
}

}  // namespace nw::cost
