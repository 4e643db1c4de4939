// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/kernel_emitter.h"

#include "codegen/symbol_name.h"
#include "codegen_llvm/buffer_argument.h"

namespace nw::codegen {

KernelEmitter::KernelEmitter(llvm::Module& module, const lower::LoopNest& nest, const Options& options,
                             const CpuTraits& cpu)
    : nest_(nest),
      symbol_(symbol_name(nest)),
      argument_alignment_(options.argument_alignment),
      cpu_(cpu),
      ir_(module),
      builder_(ir_.builder()),
      position_(ir_, nest),
      checks_(ir_, frame_),
      exprs_(ir_, position_, frame_, slots_, checks_, cpu_),
      statements_({ir_, position_, frame_, slots_, checks_, exprs_, cpu_, symbol_, argument_alignment_}) {}

// The visible function unpacks its arguments and calls the body, whose pointers carry noalias and alignment: LLVM knows
// these only of a function's own parameters.
void KernelEmitter::emit() {
  statements_.define_helpers();
  emit_entry(emit_body());
  position_.finish();
}

llvm::Function* KernelEmitter::emit_body() {
  std::vector<llvm::Type*> types(nest_.args.size(), builder_.getPtrTy());
  types.insert(types.end(), nest_.size_vars.size(), builder_.getInt64Ty());
  types.push_back(builder_.getPtrTy());
  llvm::Function* body = llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), types, false),
                                                llvm::Function::InternalLinkage, symbol_ + ".body", ir_.module());
  body->addFnAttr(llvm::Attribute::NoUnwind);
  body->addFnAttr(llvm::Attribute::NoInline);
  llvm::Argument* argument = body->arg_begin();
  for (size_t i = 0; i < nest_.args.size(); ++i, ++argument) {
    const tir::BufferNode& buffer = *nest_.args[i];
    const bool output = i < nest_.arg_is_output.size() && nest_.arg_is_output[i];
    argument->setName(buffer.name);
    describe_buffer_argument(*argument, buffer, {!output, argument_alignment_});
    frame_.buffers[&buffer] = argument;
  }
  for (const tir::Var& size : nest_.size_vars) {
    argument->setName(size->name);
    frame_.variables[size.get()] = {argument++, true, size->non_negative ? 0 : INT32_MIN, INT32_MAX, true};
  }
  frame_.runtime = argument;
  builder_.SetInsertPoint(llvm::BasicBlock::Create(ir_.context(), "entry", body));
  position_.enter(body);
  statements_.emit(nest_.body);
  builder_.CreateRet(checks_.final_status());
  return body;
}

void KernelEmitter::emit_entry(llvm::Function* body) {
  llvm::Type* ptr = builder_.getPtrTy();
  llvm::Type* size = builder_.getInt64Ty();
  llvm::Function* kernel =
      llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), {ptr, ptr, ptr}, false),
                             llvm::Function::ExternalLinkage, symbol_, ir_.module());
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(ir_.context(), "entry", kernel));
  position_.enter(kernel);
  std::vector<Value*> values;
  for (size_t i = 0; i < nest_.args.size(); ++i)
    values.push_back(
        builder_.CreateLoad(ptr, builder_.CreateConstGEP1_64(ptr, kernel->getArg(0), i), nest_.args[i]->name));
  for (size_t i = 0; i < nest_.size_vars.size(); ++i)
    values.push_back(builder_.CreateLoad(size, builder_.CreateConstGEP1_64(size, kernel->getArg(1), i)));
  values.push_back(kernel->getArg(2));
  builder_.CreateRet(builder_.CreateCall(body, values));
}

}  // namespace nw::codegen
