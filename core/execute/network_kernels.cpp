// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_kernels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "cost/flops.h"
#include "execute/kernel.h"
#include "runtime/diagnostics.h"
#include "runtime/kernel_image.h"
#include "runtime/verify.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::execute {

std::string to_string(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& a : arguments)
    text += (text.empty() ? "" : ", ") + fmt::format("{}({})", nw::to_string(a.dtype), fmt::join(a.shape, ", "));
  return text;
}

namespace {

std::vector<Argument> arguments_of(const std::vector<te::Tensor>& tensors, const tir::Substitution& sizes) {
  std::vector<Argument> arguments;
  for (const te::Tensor& t : tensors) {
    Argument a{t->dtype, {}};
    for (const tir::Expr& dimension : t->shape) {
      const tir::Expr extent = tir::substitute(dimension, sizes);
      a.shape.push_back(tir::as_const_int(extent) ? *tir::as_const_int(extent) : -1);
    }
    arguments.push_back(std::move(a));
  }
  return arguments;
}

std::vector<te::Tensor> outputs_of(const CompiledKernel& kernel) {
  std::vector<te::Tensor> outputs;
  for (size_t i = 0; i < kernel.tensors.size(); ++i)
    if (kernel.is_output[i]) outputs.push_back(kernel.tensors[i]);
  return outputs;
}

}  // namespace

SymbolValues SizedKernel::values() const {
  SymbolValues values;
  for (size_t i = 0; i < sizes.size(); ++i) values[code->sizes[i]] = sizes[i];
  return values;
}

Result<SizedKernel> with_sizes(const CompiledKernel& code, const model::SizeSymbols& symbols, const SymbolValue& value,
                               const std::string& node) {
  SizedKernel kernel;
  kernel.code = &code;
  tir::Substitution numbers;
  for (const tir::Var& size : code.sizes) {
    const auto symbol = std::ranges::find(symbols, size->name, &model::SizeSymbols::value_type::first);
    const std::optional<int64_t> known = symbol == symbols.end() ? std::nullopt : value(symbol->second);
    if (!known) return runtime::unknown_dimension(node, size->name);
    kernel.sizes.push_back(*known);
    numbers[size] = tir::int_imm(*known, size->dtype);
  }
  kernel.arguments = arguments_of(code.tensors, numbers);
  kernel.flops = cost::count_flops(outputs_of(code), kernel.values());
  kernel.tolerance = runtime::tolerance_of(outputs_of(code), kernel.values());
  return kernel;
}

Result<model::GroupKernel> NetworkKernels::kernel_of(const graph::Graph& graph, const fusion::Fusion& fusion,
                                                     const fusion::Group& group) const {
  const bool own = !scripts_.empty() && scripts_.contains(model::task_key(graph, group));
  return own ? model::group_kernel(graph, fusion, group.id, device_.facts())
             : model::network_kernel(graph, fusion, group.id, device_.facts());
}

Result<const CompiledKernel*> NetworkKernels::find_or_compile(const model::GroupKernel& group) {
  const auto own = scripts_.find(group.task_key);
  if (own != scripts_.end()) return find_or_compile(group.task_key, [&] { return compile_own(own->second, group); });
  const std::string key = group.packings.empty() ? group.task_key : group.task_key + ", packed";
  return find_or_compile(key, [&] { return compile(group.script); });
}

Result<std::vector<const CompiledKernel*>> NetworkKernels::find_or_compile_packings(const model::GroupKernel& group) {
  std::vector<const CompiledKernel*> packings;
  for (const model::Packing& packing : group.packings) {
    const Result<const CompiledKernel*> code = find_or_compile(packing.key, [&] { return compile(packing.script); });
    if (!code.value) return code.diagnostics;
    packings.push_back(*code);
  }
  return packings;
}

Result<const CompiledKernel*> NetworkKernels::find_or_compile(const std::string& key,
                                                              const std::function<Result<CompiledKernel>()>& compile) {
  auto known = kernels_.find(key);
  const auto start = std::chrono::steady_clock::now();
  if (known == kernels_.end()) {
    Result<CompiledKernel> made = compile();
    if (!made.value) return std::move(made.diagnostics);
    ++compiled_count_;
    known = kernels_.emplace(key, std::move(*made.value)).first;
  }
  if (!known->second.module) {
    wants_fresh_device_ = wants_fresh_device_ || sealed_;
    if (sealed_) return {};
    if (Diagnostics failed = load(known->second); has_errors(failed)) return failed;
  }
  compile_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return &known->second;
}

Diagnostics NetworkKernels::load(CompiledKernel& kernel) {
  const Result<target::ModuleId> module =
      device_.session().load(kernel.code.image, "elf", kernel.code.entry, kernel.code.signature);
  if (module.ok()) kernel.module = *module;
  return module.diagnostics;
}

void NetworkKernels::unload() {
  sealed_ = wants_fresh_device_ = false;
  for (auto& [task, kernel] : kernels_) kernel.module.reset();
}

// A person's schedule must take what the group gives: the same arguments in the same order.
Result<CompiledKernel> NetworkKernels::compile_own(const std::string& script, const model::GroupKernel& group) {
  script::ReadOptions quickly;
  quickly.verify = quickly.explain = false;
  const std::vector<te::Tensor> wanted = script::read(group.script, quickly).args;
  const std::vector<te::Tensor> given = script::read(script, quickly).args;
  const bool fit = std::equal(
      wanted.begin(), wanted.end(), given.begin(), given.end(), [](const te::Tensor& a, const te::Tensor& b) {
        const auto same_text = [](const tir::Expr& x, const tir::Expr& y) {  // sizes are equal by their names
          return tir::to_string(x) == tir::to_string(y);
        };
        return a->dtype == b->dtype && std::ranges::equal(a->shape, b->shape, same_text);
      });
  if (!fit) return runtime::other_arguments(group.task_key);
  return compile(script);
}

Result<CompiledKernel> NetworkKernels::compile(const std::string& script) {
  Diagnostics diagnostics;
  const Kernel kernel = read_kernel(script, {}, diagnostics);
  // A default schedule's warnings are of no use to whoever runs a network.
  std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
  if (!kernel.nest) return diagnostics;
  codegen::Options how;
  how.target = device_.code_target();
  measure::Spent spent;
  Result<runtime::KernelImage> code = runtime::compile(*kernel.nest, how, spent);
  if (!code.ok()) return code.diagnostics;
  return CompiledKernel{std::move(*code), std::nullopt, kernel.program.args, kernel.nest->arg_is_output,
                        kernel.nest->size_vars};
}

}  // namespace nw::execute
