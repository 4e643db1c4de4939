// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/buffer_argument.h"

#include <llvm/IR/Function.h>

namespace nw::codegen {

void describe_buffer_argument(llvm::Argument& argument, const tir::BufferNode& buffer, const BufferArgument& promise) {
  llvm::Function* function = argument.getParent();
  const unsigned index = argument.getArgNo();
  function->addParamAttr(index, llvm::Attribute::NoAlias);
  function->addParamAttr(index, llvm::Attribute::NonNull);
  if (promise.read_only) function->addParamAttr(index, llvm::Attribute::ReadOnly);
  int64_t bytes = buffer.dtype.bytes();
  for (const tir::Expr& dimension : buffer.shape) {
    const int64_t* extent = tir::as_const_int(dimension);
    bytes = extent && *extent > 0 && bytes < (int64_t{1} << 40) / *extent ? bytes * *extent : 0;
  }
  if (bytes > 0 && buffer.strides.empty()) function->addDereferenceableParamAttr(index, static_cast<uint64_t>(bytes));
  if (promise.alignment > 1)
    function->addParamAttr(index, llvm::Attribute::getWithAlignment(
                                      function->getContext(), llvm::Align(static_cast<uint64_t>(promise.alignment))));
}

}  // namespace nw::codegen
