// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of te and tir: placeholders, axes and computations (compute.cpp), reducers and
// reductions (reduction.cpp), arithmetic intrinsics (intrinsics.cpp), tensor intrinsics and buffers
// (tensor_intrin.cpp).
#pragma once

#include <map>

#include "script/argument_reader.h"

namespace nw::script {

class Evaluator;

class ComputationReader {
 public:
  ComputationReader(Evaluator& evaluator, ScriptState& state, ArgumentReader& arguments)
      : evaluator_(evaluator), state_(state), arguments_(arguments) {}

  Value placeholder(const Arguments& args);
  Value variable(const Arguments& args, bool size_var);
  Value axis(const Arguments& args, bool is_thread);
  Value compute(const Arguments& args);
  Value scan(const Arguments& args);
  Value topi_prod(const Arguments& args);
  Value comm_reducer(const Arguments& args);
  Value call_reducer(const ReducerValue& r, const Arguments& args);
  Value tir_function(Fn f, const Arguments& args);
  Value astype(const Value& self, const Arguments& args);
  Value decl_buffer(const Arguments& args);
  Value decl_tensor_intrin(const Arguments& args);
  Value buffer_method(const tir::Buffer& b, Method m, const Arguments& args);

 private:
  bool check_body(const std::vector<tir::Expr>& body, const std::vector<tir::IterVar>& axes, const Node* lambda);
  void check_shared_axes(const tir::ReduceNode& reduction, const Node* at);
  bool check_vars(const tir::Expr& body, const std::vector<tir::IterVar>& axes, const Node* at);
  void check_accumulator(const tir::Expr& body, const Node* at);
  Value outputs_of(const te::Operation& op);
  Value combine_directly(const ReducerValue& r, const Arguments& args);
  tir::CommReducer make_reducer(const ReducerValue& r, const std::vector<DType>& types, const Node* at);
  Value intrinsic(Fn f, const Arguments& args);
  Value all_any(Fn f, const Arguments& args);
  Value constant(const Arguments& args);
  Value named_call(Fn f, const Arguments& args);
  Value packed_call(Fn f, const Arguments& args);
  tir::Stmt to_stmt(const Value& v, const Node* n);

  Evaluator& evaluator_;
  ScriptState& state_;
  ArgumentReader& arguments_;
  std::map<const tir::IterVarNode*, std::string> reduced_in_;  // by which computation first
  bool reducing_tuple_ = false;
};

}  // namespace nw::script
