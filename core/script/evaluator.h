// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a syntax tree statement by statement: builds the computation, applies the schedule steps, notes the kernel.
// Failure is a value too: an expression that fails has reported it and gives Poison.
#pragma once

#include <utility>

#include "script/arithmetic.h"
#include "script/computation_reader.h"
#include "script/step_reader.h"

namespace nw::script {

class Evaluator {
 public:
  // The statement that starts at `skip_line` (0: none) is left out; what it would bind is poisoned.
  Evaluator(const SyntaxTree& tree, std::string_view text, const ReadOptions& options, ReadObserver* observer,
            int skip_line = 0);
  Program run();
  // For a script that grows: runs the next statement of the tree, and gives its value.
  Value run_next(const SyntaxStatement& s);
  void bind_name(int32_t id, std::string_view name, const Value& v);
  Diagnostics take_diagnostics() { return std::exchange(state_.program.diagnostics, {}); }
  const ScriptState& state() const { return state_; }
  // The state of the evaluator after run(), which gave `program`.
  Evaluation evaluation(const Program& program) const { return state_.evaluation(program); }

  Value eval(const Node* n);
  Value call_lambda(const Node* lambda, const std::vector<Value>& args, const Node* at);

 private:
  Value statement(const SyntaxStatement& s);
  const Node* assigned_by_comparison(const SyntaxStatement& s) const;
  void bind_targets(const SyntaxStatement& s, const Value& v, Statement& record);
  void poison_targets(const SyntaxStatement& s);
  void assign(int32_t id, std::string_view name, Value v);
  void finish();
  Value name(const Node* n);
  Value attribute(const Node* n);
  Value attribute_of(const Value& object, const Node* n);
  Value tensor_attribute(const te::Tensor& t, const Node* n);
  Value operation_attribute(const te::Operation& op, const Node* n);
  Value buffer_attribute(const tir::Buffer& b, const Node* n);
  Value no_attribute(const Value& object, const Node* n, const std::vector<std::string>& known);
  Value index(const Node* n);
  Value index_list(const ListValue& list, const Node* n);
  Value index_tensor(const te::Tensor& t, std::vector<tir::Expr> before, const Node* n);
  Value slice(const ListValue& list, const Node* slice);
  Value sequence(const Node* n);
  Value conditional(const Node* n);
  Value logic(const Node* n);
  Value call(const Node* n);
  bool collect(const Node* n, Arguments& out);
  Value call_function(Fn f, const Arguments& args);
  Value call_method(const MethodValue& m, const Arguments& args);

  int skip_line_;
  ScriptState state_;
  ArgumentReader arguments_{state_};
  Arithmetic arithmetic_{*this, state_, arguments_};
  ComputationReader computation_{*this, state_, arguments_};
  StepReader steps_{*this, state_, arguments_};
};

}  // namespace nw::script
