// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one loop nest as an LLVM module: the kernel's function, and around it all that its statements and expressions
// are emitted by. From the top: StatementEmitter (with LoopEmitter, LocalStorage), ExprEmitter (with IndexEmitter,
// MemoryEmitter, calls), and below them Arithmetic, NumberConversion, FloatMath, IrBuilder.
#pragma once

#include "codegen_llvm/machine_code.h"
#include "codegen_llvm/statement_emitter.h"

namespace nw::codegen {

class KernelEmitter {
 public:
  KernelEmitter(llvm::Module& module, const lower::LoopNest& nest, const Options& options, const CpuTraits& cpu);

  void emit();
  const Diagnostics& diagnostics() const { return position_.diagnostics(); }

 private:
  llvm::Function* emit_body();
  void emit_entry(llvm::Function* body);

  const lower::LoopNest& nest_;
  const std::string symbol_;
  const int argument_alignment_;
  const CpuTraits cpu_;
  IrBuilder ir_;
  llvm::IRBuilder<>& builder_;
  SourcePosition position_;
  Frame frame_;
  AccumulatorSlots slots_;
  IndexChecks checks_;
  ExprEmitter exprs_;
  StatementEmitter statements_;
};

}  // namespace nw::codegen
