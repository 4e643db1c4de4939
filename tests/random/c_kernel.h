// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that is compiled from its emitted C by the system's compiler, and loaded.
#pragma once

#include <string>

#include "codegen/abi.h"
#include "lower/lower.h"

namespace nw::test {

class CKernel {
 public:
  // flags: of the compiler. Files are made in `folder`, and removed.
  CKernel(const lower::LoopNest& nest, const std::string& flags, const std::string& folder);
  ~CKernel();
  CKernel(const CKernel&) = delete;
  CKernel& operator=(const CKernel&) = delete;

  nw_kernel entry() const { return entry_; }  // null: see problem()
  const Diagnostics& diagnostics() const { return diagnostics_; }
  const std::string& problem() const { return problem_; }

 private:
  void* library_ = nullptr;
  nw_kernel entry_ = nullptr;
  Diagnostics diagnostics_;
  std::string problem_;
};

}  // namespace nw::test
