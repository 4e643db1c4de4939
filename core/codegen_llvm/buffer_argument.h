// SPDX-License-Identifier: GPL-3.0-or-later
// What LLVM is promised of a pointer to a buffer that a function gets: it knows noalias and alignment only of
// parameters.
#pragma once

#include <llvm/IR/Argument.h>

#include "tir/stmt.h"

namespace nw::codegen {

struct BufferArgument {
  bool read_only = false;
  int alignment = 1;  // bytes
};
void describe_buffer_argument(llvm::Argument& argument, const tir::BufferNode& buffer, const BufferArgument& promise);

}  // namespace nw::codegen
