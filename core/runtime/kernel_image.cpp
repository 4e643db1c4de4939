// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/kernel_image.h"

#include "base/deep_stack.h"
#include "codegen/symbol_name.h"
#include "codegen_llvm/image.h"
#include "runtime/stopwatch.h"

namespace nw::runtime {

Result<KernelImage> compile(const lower::LoopNest& nest, const codegen::Options& options, measure::Spent& spent) {
  KernelImage kernel;
  kernel.entry = codegen::symbol_name(nest);
  Result<std::string> object;
  {
    const Stopwatch watch(spent.compile);
    on_deep_stack([&] { object = codegen::object_file(nest, options); });
  }
  if (!object.ok()) return object.diagnostics;
  kernel.object = std::move(*object);
  const Stopwatch watch(spent.link);
  Result<std::string> image = codegen::link_image(kernel.object, kernel.entry);
  if (!image.ok()) return image.diagnostics;
  kernel.image = std::move(*image);
  return kernel;
}

}  // namespace nw::runtime
