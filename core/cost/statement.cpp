// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/statement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "cost/operations.h"
#include "cost/rates.h"
#include "schedule/written_out.h"
#include "tir/visit.h"

namespace nw::cost {

using namespace tir;

namespace {

// As in core/lower/unroll.cpp, core/lower/vectorize.cpp and core/codegen_llvm/promote.cpp.
constexpr int64_t kMostLanesAtOnce = 64, kUsualLanes = 16;
constexpr double kMostKept = 512;     // copies of a statement, for the same reason
constexpr int64_t kLongestKept = 64;  // turns of a loop that is written out to keep its accumulators in registers

struct Turns : Around {
  Turns(const Around& around) : Around(around) {}
  bool reduces = false;  // the statement adds to the same element in every turn
  bool stays = false;    // it adds to the same element in many turns, one after the other
  bool written_out = false;
};

struct Touch {
  Buffer buffer;
  std::vector<Step> steps;       // a loop
  bool small = false;            // the buffer is the kernel's own, and small enough for registers
  std::optional<int64_t> start;  // where in the buffer it begins, in elements
};

// Which loop gives the lanes of the vectors, if any, and how many.
struct Lanes {
  size_t loop = ~size_t{0};
  double lanes = 1;
  double registers = 1;  // that they fill
  double turns = 1;      // that are left of the loop
};

// One store with the loops around it, outermost first.
class Statement {
 public:
  Statement(const StoreNode& store, const std::vector<Around>& loops, Values& values,
            const std::set<const BufferNode*>& small, Stored& stored, const TargetFacts& machine)
      : store_(store), loops_(loops.begin(), loops.end()), machine_(machine), work_(operations_of(store.value)) {
    work_.widest = std::max(work_.widest, store.buffer->dtype.bytes());
    find_accesses(values, small, stored);
    for (size_t l = 0; l < loops_.size(); ++l) {
      loops_[l].reduces = accumulates_ && is_still(stored_, l);
      loops_[l].stays = accumulates_ && !even(stored_, l) && stored_.steps[l].elements == 0;
    }
  }

  using Time = StatementTime;

  Time time() const {
    Time all;
    for (const Lanes& piece : marked()) {
      Time one = Statement(*this).of_piece(piece);
      all = {all.cycles + one.cycles, all.busy + one.busy, std::max(all.lanes, one.lanes),
             all.cycles > one.cycles ? all.bound : one.bound, std::move(one.remaining)};
    }
    return all.cycles > 0 ? all : Statement(*this).unasked();
  }

 private:
  Time of_piece(const Lanes& v) {
    for (size_t l = 0; l < loops_.size(); ++l)
      if (l != v.loop && loops_[l].kind == ForKind::Vectorized) loops_[l].kind = ForKind::Serial;
    if (v.turns == 1) loops_[v.loop].written_out = true;
    write_out(v);
    return timed(v);
  }

  Time timed(const Lanes& v) const {
    Time time = with(v);
    bool remains = false;
    for (size_t l = loops_.size(); l-- > 0;) {
      remains = remains || (!loops_[l].written_out && l != v.loop);
      if (remains) time.remaining.push_back(loops_[l].loop);
    }
    return time;
  }

  // As LLVM makes vectors if nobody asks for them.
  Time unasked() {
    write_out({});
    std::optional<Lanes> chosen;
    double best = with({}, Waits::Ignored).cycles;
    const auto consider = [&](const Lanes& v) {
      if (const double cycles = with(v, Waits::Ignored).cycles; cycles < best) best = cycles, chosen = v;
    };
    // LLVM's vectors: of the innermost loop that is left, or else of one that is written out.
    if (const size_t inner = innermost(); inner < loops_.size() && !apart_ && accesses_in_a_turn() < kMostAccesses) {
      const bool side_by_side = even(stored_, inner) && std::abs(stored_.steps[inner].elements) == 1;
      const bool sum = loops_[inner].reduces && store_.buffer->dtype.is_integer();
      if (side_by_side || sum) consider(vectors_of(inner));
    }
    for (size_t l = loops_.size(); l-- > 0 && loops_[l].written_out && !apart_ && !branches_inside(l);)
      if (even(stored_, l) && stored_.steps[l].elements == 1) consider(vectors_of(l));
    return timed(chosen.value_or(Lanes{}));
  }

  void find_accesses(Values& values, const std::set<const BufferNode*>& small, Stored& stored) {
    const auto access = [&](const Buffer& named, const std::vector<Expr>& by) {
      const auto& [buffer, indices] = stored.of(named, by);
      Touch a{buffer, {}, small.contains(named.get()), place_of(buffer, indices, values)};
      for (const Turns& t : loops_) a.steps.push_back(step_of(buffer, indices, t.loop->var, t.turns, values));
      for (const Expr& index : indices) walk(index, [&](const Expr& e) { return note_division(e, a); });
      return a;
    };
    stored_ = access(store_.buffer, store_.indices);
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

  // f // 56 and f % 56, where they do not go on together: then an address is recomputed in every turn.
  bool note_division(const Expr& e, const Touch& a) {
    if (e->kind != ExprKind::FloorDiv && e->kind != ExprKind::FloorMod) return true;
    for (size_t l = 0; l < loops_.size(); ++l)
      if (!even(a, l) && uses_var(e, loops_[l].loop->var) && std::ranges::none_of(divisions_, [&](const auto& d) {
            return d.first == l && structural_equal(d.second, e);
          }))
        divisions_.emplace_back(l, e);
    return true;
  }

  static bool same(const std::vector<Expr>& a, const std::vector<Expr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Expr& x, const Expr& y) { return structural_equal(x, y); });
  }
  static bool even(const Touch& a, size_t l) { return a.steps[l].even; }
  static bool is_still(const Touch& a, size_t l) { return a.steps[l].even && a.steps[l].elements == 0; }

  double register_lanes() const { return std::max(1, machine_.compute.vector_bytes / work_.widest); }

  // Of all lengths LLVM takes the one that leaves least to do: what is left of a loop is done one by one.
  Lanes vectors_of(size_t l) const {
    const Turns& t = loops_[l];
    Lanes best{l, register_lanes(), 1, std::ceil(static_cast<double>(t.turns) / register_lanes())};
    if (!t.known) return best;
    best.turns = static_cast<double>(t.turns);
    for (auto lanes = static_cast<int64_t>(register_lanes()); lanes > 1; lanes /= 2)
      if (const auto turns = static_cast<double>(t.turns / lanes + t.turns % lanes); turns < best.turns)
        best.lanes = static_cast<double>(lanes), best.turns = turns;
    return best;
  }

  // The vectors of a loop that is marked so, the outermost of several: what is inside is done for all its lanes. It
  // is done in pieces, one after the other, each as long as a power of two.
  std::vector<Lanes> marked() const {
    std::vector<Lanes> pieces;
    for (size_t l = 0; l < loops_.size() && pieces.empty(); ++l) {
      if (loops_[l].kind != ForKind::Vectorized || !loops_[l].known || loops_[l].reduces) continue;
      int64_t rest = loops_[l].turns;
      const auto add = [&](int64_t lanes, int64_t turns) {
        const auto n = static_cast<double>(lanes);
        pieces.push_back({l, n, std::ceil(n / register_lanes()), static_cast<double>(turns)});
        rest -= lanes * turns;
      };
      if (rest > kMostLanesAtOnce) add(kUsualLanes, rest / kUsualLanes);
      while (rest > 0) add(static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(rest))), 1);
    }
    return pieces;
  }

  // Marks the loops that do not remain.
  void write_out(const Lanes& v) {
    double copies = 1;
    for (size_t l = loops_.size(); l-- > 0;) {
      Turns& t = loops_[l];
      if (l == v.loop || t.kind != ForKind::Unrolled || !t.known) continue;
      if (copies * static_cast<double>(t.turns) > static_cast<double>(schedule::kMostWrittenOut)) break;
      copies *= static_cast<double>(t.turns);
      t.written_out = true;
    }
    const std::optional<size_t> copied = keep_locals(v);
    keep_accumulators(v);
    double size = code_size() * v.registers;
    for (size_t l = loops_.size(); l-- > 0;) {
      Turns& t = loops_[l];
      if (l == v.loop && t.written_out) continue;
      const bool fits = t.known && (size + place_size(l)) * static_cast<double>(t.turns) <= kWrittenOut;
      if (!t.written_out && !(t.kind == ForKind::Serial && l != v.loop && fits)) break;
      t.written_out = true;
      size *= static_cast<double>(t.turns);
    }
    for (size_t l = copied.value_or(loops_.size()); l < loops_.size(); ++l) apart_ = apart_ || !loops_[l].written_out;
  }

  // Loops over a small buffer of the kernel's own are written out (core/codegen_llvm/loops.cpp), and nobody makes
  // vectors of what then is in registers, if loops are left inside. The outermost of those with loops inside.
  std::optional<size_t> keep_locals(const Lanes& v) {
    std::optional<size_t> around;
    const auto walks_over_small = [&](const Touch& a, size_t l) { return a.small && !is_still(a, l); };
    double copies = 1;
    bool loops_inside = false;
    for (size_t l = loops_.size(); l-- > 0;) {
      Turns& t = loops_[l];
      if (l == v.loop) continue;
      copies *= static_cast<double>(t.turns);
      if (!t.known || t.turns > kLongestKept || copies > kMostKept) return around;
      const bool found = walks_over_small(stored_, l) ||
                         std::ranges::any_of(loads_, [&](const Touch& a) { return walks_over_small(a, l); });
      if (found && !t.written_out && t.kind != ForKind::Parallel) {
        t.written_out = true;
        if (loops_inside && v.lanes == 1) around = l;
      }
      loops_inside = loops_inside || !t.written_out;
    }
    return around;
  }

  // Instructions of LLVM's language; what the inner loop does not change is not in it.
  double code_size() const {
    double size = work_.written + work_.divisions + work_.calls + (accumulates_ ? 0 : 1);
    for (const Touch& load : loads_) size += loops_.empty() || !is_still(load, loops_.size() - 1) ? 1 : 0;
    return size;
  }

  // Loads and stores in one turn of the innermost loop that remains.
  double accesses_in_a_turn() const {
    const size_t inner = innermost();
    double copies = 1, accesses = 1;
    for (size_t l = inner + 1; l < loops_.size(); ++l) copies *= static_cast<double>(loops_[l].turns);
    for (const Touch& load : loads_)
      if (inner < loops_.size() && !is_still(load, inner)) accesses += copies * share(load, {});
    return accesses;
  }

  // And those that find the places of a loop's accesses: before it is written out, then they are numbers.
  double place_size(size_t l) const {
    return static_cast<double>(
        2 * std::ranges::count_if(loads_, [&](const Touch& a) { return std::abs(a.steps[l].elements) > 1; }));
  }

  // The outermost loop around which the sums can wait in registers, and what must be written out for it.
  void keep_accumulators(const Lanes& v) {
    for (size_t l = 0; accumulates_ && l < loops_.size(); ++l) {
      const Turns& outer = loops_[l];
      // Of an innermost loop LLVM keeps the sum by itself, however long the loop is.
      if (!outer.reduces || (!outer.known && l + 1 < loops_.size()) || outer.kind == ForKind::Parallel) continue;
      double sums = v.registers * v.turns;
      bool fit = l != v.loop && (v.lanes == 1 || (even(stored_, v.loop) && stored_.steps[v.loop].elements == 1));
      for (size_t k = l + 1; k < loops_.size(); ++k) {
        const Turns& t = loops_[k];
        fit = fit && t.kind != ForKind::Parallel;
        if (t.reduces || k == v.loop) continue;
        fit = fit && t.known && t.turns <= kLongestKept;
        sums *= static_cast<double>(t.turns);
      }
      if (!fit || sums > machine_.compute.vector_registers - 2 || (v.lanes == 1 && sums > 1)) continue;
      kept_ = l;
      for (size_t k = l + 1; k < loops_.size(); ++k)
        if (!loops_[k].reduces) loops_[k].written_out = true;
      return;
    }
  }

  // The innermost loop that remains; none: the number of loops.
  size_t innermost() const {
    for (size_t l = loops_.size(); l-- > 0;)
      if (!loops_[l].written_out) return l;
    return loops_.size();
  }

  double turns(size_t l, const Lanes& v) const { return l == v.loop ? v.turns : static_cast<double>(loops_[l].turns); }

  // Whether copies of the statement, if this loop and those inside are written out, branch each by itself. What only
  // the loops outside tell is asked there, and what only these tell is known.
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

  // That are done in every turn, for one copy.
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

  // Instructions for one access of a whole vector; one that reaches into two cache lines counts for both.
  double instructions(const Touch& a, const Lanes& v) const {
    if (v.loop >= a.steps.size()) return 1;
    if (is_still(a, v.loop)) return 1;
    if (!even(a, v.loop) || std::abs(a.steps[v.loop].elements) != 1)
      return interleaved(a, v) ? v.registers * kInterleaved : v.lanes * kScattered;
    const double element = a.buffer->dtype.bytes(), bytes = element * v.lanes / v.registers;
    if (lies_at_multiples(a, v, bytes)) return v.registers;
    return v.registers * (1 + (bytes - element) / static_cast<double>(machine_.line_bytes()));
  }

  // Of rows of a few elements, the first of each, the second of each, and so on, by copies that are written out: LLVM
  // reads the rows and sorts them.
  bool interleaved(const Touch& a, const Lanes& v) const {
    if (!even(a, v.loop) || loops_[v.loop].kind == ForKind::Vectorized) return false;
    for (size_t l = 0; l < loops_.size(); ++l)
      if (l != v.loop && loops_[l].written_out && even(a, l) && a.steps[l].elements == 1 &&
          a.steps[v.loop].elements == loops_[l].turns)
        return true;
    return false;
  }

  static bool lies_at_multiples(const Touch& a, const Lanes& v, double bytes) {
    const auto whole = [&](int64_t elements) {
      return std::fmod(static_cast<double>(elements) * a.buffer->dtype.bytes(), bytes) == 0;
    };
    if (!a.start || !whole(*a.start)) return false;
    for (size_t l = 0; l < a.steps.size(); ++l)
      if (l != v.loop && !(even(a, l) && whole(a.steps[l].elements))) return false;
    return true;
  }

  // How often a load is done for each time that the statement is: written-out copies that read the same share it, and
  // what an inner loop does not change is read before it. Not as a vector of copies whose elements lie apart: LLVM has
  // taken out the single elements by then, and gathers them where they are used.
  double share(const Touch& a, const Lanes& v) const {
    double share = 1;
    bool copied = true;
    for (size_t l = loops_.size(); l-- > 0;) {
      if (l == v.loop && v.turns == 1) continue;
      const bool still = is_still(a, l);
      copied = copied && loops_[l].written_out;
      if (!copied && (loops_[l].written_out || !still || gathered(a, v))) break;
      if (still) share /= turns(l, v);
    }
    return share;
  }

  bool gathered(const Touch& a, const Lanes& v) const {
    return v.turns == 1 && v.loop < loops_.size() && !is_still(a, v.loop) &&
           !(even(a, v.loop) && std::abs(a.steps[v.loop].elements) == 1) && !interleaved(a, v);
  }

  bool adds_to_one(size_t l) const { return loops_[l].reduces || loops_[l].stays; }

  // Terms until a sum that is kept in registers is stored.
  double terms_kept(const Lanes& v) const {
    double terms = 1;
    for (size_t l = kept_.value_or(loops_.size()); l < loops_.size(); ++l)
      if (adds_to_one(l)) terms *= turns(l, v);
    return terms;
  }

  // Cycles of a turn that sums wait for their last term. Seen from inside out, turns of a loop that sums up come one
  // after the other; of those of any other loop a core has as many under way as it sees ahead.
  double waiting(const Lanes& v, double instructions_in_turn) const {
    double under_way = v.registers, instructions = std::max(instructions_in_turn, 1.0);
    bool waits = false;
    for (size_t l = loops_.size(); accumulates_ && l-- > 0; instructions *= turns(l, v)) {
      if (adds_to_one(l))
        waits = true;
      else
        under_way *= std::clamp(kWindow / instructions, 1.0, turns(l, v));
    }
    if (!waits) return 0;
    const double latency = !kept_ ? kMemoryLatency : store_.buffer->dtype.is_float() ? kFloatLatency : kIntegerLatency;
    return latency * v.registers / under_way;
  }

  // LLVM chooses by how many instructions there are, not by how long they wait for each other.
  enum class Waits { Counted, Ignored };
  Time with(const Lanes& v, Waits waits = Waits::Counted) const {
    double all = 1, copies = 1;
    bool inside = true;  // of the innermost loop that remains
    for (size_t l = loops_.size(); l-- > 0;) {
      all *= turns(l, v);
      inside = inside && (loops_[l].written_out || (l == v.loop && v.turns == 1));
      if (inside) copies *= turns(l, v);
    }
    double loads = 0, stores = instructions(stored_, v);
    for (const Touch& a : loads_) loads += instructions(a, v) * share(a, v);
    if (accumulates_ && kept_) stores /= terms_kept(v);
    if (accumulates_) loads += stores;
    const double arithmetic = work_.simple * v.registers;
    const double divider = work_.divisions * std::max(kDivision, v.lanes > 1 ? v.lanes * kDivisionOfLane : 0) +
                           work_.calls * v.lanes * kLibraryCall;
    const auto places = static_cast<double>(
        std::ranges::count_if(divisions_, [inner = innermost()](const auto& d) { return d.first == inner; }));
    const double instructions = arithmetic + loads + stores + comparisons() + work_.divisions +
                                places * kDivisionOfIndex * v.registers / copies;
    const double width = instructions * copies > kSmallCode ? kWidth / 2 : kWidth;
    const double begun = instructions - std::min(arithmetic, loads);  // arithmetic takes a load with it
    std::pair<double, Bound> slowest{(begun + kLoopInstructions / copies) / width, Bound::Instructions};
    for (const auto& part : {std::pair(arithmetic / kArithmeticPorts, Bound::Arithmetic),
                             {loads / kLoadPorts, Bound::Loads},
                             {stores / kStorePorts, Bound::Stores},
                             {divider, Bound::Divisions}})
      if (part.first >= slowest.first) slowest = part;
    const double busy = slowest.first;
    if (const double wait = waiting(v, begun); wait > slowest.first && waits == Waits::Counted)
      slowest = {wait, Bound::Latency};
    double starts = 0, runs = 1;
    for (size_t l = 0; l < loops_.size(); ++l) {
      if (!loops_[l].written_out && turns(l, v) > 1 && l > 0) starts += runs * kLoopStart;
      runs *= turns(l, v);
    }
    return {all * slowest.first + starts, all * busy + starts, v.lanes, slowest.second, {}};
  }

  const StoreNode& store_;
  std::vector<Turns> loops_;
  const TargetFacts& machine_;
  Operations work_;
  Touch stored_;
  std::vector<Touch> loads_;
  std::vector<std::pair<size_t, Expr>> divisions_;  // in indices, by loop
  bool accumulates_ = false;
  bool apart_ = false;          // it is written out as copies with loops of their own
  std::optional<size_t> kept_;  // the loop around which the sums are in registers
};

}  // namespace

StatementTime time_of(const StoreNode& store, const std::vector<Around>& loops, Values& values,
                      const std::set<const BufferNode*>& small, Stored& stored, const TargetFacts& machine) {
  return Statement(store, loops, values, small, stored, machine).time();
}

}  // namespace nw::cost
