// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/byte_dots.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "codegen_llvm/features.h"
#include "tir/byte_dot.h"

namespace nw::codegen {

namespace {

struct Instruction {
  int lanes;
  llvm::Intrinsic::ID id;
  const char* name;
};
constexpr Instruction kInstructions[] = {
    {16, llvm::Intrinsic::x86_avx512_vpdpbusd_512, "llvm.x86.avx512.vpdpbusd.512"},
    {8, llvm::Intrinsic::x86_avx512_vpdpbusd_256, "llvm.x86.avx512.vpdpbusd.256"},
    {4, llvm::Intrinsic::x86_avx512_vpdpbusd_128, "llvm.x86.avx512.vpdpbusd.128"},
};

}  // namespace

Value* ByteDots::sum(const tir::BinaryNode& node) {
  const int lanes = node.dtype.lanes;
  for (const Instruction& instruction : kInstructions) {
    if (lanes % instruction.lanes != 0 || !cpu_.processor) continue;
    const auto missing = missing_feature(instruction.name, *cpu_.processor);
    if (!missing || !missing->empty()) continue;
    const auto dot = tir::match_byte_dot(tir::Expr(&node));
    if (!dot) return nullptr;
    const auto vector = [&](const tir::Expr& e) {
      return ir_.splat(values_.value(e), e->dtype.lanes == 1 ? lanes : 1);
    };
    Value* rest = dot->rest ? vector(dot->rest) : llvm::Constant::getNullValue(ir_.value_type(node.dtype));
    Value* a = vector(dot->unsigned_bytes);
    Value* b = vector(dot->signed_bytes);
    return in_parts(instruction.id, instruction.lanes, {rest, a, b});
  }
  return nullptr;
}

// The lanes of longer vectors, as many at a time as the instruction takes.
Value* ByteDots::in_parts(llvm::Intrinsic::ID id, int lanes, const std::array<Value*, 3>& operands) {
  llvm::IRBuilder<>& builder = ir_.builder();
  llvm::Function* instruction = llvm::Intrinsic::getDeclaration(&ir_.module(), id);
  const int all = IrBuilder::lanes_of(operands[0]);
  if (all == lanes) return builder.CreateCall(instruction, {operands[0], operands[1], operands[2]});
  llvm::SmallVector<Value*, 4> parts;
  for (int first = 0; first < all; first += lanes) {
    llvm::SmallVector<int, 16> taken;
    for (int lane = first; lane < first + lanes; ++lane) taken.push_back(lane);
    llvm::SmallVector<Value*, 3> own;
    for (Value* operand : operands) own.push_back(builder.CreateShuffleVector(operand, taken));
    parts.push_back(builder.CreateCall(instruction, own));
  }
  return llvm::concatenateVectors(builder, parts);
}

}  // namespace nw::codegen
