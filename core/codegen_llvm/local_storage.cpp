// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/local_storage.h"

#include <llvm/IR/MDBuilder.h>

#include "codegen/wide.h"

namespace nw::codegen {

namespace {

// A local buffer of up to kStackBlock bytes lives on the stack, all those of a function in at most kStackTotal.
constexpr int64_t kStackBlock = 16 << 10;
constexpr int64_t kStackTotal = 128 << 10;
// Buffers that are kept in vector registers: of twice what processors have (32 of 64 bytes), as less of one is in use
// at a time.
constexpr int64_t kRegisterTile = 4 << 10;

int64_t constant_bytes(const tir::BufferNode& buffer) {  // 0: not a constant
  Wide bytes = buffer.dtype.bytes();
  for (size_t i = 0; i < buffer.shape.size(); ++i) {
    const bool strided = !buffer.strides.empty();
    const int64_t* extent = tir::as_const_int(buffer.shape[i]);
    if (!extent || *extent < 0) return 0;
    if (strided) {
      const int64_t* stride = tir::as_const_int(buffer.strides[0]);
      if (!stride || i > 0) return stride ? static_cast<int64_t>(bytes) : 0;
      bytes *= Wide{*extent} * *stride;
    } else {
      bytes *= *extent;
    }
    if (bytes > (int64_t{1} << 40)) return 0;
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace

void LocalStorage::define_helpers() {
  constexpr unsigned kAllocate = 1, kRelease = 2;  // members of nw_runtime
  allocate_ = define("nw.allocate", builder_.getPtrTy(), builder_.getInt64Ty(), kAllocate);
  allocate_->addRetAttr(llvm::Attribute::NoAlias);
  release_ = define("nw.release", builder_.getVoidTy(), builder_.getPtrTy(), kRelease);
}

// name(runtime, bytes or block): calls the member of the runtime where there is one, else the C library.
llvm::Function* LocalStorage::define(const char* name, llvm::Type* result, llvm::Type* argument, unsigned member) {
  llvm::Type* ptr = builder_.getPtrTy();
  llvm::FunctionType* type = llvm::FunctionType::get(result, {ptr, argument}, false);
  llvm::Function* f = llvm::Function::Create(type, llvm::Function::PrivateLinkage, name, ir_.module());
  f->addFnAttr(llvm::Attribute::NoInline);
  f->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(ir_.context(), "entry", f));
  llvm::BasicBlock* ours = llvm::BasicBlock::Create(ir_.context(), "ours", f);
  llvm::BasicBlock* theirs = llvm::BasicBlock::Create(ir_.context(), "library", f);
  b.CreateCondBr(b.CreateIsNull(f->getArg(0)), theirs, ours);
  b.SetInsertPoint(ours);
  llvm::StructType* runtime = llvm::StructType::get(ir_.context(), {ptr, ptr, ptr, ptr});
  Value* callee = b.CreateLoad(ptr, b.CreateStructGEP(runtime, f->getArg(0), member));
  Value* outcome = b.CreateCall(type, callee, {f->getArg(0), f->getArg(1)});
  if (result->isVoidTy()) {
    b.CreateRetVoid();
    b.SetInsertPoint(theirs);
    b.CreateCall(ir_.module().getOrInsertFunction("free", result, ptr), {f->getArg(1)});
    b.CreateRetVoid();
  } else {
    b.CreateRet(outcome);
    b.SetInsertPoint(theirs);
    Value* rounded = b.CreateAnd(b.CreateAdd(f->getArg(1), b.getInt64(63)), b.getInt64(~uint64_t{63}));
    b.CreateRet(b.CreateCall(ir_.module().getOrInsertFunction("aligned_alloc", result, b.getInt64Ty(), b.getInt64Ty()),
                             {b.getInt64(64), rounded}));
  }
  return f;
}

void LocalStorage::open(const tir::BufferNode& buffer) {
  const int64_t bytes = constant_bytes(buffer);
  if (bytes > 0 && bytes <= kStackBlock && frame_.stack_used + bytes <= kStackTotal)
    return open_on_stack(buffer, bytes);
  Value* size = bytes > 0 ? ir_.i64(bytes) : byte_size(buffer);
  Value* block = builder_.CreateCall(allocate_, {frame_.runtime, size}, buffer.name);
  return_if_failed(builder_.CreateZExt(builder_.CreateIsNull(block), builder_.getInt32Ty()));
  if (bytes > 0) builder_.CreateAlignmentAssumption(ir_.module().getDataLayout(), block, 64);
  frame_.buffers[&buffer] = block;
  frame_.heap_blocks.push_back(block);
}

void LocalStorage::open_on_stack(const tir::BufferNode& buffer, int64_t bytes) {
  frame_.stack_used += bytes;
  llvm::Type* storage = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(bytes));
  llvm::AllocaInst* slot = ir_.entry_alloca(storage, llvm::Align(64), buffer.name);
  if (bytes <= kRegisterTile) register_tiles_.insert(&buffer);
  frame_.buffers[&buffer] = slot;
  builder_.CreateLifetimeStart(slot, builder_.getInt64(static_cast<uint64_t>(bytes)));
}

void LocalStorage::close(const tir::BufferNode& buffer) {
  Value* memory = frame_.buffers.at(&buffer);
  frame_.buffers.erase(&buffer);
  if (llvm::isa<llvm::AllocaInst>(memory)) {
    builder_.CreateLifetimeEnd(memory, builder_.getInt64(static_cast<uint64_t>(constant_bytes(buffer))));
    return;
  }
  frame_.heap_blocks.pop_back();
  builder_.CreateCall(release_, {frame_.runtime, memory});
}

// Of a buffer whose size depends on symbolic sizes.
Value* LocalStorage::byte_size(const tir::BufferNode& buffer) {
  Value* size = ir_.i64(buffer.dtype.bytes());
  const bool strided = !buffer.strides.empty();
  for (size_t i = 0; i < (strided ? 1 : buffer.shape.size()); ++i)
    size = builder_.CreateMul(size, indices_.index(buffer.shape[i]).base);
  return strided ? builder_.CreateMul(size, indices_.index(buffer.strides[0]).base) : size;
}

void LocalStorage::return_if_failed(Value* status) {
  llvm::BasicBlock* failed = ir_.block("failed");
  llvm::BasicBlock* fine = ir_.block("fine");
  llvm::MDBuilder weights(ir_.context());
  builder_.CreateCondBr(builder_.CreateIsNotNull(status), failed, fine, weights.createBranchWeights(1, 2000));
  builder_.SetInsertPoint(failed);
  for (size_t i = frame_.heap_blocks.size(); i-- > 0;)
    builder_.CreateCall(release_, {frame_.runtime, frame_.heap_blocks[i]});
  builder_.CreateRet(status);
  builder_.SetInsertPoint(fine);
}

}  // namespace nw::codegen
