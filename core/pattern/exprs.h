// SPDX-License-Identifier: GPL-3.0-or-later
// Relay expressions as TVM's matcher sees them: operators are expressions too, and a call's callee is its first part.
// Expressions are immutable: a pass that changes one makes a copy with a new id, and all others keep their ids. Two
// expressions are the same if their ids are, as in TVM if they are the same object.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace nw::pattern {

using ExprId = Id<struct ExprTag>;

enum class ExprKind : uint8_t {
  Operator,
  Variable,
  Constant,
  Call,      // parts: callee, arguments
  Tuple,     // parts: fields
  Field,     // parts: tuple; `index`
  Let,       // parts: variable, value, body
  If,        // parts: condition, then, else
  Function,  // parts: parameters, body
  Global,    // a function of the module by its name
  Other,     // references, match and what the reader kept as it stood
};

struct Expr {
  ExprKind kind = ExprKind::Other;
  std::vector<ExprId> parts;
  std::string_view name;                // operator, variable, global
  int64_t index = -1;                   // Field
  NodeId source;                        // the graph's node that it is, or that it was before parts of it were replaced
  const graph::Attrs* attrs = nullptr;  // given in the text; null: none
  const graph::Type* type = nullptr;    // null: not known
  const NDArray* data = nullptr;        // Constant
  // Call of a declared operator that a rule made: what it stands for, over its arguments.
  std::shared_ptr<const graph::Graph> stands_for = nullptr;
};

class ExprPool {
 public:
  const Expr& operator[](ExprId id) const { return exprs_[id.index()]; }
  size_t size() const { return exprs_.size(); }
  ExprId add(Expr expr);
  Expr& edit(ExprId id) { return exprs_[id.index()]; }  // one that was just made
  // The expression of this operator: one for each name, as in TVM.
  ExprId op(std::string_view name);
  // Texts, attributes and types that live as long as the pool.
  std::string_view keep(std::string_view text);
  const graph::Attrs* keep(graph::Attrs attrs);
  const graph::Type* keep(graph::Type type);
  const NDArray* keep(NDArray data);
  void reserve(size_t count) { exprs_.reserve(count); }
  // What was added behind this point can be taken back: after trying something. Nothing older may refer to it.
  struct Point {
    size_t exprs = 0, texts = 0, attrs = 0, types = 0, arrays = 0;
  };
  Point point() const { return {exprs_.size(), texts_.size(), attrs_.size(), types_.size(), arrays_.size()}; }
  void back_to(const Point& point);

  // The operator that is called; empty for calls of anything else, and for what is no call.
  std::string_view called_op(ExprId id) const;
  // Nodes that `root` needs, callees and arguments before users, left to right; each once.
  std::vector<ExprId> post_order(ExprId root) const;
  // Marks what `root` needs, itself too, by index; what is marked already is not entered again.
  void mark(ExprId root, std::vector<bool>& marked) const;

 private:
  std::vector<Expr> exprs_;
  std::map<std::string, ExprId, std::less<>> ops_;
  std::deque<std::string> texts_;
  std::deque<graph::Attrs> attrs_;
  std::deque<graph::Type> types_;
  std::deque<NDArray> arrays_;
};

// A model's main function in a pool. The graph has to live as long as the pool.
struct Program {
  const graph::Graph* graph = nullptr;
  ExprPool pool;
  ExprId main;                                            // a Function
  std::vector<std::pair<std::string, ExprId>> functions;  // others of the module, and what partitioning made; by name
  std::vector<ExprId> from_node;                          // by node of the graph; not valid where main does not need it
};

// `constants`: parameters that are bound to constants (relay.build_module.bind_params_by_name): they are no parameters
// of main then.
Program read_program(const graph::Graph& graph, const std::vector<NodeId>& constants = {});

inline ExprId body_of(const ExprPool& pool, ExprId function) {
  return pool[function].parts.back();
}

// A function that MergeComposite made: its name; empty for any other expression.
std::string composite_name(const ExprPool& pool, ExprId function);

// How people call it: the node's name ("%3"), or what it is where it comes from no node.
std::string name_of(const Program& program, ExprId id);
// "add", "a field of a tuple", "the variable x", "a constant", "a call of my.conv"
std::string kind_of(const Program& program, ExprId id);

}  // namespace nw::pattern
