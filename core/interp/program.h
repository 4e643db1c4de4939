// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a computation as instructions over registers. Code belongs to levels: level 0 runs once, level i once in
// every iteration of loop i (data axes outermost, then reduce axes), so that nothing is computed more often than the
// loops it depends on turn.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "te/operation.h"

namespace nw::interp {

union Reg {
  int64_t i;
  double d;
};

enum class Code : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  FloorDiv,
  FloorMod,
  Min,
  Max,
  EQ,
  NE,
  LT,
  LE,  // of integers
  DivU,
  ModU,
  MinU,
  MaxU,
  LTU,
  LEU,  // of uint64, where that differs
  AddF,
  SubF,
  MulF,
  DivF,
  MinF,
  MaxF,
  EQF,
  NEF,
  LTF,
  LEF,  // of floats
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  Shl,
  Shr,
  Popcount,
  Clz,
  Not,
  IntToFloat,
  UIntToFloat,
  FloatToInt,
  Wrap,
  Round,
  Select,
  Move,
  Load,
  Jump,
  JumpIfZero,
  Math1,
  Math2,
};

struct Instruction {
  explicit Instruction(Code does) : code(does) {}
  Code code;
  uint8_t bits = 64;                     // of an integer result: it wraps to them …
  bool is_signed = true;                 // … with or without sign
  uint8_t round = 0;                     // of a float result: 0 as it is, 1 float32, 2 float16, 3 bfloat16
  int32_t dst = 0, a = 0, b = 0, c = 0;  // registers; of Load: a is the access; of jumps: b is the target
  union {
    double (*math1)(double);
    double (*math2)(double, double) = nullptr;
  };
};

// A read of a tensor: which input of the program, and the registers that hold the indices.
struct Access {
  size_t input = 0;
  std::vector<int32_t> indices;
};

struct Program {
  size_t registers = 0;
  std::vector<std::pair<int32_t, Reg>> constants;  // registers set once
  std::vector<std::vector<Instruction>> levels;    // levels.size() == loops + 1
  std::vector<Access> accesses;
  std::vector<te::Tensor> inputs;  // read by the body, each once
  size_t data_loops = 0;
  std::vector<int32_t> loop_registers;
  std::vector<int64_t> loop_min, loop_extent;
  std::vector<int32_t> results;  // one an output
  // Of a reduction: before its loops, totals[i] = start[i]; in the innermost loop, `combine` where `condition` holds.
  bool is_reduction = false;
  std::vector<int32_t> totals, start;  // one a reduced value
  int32_t condition = -1;              // a register, or -1: always
  std::vector<Instruction> combine;    // what depends on the condition: sources and the combination
  std::vector<Instruction> finish;     // after the last iteration: totals to results
  std::string problem;                 // why the body cannot be run; empty: it can
};

struct CompileOptions {
  bool wide_reductions = false;  // as interp::Options has it
  const std::map<tir::Var, int64_t, tir::VarOrder>* sizes = nullptr;
};

Program compile(const te::ComputeNode& op, const CompileOptions& options);
// The value of an integer expression over sizes, or nothing.
std::optional<int64_t> size_value(const tir::Expr& e, const std::map<tir::Var, int64_t, tir::VarOrder>& sizes);

}  // namespace nw::interp
