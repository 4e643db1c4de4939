// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/jit.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include "base/deep_stack.h"
#include "codegen/diagnostics.h"
#include "codegen/symbol_name.h"

namespace nw::codegen {

// The object that `emit --as object` writes is what runs: what a person reads as assembly is what was measured.
Result<CompiledKernel> compile(const lower::LoopNest& nest, const Options& options) {
  Result<std::string> object;
  on_deep_stack([&] { object = object_file(nest, options); });
  if (!object.ok()) return object.diagnostics;
  llvm::InitializeNativeTarget();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit) return cannot_load(llvm::toString(jit.takeError()));
  const char prefix = (*jit)->getDataLayout().getGlobalPrefix();
  auto library = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!library) return cannot_load(llvm::toString(library.takeError()));
  (*jit)->getMainJITDylib().addGenerator(std::move(*library));
  if (llvm::Error e = (*jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(*object, nest.name)))
    return cannot_load(llvm::toString(std::move(e)));
  auto symbol = (*jit)->lookup(symbol_name(nest));
  if (!symbol) return cannot_load(llvm::toString(symbol.takeError()));
  CompiledKernel kernel;
  kernel.entry_ = symbol->toPtr<nw_kernel>();
  kernel.object_ = std::make_shared<const std::string>(std::move(*object));
  kernel.code_ = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return kernel;
}

}  // namespace nw::codegen
