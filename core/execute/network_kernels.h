// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of networks on one device: a task is compiled and loaded once, whoever asks for it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "execute/kernel.h"
#include "execute/symbol_values.h"
#include "measure/comparison.h"
#include "model/model.h"
#include "runtime/device.h"
#include "runtime/kernel_cache.h"
#include "runtime/kernel_image.h"
#include "script/kernel_families.h"
#include "te/operation.h"

namespace nw::execute {

// What a kernel is called with. It must be what its loops were made for: a kernel checks nothing itself.
struct Argument {
  DType dtype;
  std::vector<int64_t> shape;
  bool operator==(const Argument&) const = default;
};
std::string to_string(const std::vector<Argument>& arguments);

// The code of one kernel or of a family of kernels (kernel_families.h).
struct KernelCode {
  std::string script;  // that it was compiled from
  runtime::KernelImage image;
  bool from_cache = false;
  bool linked = false;                     // `image` can be loaded
  std::optional<target::ModuleId> module;  // while it is loaded
};

struct CompiledKernel {
  std::shared_ptr<KernelCode> code;
  std::vector<te::Tensor> tensors;  // of its arguments
  std::vector<bool> is_output;
  std::vector<tir::Var> sizes;           // that each call gives, in order
  std::map<std::string, int64_t> fixed;  // those of `sizes` that are the same in each call: of a family's member
  std::string own_script = {};           // of a family's member; empty: that of its code
  const std::optional<target::ModuleId>& module() const { return code->module; }
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
// What `graph` says of a kernel's arguments: those of its inputs, each field of a tuple by itself, packed ones as the
// kernel has them, then those of its outputs. -1 for a size that is not known.
std::vector<Argument> needed_arguments(const graph::Graph& graph, const model::GroupKernel& kernel,
                                       const SizedKernel& sized, const std::vector<NodeId>& inputs,
                                       const std::vector<NodeId>& outputs);
using SymbolValue = std::function<std::optional<int64_t>(const tir::Var& symbol)>;
// `symbols`: of the group that the kernel was made for. NW4116 for one without a value, with the group's `node`.
Result<SizedKernel> with_sizes(const CompiledKernel& code, const model::SizeSymbols& symbols, const SymbolValue& value,
                               const std::string& node);

class NetworkKernels {
 public:
  // scripts: schedules by task, over the values of the graph or over those that the network lays out and packs; other
  // tasks have the one that comes with the group.
  NetworkKernels(runtime::Device& device, std::map<std::string, std::string> scripts = {},
                 runtime::KernelCache cache = runtime::KernelCache());

  // Whether the group's task has a schedule of its own over values as the graph has them: it takes and gives these.
  bool takes_graph_values(const graph::Graph& graph, const fusion::Group& group) const;
  // Whether the group's task has a schedule of its own.
  bool is_scheduled(const graph::Graph& graph, const fusion::Group& group) const {
    return !scripts_.empty() && scripts_.contains(model::task_key(graph, group));
  }
  // A group's kernel, to be compiled: as its task's own schedule has it, where that takes what the group gives; else
  // the default with packed constants. `blocks`: the values whose channels lie in blocks; no other kernels may share
  // them. `shown`: the group as its task has it (RunFusion).
  Result<model::GroupKernel> kernel_of(const graph::Graph& graph, const fusion::Fusion& fusion,
                                       const fusion::Group& group, const fusion::Group& shown,
                                       const model::ChannelBlocks& blocks = {});
  // NW4118 for each task whose own schedule fits none of the groups that were asked for, in their order.
  Diagnostics schedules_that_fit_no_group() const;
  // Takes from the cache or compiles what these groups need, up to `threads` kernels at a time, those that differ in
  // sizes only as one. `begin` is called with each group whose kernel is compiled, in order, on any of the threads; if
  // it returns false, no further ones are compiled. Failures are reported by find_or_compile.
  void compile_ahead(const std::vector<const model::GroupKernel*>& groups, int threads,
                     const std::function<bool(size_t group)>& begin);
  // The kernel of a group's task, loaded; it stays where it is as long as this object lives. No value and no
  // diagnostics: the device takes no more code (seal()).
  Result<const CompiledKernel*> find_or_compile(const model::GroupKernel& group);
  // The kernels that make its packed inputs, in their order; loaded, as above.
  Result<std::vector<const CompiledKernel*>> find_or_compile_packings(const model::GroupKernel& group);
  // The tensors of a kernel's arguments by their own names, which those of its code need not have.
  static std::vector<te::Tensor> named_tensors(const CompiledKernel& kernel);
  // The device has run something, which confines its process: code is loaded into another one (unload()).
  void seal() { sealed_ = true; }
  bool is_sealed() const { return sealed_; }
  bool wants_fresh_device() const { return wants_fresh_device_; }
  // The device was reopened: what was compiled is there still, and is loaded when it is asked for.
  void unload();

  int compiled() const { return compiled_count_; }
  int from_cache() const { return from_cache_count_; }
  double compile_ms() const { return compile_ms_; }  // all of it: code, linking, loading

 private:
  // A kernel that a group needs: its own, or one of its packings.
  struct Task {
    std::string key;
    const std::string* script = nullptr;
  };
  struct Work {
    size_t group;
    Task task;
    Result<CompiledKernel>* result;
    size_t most_sizes;  // that may differ in a family of its; 0: it has none
  };
  struct Job {  // what is compiled together
    std::vector<Work> work;
    script::KernelFamily family;  // of several
  };
  // What is not known yet, with room for the results in ahead_.
  std::vector<Work> missing(const std::vector<const model::GroupKernel*>& groups);
  static std::vector<Job> jobs_of(const std::vector<Work>& work);
  void compile(const Job& job) const;
  Task own_task(const model::GroupKernel& group) const;
  static Task packing_task(const model::Packing& packing) { return {packing.script, &packing.script}; }
  Result<const CompiledKernel*> find_or_compile(const Task& task);
  // On any thread; not linked.
  Result<CompiledKernel> compile(const std::string& script) const;
  std::optional<CompiledKernel> find_in_cache(const std::string& script) const;
  codegen::Options how() const;
  // Without a value where the common code would be slower than that of `first`, a member's script.
  Result<CompiledKernel> compile_family(const script::KernelFamily& family, const std::string& first) const;
  Result<CompiledKernel> compile(const std::string& script, const Kernel& kernel) const;
  Diagnostics link(KernelCode& code);
  Diagnostics load(KernelCode& code);

  runtime::Device& device_;
  const std::map<std::string, std::string> scripts_;
  const runtime::KernelCache cache_;
  // Arguments of `scripts_`, by task; empty: it cannot be read, as its compilation will say.
  std::map<std::string, std::vector<te::Tensor>> own_arguments_;
  std::vector<std::string> misfits_;                     // tasks, some of whose groups their schedule does not fit
  std::set<std::string> fits_;                           // and those of a group that it fits
  std::map<std::string, CompiledKernel> kernels_;        // by task, and by packing
  std::map<std::string, Result<CompiledKernel>> ahead_;  // compiled before they were asked for
  bool sealed_ = false, wants_fresh_device_ = false;
  int compiled_count_ = 0, from_cache_count_ = 0;
  double compile_ms_ = 0;
};

}  // namespace nw::execute
