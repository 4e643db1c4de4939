// SPDX-License-Identifier: GPL-3.0-or-later
// A frame holds the values of one call of a function; frames form a chain by what functions capture. A node's value
// goes into the outermost frame on which it depends, so that what does not change in a loop is computed once. Nodes are
// visited with a stack of our own: graphs are thousands of nodes deep.
#include "reference/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/budget.h"
#include "reference/frame.h"
#include "reference/operators.h"
#include "reference/sizes.h"

namespace nw::reference {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

// Functions that only operators call (bodies of loops): they do not outlive the call in which they are made.
std::unordered_set<NodeId> bodies_of(const Graph& graph) {
  std::unordered_set<NodeId> bodies, others;
  const auto is_function = [&](NodeId id) { return graph.node(id).kind == NodeKind::Function; };
  for (const NodeId id : graph.outputs)
    if (is_function(id)) others.insert(id);
  for (const Node& node : graph.nodes())
    for (const NodeId input : node.inputs)
      if (is_function(input)) (node.op.starts_with("onnx.") ? bodies : others).insert(input);
  for (const NodeId id : others) bodies.erase(id);
  return bodies;
}

// Its arguments' elements do not matter.
bool reads_shape_only(const Node& node) {
  return node.op == "shape_of" || node.op == "vm.shape_of" || node.op == "ndarray_size";
}

class Evaluator final : private Functions {
 public:
  Evaluator(const Graph& graph, const std::vector<NodeId>& roots, const EvaluationOptions& options)
      : graph_(graph), options_(options), bodies_(bodies_of(graph)) {
    memory_.limit = options.memory_bytes;
    frames_.push_back(std::make_unique<Frame>(nullptr, &memory_of_frames_));
    for (const NodeId root : roots) bodies_.erase(root);
    count_uses(roots);
  }

  bool give(NodeId id, const Value& value) {
    const Node& node = graph_.node(id);
    append(failed_, root().sizes.take(graph_, node, value));
    for (Diagnostic& d : failed_)
      if (d.code == other_type(node, "").code) d = wrong_input(node, describe(value));
    root().slots.insert_or_assign(id, Slot{value, 0});
    given_.insert_or_assign(id, true);
    if (node.kind != NodeKind::Constant) live_.add(value);
    memory_.used = live_.total();
    return !has_errors(failed_);
  }

  bool run(Frame& frame, NodeId wanted);
  const Value& value(NodeId id) { return root().find(id)->value; }
  Frame& root() { return *frames_.front(); }
  Diagnostics failed() && { return std::move(failed_); }
  // The loops that are under way, outermost first: "'/layer/Loop' is in turn 12 of its body".
  std::vector<std::string> progress() const {
    std::vector<std::string> facts;
    for (const auto& [node, turn] : loops_)
      facts.push_back(fmt::format("'{}' is in turn {} of its body", graph_.node(node).name, turn));
    return facts;
  }

 private:
  struct Uses {
    int left = 0;
    bool pinned = false;  // somebody may read it whom we do not count: a branch, a function, the caller
  };

  void count_uses(const std::vector<NodeId>& roots);
  void pin_all(const std::vector<NodeId>& roots);
  void release_inputs(const Node& node);
  bool push_missing(Frame& frame, const Node& node, std::vector<NodeId>& stack);
  bool compute(Frame& frame, const Node& node);
  Result<Value> compute_declared(const Node& node, const Values& arguments);
  bool compute_call(Frame& frame, const Node& node, Slot& slot);
  bool compute_group(Frame& frame, const Node& node, const GroupComputer::Group& group);
  const GroupComputer::Group* group_of(const Frame& frame, NodeId id) const {
    if (!options_.groups || uncovered_.contains(id) || frame.one_by_one.contains(id)) return nullptr;
    return options_.groups->find(id);
  }
  bool compute_tuple_get(Frame& frame, const Node& node, Slot& slot);
  bool take_chosen(Frame& frame, const Node& node, const Slot& slot);
  bool call_function(Frame& frame, const Node& node, Slot& slot);
  bool call_closure(const Node& caller, Closure callee, std::vector<Slot> arguments, Slot& slot);
  Values call(const Call& by, const Value& function, Values arguments) override;
  const graph::Type* parameter_type(const Value& function, size_t i) override;
  bool call_body(Frame*& frame, const Node& function, Slot& slot, Closure& next, std::vector<Slot>& arguments);
  bool bind_parameters(Frame& frame, const Node& caller, const Node& function, std::vector<Slot> arguments);
  bool bind_let(Frame& frame, const Node& let);
  std::optional<NodeId> branch_of(Frame& frame, const Node& node);
  bool callee_of(Frame& frame, const Node& node, Closure& callee, std::vector<Slot>& arguments);
  void keep(Frame& frame, const Node& node, Slot slot);
  Frame& enter(Frame* captured) {
    frames_.push_back(std::make_unique<Frame>(captured, &memory_of_frames_));
    return *frames_.back();
  }
  void leave(Frame& frame);
  bool wait_for(const Value& value) {
    if (options_.groups) append(failed_, options_.groups->fetch(value));
    return failed_.empty();
  }
  void fetch(const Value& value) override;
  bool fail(Diagnostic diagnostic) {
    failed_.push_back(std::move(diagnostic));
    return false;
  }

  void begin_scope(const Node& node) const {
    if (options_.on_scope) options_.on_scope(node.id, true);
  }
  void end_scope(const Node& node) const {
    if (options_.on_scope) options_.on_scope(node.id, false);
  }

  static constexpr int kDeepestCall = 400;

  const Graph& graph_;
  const EvaluationOptions& options_;
  std::unordered_set<NodeId> bodies_;
  std::pmr::unsynchronized_pool_resource memory_of_frames_;
  std::vector<std::unique_ptr<Frame>> frames_;  // the first is the main function's
  std::unordered_map<NodeId, Uses> uses_;
  std::unordered_map<NodeId, bool> given_;
  std::set<NodeId> uncovered_;  // their groups cannot be computed at once
  LiveBytes live_;
  Memory memory_;
  int call_depth_ = 0;
  std::vector<NodeId> branches_;                   // of Ifs that are under way, innermost last
  std::vector<std::pair<NodeId, int64_t>> loops_;  // operators that call a function, with the number of the call
  Diagnostics failed_;
};

// What is computed for certain, in the main function, is counted. What branches and functions read stays.
void Evaluator::count_uses(const std::vector<NodeId>& roots) {
  std::vector<NodeId> stack = roots;
  std::vector<bool> seen(graph_.size(), false);
  std::vector<NodeId> uncertain;
  for (const NodeId id : roots) uses_[id].pinned = true;
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const Node& node = graph_.node(id);
    const bool conditional = node.kind == NodeKind::If || node.kind == NodeKind::Function;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (conditional && !(node.kind == NodeKind::If && i == 0)) {
        uncertain.push_back(node.inputs[i]);
        continue;
      }
      ++uses_[node.inputs[i]].left;
      stack.push_back(node.inputs[i]);
    }
  }
  pin_all(uncertain);
}

void Evaluator::pin_all(const std::vector<NodeId>& roots) {
  for (const NodeId id : graph_.post_order(roots)) uses_[id].pinned = true;
}

void Evaluator::release_inputs(const Node& node) {
  for (const NodeId input : node.inputs) {
    const auto uses = uses_.find(input);
    if (uses == uses_.end() || --uses->second.left > 0 || uses->second.pinned || given_.count(input)) continue;
    const auto slot = root().slots.find(input);
    if (slot == root().slots.end()) continue;
    live_.remove(slot->second.value);
    slot->second.value = Value();
  }
  memory_.used = live_.total();
}

void Evaluator::keep(Frame& frame, const Node& node, Slot slot) {
  if (options_.on_value) options_.on_value(node.id, slot.value);
  Frame& home = frame.at(slot.depth);
  if (node.kind != NodeKind::Constant) live_.add(slot.value);
  home.slots.insert_or_assign(node.id, std::move(slot));
  if (&home == &root() && &frame == &root()) release_inputs(node);
  memory_.used = live_.total();
  if (options_.groups) options_.groups->values_take(memory_.used);
}

void Evaluator::leave(Frame& frame) {
  if (frame.captured) return;
  for (const auto& [id, slot] : frame.slots) live_.remove(slot.value);
  memory_.used = live_.total();
  std::erase_if(frames_, [&](const auto& owned) { return owned.get() == &frame; });
}

// True where nothing is missing.
bool Evaluator::push_missing(Frame& frame, const Node& node, std::vector<NodeId>& stack) {
  const auto need = [&](NodeId id) {
    if (frame.find(id)) return true;
    stack.push_back(id);
    return false;
  };
  if (const GroupComputer::Group* group = group_of(frame, node.id)) {
    bool complete = true;
    for (size_t i = group->inputs.size(); i-- > 0;) complete &= need(group->inputs[i]);
    return complete;
  }
  switch (node.kind) {
    case NodeKind::Input:
    case NodeKind::Constant:
    case NodeKind::Function:
    case NodeKind::GlobalRef:
      return true;
    case NodeKind::If: {
      if (!need(node.inputs[0])) return false;
      const std::optional<NodeId> branch = branch_of(frame, node);
      if (!branch || need(*branch)) return true;
      branches_.push_back(node.id);
      begin_scope(node);
      return false;
    }
    case NodeKind::Let:
      if (!need(node.inputs[0])) return false;
      return !bind_let(frame, node) || need(node.inputs[1]);
    default: {
      bool complete = true;
      for (size_t i = node.inputs.size(); i-- > 0;) complete &= need(node.inputs[i]);
      return complete;
    }
  }
}

bool Evaluator::run(Frame& frame, NodeId wanted) {
  std::vector<NodeId> stack{wanted};
  while (!stack.empty() && failed_.empty()) {
    spend();
    const NodeId id = stack.back();
    if (frame.find(id)) {
      stack.pop_back();
      continue;
    }
    if (!push_missing(frame, graph_.node(id), stack)) continue;
    if (!failed_.empty()) return false;
    if (const GroupComputer::Group* group = group_of(frame, id)) {
      if (!compute_group(frame, graph_.node(id), *group)) return false;
      continue;  // computed, or now one of those that are computed by themselves
    }
    if (!compute(frame, graph_.node(id))) return false;
    stack.pop_back();
  }
  return failed_.empty();
}

std::optional<NodeId> Evaluator::branch_of(Frame& frame, const Node& node) {
  if (!wait_for(frame.find(node.inputs[0])->value)) return std::nullopt;
  const NDArray* condition = frame.find(node.inputs[0])->value.tensor();
  if (!condition || condition->size() != 1) {
    fail(value_not_accepted(node, "its condition is not one truth value",
                            {describe(frame.find(node.inputs[0])->value)}));
    return std::nullopt;
  }
  return node.inputs[condition->at(0) != 0 ? 1 : 2];
}

bool Evaluator::bind_let(Frame& frame, const Node& let) {
  if (frame.find(let.bound) && frame.slots.count(let.bound)) return true;
  const Slot slot = *frame.find(let.inputs[0]);
  live_.add(slot.value);
  // In this frame: in another call of the same function the variable has another value.
  frame.slots.insert_or_assign(let.bound, slot);
  append(failed_, frame.sizes.take(graph_, graph_.node(let.bound), slot.value, frame.depth > 0));
  return failed_.empty();
}

bool Evaluator::compute(Frame& frame, const Node& node) {
  spend(500);  // a few nodes, and the clock is looked at
  Slot slot;
  for (const NodeId input : node.inputs)
    if (const Slot* given = frame.find(input)) slot.depth = std::max(slot.depth, given->depth);
  switch (node.kind) {
    case NodeKind::Input:
      return fail(wrong_input(node, ""));
    case NodeKind::Constant:
      if (!node.data.defined()) return fail(wrong_input(node, ""));
      slot = {node.data, 0};
      break;
    case NodeKind::Call:
      if (!compute_call(frame, node, slot)) return false;
      break;
    case NodeKind::CallNode:
      begin_scope(node);
      if (!call_function(frame, node, slot)) return false;
      end_scope(node);
      break;
    case NodeKind::Tuple: {
      Values fields;
      for (const NodeId input : node.inputs) fields.push_back(frame.find(input)->value);
      slot.value = std::move(fields);
      break;
    }
    case NodeKind::TupleGet:
      if (!compute_tuple_get(frame, node, slot) || !take_chosen(frame, node, slot)) return false;
      break;
    case NodeKind::If:
      slot.value = frame.find(*branch_of(frame, node))->value;
      if (!branches_.empty() && branches_.back() == node.id) {
        branches_.pop_back();
        end_scope(node);
      }
      if (!take_chosen(frame, node, slot)) return false;
      break;
    case NodeKind::Let:
      slot.value = frame.find(node.inputs[1])->value;
      break;
    case NodeKind::Function:
      for (Frame* f = &frame; f && !bodies_.contains(node.id); f = f->outer) f->captured = true;
      slot = {std::make_shared<const Closure>(Closure{&node, &frame}), frame.depth};
      break;
    case NodeKind::GlobalRef: {
      const auto it = graph_.functions.find(node.op.starts_with('@') ? node.op.substr(1) : node.op);
      if (it == graph_.functions.end()) return fail(no_reference(node));
      slot = {std::make_shared<const Closure>(Closure{&graph_.node(it->second), &root()}), 0};
      break;
    }
    case NodeKind::RefCreate:
      slot = {std::make_shared<Value::Cell>(Value::Cell{frame.find(node.inputs[0])->value}), frame.depth};
      break;
    case NodeKind::RefRead:
    case NodeKind::RefWrite: {
      const auto* cell = frame.find(node.inputs[0])->value.cell();
      if (!cell) return fail(value_not_accepted(node, "its argument is no reference", {}));
      if (node.kind == NodeKind::RefRead)
        slot = {(*cell)->content, frame.depth};
      else
        (*cell)->content = frame.find(node.inputs[1])->value, slot = {Values{}, frame.depth};
      break;
    }
    default:
      return fail(no_reference(node));
  }
  keep(frame, node, std::move(slot));
  return true;
}

bool Evaluator::compute_group(Frame& frame, const Node& node, const GroupComputer::Group& group) {
  Values inputs;
  Slot slot;
  for (const NodeId input : group.inputs) {
    const Slot* given = frame.find(input);
    slot.depth = std::max(slot.depth, given->depth);
    inputs.push_back(given->value);
  }
  if (!options_.groups->pays(node.id, inputs, frame.sizes)) {
    frame.one_by_one.insert(node.id);
    return true;
  }
  options_.groups->values_take(memory_.used);
  Result<Value> result = options_.groups->compute(node.id, inputs, frame.sizes);
  append(failed_, std::move(result.diagnostics));
  if (!failed_.empty()) return false;
  if (!result.value) {
    uncovered_.insert(node.id);
    return true;
  }
  slot.value = std::move(*result.value);
  if (node.type.kind != graph::Type::Kind::Unknown)
    append(failed_, frame.at(slot.depth).sizes.take(graph_, node, slot.value));
  if (!failed_.empty()) return false;
  for (const NodeId inner : group.nodes)
    if (inner != node.id && &frame == &root()) release_inputs(graph_.node(inner));
  keep(frame, node, std::move(slot));
  return true;
}

// A call of an operator that the document declares: by what it stands for, else by its own definition. No value and no
// diagnostics: it has neither.
Result<Value> Evaluator::compute_declared(const Node& node, const Values& arguments) {
  if (node.stands_for) {
    std::map<NodeId, Value> given;
    for (size_t i = 0; i < arguments.size() && i < node.stands_for->inputs.size(); ++i)
      given[node.stands_for->inputs[i]] = arguments[i];
    EvaluationOptions inside;
    inside.memory_bytes = std::max<int64_t>(memory_.limit - memory_.used, 0);
    inside.seconds = options_.seconds;
    inside.cancel = options_.cancel;
    Result<Values> values = evaluate(*node.stands_for, given, inside);
    if (!values.ok()) return values.diagnostics;
    return values->size() == 1 ? values->front() : Value(std::move(*values));
  }
  if (!graph_.operators) return {};
  std::vector<NDArray> tensors;
  for (const Value& argument : arguments)
    for (NDArray& tensor : tensors_of(argument)) tensors.push_back(std::move(tensor));
  Result<std::vector<NDArray>> computed = graph_.operators->evaluate(node, tensors);
  if (!computed.ok()) return computed.diagnostics;
  if (!node.type.is_tuple() && computed->size() == 1) return Value(std::move(computed->front()));
  return Value(Values(computed->begin(), computed->end()));
}

bool Evaluator::compute_call(Frame& frame, const Node& node, Slot& slot) {
  Values arguments;
  for (const NodeId input : node.inputs) arguments.push_back(frame.find(input)->value);
  const bool has_body = std::ranges::any_of(arguments, [](const Value& v) { return v.function() != nullptr; });
  // An operator with a body reads few elements of its arguments, and asks for them itself.
  if (!has_body && !reads_shape_only(node))
    for (const Value& argument : arguments)
      if (!wait_for(argument)) return false;
  if (!Table::standard().find(node.op)) {
    Result<Value> declared = compute_declared(node, arguments);
    append(failed_, std::move(declared.diagnostics));
    if (!failed_.empty()) return false;
    if (declared.value) {
      slot.value = std::move(*declared.value);
      return true;
    }
  }
  const std::optional<graph::Attrs> attrs = frame.sizes.known(node.attrs);
  std::optional<graph::Type> known_type;
  if (node.type.is_dynamic()) known_type = frame.sizes.known(node.type);
  const graph::Type& type = known_type ? *known_type : node.type;
  const size_t loops = loops_.size();
  if (has_body) begin_scope(node);
  Result<Value> result = apply({node, attrs ? *attrs : node.attrs, arguments, type, memory_, this});
  if (has_body) end_scope(node);
  loops_.resize(loops);
  append(failed_, std::move(result.diagnostics));
  if (!result.value || !failed_.empty()) return false;
  slot.value = std::move(*result.value);
  if (node.type.kind != graph::Type::Kind::Unknown)
    append(failed_, frame.at(slot.depth).sizes.take(graph_, node, slot.value));
  return failed_.empty();
}

// A branch, or a field of a loop's results: its type has symbols of its own where it covers several shapes. Branches
// of other ranks have no common type.
bool Evaluator::take_chosen(Frame& frame, const Node& node, const Slot& slot) {
  const NDArray* tensor = slot.value.tensor();
  const bool fits =
      tensor && node.type.is_tensor() && node.type.rank_known && node.type.shape.size() == tensor->shape().size();
  if (fits) append(failed_, frame.at(slot.depth).sizes.take(graph_, node, slot.value));
  return failed_.empty();
}

bool Evaluator::compute_tuple_get(Frame& frame, const Node& node, Slot& slot) {
  const Values* fields = frame.find(node.inputs[0])->value.list();
  const int64_t index = graph::int_attr(node.attrs, "index", 0);
  if (!fields) return fail(value_not_accepted(node, "its argument is no tuple", {}));
  if (index < 0 || index >= static_cast<int64_t>(fields->size()))
    return fail(index_out_of_range(node, index, 0, static_cast<int64_t>(fields->size())));
  slot.value = (*fields)[static_cast<size_t>(index)];
  return true;
}

bool Evaluator::callee_of(Frame& frame, const Node& node, Closure& callee, std::vector<Slot>& arguments) {
  const auto* closure = frame.find(node.inputs[0])->value.function();
  if (!closure) return fail(value_not_accepted(node, "what it calls is no function", {}));
  callee = **closure;
  arguments.clear();
  for (size_t i = 1; i < node.inputs.size(); ++i) arguments.push_back(*frame.find(node.inputs[i]));
  return true;
}

bool Evaluator::bind_parameters(Frame& frame, const Node& caller, const Node& function, std::vector<Slot> arguments) {
  if (function.params.size() != arguments.size() || function.inputs.empty())
    return fail(value_not_accepted(caller, fmt::format("its function takes {} arguments", function.params.size()), {}));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Node& parameter = graph_.node(function.params[i]);
    live_.add(arguments[i].value);
    append(failed_, frame.sizes.take(graph_, parameter, arguments[i].value, true));
    frame.slots.insert_or_assign(parameter.id, Slot{std::move(arguments[i].value), frame.depth});
  }
  return failed_.empty();
}

// The body's value; or `next` and `arguments`, where its last act is a call.
bool Evaluator::call_body(Frame*& frame, const Node& function, Slot& slot, Closure& next,
                          std::vector<Slot>& arguments) {
  next.function = nullptr;
  NodeId id = function.inputs[0];
  std::vector<NodeId> chosen;  // branches that enclose what follows
  const auto leave_branches = [&] {
    for (; !chosen.empty(); chosen.pop_back()) end_scope(graph_.node(chosen.back()));
    return true;
  };
  while (true) {
    const Node& node = graph_.node(id);
    if (node.kind == NodeKind::Let && !frame->find(id)) {
      if (!run(*frame, node.inputs[0]) || !bind_let(*frame, node)) return false;
      id = node.inputs[1];
    } else if (node.kind == NodeKind::If && !frame->find(id)) {
      if (!run(*frame, node.inputs[0])) return false;
      const std::optional<NodeId> branch = branch_of(*frame, node);
      if (!branch) return false;
      chosen.push_back(id);
      begin_scope(node);
      id = *branch;
    } else if (node.kind == NodeKind::CallNode && !frame->find(id)) {
      for (const NodeId input : node.inputs)
        if (!run(*frame, input)) return false;
      return leave_branches() && callee_of(*frame, node, next, arguments);
    } else {
      if (!run(*frame, id)) return false;
      slot.value = frame->find(id)->value;
      return leave_branches();
    }
  }
}

bool Evaluator::call_function(Frame& frame, const Node& node, Slot& slot) {
  Closure callee{};
  std::vector<Slot> arguments;
  if (!callee_of(frame, node, callee, arguments) || !call_closure(node, callee, std::move(arguments), slot))
    return false;
  slot.depth = frame.depth;
  return true;
}

// For operators: a failure goes back to them as a refusal, which apply() reports.
Values Evaluator::call(const Call& by, const Value& function, Values arguments) {
  const auto* closure = function.function();
  if (!closure) by.refuse_value("its first argument is no function");
  if (loops_.empty() || loops_.back().first != by.node.id) loops_.emplace_back(by.node.id, 0);
  ++loops_.back().second;
  const size_t loops = loops_.size();
  std::vector<Slot> slots;
  for (Value& argument : arguments) slots.push_back({std::move(argument), 0});
  Slot result;
  if (!call_closure(*(*closure)->function, **closure, std::move(slots), result)) {
    Refusal refusal{failed_.front()};
    failed_.clear();
    throw refusal;
  }
  loops_.resize(loops);
  return result.value.list() ? *result.value.list() : Values{result.value};
}

void Evaluator::fetch(const Value& value) {
  if (wait_for(value)) return;
  Refusal refusal{failed_.front()};
  failed_.clear();
  throw refusal;
}

const graph::Type* Evaluator::parameter_type(const Value& function, size_t i) {
  const auto* closure = function.function();
  if (!closure || i >= (*closure)->function->params.size()) return nullptr;
  return &graph_.node((*closure)->function->params[i]).type;
}

bool Evaluator::call_closure(const Node& node, Closure callee, std::vector<Slot> arguments, Slot& slot) {
  if (call_depth_ >= kDeepestCall) return fail(calls_too_deep(node, kDeepestCall));
  ++call_depth_;
  Closure next{};
  while (callee.function) {
    spend();
    Frame* own = &enter(callee.captured);
    const bool done = bind_parameters(*own, node, *callee.function, std::move(arguments)) &&
                      call_body(own, *callee.function, slot, next, arguments);
    leave(*own);
    if (!done) return false;
    callee = next;
  }
  --call_depth_;
  return true;
}

}  // namespace

Result<Values> evaluate(const Graph& graph, const std::vector<NodeId>& roots, const std::map<NodeId, Value>& given,
                        const EvaluationOptions& options) {
  Limits limits;
  limits.seconds = options.seconds;
  limits.bytes = std::numeric_limits<size_t>::max() / 2;  // values are counted one by one
  limits.cancel = options.cancel;
  Result<Values> result;
  const Phase phase("evaluating the graph");
  std::optional<Evaluator> made;  // outlives the budget, to say how far it came
  std::optional<Diagnostic> stopped = within_budget(limits, [&] {
    Evaluator& evaluator = made.emplace(graph, roots, options);
    bool ok = true;
    for (const auto& [id, value] : given) ok = evaluator.give(id, value) && ok;
    for (const NodeId root : roots) ok = ok && evaluator.run(evaluator.root(), root);
    if (!ok) {
      result = Result<Values>(std::move(evaluator).failed());
      return;
    }
    Values values;
    for (const NodeId root : roots) values.push_back(evaluator.value(root));
    if (options.groups) append(result.diagnostics, options.groups->fetch(Value(values)));
    if (!has_errors(result.diagnostics)) result.value = std::move(values);
  });
  if (stopped && made) stopped->because = made->progress();
  if (stopped) return *stopped;
  return result;
}

Result<Values> evaluate(const Graph& graph, const std::map<NodeId, Value>& inputs, const EvaluationOptions& options) {
  return evaluate(graph, graph.outputs, inputs, options);
}

}  // namespace nw::reference
