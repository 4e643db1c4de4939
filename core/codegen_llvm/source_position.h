// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the nest the emitter is: the statement whose line instructions get in the debug information, and at which
// diagnostics are reported.
#pragma once

#include <llvm/IR/DIBuilder.h>

#include <unordered_map>

#include "codegen_llvm/ir_builder.h"
#include "lower/lower.h"

namespace nw::codegen {

class SourcePosition {
 public:
  // The printed nest is the source file of the line table.
  SourcePosition(IrBuilder& ir, const lower::LoopNest& nest);

  void enter(llvm::Function* function);  // what follows is in this function, of no line yet
  void set(const tir::StmtNode* stmt);
  void finish();  // after the module's last function

  tir::Provenance from() const { return current_ ? current_->from : tir::Provenance{}; }
  void report(Diagnostic d);  // each once
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  IrBuilder& ir_;
  llvm::DIBuilder debug_;
  llvm::DIFile* file_ = nullptr;
  std::unordered_map<const tir::StmtNode*, int> lines_;
  const tir::StmtNode* current_ = nullptr;
  Diagnostics diagnostics_;
};

}  // namespace nw::codegen
