// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a loop nest of either phase statement by statement, and says what no nest may do: touch memory outside a buffer,
// let a result depend on what nobody wrote, or let two iterations of a parallel loop write (or one write and another
// read) one element.
#pragma once

#include <bit>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ndarray.h"
#include "lower/lower.h"
#include "tir/print.h"

namespace nw::test {

class NestInterpreter {
 public:
  explicit NestInterpreter(const lower::LoopNest& nest, std::map<tir::Var, int64_t, tir::VarOrder> sizes = {})
      : nest_(nest) {
    for (const auto& [var, value] : sizes) vars_[var.get()].i = value;
  }

  // The arguments in order; outputs are written. Empty if all went well, else what went wrong first.
  std::string run(std::vector<NDArray>& args) {
    for (size_t i = 0; i < nest_.args.size(); ++i) {
      Memory& m = memory_[nest_.args[i].get()];
      m.buffer = nest_.args[i].get();
      m.shape = args[i].shape();
      m.cells.resize(static_cast<size_t>(args[i].size()));
      for (size_t k = 0; k < m.cells.size() && !nest_.arg_is_output[i]; ++k) {
        m.cells[k].written = true;
        set_cell(m.cells[k], args[i], static_cast<int64_t>(k));
      }
    }
    exec(nest_.body);
    for (size_t i = 0; i < nest_.args.size() && problem_.empty(); ++i) {
      const Memory& m = memory_[nest_.args[i].get()];
      for (size_t k = 0; k < m.cells.size() && nest_.arg_is_output[i]; ++k) {
        if (!m.cells[k].written || m.cells[k].value.unknown)
          return nest_.args[i]->name + " is not known at " + std::to_string(k);
        if (m.buffer->dtype.is_float())
          args[i].set(static_cast<int64_t>(k), m.cells[k].value.f);
        else
          args[i].set_int(static_cast<int64_t>(k), m.cells[k].value.i);
      }
    }
    return problem_;
  }

 private:
  using Expr = tir::Expr;
  using ExprKind = tir::ExprKind;
  struct Value {
    double f = 0;
    int64_t i = 0;
    bool unknown = false;  // made from what nobody wrote
  };
  struct Cell {
    Value value;
    bool written = false;
    int64_t loop = 0, writer = -1, reader = -1;  // of the parallel loop that touched it last; -2: several readers
  };
  struct Memory {
    const tir::BufferNode* buffer = nullptr;
    std::vector<int64_t> shape;
    std::vector<Cell> cells;
    int64_t loop = 0;  // the parallel loop inside which it lives: private to an iteration
  };

  static void set_cell(Cell& c, const NDArray& a, int64_t k) {
    if (a.dtype().is_float())
      c.value.f = a.at(k);
    else
      c.value.i = a.int_at(k);
  }

  void fail(const std::string& what) {
    if (problem_.empty()) problem_ = what;
  }

  // ── statements
  void exec(const tir::Stmt& s) {
    if (!s || !problem_.empty()) return;
    if (const auto* n = tir::stmt_cast<tir::SeqNode>(s)) {
      for (const tir::Stmt& c : n->stmts) exec(c);
    } else if (const auto* f = tir::stmt_cast<tir::ForNode>(s)) {
      loop(*f);
    } else if (const auto* i = tir::stmt_cast<tir::IfThenElseNode>(s)) {
      exec(known(i->condition, 0).i ? i->then_case : i->else_case);
    } else if (const auto* a = tir::stmt_cast<tir::AllocateNode>(s)) {
      Memory& m = memory_[a->buffer.get()];
      m = Memory();
      m.buffer = a->buffer.get();
      m.loop = parallel_;
      int64_t size = 1;
      for (const Expr& e : a->buffer->shape) {
        m.shape.push_back(eval(e, 0).i);
        size *= m.shape.back();
      }
      if (size < 0 || size > 10'000'000) return fail("alloc " + a->buffer->name + " of " + std::to_string(size));
      m.cells.resize(static_cast<size_t>(size));
      exec(a->body);
    } else if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) {
      store(*st);
    } else if (const auto* e = tir::stmt_cast<tir::EvaluateNode>(s)) {
      const auto* c = tir::node_cast<tir::CallNode>(e->value);
      if (!c || c->name != "prefetch") eval(e->value, 0);
    } else if (const auto* l = tir::stmt_cast<tir::LetStmtNode>(s)) {
      vars_[l->var.get()] = eval(l->value, 0);
      exec(l->body);
    } else if (const auto* t = tir::stmt_cast<tir::AttrNode>(s)) {
      exec(t->body);
    }
  }

  void loop(const tir::ForNode& f) {
    const int64_t min = known(f.min, 0).i, extent = known(f.extent, 0).i;
    const bool outermost = f.for_kind == tir::ForKind::Parallel && parallel_ == 0;
    if (outermost) parallel_ = ++loops_;
    for (int64_t i = min; i < min + extent && problem_.empty(); ++i) {
      vars_[f.var.get()].i = i;
      if (outermost) iteration_ = i;
      exec(f.body);
    }
    if (outermost) parallel_ = 0;
  }

  void store(const tir::StoreNode& n) {
    const int lanes = std::max<int>(n.value->dtype.lanes, n.indices.empty() ? 1 : n.indices.back()->dtype.lanes);
    std::vector<std::pair<Cell*, Value>> writes;
    for (int lane = 0; lane < lanes; ++lane) {
      if (n.predicate && !known(n.predicate, lane).i) continue;
      const Value v = eval(n.value, lane);
      Cell* cell = find(*n.buffer, n.indices, lane);
      if (!cell) return;
      writes.emplace_back(cell, v);
    }
    const bool is_private = memory_[n.buffer.get()].loop == parallel_;
    for (auto& [cell, v] : writes) {
      if (parallel_ && !is_private) {
        if (cell->loop == parallel_ &&
            ((cell->writer >= 0 && cell->writer != iteration_) || (cell->reader != -1 && cell->reader != iteration_)))
          return fail("two iterations of a parallel loop touch an element of " + n.buffer->name);
        if (cell->loop != parallel_) cell->reader = -1;
        cell->loop = parallel_;
        cell->writer = iteration_;
      }
      cell->value = v;
      cell->written = true;
    }
  }

  Cell* find(const tir::BufferNode& b, const std::vector<Expr>& indices, int lane) {
    const auto it = memory_.find(&b);
    if (it == memory_.end()) {
      fail(b.name + " is used outside its allocation");
      return nullptr;
    }
    Memory& m = it->second;
    int64_t at = 0;
    const bool flat = indices.size() == 1 && m.shape.size() != 1;
    for (size_t d = 0; d < indices.size(); ++d) {
      const int64_t i = known(indices[d], lane).i;
      const int64_t end = flat ? static_cast<int64_t>(m.cells.size()) : m.shape[d];
      if (i < 0 || i >= end) {
        fail(b.name + "[" + tir::to_string(indices[d]) + "] is " + std::to_string(i) + " of " + std::to_string(end));
        return nullptr;
      }
      at = flat ? i : at * m.shape[d] + i;
    }
    return &m.cells[static_cast<size_t>(at)];
  }

  // ── expressions, one lane at a time
  static Value integer(int64_t v, DType t) { return {0, tir::wrap_int(t.element(), v), false}; }
  static Value real(double v, DType t) {
    if (t.is_bfloat()) return {bfloat_to_float(float_to_bfloat(static_cast<float>(v))), 0};
    if (t.bits == 16) return {half_to_float(float_to_half(static_cast<float>(v))), 0};
    return {t.bits == 32 ? static_cast<double>(static_cast<float>(v)) : v, 0};
  }

  // A value that decides something: where, how often, whether.
  Value known(const Expr& e, int lane) {
    const Value v = eval(e, lane);
    if (v.unknown) fail("what nobody wrote decides something: " + tir::to_string(e));
    return v;
  }
  static Value tainted(Value v, bool unknown) {
    v.unknown = v.unknown || unknown;
    return v;
  }

  Value eval(const Expr& e, int lane) {
    using namespace tir;
    if (const auto* n = node_cast<IntImmNode>(e)) return {0, n->value};
    if (const auto* n = node_cast<FloatImmNode>(e)) return {n->value, 0};
    if (e->kind == ExprKind::Var) {
      const auto it = vars_.find(e.get());
      if (it == vars_.end()) {
        fail(to_string(e) + " has no value here");
        return {};
      }
      return it->second;
    }
    if (const auto* n = node_cast<RampNode>(e))
      return integer(eval(n->base, 0).i + lane * eval(n->stride, 0).i, e->dtype);
    if (const auto* n = node_cast<BroadcastNode>(e)) return eval(n->value, 0);
    if (const auto* n = node_cast<BinaryNode>(e)) return binary(*n, lane);
    if (const auto* n = node_cast<NotNode>(e)) {
      const Value v = eval(n->a, lane);
      return {0, !v.i, v.unknown};
    }
    if (const auto* n = node_cast<SelectNode>(e)) {
      const Value x = eval(n->true_value, lane), y = eval(n->false_value, lane);
      const Value c = eval(n->condition, lane);
      return tainted(c.i ? x : y, c.unknown);
    }
    if (const auto* n = node_cast<CastNode>(e)) {
      const Value v = eval(n->value, lane);
      return tainted(converted(v, n->value->dtype, e->dtype), v.unknown);
    }
    if (const auto* n = node_cast<BufferLoadNode>(e)) return load(*n, lane);
    if (const auto* n = node_cast<LetNode>(e)) {
      vars_[n->var.get()] = eval(n->value, lane);
      return eval(n->body, lane);
    }
    if (const auto* n = node_cast<CallNode>(e)) return call(*n, lane);
    fail("no value: " + to_string(e));
    return {};
  }

  Value load(const tir::BufferLoadNode& n, int lane) {
    Cell* c = find(*n.buffer, n.indices, lane);
    if (!c) return {};
    if (!c->written) return {0, 0, true};
    if (parallel_ && memory_[n.buffer.get()].loop != parallel_) {
      if (c->loop != parallel_) c->writer = c->reader = -1;
      c->loop = parallel_;
      if (c->writer >= 0 && c->writer != iteration_) return tainted(c->value, true);  // wrong only if it is used
      c->reader = c->reader == -1 || c->reader == iteration_ ? iteration_ : -2;
    }
    return c->value;
  }

  static Value converted(Value v, DType from, DType to) {
    if (from.is_float() && to.is_float()) return real(v.f, to);
    if (from.is_float()) return to.is_bool() ? Value{0, v.f != 0} : integer(static_cast<int64_t>(v.f), to);
    const bool big = from.is_uint() && v.i < 0;
    if (to.is_float())
      return real(big ? static_cast<double>(static_cast<uint64_t>(v.i)) : static_cast<double>(v.i), to);
    return to.is_bool() ? Value{0, v.i != 0} : integer(v.i, to);
  }

  Value binary(const tir::BinaryNode& n, int lane) {
    const Value a = eval(n.a, lane);
    if (n.kind == ExprKind::And && !a.unknown && !a.i) return a;
    if (n.kind == ExprKind::Or && !a.unknown && a.i) return a;
    const Value b = eval(n.b, lane);
    if (a.unknown || b.unknown) return {0, 0, true};
    return operation(n, a, b);
  }

  Value operation(const tir::BinaryNode& n, const Value& a, const Value& b) {
    if (n.kind == ExprKind::And) return {0, a.i && b.i};
    if (n.kind == ExprKind::Or) return {0, a.i || b.i};
    const DType t = n.a->dtype;
    if (n.kind >= ExprKind::EQ) {
      const int order = t.is_float()  ? (a.f < b.f ? -1 : a.f > b.f)
                        : t.is_uint() ? (static_cast<uint64_t>(a.i) < static_cast<uint64_t>(b.i) ? -1 : a.i != b.i)
                                      : (a.i < b.i ? -1 : a.i > b.i);
      switch (n.kind) {
        case ExprKind::EQ:
          return {0, order == 0};
        case ExprKind::NE:
          return {0, order != 0};
        case ExprKind::LT:
          return {0, order < 0};
        case ExprKind::LE:
          return {0, order <= 0};
        case ExprKind::GT:
          return {0, order > 0};
        default:
          return {0, order >= 0};
      }
    }
    if (t.is_float()) {
      switch (n.kind) {
        case ExprKind::Add:
          return real(a.f + b.f, t);
        case ExprKind::Sub:
          return real(a.f - b.f, t);
        case ExprKind::Mul:
          return real(a.f * b.f, t);
        case ExprKind::Div:
          return real(a.f / b.f, t);
        case ExprKind::Min:
          return real(std::fmin(a.f, b.f), t);
        case ExprKind::Max:
          return real(std::fmax(a.f, b.f), t);
        default:
          fail("no float operation");
          return {};
      }
    }
    const bool divides = n.kind >= ExprKind::Div && n.kind <= ExprKind::FloorMod;
    if (divides && b.i == 0) {
      fail("division by zero: " + tir::to_string(Expr(&n)));
      return {};
    }
    const int64_t quotient = divides ? a.i / b.i - ((n.kind == ExprKind::FloorDiv || n.kind == ExprKind::FloorMod) &&
                                                    a.i % b.i != 0 && (a.i < 0) != (b.i < 0))
                                     : 0;
    switch (n.kind) {
      case ExprKind::Add:
        return integer(a.i + b.i, t);
      case ExprKind::Sub:
        return integer(a.i - b.i, t);
      case ExprKind::Mul:
        return integer(static_cast<int64_t>(static_cast<uint64_t>(a.i) * static_cast<uint64_t>(b.i)), t);
      case ExprKind::Div:
      case ExprKind::FloorDiv:
        return integer(quotient, t);
      case ExprKind::Mod:
      case ExprKind::FloorMod:
        return integer(a.i - quotient * b.i, t);
      case ExprKind::Min:
        return integer(std::min(a.i, b.i), t);
      default:
        return integer(std::max(a.i, b.i), t);
    }
  }

  Value call(const tir::CallNode& n, int lane) {
    const DType t = n.dtype;
    if (n.name == "if_then_else") return eval(known(n.args[0], lane).i ? n.args[1] : n.args[2], lane);
    if (n.name == "likely") return eval(n.args[0], lane);
    std::vector<Value> a;
    for (const Expr& x : n.args) {
      a.push_back(eval(x, lane));
      if (a.back().unknown) return {0, 0, true};
    }
    if (a.empty()) {
      fail("unknown call " + n.name);
      return {};
    }
    if (t.is_integer()) {
      const auto u = static_cast<uint64_t>(a[0].i);
      if (n.name == "popcount")
        return {0, std::popcount(n.args[0]->dtype.bits < 64 ? u & ((uint64_t{1} << n.args[0]->dtype.bits) - 1) : u)};
      if (n.name == "bitwise_not") return integer(~a[0].i, t);
      if (a.size() == 2) {
        if (n.name == "bitwise_and") return integer(a[0].i & a[1].i, t);
        if (n.name == "bitwise_or") return integer(a[0].i | a[1].i, t);
        if (n.name == "bitwise_xor") return integer(a[0].i ^ a[1].i, t);
        if (n.name == "shift_left") return integer(static_cast<int64_t>(u << a[1].i), t);
        if (n.name == "shift_right") return integer(a[0].i >> a[1].i, t);
      }
    }
    const double x = a[0].f;
    if (n.name == "exp") return real(std::exp(x), t);
    if (n.name == "log") return real(std::log(x), t);
    if (n.name == "sqrt") return real(std::sqrt(x), t);
    if (n.name == "rsqrt") return real(1 / std::sqrt(x), t);
    if (n.name == "tanh") return real(std::tanh(x), t);
    if (n.name == "sigmoid") return real(1 / (1 + std::exp(-x)), t);
    if (n.name == "erf") return real(std::erf(x), t);
    if (n.name == "floor") return real(std::floor(x), t);
    if (n.name == "ceil") return real(std::ceil(x), t);
    if (n.name == "round") return real(std::round(x), t);
    if (n.name == "fabs") return real(std::fabs(x), t);
    if (n.name == "pow" && a.size() == 2) return real(std::pow(x, a[1].f), t);
    fail("unknown call " + n.name);
    return {};
  }

  const lower::LoopNest& nest_;
  std::unordered_map<const tir::ExprNode*, Value> vars_;
  std::unordered_map<const tir::BufferNode*, Memory> memory_;
  std::string problem_;
  int64_t parallel_ = 0, iteration_ = 0, loops_ = 0;
};

}  // namespace nw::test
