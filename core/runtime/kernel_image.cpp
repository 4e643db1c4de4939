// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/kernel_image.h"

#include "base/deep_stack.h"
#include "codegen/symbol_name.h"
#include "codegen_llvm/image.h"
#include "runtime/stopwatch.h"
#include "tir/print.h"

namespace nw::runtime {

namespace {

constexpr int kAlignment = 64;  // bytes (codegen/abi.h)

nlohmann::json signature_of(const lower::LoopNest& nest) {
  using nlohmann::json;
  json arguments = json::array(), sizes = json::array();
  for (size_t i = 0; i < nest.args.size(); ++i) {
    json shape = json::array();
    for (const tir::Expr& dimension : nest.args[i]->shape)
      if (const int64_t* extent = tir::as_const_int(dimension))
        shape.push_back(*extent);
      else
        shape.push_back(tir::to_string(dimension));
    arguments.push_back({{"name", nest.args[i]->name},
                         {"dtype", to_string(nest.args[i]->dtype)},
                         {"shape", std::move(shape)},
                         {"alignment", kAlignment},
                         {"written", static_cast<bool>(nest.arg_is_output[i])}});
  }
  for (const tir::Var& size : nest.size_vars) sizes.push_back(size->name);
  return {{"arguments", std::move(arguments)}, {"sizes", std::move(sizes)}};
}

}  // namespace

Result<KernelImage> compile_object(const lower::LoopNest& nest, const codegen::Options& options) {
  KernelImage kernel;
  kernel.entry = codegen::symbol_name(nest);
  kernel.signature = signature_of(nest);
  Result<std::string> object;
  on_deep_stack([&] { object = codegen::object_file(nest, options); });
  if (!object.ok()) return object.diagnostics;
  kernel.object = std::move(*object);
  return kernel;
}

Diagnostics link(KernelImage& kernel) {
  Result<std::string> image = codegen::link_image(kernel.object, kernel.entry);
  if (!image.ok()) return image.diagnostics;
  kernel.image = std::move(*image);
  return {};
}

Result<KernelImage> compile(const lower::LoopNest& nest, const codegen::Options& options, measure::Spent& spent) {
  Result<KernelImage> kernel;
  {
    const Stopwatch watch(spent.compile);
    kernel = compile_object(nest, options);
  }
  if (!kernel.ok()) return kernel;
  const Stopwatch watch(spent.link);
  if (Diagnostics failed = link(*kernel); has_errors(failed)) return failed;
  return kernel;
}

}  // namespace nw::runtime
