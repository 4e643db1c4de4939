// SPDX-License-Identifier: GPL-3.0-or-later
// te.*: placeholders, axes, variables, computations and scans.
#include <limits>

#include "script/computation_reader.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "tir/visit.h"

namespace nw::script {

Value ComputationReader::placeholder(const Arguments& args) {
  const auto a = arguments_.bind(args, "te.placeholder", {"shape", "dtype=", "name="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[2], "the name", "placeholder");
  if (!name) return Poison();
  state_.stage_name = *name;
  auto shape = arguments_.to_shape((*a)[0]);
  const auto dtype = arguments_.to_dtype((*a)[1], DType::Float(32));
  if (!shape || !dtype) return Poison();
  const te::Tensor t = te::placeholder(std::move(*shape), *name, *dtype, state_.statement->span());
  state_.program.tensors.push_back(t);
  return t;
}

Value ComputationReader::variable(const Arguments& args, bool size_var) {
  const auto a = arguments_.bind(args, size_var ? "te.size_var" : "te.var", {"name=", "dtype="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[0], "the name", size_var ? "size" : "tindex");
  const auto dtype = arguments_.to_dtype((*a)[1], DType::Int(32));
  if (!name || !dtype) return Poison();
  if (const auto it = state_.options.sizes.find(*name); it != state_.options.sizes.end())
    return state_.program.fixed_sizes[*name] = it->second;
  state_.program.size_vars.push_back(tir::make_var(*name, *dtype, size_var));
  return ExprValue{state_.program.size_vars.back()};
}

Value ComputationReader::axis(const Arguments& args, bool is_thread) {
  const auto a = is_thread ? arguments_.bind(args, "te.thread_axis", {"dom=", "tag=", "name="})
                           : arguments_.bind(args, "te.reduce_axis", {"dom", "name=", "thread_tag="});
  if (!a) return Poison();
  Arg dom = (*a)[0], tag = is_thread ? (*a)[1] : (*a)[2], name_arg = is_thread ? (*a)[2] : (*a)[1];
  if (is_thread && dom.given() && dom.value.is<std::string>()) std::swap(dom, tag);
  const auto tag_text = arguments_.text_or(tag, "the thread tag", "");
  if (!tag_text) return Poison();
  if (is_thread && tag_text->empty())
    return state_.report(wrong_arguments("te.thread_axis", "the thread tag is missing",
                                         "te.thread_axis((0, 32), \"threadIdx.x\")", args.call->span()));
  const auto name = arguments_.text_or(name_arg, "the name", is_thread ? tag_text->c_str() : "rv");
  if (!name) return Poison();
  tir::Range range;
  if (dom.given()) {
    const ListValue* l = dom.value.list();
    if (!l || l->items.size() != 2)
      return state_.report(
          wrong_type("the axis's domain", "a pair (begin, end)", describe(dom.value), dom.node->span()));
    const tir::Expr begin = arguments_.int_expr(l->items[0], dom.node, "the begin"),
                    end = arguments_.int_expr(l->items[1], dom.node, "the end");
    if (!begin || !end) return Poison();
    range = {begin, tir::is_zero(begin) ? end : end - begin};
    if (const int64_t* extent = tir::as_const_int(range.extent); extent && *extent < 0)
      return state_.report(bad_shape("the axis ends before it begins", dom.node->span()));
    range.min = tir::cast(range.extent->dtype, range.min);
  }
  const tir::IterVar iv = is_thread ? tir::make_iter_var(*name, range, tir::IterType::ThreadIndex, *tag_text)
                                    : te::reduce_axis(range, *name);
  if (!is_thread) state_.reduce_axes.push_back(iv);
  return AxisValue{iv, {}};
}

namespace {

// Whether an index is a loop's variable, or more.
bool at_least(const tir::Expr& index, const tir::Var& var) {
  const auto* sum = tir::node_cast<tir::BinaryNode>(index);
  if (!sum || sum->kind != tir::ExprKind::Add) return index == tir::Expr(var);
  const int64_t* more = tir::as_const_int(sum->b);
  return sum->a == tir::Expr(var) && more && *more >= 0;
}

// An update that reads its own state at its own step or later, when nothing is there yet.
te::Operation reads_unwritten_state(const std::vector<te::Tensor>& updates, const std::vector<te::Tensor>& states) {
  for (size_t i = 0; i < updates.size(); ++i) {
    const auto* op = te::op_cast<te::ComputeNode>(updates[i]->op);
    bool early = false;
    for (const tir::Expr& body : op && !op->axis.empty() ? op->body : std::vector<tir::Expr>())
      tir::walk(body, [&](const tir::Expr& e) {
        const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
        early = early || (load && te::same_tensor(te::tensor_of(*load), states[i]) &&
                          at_least(load->indices[0], op->axis[0]->var));
        return !early;
      });
    if (early) return updates[i]->op;
  }
  return {};
}

// A lambda's parameters as axis names: those of `*i`, whatever it is called, are i0, i1, …, as in TVM.
std::vector<std::string> axis_names(const Node& lambda, size_t dims) {
  std::vector<std::string> names;
  const size_t named = lambda.params.size() - (lambda.star_param ? 1 : 0);
  for (size_t i = 0; i < dims; ++i) {
    if (i < named)
      names.emplace_back(lambda.params[i]);
    else
      names.push_back("i" + std::to_string(i - named));
  }
  return names;
}

// The node in attrs={"node": 3}; other attributes have no meaning here.
int node_of(const Arg& attrs) {
  const auto* given = attrs.value.get<std::shared_ptr<const DictValue>>();
  if (!given) return -1;
  for (const auto& [key, value] : (*given)->items) {
    const auto* name = key.get<std::string>();
    const auto* node = value.get<int64_t>();
    if (name && *name == "node" && node && *node >= 0 && *node <= std::numeric_limits<int>::max())
      return static_cast<int>(*node);
  }
  return -1;
}

}  // namespace

Value ComputationReader::compute(const Arguments& args) {
  const auto a =
      arguments_.bind(args, "te.compute", {"shape", "fcompute", "name=", "tag=", "attrs=", "varargs_names="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[2], "the name", "compute"),
             tag = arguments_.text_or((*a)[3], "the tag", "");
  if (!name || !tag) return Poison();
  state_.stage_name = *name;
  const auto shape = arguments_.to_shape((*a)[0]);
  if (!shape) return Poison();
  const auto* f = (*a)[1].value.get<LambdaValue>();
  if (!f) return state_.report(wrong_type("the body", "a lambda", describe((*a)[1].value), (*a)[1].node->span()));
  const Node& lambda = *f->node;
  const size_t named = lambda.params.size() - (lambda.star_param ? 1 : 0);
  if (named > shape->size() || (named < shape->size() && !lambda.star_param)) {
    return state_.report(wrong_parameter_count(shape->size(), named, lambda.span()),
                         WrongParameterCount{&lambda, shape->size()});
  }
  state_.axis_names = axis_names(lambda, shape->size());
  std::vector<tir::IterVar> axes;
  std::vector<Value> values;
  for (size_t i = 0; i < shape->size(); ++i) {
    const tir::Range dom{tir::int_imm(0, (*shape)[i]->dtype), (*shape)[i]};
    axes.push_back(tir::make_iter_var(state_.axis_names[i], dom, tir::IterType::DataPar));
    values.emplace_back(AxisValue{axes.back(), {}});
  }
  const auto body = arguments_.body_of(evaluator_.call_lambda(&lambda, values, args.call), lambda.a);
  state_.axis_names.clear();
  if (!body || !check_body(*body, axes, &lambda)) return Poison();
  if (state_.program.tensors.size() > kMaxTensors) return state_.report(too_large(args.call->span()));
  return outputs_of(te::make_compute(*name, std::move(axes), *body, *tag, state_.statement->span(), node_of((*a)[4])));
}

Value ComputationReader::outputs_of(const te::Operation& op) {
  std::vector<Value> items;
  for (int i = 0; i < op->num_outputs(); ++i) {
    state_.program.tensors.push_back(te::output(op, i));
    items.emplace_back(state_.program.tensors.back());
  }
  return items.size() == 1 ? items[0] : make_list(std::move(items));
}

bool ComputationReader::check_body(const std::vector<tir::Expr>& body, const std::vector<tir::IterVar>& axes,
                                   const Node* lambda) {
  const Node* at = lambda->a;
  const auto* first = tir::node_cast<tir::ReduceNode>(body[0]);
  for (const tir::Expr& e : body) {
    bool nested = false;
    const auto* r = tir::node_cast<tir::ReduceNode>(e);
    tir::each_child(*e, [&](const tir::Expr& c) {
      tir::walk(c, [&](const tir::Expr& x) {
        nested = nested || x->kind == tir::ExprKind::Reduce;
        return !nested;
      });
    });
    if (nested) {
      state_.report(nested_reduction(at->span()), PartAtFault{lambda});
      return false;
    }
    const bool same = !first == !r && (!first || (r->combiner == first->combiner && r->source == first->source));
    if (!same) {
      state_.report(mixed_bodies(at->span()), PartAtFault{lambda});
      return false;
    }
    if (!check_vars(e, axes, at)) return false;
  }
  if (first) check_accumulator(body[0], at);
  if (first) check_shared_axes(*first, at);
  return true;
}

// One axis reduced over by two computations: allowed, and rarely meant.
void ComputationReader::check_shared_axes(const tir::ReduceNode& reduction, const Node* at) {
  for (const tir::IterVar& axis : reduction.axis) {
    const auto [other, is_first] = reduced_in_.emplace(axis.get(), state_.stage_name);
    if (is_first) continue;
    state_.report(shared_reduce_axis(axis->var->name, other->second, state_.stage_name, at->span()),
                  SharedReduceAxis{axis});
  }
}

bool ComputationReader::check_vars(const tir::Expr& body, const std::vector<tir::IterVar>& axes, const Node* at) {
  const auto* r = tir::node_cast<tir::ReduceNode>(body);
  auto among = [](const std::vector<tir::IterVar>& list, const tir::VarNode* v) {
    for (const tir::IterVar& iv : list)
      if (iv->var.get() == v) return true;
    return false;
  };
  const tir::VarNode* stray = nullptr;
  tir::walk(body, [&](const tir::Expr& e) {
    const auto* v = tir::node_cast<tir::VarNode>(e);
    if (!v || stray || among(axes, v) || (r && among(r->axis, v))) return !stray;
    for (const tir::Var& size : state_.program.size_vars)
      if (size.get() == v) return true;
    stray = v;
    return false;
  });
  if (!stray) return true;
  const bool reduces = among(state_.reduce_axes, stray);
  state_.report(unbound_axis(stray->name, reduces, at->span()), reduces ? Facts(StrayReduceAxis{body, at}) : NoFacts());
  return false;
}

Value ComputationReader::scan(const Arguments& args) {
  const auto a =
      arguments_.bind(args, "te.scan", {"init", "update", "state_placeholder", "inputs=", "name=", "tag=", "attrs="});
  if (!a) return Poison();
  const auto name = arguments_.text_or((*a)[4], "the name", "scan");
  if (!name) return Poison();
  state_.stage_name = *name;
  auto init = arguments_.to_tensors((*a)[0], "init"), update = arguments_.to_tensors((*a)[1], "update"),
       state = arguments_.to_tensors((*a)[2], "the state");
  if (!init || !update || !state) return Poison();
  std::vector<te::Tensor> inputs;
  if ((*a)[3].given()) {
    auto given = arguments_.to_tensors((*a)[3], "inputs");
    if (!given) return Poison();
    inputs = std::move(*given);
  }
  auto refuse = [&](const std::string& problem) {
    return state_.report(bad_scan(problem, args.call->span()), ScanMismatch{(*a)[1].node, (*a)[2].node, args});
  };
  if (init->empty() || init->size() != update->size() || init->size() != state->size())
    return refuse("init, update and state_placeholder must be lists of one length");
  auto same = [](const tir::Expr& x, const tir::Expr& y) { return tir::structural_equal(x, y); };
  for (size_t i = 0; i < init->size(); ++i) {
    const te::Tensor &s = (*state)[i], &u = (*update)[i], &first = (*init)[i];
    if (s->op->kind != te::OpKind::Placeholder)
      return refuse("the state must be a placeholder, but " + s->name + " is computed");
    if (s->shape.empty() || s->shape.size() != u->shape.size() || s->shape.size() != first->shape.size())
      return refuse("init, update and state must have as many dimensions, the first being time");
    for (size_t k = 0; k < s->shape.size(); ++k)
      if (!same(s->shape[k], u->shape[k]) || (k > 0 && !same(s->shape[k], first->shape[k])))
        return refuse("the shapes of " + s->name + ", " + u->name + " and " + first->name + " do not fit");
    if (s->dtype != u->dtype || s->dtype != first->dtype)
      return refuse("init, update and state must have one data type");
  }
  if (const te::Operation early = reads_unwritten_state(*update, *state)) {
    return state_.report(
        bad_scan(early->name + " reads the state of a step that is not computed yet; the last one is t - 1",
                 early->span.valid() ? early->span : args.call->span()),
        EarlyStateRead{early->span.line, *state});
  }
  const auto outputs = te::scan(std::move(*init), std::move(*update), std::move(*state), std::move(inputs), *name,
                                state_.statement->span());
  return outputs_of(outputs[0]->op);
}

Value ComputationReader::topi_prod(const Arguments& args) {
  const auto a = arguments_.bind(args, "topi.prod", {"data", "axis=", "keepdims="});
  if (!a) return Poison();
  const auto data = arguments_.to_tensor((*a)[0], "what topi.prod reduces");
  if (!data) return Poison();
  const auto rank = static_cast<int64_t>((*data)->shape.size());
  std::vector<bool> reduced((*data)->shape.size(), !(*a)[1].given());
  if ((*a)[1].given()) {
    const ListValue* l = (*a)[1].value.list();
    for (size_t i = 0; i < (l ? l->items.size() : 1); ++i) {
      const auto k = arguments_.to_int({l ? l->items[i] : (*a)[1].value, (*a)[1].node, {}}, "the axis");
      if (!k) return Poison();
      if (*k < -rank || *k >= rank)
        return state_.report(index_out_of_range(*k, static_cast<size_t>(rank), (*a)[1].node->span()));
      reduced[static_cast<size_t>(*k < 0 ? *k + rank : *k)] = true;
    }
  }
  bool keep = false;
  if ((*a)[2].given()) {
    const auto yes = arguments_.truth((*a)[2].value, (*a)[2].node, "if");
    if (!yes) return Poison();
    keep = *yes;
  }
  std::vector<tir::IterVar> axes, over;
  std::vector<tir::Expr> indices;
  for (size_t i = 0; i < reduced.size(); ++i) {
    const tir::Expr& extent = (*data)->shape[i];
    const tir::Range dom{tir::int_imm(0, extent->dtype), extent};
    const tir::Range one{tir::int_imm(0), tir::int_imm(1)};
    if (!reduced[i] || keep)
      axes.push_back(
          tir::make_iter_var("ax" + std::to_string(axes.size()), reduced[i] ? one : dom, tir::IterType::DataPar));
    if (reduced[i]) over.push_back(te::reduce_axis(dom, "k" + std::to_string(i)));
    indices.push_back(reduced[i] ? over.back()->var : axes.back()->var);
  }
  if (over.empty()) return state_.report(bad_shape("topi.prod reduces over no axis", args.call->span()));
  return outputs_of(te::make_compute((*data)->op->name + "_red", std::move(axes),
                                     {te::prod(te::read(*data, std::move(indices)), std::move(over))}, "comm_reduce",
                                     state_.statement->span()));
}

}  // namespace nw::script
