// SPDX-License-Identifier: GPL-3.0-or-later
// The names a script may use without defining them: modules, their functions, and methods of values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/catalogue.h"

namespace nw::script {

enum class Module : uint8_t { Tvm, Te, Tir, Topi };

enum class Fn : uint8_t {
  Placeholder,
  Compute,
  ReduceAxis,
  ThreadAxis,
  Var,
  SizeVar,
  CommReducer,
  CreateSchedule,
  Scan,
  DeclTensorIntrin,
  Prod,
  Lower,
  DeclBuffer,
  CallIntrin,
  CallExtern,
  CallPureExtern,
  CallLlvmPureIntrin,
  CallPacked,
  CallCPacked,
  Evaluate,
  StmtSeq,
  Sum,
  Min,
  Max,
  Const,
  IfThenElse,
  Select,
  All,
  Not,
  Any,
  Cast,
  Likely,
  MinValue,
  MaxValue,
  IntImm,  // TVM's nodes by name
  FloatImm,
  AddNode,  // in the order of tir::ExprKind
  SubNode,
  MulNode,
  DivNode,
  ModNode,
  FloorDivNode,
  FloorModNode,
  MinNode,
  MaxNode,
  EQNode,
  NENode,
  LTNode,
  LENode,
  GTNode,
  GENode,
  AndNode,
  OrNode,
  PyAbs,  // Python's own functions
  PyFloat,
  PyInt,
  PyLen,
  PyList,
  PyMax,
  PyMin,
  PyReversed,
  PyTuple,
  Abs,
  Popcount,
  Clz,
  IsNan,
  IsInf,
  IsFinite,
  Floor,
  Ceil,
  Round,
  Trunc,
  NearbyInt,
  Exp,
  Exp2,
  Exp10,
  Log,
  Log2,
  Log10,
  Log1p,
  Sqrt,
  Rsqrt,
  Tanh,
  Sigmoid,
  Erf,
  Sin,
  Cos,
  Tan,
  Sinh,
  Cosh,
  Asin,
  Acos,
  Atan,
  Asinh,
  Acosh,
  Atanh,
  Pow,  // from here on: of two numbers
  Atan2,
  Copysign,
  Fmod,
  Hypot,
  CeilDiv,  // from here on: of two integers
  FloorDiv,
  FloorMod,
  TruncDiv,
  TruncMod,
  Div,
};

// Methods of values that are no part of a schedule; those of schedules are in schedule/catalogue.h.
enum class Method : uint8_t { AsType, Equal, Output, AccessPtr, Vload, Vstore };

std::string_view name_of(Module m);                        // "te"
std::optional<Module> root_module(std::string_view name);  // tvm, te, tir, topi
std::optional<Module> submodule(Module of, std::string_view name);
std::optional<Fn> function(Module of, std::string_view name);
std::optional<Fn> builtin(std::string_view name);  // Python's own: len, max, …
std::string_view name_of(Fn f);                    // "placeholder"
std::vector<std::string> names_of(Module of);      // what it offers
std::string_view name_of(Method m);                // "astype"
// The primitives that are called on a stage, the schedule or a group, sorted.
std::vector<std::string> primitive_names(schedule::Receiver receiver);

// Those of `known` that are likely to be meant by `name`, the nearest first, at most three.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known);

}  // namespace nw::script
