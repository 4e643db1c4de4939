// SPDX-License-Identifier: GPL-3.0-or-later
// Scalar (and short-vector) expressions: immutable, reference-counted, compared by identity. Structural comparison,
// substitution and printing are free functions (visit.h, print.h). Meanings follow TVM's TIR.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/ref.h"

namespace nw::tir {

enum class ExprKind : uint8_t {
  IntImm,
  FloatImm,
  StringImm,
  Var,
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  FloorDiv,
  FloorMod,
  Min,
  Max,  // Div and Mod truncate, as in C
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  And,
  Or,
  Not,
  Select,
  Cast,
  ProducerLoad,
  BufferLoad,
  Call,
  Let,
  Ramp,
  Broadcast,
  Reduce,
};

struct ExprNode;
using Expr = Ref<ExprNode>;

// Nodes are shared, so an expression may be far larger written out than in memory: `size` and `depth` tell at once
// whether it can be walked as a tree. Those of a kernel stay within the limits: whoever makes an expression larger (the
// script reader, inlining) refuses to.
inline constexpr uint32_t kLargestExpr = 100'000;
inline constexpr uint16_t kDeepestExpr = 20'000;

struct ExprNode : RefCounted {
  ExprKind kind;
  DType dtype;
  uint16_t depth = 1;  // levels; 65,535: that or more
  uint32_t size = 1;   // nodes, a shared one as often as it occurs; 2^32 - 1: that or more

 protected:
  ExprNode(ExprKind k, DType t) : kind(k), dtype(t) {}
  void holds(const Expr& child) {
    if (!child) return;
    depth = std::max<uint16_t>(depth, child->depth < 0xffff ? child->depth + 1 : 0xffff);
    if (__builtin_add_overflow(size, child->size, &size)) size = 0xffff'ffff;
  }
  void holds(const std::vector<Expr>& children) {
    for (const Expr& child : children) holds(child);
  }
};

// A new node: make_node<CastNode>(dtype, value).
template <class T, class... Args>
Ref<T> make_node(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

// node_cast<AddNode>(e): the node as that type, or null. Every node type names its kind, except BinaryNode.
template <class T>
const T* node_cast(const ExprNode* e) {
  return e && T::is(e->kind) ? static_cast<const T*>(e) : nullptr;
}
template <class T>
const T* node_cast(const Expr& e) {
  return node_cast<T>(e.get());
}

struct IntImmNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::IntImm; }
  int64_t value;  // of unsigned types: the bits; bool is 0 or 1
  IntImmNode(DType t, int64_t v) : ExprNode(ExprKind::IntImm, t), value(v) {}
};
struct FloatImmNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::FloatImm; }
  double value;
  FloatImmNode(DType t, double v) : ExprNode(ExprKind::FloatImm, t), value(v) {}
};
struct StringImmNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::StringImm; }
  std::string value;
  explicit StringImmNode(std::string v) : ExprNode(ExprKind::StringImm, DType::Handle()), value(std::move(v)) {}
};

// A variable; its identity is the node, its name only a hint. `serial` orders variables by creation, so that
// containers keyed by it are the same on every run.
struct VarNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Var; }
  std::string name;
  uint64_t serial;
  bool non_negative;  // te.size_var and shape symbols
  VarNode(std::string n, DType t, bool nonneg);
};
using Var = Ref<VarNode>;
struct VarOrder {
  bool operator()(const Var& a, const Var& b) const { return a->serial < b->serial; }
};

// Add … Max, EQ … GE, And, Or: two operands of one type; comparisons give bool with the operands' lanes.
struct BinaryNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k >= ExprKind::Add && k <= ExprKind::Or; }
  Expr a, b;
  BinaryNode(ExprKind k, DType t, Expr x, Expr y) : ExprNode(k, t), a(std::move(x)), b(std::move(y)) {
    holds(a);
    holds(b);
  }
};
struct NotNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Not; }
  Expr a;
  explicit NotNode(Expr x) : ExprNode(ExprKind::Not, x->dtype), a(std::move(x)) { holds(a); }
};
// Both sides are evaluated (tir.Select). The lazy form is the call `if_then_else`.
struct SelectNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Select; }
  Expr condition, true_value, false_value;
  SelectNode(Expr c, Expr t, Expr f)
      : ExprNode(ExprKind::Select, t->dtype),
        condition(std::move(c)),
        true_value(std::move(t)),
        false_value(std::move(f)) {
    holds(condition);
    holds(true_value);
    holds(false_value);
  }
};
struct CastNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Cast; }
  Expr value;
  CastNode(DType t, Expr v) : ExprNode(ExprKind::Cast, t), value(std::move(v)) { holds(value); }
};

// Whatever yields tensors: a te::Tensor. tir knows only its name, type and shape.
struct Producer : RefCounted {
  std::string name;
  DType dtype;
  std::vector<Expr> shape;
  // Two nodes may stand for one tensor; then they are the same and have the same hash.
  virtual bool same_producer(const Producer& other) const { return this == &other; }
  virtual size_t producer_hash() const { return reinterpret_cast<size_t>(this); }
};

struct ProducerLoadNode final : ExprNode {  // reads one element of a tensor of the compute DAG
  static constexpr bool is(ExprKind k) { return k == ExprKind::ProducerLoad; }
  Ref<Producer> producer;
  std::vector<Expr> indices;
  ProducerLoadNode(Ref<Producer> p, std::vector<Expr> i)
      : ExprNode(ExprKind::ProducerLoad, p->dtype), producer(std::move(p)), indices(std::move(i)) {
    holds(indices);
  }
};

// Memory after lowering. Indices are in elements of `dtype`, one a dimension of `shape`, from 0.
struct BufferNode final : RefCounted {
  std::string name;
  DType dtype;
  std::vector<Expr> shape;
  std::vector<Expr> strides;  // elements; empty: row-major and dense
  std::string scope;          // "global", "local", "shared", …
  int alignment = 64;         // bytes
  Expr elem_offset;           // null: 0
};
using Buffer = Ref<BufferNode>;

struct BufferLoadNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::BufferLoad; }
  Buffer buffer;
  std::vector<Expr> indices;  // the last may be a vector (Ramp): then the result has its lanes
  BufferLoadNode(Buffer b, std::vector<Expr> i, DType t)
      : ExprNode(ExprKind::BufferLoad, t), buffer(std::move(b)), indices(std::move(i)) {
    holds(indices);
  }
};

enum class CallKind : uint8_t { PureIntrinsic, Intrinsic, PureExtern, Extern };

// `name` is TVM's without "tir.": exp, log, sqrt, rsqrt, tanh, sigmoid, erf, pow, floor, ceil, round, fabs, popcount,
// if_then_else, likely, shift_left, shift_right, bitwise_and, bitwise_or, bitwise_xor, bitwise_not,
// tvm_access_ptr, call_llvm_pure_intrin, prefetch, or an extern's own name.
struct CallNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Call; }
  std::string name;
  CallKind call_kind;
  std::vector<Expr> args;
  CallNode(DType t, std::string n, CallKind k, std::vector<Expr> a)
      : ExprNode(ExprKind::Call, t), name(std::move(n)), call_kind(k), args(std::move(a)) {
    holds(args);
  }
};
struct LetNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Let; }
  Var var;
  Expr value, body;
  LetNode(Var v, Expr x, Expr b)
      : ExprNode(ExprKind::Let, b->dtype), var(std::move(v)), value(std::move(x)), body(std::move(b)) {
    holds(value);
    holds(body);
  }
};
struct RampNode final : ExprNode {  // base, base + stride, … (lanes of them)
  static constexpr bool is(ExprKind k) { return k == ExprKind::Ramp; }
  Expr base, stride;
  int lanes;
  RampNode(Expr b, Expr s, int n)
      : ExprNode(ExprKind::Ramp, b->dtype.with_lanes(n)), base(std::move(b)), stride(std::move(s)), lanes(n) {
    holds(base);
    holds(stride);
  }
};
struct BroadcastNode final : ExprNode {
  static constexpr bool is(ExprKind k) { return k == ExprKind::Broadcast; }
  Expr value;
  int lanes;
  BroadcastNode(Expr v, int n) : ExprNode(ExprKind::Broadcast, v->dtype.with_lanes(n)), value(std::move(v)), lanes(n) {
    holds(value);
  }
};

struct Range {
  Expr min, extent;
  bool defined() const { return static_cast<bool>(min); }
};

enum class IterType : uint8_t {
  DataPar,
  ThreadIndex,
  CommReduce,
  Ordered,
  Opaque,
  Unrolled,
  Vectorized,
  Parallelized,
  Tensorized
};

// An axis of a computation or one made by a schedule; identity is the node.
struct IterVarNode final : RefCounted {
  Var var;
  Range dom;  // undefined for axes made by split, fuse, … until bounds are inferred
  IterType type;
  std::string thread_tag;  // "threadIdx.x", "vthread", … or empty
  IterVarNode(Var v, Range d, IterType t, std::string tag = {})
      : var(std::move(v)), dom(std::move(d)), type(t), thread_tag(std::move(tag)) {}
};
using IterVar = Ref<IterVarNode>;

// result(lhs, rhs), with identity; several values for tuple reductions such as argmax.
struct CommReducerNode final : RefCounted {
  std::vector<Var> lhs, rhs;
  std::vector<Expr> result;
  std::vector<Expr> identity;
  std::string name;  // "sum", "min", "max", "prod" or the user's
};
using CommReducer = Ref<CommReducerNode>;

struct ReduceNode final : ExprNode {  // only at the top of a compute body
  static constexpr bool is(ExprKind k) { return k == ExprKind::Reduce; }
  CommReducer combiner;
  std::vector<Expr> source;
  std::vector<IterVar> axis;
  Expr condition;          // bool; elements where it is false are skipped
  int value_index;         // which value of a tuple reduction this is
  std::vector<Expr> init;  // replaces the identity where not empty
  ReduceNode(CommReducer c, std::vector<Expr> s, std::vector<IterVar> a, Expr cond, int index, std::vector<Expr> i)
      : ExprNode(ExprKind::Reduce, s[static_cast<size_t>(index)]->dtype),
        combiner(std::move(c)),
        source(std::move(s)),
        axis(std::move(a)),
        condition(std::move(cond)),
        value_index(index),
        init(std::move(i)) {
    holds(source);
    holds(this->condition);
    holds(init);
  }
};

// ── Making expressions. Binary makers match types as TVM does (integer → float, fewer → more bits, scalar → vector)
// and fold constants of integers and simple identities (x+0, x*1, …), no more. ──────────────────────────────────
Expr int_imm(int64_t value, DType dtype = DType::Int(32));
Expr float_imm(double value, DType dtype = DType::Float(32));
Expr string_imm(std::string value);
Expr bool_imm(bool value);
Expr constant(DType dtype, double value);      // of any numeric type and lanes
int64_t wrap_int(DType dtype, int64_t value);  // cut to the type's bits, sign-extended where it is signed
// Brings two operands to one type, as every binary maker does.
void match_types(Expr& a, Expr& b);
Var make_var(std::string name, DType dtype = DType::Int(32), bool non_negative = false);
IterVar make_iter_var(std::string name, Range dom, IterType type, std::string thread_tag = {});
Expr binary(ExprKind kind, Expr a, Expr b);
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator-(Expr a);
Expr truncdiv(Expr a, Expr b);
Expr truncmod(Expr a, Expr b);
Expr floordiv(Expr a, Expr b);
Expr floormod(Expr a, Expr b);
Expr div(Expr a, Expr b);  // floats: the quotient; integers: truncdiv
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr eq(Expr a, Expr b);
Expr ne(Expr a, Expr b);
Expr lt(Expr a, Expr b);
Expr le(Expr a, Expr b);
Expr gt(Expr a, Expr b);
Expr ge(Expr a, Expr b);
Expr logical_and(Expr a, Expr b);
Expr logical_or(Expr a, Expr b);
Expr logical_not(Expr a);
Expr select(Expr condition, Expr true_value, Expr false_value);
Expr if_then_else(Expr condition, Expr true_value, Expr false_value);
Expr cast(DType dtype, Expr value);
Expr call(DType dtype, std::string name, std::vector<Expr> args, CallKind kind = CallKind::PureIntrinsic);
Expr likely(Expr condition);
Expr load(Ref<Producer> producer, std::vector<Expr> indices);
Expr buffer_load(Buffer buffer, std::vector<Expr> indices);
Expr let(Var var, Expr value, Expr body);
Expr ramp(Expr base, Expr stride, int lanes);
Expr broadcast(Expr value, int lanes);
Expr reduce(CommReducer combiner, std::vector<Expr> source, std::vector<IterVar> axis, Expr condition = nullptr,
            int value_index = 0, std::vector<Expr> init = {});

// The value of an integer constant (also of a broadcast one), or null.
const int64_t* as_const_int(const Expr& e);
bool is_const_int(const Expr& e, int64_t value);
bool is_zero(const Expr& e);
bool is_one(const Expr& e);

}  // namespace nw::tir
