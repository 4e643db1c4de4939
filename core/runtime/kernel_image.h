// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel compiled for a device.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "codegen_llvm/machine_code.h"
#include "measure/report.h"

namespace nw::runtime {

struct KernelImage {
  std::string entry;         // its symbol
  std::string object;        // with the line table; the code that is loaded
  std::string image;         // what is loaded
  nlohmann::json signature;  // as nestwright/target.h has it, without lines
};

// The time goes into `spent`. The object that `emit --as object` writes is what is linked: what a person reads as
// assembly is what is measured.
Result<KernelImage> compile(const lower::LoopNest& nest, const codegen::Options& options, measure::Spent& spent);
// Its two halves. Several threads may compile objects; no image is linked meanwhile, as the linker sets options of LLVM
// back that the passes read.
Result<KernelImage> compile_object(const lower::LoopNest& nest, const codegen::Options& options);
Diagnostics link(KernelImage& kernel);

}  // namespace nw::runtime
