// SPDX-License-Identifier: GPL-3.0-or-later
// Operators and Python's own functions: on numbers as in Python, on expressions as in TVM.
#pragma once

#include "script/argument_reader.h"

namespace nw::script {

class Evaluator;

class Arithmetic {
 public:
  Arithmetic(Evaluator& evaluator, ScriptState& state, ArgumentReader& arguments)
      : evaluator_(evaluator), state_(state), arguments_(arguments) {}

  Value unary(const Node* n);
  Value binary(const Node* n);
  Value compare(const Node* n);
  Value python_function(Fn f, const Arguments& args);  // builtins.cpp
  Value binary_node(Fn f, const Arguments& args);
  Value immediate(Fn f, const Arguments& args);
  Value equal(const Value& self, const Arguments& args);

 private:
  Value number_binary(uint32_t op, const Value& a, const Value& b, const Node* n);
  Value int_binary(uint32_t op, int64_t a, int64_t b, const Node* n);
  Value float_binary(uint32_t op, double a, double b, const Node* n);
  Value power(double a, double b, const Node* n);
  Value expr_binary(uint32_t op, const Value& a, const Value& b, const Node* n);
  Value bitwise(const char* name, tir::Expr a, tir::Expr b, const Node* n);
  void warn_of_signs(const tir::Expr& x, const tir::Expr& y, const Node* n);
  Value extreme(Fn f, const Arguments& args);

  Evaluator& evaluator_;
  ScriptState& state_;
  ArgumentReader& arguments_;
};

}  // namespace nw::script
