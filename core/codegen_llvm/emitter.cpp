// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/emitter.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include "codegen/diagnostics.h"
#include "codegen/symbol_name.h"
#include "tir/print.h"

namespace nw::codegen {

Emitter::Emitter(llvm::Module& module, const lower::LoopNest& nest, const Options& options, CpuTraits cpu)
    : module_(module),
      context_(module.getContext()),
      builder_(context_),
      nest_(nest),
      options_(options),
      cpu_(cpu),
      debug_(module) {
  llvm::FastMathFlags flags;
  flags.setAllowContract(true);
  builder_.setFastMathFlags(flags);
}

// The printed nest is the source file of the line table.
void Emitter::declare_debug_info() {
  const tir::PrintedNest printed = tir::print(nest_.body);
  for (size_t i = 0; i < printed.lines.size(); ++i)
    if (printed.lines[i].stmt) lines_.emplace(printed.lines[i].stmt, static_cast<int>(i) + 1);
  debug_file_ = debug_.createFile(symbol_name(nest_) + ".nest", ".");
  debug_.createCompileUnit(llvm::dwarf::DW_LANG_C11, debug_file_, "nestwright", true, "", 0, "",
                           llvm::DICompileUnit::DebugEmissionKind::LineTablesOnly);
  module_.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  module_.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
}

void Emitter::enter_debug_function(llvm::Function* function) {
  llvm::DISubroutineType* type = debug_.createSubroutineType(debug_.getOrCreateTypeArray({}));
  llvm::DISubprogram* program = debug_.createFunction(
      debug_file_, function->getName(), function->getName(), debug_file_, 1, type, 1, llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
  function->setSubprogram(program);
  builder_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 0, 0, program));
}

void Emitter::set_line(const tir::StmtNode* stmt) {
  current_ = stmt;
  const auto line = lines_.find(stmt);
  if (line == lines_.end()) return;
  builder_.SetCurrentDebugLocation(
      llvm::DILocation::get(context_, static_cast<unsigned>(line->second), 0, function_->getSubprogram()));
}

void Emitter::report(Diagnostic d) {
  for (const Diagnostic& known : diagnostics)
    if (known == d) return;
  diagnostics.push_back(std::move(d));
}

llvm::AllocaInst* Emitter::entry_alloca(llvm::Type* type, llvm::Align align, const llvm::Twine& name) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  llvm::AllocaInst* slot = at_entry.CreateAlloca(type, nullptr, name);
  slot->setAlignment(align);
  return slot;
}

void Emitter::add_argument_attributes(llvm::Function* function, unsigned index, const tir::BufferNode& buffer,
                                      bool read_only) {
  function->addParamAttr(index, llvm::Attribute::NoAlias);
  function->addParamAttr(index, llvm::Attribute::NonNull);
  if (read_only) function->addParamAttr(index, llvm::Attribute::ReadOnly);
  int64_t bytes = buffer.dtype.bytes();
  for (const tir::Expr& dimension : buffer.shape) {
    const int64_t* extent = tir::as_const_int(dimension);
    bytes = extent && *extent > 0 && bytes < (int64_t{1} << 40) / *extent ? bytes * *extent : 0;
  }
  if (bytes > 0 && buffer.strides.empty()) function->addDereferenceableParamAttr(index, static_cast<uint64_t>(bytes));
  const auto align = static_cast<uint64_t>(options_.argument_alignment);
  if (align > 1) function->addParamAttr(index, llvm::Attribute::getWithAlignment(context_, llvm::Align(align)));
}

// allocate(runtime, bytes) and release(runtime, block), through the runtime where there is one, else the C library.
void Emitter::define_memory_helpers() {
  llvm::Type* ptr = builder_.getPtrTy();
  llvm::StructType* runtime = llvm::StructType::get(context_, {ptr, ptr, ptr, ptr});
  auto define = [&](const char* name, llvm::Type* result, const std::vector<llvm::Type*>& arguments, unsigned slot,
                    const char* fallback) {
    llvm::FunctionType* type = llvm::FunctionType::get(result, arguments, false);
    llvm::Function* f = llvm::Function::Create(type, llvm::Function::PrivateLinkage, name, module_);
    f->addFnAttr(llvm::Attribute::NoInline);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(context_, "entry", f));
    llvm::BasicBlock* ours = llvm::BasicBlock::Create(context_, "ours", f);
    llvm::BasicBlock* theirs = llvm::BasicBlock::Create(context_, "library", f);
    b.CreateCondBr(b.CreateIsNull(f->getArg(0)), theirs, ours);
    b.SetInsertPoint(ours);
    Value* callee = b.CreateLoad(ptr, b.CreateStructGEP(runtime, f->getArg(0), slot));
    Value* outcome = b.CreateCall(type, callee, {f->getArg(0), f->getArg(1)});
    if (result->isVoidTy())
      b.CreateRetVoid();
    else
      b.CreateRet(outcome);
    b.SetInsertPoint(theirs);
    if (result->isVoidTy()) {
      b.CreateCall(module_.getOrInsertFunction(fallback, result, ptr), {f->getArg(1)});
      b.CreateRetVoid();
    } else {
      Value* rounded = b.CreateAnd(b.CreateAdd(f->getArg(1), b.getInt64(63)), b.getInt64(~uint64_t{63}));
      b.CreateRet(b.CreateCall(module_.getOrInsertFunction(fallback, result, b.getInt64Ty(), b.getInt64Ty()),
                               {b.getInt64(64), rounded}));
    }
    return f;
  };
  allocate_ = define("nw.allocate", ptr, {ptr, builder_.getInt64Ty()}, 1, "aligned_alloc");
  allocate_->addRetAttr(llvm::Attribute::NoAlias);
  release_ = define("nw.release", builder_.getVoidTy(), {ptr, ptr}, 2, "free");
}

// The visible function unpacks its arguments and calls `body`, whose pointers carry noalias and alignment: LLVM knows
// these only of a function's own parameters.
void Emitter::emit_kernel() {
  declare_debug_info();
  define_memory_helpers();
  llvm::Type* ptr = builder_.getPtrTy();
  llvm::Type* status = builder_.getInt32Ty();
  std::vector<llvm::Type*> types(nest_.args.size(), ptr);
  types.insert(types.end(), nest_.size_vars.size(), builder_.getInt64Ty());
  types.push_back(ptr);
  const std::string name = symbol_name(nest_);
  function_ = llvm::Function::Create(llvm::FunctionType::get(status, types, false), llvm::Function::InternalLinkage,
                                     name + ".body", module_);
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  function_->addFnAttr(llvm::Attribute::NoInline);
  unsigned at = 0;
  for (size_t i = 0; i < nest_.args.size(); ++i, ++at) {
    const tir::BufferNode& buffer = *nest_.args[i];
    function_->getArg(at)->setName(buffer.name);
    const bool output = i < nest_.arg_is_output.size() && nest_.arg_is_output[i];
    add_argument_attributes(function_, at, buffer, !output);
    buffers_[&buffer] = function_->getArg(at);
  }
  for (const tir::Var& size : nest_.size_vars) {
    function_->getArg(at)->setName(size->name);
    variables_[size.get()] = {function_->getArg(at++), true, size->non_negative ? 0 : INT32_MIN, INT32_MAX, true};
  }
  runtime_ = function_->getArg(at);
  llvm::Function* body = function_;
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", body));
  enter_debug_function(body);
  stmt(nest_.body);
  builder_.CreateRet(final_status());

  llvm::Function* kernel = llvm::Function::Create(llvm::FunctionType::get(status, {ptr, ptr, ptr}, false),
                                                  llvm::Function::ExternalLinkage, name, module_);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", kernel));
  enter_debug_function(kernel);
  std::vector<Value*> values;
  for (size_t i = 0; i < nest_.args.size(); ++i)
    values.push_back(
        builder_.CreateLoad(ptr, builder_.CreateConstGEP1_64(ptr, kernel->getArg(0), i), nest_.args[i]->name));
  for (size_t i = 0; i < nest_.size_vars.size(); ++i)
    values.push_back(builder_.CreateLoad(builder_.getInt64Ty(),
                                         builder_.CreateConstGEP1_64(builder_.getInt64Ty(), kernel->getArg(1), i)));
  values.push_back(kernel->getArg(2));
  builder_.CreateRet(builder_.CreateCall(body, values));
  debug_.finalize();
}

llvm::Type* Emitter::with_lanes(llvm::Type* t, int lanes) {
  return lanes == 1 ? t : llvm::FixedVectorType::get(t, static_cast<unsigned>(lanes));
}

llvm::Type* Emitter::scalar_type(DType t) {
  if (t.is_handle()) return builder_.getPtrTy();
  if (t.is_float()) return t.bits == 64 ? builder_.getDoubleTy() : builder_.getFloatTy();
  return builder_.getIntNTy(t.bits);
}

llvm::Type* Emitter::value_type(DType t) {
  return with_lanes(scalar_type(t), t.lanes);
}

llvm::Type* Emitter::memory_type(DType t, int lanes) {
  if (t.is_float() && t.bits >= 32) return with_lanes(scalar_type(t), lanes);
  if (t.is_handle()) return with_lanes(builder_.getPtrTy(), lanes);
  return with_lanes(builder_.getIntNTy(static_cast<unsigned>(t.bytes()) * 8), lanes);
}

}  // namespace nw::codegen
