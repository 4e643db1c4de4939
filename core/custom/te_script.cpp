// SPDX-License-Identifier: GPL-3.0-or-later
#include "custom/te_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "interp/interp.h"
#include "op/diagnostics.h"
#include "script/script.h"

namespace nw::custom {

namespace {

using graph::Type;
using te::Tensor;

Diagnostic cannot_use(std::string why, TextSpan at = {}) {
  Diagnostic d;
  d.code = "NW3114";
  d.message = "the operator's script cannot be used: " + std::move(why);
  if (at.valid()) d.because.push_back(fmt::format("line {} of the script", at.line));
  return d;
}

Diagnostic for_other_types(const graph::Node& node, const std::string& why) {
  Diagnostic d;
  d.code = "NW1450";
  d.message = fmt::format("'{}' cannot be opened as a kernel: {}", node.op, why);
  d.where.push_back(at_node(node.name));
  return d;
}

bool is_placeholder(const Tensor& tensor) {
  return tensor->op->kind == te::OpKind::Placeholder;
}

// Placeholders of scans' states are made by the script, but are no arguments.
std::vector<Tensor> placeholders_of(const script::Program& program) {
  std::set<const te::OperationNode*> states;
  for (const Tensor& tensor : program.tensors)
    if (const auto* scan = te::op_cast<te::ScanNode>(tensor->op))
      for (const Tensor& state : scan->state_placeholder) states.insert(state->op.get());
  std::vector<Tensor> found;
  for (const Tensor& tensor : program.tensors)
    if (is_placeholder(tensor) && !states.contains(tensor->op.get())) found.push_back(tensor);
  return found;
}

// The kernel's results; of a script without a kernel, those of the operations that it schedules, or its last tensor.
std::vector<Tensor> results_of(const script::Program& program) {
  std::vector<Tensor> found;
  for (const Tensor& tensor : program.args)
    if (!is_placeholder(tensor)) found.push_back(tensor);
  if (!found.empty()) return found;
  for (const te::Operation& op : program.scheduled)
    for (int i = 0; i < op->num_outputs(); ++i) found.push_back(te::output(op, i));
  if (!found.empty()) return found;
  for (const Tensor& tensor : program.tensors)
    if (!is_placeholder(tensor)) found = {tensor};
  return found;
}

Type type_of(const Tensor& tensor) {
  graph::Shape shape;
  for (const tir::Expr& extent : tensor->shape) {
    const int64_t* number = tir::as_const_int(extent);
    shape.push_back(number ? graph::Dim(*number) : graph::Dim(extent));
  }
  return Type::tensor(tensor->dtype, std::move(shape));
}

std::vector<Type> types_of(const std::vector<Tensor>& tensors) {
  std::vector<Type> types;
  for (const Tensor& tensor : tensors) types.push_back(type_of(tensor));
  return types;
}

bool has_steps(const script::Program& program) {
  return std::ranges::any_of(program.statements,
                             [](const script::Statement& s) { return s.applied && s.step.has_value(); });
}

std::string first_error(const Diagnostics& diagnostics, TextSpan& at) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::Error) continue;
    if (!d.where.empty()) at = d.where.front().span;
    return fmt::format("{} ({})", d.message, d.code);
  }
  return "it has errors";
}

// The extents of a placeholder that are open sizes by themselves get the call's.
void take_sizes(const Type& wanted, const Type& given, std::map<std::string, int64_t>& sizes) {
  if (!given.is_tensor() || given.shape.size() != wanted.shape.size()) return;
  for (size_t d = 0; d < wanted.shape.size(); ++d) {
    const auto* name = tir::node_cast<tir::VarNode>(wanted.shape[d].expr());
    const auto value = given.shape[d].constant();
    if (name && value) sizes.emplace(name->name, *value);
  }
}

bool equal(const Type& a, const Type& b) {
  return a.is_tensor() && b.is_tensor() && a.dtype == b.dtype && a.rank_known && b.rank_known &&
         graph::same(a.shape, b.shape);
}

}  // namespace

// The script for the sizes of one call.
struct TeScript::Instance {
  script::Program program;
  std::vector<Tensor> inputs, outputs;
};

Result<std::shared_ptr<const TeScript>> TeScript::read(const std::string& text, int inputs) {
  script::ReadOptions options;
  options.explain = false;
  const script::Program program = script::read(text, options);
  if (!program.ok()) {
    TextSpan at;
    std::string why = first_error(program.diagnostics, at);
    return cannot_use(std::move(why), at);
  }
  auto made = std::make_shared<TeScript>();
  made->text_ = text;
  made->open_ = !program.size_vars.empty();
  made->has_steps_ = has_steps(program);
  const std::vector<Tensor> placeholders = placeholders_of(program), results = results_of(program);
  if (results.empty()) return cannot_use("it computes nothing");
  if (placeholders.size() != static_cast<size_t>(inputs))
    return cannot_use(fmt::format("it has {} placeholder{}, the operator {} input{}", placeholders.size(),
                                  placeholders.size() == 1 ? "" : "s", inputs, inputs == 1 ? "" : "s"));
  made->arguments_ = types_of(placeholders);
  made->results_ = types_of(results);
  return std::shared_ptr<const TeScript>(std::move(made));
}

Result<TeScript::Instance> TeScript::instance(const graph::Node& node, const std::vector<Type>& arguments) const {
  script::ReadOptions options;
  options.explain = options.verify = false;
  for (size_t i = 0; i < std::min(arguments.size(), arguments_.size()); ++i)
    take_sizes(arguments_[i], arguments[i], options.sizes);
  for (const auto& [key, attr] : node.attrs)
    if (const auto* value = std::get_if<int64_t>(&attr.value)) options.sizes.emplace(key, *value);
  Instance made{script::read(text_, options), {}, {}};
  if (!made.program.ok()) {
    TextSpan at;
    return for_other_types(node,
                           "with its sizes the script does not hold: " + first_error(made.program.diagnostics, at));
  }
  made.inputs = placeholders_of(made.program);
  made.outputs = results_of(made.program);
  if (made.inputs.size() != arguments.size())
    return for_other_types(
        node, fmt::format("its script takes {} tensors, the call has {}", made.inputs.size(), arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (equal(type_of(made.inputs[i]), arguments[i])) continue;
    return for_other_types(node, fmt::format("its script is for {} where argument {} is {}",
                                             graph::brief(type_of(made.inputs[i])), i, graph::brief(arguments[i])));
  }
  return made;
}

Result<Type> TeScript::result(const graph::Node& node, const std::vector<Type>& arguments) const {
  if (std::ranges::any_of(arguments, [](const Type& type) { return !graph::is_known(type) || type.is_dynamic(); }))
    return Type::unknown();
  Result<Instance> made = instance(node, arguments);
  if (!made.value) {
    std::string why = made.diagnostics.front().message;
    if (const size_t colon = why.find(": "); colon != std::string::npos) why = why.substr(colon + 2);
    return op::shapes_disagree(node, why);
  }
  std::vector<Type> types = types_of(made->outputs);
  for (const Type& type : types)
    if (type.is_dynamic()) return Type::unknown();
  return types.size() == 1 ? types.front() : Type::tuple(std::move(types));
}

Result<std::vector<Tensor>> TeScript::compute(const graph::Node& node, const std::vector<Tensor>& arguments,
                                              const std::string& name) const {
  Result<Instance> made = instance(node, types_of(arguments));
  if (!made.value) return std::move(made.diagnostics);
  te::TensorMap map;
  for (size_t i = 0; i < arguments.size(); ++i) map.emplace_back(made->inputs[i], arguments[i]);
  std::vector<te::Operation> roots;
  for (const Tensor& output : made->outputs) roots.push_back(output->op);
  for (const te::Operation& op : te::post_order(roots)) {
    if (op->kind == te::OpKind::Placeholder) continue;
    const te::Operation over = te::replace_inputs(op, map);
    const auto* compute = te::op_cast<te::ComputeNode>(over);
    if (!compute) return for_other_types(node, "its script has a scan, which does not fuse with other operators");
    // The result has the operator's name, as the stages of other operators.
    const bool result = op == made->outputs.back()->op;
    const te::Operation named =
        te::make_compute(result ? name : name + "_" + op->name, compute->axis, compute->body, compute->tag);
    for (int i = 0; i < op->num_outputs(); ++i) map.emplace_back(te::output(op, i), te::output(named, i));
  }
  std::vector<Tensor> outputs;
  for (const Tensor& output : made->outputs)
    for (const auto& [from, to] : map)
      if (te::same_tensor(from, output)) outputs.push_back(to);
  return outputs;
}

Result<std::vector<NDArray>> TeScript::evaluate(const graph::Node& node, const std::vector<NDArray>& arguments) const {
  std::vector<Type> types;
  for (const NDArray& argument : arguments)
    types.push_back(Type::tensor(argument.dtype(), {argument.shape().begin(), argument.shape().end()}));
  Result<Instance> made = instance(node, types);
  if (!made.value) return std::move(made.diagnostics);
  interp::Options options;
  options.wide_reductions = true;
  interp::Interpreter interpreter(made->outputs, {}, options);
  for (size_t i = 0; i < arguments.size(); ++i) interpreter.set_input(made->inputs[i], arguments[i]);
  std::vector<NDArray> values;
  for (const Tensor& output : made->outputs) {
    Result<NDArray> value = interpreter.evaluate(output);
    if (!value.ok()) return std::move(value.diagnostics);
    values.push_back(std::move(*value));
  }
  return values;
}

std::optional<op::ScheduledCall> TeScript::scheduled(const graph::Node& node,
                                                     const std::vector<Type>& arguments) const {
  if (!has_steps_) return std::nullopt;
  Result<Instance> made = instance(node, arguments);
  if (!made.value) return std::nullopt;
  op::ScheduledCall call;
  call.inputs = made->inputs;
  call.outputs = made->outputs;
  for (const script::Statement& s : made->program.statements)
    if (s.applied && s.step) call.steps.push_back(s.step->step);
  if (open_) return call;
  // As it is written, if its kernel takes all arguments and gives its results behind them.
  std::vector<Tensor> args = made->program.args;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!is_placeholder(args[i])) continue;
    const auto input = std::ranges::find_if(made->inputs, [&](const Tensor& t) { return te::same_tensor(t, args[i]); });
    if (input == made->inputs.end() || i != call.order.size()) return call;
    call.order.push_back(static_cast<size_t>(input - made->inputs.begin()));
  }
  if (call.order.size() == made->inputs.size() && args.size() == call.order.size() + call.outputs.size())
    call.text = text_;
  return call;
}

}  // namespace nw::custom
