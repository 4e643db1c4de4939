// SPDX-License-Identifier: GPL-3.0-or-later
// What the emitter must know of the processor.
#pragma once

namespace llvm {
class MCSubtargetInfo;
}

namespace nw::codegen {

struct CpuTraits {
  bool half_conversion = false;  // converts float16 in hardware
  int vector_bytes = 16;         // of the widest vector register, and how many there are
  int vector_registers = 16;
  const llvm::MCSubtargetInfo* processor = nullptr;
};

}  // namespace nw::codegen
