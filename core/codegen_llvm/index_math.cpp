// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/index_math.h"

#include <algorithm>

#include "base/floor_division.h"

#include "codegen/wide.h"

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

bool is_power_of_two(int64_t v) {
  return v > 0 && (v & (v - 1)) == 0;
}

bool is_quotient(ExprKind kind) {
  return kind == ExprKind::FloorDiv || kind == ExprKind::Div;
}

bool rounds_down(ExprKind kind) {
  return kind == ExprKind::FloorDiv || kind == ExprKind::FloorMod;
}

bool is_uniform(const Index& i) {
  return i.affine() && i.stride == 0;
}

// Lanes and symbols of a result of a and b.
Index joined(const Index& a, const Index& b) {
  Index r;
  r.lanes = std::max(a.lanes, b.lanes);
  r.symbolic = a.symbolic || b.symbolic;
  return r;
}

// The range of a quotient or remainder by a divisor that is d > 0, or of the type where d is 0: not known.
void set_division_range(Index& r, ExprKind kind, const Index& a, int64_t d, DType dtype) {
  const bool floors = rounds_down(kind);
  if (d <= 0) {
    r.min = min_int(dtype);
    r.max = max_int(dtype);
  } else if (is_quotient(kind)) {
    r.min = floors ? floor_div(a.min, d) : a.min / d;
    r.max = floors ? floor_div(a.max, d) : a.max / d;
  } else {
    r.min = a.min < 0 && !floors ? -(d - 1) : 0;
    r.max = a.min >= 0 ? std::min(a.max, d - 1) : d - 1;
  }
}

}  // namespace

Index IndexMath::constant(int64_t v) {
  Index i;
  i.base = ir_.i64(v);
  i.min = i.max = v;
  return i;
}

Index IndexMath::add(Index a, Index b) {
  Index r = joined(a, b);
  set_corners(r, a, b, [](Wide x, Wide y) { return x + y; });
  a.lanes = b.lanes = r.lanes;
  if (a.affine() && b.affine()) {
    r.base = builder_.CreateNSWAdd(a.base, b.base);
    r.stride = a.stride + b.stride;
  } else {
    r.vector = builder_.CreateAdd(vector(a), vector(b));
  }
  return r;
}

Index IndexMath::subtract(Index a, Index b) {
  Index r = joined(a, b);
  set_corners(r, a, b, [](Wide x, Wide y) { return x - y; });
  a.lanes = b.lanes = r.lanes;
  if (a.affine() && b.affine()) {
    r.base = builder_.CreateNSWSub(a.base, b.base);
    r.stride = a.stride - b.stride;
  } else {
    r.vector = builder_.CreateSub(vector(a), vector(b));
  }
  return r;
}

Index IndexMath::multiply(Index a, Index b) {
  Index r = joined(a, b);
  set_corners(r, a, b, [](Wide x, Wide y) { return x * y; });
  a.lanes = b.lanes = r.lanes;
  const bool constant_a = a.min == a.max, constant_b = b.min == b.max;
  if (a.affine() && b.affine() && (a.stride == 0 || constant_b) && (b.stride == 0 || constant_a)) {
    r.base = builder_.CreateNSWMul(a.base, b.base);
    r.stride = constant_b ? a.stride * b.min : b.stride * a.min;
  } else {
    r.vector = builder_.CreateMul(vector(a), vector(b));
  }
  return r;
}

Index IndexMath::divide(const tir::BinaryNode& node, const Index& a, const Index& b) {
  Index r = joined(a, b);
  const bool uniform = is_uniform(a) && is_uniform(b);
  Value* x = uniform ? a.base : vector(a);
  Value* y = uniform ? b.base : vector(b);
  (uniform ? r.base : r.vector) = quotient_or_remainder(node.kind, a, b, x, y);
  set_division_range(r, node.kind, a, b.min == b.max ? b.min : 0, node.dtype);
  return r;
}

// Of x and y, the values of a and b.
Value* IndexMath::quotient_or_remainder(ExprKind kind, const Index& a, const Index& b, Value* x, Value* y) {
  const bool quotient = is_quotient(kind);
  if (a.min >= 0 && b.min > 0) return quotient ? builder_.CreateUDiv(x, y) : builder_.CreateURem(x, y);
  const int64_t d = b.min == b.max ? b.min : 0;
  const auto like_y = [&](int64_t v) { return llvm::ConstantInt::get(y->getType(), static_cast<uint64_t>(v)); };
  if (rounds_down(kind) && is_power_of_two(d))
    return quotient ? builder_.CreateAShr(x, like_y(__builtin_ctzll(static_cast<unsigned long long>(d))))
                    : builder_.CreateAnd(x, like_y(d - 1));
  return arithmetic_.divide_integers(kind, DType::Int(64, IrBuilder::lanes_of(x)), x, y);
}

Index IndexMath::extreme(ExprKind kind, const Index& a, const Index& b) {
  Index r = joined(a, b);
  const bool least = kind == ExprKind::Min;
  r.min = least ? std::min(a.min, b.min) : std::max(a.min, b.min);
  r.max = least ? std::min(a.max, b.max) : std::max(a.max, b.max);
  const unsigned id = least ? llvm::Intrinsic::smin : llvm::Intrinsic::smax;
  const bool uniform = is_uniform(a) && is_uniform(b);
  Value* x = uniform ? a.base : vector(a);
  Value* y = uniform ? b.base : vector(b);
  (uniform ? r.base : r.vector) = builder_.CreateBinaryIntrinsic(id, x, y);
  return r;
}

Index IndexMath::fit(Index i, DType dtype) {
  const DType t = dtype.element();
  if (t.bits >= 64 || i.symbolic || (i.min >= min_int(t) && i.max <= max_int(t))) return i;
  if (i.affine() && i.stride != 0) i.vector = vector(i);
  Value*& v = i.vector ? i.vector : i.base;
  llvm::Type* narrow = IrBuilder::with_lanes(builder_.getIntNTy(t.bits), v->getType()->isVectorTy() ? i.lanes : 1);
  Value* cut = builder_.CreateTrunc(v, narrow);
  v = t.is_uint() ? builder_.CreateZExt(cut, v->getType()) : builder_.CreateSExt(cut, v->getType());
  i.min = min_int(t);
  i.max = max_int(t);
  return i;
}

Value* IndexMath::vector(const Index& i) {
  if (i.vector || i.lanes == 1) return i.vector ? i.vector : i.base;
  Value* all = ir_.splat(i.base, i.lanes);
  return i.stride == 0 ? all : builder_.CreateAdd(all, ir_.lane_multiples(builder_.getInt64Ty(), i.lanes, i.stride));
}

Value* IndexMath::in_type(const Index& i, DType dtype) {
  if (i.lanes == 1 || !i.affine()) return builder_.CreateTrunc(vector(i), ir_.value_type(dtype));
  // Narrow vectors: formed in their own type.
  llvm::Type* scalar = ir_.scalar_type(dtype.element());
  Value* all = ir_.splat(builder_.CreateTrunc(i.base, scalar), i.lanes);
  return i.stride == 0 ? all : builder_.CreateAdd(all, ir_.lane_multiples(scalar, i.lanes, i.stride));
}

}  // namespace nw::codegen
