// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_kernels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/side_by_side.h"
#include "cost/flops.h"
#include "execute/kernel.h"
#include "runtime/diagnostics.h"
#include "runtime/kernel_image.h"
#include "runtime/stopwatch.h"
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
    if (const auto fixed = code.fixed.find(size->name); fixed != code.fixed.end()) {
      kernel.sizes.push_back(fixed->second);
      numbers[size] = tir::int_imm(fixed->second, size->dtype);
      continue;
    }
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

std::vector<Argument> needed_arguments(const graph::Graph& graph, const model::GroupKernel& kernel,
                                       const SizedKernel& sized, const std::vector<NodeId>& inputs,
                                       const std::vector<NodeId>& outputs) {
  std::map<NodeId, size_t> next_field;
  std::vector<Argument> needed;
  const auto add = [&](NodeId id) {
    const std::vector<graph::Type> fields = graph::flattened(graph.node(id).type);
    const size_t field = next_field[id]++;
    if (field >= fields.size()) return;
    needed.push_back({fields[field].dtype, {}});
    for (const graph::Dim& dim : fields[field].shape) needed.back().shape.push_back(dim.constant().value_or(-1));
    if (const int64_t block = model::block_of(kernel.blocks, id); block > 0) {
      std::vector<int64_t>& shape = needed.back().shape;
      shape = model::in_blocks(shape, block);
      const size_t place = needed.size() - 1;
      if (place < sized.arguments.size() && sized.arguments[place].shape.size() == 4)  // its rows are joined
        shape = {shape[0], shape[1], shape[2] * shape[3], shape[4]};
    }
  };
  for (size_t i = 0; i < inputs.size(); ++i)
    if (kernel.packing_of(i))
      needed.push_back(sized.arguments.at(i));
    else
      add(inputs[i]);
  next_field.clear();
  for (const NodeId output : outputs) add(output);
  return needed;
}

namespace {

script::ReadOptions as_it_was_checked() {
  script::ReadOptions options;
  options.verify = options.explain = false;
  return options;
}

// The same in the same order; sizes are equal by their names.
bool same_arguments(const std::vector<te::Tensor>& a, const std::vector<te::Tensor>& b) {
  const auto same_text = [](const tir::Expr& x, const tir::Expr& y) { return tir::to_string(x) == tir::to_string(y); };
  return std::ranges::equal(a, b, [&](const te::Tensor& x, const te::Tensor& y) {
    return x->dtype == y->dtype && std::ranges::equal(x->shape, y->shape, same_text);
  });
}

}  // namespace

NetworkKernels::NetworkKernels(runtime::Device& device, std::map<std::string, std::string> scripts,
                               runtime::KernelCache cache)
    : device_(device), scripts_(std::move(scripts)), cache_(std::move(cache)) {
  for (const auto& [task, script] : scripts_) {
    script::Program program;
    on_deep_stack([&] { within_budget({}, [&] { program = script::read(script, as_it_was_checked()); }); });
    own_arguments_[task] = std::move(program.args);
  }
}

bool NetworkKernels::takes_graph_values(const graph::Graph& graph, const fusion::Group& group) const {
  if (scripts_.empty()) return false;
  const auto own = own_arguments_.find(model::task_key(graph, group));
  if (own == own_arguments_.end()) return false;
  if (own->second.empty()) return true;
  const Result<model::GroupComputation> computation =
      model::group_computation(graph, group, model::Form::AsDefined, device_.facts());
  if (!computation.value) return true;
  std::vector<te::Tensor> arguments = computation->inputs;
  arguments.insert(arguments.end(), computation->outputs.begin(), computation->outputs.end());
  return same_arguments(own->second, arguments);
}

Result<model::GroupKernel> NetworkKernels::kernel_of(const graph::Graph& graph, const fusion::Fusion& fusion,
                                                     const fusion::Group& group, const fusion::Group& shown,
                                                     const model::ChannelBlocks& blocks) {
  Result<model::GroupKernel> standard = model::network_kernel(graph, fusion, group.id, device_.facts(), blocks);
  const std::string task = scripts_.empty() ? std::string() : model::task_key(graph, shown);
  const auto own = scripts_.find(task);
  if (own == scripts_.end()) return standard;
  const std::vector<te::Tensor>& arguments = own_arguments_.at(task);
  const auto takes = [&](Result<model::GroupKernel>& kernel) {
    if (!kernel.value || !(arguments.empty() || same_arguments(arguments, kernel->args))) return false;
    kernel->script = own->second;
    kernel->is_own = true;
    fits_.insert(task);
    return true;
  };
  if (!arguments.empty() && takes(standard)) return standard;
  Result<model::GroupKernel> plain = model::group_kernel(graph, fusion, group.id, device_.facts());
  if (takes(plain)) return plain;
  if (std::ranges::find(misfits_, task) == misfits_.end()) misfits_.push_back(task);
  return standard;
}

Diagnostics NetworkKernels::schedules_that_fit_no_group() const {
  Diagnostics found;
  for (const std::string& task : misfits_)
    if (!fits_.contains(task)) found.push_back(runtime::other_arguments(task));
  return found;
}

NetworkKernels::Task NetworkKernels::own_task(const model::GroupKernel& group) const {
  // Tasks whose concatenations left them may be one task then, and have schedules of their own.
  if (group.is_own) return {group.script, &group.script};
  std::string key = group.task_key;
  if (!group.packings.empty()) key += ", packed";
  if (!group.layout.empty()) key += ", blocks" + group.layout;
  return {std::move(key), &group.script};
}

namespace {

// A kernel that runs once may have several sizes open; one that is called again and again has as few as can be.
constexpr size_t kSizesOfGroup = 1, kSizesOfPacking = 4;

int64_t count_conditions(const tir::Stmt& s) {
  int64_t count = 0;
  tir::walk(
      s,
      [&](const tir::Stmt& part) {
        const auto* store = tir::stmt_cast<tir::StoreNode>(part);
        count += part->kind == tir::StmtKind::IfThenElse || (store && store->predicate) ? 1 : 0;
        return true;
      },
      [&](const tir::Expr& e) {
        const auto* call = tir::node_cast<tir::CallNode>(e);
        count += call && call->name == "if_then_else" ? 1 : 0;
        return true;
      });
  return count;
}

bool is_sized(const tir::Buffer& buffer) {
  return std::ranges::all_of(buffer->shape,
                             [](const tir::Expr& extent) { return tir::as_const_int(extent) != nullptr; });
}

// Memory whose size only the call tells is not on the stack.
bool allocates_in_loops(const tir::Stmt& s) {
  bool found = false;
  const auto look_inside = [&](const tir::Stmt& part) {
    const auto* allocate = tir::stmt_cast<tir::AllocateNode>(part);
    found = found || (allocate && !is_sized(allocate->buffer));
    return !found;
  };
  const auto no_expressions = [](const tir::Expr&) { return false; };
  tir::walk(
      s,
      [&](const tir::Stmt& part) {
        if (const auto* loop = tir::stmt_cast<tir::ForNode>(part)) tir::walk(loop->body, look_inside, no_expressions);
        return !found;
      },
      no_expressions);
  return found;
}

}  // namespace

std::vector<NetworkKernels::Work> NetworkKernels::missing(const std::vector<const model::GroupKernel*>& groups) {
  std::vector<Work> work;
  for (size_t group = 0; group < groups.size(); ++group) {
    const auto add = [&](const Task& task, size_t most_sizes) {
      if (kernels_.contains(task.key)) return;
      const auto [made, is_new] = ahead_.try_emplace(task.key);
      if (is_new) work.push_back({group, task, &made->second, most_sizes});
    };
    const Task own = own_task(*groups[group]);
    add(own, groups[group]->is_own || !groups[group]->sizes.empty() ? 0 : kSizesOfGroup);
    for (const model::Packing& packing : groups[group]->packings) add(packing_task(packing), kSizesOfPacking);
  }
  return work;
}

std::vector<NetworkKernels::Job> NetworkKernels::jobs_of(const std::vector<Work>& work) {
  std::vector<Job> jobs;
  std::vector<char> has_family(work.size());
  for (const size_t most_sizes : {kSizesOfGroup, kSizesOfPacking}) {
    std::vector<size_t> places;
    std::vector<const std::string*> scripts;
    for (size_t i = 0; i < work.size(); ++i)
      if (work[i].most_sizes == most_sizes) {
        places.push_back(i);
        scripts.push_back(work[i].task.script);
      }
    for (script::KernelFamily& family : script::kernel_families(scripts, most_sizes)) {
      Job& job = jobs.emplace_back();
      for (const script::KernelFamily::Member& member : family.members) {
        job.work.push_back(work[places[member.script]]);
        has_family[places[member.script]] = 1;
      }
      job.family = std::move(family);
    }
  }
  for (size_t i = 0; i < work.size(); ++i)
    if (!has_family[i]) jobs.push_back({{work[i]}, {}});
  std::ranges::stable_sort(jobs, {}, [](const Job& job) { return job.work.front().group; });
  return jobs;
}

void NetworkKernels::compile_ahead(const std::vector<const model::GroupKernel*>& groups, int threads,
                                   const std::function<bool(size_t)>& begin) {
  const runtime::Stopwatch watch(compile_ms_);
  const std::vector<Job> jobs = jobs_of(missing(groups));
  std::vector<char> begun(jobs.size());
  // Each takes address space for a deep stack, and more than there are processors are of no use.
  constexpr unsigned kMost = 16;
  const auto processors = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, kMost));
  side_by_side(
      jobs.size(), std::min(threads, processors),
      [&](size_t i) { return (begun[i] = begin(jobs[i].work.front().group)) != 0; },
      [&](size_t i) { compile(jobs[i]); });
  for (size_t i = 0; i < jobs.size(); ++i)
    for (const Work& work : jobs[i].work)
      if (!begun[i]) ahead_.erase(work.task.key);
}

void NetworkKernels::compile(const Job& job) const {
  const script::KernelFamily& family = job.family;
  const Result<CompiledKernel> common =
      family.members.empty() ? Result<CompiledKernel>() : compile_family(family, *job.work.front().task.script);
  for (size_t i = 0; i < job.work.size(); ++i) {
    if (!common.value) {
      *job.work[i].result = compile(*job.work[i].task.script);
      continue;
    }
    CompiledKernel member = *common;
    member.own_script = *job.work[i].task.script;
    for (size_t size = 0; size < family.sizes.size(); ++size)
      member.fixed[family.sizes[size]] = family.members[i].values[size];
    *job.work[i].result = std::move(member);
  }
}

Result<CompiledKernel> NetworkKernels::compile_family(const script::KernelFamily& family,
                                                      const std::string& first) const {
  if (std::optional<CompiledKernel> known = find_in_cache(family.script)) return std::move(*known);
  Diagnostics diagnostics;
  const Kernel common = read_kernel(family.script, {}, diagnostics), own = read_kernel(first, {}, diagnostics);
  if (!common.nest || !own.nest || allocates_in_loops(common.nest->body) ||
      count_conditions(common.nest->body) > count_conditions(own.nest->body))
    return {};
  return compile(family.script, common);
}

Result<const CompiledKernel*> NetworkKernels::find_or_compile(const model::GroupKernel& group) {
  return find_or_compile(own_task(group));
}

Result<std::vector<const CompiledKernel*>> NetworkKernels::find_or_compile_packings(const model::GroupKernel& group) {
  std::vector<const CompiledKernel*> packings;
  for (const model::Packing& packing : group.packings) {
    const Result<const CompiledKernel*> code = find_or_compile(packing_task(packing));
    if (!code.value) return code.diagnostics;
    packings.push_back(*code);
  }
  return packings;
}

Result<const CompiledKernel*> NetworkKernels::find_or_compile(const Task& task) {
  const runtime::Stopwatch watch(compile_ms_);
  auto known = kernels_.find(task.key);
  if (known == kernels_.end()) {
    auto ahead = ahead_.extract(task.key);
    Result<CompiledKernel> made = ahead ? std::move(ahead.mapped()) : compile(*task.script);
    if (!made.value) return std::move(made.diagnostics);
    if (Diagnostics failed = link(*made->code); has_errors(failed)) return failed;
    known = kernels_.emplace(task.key, std::move(*made.value)).first;
  }
  if (!known->second.module()) {
    wants_fresh_device_ = wants_fresh_device_ || sealed_;
    if (sealed_) return {};
    if (Diagnostics failed = load(*known->second.code); has_errors(failed)) return failed;
  }
  return &known->second;
}

Diagnostics NetworkKernels::link(KernelCode& code) {
  if (std::exchange(code.linked, true)) return {};
  ++(code.from_cache ? from_cache_count_ : compiled_count_);
  if (code.from_cache) return {};
  if (Diagnostics failed = runtime::link(code.image); has_errors(failed)) return failed;
  code.image.object.clear();
  cache_.keep(code.script, how(), code.image);
  return {};
}

Diagnostics NetworkKernels::load(KernelCode& code) {
  const Result<target::ModuleId> module =
      device_.session().load(code.image.image, "elf", code.image.entry, code.image.signature);
  if (module.ok()) code.module = *module;
  return module.diagnostics;
}

void NetworkKernels::unload() {
  sealed_ = wants_fresh_device_ = false;
  for (auto& [task, kernel] : kernels_) kernel.code->module.reset();
}

codegen::Options NetworkKernels::how() const {
  codegen::Options how;
  how.target = device_.code_target();
  how.lines = false;
  return how;
}

Result<CompiledKernel> NetworkKernels::compile(const std::string& script) const {
  if (std::optional<CompiledKernel> known = find_in_cache(script)) return std::move(*known);
  Diagnostics diagnostics;
  const Kernel kernel = read_kernel(script, {}, diagnostics);
  // A default schedule's warnings are of no use to whoever runs a network.
  std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
  if (!kernel.nest) return diagnostics;
  return compile(script, kernel);
}

Result<CompiledKernel> NetworkKernels::compile(const std::string& script, const Kernel& kernel) const {
  Result<runtime::KernelImage> image = runtime::compile_object(*kernel.nest, how());
  if (!image.ok()) return image.diagnostics;
  return CompiledKernel{std::make_shared<KernelCode>(script, std::move(*image)),
                        kernel.program.args,
                        kernel.nest->arg_is_output,
                        kernel.nest->size_vars,
                        {}};
}

// Only errors keep a script from being compiled, so that what is in the cache had none.
std::optional<CompiledKernel> NetworkKernels::find_in_cache(const std::string& script) const {
  std::optional<runtime::KernelImage> image = cache_.find(script, how());
  if (!image) return std::nullopt;
  script::Program program;
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] { stopped = within_budget({}, [&] { program = script::read(script, as_it_was_checked()); }); });
  if (stopped) return std::nullopt;
  CompiledKernel kernel{std::make_shared<KernelCode>(script, std::move(*image), true), program.args, {}, {}, {}};
  const nlohmann::json& signature = kernel.code->image.signature;
  for (const auto& argument : signature.value("arguments", nlohmann::json::array()))
    kernel.is_output.push_back(argument.value("written", false));
  for (const auto& name : signature.value("sizes", nlohmann::json::array()))
    for (const tir::Var& size : program.size_vars)
      if (name == size->name) kernel.sizes.push_back(size);
  return kernel;
}

std::vector<te::Tensor> NetworkKernels::named_tensors(const CompiledKernel& kernel) {
  return kernel.own_script.empty() ? kernel.tensors : script::read(kernel.own_script, as_it_was_checked()).args;
}

}  // namespace nw::execute
