// SPDX-License-Identifier: GPL-3.0-or-later
// What a script's expressions evaluate to.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "schedule/intrin.h"
#include "script/ast.h"
#include "script/names.h"

namespace nw::script {

struct Value;

struct Poison {};     // failed already and reported: whatever uses it is skipped in silence
struct Undefined {};  // a name that nothing has bound
struct NoneValue {};
struct ExprValue {
  tir::Expr e;
};
struct ListValue {
  bool is_tuple = false;
  std::vector<Value> items;
};
// What reversed(…) gives: its items can be gone through once, and it has no length and no index.
struct IteratorValue {
  std::vector<Value> items;
  mutable bool used = false;
};
struct DictValue {
  std::vector<std::pair<Value, Value>> items;
};
struct PartialRead {  // A[i], where more indices may follow
  te::Tensor tensor;
  std::vector<tir::Expr> indices;
};
struct AxisValue {
  tir::IterVar iter;
  AxisId id;  // of loops made by the schedule; others are found by `iter`
};
struct StageValue {
  StageId id;
};
struct ScheduleValue {};
struct GroupValue {
  int id = -1;
};
struct LambdaValue {
  const Node* node = nullptr;
};
struct ReducerValue {  // te.sum, te.min, te.max, or what te.comm_reducer gave
  Fn builtin = Fn::Sum;
  const Node* combine = nullptr;  // of the user's own: its lambdas
  const Node* identity = nullptr;
  std::string name;
};
struct MethodValue {
  std::shared_ptr<const Value> self;
  Method method;
};
struct PrimitiveValue {  // s[C].split: of a stage, a group or the schedule
  schedule::Primitive primitive;
  StageId stage;
  int group = -1;
};

struct Value {
  using Data = std::variant<Poison, Undefined, NoneValue, bool, int64_t, double, std::string, ExprValue,
                            std::shared_ptr<const ListValue>, std::shared_ptr<const IteratorValue>,
                            std::shared_ptr<const DictValue>, te::Tensor, std::shared_ptr<const PartialRead>,
                            te::Operation, AxisValue, StageValue, ScheduleValue, GroupValue, tir::Buffer, tir::Stmt,
                            Module, Fn, MethodValue, PrimitiveValue, LambdaValue, std::shared_ptr<const ReducerValue>,
                            std::shared_ptr<const schedule::TensorIntrin>>;
  Data data;

  Value() = default;
  template <class T>
    requires std::constructible_from<Data, T>
  Value(T v) : data(std::move(v)) {}  // NOLINT: a value is whatever it holds

  template <class T>
  const T* get() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  bool is() const {
    return std::holds_alternative<T>(data);
  }
  bool poisoned() const { return is<Poison>(); }
  const ListValue* list() const {
    const auto* p = get<std::shared_ptr<const ListValue>>();
    return p ? p->get() : nullptr;
  }
  const PartialRead* partial() const {
    const auto* p = get<std::shared_ptr<const PartialRead>>();
    return p ? p->get() : nullptr;
  }
};

// An argument of a call, evaluated.
struct Arg {
  Value value;
  const Node* node = nullptr;  // null: not given
  std::string_view keyword;    // as which it was written, if any
  bool given() const { return node != nullptr; }
};

struct Arguments {
  const Node* call = nullptr;
  std::vector<Arg> positional;  // `*list` expanded
  std::vector<Arg> keywords;
};

Value make_list(std::vector<Value> items, bool is_tuple = false);
// "the tensor C", "the integer 4", "a list": for messages.
std::string describe(const Value& v);

}  // namespace nw::script
