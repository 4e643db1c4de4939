// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/machine_code.h"

// The way from a module to machine code: the processor, LLVM's optimization pipeline, and the three outputs.
#include <fmt/format.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/escape.h"
#include "codegen/diagnostics.h"
#include "codegen/symbol_name.h"
#include "codegen_llvm/kernel_emitter.h"
#include "tir/print.h"

namespace nw::codegen {

namespace {

// This computer's processor alone, which is sooner; or all that LLVM knows.
void initialize_llvm(bool all) {
  static std::once_flag native, every;
  if (!all)
    std::call_once(native, [] {
      llvm::InitializeNativeTarget();
      llvm::InitializeNativeTargetAsmPrinter();
      llvm::InitializeNativeTargetAsmParser();
    });
  else
    std::call_once(every, [] {
      llvm::InitializeAllTargetInfos();
      llvm::InitializeAllTargets();
      llvm::InitializeAllTargetMCs();
      llvm::InitializeAllAsmPrinters();
      llvm::InitializeAllAsmParsers();
    });
}

// Counts the passes that may be skipped, and skips those beyond the budget.
class BudgetGate : public llvm::OptPassGate {
 public:
  explicit BudgetGate(PassBudget& budget) : budget_(budget) { budget_.count = 0; }
  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef /*unit*/) override {
    ++budget_.count;
    if (budget_.limit >= 0 && budget_.count > budget_.limit) return false;
    budget_.last = pass.str();
    return true;
  }

 private:
  PassBudget& budget_;
};

// The processor, as LLVM names it.
struct Processor {
  std::string triple, cpu, features;
};

// This computer's, with all its features where `cpu` is empty.
Processor local_processor(const std::string& cpu) {
  if (!cpu.empty()) return {llvm::sys::getProcessTriple(), cpu, {}};
  static const Processor local = [] {
    Processor found{llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), {}};
    for (const auto& [name, on] : llvm::sys::getHostCPUFeatures()) {
      if (!found.features.empty()) found.features += ',';
      found.features += (on ? '+' : '-') + name.str();
    }
    return found;
  }();
  return local;
}

Processor processor_of(const Options& options) {
  if (options.target) return {options.target->code.triple, options.target->code.cpu, options.target->code.features};
  return local_processor(options.cpu);
}

// While it lives, machines are made that print in Intel's syntax. LLVM 19 has no other way to ask for it than the
// option of its command line, which it reads when a machine is made.
class SyntaxScope {
 public:
  explicit SyntaxScope(bool intel) : lock_(mutex()) {
    const auto& options = llvm::cl::getRegisteredOptions();
    const auto found = options.find("x86-asm-syntax");
    if (!intel || found == options.end()) return;
    option_ = found->second;
    option_->addOccurrence(0, found->first(), "intel");
  }
  ~SyntaxScope() {
    if (option_) option_->reset();
  }
  SyntaxScope(const SyntaxScope&) = delete;
  SyntaxScope& operator=(const SyntaxScope&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  const std::lock_guard<std::mutex> lock_;
  llvm::cl::Option* option_ = nullptr;
};

std::unique_ptr<llvm::TargetMachine> make_machine(const Options& options) {
  initialize_llvm(options.target != nullptr);
  Processor processor = processor_of(options);
  const llvm::Triple triple(processor.triple);
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(processor.triple, error);
  if (!target) return nullptr;
  const auto add = [&](const char* features) {
    if (!processor.features.empty()) processor.features += ',';
    processor.features += features;
  };
  // Reading lanes one by one is as fast as a gather at best; where processors were mended against leaks through
  // gathers (Skylake to Ice Lake), it is many times as fast, and LLVM's own vectors were slower than no vectors.
  if (triple.isX86() && options.cpu.empty()) add("+prefer-no-gather,+prefer-no-scatter");
  if (triple.isX86() && options.vector_bits > 0 && options.vector_bits < 512) add("-avx512f");
  if (triple.isX86() && options.vector_bits > 0 && options.vector_bits < 256) add("-avx");
  llvm::TargetOptions target_options;
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Standard;  // only where the IR allows contraction
  const SyntaxScope syntax(options.intel_syntax && triple.isX86());
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(processor.triple, processor.cpu, processor.features, target_options,
                                  llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

// Conversions of float16 in hardware. Not where it also has arithmetic on float16: LLVM then computes in that type what
// is converted around it, and joins a product and a sum that both are to be rounded.
bool converts_half(const llvm::MCSubtargetInfo& processor) {
  const llvm::Triple& triple = processor.getTargetTriple();
  const auto has = [&](const char* feature) { return processor.checkFeatures(feature); };
  if (triple.isX86()) return has("+f16c") && !has("+avx512fp16");
  if (triple.isAArch64()) return !has("+fullfp16");
  return triple.isRISCV() && has("+zfhmin") && !has("+zfh");
}

// What the emitter decides by: of a described target from its facts, of this computer from LLVM's features.
CpuTraits traits_of(const llvm::MCSubtargetInfo& processor, const TargetFacts* target) {
  CpuTraits traits;
  traits.processor = &processor;
  traits.half_conversion = converts_half(processor);
  if (target) {
    traits.vector_bytes = target->vector_width();
    traits.vector_registers = target->compute.vector_registers;
  } else if (processor.checkFeatures("+avx512f")) {
    traits.vector_bytes = 64;
    traits.vector_registers = 32;
  } else if (processor.checkFeatures("+avx")) {
    traits.vector_bytes = 32;
  }
  return traits;
}

// The first feature that facts name and processors of their triple do not have; empty: none.
std::string unknown_feature(const TargetFacts& target, const llvm::MCSubtargetInfo& processor) {
  llvm::SmallVector<llvm::StringRef, 16> names;
  llvm::StringRef(target.code.features).split(names, ',', -1, false);
  for (const llvm::StringRef name : names)
    if (std::ranges::none_of(processor.getAllProcessorFeatures(),
                             [&](const llvm::SubtargetFeatureKV& known) { return name.ltrim("+-") == known.Key; }))
      return name.str();
  return {};
}

struct Built {
  std::unique_ptr<llvm::OptPassGate> gate;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  Diagnostics diagnostics;
};

void optimize(llvm::Module& module, llvm::TargetMachine& machine, bool fully) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  // LLVM 19's SLP vectorizer narrows sums of small integers whose lanes it misjudges (wrong numbers in a padded int8
  // convolution); kernels are vectorized by their schedules and by the loop vectorizer, and lose nothing without it.
  tuning.SLPVectorization = false;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptPassGateInstrumentation gate(module.getContext());
  gate.registerCallbacks(callbacks);
  llvm::PassBuilder passes(&machine, tuning, std::nullopt, &callbacks);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(sccs);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager pipeline = fully ? passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
                                           : passes.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  pipeline.run(module, modules);
}

// Wide vectors in registers as wide as the processor has, and what a profiler needs to walk the stack.
void set_function_attributes(llvm::Module& module, const llvm::TargetMachine& machine, const TargetFacts* target) {
  // LLVM prints a warning where another kind of processor is asked for it.
  const bool wide = machine.getTargetTriple().isX86() && machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
  // Registers of SVE have the length of the processor that runs the code; LLVM uses them for vectors of a fixed length
  // only where that is known.
  constexpr int kLeast = 16;  // bytes
  const bool scalable = target && target->compute.vector_bytes >= kLeast && machine.getTargetTriple().isAArch64() &&
                        machine.getMCSubtargetInfo()->checkFeatures("+sve");
  const auto length = static_cast<unsigned>(target ? target->vector_width() / kLeast : 1);
  for (llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    f.addFnAttr("target-cpu", machine.getTargetCPU());
    f.addFnAttr("target-features", machine.getTargetFeatureString());
    if (wide) f.addFnAttr("prefer-vector-width", "512");
    if (scalable) f.addFnAttr(llvm::Attribute::getWithVScaleRangeArgs(module.getContext(), length, length));
    f.addFnAttr("frame-pointer", "all");
  }
}

Built build(const lower::LoopNest& nest, const Options& options) {
  Built built;
  if (options.target && options.target->code.dialect != "elf") {
    built.diagnostics.push_back(unknown_dialect(options.target->code.dialect));
    return built;
  }
  built.machine = make_machine(options);
  const std::string cpu = options.target ? options.target->code.cpu : options.cpu;
  if (!built.machine) {
    built.diagnostics.push_back(unknown_cpu(options.target ? options.target->code.triple : cpu));
    return built;
  }
  const llvm::MCSubtargetInfo& processor = *built.machine->getMCSubtargetInfo();
  if (!cpu.empty() && !processor.isCPUStringValid(cpu)) {
    built.diagnostics.push_back(unknown_cpu(cpu));
    return built;
  }
  if (options.target)
    if (const std::string feature = unknown_feature(*options.target, processor); !feature.empty()) {
      built.diagnostics.push_back(unknown_processor_feature(feature, options.target->code.triple));
      return built;
    }
  built.context = std::make_unique<llvm::LLVMContext>();
  if (options.passes) {
    built.gate = std::make_unique<BudgetGate>(*options.passes);
    built.context->setOptPassGate(*built.gate);
  }
  built.module = std::make_unique<llvm::Module>(symbol_name(nest), *built.context);
  built.module->setTargetTriple(built.machine->getTargetTriple().str());
  built.module->setDataLayout(built.machine->createDataLayout());
  built.module->setPICLevel(llvm::PICLevel::SmallPIC);
  // Floats are passed in their registers where there are any: what Linux on RISC-V expects.
  if (processor.getTargetTriple().isRISCV64() && processor.checkFeatures("+d"))
    built.module->addModuleFlag(llvm::Module::Error, "target-abi", llvm::MDString::get(*built.context, "lp64d"));
  KernelEmitter emitter(*built.module, nest, options, traits_of(processor, options.target));
  emitter.emit();
  built.diagnostics = emitter.diagnostics();
  if (has_errors(built.diagnostics)) return built;
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*built.module, &stream)) {
    built.diagnostics.push_back(broken_module(problem));
    return built;
  }
  if (!options.lines) llvm::StripDebugInfo(*built.module);
  set_function_attributes(*built.module, *built.machine, options.target);
  optimize(*built.module, *built.machine, options.optimize);
  return built;
}

Result<std::string> write_code(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  machine.Options.MCOptions.AsmVerbose = true;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return broken_module("this processor's code cannot be written");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

// The line number of a ".loc FILE LINE COLUMN …" directive.
int line_of_loc(std::string_view directive) {
  directive.remove_prefix(4);
  directive = trimmed(directive);
  directive.remove_prefix(std::min(directive.find_first_of(" \t"), directive.size()));
  directive = trimmed(directive);
  int line = 0;
  for (const char c : directive) {
    if (c < '0' || c > '9') break;
    line = line * 10 + (c - '0');
  }
  return line;
}

// Directives for debuggers and unwinders tell a reader nothing; sizes speak of labels that are among them.
bool is_noise(std::string_view line) {
  for (const char* prefix : {".cfi_", ".file", ".Ltmp", ".Lfunc", ".size", ".ident", ".addrsig", "#DEBUG"})
    if (line.starts_with(prefix)) return true;
  return false;
}

bool is_instruction(std::string_view line, std::string_view content) {
  return line.starts_with('\t') && !content.empty() && content.find_first_of(".#/") != 0 && !content.starts_with("nop");
}

std::vector<AssemblyLine> lines_of(const std::string& text) {
  std::vector<AssemblyLine> lines;
  int current = 0, instructions = 0;
  bool for_debuggers = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const std::string_view content = trimmed(line);
    if (content.starts_with(".section")) for_debuggers = content.find(".debug") != std::string_view::npos;
    if (for_debuggers) continue;
    if (content.starts_with(".loc")) {
      current = line_of_loc(content);
    } else if (!is_noise(content)) {
      const bool instruction = is_instruction(line, content);
      lines.push_back({std::string(line), instruction ? current : 0, instruction ? instructions++ : -1});
    }
  }
  return lines;
}

// LLVM writes the byte 0 in a name in a form that it does not read, and cuts long names of values when it reads them.
void rename_unreadable(llvm::Value& value) {
  constexpr size_t kLongest = 200;
  std::string name = value.getName().str();
  const bool long_name = !llvm::isa<llvm::GlobalValue>(value) && name.size() > kLongest;
  if (!long_name && name.find('\0') == std::string::npos) return;
  std::ranges::replace(name, '\0', '_');
  if (long_name) name.resize(kLongest);
  value.setName(name);  // made unique
}

void rename_unreadable(llvm::Module& module) {
  for (llvm::Function& function : module) {
    rename_unreadable(static_cast<llvm::Value&>(function));
    for (llvm::Argument& argument : function.args()) rename_unreadable(argument);
    for (llvm::BasicBlock& block : function) {
      rename_unreadable(static_cast<llvm::Value&>(block));
      for (llvm::Instruction& instruction : block) rename_unreadable(instruction);
    }
  }
}

}  // namespace

std::string code_identity(const Options& options) {
  const Processor processor = processor_of(options);
  return fmt::format("{} {} {} {} {} {} {} {}", processor.triple, processor.cpu, processor.features,
                     options.vector_bits, options.argument_alignment, options.lines, options.optimize,
                     options.target ? facts_hash(*options.target) : "");
}

Result<std::string> llvm_ir(const lower::LoopNest& nest, const Options& options) {
  Built built = build(nest, options);
  if (has_errors(built.diagnostics)) return built.diagnostics;
  rename_unreadable(*built.module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  built.module->print(stream, nullptr);
  return text;
}

Result<std::string> object_file(const lower::LoopNest& nest, const Options& options) {
  Built built = build(nest, options);
  if (has_errors(built.diagnostics)) return built.diagnostics;
  if (options.assembly) {  // writing code changes the module: the text is of a copy
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*built.module);
    const Result<std::string> text = write_code(*copy, *built.machine, llvm::CodeGenFileType::AssemblyFile);
    if (!text.ok()) return text.diagnostics;
    *options.assembly = lines_of(*text);
  }
  return write_code(*built.module, *built.machine, llvm::CodeGenFileType::ObjectFile);
}

Result<std::vector<AssemblyLine>> assembly(const lower::LoopNest& nest, const Options& options) {
  Built built = build(nest, options);
  if (has_errors(built.diagnostics)) return built.diagnostics;
  const Result<std::string> text = write_code(*built.module, *built.machine, llvm::CodeGenFileType::AssemblyFile);
  if (!text.ok()) return text.diagnostics;
  return lines_of(*text);
}

std::string annotated_assembly(const lower::LoopNest& nest, const std::vector<AssemblyLine>& lines) {
  const tir::PrintedNest printed = tir::print(nest.body);
  std::string text;
  int shown = 0;
  for (const AssemblyLine& line : lines) {
    if (line.nest_line > 0 && line.nest_line != shown && static_cast<size_t>(line.nest_line) <= printed.lines.size()) {
      shown = line.nest_line;
      text += "# " + std::to_string(shown) + ": " +
              comment_text(trimmed(printed.lines[static_cast<size_t>(shown) - 1].text)) + "\n";
    }
    text += line.text;
    text += '\n';
  }
  return text;
}

}  // namespace nw::codegen
