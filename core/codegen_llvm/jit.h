// SPDX-License-Identifier: GPL-3.0-or-later
// A loop nest made into a function in this process.
#pragma once

#include <memory>

#include "codegen/abi.h"
#include "codegen_llvm/machine_code.h"

namespace nw::codegen {

// Machine code in memory; lives as long as any copy.
class CompiledKernel {
 public:
  nw_kernel entry() const { return entry_; }
  const std::string& object() const { return *object_; }  // what was loaded

 private:
  friend Result<CompiledKernel> compile(const lower::LoopNest& nest, const Options& options);
  std::shared_ptr<void> code_;
  std::shared_ptr<const std::string> object_;
  nw_kernel entry_ = nullptr;
};

Result<CompiledKernel> compile(const lower::LoopNest& nest, const Options& options = {});

}  // namespace nw::codegen
