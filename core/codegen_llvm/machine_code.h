// SPDX-License-Identifier: GPL-3.0-or-later
// From a loop nest of phase `code` to machine code for a processor: LLVM IR, assembly, object file. The kernel's
// calling convention is in codegen/abi.h.
#pragma once

#include <string>
#include <vector>

#include "base/target_facts.h"
#include "lower/lower.h"

namespace nw::codegen {

// How many of LLVM's passes run: a search for the pass that makes a kernel wrong narrows this down.
struct PassBudget {
  int limit = -1;    // passes beyond it are skipped, except those that machine code cannot do without; -1: all run
  int count = 0;     // filled: how many asked to run
  std::string last;  // filled: the last that ran
};

// One line of assembly and the line of the printed nest (tir::print) that it came from; 0: none. Instructions are
// counted from 0, as in the object that is written of the same nest (codegen_llvm/instructions.h); -1: no instruction.
struct AssemblyLine {
  std::string text;
  int nest_line = 0;
  int instruction = -1;
};

struct Options {
  const TargetFacts* target = nullptr;  // whose processor the code is for; null: this computer's
  std::string cpu;      // LLVM's name of a processor of this computer's kind; empty: this one, with all features
  int vector_bits = 0;  // of the widest vector registers that are used: 128, 256; 0: all that there are
  int argument_alignment = 64;   // bytes that a caller promises for every buffer
  bool lines = true;             // false: no line table, which takes time to make and changes no instruction
  bool optimize = true;          // false: the IR as it is first made, hardly optimized
  bool intel_syntax = false;     // assembly of x86 as Intel's manuals write it; other processors have one syntax
  PassBudget* passes = nullptr;  // null: all run
  // Filled, where an object is made: its code as text. The module is optimized once for both.
  std::vector<AssemblyLine>* assembly = nullptr;
};

// The processor that code is for, and how: what decides about the code beside nest and code generator, as text.
std::string code_identity(const Options& options);

// Errors: NW4104, no such processor; NW4105, an instruction that it lacks; NW4215, a target whose code LLVM does not
// write.
Result<std::string> llvm_ir(const lower::LoopNest& nest, const Options& options = {});
Result<std::vector<AssemblyLine>> assembly(const lower::LoopNest& nest, const Options& options = {});
// An ELF object that defines the kernel's name and needs only the C and math library.
Result<std::string> object_file(const lower::LoopNest& nest, const Options& options = {});

// The assembly as text, each stretch headed by the loop-nest line that it computes.
std::string annotated_assembly(const lower::LoopNest& nest, const std::vector<AssemblyLine>& lines);

}  // namespace nw::codegen
