// SPDX-License-Identifier: GPL-3.0-or-later
// Statements, of which loops have an emitter of their own.
#pragma once

#include "codegen_llvm/expr_emitter.h"
#include "codegen_llvm/loop_emitter.h"

namespace nw::codegen {

class StatementEmitter : public BodyEmitter {
 public:
  struct Parts {  // what it is made of
    IrBuilder& ir;
    SourcePosition& position;
    Frame& frame;
    AccumulatorSlots& slots;
    IndexChecks& checks;
    ExprEmitter& exprs;
    const CpuTraits& cpu;
    std::string kernel;  // its symbol
    int argument_alignment = 1;
  };
  explicit StatementEmitter(const Parts& parts);

  void define_helpers() { storage_.define_helpers(); }  // before the first function
  void emit(const tir::Stmt& s) override;

 private:
  void branch(const tir::IfThenElseNode& node);
  void allocate(const tir::AllocateNode& node);
  void store(const tir::StoreNode& node);
  void store(const tir::StoreNode& node, Value* value, Value* mask);
  void let(const tir::LetStmtNode& node);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  SourcePosition& position_;
  Frame& frame_;
  ExprEmitter& exprs_;
  LocalStorage storage_;
  LoopEmitter loops_;
};

}  // namespace nw::codegen
