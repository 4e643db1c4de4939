// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as Python text of the script language.
#pragma once

#include <functional>
#include <string>

#include "tir/expr.h"

namespace nw::script {

struct Naming {
  std::function<std::string(const tir::VarNode&)> variable;
  std::function<std::string(const tir::Producer&)> tensor;
  std::function<std::string(const tir::ReduceNode&)> reducer;  // "te.sum" or the user's
  std::function<std::string(const tir::IterVar&)> axis;        // of a reduction
};

// Reading the text with those names gives the expression again.
std::string expr_text(const tir::Expr& e, const Naming& naming);

}  // namespace nw::script
