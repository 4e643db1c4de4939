// SPDX-License-Identifier: GPL-3.0-or-later
// Reads outside a tensor, analysed on the computation as written. A read is reported with a witness: values of the axes
// for which every condition around the read is true and its index is outside. So there are no false alarms; a read
// whose conditions depend on data is left alone. Symbolic sizes: a witness is wanted for every one of several sizes.
#include <algorithm>
#include <map>
#include <set>

#include "base/floor_division.h"
#include "schedule/verify/rules.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

using tir::ExprKind;
using Env = std::vector<std::pair<const tir::VarNode*, int64_t>>;

std::optional<int64_t> evaluate(const Expr& e, const Env& env);

std::optional<int64_t> evaluate_binary(const tir::BinaryNode& b, const Env& env) {
  const auto x = evaluate(b.a, env);
  if (x && b.kind == ExprKind::And && *x == 0) return 0;
  if (x && b.kind == ExprKind::Or && *x != 0) return 1;
  const auto y = evaluate(b.b, env);
  if (!x || !y) return std::nullopt;
  int64_t out = 0;
  switch (b.kind) {
    case ExprKind::Add:
      return __builtin_add_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
    case ExprKind::Sub:
      return __builtin_sub_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
    case ExprKind::Mul:
      return __builtin_mul_overflow(*x, *y, &out) ? std::nullopt : std::optional(out);
    case ExprKind::Min:
      return std::min(*x, *y);
    case ExprKind::Max:
      return std::max(*x, *y);
    case ExprKind::EQ:
      return *x == *y;
    case ExprKind::NE:
      return *x != *y;
    case ExprKind::LT:
      return *x < *y;
    case ExprKind::LE:
      return *x <= *y;
    case ExprKind::GT:
      return *x > *y;
    case ExprKind::GE:
      return *x >= *y;
    case ExprKind::And:
      return *x && *y;
    case ExprKind::Or:
      return *x || *y;
    default:
      break;
  }
  if (*y == 0 || *y == -1) return std::nullopt;
  switch (b.kind) {
    case ExprKind::Div:
      return *x / *y;
    case ExprKind::Mod:
      return *x % *y;
    case ExprKind::FloorDiv:
      return floor_div(*x, *y);
    case ExprKind::FloorMod:
      return floor_mod(*x, *y);
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> evaluate_call(const tir::CallNode& call, const Env& env) {
  if (call.name == "likely") return evaluate(call.args[0], env);
  if (call.name == "if_then_else") {
    const auto c = evaluate(call.args[0], env);
    return c ? evaluate(call.args[*c ? 1 : 2], env) : std::nullopt;
  }
  if (call.args.size() != 2) return std::nullopt;
  const auto x = evaluate(call.args[0], env), y = evaluate(call.args[1], env);
  if (!x || !y) return std::nullopt;
  if (call.name == "bitwise_and") return *x & *y;
  if (call.name == "bitwise_or") return *x | *y;
  if (call.name == "bitwise_xor") return *x ^ *y;
  if (*y < 0 || *y > 62 || *x < 0) return std::nullopt;
  if (call.name == "shift_right") return *x >> *y;
  if (call.name == "shift_left" && *x < (int64_t{1} << (62 - *y))) return *x << *y;
  return std::nullopt;
}

std::optional<int64_t> evaluate(const Expr& e, const Env& env) {
  if (!e->dtype.is_integer() || !e->dtype.is_scalar()) return std::nullopt;
  if (const auto* n = tir::node_cast<tir::IntImmNode>(e)) return n->value;
  if (const auto* b = tir::node_cast<tir::BinaryNode>(e))
    return b->a->dtype.is_integer() ? evaluate_binary(*b, env) : std::nullopt;
  if (const auto* c = tir::node_cast<tir::CallNode>(e)) return evaluate_call(*c, env);
  if (const auto* v = tir::node_cast<tir::VarNode>(e)) {
    for (const auto& [var, value] : env)
      if (var == v) return value;
    return std::nullopt;
  }
  if (const auto* n = tir::node_cast<tir::NotNode>(e)) {
    const auto x = evaluate(n->a, env);
    return x ? std::optional<int64_t>(!*x) : std::nullopt;
  }
  if (const auto* c = tir::node_cast<tir::CastNode>(e)) {
    const auto x = evaluate(c->value, env);
    return x && *x >= min_int(e->dtype) && *x <= max_int(e->dtype) ? x : std::nullopt;
  }
  if (const auto* s = tir::node_cast<tir::SelectNode>(e)) {
    const auto c = evaluate(s->condition, env);
    return c ? evaluate(*c ? s->true_value : s->false_value, env) : std::nullopt;
  }
  return std::nullopt;
}

struct GuardedRead {
  const tir::ProducerLoadNode* load;
  std::vector<Expr> guards;
};

// Reads and the conditions around them. A select counts as a condition, though both its sides are evaluated: a read
// that it discards is moved behind the test when loops are built.
void collect(const Expr& e, std::vector<Expr>& guards, std::vector<GuardedRead>& out) {
  auto under = [&](const Expr& guard, const Expr& inner) {
    guards.push_back(guard);
    collect(inner, guards, out);
    guards.pop_back();
  };
  auto branch = [&](const Expr& condition, const Expr& yes, const Expr& no) {
    collect(condition, guards, out);
    under(condition, yes);
    under(tir::logical_not(condition), no);
  };
  if (e->kind <= ExprKind::Var) return;
  if (const auto* s = tir::node_cast<tir::SelectNode>(e)) return branch(s->condition, s->true_value, s->false_value);
  if (const auto* c = tir::node_cast<tir::CallNode>(e); c && c->name == "if_then_else")
    return branch(c->args[0], c->args[1], c->args[2]);
  if (e->kind == ExprKind::And || e->kind == ExprKind::Or) {
    const auto& b = *tir::node_cast<tir::BinaryNode>(e);
    collect(b.a, guards, out);
    return under(e->kind == ExprKind::And ? b.a : tir::logical_not(b.a), b.b);
  }
  if (const auto* r = tir::node_cast<tir::ReduceNode>(e)) {
    collect(r->condition, guards, out);
    for (const Expr& i : r->init) collect(i, guards, out);
    for (const Expr& s : r->source) under(r->condition, s);
    return;
  }
  tir::each_child(*e, [&](const Expr& c) { collect(c, guards, out); });
  if (const auto* l = tir::node_cast<tir::ProducerLoadNode>(e)) out.push_back({l, guards});
}

// A cheap cover of the values of an index; most reads are inside by it.
struct IndexSpan {
  int64_t lo, hi;
};
using Spans = std::vector<std::pair<const tir::VarNode*, IndexSpan>>;
constexpr int64_t kHuge = int64_t{1} << 40;

std::optional<IndexSpan> cover(const Expr& e, const Spans& vars) {
  if (const int64_t* c = tir::as_const_int(e))
    return *c > -kHuge && *c < kHuge ? std::optional(IndexSpan{*c, *c}) : std::nullopt;
  if (const auto* v = tir::node_cast<tir::VarNode>(e)) {
    for (const auto& [var, span] : vars)
      if (var == v) return span;
    return std::nullopt;
  }
  if (const auto* c = tir::node_cast<tir::CastNode>(e))
    return c->value->dtype.is_integer() && e->dtype.is_integer() && e->dtype.bits >= 32 ? cover(c->value, vars)
                                                                                        : std::nullopt;
  const auto* b = tir::node_cast<tir::BinaryNode>(e);
  if (!b || e->kind > ExprKind::Max) return std::nullopt;
  const auto x = cover(b->a, vars), y = cover(b->b, vars);
  if (!x || !y) return std::nullopt;
  IndexSpan s{0, 0};
  switch (e->kind) {
    case ExprKind::Add:
      s = {x->lo + y->lo, x->hi + y->hi};
      break;
    case ExprKind::Sub:
      s = {x->lo - y->hi, x->hi - y->lo};
      break;
    case ExprKind::Min:
      s = {std::min(x->lo, y->lo), std::min(x->hi, y->hi)};
      break;
    case ExprKind::Max:
      s = {std::max(x->lo, y->lo), std::max(x->hi, y->hi)};
      break;
    case ExprKind::Mul:
      if (y->lo != y->hi || std::abs(y->lo) > (1 << 20)) return std::nullopt;
      s = {std::min(x->lo * y->lo, x->hi * y->lo), std::max(x->lo * y->lo, x->hi * y->lo)};
      break;
    case ExprKind::Div:
    case ExprKind::FloorDiv:
      if (y->lo != y->hi || y->lo < 1 || x->lo < 0) return std::nullopt;
      s = {x->lo / y->lo, x->hi / y->lo};
      break;
    case ExprKind::Mod:
    case ExprKind::FloorMod:
      if (y->lo != y->hi || y->lo < 1 || x->lo < 0) return std::nullopt;
      s = x->hi < y->lo ? *x : IndexSpan{0, y->lo - 1};
      break;
    default:
      return std::nullopt;
  }
  return std::abs(s.lo) < kHuge && std::abs(s.hi) < kHuge ? std::optional(s) : std::nullopt;
}

// Narrows the ranges of single variables by conditions such as `y >= 2`.
void narrow(const Expr& guard, Spans& vars) {
  const auto* b = tir::node_cast<tir::BinaryNode>(guard);
  if (const auto* c = tir::node_cast<tir::CallNode>(guard); c && c->name == "likely") return narrow(c->args[0], vars);
  if (!b) return;
  if (guard->kind == ExprKind::And) {
    narrow(b->a, vars);
    return narrow(b->b, vars);
  }
  ExprKind kind = guard->kind;
  const bool turned = tir::node_cast<tir::VarNode>(b->b) != nullptr;
  const auto* var = tir::node_cast<tir::VarNode>(turned ? b->b : b->a);
  const int64_t* c = tir::as_const_int(turned ? b->a : b->b);
  if (!var || !c) return;
  if (turned)
    kind = kind == ExprKind::LT   ? ExprKind::GT
           : kind == ExprKind::LE ? ExprKind::GE
           : kind == ExprKind::GT ? ExprKind::LT
           : kind == ExprKind::GE ? ExprKind::LE
                                  : kind;
  for (auto& [v, span] : vars) {
    if (v != var) continue;
    if (kind == ExprKind::LT) span.hi = std::min(span.hi, *c - 1);
    if (kind == ExprKind::LE) span.hi = std::min(span.hi, *c);
    if (kind == ExprKind::GT) span.lo = std::max(span.lo, *c + 1);
    if (kind == ExprKind::GE) span.lo = std::max(span.lo, *c);
    if (kind == ExprKind::EQ) span = {std::max(span.lo, *c), std::min(span.hi, *c)};
  }
}

// Looks for values of the axes at which a read is outside.
class Search {
 public:
  Search(const std::vector<IterVar>& axes, const GuardedRead& read, size_t dim) : axes_(axes), read_(read), dim_(dim) {
    note(read.load->indices[dim]);
    for (const Expr& g : read.guards) note(g);
  }
  struct Witness {
    Env values;  // sizes, then axes
    int64_t index = 0, extent = 0;
  };
  std::optional<Witness> find(const Env& sizes) {
    const auto extent = evaluate(read_.load->producer->shape[dim_], sizes);
    if (!extent) return std::nullopt;
    std::vector<std::vector<int64_t>> choices;
    for (int detail = 2; detail >= 0; --detail) {
      choices.clear();
      double count = 1;
      for (const IterVar& axis : axes_) {
        choices.push_back(candidates(axis, sizes, detail));
        if (choices.back().empty()) return std::nullopt;
        count *= static_cast<double>(choices.back().size());
      }
      if (count <= 5000) break;
      if (detail == 0) return std::nullopt;
    }
    Env env = sizes;
    return walk(choices, 0, env, *extent);
  }

 private:
  void note(const Expr& e) {
    tir::walk(e, [&](const Expr& n) {
      if (const auto* v = tir::node_cast<tir::VarNode>(n)) used_.insert(v);
      if (const auto* i = tir::node_cast<tir::IntImmNode>(n); i && constants_.size() < 8) constants_.insert(i->value);
      return true;
    });
  }
  std::vector<int64_t> candidates(const IterVar& axis, const Env& sizes, int detail) const {
    const auto min = evaluate(axis->dom.min, sizes), extent = evaluate(axis->dom.extent, sizes);
    if (!min || !extent || *extent < 1) return {};
    const int64_t lo = *min, hi = *min + *extent - 1;
    if (!used_.contains(axis->var.get())) return {lo};
    std::set<int64_t> values{lo, hi};
    if (detail >= 2) values.insert({lo + 1, lo + 2, hi - 1, hi - 2});
    if (detail >= 1)
      for (int64_t c : constants_) values.insert({c - 1, c, c + 1});
    std::erase_if(values, [&](int64_t v) { return v < lo || v > hi; });
    return {values.begin(), values.end()};
  }
  std::optional<Witness> walk(const std::vector<std::vector<int64_t>>& choices, size_t depth, Env& env,
                              int64_t extent) const {
    if (depth == axes_.size()) {
      const auto index = evaluate(read_.load->indices[dim_], env);
      if (!index || (*index >= 0 && *index < extent)) return std::nullopt;
      for (const Expr& g : read_.guards)
        if (const auto holds = evaluate(g, env); !holds || !*holds) return std::nullopt;
      return Witness{env, *index, extent};
    }
    for (int64_t value : choices[depth]) {
      env.emplace_back(axes_[depth]->var.get(), value);
      auto found = walk(choices, depth + 1, env, extent);
      env.pop_back();
      if (found) return found;
    }
    return std::nullopt;
  }

  const std::vector<IterVar>& axes_;
  const GuardedRead& read_;
  size_t dim_;
  std::set<const tir::VarNode*> used_;
  std::set<int64_t> constants_;
};

// Size variables of an operation and of what it reads.
std::vector<const tir::VarNode*> sizes_of(const te::ComputeNode& op, const tir::ProducerLoadNode& load) {
  std::vector<const tir::VarNode*> vars;
  auto note = [&](const Expr& e) {
    tir::walk(e, [&](const Expr& n) {
      const auto* v = tir::node_cast<tir::VarNode>(n);
      if (v && std::find(vars.begin(), vars.end(), v) == vars.end()) vars.push_back(v);
      return true;
    });
  };
  for (const IterVar& axis : op.root_axes()) {
    note(axis->dom.min);
    note(axis->dom.extent);
  }
  for (const Expr& extent : load.producer->shape) note(extent);
  return vars;
}

std::vector<Env> trial_sizes(const std::vector<const tir::VarNode*>& vars) {
  if (vars.empty()) return {{}};
  std::vector<Env> trials;
  static constexpr int64_t kSizes[][3] = {{5, 5, 5}, {16, 16, 16}, {6, 23, 11}, {23, 6, 40}, {64, 3, 7}, {3, 64, 20}};
  for (const auto& sizes : kSizes) {
    Env env;
    for (size_t i = 0; i < vars.size(); ++i) env.emplace_back(vars[i], sizes[i % 3] + static_cast<int64_t>(i / 3));
    trials.push_back(std::move(env));
  }
  return trials;
}

void report(const te::OperationNode& op, const GuardedRead& read, size_t dim, const Search::Witness& w,
            const std::vector<IterVar>& axes, Findings& found) {
  const std::string tensor = read.load->producer->name;
  const bool past = w.index >= 0;
  const std::string place = read.load->indices.size() == 1 ? tensor + "[" + std::to_string(w.index) + "]"
                                                           : "index " + std::to_string(w.index) + " of dimension " +
                                                                 std::to_string(dim) + " of " + tensor;
  Finding& f = found.add(past ? "NW2320" : "NW2321", op.name,
                         op.name + " reads " + place + (past ? ", past its end" : ", before its start"));
  std::string at;
  for (const auto& [var, value] : w.values) {
    const bool used = tir::uses_var(read.load->indices[dim], tir::Var(var));
    const bool size = std::none_of(axes.begin(), axes.end(), [&](const IterVar& a) { return a->var.get() == var; });
    if (used || size) at += (at.empty() ? "" : ", ") + var->name + " = " + std::to_string(value);
  }
  if (!at.empty()) f.diagnostic.because.push_back("at " + at + " the index is " + std::to_string(w.index));
  f.diagnostic.because.push_back(tensor + " has " + std::to_string(w.extent) + " element" + (w.extent == 1 ? "" : "s") +
                                 (read.load->indices.size() == 1 ? "" : " along dimension " + std::to_string(dim)) +
                                 ": 0 … " + std::to_string(w.extent - 1));
  f.diagnostic.where[0].span = op.span;
  f.diagnostic.where.push_back(at_stage(tensor));
  f.diagnostic.legal = {"an index within 0 … " + std::to_string(w.extent - 1), "tir.if_then_else around the read"};
}

// What runs inside a scan is computed from the scan's first time on: its first axis is time.
std::vector<IterVar> axes_in_scan(std::vector<IterVar> axes, const te::ScanNode& scan) {
  if (axes.empty()) return axes;
  const tir::Range& time = scan.scan_axis->dom;
  axes[0] = tir::make_node<tir::IterVarNode>(axes[0]->var, tir::Range{time.min, axes[0]->dom.extent - time.min},
                                             axes[0]->type);
  return axes;
}

// Of a stage on its own, only what its readers need is computed, where that is a range of numbers.
std::vector<IterVar> axes_needed(const Stage& stage, const Schedule& normalized, const Bounds& bounds) {
  std::vector<IterVar> axes = stage.origin_op->root_axes();
  if (stage.is_output || normalized.attach_of(stage.id).kind != AttachKind::Root || axes.size() != stage.root.size())
    return axes;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto range = bounds.ranges.find(stage.root[i]);
    if (axes[i]->type == tir::IterType::CommReduce || range == bounds.ranges.end()) continue;
    const int64_t *min = tir::as_const_int(range->second.min), *extent = tir::as_const_int(range->second.extent);
    if (min && extent) axes[i] = tir::make_node<tir::IterVarNode>(axes[i]->var, range->second, axes[i]->type);
  }
  return axes;
}

void check_operation(const te::Operation& op, const te::ComputeNode& compute, std::vector<IterVar> axes,
                     const te::ScanNode* scan, Findings& found) {
  std::vector<GuardedRead> reads;
  std::vector<Expr> guards;
  const size_t bodies = compute.is_reduction() ? 1 : compute.body.size();
  for (size_t i = 0; i < bodies; ++i) collect(compute.body[i], guards, reads);
  if (scan) axes = axes_in_scan(op->root_axes(), *scan);
  Spans whole;
  bool known = true;
  for (const IterVar& axis : axes) {
    const int64_t *min = tir::as_const_int(axis->dom.min), *extent = tir::as_const_int(axis->dom.extent);
    known = known && min && extent;
    if (known && *extent < 1) return;  // nothing is computed
    if (known) whole.push_back({axis->var.get(), {*min, *min + *extent - 1}});
  }
  for (const GuardedRead& read : reads) {
    Spans spans = whole;
    for (const Expr& g : read.guards) narrow(g, spans);
    for (size_t dim = 0; dim < read.load->indices.size(); ++dim) {
      const int64_t* extent = tir::as_const_int(read.load->producer->shape[dim]);
      const auto span = known ? cover(read.load->indices[dim], spans) : std::nullopt;
      if (span && extent && span->lo >= 0 && span->hi < *extent) continue;
      Search search(axes, read, dim);
      std::optional<Search::Witness> first;
      bool always = true;
      for (const Env& sizes : trial_sizes(sizes_of(compute, *read.load))) {
        auto witness = search.find(sizes);
        always = always && witness;
        if (!always) break;
        if (!first) first = std::move(witness);
      }
      if (!always || !first) continue;
      report(*op, read, dim, *first, axes, found);
      return;  // one an operation is enough
    }
  }
}

}  // namespace

void check_reads(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  std::map<const te::OperationNode*, const te::ScanNode*> inside;  // what reads a scan's state, directly or not
  for (StageId id : normalized.order())
    if (const auto* scan = te::op_cast<te::ScanNode>(normalized.stage(id).origin_op))
      for (const te::Tensor& state : scan->state_placeholder) inside[state->op.get()] = scan;
  for (StageId id : normalized.order()) {
    const te::Operation& op = normalized.stage(id).origin_op;
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    if (!compute) continue;
    const te::ScanNode* scan = nullptr;
    if (!inside.empty())
      for (const te::Tensor& t : op->inputs())
        if (const auto it = inside.find(t->op.get()); it != inside.end()) scan = it->second;
    if (const Attach& attach = normalized.attach_of(id); !scan && attach.kind == AttachKind::ScanUpdate)
      scan = te::op_cast<te::ScanNode>(normalized.stage(attach.stage).origin_op);
    if (scan) inside[op.get()] = scan;
    check_operation(op, *compute, axes_needed(normalized.stage(id), normalized, bounds), scan, found);
  }
}

}  // namespace nw::schedule
