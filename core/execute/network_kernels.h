// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of networks on one device: a task is compiled and loaded once, whoever asks for it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "execute/symbol_values.h"
#include "measure/comparison.h"
#include "model/model.h"
#include "runtime/device.h"
#include "runtime/kernel_image.h"
#include "te/operation.h"

namespace nw::execute {

// What a kernel is called with. It must be what its loops were made for: a kernel checks nothing itself.
struct Argument {
  DType dtype;
  std::vector<int64_t> shape;
  bool operator==(const Argument&) const = default;
};
std::string to_string(const std::vector<Argument>& arguments);

struct CompiledKernel {
  runtime::KernelImage code;
  std::optional<target::ModuleId> module;  // while it is loaded
  std::vector<te::Tensor> tensors;         // of its arguments
  std::vector<bool> is_output;
  std::vector<tir::Var> sizes;  // that its caller gives, in order
};

// A kernel as it is called with values of its sizes.
struct SizedKernel {
  const CompiledKernel* code = nullptr;
  std::vector<int64_t> sizes;
  std::vector<Argument> arguments;
  double flops = 0;
  measure::Tolerance tolerance;  // of its own rounding
  SymbolValues values() const;   // `sizes`, by the kernel's variables
};
using SymbolValue = std::function<std::optional<int64_t>(const tir::Var& symbol)>;
// `symbols`: of the group that the kernel was made for. NW4116 for one without a value, with the group's `node`.
Result<SizedKernel> with_sizes(const CompiledKernel& code, const model::SizeSymbols& symbols, const SymbolValue& value,
                               const std::string& node);

class NetworkKernels {
 public:
  // scripts: schedules by task; others have the one that comes with the group.
  NetworkKernels(runtime::Device& device, std::map<std::string, std::string> scripts = {})
      : device_(device), scripts_(std::move(scripts)) {}

  // A group's kernel, to be compiled: as a person wrote it for the task, else the default with packed constants.
  Result<model::GroupKernel> kernel_of(const graph::Graph& graph, const fusion::Fusion& fusion,
                                       const fusion::Group& group) const;
  // The kernel of a group's task, loaded; it stays where it is as long as this object lives. NW4118: a script of
  // `scripts` takes other arguments. No value and no diagnostics: the device takes no more code (seal()).
  Result<const CompiledKernel*> find_or_compile(const model::GroupKernel& group);
  // The kernels that make its packed inputs, in their order; loaded, as above.
  Result<std::vector<const CompiledKernel*>> find_or_compile_packings(const model::GroupKernel& group);
  // The device has run something, which confines its process: code is loaded into another one (unload()).
  void seal() { sealed_ = true; }
  bool wants_fresh_device() const { return wants_fresh_device_; }
  // The device was reopened: what was compiled is there still, and is loaded when it is asked for.
  void unload();
  const std::map<std::string, std::string>& scripts() const { return scripts_; }

  int compiled() const { return compiled_count_; }
  double compile_ms() const { return compile_ms_; }  // all of it: code, linking, loading

 private:
  Result<const CompiledKernel*> find_or_compile(const std::string& key,
                                                const std::function<Result<CompiledKernel>()>& compile);
  Result<CompiledKernel> compile_own(const std::string& script, const model::GroupKernel& group);
  Result<CompiledKernel> compile(const std::string& script);
  Diagnostics load(CompiledKernel& kernel);

  runtime::Device& device_;
  const std::map<std::string, std::string> scripts_;
  std::map<std::string, CompiledKernel> kernels_;  // by task, and by packing
  bool sealed_ = false, wants_fresh_device_ = false;
  int compiled_count_ = 0;
  double compile_ms_ = 0;
};

}  // namespace nw::execute
