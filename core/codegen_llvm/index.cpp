// SPDX-License-Identifier: GPL-3.0-or-later
// Integer expressions as addresses. Loop variables are 64-bit in LLVM and stay so through + - * and divisions: a 32-bit
// sum with a sign extension between it and the address would keep LLVM from folding it into addressing modes and from
// seeing how addresses differ. Every step carries an interval, so that 32-bit wrapping, which the types demand, is
// written only where it could happen.
#include <algorithm>

#include "codegen/wide.h"
#include "codegen_llvm/emitter.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

// The range of a + b, a * b, … by its corners.
template <class F>
void set_corners(Index& result, const Index& a, const Index& b, F f) {
  const Wide corners[] = {f(a.min, b.min), f(a.min, b.max), f(a.max, b.min), f(a.max, b.max)};
  result.min = clamp_to_64(*std::min_element(std::begin(corners), std::end(corners)));
  result.max = clamp_to_64(*std::max_element(std::begin(corners), std::end(corners)));
}

int64_t floor_div(int64_t a, int64_t b) {
  return a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0);
}

bool is_power_of_two(int64_t v) {
  return v > 0 && (v & (v - 1)) == 0;
}

}  // namespace

Index Emitter::constant_index(int64_t v) {
  Index i;
  i.base = i64(v);
  i.min = i.max = v;
  return i;
}

bool Emitter::is_pure_index(const tir::Expr& e) {
  const DType t = e->dtype.element();
  if (!t.is_int() || t.bits < 32) return false;
  switch (e->kind) {
    case ExprKind::IntImm:
      return true;
    case ExprKind::Var: {
      const auto found = variables_.find(static_cast<const tir::VarNode*>(e.get()));
      return found != variables_.end() && found->second.wide;
    }
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Mod:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod:
    case ExprKind::Min:
    case ExprKind::Max: {
      const auto* b = static_cast<const tir::BinaryNode*>(e.get());
      return is_pure_index(b->a) && is_pure_index(b->b);
    }
    case ExprKind::Cast:
      return is_pure_index(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      return is_pure_index(r->base) && tir::as_const_int(r->stride);
    }
    case ExprKind::Broadcast:
      return is_pure_index(tir::node_cast<tir::BroadcastNode>(e)->value);
    default:
      return false;
  }
}

Index Emitter::index(const tir::Expr& e) {
  switch (e->kind) {
    case ExprKind::IntImm:
      return constant_index(tir::node_cast<tir::IntImmNode>(e)->value);
    case ExprKind::Var:
      return index_of_variable(*tir::node_cast<tir::VarNode>(e));
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Mod:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod:
    case ExprKind::Min:
    case ExprKind::Max:
      if (!e->dtype.is_integer()) return leaf_index(e);
      return index_binary(*tir::node_cast<tir::BinaryNode>(e));
    case ExprKind::Cast: {
      const auto* cast = tir::node_cast<tir::CastNode>(e);
      if (!cast->value->dtype.is_integer() || !e->dtype.is_integer() || e->dtype.is_bool()) return leaf_index(e);
      return fit(index(cast->value), e->dtype);
    }
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const int64_t* stride = tir::as_const_int(r->stride);
      Index base = index(r->base);
      if (!stride) return leaf_index(e);
      const Wide span = static_cast<Wide>(*stride) * (r->lanes - 1);
      base.min = clamp_to_64(base.min + std::min<Wide>(span, 0));
      base.max = clamp_to_64(base.max + std::max<Wide>(span, 0));
      base.stride = *stride;
      base.lanes = r->lanes;
      base.symbolic = true;  // a vector's lanes lie inside the buffer: no wrapping between them
      return base;
    }
    case ExprKind::Broadcast: {
      const auto* b = tir::node_cast<tir::BroadcastNode>(e);
      Index i = index(b->value);
      i.lanes = b->lanes;
      return i;
    }
    default:
      return leaf_index(e);
  }
}

Index Emitter::index_of_variable(const tir::VarNode& var) {
  const auto found = variables_.find(&var);
  if (found == variables_.end() || !found->second.wide) return leaf_index(tir::Expr(&var));
  Index i;
  i.base = found->second.value;
  i.min = found->second.min;
  i.max = found->second.max;
  i.symbolic = found->second.symbolic;
  return i;
}

// Whatever is not address arithmetic: computed in its own type, then extended.
Index Emitter::leaf_index(const tir::Expr& e) {
  Index i;
  i.lanes = e->dtype.lanes;
  const DType t = e->dtype.element();
  Value* v = expr(e);
  llvm::Type* wide = with_lanes(builder_.getInt64Ty(), i.lanes);
  v = t.is_uint() ? builder_.CreateZExtOrTrunc(v, wide) : builder_.CreateSExtOrTrunc(v, wide);
  (i.lanes == 1 ? i.base : i.vector) = v;
  i.min = min_int(t);
  i.max = max_int(t);
  return i;
}

Index Emitter::fit(Index i, DType dtype) {
  const DType t = dtype.element();
  if (t.bits >= 64 || i.symbolic || (i.min >= min_int(t) && i.max <= max_int(t))) return i;
  if (i.affine() && i.stride != 0) i.vector = index_vector(i);
  auto wrap = [&](Value* v) {
    llvm::Type* narrow = with_lanes(builder_.getIntNTy(t.bits), v->getType()->isVectorTy() ? i.lanes : 1);
    Value* cut = builder_.CreateTrunc(v, narrow);
    return t.is_uint() ? builder_.CreateZExt(cut, v->getType()) : builder_.CreateSExt(cut, v->getType());
  };
  if (i.vector)
    i.vector = wrap(i.vector);
  else
    i.base = wrap(i.base);
  i.min = min_int(t);
  i.max = max_int(t);
  return i;
}

Index Emitter::index_binary(const tir::BinaryNode& node) {
  const Index a = index(node.a);
  const Index b = index(node.b);
  switch (node.kind) {
    case ExprKind::Add:
      return fit(index_sum(node, a, b, false), node.dtype);
    case ExprKind::Sub:
      return fit(index_sum(node, a, b, true), node.dtype);
    case ExprKind::Mul:
      return fit(index_product(a, b), node.dtype);
    case ExprKind::Min:
    case ExprKind::Max: {
      Index r;
      r.lanes = node.dtype.lanes;
      r.symbolic = a.symbolic || b.symbolic;
      const bool least = node.kind == ExprKind::Min;
      r.min = least ? std::min(a.min, b.min) : std::max(a.min, b.min);
      r.max = least ? std::min(a.max, b.max) : std::max(a.max, b.max);
      const unsigned id = least ? llvm::Intrinsic::smin : llvm::Intrinsic::smax;
      const bool uniform = a.affine() && b.affine() && a.stride == 0 && b.stride == 0;
      Value* x = uniform ? a.base : index_vector(a);
      Value* y = uniform ? b.base : index_vector(b);
      (uniform ? r.base : r.vector) = builder_.CreateBinaryIntrinsic(id, x, y);
      return r;
    }
    default:
      return fit(index_divide(node, a, b), node.dtype);
  }
}

Index Emitter::add_indices(Index a, Index b) {
  Index r;
  r.lanes = std::max(a.lanes, b.lanes);
  r.symbolic = a.symbolic || b.symbolic;
  set_corners(r, a, b, [](Wide x, Wide y) { return x + y; });
  a.lanes = b.lanes = r.lanes;
  if (a.affine() && b.affine()) {
    r.base = builder_.CreateNSWAdd(a.base, b.base);
    r.stride = a.stride + b.stride;
  } else {
    r.vector = builder_.CreateAdd(index_vector(a), index_vector(b));
  }
  return r;
}

Index Emitter::index_sum(const tir::BinaryNode& node, Index a, Index b, bool subtract) {
  if (!subtract) return add_indices(a, b);
  Index r;
  r.lanes = node.dtype.lanes;
  r.symbolic = a.symbolic || b.symbolic;
  set_corners(r, a, b, [](Wide x, Wide y) { return x - y; });
  if (a.affine() && b.affine()) {
    r.base = builder_.CreateNSWSub(a.base, b.base);
    r.stride = a.stride - b.stride;
  } else {
    r.vector = builder_.CreateSub(index_vector(a), index_vector(b));
  }
  return r;
}

Index Emitter::index_product(Index a, Index b) {
  Index r;
  r.lanes = std::max(a.lanes, b.lanes);
  r.symbolic = a.symbolic || b.symbolic;
  set_corners(r, a, b, [](Wide x, Wide y) { return x * y; });
  a.lanes = b.lanes = r.lanes;
  const bool constant_a = a.min == a.max, constant_b = b.min == b.max;
  if (a.affine() && b.affine() && (a.stride == 0 || constant_b) && (b.stride == 0 || constant_a)) {
    r.base = builder_.CreateNSWMul(a.base, b.base);
    r.stride = constant_b ? a.stride * b.min : b.stride * a.min;
  } else {
    r.vector = builder_.CreateMul(index_vector(a), index_vector(b));
  }
  return r;
}

// Division and remainder, by rounding down or towards zero; the two agree where neither side is negative.
Index Emitter::index_divide(const tir::BinaryNode& node, Index a, Index b) {
  const bool quotient = node.kind == ExprKind::FloorDiv || node.kind == ExprKind::Div;
  const bool floors = node.kind == ExprKind::FloorDiv || node.kind == ExprKind::FloorMod;
  Index r;
  r.lanes = node.dtype.lanes;
  r.symbolic = a.symbolic || b.symbolic;
  const bool uniform = a.affine() && b.affine() && a.stride == 0 && b.stride == 0;
  Value* x = uniform ? a.base : index_vector(a);
  Value* y = uniform ? b.base : index_vector(b);
  Value*& result = uniform ? r.base : r.vector;
  const int64_t d = b.min == b.max ? b.min : 0;
  if (a.min >= 0 && b.min > 0) {
    result = quotient ? builder_.CreateUDiv(x, y) : builder_.CreateURem(x, y);
  } else if (floors && is_power_of_two(d)) {
    Value* shift = llvm::ConstantInt::get(y->getType(),
                                          static_cast<uint64_t>(__builtin_ctzll(static_cast<unsigned long long>(d))));
    result = quotient ? builder_.CreateAShr(x, shift)
                      : builder_.CreateAnd(x, llvm::ConstantInt::get(y->getType(), static_cast<uint64_t>(d - 1)));
  } else {
    result = integer_divide(node.kind, DType::Int(64, uniform ? 1 : r.lanes), x, y);
  }
  if (d > 0) {
    if (quotient) {
      r.min = floors ? floor_div(a.min, d) : a.min / d;
      r.max = floors ? floor_div(a.max, d) : a.max / d;
    } else {
      r.min = a.min < 0 && !floors ? -(d - 1) : 0;
      r.max = a.min >= 0 ? std::min(a.max, d - 1) : d - 1;
    }
  } else {
    r.min = min_int(node.dtype);
    r.max = max_int(node.dtype);
  }
  return r;
}

Emitter::Value* Emitter::index_vector(const Index& i) {
  if (i.vector || i.lanes == 1) return i.vector ? i.vector : i.base;
  Value* all = splat(i.base, i.lanes);
  if (i.stride == 0) return all;
  std::vector<llvm::Constant*> steps;
  for (int lane = 0; lane < i.lanes; ++lane) steps.push_back(builder_.getInt64(static_cast<uint64_t>(lane * i.stride)));
  return builder_.CreateAdd(all, llvm::ConstantVector::get(steps));
}

Emitter::Value* Emitter::index_value(const Index& i, DType dtype) {
  if (i.lanes > 1 && i.affine()) {  // narrow vectors: form them in their own type
    llvm::Type* scalar = scalar_type(dtype.element());
    Value* all = splat(builder_.CreateTrunc(i.base, scalar), i.lanes);
    if (i.stride == 0) return all;
    std::vector<llvm::Constant*> steps;
    for (int lane = 0; lane < i.lanes; ++lane)
      steps.push_back(
          llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(scalar), static_cast<uint64_t>(lane * i.stride)));
    return builder_.CreateAdd(all, llvm::ConstantVector::get(steps));
  }
  return builder_.CreateTrunc(index_vector(i), value_type(dtype));
}

}  // namespace nw::codegen
