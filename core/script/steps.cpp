// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on one stage: s[X].split(…), ….
#include "script/diagnostics.h"
#include "script/evaluator.h"

namespace nw::script {

Value Evaluator::call_method(const MethodValue& m, const Arguments& args) {
  const Value& self = *m.self;
  if (m.method == Method::AsType) return astype(self, args);
  if (m.method == Method::Equal) return equal(self, args);
  if (const auto* b = self.get<tir::Buffer>()) return buffer_method(*b, m.method, args);
  if (const auto* op = self.get<te::Operation>()) {
    const auto a = bind(args, "output", {"index"});
    const auto i = a ? to_int((*a)[0], "the index") : std::nullopt;
    if (!i) return Poison();
    if (*i < 0 || *i >= (*op)->num_outputs())
      return report(index_out_of_range(*i, static_cast<size_t>((*op)->num_outputs()), (*a)[0].node->span()));
    return te::output(*op, static_cast<int>(*i));
  }
  if (lowered_) {
    const Value refused = report(after_kernel(now_->span()));
    offer_before_kernel();
    return refused;
  }
  record_->part = Statement::Part::Schedule;
  record_->primitive = name_of(m.method);
  if (const auto* s = self.get<StageValue>()) {
    record_->stage = s->id;
    stage_name_ = program_.schedule->stage(s->id).name();
    const size_t said = program_.diagnostics.size();
    Value made = stage_step(s->id, m.method, args);
    if (program_.diagnostics.size() > said) {
      offer_present_loops(s->id, args);
      offer_loops_of_reader(s->id);
    }
    return made;
  }
  if (const auto* g = self.get<GroupValue>()) return group_step(g->id, m.method, args);
  return schedule_step(m.method, args);
}

schedule::StepSource Evaluator::source(const Arguments& args) const {
  schedule::StepSource at;
  at.span = now_->span();
  at.last_line = now_->last_line;
  at.text = now_->text;
  at.schedule_name = schedule_name_;
  at.explain = options_.explain;
  for (const std::string_view target : now_->targets) at.result_names.emplace_back(target);
  if (!options_.explain) return at;
  for (size_t i = 0; i < args.positional.size(); ++i) {
    const Node* n = args.positional[i].node;
    at.args.emplace(std::to_string(i), n->span());
    at.args.emplace(n->text, n->span());
  }
  for (const Arg& k : args.keywords) {
    at.args.emplace(k.keyword, k.node->span());
    at.args.emplace(k.node->text, k.node->span());
  }
  return at;
}

Value Evaluator::done(Diagnostics ds) {
  const bool refused = has_errors(ds);
  append(program_.diagnostics, std::move(ds));
  if (refused) return Poison();
  record_->applied = true;
  return NoneValue();
}

Value Evaluator::axis_value(AxisId id) const {
  const schedule::Schedule& s = *program_.schedule;
  const schedule::Axis* axis = s.stage(s.owner(id)).find_axis(id);
  return AxisValue{axis->iter, id};
}

std::optional<AxisId> Evaluator::to_axis(const Arg& a, StageId stage) {
  const auto* v = a.value.get<AxisValue>();
  if (!v) {
    report(wrong_type("a loop", "an axis", describe(a.value), a.node->span()));
    offer_axis(a, stage);
    return std::nullopt;
  }
  if (v->id.valid()) return v->id;
  const AxisId id = program_.schedule->axis_of(v->iter, stage);
  if (id.valid()) return id;
  const bool is_thread = v->iter->type == tir::IterType::ThreadIndex;
  report(stale_axis(v->iter->var->name, stage_name_, is_thread, a.node->span()));
  if (is_thread) offer_binding(a.node, stage);
  const std::string_view text = a.node->text;  // B.op.axis[0], where s[B].op.axis[0] is meant
  const size_t op = text.find(".op.");
  if (op != std::string_view::npos && text.find('[') > op)
    offer("take the axis of the stage as it is now", a.node->span(),
          schedule_name_ + "[" + std::string(text.substr(0, op)) + "]" + std::string(text.substr(op)));
  return std::nullopt;
}

std::optional<StageId> Evaluator::to_stage(const Arg& a, const std::string& role) {
  if (const auto* s = a.value.get<StageValue>()) return s->id;
  report(wrong_type(role, "a stage such as s[C]", describe(a.value), a.node->span()));
  if (a.value.is<te::Tensor>() || a.value.is<te::Operation>())
    offer("name its stage", a.node->span(), schedule_name_ + "[" + std::string(a.node->text) + "]");
  return std::nullopt;
}

Value Evaluator::stage_step(StageId stage, Method m, const Arguments& args) {
  switch (m) {
    case Method::Split:
      return split(stage, args);
    case Method::Tile:
      return tile(stage, args);
    case Method::Fuse:
    case Method::Reorder:
      return axis_list_step(stage, m, args);
    case Method::Vectorize:
    case Method::Unroll:
    case Method::Parallel:
      return axis_step(stage, m, args);
    case Method::ComputeInline:
    case Method::ComputeRoot:
    case Method::DoubleBuffer:
    case Method::RollingBuffer:
    case Method::SetScope:
    case Method::SetStorePredicate:
      return stage_only_step(stage, m, args);
    case Method::TransformLayout:
      return transform_layout(stage, args);
    default:
      return marked_axis_step(stage, m, args);
  }
}

Value Evaluator::split(StageId stage, const Arguments& args) {
  const auto a = bind(args, "split", {"parent", "factor=", "nparts=", "disable_predication="});
  const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
  if (!axis) return Poison();
  schedule::Schedule& s = *program_.schedule;
  const schedule::StepSource at = source(args);
  const bool factor = (*a)[1].given(), nparts = (*a)[2].given();
  if (factor == nparts) return done({schedule::split_arguments(s, stage, *axis, factor, at)});
  const Arg& given = (*a)[factor ? 1 : 2];
  const tir::Expr value = int_expr(given.value, given.node, factor ? "the factor" : "nparts");
  if (!value) return Poison();
  auto result =
      factor ? schedule::split_factor(s, stage, *axis, value, at) : schedule::split_nparts(s, stage, *axis, value, at);
  if (done(std::move(result.diagnostics)).poisoned() || !result.value) return Poison();
  return make_list({axis_value(result->outer), axis_value(result->inner)});
}

Value Evaluator::tile(StageId stage, const Arguments& args) {
  const auto a = bind(args, "tile", {"x_parent", "y_parent", "x_factor", "y_factor"});
  if (!a) return Poison();
  const auto first = to_axis((*a)[0], stage), second = to_axis((*a)[1], stage);
  if (!first || !second) return Poison();
  const tir::Expr f = int_expr((*a)[2].value, (*a)[2].node, "x_factor"),
                  g = int_expr((*a)[3].value, (*a)[3].node, "y_factor");
  if (!f || !g) return Poison();
  auto r = schedule::tile(*program_.schedule, stage, *first, *second, f, g, source(args));
  if (done(std::move(r.diagnostics)).poisoned() || !r.value) return Poison();
  return make_list({axis_value(r->y_outer), axis_value(r->x_outer), axis_value(r->y_inner), axis_value(r->x_inner)});
}

Value Evaluator::axis_list_step(StageId stage, Method m, const Arguments& args) {
  if (!args.keywords.empty())
    return report(wrong_arguments(std::string(name_of(m)), "it takes axes only",
                                  std::string(name_of(m)) + "(axis, axis, …)", args.call->span()));
  std::vector<AxisId> axes;
  for (const Arg& arg : args.positional) {
    const auto axis = to_axis(arg, stage);
    if (!axis) return Poison();
    axes.push_back(*axis);
  }
  if (m == Method::Reorder) return done(schedule::reorder(*program_.schedule, stage, axes, source(args)));
  auto result = schedule::fuse(*program_.schedule, stage, axes, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value) return Poison();
  return axis_value(*result);
}

Value Evaluator::axis_step(StageId stage, Method m, const Arguments& args) {
  const auto a = bind(args, std::string(name_of(m)), {"var"});
  const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
  if (!axis) return Poison();
  schedule::Schedule& s = *program_.schedule;
  const schedule::StepSource at = source(args);
  return done(m == Method::Vectorize ? schedule::vectorize(s, stage, *axis, at)
              : m == Method::Unroll  ? schedule::unroll(s, stage, *axis, at)
                                     : schedule::parallel(s, stage, *axis, at));
}

Value Evaluator::stage_only_step(StageId stage, Method m, const Arguments& args) {
  schedule::Schedule& s = *program_.schedule;
  const schedule::StepSource at = source(args);
  if (m == Method::SetScope) {
    const auto a = bind(args, "set_scope", {"scope"});
    const auto scope = a ? to_text((*a)[0], "the scope") : std::nullopt;
    return scope ? done(schedule::set_scope(s, stage, *scope, at)) : Value(Poison());
  }
  if (m == Method::SetStorePredicate) {
    const auto a = bind(args, "set_store_predicate", {"predicate"});
    const tir::Expr predicate = a ? to_expr((*a)[0].value, (*a)[0].node) : nullptr;
    if (!predicate) return Poison();
    if (!predicate->dtype.is_bool())
      return report(wrong_type("the predicate", "a comparison", describe((*a)[0].value), (*a)[0].node->span()));
    return done(schedule::set_store_predicate(s, stage, predicate, at));
  }
  if (!bind(args, std::string(name_of(m)), std::span<const char* const>(), {})) return Poison();
  return done(m == Method::ComputeInline  ? schedule::compute_inline(s, stage, at)
              : m == Method::ComputeRoot  ? schedule::compute_root(s, stage, at)
              : m == Method::DoubleBuffer ? schedule::double_buffer(s, stage, at)
                                          : schedule::rolling_buffer(s, stage, at));
}

// Steps that say something of one axis with a further argument.
Value Evaluator::marked_axis_step(StageId stage, Method m, const Arguments& args) {
  schedule::Schedule& s = *program_.schedule;
  const schedule::StepSource at = source(args);
  switch (m) {
    case Method::ComputeAt: {
      const auto a = bind(args, "compute_at", {"parent", "scope"});
      const auto parent = a ? to_stage((*a)[0], "the place to compute at") : std::nullopt;
      if (!parent) {
        if (a && (*a)[1].value.is<StageValue>() && can_mend())
          offer("the stage first, then its loop", args.call->span(),
                std::string(args.call->a->text) + "(" + std::string((*a)[1].node->text) + ", " +
                    std::string((*a)[0].node->text) + ")");
        return Poison();
      }
      const auto axis = to_axis((*a)[1], *parent);
      if (!axis) return Poison();
      const Value placed = done(schedule::compute_at(s, stage, *parent, *axis, at));
      if (placed.poisoned() && program_.diagnostics.back().code == "NW2114") offer_copy(stage, *parent);
      return placed;
    }
    case Method::Bind: {
      const auto a = bind(args, "bind", {"ivar", "thread_ivar"});
      const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
      if (!axis) return Poison();
      const auto* thread = (*a)[1].value.get<AxisValue>();
      if (!thread) {
        const Node* given = (*a)[1].node;
        const Value refused =
            report(wrong_type("what the loop is bound to", "a te.thread_axis", describe((*a)[1].value), given->span()));
        if ((*a)[1].value.is<std::string>())
          offer("make a thread axis of it", given->span(), "te.thread_axis(" + std::string(given->text) + ")");
        return refused;
      }
      return done(schedule::bind(s, stage, *axis, thread->iter, at));
    }
    case Method::Pragma: {
      const auto a = bind(args, "pragma", {"var", "pragma_type", "pragma_value="});
      const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
      const auto key = axis ? to_text((*a)[1], "the pragma") : std::nullopt;
      if (!key) return Poison();
      tir::Expr value;
      if (const auto* text = (*a)[2].value.get<std::string>()) {
        value = tir::string_imm(*text);
      } else if ((*a)[2].given()) {
        value = to_expr((*a)[2].value, (*a)[2].node);
        if (!value) return Poison();
      }
      return done(schedule::pragma(s, stage, *axis, *key, value, at));
    }
    case Method::Tensorize: {
      const auto a = bind(args, "tensorize", {"var", "tensor_intrin"});
      const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
      if (!axis) return Poison();
      const auto* intrin = (*a)[1].value.get<std::shared_ptr<const schedule::TensorIntrin>>();
      if (!intrin)
        return report(wrong_type("what the loop becomes", "a te.decl_tensor_intrin", describe((*a)[1].value),
                                 (*a)[1].node->span()));
      return done(schedule::tensorize(s, stage, *axis, *intrin, at));
    }
    case Method::StorageAlign: {
      const auto a = bind(args, "storage_align", {"axis", "factor", "offset"});
      const auto axis = a ? to_axis((*a)[0], stage) : std::nullopt;
      const auto factor = axis ? to_int((*a)[1], "the factor") : std::nullopt;
      const auto offset = factor ? to_int((*a)[2], "the offset") : std::nullopt;
      return offset ? done(schedule::storage_align(s, stage, *axis, *factor, *offset, at)) : Value(Poison());
    }
    default: {
      const auto a = bind(args, "prefetch", {"tensor", "var", "offset"});
      const auto tensor = a ? to_tensor((*a)[0], "what is prefetched") : std::nullopt;
      const auto axis = tensor ? to_axis((*a)[1], stage) : std::nullopt;
      if (!axis || !all_scheduled({*tensor}, (*a)[0].node)) return Poison();
      const tir::Expr offset = int_expr((*a)[2].value, (*a)[2].node, "the offset");
      return offset ? done(schedule::prefetch(s, stage, *tensor, *axis, offset, at)) : Value(Poison());
    }
  }
}

Value Evaluator::transform_layout(StageId stage, const Arguments& args) {
  const auto a = bind(args, "transform_layout", {"mapping_function"});
  if (!a) return Poison();
  const auto* f = (*a)[0].value.get<LambdaValue>();
  if (!f) return report(wrong_type("the mapping", "a lambda", describe((*a)[0].value), (*a)[0].node->span()));
  const size_t dims = program_.schedule->stage(stage).op->output_shape(0).size();
  const size_t named = f->node->params.size() - (f->node->star_param ? 1 : 0);
  std::vector<tir::Var> vars;  // as many as the lambda takes; the step says whether that fits
  std::vector<Value> values;
  for (size_t i = 0; i < (f->node->star_param ? std::max(dims, named) : named); ++i) {
    vars.push_back(tir::make_var(i < named ? std::string(f->node->params[i]) : "i" + std::to_string(i)));
    values.emplace_back(ExprValue{vars.back()});
  }
  const auto indices = body_of(call_lambda(f->node, values, args.call), f->node->a);
  if (!indices) return Poison();
  auto result = schedule::transform_layout(*program_.schedule, stage, vars, *indices, source(args));
  if (done(std::move(result.diagnostics)).poisoned() || !result.value) {
    if (!program_.diagnostics.empty() && program_.diagnostics.back().code == "NW2134") offer_layout((*a)[0].node, dims);
    if (!program_.diagnostics.empty() && program_.diagnostics.back().code == "NW2133") offer_whole_layout((*a)[0].node);
    return Poison();
  }
  std::vector<Value> axes;
  for (const AxisId id : *result) axes.push_back(axis_value(id));
  return make_list(std::move(axes));
}

}  // namespace nw::script
