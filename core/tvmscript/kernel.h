// SPDX-License-Identifier: GPL-3.0-or-later
// A function of TensorIR as a kernel: its nest of phase `loops`, which bounds, cost, code generation and runs take, and
// the computation that its blocks define, which a run is verified against.
//
// Of the function as it is written, the nest differs in what TVM's own lowering does as well: the axes of blocks are
// replaced by their values; loops of one iteration are gone; T.where is a condition around the block; a first value
// (T.init) has loops of its own before the first loop of the reduction; a buffer is allocated inside of the innermost
// loop that contains all its uses, where no value is carried to the next iteration, and is only as large as its uses
// there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lower/lower.h"
#include "tvmscript/tvmscript.h"

namespace nw::tvmscript {

// A part of a buffer that a block, or all of the function, reads or writes.
struct Touched {
  tir::Buffer buffer;
  std::vector<tir::Range> read, written;  // empty: not at all
};

struct Kernel {
  Function function;
  // Without a body if the function is empty. Its schedule has a stage for each block, which was made by no steps.
  lower::LoopNest nest;
  std::vector<tir::Buffer> stored;  // the function's buffers as the nest has them: as large as they have to be
  std::map<const tir::BufferNode*, tir::Buffer> stored_as;  // of each buffer of the function
  std::optional<Diagnostic> unverifiable;  // why its blocks are no computation; none: nest.arg_tensors is one
  std::optional<Diagnostic> unrunnable;    // why the nest must not be run
  Diagnostics diagnostics;                 // of reading and checking

  bool ok() const { return !has_errors(diagnostics); }
};

// The function of this name, or the first one. Nothing where there is none: the diagnostics say why. Bounded; `sizes`
// are values of symbolic sizes, which then are numbers.
struct Opened {
  std::optional<Kernel> kernel;
  std::vector<std::string> names;  // of all functions
  Diagnostics diagnostics;         // of the file, and of the kernel
};
Opened open(std::string_view text, const std::string& name = {}, const std::map<std::string, int64_t>& sizes = {});
// All functions of the file, each checked.
Diagnostics check(std::string_view text);

// The parts of buffers that the function touches, in the order of first use; of one block where `block` is not -1.
std::vector<Touched> touched(const Kernel& kernel, int block = -1);
// Of a loop: the last block inside it, which it was made for.
int owner_of(const Function& function, const tir::ForNode& loop);

}  // namespace nw::tvmscript
