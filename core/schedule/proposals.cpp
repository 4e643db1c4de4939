// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/proposals.h"

#include <algorithm>

#include "schedule/catalogue.h"

namespace nw::schedule {

namespace {

Expr number(int64_t value) {
  return tir::int_imm(value);
}

std::vector<StageId> inputs(const Schedule& s, const Stage& stage) {
  std::vector<StageId> found;
  for (const te::Tensor& tensor : stage.op->inputs())
    if (const StageId id = s.find(tensor->op); id.valid()) found.push_back(id);
  return found;
}

// Stages that read this one, also through others that are inlined into them.
std::vector<StageId> consumers(const Schedule& s, StageId id) {
  std::vector<StageId> found;
  for (const StageId other : s.order()) {
    const Stage& stage = s.stage(other);
    if (other == id || stage.op->kind == te::OpKind::Placeholder) continue;
    for (const StageId input : inputs(s, stage))
      if (input == id || std::ranges::find(found, input) != found.end()) {
        found.push_back(other);
        break;
      }
  }
  return found;
}

// Every loop of those that read the stage, but for the place that it has.
std::vector<Proposal> places(const ProposalSubject& of, const Step& begun, const Attach& now) {
  std::vector<Proposal> all;
  for (const StageId other : consumers(of.schedule, of.stage))
    for (const AxisId axis : of.schedule.stage(other).leaf) {
      if (now.stage == other && now.axis == axis) continue;
      Proposal& proposal = all.emplace_back(Proposal{begun, {}, other, axis});
      proposal.step.arguments = {other, axis};
    }
  return all;
}

// ── By the kinds of a primitive's parameters ──

// One value of a parameter, and what it adds to the proposal.
struct Value {
  Argument argument;
  std::string text = {};
  StageId stage = {};
  AxisId axis = {};
};

std::vector<std::string> texts_of(const Parameter& parameter, std::vector<std::string> usual = {}) {
  if (parameter.proposed.empty()) return usual;
  return {parameter.proposed.begin(), parameter.proposed.end()};
}

std::vector<Value> tensors(const Parameter& parameter, const ProposalSubject& of) {
  std::vector<Value> values;
  if (parameter.of_input)
    for (const StageId input : inputs(of.schedule, of.own())) values.push_back({TensorRef{input, 0}, {}, input});
  else
    values.push_back({TensorRef{of.stage, 0}});
  if (parameter.kind == ArgumentKind::Tensors)
    for (Value& value : values) value.argument = std::vector{std::get<TensorRef>(value.argument)};
  return values;
}

// A number distinguishes proposals only where there are several.
std::vector<Value> numbers(const Parameter& parameter) {
  std::vector<Value> values;
  const std::vector<std::string> texts = texts_of(parameter);
  for (const std::string& text : texts) {
    const int64_t n = std::stoll(text);
    values.push_back({parameter.kind == ArgumentKind::Integer ? Argument(n) : Argument(number(n)),
                      texts.size() > 1 ? text : std::string()});
  }
  return values;
}

std::vector<Value> values_of(const Parameter& parameter, const ProposalSubject& of, StageId named) {
  if (parameter.optional) return {{}};
  std::vector<Value> values;
  switch (parameter.kind) {
    case ArgumentKind::Axis:
      if (parameter.axis_of < 0) return {{of.axis}};
      for (const AxisId axis : of.schedule.stage(named).leaf) values.push_back({axis, {}, {}, axis});
      return values;
    case ArgumentKind::Stage:
      for (const StageId other : consumers(of.schedule, of.stage)) values.push_back({other, {}, other});
      return values;
    case ArgumentKind::Stages:
      return {{std::vector{of.stage}}};
    case ArgumentKind::Tensor:
    case ArgumentKind::Tensors:
      return tensors(parameter, of);
    case ArgumentKind::Size:
    case ArgumentKind::Value:
    case ArgumentKind::Integer:
      return numbers(parameter);
    case ArgumentKind::Scope:
    case ArgumentKind::Text:
      for (const std::string& text : texts_of(parameter)) values.push_back({text, text});
      return values;
    case ArgumentKind::Flag:
      return {{true}};
    case ArgumentKind::Thread:
      for (const std::string& tag : texts_of(parameter, {"blockIdx.x", "threadIdx.x", "vthread"}))
        values.push_back({tir::make_iter_var(tag, {}, IterType::ThreadIndex, tag), tag});
      return values;
    case ArgumentKind::Threads:  // a warp's
      for (const std::string& tag : texts_of(parameter, {"threadIdx.x", "blockIdx.x"}))
        values.push_back(
            {std::vector{tir::make_iter_var(tag, {number(0), number(32)}, IterType::ThreadIndex, tag)}, tag});
      return values;
    case ArgumentKind::Intrinsic:
      for (const auto& [name, intrinsic] : of.intrinsics) values.push_back({intrinsic, name});
      return values;
    case ArgumentKind::Axes:
    case ArgumentKind::Predicate:
    case ArgumentKind::Mapping:
    case ArgumentKind::Ignored:
      break;
  }
  return values;
}

std::vector<Proposal> by_parameters(const ProposalSubject& of, const PrimitiveInfo& row) {
  std::vector<Proposal> all{{Step{row.primitive, of.stage}}};
  for (const Parameter& parameter : row.parameters) {
    std::vector<Proposal> longer;
    for (const Proposal& begun : all)
      for (Value& value : values_of(parameter, of, begun.at_stage)) {
        Proposal& next = longer.emplace_back(begun);
        next.step.arguments.push_back(std::move(value.argument));
        if (!value.text.empty()) next.argument += (next.argument.empty() ? "" : ", ") + value.text;
        if (value.stage) next.at_stage = value.stage;
        if (value.axis) next.at_axis = value.axis;
      }
    all = std::move(longer);
  }
  if (!row.makes_stages) return all;
  for (Proposal& proposal : all)  // such a step is called on the stage of its first tensor
    if (const auto* tensor = proposal.step.argument<TensorRef>(0)) proposal.step.stage = tensor->stage;
  return all;
}

}  // namespace

std::vector<Proposal> proposals(const ProposalSubject& of, Primitive primitive) {
  const PrimitiveInfo& row = info(primitive);
  if (row.of_scans && of.own().op->kind != te::OpKind::Scan) return {};
  return row.propose ? row.propose(of) : by_parameters(of, row);
}

// ── Loops ──

std::vector<Proposal> propose_split(const ProposalSubject& of) {
  return {{Step{Primitive::Split, of.stage, -1, {of.axis, number(4)}}, "4"},
          {Step{Primitive::Split, of.stage, -1, {of.axis, std::monostate(), number(4)}}, "4 parts"}};
}

int64_t usual_tile(int64_t extent) {
  constexpr int64_t kUsual = 4;
  if (extent <= 0) return kUsual;
  for (int64_t factor = std::min(kUsual, extent); factor > 1; --factor)
    if (extent % factor == 0) return factor;
  return std::min(kUsual, extent);
}

namespace {

// With the loop around it, then with the loop inside: outer, inner, the other of the two.
template <class Make>
std::vector<Proposal> with_neighbours(const ProposalSubject& of, const Make& make) {
  const std::vector<AxisId>& leaf = of.own().leaf;
  const auto place = std::ranges::find(leaf, of.axis);
  std::vector<Proposal> all;
  if (place != leaf.begin() && place != leaf.end()) all.push_back(make(*(place - 1), of.axis, *(place - 1)));
  if (leaf.end() - place > 1) all.push_back(make(of.axis, *(place + 1), *(place + 1)));
  return all;
}

}  // namespace

std::vector<Proposal> propose_tile(const ProposalSubject& of) {
  return with_neighbours(of, [&](AxisId y, AxisId x, AxisId with) {
    const int64_t by_y = usual_tile(of.extent(y)), by_x = usual_tile(of.extent(x));
    return Proposal{Step{Primitive::Tile, of.stage, -1, {y, x, number(by_y), number(by_x)}},
                    std::to_string(by_y) + " × " + std::to_string(by_x), of.stage, with};
  });
}

std::vector<Proposal> propose_fuse(const ProposalSubject& of) {
  return with_neighbours(of, [&](AxisId outer, AxisId inner, AxisId with) {
    return Proposal{Step{Primitive::Fuse, of.stage, -1, {std::vector{outer, inner}}}, {}, of.stage, with};
  });
}

std::vector<AxisId> moved_before(const Stage& stage, const std::vector<AxisId>& axes, AxisId before) {
  const auto is_moved = [&](AxisId axis) { return std::ranges::find(axes, axis) != axes.end(); };
  auto place = std::ranges::find(stage.leaf, before);
  while (place != stage.leaf.end() && is_moved(*place)) ++place;
  std::vector<AxisId> order, moved;
  std::copy_if(stage.leaf.begin(), stage.leaf.end(), std::back_inserter(moved), is_moved);
  std::remove_copy_if(stage.leaf.begin(), place, std::back_inserter(order), is_moved);
  order.insert(order.end(), moved.begin(), moved.end());
  std::remove_copy_if(place, stage.leaf.end(), std::back_inserter(order), is_moved);
  return order;
}

std::vector<Proposal> propose_orders(const ProposalSubject& of, const std::vector<AxisId>& moved) {
  const Stage& stage = of.own();
  std::vector<AxisId> places = stage.leaf;
  places.emplace_back();
  std::vector<Proposal> all;
  for (const AxisId before : places)
    if (std::vector<AxisId> order = moved_before(stage, moved, before); order != stage.leaf)
      all.push_back({Step{Primitive::Reorder, of.stage, -1, {std::move(order)}}, {}, of.stage, before});
  return all;
}

std::vector<Proposal> propose_reorder(const ProposalSubject& of) {
  return propose_orders(of, {of.axis});
}

std::vector<Proposal> propose_pragma(const ProposalSubject& of) {
  std::vector<Proposal> all;
  for (const auto& [key, value] : {std::pair("auto_unroll_max_step", 16), std::pair("unroll_explicit", 1)})
    all.push_back({Step{Primitive::Pragma, of.stage, -1, {of.axis, std::string(key), number(value)}}, key});
  return all;
}

// Only where that loop is at its first iteration.
std::vector<Proposal> propose_store_predicate(const ProposalSubject& of) {
  const AxisAttr* attr = of.own().attr(of.axis);
  if (!attr || !attr->bind_thread) return {};
  const tir::Var loop = of.own().find_axis(of.axis)->iter->var;
  return {{Step{Primitive::SetStorePredicate, of.stage, -1, {tir::eq(loop, tir::int_imm(0, loop->dtype))}}}};
}

std::vector<Proposal> propose_rfactor(const ProposalSubject& of) {
  if (of.own().find_axis(of.axis)->iter->type != IterType::CommReduce) return {};
  const Step step{Primitive::Rfactor, of.stage, -1, {TensorRef{of.stage, 0}, of.axis}};
  std::vector<Proposal> all{{step}};
  for (size_t place = 1; place <= of.own().op->output_shape(0).size(); ++place) {
    all.push_back({step, std::to_string(place)});
    all.back().step.arguments.emplace_back(static_cast<int64_t>(place));
  }
  return all;
}

// ── Stages ──

std::vector<Proposal> propose_compute_at(const ProposalSubject& of) {
  return places(of, {Primitive::ComputeAt, of.stage}, of.own().attach);
}

std::vector<Proposal> propose_compute_inline(const ProposalSubject& of) {
  if (of.own().attach.kind == AttachKind::Inline) return {};
  return {{Step{Primitive::ComputeInline, of.stage}}};
}

std::vector<Proposal> propose_compute_root(const ProposalSubject& of) {
  if (of.own().attach.kind == AttachKind::Root) return {};
  return {{Step{Primitive::ComputeRoot, of.stage}}};
}

// The last dimension in blocks; the last two exchanged.
std::vector<Proposal> propose_transform_layout(const ProposalSubject& of) {
  IndexMap same;
  for (const AxisId axis : of.own().root) {
    if (of.own().find_axis(axis)->iter->type == IterType::CommReduce) continue;
    std::string name = of.name(axis);
    while (std::ranges::find(same.vars, name, [](const tir::Var& v) { return std::string(v->name); }) !=
           same.vars.end())
      name += "_";
    same.vars.push_back(tir::make_var(name));
    same.indices.emplace_back(same.vars.back());
  }
  const size_t dims = same.vars.size();
  std::vector<Proposal> all;
  const auto add = [&](IndexMap map, std::string argument) {
    all.push_back({Step{Primitive::TransformLayout, of.stage, -1, {std::move(map)}}, std::move(argument)});
  };
  for (const int64_t block : {4, 8, 16}) {
    if (dims == 0) break;
    IndexMap map = same;
    map.indices.back() = tir::floordiv(same.vars.back(), number(block));
    map.indices.push_back(tir::floormod(same.vars.back(), number(block)));
    add(std::move(map), std::to_string(block));
  }
  if (dims < 2) return all;
  IndexMap map = same;
  std::swap(map.indices[dims - 2], map.indices[dims - 1]);
  add(std::move(map), "exchanged");
  return all;
}

// With what it reads.
std::vector<Proposal> propose_create_group(const ProposalSubject& of) {
  const auto one = [](StageId id) { return std::vector{TensorRef{id, 0}}; };
  std::vector<Proposal> all;
  for (const StageId input : inputs(of.schedule, of.own()))
    if (of.schedule.stage(input).op->kind != te::OpKind::Placeholder)
      all.push_back({Step{Primitive::CreateGroup, {}, -1, {one(of.stage), one(input), true}}, {}, input});
  return all;
}

// The group that the stage belongs to, as a whole.
std::vector<Proposal> propose_group_compute_at(const ProposalSubject& of) {
  const int own = of.own().group;
  const Group* group = own < 0 ? nullptr : &of.schedule.groups()[static_cast<size_t>(own)];
  if (!group || group->name.empty()) return {};
  std::vector<Proposal> all = places(of, {Primitive::GroupComputeAt, {}, own}, group->attach);
  std::erase_if(all, [&](const Proposal& p) { return of.schedule.stage(p.at_stage).group == own; });
  for (Proposal& proposal : all) proposal.argument = group->name;
  return all;
}

}  // namespace nw::schedule
