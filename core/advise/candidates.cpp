// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/candidates.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"
#include "schedule/bounds.h"
#include "schedule/legal.h"

namespace nw::advise {

using schedule::Primitive;
using schedule::Schedule;
using schedule::Stage;

namespace {

class CandidateBuilder {
 public:
  CandidateBuilder(const kernel::KernelAnalysis& kernel, const CancelToken& cancel)
      : kernel_(kernel), program_(kernel.program), gestures_(kernel.text, kernel.program), cancel_(cancel) {}

  std::vector<Candidate> of_loop(StageId id, AxisId axis) {
    const Stage& stage = program_.schedule->stage(id);
    const auto place = std::find(stage.leaf.begin(), stage.leaf.end(), axis);
    if (place == stage.leaf.end()) return {};
    stage_ = id, axis_ = axis;
    add({Primitive::Split, "4"}, gestures_.split(id, axis, 4));
    add({Primitive::Split, "4 parts"}, gestures_.split_parts(id, axis, 4));
    for (const Primitive mark : {Primitive::Vectorize, Primitive::Unroll, Primitive::Parallel})
      add({mark}, gestures_.mark(id, axis, mark));
    neighbours(stage, static_cast<size_t>(place - stage.leaf.begin()));
    orders(stage, {axis});
    if (stage.find_axis(axis)->iter->type == tir::IterType::CommReduce) {
      add({Primitive::Rfactor}, gestures_.rfactor(id, axis));
      for (size_t i = 1; i <= stage.op->output_shape(0).size(); ++i)
        add({Primitive::Rfactor, std::to_string(i)}, gestures_.rfactor(id, axis, i));
    }
    add({Primitive::Pragma, "auto_unroll_max_step"}, gestures_.pragma(id, axis, "auto_unroll_max_step", 16));
    add({Primitive::Pragma, "unroll_explicit"}, gestures_.pragma(id, axis, "unroll_explicit", 1));
    for (StageId input : inputs(stage)) add({Primitive::Prefetch, {}, input}, gestures_.prefetch(id, input, axis, 1));
    add({Primitive::StorageAlign}, gestures_.storage_align(id, axis, 32, 8));
    for (const char* thread : {"blockIdx.x", "threadIdx.x", "vthread"})
      add({Primitive::Bind, thread}, gestures_.bind(id, axis, thread));
    for (const auto& [name, intrinsic] : program_.intrinsic_names)
      add({Primitive::Tensorize, name}, gestures_.tensorize(id, axis, intrinsic));
    if (const schedule::AxisAttr* attr = stage.attr(axis); attr && attr->bind_thread)
      add({Primitive::SetStorePredicate}, gestures_.store_predicate(id, axis));
    return checked();
  }

  std::vector<Candidate> of_loops(StageId id, const std::vector<AxisId>& axes) {
    stage_ = id;
    orders(program_.schedule->stage(id), axes);
    return checked();
  }

  std::vector<Candidate> of_stage(StageId id) {
    const Schedule& schedule = *program_.schedule;
    const Stage& stage = schedule.stage(id);
    stage_ = id;
    for (StageId other : consumers(id))
      for (AxisId axis : schedule.stage(other).leaf)
        if (stage.attach.stage != other || stage.attach.axis != axis)
          add({Primitive::ComputeAt, {}, other, axis}, gestures_.compute_at(id, other, axis));
    if (stage.attach.kind != schedule::AttachKind::Inline)
      add({Primitive::ComputeInline}, gestures_.compute_inline(id));
    if (stage.attach.kind != schedule::AttachKind::Root) add({Primitive::ComputeRoot}, gestures_.compute_root(id));
    for (const char* scope : {"local", "global"}) {
      add({Primitive::CacheWrite, scope}, gestures_.cache_write(id, scope));
      for (StageId input : inputs(stage))
        add({Primitive::CacheRead, scope, input}, gestures_.cache_read(input, scope, {id}));
    }
    add({Primitive::DoubleBuffer}, gestures_.double_buffer(id));
    add({Primitive::RollingBuffer}, gestures_.rolling_buffer(id));
    for (const char* scope : {"local", "shared", "global"})
      add({Primitive::SetScope, scope}, gestures_.set_scope(id, scope));
    for (const int64_t block : {4, 8, 16})
      add({Primitive::TransformLayout, std::to_string(block)}, gestures_.transform_layout(id, block));
    add({Primitive::TransformLayout, "exchanged"}, gestures_.transform_layout(id, 0));
    groups(stage);
    return checked();
  }

 private:
  struct What {
    Primitive primitive;
    std::string argument = {};
    StageId at_stage = {};
    AxisId at_axis = {};
  };

  void add(What what, Result<script::StepEdit> edit) {
    Candidate candidate{
        what.primitive, std::move(what.argument), stage_, axis_, what.at_stage, what.at_axis, {}, false, {}, {}};
    if (edit.value)
      candidate.edit = std::move(*edit);
    else if (!edit.diagnostics.empty())
      candidate.why_not = edit.diagnostics.front().message;
    candidates_.push_back(std::move(candidate));
  }

  void neighbours(const Stage& stage, size_t place) {
    if (place > 0) {
      const AxisId outer = stage.leaf[place - 1];
      add({Primitive::Fuse, {}, stage.id, outer}, gestures_.fuse(stage.id, {outer, stage.leaf[place]}));
      tile(stage.id, outer, stage.leaf[place], outer);
    }
    if (place + 1 >= stage.leaf.size()) return;
    const AxisId inner = stage.leaf[place + 1];
    add({Primitive::Fuse, {}, stage.id, inner}, gestures_.fuse(stage.id, {stage.leaf[place], inner}));
    tile(stage.id, stage.leaf[place], inner, inner);
  }

  void tile(StageId stage, AxisId y, AxisId x, AxisId with) {
    const int64_t by_y = edit::Gestures::tile_factor(extent(y)), by_x = edit::Gestures::tile_factor(extent(x));
    add({Primitive::Tile, std::to_string(by_y) + " × " + std::to_string(by_x), stage, with},
        gestures_.tile(stage, y, x, by_y, by_x));
  }

  // 0 where it is no number.
  int64_t extent(AxisId axis) const {
    if (!kernel_.nest) return 0;
    const auto range = kernel_.nest->bounds.ranges.find(axis);
    const int64_t* value =
        range == kernel_.nest->bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return value ? *value : 0;
  }

  // With what it reads; and a group that it belongs to as a whole.
  void groups(const Stage& stage) {
    const Schedule& schedule = *program_.schedule;
    for (const StageId input : inputs(stage))
      if (schedule.stage(input).op->kind != te::OpKind::Placeholder)
        add({Primitive::CreateGroup, {}, input}, gestures_.create_group(stage.id, input));
    if (stage.group < 0) return;
    const schedule::Group& group = schedule.groups()[static_cast<size_t>(stage.group)];
    if (group.name.empty()) return;
    for (const StageId other : consumers(stage.id))
      if (schedule.stage(other).group != stage.group)
        for (const AxisId axis : schedule.stage(other).leaf)
          if (group.attach.stage != other || group.attach.axis != axis)
            add({Primitive::GroupComputeAt, group.name, other, axis},
                gestures_.group_compute_at(stage.group, other, axis));
  }

  void orders(const Stage& stage, const std::vector<AxisId>& moved) {
    std::vector<AxisId> places = stage.leaf;
    places.emplace_back();
    for (AxisId before : places) {
      const std::vector<AxisId> order = moved_before(stage, moved, before);
      if (order != stage.leaf) add({Primitive::Reorder, {}, stage.id, before}, gestures_.reorder(stage.id, order));
    }
  }

  std::vector<StageId> inputs(const Stage& stage) const {
    std::vector<StageId> found;
    for (const te::Tensor& tensor : stage.op->inputs())
      if (const StageId id = program_.schedule->find(tensor->op); id.valid()) found.push_back(id);
    return found;
  }

  // Stages that read this one, also through others that are inlined into them.
  std::vector<StageId> consumers(StageId id) const {
    std::vector<StageId> found;
    for (StageId other : program_.schedule->order()) {
      const Stage& stage = program_.schedule->stage(other);
      if (other == id || stage.op->kind == te::OpKind::Placeholder) continue;
      for (StageId input : inputs(stage))
        if (input == id || std::find(found.begin(), found.end(), input) != found.end()) {
          found.push_back(other);
          break;
        }
    }
    return found;
  }

  // What has not been tried when the time is up is not a candidate.
  std::vector<Candidate> checked() {
    const auto started = std::chrono::steady_clock::now();
    std::optional<schedule::StepTester> tester;
    for (Candidate& candidate : candidates_) {
      if (cancel_.cancelled()) return {};
      if (candidate.edit.changes_nothing()) continue;
      Limits limits;
      limits.cancel = cancel_;
      limits.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      const auto stopped = within_budget(limits, [&] {
        if (!tester && kernel_.nest) tester.emplace(*program_.schedule, Diagnostics());  // there are none
        if (!tester) tester.emplace(*program_.schedule);
        check(candidate, *tester);
      });
      if (!stopped) continue;
      candidate.legal = false;
      candidate.why_not = stopped->message;
    }
    return std::move(candidates_);
  }

  void check(Candidate& candidate, const schedule::StepTester& tester) const {
    Result<Schedule> changed = edit::edited(program_, candidate.edit);
    std::optional<schedule::ScheduleAnalysis> analysis;
    const std::optional<std::string> why_not =
        changed.value ? tester.why_not_changed(*changed, &analysis) : std::optional(first_error(changed.diagnostics));
    candidate.legal = !why_not;
    if (candidate.legal && analysis)
      candidate.edited =
          std::make_shared<const edit::EditedSchedule>(edit::EditedSchedule{std::move(*changed), std::move(*analysis)});
    candidate.why_not = why_not.value_or("");
  }

  static std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::Error) return d.message;
    return "the step is refused";
  }

  const kernel::KernelAnalysis& kernel_;
  const script::Program& program_;
  edit::Gestures gestures_;
  const CancelToken& cancel_;
  StageId stage_;
  AxisId axis_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<AxisId> moved_before(const schedule::Stage& stage, const std::vector<AxisId>& axes, AxisId before) {
  const auto is_moved = [&](AxisId axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
  auto place = std::find(stage.leaf.begin(), stage.leaf.end(), before);
  while (place != stage.leaf.end() && is_moved(*place)) ++place;
  std::vector<AxisId> order, moved;
  std::copy_if(stage.leaf.begin(), stage.leaf.end(), std::back_inserter(moved), is_moved);
  std::remove_copy_if(stage.leaf.begin(), place, std::back_inserter(order), is_moved);
  order.insert(order.end(), moved.begin(), moved.end());
  std::remove_copy_if(place, stage.leaf.end(), std::back_inserter(order), is_moved);
  return order;
}

std::vector<Candidate> moves(const kernel::KernelAnalysis& kernel, StageId stage, const std::vector<AxisId>& axes,
                             const CancelToken& cancel) {
  if (!kernel.program.schedule) return {};
  return CandidateBuilder(kernel, cancel).of_loops(stage, axes);
}

std::vector<Candidate> candidates(const kernel::KernelAnalysis& kernel, StageId stage, AxisId axis,
                                  const CancelToken& cancel) {
  if (!kernel.program.schedule) return {};
  CandidateBuilder builder(kernel, cancel);
  return axis.valid() ? builder.of_loop(stage, axis) : builder.of_stage(stage);
}

}  // namespace nw::advise
