// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a syntax tree statement by statement: builds the computation, applies the schedule steps, notes the kernel.
// Failure is a value too: an expression that fails has said so and gives Poison.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "script/observer.h"

namespace nw::script {

inline constexpr size_t kMaxTensors = 2'000;       // of one script
inline constexpr size_t kMostItems = 400'000;      // of a list: as many as can be written
inline constexpr size_t kLongestText = 1'000'000;  // bytes of a string made of others

class Evaluator {
 public:
  // The statement that starts at `skip_line` (0: none) is left out; what it would bind is poisoned.
  Evaluator(const SyntaxTree& tree, std::string_view text, const ReadOptions& options, ReadObserver* observer,
            int skip_line = 0);
  Program run();
  // The state of the evaluator after run(), which gave `program`.
  Evaluation evaluation(const Program& program) const;

 private:
  // ── statements (evaluate.cpp) ──
  void statement(const SyntaxStatement& s);
  const Node* assigned_by_comparison(const SyntaxStatement& s) const;
  void bind_targets(const SyntaxStatement& s, const Value& v, Statement& record);
  void poison_targets(const SyntaxStatement& s);
  void assign(int32_t id, std::string_view name, Value v);
  void name_things(int32_t id, std::string_view name, const Value& v);
  bool axis_is_named(AxisId id, std::string_view name) const;
  void finish();
  Value report(Diagnostic d, const Facts& facts = NoFacts());  // notes the error; gives Poison
  void note(const Facts& facts) const;                         // of the last diagnostic
  bool too_much(const Node* n);  // counts work; reports once when a script asks for too much

  // ── expressions (expressions.cpp) ──
  Value eval(const Node* n);
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
  Value read_tensor(const te::Tensor& t, std::vector<tir::Expr> indices, const Node* n);
  Value wrong_indices(const PartialRead& read, const Node* n);
  Value slice(const ListValue& list, const Node* slice);
  Value sequence(const Node* n);
  Value conditional(const Node* n);
  Value logic(const Node* n);
  std::optional<bool> truth(const Value& v, const Node* n, std::string_view word);

  // ── arithmetic (arithmetic.cpp) ──
  Value unary(const Node* n);
  Value binary(const Node* n);
  Value compare(const Node* n);
  Value number_binary(uint32_t op, const Value& a, const Value& b, const Node* n);
  Value int_binary(uint32_t op, int64_t a, int64_t b, const Node* n);
  Value float_binary(uint32_t op, double a, double b, const Node* n);
  Value expr_binary(uint32_t op, const Value& a, const Value& b, const Node* n);
  Value python_function(Fn f, const Arguments& args);  // builtins.cpp
  Value extreme(Fn f, const Arguments& args);
  // The items of a list, a tuple or an iterator, which is then used up; null (and reported) where `v` has none.
  const std::vector<Value>* items_of(const Value& v, const std::string& role, const Node* n);
  Value binary_node(Fn f, const Arguments& args);
  Value immediate(Fn f, const Arguments& args);
  Value equal(const Value& self, const Arguments& args);
  void warn_of_signs(const tir::Expr& x, const tir::Expr& y, const Node* n);
  Value bitwise(const char* name, tir::Expr a, tir::Expr b, const Node* n);
  Value sized(tir::Expr e, const Node* n);  // unless it is larger than later phases can handle
  // As an expression; null (and reported) where it is none.
  tir::Expr to_expr(const Value& v, const Node* n);
  tir::Expr int_expr(const Value& v, const Node* n, const std::string& role);

  // ── calls (calls.cpp) ──
  Value call(const Node* n);
  bool collect(const Node* n, Arguments& out);
  bool bind(const Arguments& args, const std::string& function, std::span<const char* const> params,
            std::span<Arg> out);
  template <size_t N>
  std::optional<std::array<Arg, N>> bind(const Arguments& args, const std::string& function,
                                         const char* const (&params)[N]) {
    std::array<Arg, N> out;
    if (!bind(args, function, std::span<const char* const>(params, N), out)) return std::nullopt;
    return out;
  }
  Value call_lambda(const Node* lambda, const std::vector<Value>& args, const Node* at);
  std::optional<int64_t> to_int(const Arg& a, const std::string& role);
  std::optional<std::string> to_text(const Arg& a, const std::string& role);
  std::optional<std::string> text_or(const Arg& a, const std::string& role, const char* otherwise);
  std::optional<DType> to_dtype(const Arg& a, DType otherwise);
  std::optional<te::Tensor> to_tensor(const Arg& a, const std::string& role);
  std::optional<std::vector<te::Tensor>> to_tensors(const Arg& a, const std::string& role);
  std::optional<std::vector<tir::Expr>> to_shape(const Arg& a);
  std::optional<tir::IterVar> to_reduce_axis(const Value& v, const Node* n);

  // ── te.* (compute.cpp, reduction.cpp) ──
  Value call_function(Fn f, const Arguments& args);
  Value placeholder(const Arguments& args);
  Value variable(const Arguments& args, bool size_var);
  Value axis(const Arguments& args, bool is_thread);
  Value compute(const Arguments& args);
  std::optional<std::vector<tir::Expr>> body_of(const Value& v, const Node* lambda);
  bool check_body(const std::vector<tir::Expr>& body, const std::vector<tir::IterVar>& axes, const Node* lambda);
  void check_shared_axes(const tir::ReduceNode& reduction, const Node* at);
  bool check_vars(const tir::Expr& body, const std::vector<tir::IterVar>& axes, const Node* at);
  void check_accumulator(const tir::Expr& body, const Node* at);
  Value scan(const Arguments& args);
  Value topi_prod(const Arguments& args);
  Value outputs_of(const te::Operation& op);
  Value comm_reducer(const Arguments& args);
  Value call_reducer(const ReducerValue& r, const Arguments& args);
  Value combine_directly(const ReducerValue& r, const Arguments& args);
  tir::CommReducer make_reducer(const ReducerValue& r, const std::vector<DType>& types, const Node* at);

  // ── tir.* (intrinsics.cpp) ──
  Value tir_function(Fn f, const Arguments& args);
  Value intrinsic(Fn f, const Arguments& args);
  Value all_any(Fn f, const Arguments& args);
  Value constant(const Arguments& args);
  Value named_call(Fn f, const Arguments& args);
  Value packed_call(Fn f, const Arguments& args);
  Value astype(const Value& self, const Arguments& args);

  // ── tensor intrinsics and their buffers (tensor_intrin.cpp) ──
  Value decl_buffer(const Arguments& args);
  Value decl_tensor_intrin(const Arguments& args);
  Value buffer_method(const tir::Buffer& b, Method m, const Arguments& args);
  tir::Stmt to_stmt(const Value& v, const Node* n);

  // ── schedule steps (create_schedule.cpp, read_step.cpp) ──
  Value create_schedule(const Arguments& args);
  Value stage_of(const Value& v, const Node* n);
  Value call_method(const MethodValue& m, const Arguments& args);
  Value call_primitive(const PrimitiveValue& called, const Arguments& args);
  std::optional<schedule::Step> read_step(const PrimitiveValue& called, const Arguments& args);
  std::optional<schedule::Argument> to_argument(const schedule::Parameter& parameter, const Arg& arg, StageId stage,
                                                const Arguments& args);
  std::optional<std::vector<AxisId>> to_axes(const schedule::PrimitiveInfo& info, const Arguments& args, StageId stage);
  std::optional<schedule::TensorRef> to_tensor_ref(const te::Tensor& tensor, const Node* n);
  std::optional<schedule::Argument> to_tensor_refs(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_readers(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_predicate(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_pragma_value(const Arg& arg);
  std::optional<schedule::Argument> to_thread(const schedule::Parameter& parameter, const Arg& arg);
  std::optional<schedule::Argument> to_mapping(const schedule::Parameter& parameter, const Arg& arg, StageId stage,
                                               const Arguments& args);
  std::optional<schedule::Argument> to_intrinsic(const schedule::Parameter& parameter, const Arg& arg);
  void record_arguments(const schedule::PrimitiveInfo& info, const Arguments& args);
  Value value_of(const schedule::Step& step, const schedule::Made& made, const Arguments& args);
  void explain_moved_loops(StageId stage, const Arguments& args);
  std::optional<std::string> to_scope(const Arg& a);
  schedule::StepSource source(const Arguments& args) const;
  Value axis_value(AxisId id) const;
  std::optional<AxisId> to_axis(const Arg& a, StageId stage);
  std::optional<StageId> to_stage(const Arg& a, const std::string& role);

  // ── the kernel (kernel.cpp) ──
  Value lower(const Arguments& args);
  void check_arguments(const Arg& list);
  bool is_scan_state(const te::Operation& op) const;

  const SyntaxTree& tree_;
  std::string_view text_;
  const ReadOptions& options_;
  ReadObserver* observer_;  // null: nobody asks for facts
  int skip_line_;
  Program program_;
  std::vector<Value> env_;  // by name id
  const SyntaxStatement* now_ = nullptr;
  Statement* record_ = nullptr;
  std::map<const tir::IterVarNode*, std::string> reduced_in_;  // by which computation first
  std::string stage_name_;                                     // the stage that diagnostics are about, if known
  std::string schedule_name_ = "s";
  std::vector<std::string> axis_names_;    // of the computation whose body is being evaluated
  std::vector<tir::IterVar> reduce_axes_;  // every te.reduce_axis, to tell them from other variables
  bool reducing_tuple_ = false;
  int lambda_depth_ = 0;
  size_t work_ = 0;
  bool gave_up_ = false;
  bool lowered_ = false;
  int kernel_line_ = 0;  // of tvm.lower
};

}  // namespace nw::script
