// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/matcher.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "pattern/attributes.h"

namespace nw::pattern {

namespace {

constexpr size_t kMostSteps = 300'000;  // of one trial
constexpr size_t kMostWays = 5'000;     // visits of ways under `dominates` that are made as TVM makes them

bool same_value(const NDArray& a, const NDArray& b) {
  return graph::Attr{a} == graph::Attr{b};
}

bool same_type(const graph::Type& a, const graph::Type& b) {
  if (a.kind != b.kind) return false;
  if (a.is_tensor()) return a.dtype == b.dtype && a.rank_known && b.rank_known && graph::same(a.shape, b.shape);
  if (a.fields.size() != b.fields.size() || a.text != b.text) return false;
  for (size_t i = 0; i < a.fields.size(); ++i)
    if (!same_type(a.fields[i], b.fields[i])) return false;
  return true;
}

}  // namespace

std::string_view to_string(MissKind kind) {
  static constexpr std::string_view kNames[] = {
      "operator", "not-called",    "arity",        "attribute", "no-attribute", "dtype", "shape",    "type",
      "constant", "variable",      "value",        "tuple",     "fields",       "index", "function", "same-node",
      "path",     "not-dominated", "used-outside", "taken",     "check",        "scope"};
  return kNames[static_cast<size_t>(kind)];
}

PatternGraph::PatternGraph(const Pattern& pattern, ExprPool& pool) {
  std::unordered_map<const PatternNode*, int> known;
  struct Frame {
    const PatternNode* node;
    size_t next = 0;
  };
  std::vector<Frame> stack = {{pattern.get()}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next < top.node->parts.size()) {
      const PatternNode* part = top.node->parts[top.next++].get();
      if (!known.contains(part)) stack.push_back({part});
      continue;
    }
    const PatternNode* done = top.node;
    stack.pop_back();
    if (known.contains(done)) continue;
    Node node;
    node.pattern = done;
    for (const Pattern& part : done->parts) node.parts.push_back(known.at(part.get()));
    if (done->kind == PatternKind::Operator) node.op = pool.op(done->name);
    known[done] = static_cast<int>(nodes.size());
    nodes.push_back(std::move(node));
  }
  std::vector<bool> seen(nodes.size(), false);
  root_ops.emplace();
  if (!add_root_ops(static_cast<int>(nodes.size()) - 1, seen)) root_ops.reset();
}

// False: a root may be another expression than a call of these operators.
bool PatternGraph::add_root_ops(int p, std::vector<bool>& seen) {
  if (seen[static_cast<size_t>(p)]) return true;
  seen[static_cast<size_t>(p)] = true;
  const Node& node = nodes[static_cast<size_t>(p)];
  switch (node.pattern->kind) {
    case PatternKind::Call:
      return add_called(node.parts[0], seen);
    case PatternKind::Either:
      return add_root_ops(node.parts[0], seen) && add_root_ops(node.parts[1], seen);
    case PatternKind::WithAttrs:
    case PatternKind::WithType:
    case PatternKind::WithDtype:
    case PatternKind::WithShape:
      return add_root_ops(node.parts[0], seen);
    case PatternKind::Dominates:
      return add_root_ops(node.parts[2], seen);
    default:
      return false;
  }
}

bool PatternGraph::add_called(int p, std::vector<bool>& seen) {
  if (seen[static_cast<size_t>(p)]) return true;
  seen[static_cast<size_t>(p)] = true;
  const Node& node = nodes[static_cast<size_t>(p)];
  switch (node.pattern->kind) {
    case PatternKind::Operator:
      if (node.pattern->name == "divide" || node.pattern->name == "multiply") return false;  // may be regrouped
      root_ops->push_back(node.op);
      return true;
    case PatternKind::Either:
      return add_called(node.parts[0], seen) && add_called(node.parts[1], seen);
    case PatternKind::WithAttrs:
      return add_called(node.parts[0], seen);
    default:
      return false;
  }
}

int PatternGraph::find(const PatternNode* pattern) const {
  for (size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].pattern == pattern) return static_cast<int>(i);
  return -1;
}

Matcher::Matcher(const ExprPool& pool, const ExprIndex& index, const graph::OpTraitsTable& traits,
                 const PatternGraph& pattern)
    : pool_(pool),
      index_(index),
      traits_(traits),
      root_ops_(pattern.root_ops),
      nodes_(pattern.nodes),
      own_(nodes_.size()),
      memo_(own_) {}

bool Matcher::match(ExprId root, MatchObserver* observer) {
  observer_ = observer;
  visit_ways_once_ = false;
  const int whole = static_cast<int>(own_) - 1;
  clear();
  if (!observer && !may_be_root(root)) return false;
  bool ok = visit(whole, root);
  if (way_steps_ > kMostWays) {  // many ways: once more, each of them once
    visit_ways_once_ = true;
    clear();
    ok = visit(whole, root);
  }
  return ok && !cut_;
}

bool Matcher::may_be_root(ExprId e) const {
  if (!root_ops_) return true;
  return pool_[e].kind == ExprKind::Call && std::ranges::find(*root_ops_, pool_[e].parts[0]) != root_ops_->end();
}

bool Matcher::matches_alone(int pattern, ExprId expr) {
  clear();
  observer_ = nullptr;
  return visit(pattern, expr);
}

void Matcher::clear() {
  for (const int p : matched_) memo_[static_cast<size_t>(p)].clear();
  matched_.clear();
  nodes_.resize(own_);
  memo_.resize(own_);
  made_.clear();
  made_for_.clear();
  memoize_ = true;
  steps_ = way_steps_ = 0;
  cut_ = found_operator_ = false;
  passed_.clear();
}

const PatternNode& Matcher::written(int p) const {
  auto i = static_cast<size_t>(p);
  while (i >= own_) i = static_cast<size_t>(made_for_[i - own_]);
  return *nodes_[i].pattern;
}

void Matcher::clear_from(size_t mark) {
  for (size_t i = mark; i < matched_.size(); ++i) memo_[static_cast<size_t>(matched_[i])].clear();
  matched_.resize(mark);
}

bool Matcher::fail(MissKind kind, int p, ExprId e, TextSpan span, std::string key, ExprId other) {
  if (!observer_) return false;
  Failure failure;
  failure.kind = kind;
  failure.pattern = &written(p);
  failure.expr = e;
  failure.key = std::move(key);
  failure.other = other;
  failure.span = span.valid() ? span : node(p).span;
  observer_->failed(std::move(failure), matched_.size());
  return false;
}

bool Matcher::visit(int p, ExprId e) {
  if (cut_ || ++steps_ > kMostSteps) {
    cut_ = true;
    return false;
  }
  if (observer_) observer_->enter(written(p), e);
  bool ok = false;
  if (const auto& known = memo_[static_cast<size_t>(p)]; memoize_ && !known.empty()) {
    ok = std::find(known.begin(), known.end(), e) != known.end();
    if (!ok) fail(MissKind::SameNode, p, e, {}, {}, known.front());
  } else {
    const size_t mark = matched_.size();
    ok = visit_kind(p, e);
    if (ok) {
      memo_[static_cast<size_t>(p)].push_back(e);
      matched_.push_back(p);
    } else {
      clear_from(mark);
    }
  }
  if (observer_) observer_->leave(ok, matched_.size());
  return ok;
}

bool Matcher::visit_at(int p, ExprId e, std::string_view step, int index) {
  if (!observer_) return visit(p, e);
  observer_->step(step, index);
  const bool ok = visit(p, e);
  observer_->step_back();
  return ok;
}

bool Matcher::visit_kind(int p, ExprId e) {
  switch (node(p).kind) {
    case PatternKind::Wildcard:
      return true;
    case PatternKind::Variable:
    case PatternKind::Constant:
    case PatternKind::Operator:
    case PatternKind::Value:
      return leaf(p, e);
    case PatternKind::Call:
      return call(p, e);
    case PatternKind::Tuple:
      return tuple(p, e);
    case PatternKind::Field:
      if (pool_[e].kind != ExprKind::Field) return fail(MissKind::Operator, p, e);
      if (node(p).index != -1 && node(p).index != pool_[e].index) return fail(MissKind::Index, p, e, node(p).key);
      return visit_at(part(p, 0), pool_[e].parts[0], "tuple", -1);
    case PatternKind::If:
      return parts_in_order(p, e, ExprKind::If, MissKind::Operator, {"condition", "then", "else"});
    case PatternKind::Let:
      return parts_in_order(p, e, ExprKind::Let, MissKind::Operator, {"variable", "value", "body"});
    case PatternKind::Function:
      return function(p, e);
    case PatternKind::Either:
      return visit(part(p, 0), e) || visit(part(p, 1), e);
    case PatternKind::WithAttrs:
      return visit(part(p, 0), e) && attributes(p, e);
    case PatternKind::WithType:
    case PatternKind::WithDtype:
    case PatternKind::WithShape:
      return type(p, e) && visit(part(p, 0), e);
    case PatternKind::Dominates:
      return dominates(p, e);
  }
  return false;
}

bool Matcher::leaf(int p, ExprId e) {
  const Expr& expr = pool_[e];
  const PatternNode& pattern = node(p);
  switch (pattern.kind) {
    case PatternKind::Variable:
      if (expr.kind != ExprKind::Variable || (!pattern.name.empty() && pattern.name != expr.name))
        return fail(MissKind::Variable, p, e);
      return true;
    case PatternKind::Constant:
      return expr.kind == ExprKind::Constant || fail(MissKind::Constant, p, e);
    case PatternKind::Operator: {
      if (nodes_[static_cast<size_t>(p)].op == e) return found_operator_ = true;
      const bool called = pool_.called_op(e) == pattern.name;
      return fail(called ? MissKind::NotCalled : MissKind::Operator, p, e);
    }
    default:  // Value
      if (expr.kind != ExprKind::Constant) return fail(MissKind::Constant, p, e);
      return (expr.data && same_value(pattern.value, *expr.data)) || fail(MissKind::Value, p, e, pattern.key);
  }
}

bool Matcher::is_plain_op(int p, std::string_view name) const {
  const PatternNode& pattern = node(p);
  if (pattern.kind != PatternKind::Call) return false;
  const PatternNode& callee = node(part(p, 0));
  return callee.kind == PatternKind::Operator && callee.name == name;
}

bool Matcher::is_call_of(ExprId e, std::string_view name) const {
  return pool_.called_op(e) == name;
}

bool Matcher::call(int p, ExprId e) {
  if (pool_[e].kind != ExprKind::Call) return fail(MissKind::Operator, p, e);
  const size_t mark = matched_.size();
  if (visit_at(part(p, 0), pool_[e].parts[0], "callee", -1)) {
    if (arguments(p, e, false)) return true;
    if (!is_plain_op(p, "add") && !is_plain_op(p, "multiply")) return false;
    if (observer_) observer_->turned();
    return arguments(p, e, true);
  }
  clear_from(mark);
  return regrouped(p, e);
}

bool Matcher::arguments(int p, ExprId e, bool reversed) {
  if (node(p).any_args) return true;
  const size_t mark = matched_.size();
  const size_t wanted = nodes_[static_cast<size_t>(p)].parts.size() - 1;
  const size_t given = pool_[e].parts.size() - 1;
  if (wanted != given) return fail(MissKind::Arity, p, e);
  for (size_t i = 0; i < wanted; ++i) {
    const int argument = part(p, reversed ? wanted - i : i + 1);
    if (visit_at(argument, pool_[e].parts[i + 1], "argument", static_cast<int>(i))) continue;
    clear_from(mark);
    return false;
  }
  return true;
}

// (a * b) / c is a * (b / c) as well.
bool Matcher::regrouped(int p, ExprId e) {
  if (node(p).any_args || nodes_[static_cast<size_t>(p)].parts.size() != 3 || pool_[e].parts.size() != 3) return false;
  if (is_plain_op(p, "divide")) return divide_of_product(p, e);
  return is_plain_op(p, "multiply") && product_with_divide(p, e);
}

bool Matcher::divide_of_product(int p, ExprId e) {
  const int product = part(p, 1);
  const std::vector<ExprId>& args = pool_[e].parts;
  if (!is_plain_op(product, "multiply") || node(product).any_args || !is_call_of(e, "multiply")) return false;
  if (nodes_[static_cast<size_t>(product)].parts.size() != 3) return false;
  if (!is_call_of(args[1], "divide") && !is_call_of(args[2], "divide")) return false;
  const size_t mark = matched_.size();
  for (size_t i = 0; i < 2; ++i) {
    const int divide = made_call(p, part(p, 0), part(product, i + 1), part(p, 2));
    const int multiply = made_call(product, part(product, 0), part(product, (i + 1) % 2 + 1), divide);
    if (visit(multiply, e)) return true;
    clear_from(mark);
  }
  return false;
}

bool Matcher::product_with_divide(int p, ExprId e) {
  const std::vector<ExprId>& args = pool_[e].parts;
  for (size_t i = 0; i < 2; ++i) {
    const int quotient = part(p, i + 1);
    if (!is_plain_op(quotient, "divide") || node(quotient).any_args || !is_call_of(e, "divide")) continue;
    if (nodes_[static_cast<size_t>(quotient)].parts.size() != 3) continue;
    if (!is_call_of(args[1], "multiply") && !is_call_of(args[2], "multiply")) continue;
    const int multiply = made_call(p, part(p, 0), part(quotient, 1), part(p, (i + 1) % 2 + 1));
    const int divide = made_call(quotient, part(quotient, 0), multiply, part(quotient, 2));
    return visit(divide, e);
  }
  return false;
}

int Matcher::made_call(int in_place_of, int callee, int left, int right) {
  PatternNode& made = made_.emplace_back();
  made.kind = PatternKind::Call;
  made.span = node(callee).span;
  PatternGraph::Node entry;
  entry.pattern = &made;
  entry.parts = {callee, left, right};
  nodes_.push_back(std::move(entry));
  memo_.emplace_back();
  made_for_.push_back(in_place_of);
  return static_cast<int>(nodes_.size()) - 1;
}

bool Matcher::tuple(int p, ExprId e) {
  const Expr& expr = pool_[e];
  if (expr.kind != ExprKind::Tuple) return fail(MissKind::Tuple, p, e);
  if (node(p).any_args) return true;
  const size_t count = nodes_[static_cast<size_t>(p)].parts.size();
  if (count != expr.parts.size()) return fail(MissKind::Fields, p, e);
  for (size_t i = 0; i < count; ++i)
    if (!visit_at(part(p, i), pool_[e].parts[i], "field", static_cast<int>(i))) return false;
  return true;
}

bool Matcher::parts_in_order(int p, ExprId e, ExprKind kind, MissKind miss,
                             std::initializer_list<std::string_view> names) {
  if (pool_[e].kind != kind) return fail(miss, p, e);
  size_t i = 0;
  for (const std::string_view name : names) {
    if (!visit_at(part(p, i), pool_[e].parts[i], name, -1)) return false;
    ++i;
  }
  return true;
}

bool Matcher::function(int p, ExprId e) {
  if (pool_[e].kind != ExprKind::Function) return fail(MissKind::Function, p, e);
  const size_t parameters = nodes_[static_cast<size_t>(p)].parts.size() - 1;
  if (!node(p).any_args) {
    if (parameters != pool_[e].parts.size() - 1) return fail(MissKind::Arity, p, e);
    for (size_t i = 0; i < parameters; ++i)
      if (!visit_at(part(p, i), pool_[e].parts[i], "parameter", static_cast<int>(i))) return false;
  }
  return visit_at(part(p, parameters), pool_[e].parts.back(), "body", -1);
}

bool Matcher::attributes(int p, ExprId e) {
  const PatternNode& pattern = node(p);
  const ExprKind kind = pool_[e].kind;
  for (const auto& [key, wanted] : pattern.attrs) {
    const auto at = pattern.attr_spans.find(key);
    const TextSpan span = at == pattern.attr_spans.end() ? pattern.span : at->second;
    if (kind == ExprKind::Operator) {
      if (!operator_attribute(key, wanted, e)) return fail(MissKind::Attribute, p, e, span, key);
      found_operator_ = true;
      continue;
    }
    const auto value = attribute_of(pool_, e, key);
    if (!value) return fail(MissKind::NoAttribute, p, e, span, key);
    if (!attribute_matches(wanted, *value)) return fail(MissKind::Attribute, p, e, span, key);
  }
  if (kind == ExprKind::Operator || kind == ExprKind::Call || kind == ExprKind::Function) return true;
  return fail(MissKind::NoAttribute, p, e);
}

// What TVM's registry says of the operator.
bool Matcher::operator_attribute(const std::string& key, const graph::Attr& wanted, ExprId e) const {
  const graph::OpTraits& traits = graph::traits_of(traits_, pool_[e].name);
  if (!traits.known) return false;
  if (key == "TOpPattern") return attribute_matches(wanted, {static_cast<int64_t>(traits.pattern)});
  if (key == "TNonComputational") return traits.non_computational && attribute_matches(wanted, {true});
  if (key == "TReshapeOp") return traits.reshape_only && attribute_matches(wanted, {true});
  return false;
}

bool Matcher::type(int p, ExprId e) {
  const PatternNode& pattern = node(p);
  const graph::Type* known = pool_[e].type;
  const bool tensor = known && known->is_tensor();
  switch (pattern.kind) {
    case PatternKind::WithDtype:
      return (tensor && known->dtype == pattern.type.dtype) || fail(MissKind::Dtype, p, e, pattern.key);
    case PatternKind::WithShape:
      return (tensor && known->rank_known && graph::same(known->shape, pattern.type.shape)) ||
             fail(MissKind::Shape, p, e, pattern.key);
    default:
      return (known && same_type(*known, pattern.type)) || fail(MissKind::Type, p, e, pattern.key);
  }
}

// The child here, the parent above it on all ways, and between them only what the path allows.
bool Matcher::dominates(int p, ExprId e) {
  if (!visit(part(p, 2), e)) return false;
  const bool path = matches_path(p, e);
  memoize_ = true;
  return path && finds_parent(p, e);
}

// One argument that is the parent ends the search of a node's arguments, as in TVM 0.11.
bool Matcher::matches_path(int p, ExprId e) {
  if (++way_steps_ > kMostWays && !visit_ways_once_) return false;
  if (visit_ways_once_) {
    passed_.resize(pool_.size(), false);
    if (passed_[e.index()]) return true;
  }
  const Expr& expr = pool_[e];
  const size_t first = expr.kind == ExprKind::Call ? 1 : 0;
  for (size_t i = first; i < expr.parts.size(); ++i) {
    const ExprId input = expr.parts[i];
    if (first == 1 && input == expr.parts[0]) continue;
    memoize_ = true;
    MatchObserver* const observer = observer_;
    observer_ = nullptr;  // that it is not the parent is no failure
    const bool is_parent = visit(part(p, 0), input);
    observer_ = observer;
    if (is_parent) return true;
    memoize_ = false;
    if (observer_) observer_->step("input", static_cast<int>(i - first));
    observer_ = nullptr;
    const bool on_path = visit(part(p, 1), input);
    observer_ = observer;
    if (!on_path) fail(MissKind::Path, p, input, node(p).part_spans.size() > 1 ? node(p).part_spans[1] : TextSpan());
    const bool good = on_path && matches_path(p, input);
    if (observer_) observer_->step_back();
    if (!good) return false;
  }
  if (visit_ways_once_) passed_[e.index()] = true;
  return true;
}

bool Matcher::finds_parent(int p, ExprId e) {
  MatchObserver* const observer = observer_;
  observer_ = nullptr;
  std::vector<ExprId> stack = {e};
  bool found = false;
  while (!stack.empty() && !found && !cut_) {
    const ExprId now = stack.back();
    stack.pop_back();
    for (const ExprId below : index_.dominated(now)) {
      found = visit(part(p, 0), below);
      if (found) break;
      stack.push_back(below);
    }
  }
  observer_ = observer;
  return found || not_dominated(p, e);
}

// Told at the parent that a way led to, with one of its readers that does not flow into `e`.
bool Matcher::not_dominated(int p, ExprId e) {
  if (!observer_) return false;
  const TextSpan span = node(p).part_spans.empty() ? TextSpan() : node(p).part_spans[0];
  const std::vector<ExprId>& parents = memo_[static_cast<size_t>(part(p, 0))];
  const std::vector<size_t> way = parents.empty() ? std::vector<size_t>() : way_up(e, parents.front());
  if (way.empty()) return fail(MissKind::NotDominated, p, e, span);
  ExprId outside;
  for (const ExprId reader : index_.readers(parents.front()))
    if (reader != e && !index_.dominates(e, reader)) outside = reader;
  for (const size_t step : way) observer_->step("input", static_cast<int>(step));
  fail(MissKind::NotDominated, p, parents.front(), span, {}, outside);
  for (size_t i = 0; i < way.size(); ++i) observer_->step_back();
  return false;
}

// Which input to take at each expression from `below` to get to `above`, by the shortest way; empty: there is none.
std::vector<size_t> Matcher::way_up(ExprId below, ExprId above) const {
  std::map<ExprId, std::pair<ExprId, size_t>> came_from = {{below, {}}};
  std::vector<ExprId> queue = {below};
  for (size_t next = 0; next < queue.size() && !came_from.contains(above); ++next) {
    const Expr& now = pool_[queue[next]];
    const size_t first = now.kind == ExprKind::Call ? 1 : 0;
    for (size_t i = first; i < now.parts.size(); ++i)
      if (came_from.emplace(now.parts[i], std::pair(queue[next], i - first)).second) queue.push_back(now.parts[i]);
  }
  std::vector<size_t> way;
  for (auto at = came_from.find(above); at != came_from.end() && at->first != below;
       at = came_from.find(at->second.first))
    way.push_back(at->second.second);
  return {way.rbegin(), way.rend()};
}

}  // namespace nw::pattern
