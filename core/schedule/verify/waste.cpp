// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings: computed over and over, vectors that jump through memory, tests in the innermost loop.
#include <algorithm>
#include <cmath>

#include "schedule/message_passing.h"
#include "schedule/names.h"
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
      if (!innermost || thread_of(n, stage.leaf.back())) continue;
      const Axis& made = *stage.find_axis(r->inner);
      Finding& f = warn(found, "NW2512", stage,
                        "the innermost loop of " + stage.name() + " tests whether " + shown(n, r->parent) +
                            " is over: " + std::to_string(inner) + " does not divide " + std::to_string(whole),
                        made.line);
      f.diagnostic.where[0].axis = shown(n, r->inner);
      f.diagnostic.because.push_back(std::to_string(outer) + " × " + std::to_string(inner) + " = " +
                                     std::to_string(outer * inner) + " iterations for " + std::to_string(whole));
    }
  }
}

}  // namespace nw::schedule
