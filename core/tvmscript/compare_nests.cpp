// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/compare_nests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "arith/analyzer.h"
#include "base/budget.h"
#include "tir/print.h"
#include "tir/visit.h"
#include "tvmscript/plain_nest.h"
#include "tvmscript/sample.h"

namespace nw::tvmscript {

using namespace tir;
using What = NestDifference::What;

namespace {

constexpr size_t kMostDifferences = 20;
constexpr int64_t kMostIterations = 4096;

bool reads_any(const Expr& e) {
  bool found = false;
  walk(e, [&](const Expr& x) {
    found = found || x->kind == ExprKind::BufferLoad;
    return !found;
  });
  return found;
}

bool is_index_arithmetic(const Expr& e) {
  return e->dtype.is_integer() && e->dtype.is_scalar() && !reads_any(e);
}

std::string kind_text(const ForNode& loop) {
  return loop.thread_tag.empty() ? std::string(tir::to_string(loop.for_kind)) : loop.thread_tag;
}

std::string loop_text(const PlainItem& item) {
  const std::string kind = kind_text(*item.loop);
  return fmt::format("{} ({}{})", item.loop->var->name, tir::to_string(item.extent),
                     kind == "serial" ? "" : ", " + kind);
}

// The loops of which each is all that the one around it contains.
std::vector<const PlainItem*> chain_of(const PlainItem& item) {
  std::vector<const PlainItem*> chain;
  for (const PlainItem* at = &item; at->loop; at = &at->body.front()) {
    chain.push_back(at);
    if (at->body.size() != 1) break;
  }
  return chain;
}

std::string chain_text(const std::vector<const PlainItem*>& chain) {
  std::vector<std::string> names;
  for (const PlainItem* item : chain) names.push_back(loop_text(*item));
  return fmt::format("{}", fmt::join(names, ", "));
}

class Comparing {
 public:
  Comparing(const lower::LoopNest& before, const lower::LoopNest& after) : before_(before), after_(after) {}

  NestComparison run() {
    if (!arguments()) return std::move(found_);
    const PlainNest a = plain_nest(before_), b = plain_nest(after_);
    lists(a.items, b.items, 0, 0);
    storage(a, b);
    return std::move(found_);
  }

 private:
  void report(What what, std::string text, int line_a, int line_b, std::string a = {}, std::string b = {}) {
    if (found_.differences.size() < kMostDifferences)
      found_.differences.push_back({what, std::move(text), std::move(a), std::move(b), line_a, line_b});
  }

  static std::string type_of(const BufferNode& b) {
    std::vector<std::string> dims;
    for (const Expr& d : b.shape) dims.push_back(tir::to_string(d));
    return fmt::format("{} ({}) {}", b.name, fmt::join(dims, ", "), to_string(b.dtype));
  }

  bool arguments() {
    if (before_.args.size() != after_.args.size()) {
      report(What::Arguments,
             fmt::format("there are {} arguments, and {} in the other", before_.args.size(), after_.args.size()), 0, 0);
      return false;
    }
    for (const Var& size : after_.size_vars)
      for (const Var& other : before_.size_vars)
        if (size->name == other->name) names_[size] = other;
    arith::Analyzer analyzer;
    for (size_t i = 0; i < before_.args.size(); ++i) {
      const BufferNode &a = *before_.args[i], &b = *after_.args[i];
      bool same =
          a.dtype == b.dtype && a.shape.size() == b.shape.size() && before_.arg_is_output[i] == after_.arg_is_output[i];
      for (size_t d = 0; same && d < a.shape.size(); ++d)
        same = analyzer.can_prove_equal(a.shape[d], substitute(b.shape[d], names_));
      if (!same)
        report(What::Arguments,
               fmt::format("argument {} is {}{}, and {}{} in the other", i + 1,
                           before_.arg_is_output[i] ? "the result " : "", type_of(a),
                           after_.arg_is_output[i] ? "the result " : "", type_of(b)),
               0, 0, type_of(a), type_of(b));
      pairs_[after_.args[i].get()] = before_.args[i];
      fixed_.insert(before_.args[i].get());
    }
    return found_.differences.empty();
  }

  // ── structure ──
  void lists(const std::vector<PlainItem>& a, const std::vector<PlainItem>& b, int line_a, int line_b) {
    if (found_.differences.size() >= kMostDifferences) return;
    spend();
    if (a.size() != b.size()) {
      const auto names = [](const std::vector<PlainItem>& list) {
        std::vector<std::string> all;
        for (const PlainItem& item : list)
          all.push_back(item.loop     ? "a loop " + loop_text(item)
                        : item.buffer ? "a store to " + item.buffer->name
                                      : "a call");
        return fmt::format("{}", fmt::join(all, "; "));
      };
      const std::string in_a = names(a), in_b = names(b);
      return report(What::Statements,
                    fmt::format("here {} follow each other, and {} in the other: {}, and {}", count(a.size()),
                                count(b.size()), in_a, in_b),
                    a.empty() ? line_a : a.front().line, b.empty() ? line_b : b.front().line, in_a, in_b);
    }
    for (size_t i = 0; i < a.size(); ++i) item(a[i], b[i]);
  }
  static std::string count(size_t n) { return n == 1 ? "1 statement" : std::to_string(n) + " statements"; }

  void item(const PlainItem& a, const PlainItem& b) {
    if (a.loop && b.loop) return loop(a, b);
    if (!a.loop && !b.loop) return statement(a, b);
    const auto text = [](const PlainItem& i) {
      return i.loop ? "a loop " + loop_text(i) : i.buffer ? "a store to " + i.buffer->name : std::string("a call");
    };
    report(What::Statements, fmt::format("here is {}, and {} in the other", text(a), text(b)), a.line, b.line, text(a),
           text(b));
  }

  bool equal_lengths(const PlainItem& a, const PlainItem& b) {
    return equal(a.extent, substitute(b.extent, names_)) == Equal::Yes;
  }

  void loop(const PlainItem& a, const PlainItem& b) {
    const bool lengths = equal_lengths(a, b), kinds = kind_text(*a.loop) == kind_text(*b.loop);
    if ((!lengths || !kinds) && reordered(a, b)) return;
    if (!lengths)
      return report(What::LoopLength,
                    fmt::format("the loop {} has {} iterations, and its counterpart {} has {}", a.loop->var->name,
                                tir::to_string(a.extent), b.loop->var->name, tir::to_string(b.extent)),
                    a.line, b.line, loop_text(a), loop_text(b));
    // Loops of first values follow those that they are copies of.
    if (!kinds && !(a.loop->from.initial && b.loop->from.initial))
      report(What::LoopKind,
             fmt::format("the loop {} is {}, and its counterpart {} is {}", a.loop->var->name, kind_text(*a.loop),
                         b.loop->var->name, kind_text(*b.loop)),
             a.line, b.line, loop_text(a), loop_text(b));
    names_[b.var] = a.var;
    loops_.push_back({a.var, int_imm(0, a.var->dtype), a.extent});
    lists(a.body, b.body, a.line, b.line);
    loops_.pop_back();
  }

  // The same loops in another order.
  bool reordered(const PlainItem& a, const PlainItem& b) {
    const auto in_a = chain_of(a), in_b = chain_of(b);
    const auto sorted = [](const std::vector<const PlainItem*>& chain) {
      std::vector<std::string> all;
      for (const PlainItem* i : chain) all.push_back(tir::to_string(i->extent) + " " + kind_text(*i->loop));
      std::ranges::sort(all);
      return all;
    };
    if (in_a.size() < 2 || sorted(in_a) != sorted(in_b)) return false;
    report(What::LoopOrder,
           fmt::format("the loops are in another order: {}, and {} in the other", chain_text(in_a), chain_text(in_b)),
           a.line, b.line, chain_text(in_a), chain_text(in_b));
    return true;
  }

  // ── statements ──
  void statement(const PlainItem& a, const PlainItem& b) {
    if (!a.buffer != !b.buffer)
      return report(What::Statements, "one stores, the other calls a function", a.line, b.line);
    if (a.buffer) {
      if (!paired(a.buffer, b.buffer))
        return report(What::Statements,
                      fmt::format("'{}' is stored here, and '{}' in the other, which is another buffer", a.buffer->name,
                                  b.buffer->name),
                      a.line, b.line, a.buffer->name, b.buffer->name);
      if (!same_place(a.buffer, a.indices, b.indices))
        return report(What::Element,
                      fmt::format("the element {} is stored here, and {} in the other{}",
                                  access_text(*a.buffer, a.indices), access_text(*b.buffer, b.indices), why_),
                      a.line, b.line, access_text(*a.buffer, a.indices), access_text(*b.buffer, b.indices));
    }
    if (!a.initial && !b.initial && !same_conditions(a, b)) {
      const std::string in_a = conditions_text(a), in_b = conditions_text(b);
      report(What::Condition,
             fmt::format("{} is computed {}, and {} in the other{}", a.buffer ? a.buffer->name : "this",
                         in_a.empty() ? "always" : "where " + in_a, in_b.empty() ? "always" : "where " + in_b, why_),
             a.line, b.line, in_a, in_b);
    }
    if (!same_value(a.value, b.value)) {
      const std::string in_a = tir::to_string(a.value), in_b = tir::to_string(b.value);
      report(What::Value,
             fmt::format("{} gets {} here, and {} in the other{}", a.buffer ? a.buffer->name : "the call", in_a, in_b,
                         why_),
             a.line, b.line, in_a, in_b);
    }
  }

  static std::string access_text(const BufferNode& b, const std::vector<Expr>& indices) {
    std::vector<std::string> all;
    for (const Expr& i : indices) all.push_back(tir::to_string(i));
    return fmt::format("{}[{}]", b.name, fmt::join(all, ", "));
  }
  static std::string conditions_text(const PlainItem& item) {
    std::vector<std::string> all;
    for (const Expr& c : item.conditions) all.push_back(tir::to_string(c));
    return fmt::format("{}", fmt::join(all, " and "));
  }

  // Whether they stand for each other; buffers that are met for the first time do from now on.
  bool paired(const Buffer& a, const Buffer& b) {
    const auto known = pairs_.find(b.get());
    if (known != pairs_.end()) return known->second == a;
    for (const auto& [other, mine] : pairs_)
      if (mine == a) return false;
    if (a->dtype != b->dtype) return false;
    pairs_[b.get()] = a;
    return true;
  }

  // The same element. Of a buffer that is allocated inside, the first element may be another one, the same distance
  // away in every access.
  bool same_place(const Buffer& buffer, const std::vector<Expr>& a, const std::vector<Expr>& b) {
    why_.clear();
    if (a.size() != b.size()) return false;
    std::vector<Expr> distance;
    for (size_t d = 0; d < a.size(); ++d) {
      const Expr other = substitute(b[d], names_);
      if (!is_index_arithmetic(a[d]) || !is_index_arithmetic(other)) {
        if (!same_value(a[d], b[d])) return false;
        distance.push_back(int_imm(0));
      } else if (fixed_.contains(buffer.get())) {
        if (equal(a[d], other) != Equal::Yes) return false;
      } else {
        distance.push_back(a[d] - other);
      }
    }
    return fixed_.contains(buffer.get()) || same_distance(buffer, distance);
  }

  bool same_distance(const Buffer& buffer, const std::vector<Expr>& distance) {
    const auto [known, is_new] = distances_.try_emplace(buffer.get());
    if (is_new) known->second = {distance, loops_};
    std::vector<SampledLoop> loops = loops_;
    for (const SampledLoop& loop : known->second.loops)
      if (std::ranges::none_of(loops, [&](const SampledLoop& l) { return l.var == loop.var; })) loops.push_back(loop);
    std::swap(loops, loops_);
    bool same = true;
    for (size_t d = 0; d < distance.size() && same; ++d)
      same = equal(distance[d], known->second.distance[d]) == Equal::Yes;
    std::swap(loops, loops_);
    if (!same) why_ = " (not the element that other accesses of it have in its place)";
    return same;
  }

  bool same_conditions(const PlainItem& a, const PlainItem& b) {
    why_.clear();
    const auto all = [](const std::vector<Expr>& list) {
      Expr e = bool_imm(true);
      for (const Expr& c : list) e = is_one(e) ? c : logical_and(e, c);
      return e;
    };
    const Expr x = all(a.conditions), y = all(b.conditions);
    if (is_index_arithmetic(x) && is_index_arithmetic(y)) return equal(x, substitute(y, names_)) == Equal::Yes;
    return same_value(x, y);
  }

  // ── values ──
  bool same_value(const Expr& a, const Expr& b) {
    spend();
    if (is_index_arithmetic(a) && is_index_arithmetic(b))
      return a->dtype.is_bool() == b->dtype.is_bool() && equal(a, substitute(b, names_)) == Equal::Yes;
    const Expr x = plain_comparison(a), y = plain_comparison(b);
    if (x->kind != y->kind || x->dtype != y->dtype) return false;
    switch (x->kind) {
      case ExprKind::FloatImm: {
        const double p = node_cast<FloatImmNode>(x)->value, q = node_cast<FloatImmNode>(y)->value;
        return round_to(x->dtype, p) == round_to(y->dtype, q) || (p != p && q != q);
      }
      case ExprKind::IntImm:
        return node_cast<IntImmNode>(x)->value == node_cast<IntImmNode>(y)->value;
      case ExprKind::StringImm:
        return node_cast<StringImmNode>(x)->value == node_cast<StringImmNode>(y)->value;
      case ExprKind::Var:
        return substitute(y, names_) == x;
      case ExprKind::BufferLoad: {
        const auto *p = node_cast<BufferLoadNode>(x), *q = node_cast<BufferLoadNode>(y);
        return paired(p->buffer, q->buffer) && same_place(p->buffer, p->indices, q->indices);
      }
      case ExprKind::Call:
        if (node_cast<CallNode>(x)->name != node_cast<CallNode>(y)->name) return false;
        break;
      case ExprKind::Ramp:
        if (node_cast<RampNode>(x)->lanes != node_cast<RampNode>(y)->lanes) return false;
        break;
      default:
        break;
    }
    std::vector<Expr> p, q;
    each_child(*x, [&](const Expr& c) { p.push_back(c); });
    each_child(*y, [&](const Expr& c) { q.push_back(c); });
    if (p.size() != q.size() || p.empty()) return false;
    if (std::ranges::equal(p, q, [this](const Expr& m, const Expr& n) { return same_value(m, n); })) return true;
    const bool commutes = x->kind == ExprKind::Add || x->kind == ExprKind::Mul || x->kind == ExprKind::Min ||
                          x->kind == ExprKind::Max || x->kind == ExprKind::EQ || x->kind == ExprKind::NE ||
                          x->kind == ExprKind::And || x->kind == ExprKind::Or;
    const std::string why = why_;  // what differs as it is written
    if (commutes && x->depth < 200 && same_value(p[0], q[1]) && same_value(p[1], q[0])) return true;
    why_ = why;
    return false;
  }

  static Expr plain_comparison(const Expr& e) {
    const auto* b = node_cast<BinaryNode>(e);
    if (b && b->kind == ExprKind::GT) return lt(b->b, b->a);
    if (b && b->kind == ExprKind::GE) return le(b->b, b->a);
    return e;
  }

  enum class Equal { Yes, No };
  // Of expressions in the loops at hand. Proved, or by trying iterations; the first that differs is in why_.
  Equal equal(const Expr& a, const Expr& b) {
    if (a == b || structural_equal(a, b)) return Equal::Yes;
    arith::Analyzer analyzer;
    for (const SampledLoop& loop : loops_) analyzer.bind(loop.var, Range{loop.min, loop.extent});
    if (!a->dtype.is_bool() && analyzer.can_prove_equal(a, b)) return Equal::Yes;
    bool known = true, same = true;
    const Sampled tried = sample(loops_of(loops_, {a, b}), kMostIterations, [&](const Iteration& in) {
      const auto x = cost::value_of(a, in.values), y = cost::value_of(b, in.values);
      known = x && y;
      if (known && *x != *y) {
        same = false;
        why_ = fmt::format(" ({}: {} and {})", in.text(), *x, *y);
      }
      return known && same;
    });
    if (!known || !tried.known || !same) return Equal::No;
    if (!tried.all) ++found_.not_proved;
    return Equal::Yes;
  }

  // ── storage ──
  void storage(const PlainNest& a, const PlainNest& b) {
    if (!found_.differences.empty()) return;
    for (const Buffer& y : b.allocated) {
      const auto pair = pairs_.find(y.get());
      if (pair == pairs_.end()) continue;
      const auto is_default = [](const std::string& scope) { return scope.empty() || scope == "global"; };
      const std::string &p = pair->second->scope, &q = y->scope;
      if (p != q && !(is_default(p) && is_default(q)))
        report(What::Storage,
               fmt::format("'{}' is in {} memory, and '{}' in {}", pair->second->name, is_default(p) ? "global" : p,
                           y->name, is_default(q) ? "global" : q),
               0, 0, p, q);
    }
    if (a.allocated.size() != b.allocated.size())
      report(What::Storage,
             fmt::format("there are {} buffers inside, and {} in the other", a.allocated.size(), b.allocated.size()), 0,
             0);
  }

  struct Distance {
    std::vector<Expr> distance;
    std::vector<SampledLoop> loops;
  };

  const lower::LoopNest &before_, &after_;
  NestComparison found_;
  Substitution names_;                         // variables of `after` → those of `before`
  std::map<const BufferNode*, Buffer> pairs_;  // buffers of `after` → those of `before`
  std::set<const BufferNode*> fixed_;          // arguments: element 0 is element 0
  std::map<const BufferNode*, Distance> distances_;
  std::vector<SampledLoop> loops_;
  std::string why_;
};

}  // namespace

std::string to_string(What what) {
  switch (what) {
    case What::Arguments:
      return "arguments";
    case What::Statements:
      return "statements";
    case What::LoopOrder:
      return "loop order";
    case What::LoopLength:
      return "loop length";
    case What::LoopKind:
      return "loop kind";
    case What::Element:
      return "element";
    case What::Condition:
      return "condition";
    case What::Value:
      return "value";
    case What::Storage:
      return "storage";
  }
  return "statements";
}

NestComparison compare_nests(const lower::LoopNest& before, const lower::LoopNest& after) {
  return Comparing(before, after).run();
}

}  // namespace nw::tvmscript
