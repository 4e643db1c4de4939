// SPDX-License-Identifier: GPL-3.0-or-later
// Does a pattern match at an expression? Decision by decision as TVM 0.11's DFPatternMatcher: one expression a pattern,
// the first way that succeeds is kept, the arguments of `add` and `multiply` are turned once, a failed attempt is taken
// back to where it began.
//
// Unlike TVM it ends: what its `dominates` visits again and again on a ladder of diamonds is visited once, and a trial
// of more than some hundred thousand steps is cut off (Matcher::was_cut).
#pragma once

#include <optional>

#include "graph/op_traits.h"
#include "pattern/expr_index.h"
#include "pattern/pattern.h"

namespace nw::pattern {

enum class MissKind : uint8_t {
  Operator,
  NotCalled,
  Arity,
  Attribute,
  NoAttribute,
  Dtype,
  Shape,
  Type,
  Constant,
  Variable,
  Value,
  Tuple,
  Fields,
  Index,
  Function,
  SameNode,
  Path,
  NotDominated,
  UsedOutside,
  Taken,
  Check,
  Scope,
};
std::string_view to_string(MissKind kind);  // "operator", "not-called", …, as in JSON

// A pattern with what it is made of, parts first, each once.
struct PatternGraph {
  struct Node {
    const PatternNode* pattern = nullptr;
    std::vector<int> parts;
    ExprId op;  // Operator: the pool's; not valid where no expression is it
  };
  std::vector<Node> nodes;  // the whole is the last
  // The operators of which a match calls one at its root; none: its root may be anything. It rules most roots out.
  std::optional<std::vector<ExprId>> root_ops;
  PatternGraph(const Pattern& pattern, ExprPool& pool);
  int find(const PatternNode* pattern) const;  // -1: none

 private:
  bool add_root_ops(int p, std::vector<bool>& seen);
  bool add_called(int p, std::vector<bool>& seen);
};

// Why an attempt failed: words are made of it only where people read them.
struct Failure {
  MissKind kind = MissKind::Operator;
  const PatternNode* pattern = nullptr;
  ExprId expr;
  std::string key;  // Attribute, NoAttribute: which
  ExprId other;     // SameNode: what the pattern stands for already; NotDominated: a reader outside, if one is known
  TextSpan span;    // the piece of the table
  TextSpan use;     // where the piece is written in what is around it: its text, or the name that stands for it
  const PatternNode* around = nullptr;  // Operator: the call pattern whose callee it is
};

// Told of every attempt while a pattern is matched.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  virtual void enter(const PatternNode& pattern, ExprId expr) = 0;
  virtual void leave(bool ok, size_t matched) = 0;
  virtual void turned() = 0;                                // the arguments are tried the other way round
  virtual void step(std::string_view what, int index) = 0;  // down to a part: ("argument", 1); index -1: none
  virtual void step_back() = 0;
  virtual void failed(Failure failure, size_t matched) = 0;  // so many patterns stand for something
};

class Matcher {
 public:
  Matcher(const ExprPool& pool, const ExprIndex& index, const graph::OpTraitsTable& traits,
          const PatternGraph& pattern);

  bool match(ExprId root, MatchObserver* observer = nullptr);
  // After a match: what a pattern (an index of PatternGraph::nodes) stands for, in the order in which it was found;
  // several under `dominates` only.
  const std::vector<ExprId>& stands_for(int pattern) const { return memo_[static_cast<size_t>(pattern)]; }
  bool was_cut() const { return cut_; }
  // In the last trial an operator of the pattern was found.
  bool found_operator() const { return found_operator_; }
  // Whether part `pattern` matches alone (TVM asks so for constants in alternatives).
  bool matches_alone(int pattern, ExprId expr);

 private:
  struct Scope;
  const PatternNode& node(int p) const { return *nodes_[static_cast<size_t>(p)].pattern; }
  int part(int p, size_t i) const { return nodes_[static_cast<size_t>(p)].parts[i]; }
  bool may_be_root(ExprId e) const;
  void clear();
  void clear_from(size_t mark);
  bool visit(int p, ExprId e);
  bool visit_at(int p, ExprId e, std::string_view step, int index);
  bool visit_kind(int p, ExprId e);
  bool leaf(int p, ExprId e);
  bool call(int p, ExprId e);
  bool arguments(int p, ExprId e, bool reversed);
  bool regrouped(int p, ExprId e);
  bool divide_of_product(int p, ExprId e);
  bool product_with_divide(int p, ExprId e);
  int made_call(int in_place_of, int callee, int left, int right);
  // The pattern as the table has it: of what regrouping made, the one in whose place it is.
  const PatternNode& written(int p) const;
  bool tuple(int p, ExprId e);
  bool parts_in_order(int p, ExprId e, ExprKind kind, MissKind miss, std::initializer_list<std::string_view> names);
  bool function(int p, ExprId e);
  bool attributes(int p, ExprId e);
  bool operator_attribute(const std::string& key, const graph::Attr& wanted, ExprId e) const;
  bool type(int p, ExprId e);
  bool dominates(int p, ExprId e);
  bool matches_path(int p, ExprId e);
  bool finds_parent(int p, ExprId e);
  bool not_dominated(int p, ExprId e);
  std::vector<size_t> way_up(ExprId below, ExprId above) const;
  bool is_plain_op(int p, std::string_view name) const;
  bool is_call_of(ExprId e, std::string_view name) const;
  bool fail(MissKind kind, int p, ExprId e, TextSpan span = {}, std::string key = {}, ExprId other = {});

  const ExprPool& pool_;
  const ExprIndex& index_;
  const graph::OpTraitsTable& traits_;
  const std::optional<std::vector<ExprId>>& root_ops_;
  std::vector<PatternGraph::Node> nodes_;
  size_t own_ = 0;                // nodes of the pattern itself; then those that regrouping makes
  std::deque<PatternNode> made_;  // by regrouping
  std::vector<int> made_for_;     // by what was made: the pattern in whose place it is
  std::vector<std::vector<ExprId>> memo_;
  std::vector<int> matched_;  // patterns in the order in which they matched
  bool memoize_ = true;
  MatchObserver* observer_ = nullptr;
  size_t steps_ = 0, way_steps_ = 0;
  bool cut_ = false;
  bool found_operator_ = false;
  bool visit_ways_once_ = false;
  std::vector<bool> passed_;  // by position in the pool: the way up from here is good
};

}  // namespace nw::pattern
