// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <optional>
#include <unordered_map>

#include "interp/program.h"
#include "tir/math.h"
#include "tir/visit.h"

namespace nw::interp {

namespace {

using tir::Expr;
using tir::ExprKind;

class Compiler {
 public:
  Compiler(const te::ComputeNode& op, const CompileOptions& options) : op_(op), options_(options) {}

  Program run() {
    add_loops(op_.axis);
    p_.data_loops = p_.loop_registers.size();
    if (op_.is_reduction()) add_loops(op_.reduce_axis);
    p_.levels.resize(p_.loop_registers.size() + 1);
    if (op_.is_reduction())
      reduction();
    else
      for (const Expr& e : op_.body) p_.results.push_back(value(e));
    p_.registers = static_cast<size_t>(next_);
    return std::move(p_);
  }

 private:
  int32_t fresh() { return next_++; }
  int32_t constant(Reg r) {
    p_.constants.emplace_back(fresh(), r);
    return p_.constants.back().first;
  }
  int32_t int_constant(int64_t v) {
    Reg r;
    r.i = v;
    return constant(r);
  }
  int32_t fail(const std::string& why) {
    if (p_.problem.empty()) p_.problem = why;
    return int_constant(0);
  }

  void add_loops(const std::vector<tir::IterVar>& axes) {
    for (const tir::IterVar& iv : axes) {
      const auto min = size_value(iv->dom.min, *options_.sizes), extent = size_value(iv->dom.extent, *options_.sizes);
      if (!min || !extent) fail("the extent of " + iv->var->name + " is not known");
      p_.loop_registers.push_back(fresh());
      p_.loop_min.push_back(min.value_or(0));
      p_.loop_extent.push_back(std::max<int64_t>(extent.value_or(0), 0));
      vars_[iv->var.get()] = {p_.loop_registers.back(), p_.loop_registers.size()};
    }
  }

  // ── where code goes ──
  size_t level_of(const Expr& e) const {
    if (e->kind == ExprKind::Var) {
      const auto it = vars_.find(e.get());
      return it == vars_.end() ? 0 : it->second.level;
    }
    size_t level = 0;
    tir::each_child(*e, [&](const Expr& c) { level = std::max(level, level_of(c)); });
    return level;
  }
  std::vector<Instruction>& code_at(size_t level) { return lazy_ ? *lazy_ : p_.levels[level]; }
  int32_t emit(size_t level, Instruction in) {
    in.dst = fresh();
    code_at(level).push_back(in);
    return in.dst;
  }
  void type(Instruction& in, DType t) const {
    if (t.is_float()) {
      in.round = accumulates_ || t.bits == 64 ? 0 : t.is_bfloat() ? 3 : t.bits == 16 ? 2 : 1;
    } else {
      in.bits = t.is_bool() ? 1 : t.bits;
      in.is_signed = t.is_int();
    }
  }

  // ── expressions ──
  int32_t value(const Expr& e) {
    if (const auto it = known_.find(e.get()); it != known_.end()) return it->second;
    const int32_t r = compute(e);
    if (!lazy_) known_[e.get()] = r;
    return r;
  }

  int32_t compute(const Expr& e) {
    switch (e->kind) {
      case ExprKind::IntImm:
        return int_constant(tir::node_cast<tir::IntImmNode>(e)->value);
      case ExprKind::FloatImm: {
        Reg r;
        r.d = round_to(e->dtype, tir::node_cast<tir::FloatImmNode>(e)->value);
        return constant(r);
      }
      case ExprKind::Var: {
        if (const auto it = vars_.find(e.get()); it != vars_.end()) return it->second.reg;
        const auto* v = tir::node_cast<tir::VarNode>(e);
        if (const auto it = options_.sizes->find(tir::Var(v)); it != options_.sizes->end())
          return int_constant(it->second);
        return fail("the value of " + v->name + " is not known");
      }
      case ExprKind::And:
      case ExprKind::Or:
        return logic(e);
      case ExprKind::Not: {
        Instruction in{Code::Not};
        in.a = value(tir::node_cast<tir::NotNode>(e)->a);
        return emit(level_of(e), in);
      }
      case ExprKind::Select: {
        const auto* s = tir::node_cast<tir::SelectNode>(e);
        // What a shift gives that goes too far does no harm where it is not selected; a division by zero does.
        if (has_shift(s->true_value) || has_shift(s->false_value))
          return choose(e, s->condition, s->true_value, s->false_value);
        Instruction in{Code::Select};
        in.a = value(s->condition);
        in.b = value(s->true_value);
        in.c = value(s->false_value);
        return emit(level_of(e), in);
      }
      case ExprKind::Cast:
        return cast(e);
      case ExprKind::ProducerLoad:
        return load(e);
      case ExprKind::Call:
        return call(e);
      case ExprKind::Let: {
        const auto* l = tir::node_cast<tir::LetNode>(e);
        const int32_t r = value(l->value);
        vars_[l->var.get()] = {r, level_of(l->value)};
        return value(l->body);
      }
      case ExprKind::StringImm:
      case ExprKind::BufferLoad:
      case ExprKind::Ramp:
      case ExprKind::Broadcast:
      case ExprKind::Reduce:
        return fail("the reference interpreter does not run this expression");
      default:
        return binary(e);
    }
  }

  int32_t binary(const Expr& e) {
    const auto* n = tir::node_cast<tir::BinaryNode>(e);
    const DType t = n->a->dtype;
    const bool is_float = t.is_float(), u64 = t.is_uint() && t.bits == 64;
    bool swap = false;
    auto pick = [&](Code i, Code u, Code f) { return is_float ? f : u64 ? u : i; };
    Code code = Code::Add;
    switch (e->kind) {
      case ExprKind::Add:
        code = pick(Code::Add, Code::Add, Code::AddF);
        break;
      case ExprKind::Sub:
        code = pick(Code::Sub, Code::Sub, Code::SubF);
        break;
      case ExprKind::Mul:
        code = pick(Code::Mul, Code::Mul, Code::MulF);
        break;
      case ExprKind::Div:
        code = pick(Code::Div, Code::DivU, Code::DivF);
        break;
      case ExprKind::Mod:
        code = pick(Code::Mod, Code::ModU, Code::Mod);
        break;
      case ExprKind::FloorDiv:
        code = pick(Code::FloorDiv, Code::DivU, Code::FloorDiv);
        break;
      case ExprKind::FloorMod:
        code = pick(Code::FloorMod, Code::ModU, Code::FloorMod);
        break;
      case ExprKind::Min:
        code = pick(Code::Min, Code::MinU, Code::MinF);
        break;
      case ExprKind::Max:
        code = pick(Code::Max, Code::MaxU, Code::MaxF);
        break;
      case ExprKind::EQ:
        code = pick(Code::EQ, Code::EQ, Code::EQF);
        break;
      case ExprKind::NE:
        code = pick(Code::NE, Code::NE, Code::NEF);
        break;
      case ExprKind::GT:
        swap = true;
        [[fallthrough]];
      case ExprKind::LT:
        code = pick(Code::LT, Code::LTU, Code::LTF);
        break;
      case ExprKind::GE:
        swap = true;
        [[fallthrough]];
      default:
        code = pick(Code::LE, Code::LEU, Code::LEF);
        break;
    }
    if (is_float && (e->kind == ExprKind::Mod || e->kind == ExprKind::FloorDiv || e->kind == ExprKind::FloorMod))
      return fail("division with remainder of floats");
    Instruction in{code};
    in.a = value(n->a);
    in.b = value(n->b);
    if (swap) std::swap(in.a, in.b);
    type(in, e->dtype);
    return emit(level_of(e), in);
  }

  int32_t cast(const Expr& e) {
    const Expr& from = tir::node_cast<tir::CastNode>(e)->value;
    const DType a = from->dtype, b = e->dtype;
    Code code = a.is_float()   ? (b.is_float() ? Code::Round : Code::FloatToInt)
                : b.is_float() ? (a.is_uint() && a.bits == 64 ? Code::UIntToFloat : Code::IntToFloat)
                               : Code::Wrap;
    Instruction in{code};
    in.a = value(from);
    type(in, b);
    if (b.is_bool()) {  // to bool is: not zero
      Reg zero;
      zero.i = 0;
      if (a.is_float()) zero.d = 0;
      in.code = a.is_float() ? Code::NEF : Code::NE;
      in.b = constant(zero);
    }
    return emit(level_of(e), in);
  }

  int32_t load(const Expr& e) {
    const auto* l = tir::node_cast<tir::ProducerLoadNode>(e);
    const te::Tensor t = te::tensor_of(*l);
    Access access;
    while (access.input < p_.inputs.size() && !te::same_tensor(p_.inputs[access.input], t)) ++access.input;
    if (access.input == p_.inputs.size()) p_.inputs.push_back(t);
    for (const Expr& i : l->indices) access.indices.push_back(value(i));
    p_.accesses.push_back(std::move(access));
    Instruction in{Code::Load};
    in.a = static_cast<int32_t>(p_.accesses.size()) - 1;
    return emit(level_of(e), in);
  }

  // Code that may only run under a condition goes into one stretch, at the level where all it needs is known.
  template <class F>
  void lazily(size_t level, F&& body) {
    if (lazy_) return body();
    std::vector<Instruction> stretch;
    lazy_ = &stretch;
    body();
    lazy_ = nullptr;
    append(p_.levels[level], stretch);
  }
  static void append(std::vector<Instruction>& to, const std::vector<Instruction>& stretch) {
    const auto shift = static_cast<int32_t>(to.size());
    for (Instruction in : stretch) {
      if (in.code == Code::Jump || in.code == Code::JumpIfZero) in.b += shift;
      to.push_back(in);
    }
  }
  size_t jump(Code code, int32_t condition) {
    Instruction in{code};
    in.a = condition;
    lazy_->push_back(in);
    return lazy_->size() - 1;
  }
  void land(size_t jump) { (*lazy_)[jump].b = static_cast<int32_t>(lazy_->size()); }
  void move(int32_t dst, int32_t from) {
    Instruction in{Code::Move};
    in.dst = dst;
    in.a = from;
    lazy_->push_back(in);
  }

  int32_t logic(const Expr& e) {
    const auto* n = tir::node_cast<tir::BinaryNode>(e);
    const int32_t dst = fresh(), a = value(n->a);
    lazily(level_of(e), [&] {
      move(dst, a);
      if (e->kind == ExprKind::And) {
        const size_t over = jump(Code::JumpIfZero, a);
        move(dst, value(n->b));
        land(over);
      } else {
        const size_t other = jump(Code::JumpIfZero, a);
        const size_t over = jump(Code::Jump, 0);
        land(other);
        move(dst, value(n->b));
        land(over);
      }
    });
    return dst;
  }
  static bool has_shift(const Expr& e) {
    bool found = false;
    tir::walk(e, [&](const Expr& part) {
      if (const auto* call = tir::node_cast<tir::CallNode>(part))
        found = found || call->name == "shift_left" || call->name == "shift_right";
      return !found;
    });
    return found;
  }

  // `e`, of which one value only is computed.
  int32_t choose(const Expr& e, const Expr& condition, const Expr& chosen, const Expr& otherwise) {
    const int32_t dst = fresh(), c = value(condition);
    lazily(level_of(e), [&] {
      const size_t other = jump(Code::JumpIfZero, c);
      move(dst, value(chosen));
      const size_t over = jump(Code::Jump, 0);
      land(other);
      move(dst, value(otherwise));
      land(over);
    });
    return dst;
  }

  int32_t call(const Expr& e) {
    const auto& n = *tir::node_cast<tir::CallNode>(e);
    if (n.name == "likely") return value(n.args[0]);
    if (n.name == "if_then_else") return choose(e, n.args[0], n.args[1], n.args[2]);
    static constexpr std::pair<std::string_view, Code> bits[] = {
        {"bitwise_and", Code::BitAnd}, {"bitwise_or", Code::BitOr}, {"bitwise_xor", Code::BitXor},
        {"bitwise_not", Code::BitNot}, {"shift_left", Code::Shl},   {"shift_right", Code::Shr},
        {"popcount", Code::Popcount},  {"clz", Code::Clz}};
    for (const auto& [name, code] : bits) {
      if (n.name != name) continue;
      Instruction in{code};
      in.a = value(n.args[0]);
      if (n.args.size() > 1) in.b = value(n.args[1]);
      type(in, code == Code::Popcount || code == Code::Clz ? n.args[0]->dtype : e->dtype);
      return emit(level_of(e), in);
    }
    if (n.name == "isnan") {  // what differs from itself
      Instruction in{Code::NEF};
      in.a = in.b = value(n.args[0]);
      type(in, e->dtype);
      return emit(level_of(e), in);
    }
    const bool external = n.call_kind == tir::CallKind::Extern || n.call_kind == tir::CallKind::PureExtern;
    const tir::MathFunction* f = external ? tir::library_function(n.name) : tir::math_function(n.name);
    if (!f || static_cast<size_t>(f->arguments()) != n.args.size())
      return fail("the reference interpreter does not know the function " + n.name);
    Instruction in{f->unary ? Code::Math1 : Code::Math2};
    type(in, e->dtype);
    if (f->unary)
      in.math1 = f->unary;
    else
      in.math2 = f->binary;
    if (f->binary) in.b = value(n.args[1]);
    in.a = value(n.args[0]);
    return emit(level_of(e), in);
  }

  // ── reductions ──
  void reduction() {
    const auto& r = *tir::node_cast<tir::ReduceNode>(op_.body[0]);
    const tir::CommReducerNode& c = *r.combiner;
    const size_t n = r.source.size();
    for (size_t i = 0; i < n; ++i) p_.start.push_back(value(r.init.empty() ? c.identity[i] : r.init[i]));
    std::vector<int32_t> totals;
    for (size_t i = 0; i < n; ++i) totals.push_back(fresh());
    const bool always = tir::is_one(r.condition);
    if (!always) p_.condition = value(r.condition);
    // What the condition guards may not run without it; sources that nothing guards are hoisted as far as they go.
    std::vector<int32_t> sources;
    if (always)
      for (const Expr& s : r.source) sources.push_back(value(s));
    lazy_ = &p_.combine;
    if (!always)
      for (const Expr& s : r.source) sources.push_back(value(s));
    for (size_t i = 0; i < n; ++i) {
      vars_[c.lhs[i].get()] = {totals[i], 0};
      vars_[c.rhs[i].get()] = {sources[i], 0};
    }
    std::vector<int32_t> combined;
    accumulates_ = options_.wide_reductions;
    for (size_t i = 0; i < n; ++i) combined.push_back(value(c.result[i]));
    accumulates_ = false;
    for (size_t i = 0; i < n; ++i) move(totals[i], combined[i]);
    lazy_ = nullptr;
    p_.is_reduction = true;
    p_.results = totals;
    if (options_.wide_reductions) round_results(r);
    reorder_results(totals);
  }
  // Totals of floats were kept in double.
  void round_results(const tir::ReduceNode& r) {
    for (size_t i = 0; i < p_.results.size(); ++i) {
      if (!r.source[i]->dtype.is_float()) continue;
      Instruction in{Code::Round};
      in.a = p_.results[i];
      in.dst = fresh();
      type(in, r.source[i]->dtype);
      p_.finish.push_back(in);
      p_.results[i] = in.dst;
    }
  }
  // Outputs take the value their body names.
  void reorder_results(std::vector<int32_t> totals) {
    std::vector<int32_t> results;
    for (const Expr& e : op_.body)
      results.push_back(p_.results[static_cast<size_t>(tir::node_cast<tir::ReduceNode>(e)->value_index)]);
    p_.totals = std::move(totals);
    p_.results = std::move(results);
  }

  struct Place {
    int32_t reg;
    size_t level;
  };
  const te::ComputeNode& op_;
  const CompileOptions& options_;
  Program p_;
  int32_t next_ = 0;
  std::unordered_map<const tir::ExprNode*, Place> vars_;
  std::unordered_map<const tir::ExprNode*, int32_t> known_;
  std::vector<Instruction>* lazy_ = nullptr;
  bool accumulates_ = false;  // compiling a reduction's combination, in double
};

}  // namespace

std::optional<int64_t> size_value(const Expr& e, const std::map<tir::Var, int64_t, tir::VarOrder>& sizes) {
  if (const int64_t* known = tir::as_const_int(e)) return *known;
  tir::Substitution values;
  for (const auto& [var, value] : sizes) values[var] = tir::int_imm(value, var->dtype);
  const Expr folded = tir::substitute(e, values);
  const int64_t* known = tir::as_const_int(folded);
  return known ? std::optional<int64_t>(*known) : std::nullopt;
}

Program compile(const te::ComputeNode& op, const CompileOptions& options) {
  return Compiler(op, options).run();
}

}  // namespace nw::interp
