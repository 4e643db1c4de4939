// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/nest_hash.h"

#include "base/sha256.h"
#include "tir/print.h"

namespace nw::lower {

std::string nest_hash(const LoopNest& nest) {
  std::string text = nest.name + "\n";
  for (size_t i = 0; i < nest.args.size(); ++i) {
    const tir::BufferNode& arg = *nest.args[i];
    text += arg.name + " " + to_string(arg.dtype) + (nest.arg_is_output[i] ? " out" : " in");
    for (const tir::Expr& dimension : arg.shape) text += " " + tir::to_string(dimension);
    text += "\n";
  }
  return text_sha256(text + tir::print(nest.body).text());
}

}  // namespace nw::lower
