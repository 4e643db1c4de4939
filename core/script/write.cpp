// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "script/expr_text.h"
#include "script/step_text.h"
#include "tir/visit.h"

namespace nw::script {

std::string identifier(std::string_view text) {
  static constexpr std::string_view reserved[] = {
      "False",    "None",   "True", "and",  "as",     "assert",   "async",   "await", "break", "class",
      "continue", "def",    "del",  "elif", "else",   "except",   "finally", "for",   "from",  "global",
      "if",       "import", "in",   "is",   "lambda", "nonlocal", "not",     "or",    "pass",  "raise",
      "return",   "s",      "te",   "tir",  "topi",   "try",      "tvm",     "while", "with",  "yield"};
  std::string name;
  for (const char c : text) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    name += good ? c : '_';
  }
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, "v");
  if (name == "_" || std::ranges::binary_search(reserved, name)) name += "_";
  return name;
}

namespace {

using te::Operation;
using te::Tensor;

std::vector<Operation> operations(const std::vector<Tensor>& tensors) {
  std::vector<Operation> ops;
  for (const Tensor& t : tensors)
    if (std::find(ops.begin(), ops.end(), t->op) == ops.end()) ops.push_back(t->op);
  return ops;
}

// Placeholders in the order of the kernel's arguments, then the rest as it is computed.
std::vector<Operation> ordered(const WriteRequest& r) {
  std::vector<Operation> ops;
  auto add = [&](const Operation& op) {
    if (std::find(ops.begin(), ops.end(), op) == ops.end()) ops.push_back(op);
  };
  for (const Tensor& t : r.args)
    if (t->op->kind == te::OpKind::Placeholder) add(t->op);
  std::vector<Operation> roots = operations(r.outputs);
  for (const Operation& op : operations(r.args)) roots.push_back(op);
  for (const Operation& op : te::post_order(roots)) add(op);
  return ops;
}

class Writer {
 public:
  explicit Writer(const WriteRequest& r) : request_(r), ops_(ordered(r)) {
    naming_.variable = [this](const tir::VarNode& v) { return variable(v); };
    naming_.tensor = [this](const tir::Producer& p) { return tensor(static_cast<const te::TensorNode&>(p)); };
    naming_.reducer = [this](const tir::ReduceNode& n) { return reducer_names_.at(n.combiner.get()); };
    naming_.axis = [this](const tir::IterVar& iv) { return variable(*iv->var); };
    reserve_axis_names();
    for (const Operation& op : ops_) name_operation(op);
  }

  const std::vector<TensorVariable>& variables() const { return variables_; }

  std::string run() {
    std::string text;
    if (!request_.metadata.empty()) text += "# nestwright: " + request_.metadata + "\n";
    text += "import tvm\nfrom tvm import te, tir\n\n# computation\n";
    for (const Operation& op : ops_) operation(op);
    text += lines_;
    text += "\n# schedule\ns = te.create_schedule(" + scheduled() + ")\n";
    text += schedule_lines();
    text += "\n# kernel\ntvm.lower(s, [" + tensors(request_.args) + "], name=" + python_literal(request_.kernel_name) +
            ")\n";
    return text;
  }

 private:
  void line(const std::string& text) { lines_ += text + "\n"; }

  std::string unique(std::string_view wanted) {
    const std::string base = identifier(wanted);
    std::string name = base;
    for (int i = 1; !taken_.insert(name).second; ++i) name = base + "_" + std::to_string(i);
    taken_variables_.insert(name);
    return name;
  }
  // Parameters of lambdas keep their names, since those name the loops; other variables make room for them.
  void reserve_axis_names() {
    for (const Operation& op : ops_)
      if (const auto* c = te::op_cast<te::ComputeNode>(op))
        for (const tir::IterVar& iv : c->axis) taken_.insert(identifier(iv->var->name));
  }
  void name_operation(const Operation& op) {
    for (int i = 0; i < op->num_outputs(); ++i) {
      const Tensor t = te::output(op, i);
      variables_.push_back({t, unique(t->name)});
    }
  }
  std::string tensor(const te::TensorNode& t) const {
    for (const TensorVariable& v : variables_)
      if (v.tensor->op == t.op && v.tensor->value_index == t.value_index) return v.name;
    return identifier(t.name);
  }
  std::string tensors(const std::vector<Tensor>& list) const {
    std::string text;
    for (const Tensor& t : list) text += (text.empty() ? "" : ", ") + tensor(*t);
    return text;
  }
  std::string variable(const tir::VarNode& v) const {
    const auto it = names_.find(tir::Var(&v));
    return it == names_.end() ? identifier(v.name) : it->second;
  }
  std::string expr(const tir::Expr& e) const { return expr_text(e, naming_); }

  // Symbolic sizes are declared where they first appear.
  void sizes(const tir::Expr& e) {
    tir::walk(e, [&](const tir::Expr& x) {
      const auto* v = tir::node_cast<tir::VarNode>(x);
      if (!v || names_.contains(tir::Var(v))) return true;
      const std::string name = names_[tir::Var(v)] = unique(v->name);
      const std::string type = v->dtype == DType::Int(32) ? "" : ", dtype=\"" + to_string(v->dtype) + "\"";
      line(name + " = te." + (v->non_negative ? "size_var" : "var") + "(" + python_literal(v->name) + type + ")");
      return true;
    });
  }
  std::string shape(const std::vector<tir::Expr>& dims) {
    std::string text;
    for (const tir::Expr& dim : dims) {
      sizes(dim);
      const int64_t* known = tir::as_const_int(dim);
      text += (text.empty() ? "" : ", ") + (known && dim->dtype.bits == 32 ? std::to_string(*known) : expr(dim));
    }
    return "(" + text + (dims.size() == 1 ? ",)" : ")");
  }

  void operation(const Operation& op) {
    if (const auto* p = te::op_cast<te::PlaceholderNode>(op)) {
      const std::string dims = shape(p->shape);
      const std::string type = p->dtype == DType::Float(32) ? "" : ", dtype=\"" + to_string(p->dtype) + "\"";
      line(tensor(*te::output(op)) + " = te.placeholder(" + dims + ", name=" + python_literal(op->name) + type + ")");
    } else if (const auto* c = te::op_cast<te::ComputeNode>(op)) {
      compute(*c, op);
    } else if (const auto* s = te::op_cast<te::ScanNode>(op)) {
      const std::string inputs = s->scan_inputs.empty() ? "" : ", inputs=[" + tensors(s->scan_inputs) + "]";
      line(results(op) + " = te.scan([" + tensors(s->init) + "], [" + tensors(s->update) + "], [" +
           tensors(s->state_placeholder) + "]" + inputs + ", name=" + python_literal(op->name) + ")");
    }
  }
  std::string results(const Operation& op) const {
    std::string text;
    for (int i = 0; i < op->num_outputs(); ++i) text += (i ? ", " : "") + tensor(*te::output(op, i));
    return text;
  }
  void compute(const te::ComputeNode& c, const Operation& op) {
    const std::string dims = shape(c.shape);
    std::set<std::string> params;
    std::string list;
    for (const tir::IterVar& iv : c.axis) {
      std::string name = identifier(iv->var->name);
      while (!params.insert(name).second) name += "_";
      names_[iv->var] = name;
      list += (list.empty() ? "" : ", ") + name;
    }
    for (const tir::IterVar& iv : c.reduce_axis) reduce_axis(iv);
    if (const auto* r = tir::node_cast<tir::ReduceNode>(c.body[0])) reducer(*r);
    std::string body;
    if (c.is_reduction())
      body = expr(c.body[0]);
    else
      for (const tir::Expr& e : c.body) body += (body.empty() ? "" : ", ") + expr(e);
    if (!c.is_reduction() && c.body.size() > 1) body = "(" + body + ")";
    const std::string tag = op->tag.empty() ? "" : ", tag=" + python_literal(op->tag);
    const std::string node = op->node < 0 ? "" : fmt::format(", attrs={{\"node\": {}}}", op->node);
    line(results(op) + " = te.compute(" + dims + ", lambda" + (list.empty() ? "" : " ") + list + ": " + body +
         ", name=" + python_literal(op->name) + tag + node + ")");
  }
  void reduce_axis(const tir::IterVar& iv) {
    if (names_.contains(iv->var)) return;
    sizes(iv->dom.min);
    sizes(iv->dom.extent);
    const std::string name = names_[iv->var] = unique(iv->var->name);
    line(name + " = te.reduce_axis((" + expr(iv->dom.min) + ", " + expr(end_of(iv->dom)) +
         "), name=" + python_literal(iv->var->name) + ")");
  }
  // min + extent, undoing what reading (min, end) did.
  static tir::Expr end_of(const tir::Range& dom) {
    const auto* sub = tir::node_cast<tir::BinaryNode>(dom.extent);
    if (sub && sub->kind == tir::ExprKind::Sub && tir::structural_equal(sub->b, dom.min)) return sub->a;
    return dom.min + dom.extent;
  }
  // The built-in reducers by their names; others are declared, once.
  void reducer(const tir::ReduceNode& n) {
    const tir::CommReducer& c = n.combiner;
    if (reducer_names_.contains(c.get())) return;
    const DType t = n.source[0]->dtype;
    if (c->result.size() == 1) {
      const std::pair<const char*, tir::CommReducer> built_in[] = {
          {"te.sum", te::sum_reducer(t)}, {"te.min", te::min_reducer(t)}, {"te.max", te::max_reducer(t)}};
      for (const auto& [name, other] : built_in) {
        auto over = [&](const tir::CommReducer& r) { return tir::reduce(r, n.source, n.axis); };
        if (!tir::structural_equal(over(c), over(other))) continue;
        reducer_names_[c.get()] = name;
        return;
      }
    }
    const std::string name = reducer_names_[c.get()] = unique(c->name.empty() ? "reduce" : c->name);
    auto declare = [&](const std::vector<tir::Var>& vars, const std::string& side) {
      for (size_t i = 0; i < vars.size(); ++i)
        names_[vars[i]] = vars.size() == 1 ? side : side + "[" + std::to_string(i) + "]";
    };
    const std::string x = param_name(c->lhs[0]->name, c->lhs.size() > 1),
                      y = param_name(c->rhs[0]->name, c->rhs.size() > 1);
    declare(c->lhs, x);
    declare(c->rhs, y);
    std::string result, identity, types;
    for (size_t i = 0; i < c->result.size(); ++i) {
      const std::string type = "t" + std::to_string(i);
      result += (i ? ", " : "") + expr(c->result[i]);
      identity += (i ? ", " : "") + identity_text(c->identity[i], type);
      types += (i ? ", " : "") + type;
    }
    const bool tuple = c->result.size() > 1;
    auto packed = [&](const std::string& text) { return tuple ? "(" + text + ")" : text; };
    line(name + " = te.comm_reducer(lambda " + x + ", " + y + ": " + packed(result) + ", lambda " + types + ": " +
         packed(identity) + ", name=" + python_literal(c->name) + ")");
  }
  static std::string param_name(const std::string& hint, bool tuple) {  // x_0 of a tuple is x[0]
    return identifier(tuple && hint.ends_with("_0") ? std::string_view(hint).substr(0, hint.size() - 2)
                                                    : std::string_view(hint));
  }
  std::string identity_text(const tir::Expr& e, const std::string& type) const {
    if (tir::structural_equal(e, te::min_value(e->dtype))) return "te.min_value(" + type + ")";
    if (tir::structural_equal(e, te::max_value(e->dtype))) return "te.max_value(" + type + ")";
    const int64_t* whole = tir::as_const_int(e);
    if (whole) return "tir.const(" + std::to_string(*whole) + ", " + type + ")";
    if (const auto* f = tir::node_cast<tir::FloatImmNode>(e)) {
      const std::string text =
          expr_text(tir::float_imm(f->value, e->dtype.bits == 64 ? DType::Float(64) : DType::Float(32)), naming_);
      return text.starts_with("tir.const(") ? "tir.const(" + text.substr(10, text.find(',') - 10) + ", " + type + ")"
                                            : "tir.const(" + text + ", " + type + ")";
    }
    return expr(e);
  }
  // Each step below the line that names the axes it counts: "y, x = s[C].op.axis".
  std::string schedule_lines() {
    schedule::Schedule s(operations(request_.outputs));
    for (const TensorVariable& v : variables_)
      if (const StageId id = s.find(v.tensor->op); id) stage_variables_[{id, v.tensor->value_index}] = v.name;
    for (const Operation& op : ops_)
      if (const auto* c = te::op_cast<te::ComputeNode>(op))
        for (const tir::IterVar& iv : c->reduce_axis)
          if (const AxisId id = s.axis_of(iv, s.find(op)); id) axis_variables_[id] = variable(*iv->var);
    StepNames names;
    names.tensor = [this](schedule::TensorRef ref) { return stage_variables_.at({ref.stage, ref.output}); };
    names.axis = [this](AxisId id) { return axis_variables_.at(id); };
    names.expressions = naming_;
    std::string text;
    for (schedule::Step step : request_.steps) {
      text += axis_lines(s, step, names);
      for (std::string& name : step.results) name = unique_numbered(name);
      text += step_text(step, names) + "\n";
      Result<schedule::Made> made = schedule::apply(s, step);
      if (!made.value) continue;  // what reads the script says why
      for (size_t i = 0; i < step.results.size() && i < made->axes.size(); ++i)
        axis_variables_[made->axes[i]] = step.results[i];
      for (size_t i = 0; i < step.results.size() && i < made->tensors.size(); ++i)
        stage_variables_[{s.find(made->tensors[i]->op), made->tensors[i]->value_index}] = step.results[i];
    }
    return text;
  }

  std::string unique_numbered(const std::string& wanted) {
    const std::string base = identifier(wanted);
    std::string name = base;
    for (int i = 2; !taken_variables_.insert(name).second; ++i) name = base + "_" + std::to_string(i);
    return name;
  }

  // Root axes that have no variable yet: all of the stage's data, or all of its reduction.
  std::string axis_lines(const schedule::Schedule& s, const schedule::Step& step, const StepNames& names) {
    std::string text;
    const auto name = [&](AxisId axis) {
      if (axis_variables_.contains(axis)) return;
      const schedule::Stage& stage = s.stage(s.owner(axis));
      const bool reduce = stage.find_axis(axis)->iter->type == tir::IterType::CommReduce;
      std::string list;
      size_t count = 0;
      for (size_t i = 0; i < stage.root.size(); ++i) {
        const tir::IterVar& iter = stage.find_axis(stage.root[i])->iter;
        if ((iter->type == tir::IterType::CommReduce) != reduce) continue;
        const std::string variable = unique_numbered(wanted_name(stage, i, iter));
        axis_variables_[stage.root[i]] = variable;
        list += (count++ ? ", " : "") + variable;
      }
      text += list + (count == 1 ? "," : "") + " = " + names.stage(stage.id) + ".op." +
              (reduce ? "reduce_axis" : "axis") + "\n";
    };
    for (const schedule::Argument& argument : step.arguments) {
      if (const auto* axis = std::get_if<AxisId>(&argument)) name(*axis);
      if (const auto* axes = std::get_if<std::vector<AxisId>>(&argument))
        for (const AxisId each : *axes) name(each);
    }
    return text;
  }

  // As the computation calls the axis: rfactor calls those of its sums ax0, ax1, ….
  static std::string wanted_name(const schedule::Stage& stage, size_t i, const tir::IterVar& now) {
    const auto* origin = te::op_cast<te::ComputeNode>(stage.origin_op);
    const bool data = now->type != tir::IterType::CommReduce;
    return short_axis_name(data && origin && i < origin->axis.size() ? origin->axis[i]->var->name : now->var->name);
  }

  std::string scheduled() const {
    std::string text;
    const std::vector<Operation> ops = operations(request_.outputs);
    for (const Operation& op : ops) text += (text.empty() ? "" : ", ") + tensor(*te::output(op)) + ".op";
    return ops.size() == 1 ? text : "[" + text + "]";
  }

  const WriteRequest& request_;
  std::vector<Operation> ops_;
  Naming naming_;
  std::set<std::string> taken_;
  std::vector<TensorVariable> variables_;
  std::map<tir::Var, std::string, tir::VarOrder> names_;
  std::map<const tir::CommReducerNode*, std::string> reducer_names_;
  std::map<std::pair<StageId, int>, std::string> stage_variables_;  // of the schedule, by output
  std::map<AxisId, std::string> axis_variables_;
  std::set<std::string> taken_variables_;  // of the schedule and of tensors
  std::string lines_;
};

}  // namespace

std::string write(const WriteRequest& request) {
  return Writer(request).run();
}

std::vector<TensorVariable> tensor_variables(const WriteRequest& request) {
  return Writer(request).variables();
}

}  // namespace nw::script
