// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses, loads and stores. A vector access with stride 1 is one wide instruction, with stride 0 one element
// spread over the lanes; lanes at other constant distances are read one by one; any other is a gather or scatter.
#pragma once

#include <optional>

#include "codegen_llvm/accumulator_slots.h"
#include "codegen_llvm/index_emitter.h"
#include "codegen_llvm/source_position.h"

namespace nw::codegen {

class MemoryEmitter {
 public:
  using Indices = std::vector<tir::Expr>;
  struct Parts {  // what it is made of
    IrBuilder& ir;
    SourcePosition& position;
    const Frame& frame;
    const AccumulatorSlots& slots;
    NumberConversion& conversion;
    IndexMath& index_math;
    IndexEmitter& indices;
  };
  explicit MemoryEmitter(const Parts& parts);

  Value* load(const tir::BufferLoadNode& node);
  void store(const tir::Buffer& buffer, const Indices& indices, Value* value, Value* mask, DType dtype);
  void prefetch(const tir::CallNode& node);

  // As it is in memory, from a place on: for accumulators.
  Value* read(const tir::BufferNode& buffer, const Indices& indices, int lanes);
  void write(const tir::BufferNode& buffer, const Indices& indices, Value* bits);

 private:
  Index flatten(const tir::BufferNode& buffer, const Indices& indices);
  std::optional<Index> merged_place(const tir::BufferNode& buffer, const Indices& indices);
  Value* address(const tir::BufferNode& buffer, Value* element);
  Value* pointer(const tir::BufferNode& buffer);
  Value* load_vector(const tir::BufferNode& buffer, const Index& at, DType t, Value* mask);
  Value* load_contiguous(const tir::BufferNode& buffer, Value* element, int lanes, Value* mask);
  Value* load_strided(const tir::BufferNode& buffer, const Index& at, Value* mask);
  Value* load_lanes(const tir::BufferNode& buffer, const Index& at);
  Value* load_gather(const tir::BufferNode& buffer, Value* elements, int lanes, Value* mask);
  Value* guarded(Value* place, DType t);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  SourcePosition& position_;
  const Frame& frame_;
  const AccumulatorSlots& slots_;
  NumberConversion& conversion_;
  IndexMath& index_math_;
  IndexEmitter& indices_;
};

}  // namespace nw::codegen
