// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings: computed over and over, vectors that jump through memory, tests in the innermost loop, steps that change
// nothing.
#include <algorithm>
#include <cmath>

#include "schedule/buffering.h"
#include "schedule/catalogue.h"
#include "schedule/diagnostics.h"
#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/unroll_limit.h"
#include "schedule/verify/rules.h"
#include "tir/print.h"

namespace nw::schedule {

namespace {

// Extent of an axis if it is a number, else 0.
int64_t extent_of(const Bounds& bounds, AxisId axis) {
  const auto range = bounds.ranges.find(axis);
  const int64_t* value = range == bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
  return value ? *value : 0;
}

Finding& warn(Findings& found, const char* code, const Stage& stage, std::string message, int line) {
  Finding& f = found.add(code, stage.name(), std::move(message));
  f.diagnostic.severity = Severity::Warning;
  f.lines = {line};
  return f;
}

std::string one_decimal(double x) {
  const long tenths = std::lround(x * 10);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

constexpr double kMuch = 2.0;

}  // namespace

void find_recomputation(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    if (stage.attach.kind != AttachKind::At || !compute) continue;
    const auto path = attach_path(n, id);
    if (!path) continue;
    double done = 1, needed = 1;
    bool known = true;
    for (size_t i = 0; i < compute->axis.size(); ++i) {
      const int64_t* whole = tir::as_const_int(compute->shape[i]);
      const int64_t part = extent_of(bounds, stage.root[i]);
      known = known && whole && part;
      if (known) done *= static_cast<double>(part), needed *= static_cast<double>(*whole);
    }
    for (AxisId axis : *path) {
      const int64_t times = extent_of(bounds, axis);
      known = known && times && !thread_of(n, axis);  // what threads share is computed once for all of them
      done *= static_cast<double>(times);
    }
    if (!known || needed <= 0 || done / needed < kMuch) continue;
    const std::string loop = shown(n, stage.attach.axis) + " of " + n.stage(stage.attach.stage).name();
    Finding& f =
        warn(found, "NW2510", stage,
             stage.name() + " is computed " + one_decimal(done / needed) + " times over at " + loop, stage.attach.line);
    f.diagnostic.because.push_back(std::to_string(static_cast<long long>(done)) +
                                   " elements are computed, and it has " +
                                   std::to_string(static_cast<long long>(needed)));
    f.diagnostic.because.push_back("iterations of " + loop + " or of loops around it need the same elements again");
  }
}

namespace {

// The results that partial ones of rfactor are reduced to.
const Stage* reader_of(const Schedule& n, const Stage& partial) {
  for (StageId id : n.order())
    for (const te::Tensor& tensor : n.stage(id).op->inputs())
      if (tensor->op == partial.op) return &n.stage(id);
  return nullptr;
}

// Elements of a stage that are kept at a time; 0: not known.
double elements_of(const Stage& stage, const Bounds& bounds) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  double count = compute ? 1 : 0;
  for (size_t i = 0; compute && i < compute->axis.size(); ++i)
    count *= static_cast<double>(extent_of(bounds, stage.root[i]));
  return count;
}

constexpr double kMebibyte = 1 << 20;
constexpr double kMuchMemory = 64 * kMebibyte;
constexpr double kManyPartials = 32;

}  // namespace

void find_large_partials(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    const auto step = std::ranges::find_if(stage.history, [](const auto& s) { return s.second == Primitive::Rfactor; });
    if (step == stage.history.end() || !stage.name().ends_with(".rf")) continue;
    const Stage* results = reader_of(n, stage);
    if (!results) continue;
    const double kept = elements_of(stage, bounds), needed = elements_of(*results, bounds);
    const double bytes = kept * static_cast<double>(stage.op->output_dtype(0).bytes());
    if (needed <= 0 || kept / needed < kManyPartials || bytes < kMuchMemory) continue;
    Finding& f =
        warn(found, "NW2516", stage,
             stage.name() + " keeps " + std::to_string(std::llround(bytes / kMebibyte)) + " MiB of partial results, " +
                 std::to_string(std::llround(kept / needed)) + " for each of " + results->name(),
             step->first);
    f.diagnostic.because.push_back("all of them are written to memory and read again");
    f.diagnostic.because.push_back(
        "a loop of few iterations makes few: split the reduction, and factor over a short part");
  }
}

void find_strided_vectors(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    if (!compute || stage.attach.kind == AttachKind::InlinedAlready || !stage.layout.empty()) continue;
    for (AxisId leaf : stage.leaf) {
      const AxisAttr* attr = stage.attr(leaf);
      if (!attr || attr->iter_type != IterType::Vectorized || extent_of(bounds, leaf) < 2) continue;
      // The place of an element in the stage's memory at lanes 0 and 1.
      RangeTable ranges(n);
      for (const Axis& a : stage.axes)
        if (const auto r = bounds.ranges.find(a.id); r != bounds.ranges.end())
          ranges[a.id] = {tir::int_imm(0), r->second.extent};
      int64_t place[2] = {0, 0};
      bool known = true;
      for (int lane = 0; lane < 2; ++lane) {
        IndexTable values(n);
        for (AxisId other : stage.leaf) values[other] = tir::int_imm(other == leaf ? lane : 0);
        pass_up_index(stage, ranges, values);
        for (size_t i = 0; i < compute->axis.size(); ++i) {
          const int64_t* index = tir::as_const_int(values[stage.root[i]]);
          const int64_t extent = extent_of(bounds, stage.root[i]);
          known = known && index && extent;
          if (known) place[lane] = place[lane] * extent + *index;
        }
      }
      const int64_t stride = place[1] - place[0];
      if (!known || stride == 1) continue;
      Finding& f = warn(
          found, "NW2511", stage,
          "the lanes of " + shown(n, leaf) + " are " + std::to_string(stride) + " elements apart in " + stage.name(),
          attr->line);
      f.diagnostic.where[0].axis = shown(n, leaf);
      f.diagnostic.because.push_back("the last dimension of " + stage.name() + " is " +
                                     compute->axis.back()->var->name +
                                     "; only lanes along it are neighbours in memory");
      f.diagnostic.because.push_back("a vector of scattered elements is written one by one");
    }
  }
}

namespace {

// Divisors of a length, the nearest to a factor first: neither 1 nor all of it.
std::vector<int64_t> divisors_near(int64_t length, int64_t factor) {
  std::vector<int64_t> found;
  constexpr int64_t kMaxTried = 100'000;
  for (int64_t d = 2; d <= kMaxTried && d * d <= length; ++d) {
    if (length % d != 0) continue;
    found.push_back(d);
    if (d * d < length) found.push_back(length / d);
  }
  std::ranges::sort(found, {}, [&](int64_t d) {
    const double ratio = static_cast<double>(d) / static_cast<double>(factor);
    return std::pair(std::max(ratio, 1 / ratio), d);
  });
  return found;
}

constexpr size_t kMaxDivisors = 2;
constexpr int64_t kFar = 4;  // times or parts of the factor that was meant

// The step with another factor (or number of parts) that divides; of a tile it may be the one or the other.
void propose_divisors(Diagnostic& d, const StepSource& at, int64_t whole, int64_t outer, int64_t inner) {
  const bool parts = at.argument("nparts") != nullptr;
  const int64_t given = parts ? outer : inner;
  const std::string written = std::to_string(given);
  size_t offered = 0;
  for (const int64_t divisor : divisors_near(whole, given)) {
    if (offered++ == kMaxDivisors || divisor > kFar * given || given > kFar * divisor) break;
    const std::string better = std::to_string(divisor);
    for (const ArgumentSource& size : at.arguments)
      if (size.parameter->kind == ArgumentKind::Size && size.text == written)
        d.fixes.push_back(
            {(parts ? "split into " + better + " parts, which divide " : "split by " + better + ", which divides ") +
                 std::to_string(whole),
             replace_statement(at, at.statement.with({{size.span, better}}))});
  }
}

}  // namespace

namespace {

bool is_vectorized(const Stage& stage, AxisId axis) {
  const auto* attr = stage.attr(axis);
  return attr && attr->iter_type == IterType::Vectorized;
}

}  // namespace

void find_inner_tails(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    if (stage.attach.kind == AttachKind::InlinedAlready || stage.leaf.empty()) continue;
    for (const Relation& relation : stage.relations) {
      const auto* r = std::get_if<SplitRelation>(&relation);
      if (!r) continue;
      const int64_t whole = extent_of(bounds, r->parent), outer = extent_of(bounds, r->outer),
                    inner = extent_of(bounds, r->inner);
      if (!whole || !outer || !inner || outer * inner == whole || outer == 1) continue;
      const std::vector<AxisId> loops = loops_from(stage, r->inner);
      const bool innermost = std::find(loops.begin(), loops.end(), stage.leaf.back()) != loops.end();
      // Vectors have masks: no test, and fewer instructions than shorter vectors that divide the axis.
      if (!innermost || thread_of(n, stage.leaf.back()) || is_vectorized(stage, stage.leaf.back())) continue;
      const Axis& made = *stage.find_axis(r->inner);
      Finding& f = warn(found, "NW2512", stage,
                        "the innermost loop of " + stage.name() + " tests whether " + shown(n, r->parent) +
                            " is over: " + std::to_string(inner) + " does not divide " + std::to_string(whole),
                        made.line);
      f.diagnostic.where[0].axis = shown(n, r->inner);
      f.diagnostic.because.push_back(std::to_string(outer) + " × " + std::to_string(inner) + " = " +
                                     std::to_string(outer * inner) + " iterations for " + std::to_string(whole));
      f.add_fixes = [whole, outer, inner](Diagnostic& d, const StepSource& at) {
        propose_divisors(d, at, whole, outer, inner);
      };
    }
  }
}

namespace {

constexpr int64_t kMaxLanes = 1024;      // more than any processor's registers together hold
constexpr int64_t kWidestRegister = 64;  // bytes
constexpr int64_t kUsualCopies = 16;

// A divisor of the length close under the wanted factor, if it has one.
int64_t part_of(int64_t length, int64_t wanted) {
  for (int64_t factor = wanted; factor >= std::max<int64_t>(wanted / 4, 2); --factor)
    if (length % factor == 0) return factor;
  return wanted;
}

// The loop in two, and the mark on the inner one.
void propose_inner_part(Diagnostic& d, const Schedule& n, const Stage& stage, AxisId leaf, Primitive primitive,
                        int64_t factor, const StepSource& at) {
  const std::string mark = name_of(primitive);
  const std::string of = script_text(stage, at.schedule_name), loop = script_text(n, leaf, at.schedule_name);
  if (of.empty() || loop.empty() || !at.span.valid()) return;
  std::string base = shown(n, leaf);
  std::ranges::replace(base, '.', '_');
  const std::string outer = fresh_name(n, base + "o"), inner = fresh_name(n, base + "i");
  d.fixes.push_back({"split " + shown(n, leaf) + " by " + std::to_string(factor) + ", and " + mark + " the inner loop",
                     replace_statement(at, outer + ", " + inner + " = " + of + ".split(" + loop + ", factor=" +
                                               std::to_string(factor) + ")\n" + of + "." + mark + "(" + inner + ")")});
}

void propose_inner_part_of(Finding& f, const Schedule& n, const Stage& stage, AxisId leaf, Primitive mark,
                           int64_t factor) {
  f.diagnostic.where[0].axis = shown(n, leaf);
  if (factor < 2) return;
  f.add_fixes = [n = &n, id = stage.id, leaf, mark, factor](Diagnostic& d, const StepSource& at) {
    propose_inner_part(d, *n, n->stage(id), leaf, mark, factor, at);
  };
}

void warn_of_vector(const Schedule& n, const Stage& stage, AxisId leaf, int64_t extent, int line, Findings& found) {
  const DType type = stage.op->output_dtype(0);
  const int64_t lanes = kWidestRegister / type.bytes();
  Finding& f = warn(found, "NW2514", stage,
                    shown(n, leaf) + " has " + std::to_string(extent) + " iterations, too many to be one vector", line);
  f.diagnostic.because.push_back("a vector register holds " + std::to_string(lanes) + " of " + to_string(type) +
                                 " at most; longer vectors are written out");
  propose_inner_part_of(f, n, stage, leaf, Primitive::Vectorize, part_of(extent, lanes));
}

void warn_of_copies(const Schedule& n, const Stage& stage, AxisId leaf, int64_t extent, int64_t copies, int line,
                    Findings& found) {
  const std::string inside = copies > 1 ? " of " + std::to_string(copies) + " copies each" : "";
  Finding& f = warn(found, "NW2514", stage,
                    shown(n, leaf) + " has " + std::to_string(extent) + " iterations" + inside +
                        ", too many to be written out one by one",
                    line);
  f.diagnostic.because.push_back("the compiler works on every copy, for seconds on more than " +
                                 std::to_string(kMaxUnrolledStatements) + ": past that the loop stays a loop");
  propose_inner_part_of(f, n, stage, leaf, Primitive::Unroll,
                        part_of(extent, std::min(kUsualCopies, kMaxUnrolledStatements / copies)));
}

}  // namespace

void find_long_marks(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    if (stage.attach.kind == AttachKind::InlinedAlready) continue;
    int64_t copies = 1;  // that unrolled loops make of what is inside
    for (size_t l = stage.leaf.size(); l-- > 0;) {
      const AxisId leaf = stage.leaf[l];
      const AxisAttr* attr = stage.attr(leaf);
      if (!attr || (attr->iter_type != IterType::Vectorized && attr->iter_type != IterType::Unrolled)) continue;
      const int64_t extent = extent_of(bounds, leaf);
      if (attr->iter_type == IterType::Vectorized && extent > kMaxLanes) {
        warn_of_vector(n, stage, leaf, extent, attr->line, found);
      } else if (attr->iter_type == IterType::Unrolled && extent > kMaxUnrolledStatements / copies) {
        warn_of_copies(n, stage, leaf, extent, copies, attr->line, found);
        break;
      } else if (attr->iter_type == IterType::Unrolled) {
        copies *= std::max<int64_t>(extent, 1);
      }
    }
  }
}

// double_buffer and rolling_buffer where there is nothing to fill ahead, or to keep.
void find_idle_steps(const Schedule& n, const Bounds& bounds, Findings& found) {
  for (StageId id : n.order()) {
    const Stage& stage = n.stage(id);
    for (const auto& [line, step] : stage.history) {
      std::string why;
      if (step == Primitive::DoubleBuffer)
        why = why_not_double(n, bounds, id);
      else if (step == Primitive::RollingBuffer && !rolling(n, bounds, id))
        why = "no serial loop is right around it in which each piece has elements of the one before";
      if (why.empty()) continue;
      Finding& f =
          warn(found, "NW2517", stage, std::string(name_of(step)) + " of " + stage.name() + " changes nothing", line);
      f.diagnostic.because.push_back(why);
      f.add_fixes = [](Diagnostic& d, const StepSource& at) {
        d.fixes.push_back({"delete the step", {{Edit::Kind::Delete, at.span.line, {}}}});
      };
    }
  }
}

}  // namespace nw::schedule
