// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one loop nest as an LLVM module. The class is spread over several files by subject: emitter.cpp (kernel
// function, variables), stmt.cpp, loops.cpp, promote.cpp (accumulators in registers), memory.cpp (addresses, loads,
// stores, allocation), checks.cpp (indices read from memory), index.cpp (integer expressions as 64-bit addresses),
// expr.cpp, convert.cpp, call.cpp, math.cpp.
//
// Values in LLVM: intN and uintN as iN, bool as i1, float16 and bfloat16 as a float that holds a representable number.
// In memory every element takes DType::bytes().
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "base/diagnostic.h"
#include "codegen_llvm/machine_code.h"

namespace llvm {
class MCSubtargetInfo;
}

namespace nw::codegen {

// What the emitter must know of the processor.
struct CpuTraits {
  bool half_conversion = false;  // converts float16 in hardware
  int vector_bytes = 16;         // of the widest vector register, and how many there are
  int vector_registers = 16;
  const llvm::MCSubtargetInfo* processor = nullptr;
};

// An integer expression in 64 bits with what is known of its value. A vector is either affine (base, base + stride, …)
// or general (`vector` is set).
struct Index {
  llvm::Value* base = nullptr;  // i64
  int64_t stride = 0;
  llvm::Value* vector = nullptr;  // <lanes x i64>
  int lanes = 1;
  int64_t min = 0, max = 0;  // of every lane
  bool symbolic = false;     // depends on a symbolic size: trusted not to overflow its type
  bool affine() const { return vector == nullptr; }
};

class Emitter {
 public:
  Emitter(llvm::Module& module, const lower::LoopNest& nest, const Options& options, CpuTraits cpu);
  void emit_kernel();
  Diagnostics diagnostics;

 private:
  using Value = llvm::Value;
  struct Variable {
    Value* value = nullptr;  // loop variables and sizes: i64; others: their type
    bool wide = false;
    int64_t min = 0, max = 0;
    bool symbolic = false;
  };

  // ── emitter.cpp
  void declare_debug_info();
  void enter_debug_function(llvm::Function* function);
  void set_line(const tir::StmtNode* stmt);
  void add_argument_attributes(llvm::Function* function, unsigned index, const tir::BufferNode& buffer, bool read_only);
  void define_memory_helpers();
  void report(Diagnostic d);
  llvm::AllocaInst* entry_alloca(llvm::Type* type, llvm::Align align, const llvm::Twine& name);

  // ── types
  llvm::Type* scalar_type(DType t);
  llvm::Type* value_type(DType t);  // with lanes
  llvm::Type* memory_type(DType t, int lanes = 1);
  llvm::Type* with_lanes(llvm::Type* t, int lanes);
  Value* poison(DType t) { return llvm::PoisonValue::get(value_type(t)); }
  Value* i64(int64_t v) { return builder_.getInt64(static_cast<uint64_t>(v)); }

  // ── stmt.cpp
  void stmt(const tir::Stmt& s);
  void emit_if(const tir::IfThenElseNode& node);
  void emit_allocate(const tir::AllocateNode& node);
  void emit_store(const tir::StoreNode& node);
  void emit_let(const tir::LetStmtNode& node);

  // ── loops.cpp
  void emit_for(const tir::ForNode& node);
  void emit_serial(const tir::ForNode& node);
  void emit_loop(Value* extent, bool surely_runs, const llvm::Twine& name, llvm::MDNode* metadata,
                 const std::function<void(Value*)>& body);
  void emit_parallel(const tir::ForNode& node);
  void bind_loop_variable(const tir::ForNode& node, const Index& min, const Index& extent, Value* offset);
  bool should_expand(const tir::ForNode& node, int64_t extent);
  void expand(const tir::ForNode& node, int64_t extent);
  llvm::MDNode* loop_metadata(const tir::ForNode& node);
  void return_if_failed(Value* status);

  // ── promote.cpp
  struct Slot {
    llvm::AllocaInst* memory = nullptr;
    std::vector<tir::Expr> indices;  // the place it stands for, with …
    std::map<const tir::VarNode*, int64_t> known;
  };
  struct Promotion {
    std::map<int64_t, Slot> slots;  // by the constant part of the index
  };
  std::vector<const tir::BufferNode*> promote_accumulators(const tir::ForNode& loop);
  void write_back(const std::vector<const tir::BufferNode*>& buffers);
  llvm::AllocaInst* slot_of(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices);
  std::map<const tir::VarNode*, Variable> bind_constants(const std::map<const tir::VarNode*, int64_t>& known);

  // ── index.cpp
  Index index(const tir::Expr& e);
  Index index_binary(const tir::BinaryNode& node);
  Index index_sum(const tir::BinaryNode& node, Index a, Index b, bool subtract);
  Index index_product(Index a, Index b);
  Index index_divide(const tir::BinaryNode& node, Index a, Index b);
  Index index_of_variable(const tir::VarNode& var);
  Index leaf_index(const tir::Expr& e);
  Index constant_index(int64_t v);
  Index fit(Index i, DType dtype);                  // wraps to the type's range where that cannot be excluded
  Value* index_vector(const Index& i);              // <lanes x i64>, or i64 where lanes is 1
  Value* index_value(const Index& i, DType dtype);  // as a value of an integer type
  bool is_pure_index(const tir::Expr& e);

  // ── memory.cpp
  Value* load(const tir::BufferLoadNode& node);
  void store(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices, Value* value, Value* mask, DType dtype);
  void prefetch(const tir::CallNode& node);
  Index flatten(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices);
  std::optional<Index> merged_place(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices);
  Index add_indices(Index a, Index b);
  Value* address(const tir::BufferNode& buffer, Value* element);
  Value* buffer_pointer(const tir::BufferNode& buffer);
  Value* load_contiguous(const tir::BufferNode& buffer, Value* element, int lanes, Value* mask);
  Value* load_gather(const tir::BufferNode& buffer, Value* elements, int lanes, Value* mask);
  Value* guarded(Value* place, DType t);
  llvm::Align element_align(DType t);

  // ── checks.cpp
  Value* checked_index(const tir::CallNode& node);
  void note_outside(Value* condition);
  Value* final_status();

  // ── expr.cpp
  Value* expr(const tir::Expr& e);
  Value* binary(const tir::BinaryNode& node);
  Value* arithmetic(tir::ExprKind kind, DType t, Value* a, Value* b);
  Value* integer_divide(tir::ExprKind kind, DType t, Value* a, Value* b);
  Value* float_divide(tir::ExprKind kind, DType t, Value* a, Value* b);
  Value* compare(tir::ExprKind kind, DType operand, Value* a, Value* b);
  Value* conditional(const tir::Expr& condition, const tir::Expr& yes, const tir::Expr& no, DType t);
  Value* masked(Value* mask, const tir::Expr& e);
  Value* ramp(const tir::RampNode& node);
  Value* splat(Value* v, int lanes) {
    return lanes == 1 ? v : builder_.CreateVectorSplat(static_cast<unsigned>(lanes), v);
  }
  Value* constant(DType t, double v);

  // ── convert.cpp
  Value* convert(Value* v, DType from, DType to);
  Value* round_to(DType t, Value* v);  // float16, bfloat16: to the nearest representable float
  Value* from_memory(Value* v, DType t);
  Value* to_memory(Value* v, DType t);
  Value* half_bits(Value* v);  // float → i16
  Value* half_value(Value* bits);
  Value* bfloat_bits(Value* v);

  // ── call.cpp
  Value* call(const tir::CallNode& node);
  Value* bit_operation(const tir::CallNode& node);
  Value* unary_math(const tir::CallNode& node);
  Value* library_math(const tir::CallNode& node);
  Value* llvm_intrinsic(const tir::CallNode& node);
  Value* library_call(const std::string& name, DType t, const std::vector<Value*>& args);
  Value* intrinsic(unsigned id, const std::vector<Value*>& args);

  // ── math.cpp: float32 (also vectors), within about 2 units in the last place
  Value* exp32(Value* x);
  Value* log32(Value* x);
  Value* tanh32(Value* x);
  Value* erf32(Value* x);
  Value* sigmoid32(Value* x);
  Value* power_of_two(Value* n);                                            // 2^n of an integral float, |n| ≤ 126
  Value* polynomial(Value* x, std::initializer_list<double> coefficients);  // highest power first
  Value* fma(Value* a, Value* b, Value* c);
  Value* float_like(Value* x, double v);

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  const lower::LoopNest& nest_;
  Options options_;
  CpuTraits cpu_;
  llvm::DIBuilder debug_;
  llvm::DIFile* debug_file_ = nullptr;
  std::unordered_map<const tir::StmtNode*, int> lines_;
  const tir::StmtNode* current_ = nullptr;

  llvm::Function* function_ = nullptr;
  Value* runtime_ = nullptr;
  llvm::AllocaInst* outside_ =
      nullptr;             // of the current function: an index read from memory was outside; null: has none
  Value* mask_ = nullptr;  // lanes that count, inside a vector if_then_else
  llvm::Function* allocate_ = nullptr;
  llvm::Function* release_ = nullptr;
  std::map<const tir::VarNode*, Variable> variables_;
  std::map<const tir::BufferNode*, Value*> buffers_;
  std::map<const tir::BufferNode*, bool> small_local_;  // kept on the stack: candidates for registers
  std::map<const tir::VarNode*, int64_t> expanded_;     // variables of loops that are being written out
  std::map<const tir::BufferNode*, Promotion> promoted_;
  std::set<const tir::VarNode*> must_expand_;  // loops over promoted accumulators
  std::vector<Value*> heap_blocks_;            // of the current function, innermost last
  int64_t stack_used_ = 0;
  bool in_parallel_ = false;
};

}  // namespace nw::codegen
