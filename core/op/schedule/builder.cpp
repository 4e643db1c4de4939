// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/schedule/builder.h"

#include <algorithm>
#include <bit>

#include "op/registry.h"
#include "tir/visit.h"

namespace nw::op {

using schedule::Primitive;
using schedule::Step;

namespace {

constexpr int64_t kUsualL1 = 32 << 10;

std::vector<AxisId> root_axes(const schedule::Schedule& s, StageId stage, bool reduce) {
  std::vector<AxisId> axes;
  for (const AxisId axis : s.stage(stage).root)
    if ((s.stage(stage).find_axis(axis)->iter->type == tir::IterType::CommReduce) == reduce) axes.push_back(axis);
  return axes;
}

}  // namespace

ScheduleBuilder::ScheduleBuilder(schedule::Schedule start, const TargetFacts& machine)
    : start_(std::move(start)),
      schedule_(start_),
      lanes_(std::max(4, machine.vector_width() / 4)),
      registers_(machine.compute.vector_registers),
      cores_(machine.compute.units),
      l1_bytes_(machine.cache_bytes(1) > 0 ? machine.cache_bytes(1) : kUsualL1),
      l2_bytes_(CoreFacts::of(machine).l2_bytes) {}

std::vector<AxisId> ScheduleBuilder::axes(StageId stage) const {
  return root_axes(schedule_, stage, false);
}

std::vector<AxisId> ScheduleBuilder::reduce_axes(StageId stage) const {
  return root_axes(schedule_, stage, true);
}

// "c" of c, of c.c in a cached stage and of the co and ci that c was split into.
std::string ScheduleBuilder::base_name(AxisId axis) const {
  if (const auto known = names_.find(axis); known != names_.end()) return known->second;
  const schedule::Axis* found = schedule_.stage(schedule_.owner(axis)).find_axis(axis);
  const std::string& name = found->iter->var->name;
  return name.substr(0, name.find('.'));
}

std::optional<schedule::Made> ScheduleBuilder::add(Step step) {
  if (refused_) return std::nullopt;
  schedule::StepSource quiet;
  quiet.explain = false;
  const auto before = schedule::ScheduleSize::of(schedule_);
  Result<schedule::Made> made = schedule::apply(schedule_, step, quiet);
  refused_ = refused_ || !made.value;
  if (!made.value) return std::nullopt;
  steps_.push_back({std::move(step), before, schedule::ScheduleSize::of(schedule_), made->axes});
  return std::move(*made.value);
}

StageId ScheduleBuilder::add_stage(Step step) {
  const StageId stage = step.stage;
  const auto made = add(std::move(step));
  return made && !made->tensors.empty() ? schedule_.find(made->tensors.front()->op) : stage;
}

std::optional<int64_t> ScheduleBuilder::extent(AxisId axis) const {
  return extent_of(schedule_.stage(schedule_.owner(axis)).find_axis(axis)->iter);
}

std::pair<AxisId, AxisId> ScheduleBuilder::split(StageId stage, AxisId axis, int64_t factor) {
  return add_split(stage, axis, {axis, tir::Expr(tir::int_imm(factor))});
}

std::pair<AxisId, AxisId> ScheduleBuilder::split_into(StageId stage, AxisId axis, int64_t parts) {
  return add_split(stage, axis, {axis, std::monostate(), tir::Expr(tir::int_imm(parts))});
}

std::pair<AxisId, AxisId> ScheduleBuilder::add_split(StageId stage, AxisId axis,
                                                     std::vector<schedule::Argument> arguments) {
  const std::string base = base_name(axis), outer = base + "o", inner = base + "i";
  const auto made = add({Primitive::Split, stage, -1, std::move(arguments), {outer, inner}});
  if (!made) return {axis, axis};
  names_[made->axes[0]] = outer;
  names_[made->axes[1]] = inner;
  return {made->axes[0], made->axes[1]};
}

AxisId ScheduleBuilder::fuse(StageId stage, const std::vector<AxisId>& axes) {
  if (axes.size() == 1) return axes.front();
  const std::string name = "outer";
  const auto made = add({Primitive::Fuse, stage, -1, {axes}, {name}});
  if (!made) return axes.empty() ? AxisId() : axes.front();
  names_[made->axes[0]] = name;
  return made->axes[0];
}

void ScheduleBuilder::reorder(StageId stage, const std::vector<AxisId>& axes) {
  if (axes.size() > 1) add({Primitive::Reorder, stage, -1, {axes}});
}

void ScheduleBuilder::mark(Primitive primitive, StageId stage, AxisId axis) {
  add({primitive, stage, -1, {axis}});
}

void ScheduleBuilder::prefetch(StageId stage, const te::Operation& tensor, AxisId axis, int64_t later) {
  add({Primitive::Prefetch,
       stage,
       -1,
       {schedule::TensorRef{schedule_.find(tensor), 0}, axis, tir::Expr(tir::int_imm(later))}});
}

void ScheduleBuilder::bind(StageId stage, AxisId axis, const std::string& tag) {
  add({Primitive::Bind, stage, -1, {axis, tir::make_iter_var(tag, {}, tir::IterType::ThreadIndex, tag)}});
}

void ScheduleBuilder::compute_at(StageId stage, StageId at, AxisId axis) {
  add({Primitive::ComputeAt, stage, -1, {at, axis}});
}

void ScheduleBuilder::compute_inline(StageId stage) {
  add({Primitive::ComputeInline, stage});
}

StageId ScheduleBuilder::cache_write(StageId stage, const std::string& scope) {
  const std::string name = schedule_.stage(stage).name() + "_" + scope;
  return add_stage({Primitive::CacheWrite, stage, -1, {std::vector{schedule::TensorRef{stage, 0}}, scope}, {name}});
}

StageId ScheduleBuilder::rfactor(StageId stage, AxisId axis) {
  const std::string name = schedule_.stage(stage).name() + "_rf";
  return add_stage({Primitive::Rfactor, stage, -1, {schedule::TensorRef{stage, 0}, axis}, {name}});
}

std::vector<Step> ScheduleBuilder::steps() const {
  return steps_without({});
}

std::vector<Step> ScheduleBuilder::steps_without(const std::set<size_t>& left_out) const {
  std::vector<Step> kept;
  if (refused_) return kept;
  schedule::Replayer replay(schedule_, start_);
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (left_out.contains(i)) continue;
    std::optional<Step> step = replay.translated(steps_[i].step);
    if (!step || !replay.apply(steps_[i]).value) return {};
    kept.push_back(std::move(*step));
  }
  return kept;
}

const te::ComputeNode& compute(const te::Operation& op) {
  return static_cast<const te::ComputeNode&>(*op);
}

te::Tensor packed_operand(const te::Operation& product) {
  for (const te::Tensor& input : product->inputs())
    if (has_tag(input->op, "pack")) return input;
  return nullptr;
}

bool has_tag(const te::Operation& op, std::string_view tag) {
  std::string_view tags = op->tag;
  while (!tags.empty()) {
    const size_t comma = std::min(tags.find(','), tags.size());
    if (tags.substr(0, comma) == tag) return true;
    tags.remove_prefix(std::min(comma + 1, tags.size()));
  }
  return false;
}

bool is_injective(const te::Operation& op) {
  const std::string_view first = std::string_view(op->tag).substr(0, op->tag.find(','));
  return first == "elemwise" || first == "broadcast" || first == "injective";
}

te::Operation Group::tagged(std::string_view tag) const {
  for (size_t i = operations.size(); i-- > 0;)
    if (has_tag(operations[i], tag)) return operations[i];
  return nullptr;
}

std::optional<int64_t> extent_of(const tir::IterVar& axis) {
  const int64_t* extent = tir::as_const_int(axis->dom.extent);
  return extent ? std::optional(*extent) : std::nullopt;
}

int64_t divisor(int64_t n, int64_t most) {
  for (int64_t d = std::min(n, most); d > 1; --d)
    if (n % d == 0) return d;
  return 1;
}

// Below AVX, LLVM makes branches of a mask.
constexpr int64_t kLanesWithMasks = 8;

bool pays_off(int64_t vector, int64_t lanes) {
  return vector * 4 >= lanes;
}

int64_t vector_length(const tir::Expr& extent, int64_t lanes) {
  if (const int64_t* known = tir::as_const_int(extent)) {
    const int64_t exact = divisor(*known, lanes);
    const bool whole = std::has_single_bit(static_cast<uint64_t>(exact));  // others take several instructions
    if (lanes < kLanesWithMasks || !pays_off(*known, lanes) || (whole && 2 * exact >= lanes)) return exact;
    return std::min(lanes, static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(*known))));
  }
  bool may_be_long = true;  // no minimum, quotient or remainder, which could keep it below a vector
  tir::walk(extent, [&](const tir::Expr& e) {
    const tir::ExprKind kind = e->kind;
    may_be_long = may_be_long && (kind == tir::ExprKind::Var || kind == tir::ExprKind::IntImm ||
                                  kind == tir::ExprKind::Add || kind == tir::ExprKind::Mul);
    return may_be_long;
  });
  return may_be_long ? lanes : 1;
}

bool same_shape(const te::Operation& a, const te::Operation& b) {
  const auto &x = a->output_shape(0), &y = b->output_shape(0);
  return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](const tir::Expr& p, const tir::Expr& q) {
           return tir::structural_equal(p, q);
         });
}

}  // namespace nw::op
