// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled kernels on disk, by what their code follows from: script, processor, options and code generator. An image
// that was found is loaded without lowering and without LLVM.
#pragma once

#include <optional>
#include <string>

#include "base/file_cache.h"
#include "runtime/kernel_image.h"

namespace nw::runtime {

class KernelCache {
 public:
  // `folder`: of a FileCache; empty: nothing is found and nothing is kept.
  explicit KernelCache(std::string folder = {}) : used_(!folder.empty()), files_(std::move(folder)) {}

  // Without the object. Nothing where the program does not know its own build.
  std::optional<KernelImage> find(const std::string& script, const codegen::Options& how) const;
  void keep(const std::string& script, const codegen::Options& how, const KernelImage& kernel) const;

 private:
  bool used_;
  FileCache files_;
};

}  // namespace nw::runtime
