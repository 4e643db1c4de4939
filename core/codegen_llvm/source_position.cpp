// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/source_position.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

#include "codegen/symbol_name.h"
#include "tir/print.h"

namespace nw::codegen {

SourcePosition::SourcePosition(IrBuilder& ir, const lower::LoopNest& nest) : ir_(ir), debug_(ir.module()) {
  const tir::PrintedNest printed = tir::print(nest.body);
  for (size_t i = 0; i < printed.lines.size(); ++i)
    if (printed.lines[i].stmt) lines_.emplace(printed.lines[i].stmt, static_cast<int>(i) + 1);
  file_ = debug_.createFile(symbol_name(nest) + ".nest", ".");
  debug_.createCompileUnit(llvm::dwarf::DW_LANG_C11, file_, "nestwright", true, "", 0, "",
                           llvm::DICompileUnit::DebugEmissionKind::LineTablesOnly);
  ir.module().addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  ir.module().addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
}

void SourcePosition::enter(llvm::Function* function) {
  llvm::DISubroutineType* type = debug_.createSubroutineType(debug_.getOrCreateTypeArray({}));
  llvm::DISubprogram* program =
      debug_.createFunction(file_, function->getName(), function->getName(), file_, 1, type, 1, llvm::DINode::FlagZero,
                            llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
  function->setSubprogram(program);
  ir_.builder().SetCurrentDebugLocation(llvm::DILocation::get(ir_.context(), 0, 0, program));
}

void SourcePosition::set(const tir::StmtNode* stmt) {
  current_ = stmt;
  const auto line = lines_.find(stmt);
  if (line == lines_.end()) return;
  ir_.builder().SetCurrentDebugLocation(
      llvm::DILocation::get(ir_.context(), static_cast<unsigned>(line->second), 0, ir_.function()->getSubprogram()));
}

void SourcePosition::finish() {
  debug_.finalize();
}

void SourcePosition::report(Diagnostic d) {
  if (std::find(diagnostics_.begin(), diagnostics_.end(), d) == diagnostics_.end())
    diagnostics_.push_back(std::move(d));
}

}  // namespace nw::codegen
