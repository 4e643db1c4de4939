// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "arith/analyzer.h"
#include "schedule/catalogue.h"
#include "schedule/intrin.h"
#include "schedule/names.h"
#include "script/expr_text.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::exporting {

using schedule::Stage;
using script::Statement;

namespace {

// 4 B, 788 B, 32 KiB
std::string memory(double bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return bytes < 1000 ? fmt::format("{:.3g} {}", bytes, units[unit]) : fmt::format("{:.0f} {}", bytes, units[unit]);
}

// Where an axis is among so many.
Sentence place_among(int64_t place, int64_t axes) {
  if (place < 0) place += axes;
  if (place + 1 == axes) return axes == 1 ? NW_TEXT("Prose", "only axis") : NW_TEXT("Prose", "last axis");
  if (place == 0) return NW_TEXT("Prose", "first axis");
  return Sentence(NW_TEXT("Prose", "axis number {0}"), place + 1);
}

class Explainer {
 public:
  Explainer(const script::Program& program, const schedule::Bounds& bounds, const std::map<std::string, int64_t>& sizes)
      : program_(program), schedule_(*program.schedule), bounds_(bounds) {
    for (const tir::Var& v : program.size_vars)
      if (const auto given = sizes.find(v->name); given != sizes.end())
        values_[v] = tir::int_imm(given->second, v->dtype);
  }

  std::vector<Explanation> run() {
    std::vector<Explanation> all;
    for (const Statement& s : program_.statements) {
      if (!s.primitive) continue;
      if (!s.applied || !s.step)
        all.push_back({s.span.line, NW_TEXT("Prose", "This step was refused; the schedule goes on without it.")});
      else
        all.push_back({s.span.line, sentence(s)});
    }
    return all;
  }

 private:
  // With the values of symbolic sizes, as far as they are given.
  tir::Expr length(AxisId axis) const {
    const auto range = bounds_.ranges.find(axis);
    if (range == bounds_.ranges.end()) return {};
    return values_.empty() ? range->second.extent
                           : arith::Analyzer().simplify(tir::substitute(range->second.extent, values_));
  }

  Sentence extent(AxisId axis) const {
    const tir::Expr n = length(axis);
    return n ? Sentence(tir::to_string(n)) : Sentence(NW_TEXT("Prose", "some"));
  }

  const std::string& name(StageId id) const {
    const Stage& stage = schedule_.stage(id);
    return stage.script_name.empty() ? stage.name() : stage.script_name;
  }

  // Empty for an axis that the stage does not have any more: cache_write and rfactor give a stage new axes.
  std::string name(AxisId id) const {
    const StageId owner = schedule_.owner(id);
    const schedule::Axis* axis = owner ? schedule_.stage(owner).find_axis(id) : nullptr;
    return axis ? schedule::shown(*axis) : std::string();
  }

  Sentence sentence(const Statement& s) const {
    const schedule::PrimitiveInfo& row = schedule::info(*s.primitive);
    const schedule::Step& step = s.step->step;
    if (row.loop_kind != tir::IterType::DataPar && !holds(step, row.loop_kind))
      return Sentence(NW_TEXT("Prose", "A later step takes the place of this {0}."), row.name);
    if (step.primitive == schedule::Primitive::ComputeAt && !holds_place(step))
      return Sentence(NW_TEXT("Prose", "A later step gives {0} another place."), name(step.stage));
    if (step.primitive == schedule::Primitive::TransformLayout)
      if (Sentence other = stored_otherwise(s, schedule_.stage(step.stage)); !other.empty()) return other;
    return filled(row.sentence, s);
  }

  // Whether the loop still is what the step made of it.
  bool holds(const schedule::Step& step, tir::IterType kind) const {
    const AxisId* axis = step.argument<AxisId>(0);
    const schedule::AxisAttr* attr = axis ? schedule_.stage(step.stage).attr(*axis) : nullptr;
    return attr && (attr->iter_type == kind || (kind == tir::IterType::Tensorized && attr->intrin));
  }

  bool holds_place(const schedule::Step& step) const {
    const schedule::Attach& now = schedule_.stage(step.stage).attach;
    return now.kind == schedule::AttachKind::At && now.stage == *step.argument<StageId>(0) &&
           now.axis == *step.argument<AxisId>(1);
  }

  Sentence filled(Template sentence, const Statement& s) const {
    const schedule::PrimitiveInfo& row = schedule::info(*s.primitive);
    return Sentence::named(
        sentence, [&](std::string_view key) { return place(key, s); },
        [&](std::string_view name) { return is_given(s.step->step.argument_at(parameter_index(row, name))); });
  }

  Sentence place(std::string_view key, const Statement& s) const {
    const schedule::PrimitiveInfo& row = schedule::info(*s.primitive);
    const schedule::Step& step = s.step->step;
    if (key == "stage") return step.group >= 0 ? group_name(step.group) : Sentence(name(step.stage));
    if (key == "piece") return piece(schedule_.stage(step.stage));
    if (key == "from" || key == "to") return layout(s, key == "to");
    if (key == "place") return place_of_factor(step);
    if (key.starts_with("made")) return made(s, static_cast<size_t>(key[4] - '0'), key.ends_with('+'));
    const bool length = key.ends_with('#');
    const size_t i = parameter_index(row, length ? key.substr(0, key.size() - 1) : key);
    if (length) return extent(*step.argument<AxisId>(i));
    return argument(s, i);
  }

  // What the step made: an axis, with how often it runs if `counted` and known, else a stage or a group.
  Sentence made(const Statement& s, size_t i, bool counted) const {
    const schedule::RecordedStep& recorded = *s.step;
    const std::string bound = i < recorded.step.results.size() ? recorded.step.results[i] : std::string();
    if (i >= recorded.axes.size()) return bound.empty() ? Sentence(NW_TEXT("Prose", "them")) : Sentence(bound);
    const AxisId axis = recorded.axes[i];
    Sentence text = name(axis);
    if (text.empty()) text = bound.empty() ? Sentence(NW_TEXT("Prose", "a loop")) : Sentence(bound);
    return counted && length(axis) ? Sentence(NW_TEXT("Prose", "{0} of {1}"), std::move(text), extent(axis)) : text;
  }

  // As people name it, or as the script has it.
  std::string argument(const Statement& s, size_t i) const {
    std::vector<std::string> written;
    for (const Statement::ArgumentText& a : s.arguments)
      if (a.parameter == i) written.emplace_back(a.text);
    const auto axis_name = [&](AxisId id, size_t n) {
      std::string text = name(id);
      return text.empty() && n < written.size() ? written[n] : text;
    };
    struct Shown {
      const Explainer& explainer;
      const decltype(axis_name)& axis;
      const std::vector<std::string>& written;
      std::string operator()(AxisId id) const { return axis(id, 0); }
      std::string operator()(const std::vector<AxisId>& axes) const {
        std::vector<std::string> names;
        for (size_t n = 0; n < axes.size(); ++n) names.push_back(axis(axes[n], n));
        return schedule::comma(names);
      }
      std::string operator()(StageId id) const { return explainer.name(id); }
      std::string operator()(const schedule::TensorRef& ref) const { return explainer.name(ref.stage); }
      std::string operator()(const std::vector<StageId>& stages) const {
        std::vector<std::string> names;
        for (const StageId id : stages) names.push_back(explainer.name(id));
        return schedule::comma(names);
      }
      std::string operator()(const std::vector<schedule::TensorRef>& refs) const {
        std::vector<std::string> names;
        for (const schedule::TensorRef& ref : refs) names.push_back(explainer.name(ref.stage));
        return schedule::comma(names);
      }
      std::string operator()(const std::string& text) const { return text; }
      std::string operator()(int64_t number) const { return std::to_string(number); }
      std::string operator()(const tir::IterVar& thread) const { return thread->thread_tag; }
      std::string operator()(const std::vector<tir::IterVar>& threads) const {
        std::vector<std::string> tags;
        for (const tir::IterVar& thread : threads) tags.push_back(thread->thread_tag);
        return schedule::comma(tags);
      }
      std::string operator()(const tir::Expr& e) const { return written.empty() ? tir::to_string(e) : written.front(); }
      std::string operator()(const std::shared_ptr<const schedule::TensorIntrin>& intrin) const {
        return written.empty() ? intrin->name : written.front();
      }
      std::string operator()(const schedule::IndexMap&) const { return {}; }
      std::string operator()(bool) const { return {}; }
      std::string operator()(std::monostate) const { return {}; }
    };
    return std::visit(Shown{*this, axis_name, written}, s.step->step.argument_at(i));
  }

  Sentence group_name(int group) const {
    const std::string& own = schedule_.groups()[static_cast<size_t>(group)].name;
    return own.empty() ? Sentence(NW_TEXT("Prose", "the group")) : Sentence(own);
  }

  // Where the loop is among the axes of the partial results.
  Sentence place_of_factor(const schedule::Step& step) const {
    const auto axes = static_cast<int64_t>(schedule_.stage(step.stage).op->output_shape(0).size()) + 1;
    const int64_t* given = step.argument<int64_t>(2);
    return place_among(given ? *given : 0, axes);
  }

  const schedule::LayoutTransform* layout_of(const Statement& s) const {
    const Stage& stage = schedule_.stage(s.step->step.stage);
    const auto found = std::ranges::find(stage.layout, s.span.line, &schedule::LayoutTransform::line);
    return found == stage.layout.end() ? nullptr : &*found;
  }

  // The indices of an element before and after.
  std::string layout(const Statement& s, bool after) const {
    const auto& map = *s.step->step.argument<schedule::IndexMap>(0);
    script::Naming naming;
    naming.variable = [](const tir::VarNode& v) { return std::string(v.name); };
    std::vector<std::string> parts;
    if (after)
      for (const tir::Expr& e : map.indices) parts.push_back(script::expr_text(e, naming));
    else
      for (const tir::Var& v : map.vars) parts.push_back(v->name);
    return schedule::comma(parts);
  }

  // Arguments are stored as their caller knows them.
  Sentence stored_otherwise(const Statement& s, const Stage& stage) const {
    if (!layout_of(s)) return Sentence(NW_TEXT("Prose", "A later step gives {0} another layout."), name(stage.id));
    if (stage.op->kind == te::OpKind::Placeholder)
      return Sentence(NW_TEXT("Prose", "{0} is an argument of the kernel and keeps its layout."), name(stage.id));
    if (stage.is_output)
      return Sentence(
          NW_TEXT("Prose", "The loops of {0} run over {1} in place of {2}; it is stored as the caller expects it."),
          name(stage.id), layout(s, true), layout(s, false));
    return {};
  }

  // How much of a stage is computed at a time: "a piece of 4×8 elements (128 B)".
  Sentence piece(const Stage& stage) const {
    Sentence shape;
    double elements = 1;
    bool known = true;
    for (AxisId root : stage.root) {
      if (stage.find_axis(root)->iter->type == tir::IterType::CommReduce) continue;
      shape = shape.empty() ? extent(root) : Sentence(NW_TEXT("Prose", "{0}×{1}"), std::move(shape), extent(root));
      const tir::Expr n = length(root);
      const int64_t* number = n ? tir::as_const_int(n) : nullptr;
      known = known && number;
      if (number) elements *= static_cast<double>(*number);
    }
    if (!known) return Sentence(NW_TEXT("Prose", "a piece of {0} elements"), shape);
    const std::string bytes = memory(elements * stage.op->output_dtype(0).bytes());
    return elements == 1 ? Sentence(NW_TEXT("Prose", "one element ({0})"), bytes)
                         : Sentence(NW_TEXT("Prose", "a piece of {0} elements ({1})"), shape, bytes);
  }

  const script::Program& program_;
  const schedule::Schedule& schedule_;
  const schedule::Bounds& bounds_;
  tir::Substitution values_;  // of symbolic sizes
};

}  // namespace

std::vector<Explanation> explain(const script::Program& program, const schedule::Bounds& bounds,
                                 const std::map<std::string, int64_t>& sizes) {
  return program.schedule ? Explainer(program, bounds, sizes).run() : std::vector<Explanation>();
}

}  // namespace nw::exporting
