// SPDX-License-Identifier: GPL-3.0-or-later
// Loops. Serial ones are written in the rotated form that LLVM's loop passes want. Parallel ones become a function of
// their own over a range of iterations, called through the runtime. Loops over a small local buffer are written out,
// so that the buffer becomes registers.
#include <algorithm>

#include "codegen/diagnostics.h"
#include "codegen/symbol_name.h"
#include "codegen/wide.h"
#include "codegen_llvm/emitter.h"
#include "schedule/unroll_limit.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::ForKind;

namespace {

// A loop that is written out makes at most so many copies of statements, all levels together.
constexpr int64_t kExpandedStatements = 512;

int64_t count_statements(const tir::Stmt& s) {
  int64_t count = 0;
  tir::walk(
      s,
      [&](const tir::Stmt& part) {
        count += part->kind == tir::StmtKind::Store || part->kind == tir::StmtKind::Evaluate ? 1 : 0;
        return true;
      },
      [](const tir::Expr&) { return false; });
  return count;
}

// How many statements s becomes when every loop of constant extent inside is written out.
int64_t expanded_statements(const tir::Stmt& s) {
  if (const auto* loop = tir::stmt_cast<tir::ForNode>(s)) {
    const int64_t* extent = tir::as_const_int(loop->extent);
    const int64_t inside = expanded_statements(loop->body);
    return extent && *extent <= kExpandedStatements ? inside * *extent : inside;
  }
  if (const auto* seq = tir::stmt_cast<tir::SeqNode>(s)) {
    int64_t sum = 0;
    for (const tir::Stmt& part : seq->stmts) sum += expanded_statements(part);
    return sum;
  }
  if (const auto* a = tir::stmt_cast<tir::AllocateNode>(s)) return expanded_statements(a->body);
  if (const auto* a = tir::stmt_cast<tir::AttrNode>(s)) return expanded_statements(a->body);
  return count_statements(s);
}

}  // namespace

void Emitter::emit_for(const tir::ForNode& node) {
  const int64_t* extent = tir::as_const_int(node.extent);
  if (extent && must_expand_.count(node.var.get())) return expand(node, *extent);
  switch (node.for_kind) {
    case ForKind::Thread:
    case ForKind::VThread:
      report(thread_loop(node.var->name, node.thread_tag, node.from));
      return;
    case ForKind::Parallel:
      if (in_parallel_)
        emit_serial(node);
      else
        emit_parallel(node);
      return;
    case ForKind::Unrolled:
      if (extent && *extent <= kExpandedStatements &&
          expanded_statements(node.body) * *extent <= schedule::kMaxUnrolledStatements)
        return expand(node, *extent);
      emit_serial(node);
      return;
    case ForKind::Serial:
    case ForKind::Vectorized:
      if (extent && should_expand(node, *extent)) return expand(node, *extent);
      emit_serial(node);
      return;
  }
}

// Whether the loop walks over a local buffer small enough for registers: then only constant addresses let LLVM keep it
// there.
bool Emitter::should_expand(const tir::ForNode& node, int64_t extent) {
  if (extent > 64 || expanded_statements(node.body) * extent > kExpandedStatements) return false;
  bool found = false;
  auto look = [&](const tir::Buffer& buffer, const std::vector<tir::Expr>& indices) {
    const auto local = small_local_.find(buffer.get());
    if (local == small_local_.end() || !local->second) return;
    for (const tir::Expr& i : indices) found = found || tir::uses_var(i, node.var);
  };
  bool serial_inside = false;
  tir::walk(
      node.body,
      [&](const tir::Stmt& s) {
        if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) look(st->buffer, st->indices);
        if (const auto* loop = tir::stmt_cast<tir::ForNode>(s)) {
          const int64_t* inner = tir::as_const_int(loop->extent);
          serial_inside = serial_inside || !inner || *inner > 64;
        }
        return true;
      },
      [&](const tir::Expr& e) {
        if (const auto* l = tir::node_cast<tir::BufferLoadNode>(e)) look(l->buffer, l->indices);
        return true;
      });
  return found && !serial_inside;
}

void Emitter::bind_loop_variable(const tir::ForNode& node, const Index& min, const Index& extent, Value* offset) {
  const bool from_zero = min.min == 0 && min.max == 0;
  Variable v;
  v.value = from_zero ? offset : builder_.CreateNSWAdd(min.base, offset);
  v.wide = true;
  v.min = min.min;
  v.max = std::max(clamp_to_64(Wide{min.max} + extent.max - 1), v.min);
  v.symbolic = min.symbolic || extent.symbolic;
  variables_[node.var.get()] = v;
}

void Emitter::expand(const tir::ForNode& node, int64_t extent) {
  const Index min = index(node.min);
  for (int64_t i = 0; i < extent; ++i) {
    Index one = constant_index(1);
    Index at = add_indices(min, constant_index(i));
    bind_loop_variable(node, at, one, i64(0));
    variables_[node.var.get()].value = at.base;
    if (at.min == at.max) expanded_[node.var.get()] = at.min;
    stmt(node.body);
  }
  expanded_.erase(node.var.get());
}

llvm::MDNode* Emitter::loop_metadata(const tir::ForNode& node) {
  if (node.for_kind != ForKind::Vectorized) return nullptr;
  llvm::MDNode* enable = llvm::MDNode::get(context_, {llvm::MDString::get(context_, "llvm.loop.vectorize.enable"),
                                                      llvm::ConstantAsMetadata::get(builder_.getTrue())});
  llvm::Metadata* const parts[] = {nullptr, enable};
  llvm::MDNode* metadata = llvm::MDNode::getDistinct(context_, parts);
  metadata->replaceOperandWith(0, metadata);
  return metadata;
}

void Emitter::emit_loop(Value* extent, bool surely_runs, const llvm::Twine& name, llvm::MDNode* metadata,
                        const std::function<void(Value*)>& body) {
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(context_, name, function_);
  llvm::BasicBlock* end = llvm::BasicBlock::Create(context_, name + ".end", function_);
  if (surely_runs) {
    builder_.CreateBr(loop);
  } else {
    builder_.CreateCondBr(builder_.CreateICmpSGT(extent, i64(0)), loop, end);
  }
  builder_.SetInsertPoint(loop);
  llvm::PHINode* counter = builder_.CreatePHI(builder_.getInt64Ty(), 2, name);
  counter->addIncoming(i64(0), before);
  body(counter);
  Value* next = builder_.CreateAdd(counter, i64(1), name + ".next", true, true);
  llvm::BranchInst* branch = builder_.CreateCondBr(builder_.CreateICmpSLT(next, extent), loop, end);
  if (metadata) branch->setMetadata(llvm::LLVMContext::MD_loop, metadata);
  counter->addIncoming(next, builder_.GetInsertBlock());
  builder_.SetInsertPoint(end);
}

void Emitter::emit_serial(const tir::ForNode& node) {
  const Index min = index(node.min), extent = index(node.extent);
  if (extent.max <= 0) return;
  if (extent.min == 1 && extent.max == 1) {
    bind_loop_variable(node, min, extent, i64(0));
    variables_[node.var.get()].value = min.base;
    stmt(node.body);
    return;
  }
  const std::vector<const tir::BufferNode*> promoted = promote_accumulators(node);
  emit_loop(extent.base, extent.min > 0, node.var->name, loop_metadata(node), [&](Value* counter) {
    bind_loop_variable(node, min, extent, counter);
    stmt(node.body);
    set_line(&node);
  });
  write_back(promoted);
}

// The body sees the enclosing loop variables, sizes and buffers as its own parameters (pointers noalias); a thunk with
// the runtime's signature unpacks them from a block on the caller's stack.
void Emitter::emit_parallel(const tir::ForNode& node) {
  const Index min = index(node.min), extent = index(node.extent);
  std::vector<const tir::VarNode*> variables;
  std::vector<const tir::BufferNode*> buffers;
  std::map<const tir::BufferNode*, bool> written;
  auto use_buffer = [&](const tir::Buffer& b) {
    if (buffers_.count(b.get()) && std::find(buffers.begin(), buffers.end(), b.get()) == buffers.end())
      buffers.push_back(b.get());
  };
  tir::walk(
      node.body,
      [&](const tir::Stmt& s) {
        if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) {
          use_buffer(st->buffer);
          written[st->buffer.get()] = true;
        }
        return true;
      },
      [&](const tir::Expr& e) {
        if (const auto* l = tir::node_cast<tir::BufferLoadNode>(e)) use_buffer(l->buffer);
        if (const auto* v = tir::node_cast<tir::VarNode>(e))
          if (variables_.count(v) && std::find(variables.begin(), variables.end(), v) == variables.end())
            variables.push_back(v);
        return true;
      });
  for (const tir::BufferNode* b : buffers)  // sizes that only a buffer's shape names
    for (const std::vector<tir::Expr>& part : {b->shape, b->strides})
      for (const tir::Expr& e : part)
        tir::walk(e, [&](const tir::Expr& x) {
          const auto* v = tir::node_cast<tir::VarNode>(x);
          if (v && variables_.count(v) && std::find(variables.begin(), variables.end(), v) == variables.end())
            variables.push_back(v);
          return true;
        });

  llvm::Type* ptr = builder_.getPtrTy();
  std::vector<llvm::Type*> types = {builder_.getInt64Ty(), builder_.getInt64Ty(), ptr, builder_.getInt64Ty()};
  std::vector<Value*> outer = {runtime_, min.base};
  for (const tir::BufferNode* b : buffers) {
    types.push_back(ptr);
    outer.push_back(buffers_[b]);
  }
  for (const tir::VarNode* v : variables) {
    types.push_back(variables_[v].value->getType());
    outer.push_back(variables_[v].value);
  }

  // The body as a function: (begin, end, runtime, min, buffers…, variables…).
  const std::string name = symbol_name(nest_) + ".parallel." + node.var->name;
  llvm::Function* body = llvm::Function::Create(llvm::FunctionType::get(builder_.getInt32Ty(), types, false),
                                                llvm::Function::InternalLinkage, name, module_);
  body->addFnAttr(llvm::Attribute::NoUnwind);
  body->addFnAttr(llvm::Attribute::NoInline);
  std::vector<llvm::Type*> packed_types(types.begin() + 2, types.end());
  llvm::StructType* packed = llvm::StructType::get(context_, packed_types);
  llvm::Function* thunk = llvm::Function::Create(
      llvm::FunctionType::get(builder_.getInt32Ty(), {ptr, builder_.getInt64Ty(), builder_.getInt64Ty()}, false),
      llvm::Function::InternalLinkage, name + ".range", module_);
  thunk->addFnAttr(llvm::Attribute::NoUnwind);

  const auto saved_variables = variables_;
  const auto saved_buffers = buffers_;
  const auto saved_blocks = std::exchange(heap_blocks_, {});
  const int64_t saved_stack = std::exchange(stack_used_, 0);
  llvm::Function* const saved_function = function_;
  llvm::AllocaInst* const saved_outside = std::exchange(outside_, nullptr);
  Value* const saved_runtime = runtime_;
  const llvm::IRBuilderBase::InsertPoint place = builder_.saveIP();
  const llvm::DebugLoc location = builder_.getCurrentDebugLocation();

  function_ = body;
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", body));
  enter_debug_function(body);
  set_line(&node);
  runtime_ = body->getArg(2);
  unsigned at = 4;
  for (const tir::BufferNode* b : buffers) {
    body->getArg(at)->setName(b->name);
    add_argument_attributes(body, at, *b, !written[b]);
    buffers_[b] = body->getArg(at++);
    small_local_[b] = false;
  }
  for (const tir::VarNode* v : variables) {
    body->getArg(at)->setName(v->name);
    variables_[v].value = body->getArg(at++);
  }
  in_parallel_ = true;
  Index inner_min = min;
  inner_min.base = body->getArg(3);
  Value* begin = body->getArg(0);
  Value* count = builder_.CreateNSWSub(body->getArg(1), begin);
  emit_loop(count, false, node.var->name, nullptr, [&](Value* counter) {
    bind_loop_variable(node, inner_min, extent, builder_.CreateNSWAdd(begin, counter));
    stmt(node.body);
    set_line(&node);
  });
  builder_.CreateRet(final_status());
  in_parallel_ = false;

  builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", thunk));
  enter_debug_function(thunk);
  std::vector<Value*> arguments = {thunk->getArg(1), thunk->getArg(2)};
  for (unsigned i = 0; i < packed_types.size(); ++i)
    arguments.push_back(builder_.CreateLoad(packed_types[i], builder_.CreateStructGEP(packed, thunk->getArg(0), i)));
  builder_.CreateRet(builder_.CreateCall(body, arguments));

  function_ = saved_function;
  outside_ = saved_outside;
  variables_ = saved_variables;
  buffers_ = saved_buffers;
  heap_blocks_ = saved_blocks;
  stack_used_ = saved_stack;
  runtime_ = saved_runtime;
  builder_.restoreIP(place);
  builder_.SetCurrentDebugLocation(location);

  llvm::AllocaInst* block = entry_alloca(packed, llvm::Align(64), node.var->name + ".context");
  for (unsigned i = 0; i < outer.size(); ++i)
    builder_.CreateStore(outer[i], builder_.CreateStructGEP(packed, block, i));
  llvm::BasicBlock* alone = llvm::BasicBlock::Create(context_, "alone", function_);
  llvm::BasicBlock* shared = llvm::BasicBlock::Create(context_, "shared", function_);
  llvm::BasicBlock* end = llvm::BasicBlock::Create(context_, "joined", function_);
  builder_.CreateCondBr(builder_.CreateIsNull(runtime_), alone, shared);
  builder_.SetInsertPoint(alone);
  Value* status_alone = builder_.CreateCall(thunk, {block, i64(0), extent.base});
  builder_.CreateBr(end);
  builder_.SetInsertPoint(shared);
  llvm::FunctionType* launch =
      llvm::FunctionType::get(builder_.getInt32Ty(), {ptr, builder_.getInt64Ty(), ptr, ptr}, false);
  Value* callee = builder_.CreateLoad(ptr, runtime_);
  Value* status_shared = builder_.CreateCall(launch, callee, {runtime_, extent.base, thunk, block});
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
  llvm::PHINode* status = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  status->addIncoming(status_alone, alone);
  status->addIncoming(status_shared, shared);
  return_if_failed(status);
}

}  // namespace nw::codegen
