// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/candidates.h"

#include <algorithm>
#include <cctype>
#include <chrono>

#include "base/budget.h"
#include "schedule/bounds.h"
#include "schedule/names.h"
#include "workspace/script_lines.h"
#include "workspace/script_steps.h"

namespace nw::workspace {

using schedule::Schedule;
using schedule::Stage;

namespace {

// With another word in the place of each one like it.
std::string with_word(const std::string& text, const std::string& word, const std::string& other) {
  if (word == other || word.empty()) return text;
  const auto of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::string changed;
  for (size_t at = 0; at < text.size();) {
    const size_t end = at + word.size();
    const bool here = text.compare(at, word.size(), word) == 0 && (at == 0 || !of_word(text[at - 1])) &&
                      (end >= text.size() || !of_word(text[end]));
    changed += here ? other : std::string(1, text[at]);
    at += here ? word.size() : 1;
  }
  return changed;
}

class CandidateBuilder {
 public:
  CandidateBuilder(const std::string& text, const script::Program& program, const CancelToken& cancel)
      : program_(program), text_(text), lines_(lines_of(text)), gestures_(text, program), cancel_(cancel) {}

  std::vector<Candidate> of_loop(StageId id, AxisId axis) {
    const Stage& stage = program_.schedule->stage(id);
    const auto place = std::find(stage.leaf.begin(), stage.leaf.end(), axis);
    if (place == stage.leaf.end()) return {};
    stage_ = id, axis_ = axis;
    add({"split", "4"}, gestures_.split(id, axis, 4));
    add({"split", "4 parts"}, gestures_.split_parts(id, axis, 4));
    for (const char* mark : {"vectorize", "unroll", "parallel"}) add({mark}, gestures_.mark(id, axis, mark));
    neighbours(stage, static_cast<size_t>(place - stage.leaf.begin()));
    orders(stage, {axis});
    if (stage.find_axis(axis)->iter->type == tir::IterType::CommReduce) {
      add({"rfactor"}, gestures_.rfactor(id, axis));
      for (size_t i = 1; i <= stage.op->output_shape(0).size(); ++i)
        add({"rfactor", std::to_string(i)}, gestures_.rfactor(id, axis, i));
    }
    add({"pragma", "auto_unroll_max_step"}, gestures_.pragma(id, axis, "auto_unroll_max_step", 16));
    add({"pragma", "unroll_explicit"}, gestures_.pragma(id, axis, "unroll_explicit", 1));
    for (StageId input : inputs(stage)) add({"prefetch", {}, input}, gestures_.prefetch(id, input, axis, 1));
    add({"storage_align"}, gestures_.storage_align(id, axis, 32, 8));
    for (const char* thread : {"blockIdx.x", "threadIdx.x", "vthread"})
      add({"bind", thread}, gestures_.bind(id, axis, thread));
    for (const std::string& name : bound_by("decl_tensor_intrin("))
      add({"tensorize", name}, gestures_.tensorize(id, axis, name));
    if (const schedule::AxisAttr* attr = stage.attr(axis); attr && attr->bind_thread)
      add({"set_store_predicate"}, gestures_.store_predicate(id, axis));
    return analysed();
  }

  std::vector<Candidate> of_loops(StageId id, const std::vector<AxisId>& axes) {
    stage_ = id;
    orders(program_.schedule->stage(id), axes);
    return analysed();
  }

  std::vector<Candidate> of_stage(StageId id) {
    const Schedule& schedule = *program_.schedule;
    const Stage& stage = schedule.stage(id);
    stage_ = id;
    for (StageId other : consumers(id))
      for (AxisId axis : schedule.stage(other).leaf)
        if (stage.attach.stage != other || stage.attach.axis != axis)
          add({"compute_at", {}, other, axis}, gestures_.compute_at(id, other, axis));
    if (stage.attach.kind != schedule::AttachKind::Inline) add({"compute_inline"}, gestures_.compute_inline(id));
    if (stage.attach.kind != schedule::AttachKind::Root) add({"compute_root"}, gestures_.compute_root(id));
    for (const char* scope : {"local", "global"}) {
      add({"cache_write", scope}, gestures_.cache_write(id, scope));
      for (StageId input : inputs(stage)) add({"cache_read", scope, input}, gestures_.cache_read(input, scope, {id}));
    }
    add({"double_buffer"}, gestures_.double_buffer(id));
    add({"rolling_buffer"}, gestures_.rolling_buffer(id));
    for (const char* scope : {"local", "shared", "global"}) add({"set_scope", scope}, gestures_.set_scope(id, scope));
    for (const int64_t block : {4, 8, 16})
      add({"transform_layout", std::to_string(block)}, gestures_.transform_layout(id, block));
    add({"transform_layout", "exchanged"}, gestures_.transform_layout(id, 0));
    groups(stage);
    return analysed();
  }

 private:
  struct What {
    std::string primitive, argument = {};
    StageId at_stage = {};
    AxisId at_axis = {};
  };

  void add(What what, Result<TextChange> change) {
    Candidate candidate{
        std::move(what.primitive), std::move(what.argument), stage_, axis_, what.at_stage, what.at_axis, {}, false, {}};
    if (change.value)
      candidate.change = std::move(*change);
    else if (!change.diagnostics.empty())
      candidate.why_not = change.diagnostics.front().message;
    candidates_.push_back(std::move(candidate));
  }

  void neighbours(const Stage& stage, size_t place) {
    if (place > 0) {
      const AxisId outer = stage.leaf[place - 1];
      add({"fuse", {}, stage.id, outer}, gestures_.fuse(stage.id, {outer, stage.leaf[place]}));
      tile(stage.id, outer, stage.leaf[place], outer);
    }
    if (place + 1 >= stage.leaf.size()) return;
    const AxisId inner = stage.leaf[place + 1];
    add({"fuse", {}, stage.id, inner}, gestures_.fuse(stage.id, {stage.leaf[place], inner}));
    tile(stage.id, stage.leaf[place], inner, inner);
  }

  void tile(StageId stage, AxisId y, AxisId x, AxisId with) {
    const int64_t by_y = Gestures::tile_factor(extent(y)), by_x = Gestures::tile_factor(extent(x));
    add({"tile", std::to_string(by_y) + " × " + std::to_string(by_x), stage, with},
        gestures_.tile(stage, y, x, by_y, by_x));
  }

  // 0 where it is no number.
  int64_t extent(AxisId axis) {
    if (!bounds_) {
      const Result<Schedule> normal = schedule::normalize(*program_.schedule);
      const Result<schedule::Bounds> known =
          normal.value ? schedule::infer_bounds(*normal) : Result<schedule::Bounds>(Diagnostics());
      bounds_ = known.value ? *known : schedule::Bounds();
    }
    const auto range = bounds_->ranges.find(axis);
    const int64_t* value = range == bounds_->ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return value ? *value : 0;
  }

  // With what it reads; and a group that it belongs to as a whole.
  void groups(const Stage& stage) {
    const Schedule& schedule = *program_.schedule;
    for (const StageId input : inputs(stage))
      if (schedule.stage(input).op->kind != te::OpKind::Placeholder)
        add({"create_group", {}, input}, gestures_.create_group(stage.id, input));
    if (stage.group < 0) return;
    const schedule::Group& group = schedule.groups()[static_cast<size_t>(stage.group)];
    if (group.name.empty()) return;
    for (const StageId other : consumers(stage.id))
      if (schedule.stage(other).group != stage.group)
        for (const AxisId axis : schedule.stage(other).leaf)
          if (group.attach.stage != other || group.attach.axis != axis)
            add({"group_compute_at", group.name, other, axis}, gestures_.group_compute_at(group.name, other, axis));
  }

  void orders(const Stage& stage, const std::vector<AxisId>& moved) {
    std::vector<AxisId> places = stage.leaf;
    places.emplace_back();
    for (AxisId before : places) {
      const std::vector<AxisId> order = moved_before(stage, moved, before);
      if (order != stage.leaf) add({"reorder", {}, stage.id, before}, gestures_.reorder(stage.id, order));
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

  // What statements that call this bind.
  std::vector<std::string> bound_by(const char* call) const {
    std::vector<std::string> names;
    for (const script::Statement& s : program_.statements) {
      const auto line = static_cast<size_t>(s.span.line);
      if (s.binds.size() == 1 && line <= lines_.size() && lines_[line - 1].find(call) != std::string::npos)
        names.push_back(s.binds.front());
    }
    return names;
  }

  // In the middle of a script an offer is analysed by what has run: what follows is replayed, and a step of it that
  // holds no longer keeps its line with its diagnostic.
  Diagnostics errors_of(const Candidate& candidate) const {
    script::ReadOptions options;
    options.explain = false;
    options.stop_after_line = stop_with(candidate.change, text_, program_);
    script::Program changed = script::read(candidate.change.text, options);
    Diagnostics all = std::move(changed.diagnostics);
    std::erase_if(all, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    // What would get a name with the step is called as it is on the screen.
    if (changed.schedule && candidate.at_axis.valid() &&
        changed.schedule->owner(candidate.at_axis) == candidate.at_stage)
      for (Diagnostic& d : all)
        d.message = with_word(d.message, schedule::shown(*changed.schedule, candidate.at_axis),
                              schedule::shown(*program_.schedule, candidate.at_axis));
    return all;
  }

  // What has not been tried when the time is up is not offered.
  std::vector<Candidate> analysed() {
    const auto started = std::chrono::steady_clock::now();
    for (Candidate& candidate : candidates_) {
      if (cancel_.cancelled()) return {};
      if (candidate.change.line == 0) continue;
      Limits limits;
      limits.cancel = cancel_;
      limits.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      const auto stopped = within_budget(limits, [&] { check(candidate); });
      if (!stopped) continue;
      candidate.legal = false;
      candidate.why_not = stopped->message;
    }
    return std::move(candidates_);
  }

  void check(Candidate& candidate) {
    const Diagnostics& before = program_.diagnostics;
    candidate.legal = true;
    for (const Diagnostic& d : errors_of(candidate)) {
      const bool known = std::any_of(before.begin(), before.end(),
                                     [&](const Diagnostic& o) { return o.code == d.code && o.message == d.message; });
      if (known) continue;
      candidate.legal = false;
      candidate.why_not = d.message;
      break;
    }
  }

  const script::Program& program_;
  const std::string& text_;
  std::vector<std::string> lines_;
  Gestures gestures_;
  const CancelToken& cancel_;
  StageId stage_;
  AxisId axis_;
  std::optional<schedule::Bounds> bounds_;  // once they are asked for
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

std::vector<Candidate> moves(const std::string& text, const script::Program& program, StageId stage,
                             const std::vector<AxisId>& axes, const CancelToken& cancel) {
  if (!program.schedule) return {};
  return CandidateBuilder(text, program, cancel).of_loops(stage, axes);
}

std::vector<Candidate> candidates(const std::string& text, const script::Program& program, StageId stage, AxisId axis,
                                  const CancelToken& cancel) {
  if (!program.schedule) return {};
  CandidateBuilder builder(text, program, cancel);
  return axis.valid() ? builder.of_loop(stage, axis) : builder.of_stage(stage);
}

}  // namespace nw::workspace
