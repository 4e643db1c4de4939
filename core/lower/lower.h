// SPDX-License-Identifier: GPL-3.0-or-later
// From a schedule to a loop nest. `loops` is the nest before vectorized and unrolled loops are expanded and storage is
// flattened: exactly the structure that TVM 0.11 gives. `final` is what TVM makes of it before it compiles. `code` is
// ready for our code generation.
#pragma once

#include "base/cancel.h"
#include "schedule/bounds.h"
#include "tir/stmt.h"

namespace nw::lower {

struct LoopNest {
  std::string name;                     // of the kernel
  std::vector<tir::Buffer> args;        // in the order of tvm.lower's list
  std::vector<te::Tensor> arg_tensors;  // the tensors behind them
  std::vector<bool> arg_is_output;
  std::vector<tir::Var> size_vars;  // symbolic sizes, in order of first use; further arguments of the kernel (int64)
  tir::Stmt body;
  schedule::Schedule schedule;  // the normalized schedule it was made from
  schedule::Bounds bounds;
};

struct LowerOptions {
  bool bounds_because = false;
  double* bounds_us = nullptr;  // filled: microseconds up to and including the inferred bounds
  CancelToken cancel;
};

// The nest of phase `loops`. Checks the rules for whole schedules first (schedule/verify.h) and stops on errors.
Result<LoopNest> lower_loops(const schedule::Schedule& s, const std::vector<te::Tensor>& args, const std::string& name,
                             const LowerOptions& options = {});
// Expands, flattens and simplifies that nest as TVM does with its default settings: loops are cut at a likely condition
// only where their length is not a number, and a vector some of whose elements are conditional becomes a loop again.
Result<LoopNest> lower_final(const LoopNest& loops, const LowerOptions& options = {});
// The same with tails cut off and masked vectors, for code generation. Here as in `final`, every access has one index,
// the element's place in memory (kernel arguments keep their shape in `args` and are dense and row-major); every
// allocated buffer has one dimension, its exact number of elements, and is outside all loops that allow it (inside
// a parallel loop, so that each iteration has its own). Vector accesses have a Ramp as index where they are contiguous
// or strided, else a vector of indices; a store's predicate masks it and the reads of its value. No loop is Vectorized
// or VThread; a loop is Unrolled only where it was too long to be written out.
Result<LoopNest> lower_code(const LoopNest& loops, const LowerOptions& options = {});

}  // namespace nw::lower
