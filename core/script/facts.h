// SPDX-License-Identifier: GPL-3.0-or-later
// What the evaluator knows about a mistake beside its diagnostic. Facts refer to values of the running evaluator: they
// are valid while the observer that receives them runs.
#pragma once

#include <span>
#include <variant>

#include "script/value.h"

namespace nw::script {

struct NoFacts {};  // the statement says all
struct PartAtFault {
  const Node* node;
};

// ── names and calls ──
struct UnknownName {
  const Node* node;
  std::span<const std::string> near;  // names that are likely to be meant
};
struct UnknownAttribute {
  const Node* node;
  const Value& object;
  std::span<const std::string> near;
};
struct FailedCallee {  // the called function could not be evaluated
  const Node* call;
};
struct UnknownStageName {  // the name in s[name]
  const Node* node;
};
struct NotCallable {
  const Node* call;
  const Value& callee;
};
struct UnknownKeyword {
  const Arg& given;
  std::span<const char* const> parameters;  // those that end in '=' may be left out
  std::span<const Arg> bound;               // by parameter
  const Arguments& args;
};
struct MissingArgument {
  size_t parameter;
  std::span<const char* const> parameters;
  std::span<const Arg> bound;
  const Arguments& args;
};
struct WrongUnpacking {
  size_t values;
};
struct ListIndexOutside {
  const Node* node;
  size_t size;
};

// ── types ──
struct WrongDType {
  const Node* node;
  DType wanted;
};
struct UnknownDType {
  const Node* node;
  std::string_view name;
};
struct NotAnInteger {
  const Node* node;
  const Value& value;
};
struct NotANumber {  // an argument of one of Python's own functions
  Fn function;
  const Node* node;
  const Node* call;
};
struct NotACondition {
  const Node* node;
};
struct UnknownTruth {};  // Python's own logic on expressions
struct UnequalChoices {  // the third argument of tir.Select
  const Arg& given;
  DType wanted;
};

// ── computation ──
struct WrongIndexCount {
  const Node* node;
  const te::Tensor& tensor;
  size_t given;
};
struct WrongParameterCount {
  const Node* lambda;
  size_t wanted;
};
struct NegativeDimension {
  const Node* node;
  int64_t value;
};
struct SharedReduceAxis {
  const tir::IterVar& axis;
};
struct StrayReduceAxis {
  const tir::Expr& body;
  const Node* at;
};
struct NotAReduceAxis {
  const Arg& axis;
  const Value& source;  // what is reduced
};
struct RepeatedReduceAxis {
  const Node* axes;
  const Value& source;
};
struct ScanMismatch {
  const Node* update;
  const Node* state;
  const Arguments& args;
};
struct EarlyStateRead {
  int line;  // of the computation that reads the state
  std::span<const te::Tensor> states;
};

// ── schedule steps and the kernel ──
struct NotAnAxis {
  const Arg& given;
  StageId stage;
};
struct NotAStage {
  const Arg& given;
};
struct LoopBeforeStage {  // compute_at(loop, stage)
  const Arg& loop;
  const Arg& stage;
  const Node* call;
};
struct NotATensor {
  const Arg& given;
};
struct NotAThread {
  const Arg& given;
};
struct NotAScope {
  const Node* node;
};
struct StaleAxis {
  const Node* node;
  StageId stage;
  bool is_thread;
};
struct RefusedStep {  // or one that could not be read
  StageId stage;
  const schedule::Step* step;  // null: it could not be read
  const Arguments& args;
};
struct UnreadStep {};    // a step that binds no names, and whose arguments could not be read
struct UnlistedTensor {  // the kernel reads or computes it, and it is not among the arguments
  const Node* list;
  const te::Operation& op;
  bool is_input;
};

using Facts =
    std::variant<NoFacts, PartAtFault, UnknownName, UnknownAttribute, FailedCallee, UnknownStageName, NotCallable,
                 UnknownKeyword, MissingArgument, WrongUnpacking, ListIndexOutside, WrongDType, UnknownDType,
                 NotAnInteger, NotANumber, NotACondition, UnknownTruth, UnequalChoices, WrongIndexCount,
                 WrongParameterCount, NegativeDimension, SharedReduceAxis, StrayReduceAxis, NotAReduceAxis,
                 RepeatedReduceAxis, ScanMismatch, EarlyStateRead, NotAnAxis, NotAStage, LoopBeforeStage, NotATensor,
                 NotAThread, NotAScope, StaleAxis, RefusedStep, UnreadStep, UnlistedTensor>;

}  // namespace nw::script
