// SPDX-License-Identifier: GPL-3.0-or-later
// NW2420 to NW2429: what the facts of a target forbid. Only what is certain is an error: extents that are numbers, and
// facts that are stated.
#include <algorithm>
#include <array>
#include <set>

#include "schedule/intrin.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/verify/rules.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

// A loop that a thread runs.
struct ThreadLoop {
  StageId stage;
  AxisId axis;
  std::string tag;
  int64_t extent = 0;  // 0: not a number
  int line = 0;
};

// Stages that are computed inside each other: they are run by the same threads.
struct Launch {
  StageId outermost;
  std::vector<StageId> stages;
  std::vector<ThreadLoop> threads;  // one a tag
};

std::string name_of(const TargetFacts& target) {
  return target.name.empty() ? target.id.empty() ? std::string("the target") : target.id : target.name;
}

class TargetRules {
 public:
  TargetRules(const Schedule& n, const Bounds& bounds, const TargetFacts& target, Findings& found)
      : n_(n), bounds_(bounds), target_(target), name_(name_of(target)), found_(found) {}

  void run() {
    const bool on_cores = target_.code.lowering == "cpu";
    for (const Launch& launch : on_cores ? std::vector<Launch>() : launches()) {
      bool in_range = true;
      for (const ThreadLoop& loop : launch.threads) in_range = dimension(loop) && in_range;
      if (in_range) block_size(launch);
      memories(launch);
      if (target_.runs_on_threads()) no_thread(launch);
    }
    for (const StageId id : n_.order()) {
      const Stage& stage = n_.stage(id);
      if (stage.attach.kind == AttachKind::InlinedAlready) continue;
      dtypes(stage);
      scope(stage);
      intrinsics(stage);
      if (on_cores) bound_on_cpu(stage);
      if (target_.runs_on_threads()) annotations(stage);
    }
  }

 private:
  // ── The schedule ──

  std::vector<Launch> launches() const {
    std::vector<Launch> all;
    for (const StageId id : n_.order()) {
      const Stage& stage = n_.stage(id);
      if (stage.attach.kind == AttachKind::InlinedAlready || stage.op->kind == te::OpKind::Placeholder) continue;
      const StageId outermost = outermost_stage(n_, id);
      auto launch = std::ranges::find(all, outermost, &Launch::outermost);
      if (launch == all.end()) launch = all.insert(all.end(), {outermost, {}, {}});
      launch->stages.push_back(id);
      for (const AxisId leaf : stage.leaf)
        if (std::optional<ThreadLoop> loop = thread_loop(stage, leaf);
            loop && std::ranges::find(launch->threads, loop->tag, &ThreadLoop::tag) == launch->threads.end())
          launch->threads.push_back(std::move(*loop));
    }
    return all;
  }

  // Nothing for a loop that no thread runs, or a virtual one.
  std::optional<ThreadLoop> thread_loop(const Stage& stage, AxisId leaf) const {
    const tir::IterVarNode* thread = thread_of(n_, leaf);
    if (!thread || is_virtual_thread(thread->thread_tag)) return std::nullopt;
    const auto range = bounds_.ranges.find(leaf);
    const int64_t* extent = range == bounds_.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return ThreadLoop{stage.id, leaf, thread->thread_tag, extent ? *extent : 0, stage.attr(leaf)->line};
  }

  Finding& finding_at(const ThreadLoop& loop, const char* code, std::string message) {
    Finding& f = found_.add(code, n_.stage(loop.stage).name(), std::move(message));
    f.diagnostic.where[0].axis = shown(n_, loop.axis);
    f.lines = {loop.line};
    f.at_its_step = true;
    f.add_fixes = [axis = shown(n_, loop.axis)](Diagnostic& d, const StepSource& at) {
      d.fixes.push_back({"delete the step: " + axis + " stays a loop", delete_statement(at)});
    };
    return f;
  }

  // ── Threads ──

  void bound_on_cpu(const Stage& stage) {
    for (const AxisId leaf : stage.leaf)
      if (const std::optional<ThreadLoop> loop = thread_loop(stage, leaf)) bound_on_cpu(*loop);
  }

  void bound_on_cpu(const ThreadLoop& loop) {
    Finding& f = finding_at(
        loop, "NW2426", shown(n_, loop.axis) + " is bound to " + loop.tag + ", and " + name_ + " has no such threads");
    f.diagnostic.because.push_back("its kernels are loops that a processor's cores run");
    f.diagnostic.legal = {"parallel, for a loop whose iterations the cores share", "vthread"};
    f.add_fixes = [n = &n_, loop](Diagnostic& d, const StepSource& at) {
      const std::string of = script_text(n->stage(loop.stage), at.schedule_name),
                        axis = script_text(*n, loop.axis, at.schedule_name);
      if (!of.empty() && !axis.empty() && loop.tag.starts_with("blockIdx"))
        d.fixes.push_back(
            {"share its iterations among the cores", replace_statement(at, of + ".parallel(" + axis + ")")});
      d.fixes.push_back({"delete the step: " + shown(*n, loop.axis) + " stays a loop", delete_statement(at)});
    };
  }

  bool dimension(const ThreadLoop& loop) {
    const auto& levels = target_.threads.levels;
    if (levels.empty()) return true;
    const auto level = std::ranges::find(levels, loop.tag, &TargetFacts::ThreadLevel::tag);
    if (level == levels.end()) {
      Finding& f = finding_at(loop, "NW2421", name_ + " has no " + loop.tag);
      for (const TargetFacts::ThreadLevel& known : levels) f.diagnostic.legal.push_back(known.tag);
      return false;
    }
    if (level->max <= 0 || loop.extent <= level->max) return true;
    Finding& f = finding_at(loop, "NW2421",
                            shown(n_, loop.axis) + " has " + std::to_string(loop.extent) + " iterations, and " +
                                loop.tag + " of " + name_ + " runs at most " + std::to_string(level->max));
    f.diagnostic.legal = {"a loop of at most " + std::to_string(level->max) + " iterations"};
    return false;
  }

  void block_size(const Launch& launch) {
    int64_t threads = 1;
    std::vector<const ThreadLoop*> loops;
    for (const ThreadLoop& loop : launch.threads) {
      if (!loop.tag.starts_with("threadIdx") || loop.extent <= 0) continue;
      if (__builtin_mul_overflow(threads, loop.extent, &threads)) return;
      loops.push_back(&loop);
    }
    if (target_.threads.block <= 0 || threads <= target_.threads.block || loops.empty()) return;
    const ThreadLoop* last = *std::ranges::max_element(loops, {}, &ThreadLoop::line);
    Finding& f = finding_at(*last, "NW2420",
                            "a block would have " + std::to_string(threads) + " threads, and " + name_ +
                                " runs at most " + std::to_string(target_.threads.block));
    for (const ThreadLoop* loop : loops) {
      f.diagnostic.because.push_back(loop->tag + " runs " + std::to_string(loop->extent) + " iterations of " +
                                     shown(n_, loop->axis) + " of " + n_.stage(loop->stage).name() +
                                     in_line(loop->line));
      f.lines.push_back(loop->line);
    }
    f.diagnostic.legal = {"smaller extents: their product is at most " + std::to_string(target_.threads.block)};
  }

  // Every element is computed by a thread.
  void no_thread(const Launch& launch) {
    if (!launch.threads.empty()) return;
    const Stage& stage = n_.stage(launch.outermost);
    Finding& f = found_.add("NW2429", stage.name(), "no thread runs the loops of " + stage.name());
    f.diagnostic.because.push_back("on " + name_ +
                                   " a kernel is run by threads, and none of its loops is bound to one");
    f.diagnostic.legal = {"bind, of a loop to blockIdx or threadIdx"};
    f.diagnostic.where[0].span = stage.op->span;
  }

  // Loops for a processor's cores, and vectors longer than a thread's registers.
  void annotations(const Stage& stage) {
    for (const AxisId leaf : stage.leaf) {
      const AxisAttr* attr = stage.attr(leaf);
      if (attr && attr->iter_type == IterType::Parallelized) parallel_loop(stage, leaf, attr->line);
      if (attr && attr->iter_type == IterType::Vectorized) long_vector(stage, leaf, attr->line);
    }
  }

  void parallel_loop(const Stage& stage, AxisId leaf, int line) {
    finding_at(
        {stage.id, leaf, {}, 0, line}, "NW2427",
        shown(n_, leaf) + " of " + stage.name() + " is parallel, and " + name_ + " runs loops by blocks and threads")
        .diagnostic.because.push_back("parallel shares a loop among the cores of a processor");
  }

  void long_vector(const Stage& stage, AxisId leaf, int line) {
    const auto range = bounds_.ranges.find(leaf);
    const int64_t* lanes = range == bounds_.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    const int64_t bytes = lanes ? *lanes * stage.op->output_dtype(0).bytes() : 0;
    if (target_.compute.vector_bytes <= 0 || bytes <= target_.compute.vector_bytes) return;
    const int64_t most = std::max<int64_t>(1, target_.compute.vector_bytes / stage.op->output_dtype(0).bytes());
    Finding& f = finding_at({stage.id, leaf, {}, 0, line}, "NW2428",
                            "a vector of " + std::to_string(*lanes) + " elements of " + stage.name() + " has " +
                                std::to_string(bytes) + " bytes, and a thread of " + name_ +
                                " has vectors of at most " + std::to_string(target_.compute.vector_bytes));
    f.diagnostic.legal = {"at most " + plural(static_cast<size_t>(most), "element")};
  }

  // ── Memory ──

  // The scope's memory in the facts; null: they do not say.
  const TargetFacts::Memory* memory_of(const Stage& stage) const {
    const auto memory = std::ranges::find(target_.memories, memory_scope_of(n_, stage), &TargetFacts::Memory::scope);
    return memory == target_.memories.end() ? nullptr : &*memory;
  }

  // What the stages of a launch keep in a memory of blocks or threads.
  void memories(const Launch& launch) {
    for (const TargetFacts::Memory& memory : target_.memories) {
      if (memory.bytes <= 0 || (memory.per != "block" && memory.per != "thread")) continue;
      std::vector<const Stage*> users;
      double bytes = 0;
      for (const StageId id : launch.stages) {
        const Stage& stage = n_.stage(id);
        if (stage.is_output || memory_of(stage) != &memory) continue;
        const double own = memory_bytes(stage, bounds_);
        if (own <= 0) continue;
        bytes += own;
        users.push_back(&stage);
      }
      if (bytes > static_cast<double>(memory.bytes)) too_large(memory, users, bytes);
    }
  }

  void too_large(const TargetFacts::Memory& memory, const std::vector<const Stage*>& users, double bytes) {
    const Stage* largest =
        *std::ranges::max_element(users, {}, [&](const Stage* stage) { return memory_bytes(*stage, bounds_); });
    Finding& f = found_.add("NW2422", largest->name(),
                            "a " + memory.per + " needs " + std::to_string(static_cast<int64_t>(bytes)) + " bytes of " +
                                memory.scope + " memory, and " + name_ + " has " + std::to_string(memory.bytes));
    for (const Stage* stage : users) {
      f.diagnostic.because.push_back(stage->name() + " takes " +
                                     std::to_string(static_cast<int64_t>(memory_bytes(*stage, bounds_))));
      for (const auto& [line, step] : stage->history) f.lines.push_back(line);
      f.lines.push_back(stage->attach.line);
    }
    f.diagnostic.legal = {"smaller parts: split the loops that they are computed at by less"};
  }

  void scope(const Stage& stage) {
    const std::string scope = memory_scope_of(n_, stage);
    const bool written = !stage.scope.empty();
    if (target_.memories.empty() || (!written && (stage.is_output || scope == "global"))) return;
    if (std::ranges::find(target_.memories, scope, &TargetFacts::Memory::scope) != target_.memories.end()) return;
    Finding& f = found_.add("NW2423", stage.name(), name_ + " has no " + scope + " memory for " + stage.name());
    if (!written) {
      f.diagnostic.because = {stage.name() + (scope == "local"
                                                  ? " is computed inside a thread, and private to it"
                                                  : " is computed inside a block, whose threads share it")};
      f.lines.push_back(stage.attach.line);
    }
    for (const TargetFacts::Memory& memory : target_.memories) f.diagnostic.legal.push_back(memory.scope);
    for (const auto& [line, step] : stage.history) f.lines.push_back(line);
  }

  // ── Computation ──

  void dtypes(const Stage& stage) {
    if (target_.dtypes.empty()) return;
    for (int i = 0; i < stage.op->num_outputs(); ++i) dtype(stage, stage.op->output_dtype(i), " holds ");
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    for (size_t i = 0; compute && i < compute->body.size(); ++i)
      tir::walk(compute->body[i], [&](const Expr& e) {
        dtype(stage, e->dtype, " computes with ");
        return true;
      });
  }

  void dtype(const Stage& stage, DType type, const char* verb) {
    type.lanes = 1;
    const auto known = target_.dtypes.find(nw::to_string(type));
    if (known == target_.dtypes.end() || known->second != "none" || !refused_.insert(type).second) return;
    Finding& f = found_.add("NW2424", stage.name(),
                            stage.name() + verb + nw::to_string(type) + ", which " + name_ + " cannot compute");
    for (const auto& [name, how] : target_.dtypes)
      if (how != "none") f.diagnostic.legal.push_back(name);
    f.diagnostic.where[0].span = stage.origin_op->span;
  }

  // "x86" of "llvm.x86.avx512.…"; empty for an intrinsic that every processor has.
  static std::string processor_of(const std::string& intrinsic) {
    constexpr std::array kProcessors = {"x86", "aarch64", "arm", "riscv", "nvvm", "amdgcn", "ppc", "hexagon", "wasm"};
    for (const std::string_view processor : kProcessors)
      if (intrinsic.starts_with("llvm." + std::string(processor) + ".")) return std::string(processor);
    return {};
  }
  // Of one that belongs to a processor.
  bool has_intrinsic(const std::string& name) const {
    if (!target_.intrinsics.empty())
      return std::ranges::any_of(target_.intrinsics, [&](const auto& i) { return name.starts_with(i.prefix); });
    const std::string& triple = target_.code.triple;
    const std::string processor = processor_of(name);
    if (target_.code.dialect == "ptx") return processor == "nvvm";
    if (triple.empty()) return true;
    if (processor == "x86") return triple.starts_with("x86_64") || triple.starts_with("i686");
    if (processor == "nvvm") return triple.starts_with("nvptx");
    return triple.starts_with(processor);
  }

  void intrinsics(const Stage& stage) {
    std::string missing;
    const auto look = [&](const Expr& e) {
      const auto* call = tir::node_cast<tir::CallNode>(e);
      if (call && missing.empty())
        if (const std::string name = llvm_name(*call); !processor_of(name).empty() && !has_intrinsic(name))
          missing = name;
      return missing.empty();
    };
    if (const auto* compute = te::op_cast<te::ComputeNode>(stage.op))
      for (const Expr& e : compute->body) tir::walk(e, look);
    int line = 0;
    for (const auto& [axis, attr] : stage.attrs) {
      if (!attr.intrin) continue;
      for (const tir::Stmt& s : {attr.intrin->body, attr.intrin->reset, attr.intrin->update})
        if (s && missing.empty()) tir::walk(s, [](const tir::Stmt&) { return true; }, look);
      if (!missing.empty() && line == 0) line = attr.line;
    }
    if (missing.empty()) return;
    Finding& f = found_.add("NW2425", stage.name(), name_ + " has no instruction for " + missing);
    for (const TargetFacts::Intrinsic& known : target_.intrinsics) f.diagnostic.legal.push_back(known.prefix + "*");
    if (line > 0) {
      f.lines = {line};
      f.add_fixes = [](Diagnostic& d, const StepSource& at) {
        d.fixes.push_back({"delete the step: the loops stay as they are", delete_statement(at)});
      };
    } else {
      f.diagnostic.where[0].span = stage.origin_op->span;
    }
  }
  // Of tir.call_llvm_intrin and its like: the first argument. Empty for other calls.
  static std::string llvm_name(const tir::CallNode& call) {
    if (call.name.starts_with("llvm.")) return call.name;
    for (const Expr& argument : call.args)
      if (const auto* text = tir::node_cast<tir::StringImmNode>(argument); text && text->value.starts_with("llvm."))
        return text->value;
    return {};
  }

  const Schedule& n_;
  const Bounds& bounds_;
  const TargetFacts& target_;
  const std::string name_;
  Findings& found_;
  std::set<DType> refused_;  // types that were reported
};

}  // namespace

void check_target(const Schedule& normalized, const Bounds& bounds, const TargetFacts& target, Findings& found) {
  TargetRules(normalized, bounds, target, found).run();
}

}  // namespace nw::schedule
