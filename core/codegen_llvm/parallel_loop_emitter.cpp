// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/parallel_loop_emitter.h"

#include <algorithm>

#include "codegen_llvm/buffer_argument.h"
#include "codegen_llvm/counted_loop.h"
#include "codegen_llvm/parallel_work.h"
#include "tir/visit.h"

namespace nw::codegen {

namespace {

constexpr unsigned kRuntime = 2, kMin = 3, kFirstCaptured = 4;  // parameters of the body; begin and end are in front

template <class T>
void add_once(std::vector<T>& to, T item) {
  if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
}

}  // namespace

ParallelLoopEmitter::ParallelLoopEmitter(const LoopParts& parts)
    : parts_(parts), ir_(parts.ir), builder_(parts.ir.builder()), frame_(parts.frame) {}

void ParallelLoopEmitter::emit(const tir::ForNode& node) {
  const Index min = parts_.indices.index(node.min), extent = parts_.indices.index(node.extent);
  const Captured use = captured(node);
  const std::vector<Value*> outer = outer_values(use, min);
  std::vector<llvm::Type*> types;
  for (const Value* v : outer) types.push_back(v->getType());
  llvm::StructType* packed = llvm::StructType::get(ir_.context(), types);
  const std::string name = parts_.kernel + ".parallel." + node.var->name;
  llvm::Function* body = declare_body(name, outer);
  llvm::Function* range = declare_range(name + ".range");
  {
    const llvm::IRBuilderBase::InsertPointGuard here(builder_);
    const Frame around = frame_;
    define_body(body, node, use, min, extent);
    frame_ = around;
    define_range(range, body, packed);
  }
  llvm::AllocaInst* block = ir_.entry_alloca(packed, llvm::Align(64), node.var->name + ".context");
  for (unsigned i = 0; i < outer.size(); ++i)
    builder_.CreateStore(outer[i], builder_.CreateStructGEP(packed, block, i));
  const tir::Expr work = parallel_work(node);
  parts_.storage.return_if_failed(launch(range, block, extent.base, work ? parts_.indices.index(work).base : nullptr));
}

ParallelLoopEmitter::Captured ParallelLoopEmitter::captured(const tir::ForNode& node) const {
  Captured use;
  const auto add_buffer = [&](const tir::Buffer& b) {
    if (frame_.buffers.contains(b.get())) add_once(use.buffers, b.get());
  };
  const auto add_variable = [&](const tir::Expr& e) {
    const auto* v = tir::node_cast<tir::VarNode>(e);
    if (v && frame_.variables.contains(v)) add_once(use.variables, v);
    return true;
  };
  tir::walk(
      node.body,
      [&](const tir::Stmt& s) {
        if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) {
          add_buffer(st->buffer);
          use.written.insert(st->buffer.get());
        }
        return true;
      },
      [&](const tir::Expr& e) {
        if (const auto* l = tir::node_cast<tir::BufferLoadNode>(e)) add_buffer(l->buffer);
        return add_variable(e);
      });
  for (const tir::BufferNode* b : use.buffers)  // sizes that only a buffer's shape names
    for (const std::vector<tir::Expr>& part : {b->shape, b->strides})
      for (const tir::Expr& e : part) tir::walk(e, add_variable);
  return use;
}

// What the body's function gets behind its range: the runtime, the loop's begin, buffers, variables.
std::vector<Value*> ParallelLoopEmitter::outer_values(const Captured& captured, const Index& min) {
  std::vector<Value*> outer = {frame_.runtime, min.base};
  for (const tir::BufferNode* b : captured.buffers) outer.push_back(frame_.buffers.at(b));
  for (const tir::VarNode* v : captured.variables) outer.push_back(frame_.variables.at(v).value);
  return outer;
}

llvm::Function* ParallelLoopEmitter::declare_body(const std::string& name, const std::vector<Value*>& outer) {
  std::vector<llvm::Type*> types = {builder_.getInt64Ty(), builder_.getInt64Ty()};
  for (const Value* v : outer) types.push_back(v->getType());
  llvm::Function* body = llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), types, false),
                                                llvm::Function::InternalLinkage, name, ir_.module());
  body->addFnAttr(llvm::Attribute::NoUnwind);
  body->addFnAttr(llvm::Attribute::NoInline);
  return body;
}

llvm::Function* ParallelLoopEmitter::declare_range(const std::string& name) {
  llvm::Type* i64 = builder_.getInt64Ty();
  llvm::Function* range =
      llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), {builder_.getPtrTy(), i64, i64}, false),
                             llvm::Function::InternalLinkage, name, ir_.module());
  range->addFnAttr(llvm::Attribute::NoUnwind);
  return range;
}

void ParallelLoopEmitter::define_body(llvm::Function* body, const tir::ForNode& node, const Captured& captured,
                                      Index min, const Index& extent) {
  builder_.SetInsertPoint(llvm::BasicBlock::Create(ir_.context(), "entry", body));
  parts_.position.enter(body);
  parts_.position.set(&node);
  bind_parameters(body, captured);
  min.base = body->getArg(kMin);
  Value* begin = body->getArg(0);
  Value* count = builder_.CreateNSWSub(body->getArg(1), begin);
  emit_counted_loop(ir_, {count, false, node.var->name, nullptr}, [&](Value* counter) {
    Value* offset = builder_.CreateNSWAdd(begin, counter);
    frame_.variables[node.var.get()] = loop_variable(ir_, min, extent, offset);
    parts_.body.emit(node.body);
    parts_.position.set(&node);
  });
  builder_.CreateRet(parts_.checks.final_status());
}

// The frame of the body's function.
void ParallelLoopEmitter::bind_parameters(llvm::Function* body, const Captured& captured) {
  frame_.runtime = body->getArg(kRuntime);
  frame_.outside = nullptr;
  frame_.heap_blocks.clear();
  frame_.stack_used = 0;
  frame_.parallel = true;
  unsigned at = kFirstCaptured;
  for (const tir::BufferNode* b : captured.buffers) {
    llvm::Argument* argument = body->getArg(at++);
    argument->setName(b->name);
    describe_buffer_argument(*argument, *b, {!captured.written.contains(b), parts_.argument_alignment});
    frame_.buffers[b] = argument;
    parts_.storage.pass_on(*b);
  }
  for (const tir::VarNode* v : captured.variables) {
    llvm::Argument* argument = body->getArg(at++);
    argument->setName(v->name);
    frame_.variables[v].value = argument;
  }
}

void ParallelLoopEmitter::define_range(llvm::Function* range, llvm::Function* body, llvm::StructType* packed) {
  builder_.SetInsertPoint(llvm::BasicBlock::Create(ir_.context(), "entry", range));
  parts_.position.enter(range);
  std::vector<Value*> arguments = {range->getArg(1), range->getArg(2)};
  for (unsigned i = 0; i < packed->getNumElements(); ++i)
    arguments.push_back(
        builder_.CreateLoad(packed->getElementType(i), builder_.CreateStructGEP(packed, range->getArg(0), i)));
  builder_.CreateRet(builder_.CreateCall(body, arguments));
}

// The status of all iterations. `work`: operations of all of them; null: enough for threads.
Value* ParallelLoopEmitter::launch(llvm::Function* range, Value* block, Value* extent, Value* work) {
  llvm::BasicBlock* alone = ir_.block("alone");
  llvm::BasicBlock* shared = ir_.block("shared");
  llvm::BasicBlock* end = ir_.block("joined");
  Value* is_alone = builder_.CreateIsNull(frame_.runtime);
  if (work) is_alone = builder_.CreateOr(is_alone, builder_.CreateICmpSLT(work, ir_.i64(kWorthSharing)));
  builder_.CreateCondBr(is_alone, alone, shared);
  builder_.SetInsertPoint(alone);
  Value* status_alone = builder_.CreateCall(range, {block, ir_.i64(0), extent});
  builder_.CreateBr(end);
  builder_.SetInsertPoint(shared);
  llvm::Type* ptr = builder_.getPtrTy();
  llvm::FunctionType* parallel_for =
      llvm::FunctionType::get(builder_.getInt32Ty(), {ptr, builder_.getInt64Ty(), ptr, ptr}, false);
  Value* callee = builder_.CreateLoad(ptr, frame_.runtime);
  Value* status_shared = builder_.CreateCall(parallel_for, callee, {frame_.runtime, extent, range, block});
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
  llvm::PHINode* status = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  status->addIncoming(status_alone, alone);
  status->addIncoming(status_shared, shared);
  return status;
}

}  // namespace nw::codegen
