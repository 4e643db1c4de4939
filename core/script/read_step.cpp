// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of schedule primitives: their arguments become a schedule::Step by the kinds that the catalogue gives them, and
// the step is applied.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "schedule/names.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "script/moved_loops.h"
#include "script/step_reader.h"
#include "script/step_source.h"

namespace nw::script {

using schedule::ArgumentKind;
using schedule::Parameter;
using schedule::Primitive;
using schedule::PrimitiveInfo;
using schedule::Receiver;
using schedule::Step;

namespace {

// "parent", "factor=": as bind() takes them, by primitive.
struct ParameterNames {
  std::vector<std::string> texts;
  std::vector<const char*> pointers;
};

const ParameterNames& parameter_names(const PrimitiveInfo& row) {
  static const std::vector<ParameterNames> all = [] {
    std::vector<ParameterNames> names;
    for (const PrimitiveInfo& each : schedule::catalogue()) {
      ParameterNames& own = names.emplace_back();
      for (const Parameter& p : each.parameters) own.texts.push_back(std::string(p.name) + (p.optional ? "=" : ""));
    }
    for (ParameterNames& own : names)
      for (const std::string& text : own.texts) own.pointers.push_back(text.c_str());
    return names;
  }();
  return all[static_cast<size_t>(row.primitive)];
}

// An argument that is given, by position or by its name.
const Arg& argument_of(Primitive primitive, const Arguments& args, size_t i) {
  if (i < args.positional.size()) return args.positional[i];
  return *std::ranges::find(args.keywords, schedule::info(primitive).parameters[i].name, &Arg::keyword);
}

bool takes_axes_only(const PrimitiveInfo& row) {
  return !row.parameters.empty() && row.parameters.front().kind == ArgumentKind::Axes;
}

}  // namespace

// For a quiet reading only what provenance needs.
schedule::StepSource StepReader::source(const Arguments& args) const {
  schedule::StepSource at;
  if (state_.options.explain) {
    at = step_source(*state_.statement, *state_.record, args);
  } else {
    at.span = state_.statement->span();
    at.last_line = state_.statement->last_line;
    for (const std::string_view target : state_.statement->targets) at.result_names.emplace_back(target);
    at.explain = false;
  }
  at.schedule_name = state_.schedule_name;
  return at;
}

Value StepReader::call_primitive(const PrimitiveValue& called, const Arguments& args) {
  if (state_.lowered) return state_.report(after_kernel(state_.statement->span()));
  const PrimitiveInfo& row = schedule::info(called.primitive);
  state_.record->part = Statement::Part::Schedule;
  state_.record->primitive = called.primitive;
  state_.record->stage = called.stage;
  state_.record->arguments.clear();  // of a step that is written as an argument of this one
  if (called.stage) state_.stage_name = state_.program.schedule->stage(called.stage).name();
  const size_t said = state_.program.diagnostics.size();
  Value made = Poison();
  const Step* refused = nullptr;
  if (std::optional<Step> step = read_step(called, args)) {
    schedule::Schedule& s = *state_.program.schedule;
    for (const std::string_view target : state_.statement->targets) step->results.emplace_back(target);
    record_arguments(row, args);
    const auto before = schedule::ScheduleSize::of(s);
    Result<schedule::Made> result = schedule::apply(s, *step, source(args));
    append(state_.program.diagnostics, std::move(result.diagnostics));
    state_.record->applied = result.value.has_value();
    std::vector<AxisId> axes;
    if (result.value) {
      axes = result->axes;
      made = value_of(*step, *result, args);
    }
    state_.record->step =
        schedule::RecordedStep{std::move(*step), before, schedule::ScheduleSize::of(s), std::move(axes)};
    if (!result.value) refused = &state_.record->step->step;
  }
  if (state_.program.diagnostics.size() > said) {
    if (row.receiver == Receiver::Stage) explain_moved_loops(called.stage, args);
    state_.note(RefusedStep{called.stage, refused, args});
  }
  return made;
}

// What the statement's names are bound to.
Value StepReader::value_of(const Step& step, const schedule::Made& made, const Arguments& args) {
  if (made.group >= 0) return GroupValue{made.group};
  if (!made.axes.empty()) {
    if (step.primitive == Primitive::Fuse) return axis_value(made.axes.front());
    std::vector<Value> axes;
    for (const AxisId id : made.axes) axes.push_back(axis_value(id));
    return make_list(std::move(axes));
  }
  if (made.tensors.empty()) return NoneValue();
  const bool listed = step.primitive == Primitive::CacheWrite && argument_of(step.primitive, args, 0).value.list();
  if (made.tensors.size() == 1 && !listed) return made.tensors.front();
  return make_list({made.tensors.begin(), made.tensors.end()});
}

std::optional<Step> StepReader::read_step(const PrimitiveValue& called, const Arguments& args) {
  const PrimitiveInfo& row = schedule::info(called.primitive);
  Step step{called.primitive, called.stage, called.group};
  if (takes_axes_only(row)) {
    auto axes = to_axes(row, args, called.stage);
    if (!axes) return std::nullopt;
    step.arguments.emplace_back(std::move(*axes));
    return step;
  }
  std::array<Arg, schedule::kMaxParameters> bound;
  if (!arguments_.bind(args, row.name, parameter_names(row).pointers, std::span(bound).first(row.parameters.size())))
    return std::nullopt;
  step.arguments.reserve(row.parameters.size());
  for (size_t i = 0; i < row.parameters.size(); ++i) {
    const Parameter& parameter = row.parameters[i];
    const Arg& arg = bound[i];
    if (!arg.given() || parameter.kind == ArgumentKind::Ignored) {
      step.arguments.emplace_back();
      continue;
    }
    StageId stage = step.stage;
    if (parameter.axis_of >= 0) stage = *step.argument<StageId>(static_cast<size_t>(parameter.axis_of));
    auto argument = to_argument(parameter, arg, stage, args);
    if (!argument) {
      if (parameter.kind == ArgumentKind::Stage && i + 1 < row.parameters.size() &&
          bound[i + 1].value.is<StageValue>() && row.receiver == Receiver::Stage)
        state_.note(LoopBeforeStage{arg, bound[i + 1], args.call});
      return std::nullopt;
    }
    if (i == 0 && row.makes_stages) {  // what is cached or factored
      const auto* tensor = std::get_if<schedule::TensorRef>(&*argument);
      const auto* several = std::get_if<std::vector<schedule::TensorRef>>(&*argument);
      if (several && !several->empty()) tensor = &several->front();
      if (tensor) {
        state_.record->stage = step.stage = tensor->stage;
        state_.stage_name = state_.program.schedule->stage(tensor->stage).name();
      }
    }
    step.arguments.push_back(std::move(*argument));
  }
  return step;
}

void StepReader::record_arguments(const PrimitiveInfo& row, const Arguments& args) {
  if (!state_.options.explain) return;
  state_.record->arguments.reserve(args.positional.size() + args.keywords.size());
  const auto text_of = [&](const Node* n) {
    return std::string_view(*state_.program.text)
        .substr(static_cast<size_t>(n->text.data() - state_.text.data()), n->text.size());
  };
  for (size_t i = 0; i < args.positional.size(); ++i) {
    const Node* n = args.positional[i].node;
    state_.record->arguments.push_back({takes_axes_only(row) ? 0 : i, n->span(), text_of(n)});
  }
  for (const Arg& k : args.keywords)
    state_.record->arguments.push_back({parameter_index(row, k.keyword), k.node->span(), text_of(k.node)});
}

std::optional<schedule::Argument> StepReader::to_argument(const Parameter& parameter, const Arg& arg, StageId stage,
                                                          const Arguments& args) {
  const auto some = [](auto value) {
    return value ? std::optional<schedule::Argument>(std::move(*value)) : std::nullopt;
  };
  switch (parameter.kind) {
    case ArgumentKind::Axis:
      return some(to_axis(arg, stage));
    case ArgumentKind::Stage:
      return some(to_stage(arg, parameter.role));
    case ArgumentKind::Tensor: {
      const auto tensor = arguments_.to_tensor(arg, parameter.role);
      return tensor ? some(to_tensor_ref(*tensor, arg.node)) : std::nullopt;
    }
    case ArgumentKind::Tensors:
      return to_tensor_refs(parameter, arg);
    case ArgumentKind::Stages:
      return to_readers(parameter, arg);
    case ArgumentKind::Size: {
      tir::Expr e = arguments_.int_expr(arg.value, arg.node, parameter.role);
      return e ? std::optional<schedule::Argument>(std::move(e)) : std::nullopt;
    }
    case ArgumentKind::Predicate:
      return to_predicate(parameter, arg);
    case ArgumentKind::Value:
      return to_pragma_value(arg);
    case ArgumentKind::Integer:
      return some(arguments_.to_int(arg, parameter.role));
    case ArgumentKind::Scope:
      return some(to_scope(arg));
    case ArgumentKind::Text:
      return some(arguments_.to_text(arg, parameter.role));
    case ArgumentKind::Flag:
      return some(arguments_.truth(arg.value, arg.node, "if"));
    case ArgumentKind::Thread:
      return to_thread(parameter, arg);
    case ArgumentKind::Threads:
      return to_threads(parameter, arg);
    case ArgumentKind::Mapping:
      return to_mapping(parameter, arg, stage, args);
    case ArgumentKind::Intrinsic:
      return to_intrinsic(parameter, arg);
    case ArgumentKind::Axes:
    case ArgumentKind::Ignored:
      break;
  }
  return std::nullopt;
}

Value StepReader::axis_value(AxisId id) const {
  const schedule::Schedule& s = *state_.program.schedule;
  const schedule::Axis* axis = s.stage(s.owner(id)).find_axis(id);
  return AxisValue{axis->iter, id};
}

std::optional<AxisId> StepReader::to_axis(const Arg& a, StageId stage) {
  const auto* v = a.value.get<AxisValue>();
  if (!v) {
    state_.report(wrong_type("a loop", "an axis", describe(a.value), a.node->span()), NotAnAxis{a, stage});
    return std::nullopt;
  }
  if (v->id.valid()) return v->id;
  const AxisId id = state_.program.schedule->axis_of(v->iter, stage);
  if (id.valid()) return id;
  const bool is_thread = v->iter->type == tir::IterType::ThreadIndex;
  state_.report(stale_axis(v->iter->var->name, state_.stage_name, is_thread, a.node->span()),
                StaleAxis{a.node, stage, is_thread});
  return std::nullopt;
}

std::optional<std::vector<AxisId>> StepReader::to_axes(const PrimitiveInfo& row, const Arguments& args, StageId stage) {
  if (!args.keywords.empty()) {
    state_.report(
        wrong_arguments(row.name, "it takes axes only", std::string(row.name) + "(axis, axis, …)", args.call->span()));
    return std::nullopt;
  }
  std::vector<AxisId> axes;
  for (const Arg& arg : args.positional) {
    const auto axis = to_axis(arg, stage);
    if (!axis) return std::nullopt;
    axes.push_back(*axis);
  }
  return axes;
}

std::optional<StageId> StepReader::to_stage(const Arg& a, const std::string& role) {
  if (const auto* s = a.value.get<StageValue>()) return s->id;
  state_.report(wrong_type(role, "a stage such as s[C]", describe(a.value), a.node->span()), NotAStage{a});
  return std::nullopt;
}

std::optional<schedule::TensorRef> StepReader::to_tensor_ref(const te::Tensor& tensor, const Node* n) {
  const StageId stage = state_.program.schedule->find(tensor->op);
  if (stage.valid()) return schedule::TensorRef{stage, tensor->value_index};
  state_.report(no_stage(tensor->op->name, n->span()), PartAtFault{n});
  return std::nullopt;
}

std::optional<schedule::Argument> StepReader::to_tensor_refs(const Parameter& parameter, const Arg& arg) {
  const auto tensors = arguments_.to_tensors(arg, parameter.role);
  if (!tensors) return std::nullopt;
  std::vector<schedule::TensorRef> refs;
  for (const te::Tensor& tensor : *tensors) {
    const auto ref = to_tensor_ref(tensor, arg.node);
    if (!ref) return std::nullopt;
    refs.push_back(*ref);
  }
  return refs;
}

// Operations or tensors, alone or in a list.
std::optional<schedule::Argument> StepReader::to_readers(const Parameter& parameter, const Arg& arg) {
  std::vector<StageId> readers;
  const ListValue* list = arg.value.list();
  for (size_t i = 0; i < (list ? list->items.size() : 1); ++i) {
    const Value& v = list ? list->items[i] : arg.value;
    const auto* tensor = v.get<te::Tensor>();
    const auto* op = tensor ? &(*tensor)->op : v.get<te::Operation>();
    if (!op) {
      state_.report(wrong_type(parameter.role, "a tensor or an operation", describe(v), arg.node->span()));
      return std::nullopt;
    }
    const StageId stage = state_.program.schedule->find(*op);
    if (!stage.valid()) {
      state_.report(no_stage((*op)->name, arg.node->span()), PartAtFault{arg.node});
      return std::nullopt;
    }
    readers.push_back(stage);
  }
  return readers;
}

std::optional<std::string> StepReader::to_scope(const Arg& a) {
  auto scope = arguments_.to_text(a, "the scope");
  if (!scope && a.given() && !a.value.poisoned()) state_.note(NotAScope{a.node});
  return scope;
}

std::optional<schedule::Argument> StepReader::to_predicate(const Parameter& parameter, const Arg& arg) {
  tir::Expr predicate = arguments_.to_expr(arg.value, arg.node);
  if (!predicate) return std::nullopt;
  if (predicate->dtype.is_bool()) return predicate;
  state_.report(wrong_type(parameter.role, "a comparison", describe(arg.value), arg.node->span()));
  return std::nullopt;
}

std::optional<schedule::Argument> StepReader::to_pragma_value(const Arg& arg) {
  if (const auto* text = arg.value.get<std::string>()) return tir::Expr(tir::string_imm(*text));
  tir::Expr value = arguments_.to_expr(arg.value, arg.node);
  return value ? std::optional<schedule::Argument>(std::move(value)) : std::nullopt;
}

std::optional<schedule::Argument> StepReader::to_thread(const Parameter& parameter, const Arg& arg) {
  if (const auto* thread = arg.value.get<AxisValue>()) return thread->iter;
  state_.report(wrong_type(parameter.role, "a te.thread_axis", describe(arg.value), arg.node->span()), NotAThread{arg});
  return std::nullopt;
}

// One or a list of them.
std::optional<schedule::Argument> StepReader::to_threads(const Parameter& parameter, const Arg& arg) {
  const ListValue* list = arg.value.list();
  const bool written_out = list && arg.node->items.size() == list->items.size();
  std::vector<tir::IterVar> threads;
  for (size_t i = 0; i < (list ? list->items.size() : 1); ++i) {
    const auto thread =
        to_thread(parameter, list ? Arg{list->items[i], written_out ? arg.node->items[i] : arg.node, {}} : arg);
    if (!thread) return std::nullopt;
    threads.push_back(std::get<tir::IterVar>(*thread));
  }
  return threads;
}

std::optional<schedule::Argument> StepReader::to_intrinsic(const Parameter& parameter, const Arg& arg) {
  if (const auto* intrin = arg.value.get<std::shared_ptr<const schedule::TensorIntrin>>()) return *intrin;
  state_.report(wrong_type(parameter.role, "a te.decl_tensor_intrin", describe(arg.value), arg.node->span()));
  return std::nullopt;
}

// As many variables as the lambda takes; the step says whether that fits.
std::optional<schedule::Argument> StepReader::to_mapping(const Parameter& parameter, const Arg& arg, StageId stage,
                                                         const Arguments& args) {
  const auto* f = arg.value.get<LambdaValue>();
  if (!f) {
    state_.report(wrong_type(parameter.role, "a lambda", describe(arg.value), arg.node->span()));
    return std::nullopt;
  }
  const size_t dims = state_.program.schedule->stage(stage).op->output_shape(0).size();
  const size_t named = f->node->params.size() - (f->node->star_param ? 1 : 0);
  schedule::IndexMap map;
  std::vector<Value> values;
  for (size_t i = 0; i < (f->node->star_param ? std::max(dims, named) : named); ++i) {
    map.vars.push_back(tir::make_var(i < named ? std::string(f->node->params[i]) : "i" + std::to_string(i)));
    values.emplace_back(ExprValue{map.vars.back()});
  }
  auto indices = arguments_.body_of(evaluator_.call_lambda(f->node, values, args.call), f->node->a);
  if (!indices) return std::nullopt;
  map.indices = std::move(*indices);
  return map;
}

// Where the loops went that rfactor replaced.
void StepReader::explain_moved_loops(StageId stage, const Arguments& args) {
  Diagnostic& d = state_.program.diagnostics.back();
  if (!state_.options.explain || state_.statement->line != state_.statement->last_line ||
      (d.code != "NW2100" && d.code != "NW2101"))
    return;
  const schedule::Schedule& s = *state_.program.schedule;
  for (const MovedLoop& moved : loops_moved_by_rfactor(s, stage, args, state_.schedule_name))
    for (const AxisId loop : moved.elsewhere)
      d.because.push_back(fmt::format("rfactor{} replaced the loops: {} is {} of {} now", schedule::in_line(moved.line),
                                      moved.arg->node->text, schedule::shown(s, loop), s.stage(s.owner(loop)).name()));
}

}  // namespace nw::script
