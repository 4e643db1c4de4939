// SPDX-License-Identifier: GPL-3.0-or-later
// Scalar expressions as Halide C++.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "te/operation.h"

namespace nw::exporting {

class HalideExpr {
 public:
  // tensor: the C++ name of what holds it; is_input: it is a buffer with these limits, not a function.
  struct Source {
    std::string name;
    bool is_input = false;
  };
  explicit HalideExpr(std::function<Source(const te::Tensor&)> source) : source_(std::move(source)) {}

  std::map<const tir::VarNode*, std::string> variables;
  std::string missing;  // what Halide does not know, if anything

  std::string text(const tir::Expr& e);
  // Of an expression that counts only where a condition holds, and that Halide evaluates everywhere.
  std::string guarded_text(const tir::Expr& e);

 private:
  std::string number(DType t, double value) const;
  std::string binary(const tir::BinaryNode& node);
  std::string call(const tir::CallNode& node);
  std::string load(const tir::ProducerLoadNode& node);

  std::function<Source(const te::Tensor&)> source_;
  int guarded_ = 0;  // inside of conditions: reads are kept within bounds, as both sides are evaluated
};

std::string halide_type(DType dtype);  // "float", "int32_t", …; empty: Halide has none

// The names by which the text calls what is Halide's own: a stage of such a name would hide it.
std::set<std::string> halide_words();

}  // namespace nw::exporting
