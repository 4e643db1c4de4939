// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between types, and between values and their form in memory. float16 and bfloat16 are floats that hold a
// representable number; the conversions are written out in integer operations where the processor has none, for the
// compiler's runtime library lacks them.
#pragma once

#include "codegen_llvm/cpu_traits.h"
#include "codegen_llvm/ir_builder.h"

namespace nw::codegen {

class NumberConversion {
 public:
  NumberConversion(IrBuilder& ir, const CpuTraits& cpu)
      : ir_(ir), builder_(ir.builder()), half_conversion_(cpu.half_conversion) {}

  Value* convert(Value* v, DType from, DType to);
  Value* round_to(DType t, Value* v);  // float16, bfloat16: to the nearest representable float
  Value* from_memory(Value* v, DType t);
  Value* to_memory(Value* v, DType t);

 private:
  Value* half_bits(Value* v);  // float → i16
  Value* half_value(Value* bits);
  Value* bfloat_bits(Value* v);

  IrBuilder& ir_;
  llvm::IRBuilder<>& builder_;
  const bool half_conversion_;
};

}  // namespace nw::codegen
