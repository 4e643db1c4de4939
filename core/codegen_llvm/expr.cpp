// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/diagnostics.h"
#include "codegen_llvm/emitter.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

// Whether evaluating e where it is not wanted could fault: it reads memory or divides by what may be zero.
bool may_fault(const tir::Expr& e) {
  switch (e->kind) {
    case ExprKind::IntImm:
    case ExprKind::FloatImm:
    case ExprKind::StringImm:
    case ExprKind::Var:
      return false;
    case ExprKind::Div:
    case ExprKind::Mod:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod: {
      const auto* b = tir::node_cast<tir::BinaryNode>(e);
      const int64_t* divisor = tir::as_const_int(b->b);
      return (e->dtype.is_integer() && !(divisor && *divisor > 0)) || may_fault(b->a) || may_fault(b->b);
    }
    case ExprKind::Not:
      return may_fault(tir::node_cast<tir::NotNode>(e)->a);
    case ExprKind::Cast:
      return may_fault(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Broadcast:
      return may_fault(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Ramp:
      return may_fault(tir::node_cast<tir::RampNode>(e)->base) || may_fault(tir::node_cast<tir::RampNode>(e)->stride);
    case ExprKind::Select: {
      const auto* s = tir::node_cast<tir::SelectNode>(e);
      return may_fault(s->condition) || may_fault(s->true_value) || may_fault(s->false_value);
    }
    case ExprKind::Call: {
      const auto* c = tir::node_cast<tir::CallNode>(e);
      if (c->call_kind != tir::CallKind::PureIntrinsic) return true;
      for (const tir::Expr& a : c->args)
        if (may_fault(a)) return true;
      return false;
    }
    default:
      if (const auto* b = tir::node_cast<tir::BinaryNode>(e)) return may_fault(b->a) || may_fault(b->b);
      return true;
  }
}

}  // namespace

Emitter::Value* Emitter::constant(DType t, double v) {
  llvm::Type* type = value_type(t);
  if (t.is_float()) {
    if (t.is_bfloat()) v = bfloat_to_float(float_to_bfloat(static_cast<float>(v)));
    if (!t.is_bfloat() && t.bits == 16) v = half_to_float(float_to_half(static_cast<float>(v)));
    return llvm::ConstantFP::get(type, v);
  }
  return llvm::ConstantInt::get(type, static_cast<uint64_t>(static_cast<int64_t>(v)), true);
}

Emitter::Value* Emitter::expr(const tir::Expr& e) {
  switch (e->kind) {
    case ExprKind::IntImm: {
      const auto value = static_cast<uint64_t>(tir::node_cast<tir::IntImmNode>(e)->value);
      return llvm::ConstantInt::get(context_, llvm::APInt(64, value).zextOrTrunc(e->dtype.bits));
    }
    case ExprKind::FloatImm:
      return constant(e->dtype, tir::node_cast<tir::FloatImmNode>(e)->value);
    case ExprKind::Var: {
      const auto found = variables_.find(static_cast<const tir::VarNode*>(e.get()));
      if (found != variables_.end())
        return found->second.wide ? builder_.CreateTrunc(found->second.value, value_type(e->dtype))
                                  : found->second.value;
      report(unsupported("variable '" + tir::node_cast<tir::VarNode>(e)->name + "', which has no value here",
                         current_->from));
      return poison(e->dtype);
    }
    case ExprKind::Not:
      return builder_.CreateNot(expr(tir::node_cast<tir::NotNode>(e)->a));
    case ExprKind::Select: {
      const auto* s = tir::node_cast<tir::SelectNode>(e);
      if (may_fault(s->true_value) || may_fault(s->false_value))
        return conditional(s->condition, s->true_value, s->false_value, e->dtype);
      Value* condition = expr(s->condition);
      Value* yes = expr(s->true_value);
      return builder_.CreateSelect(condition, yes, expr(s->false_value));
    }
    case ExprKind::Cast: {
      const auto* c = tir::node_cast<tir::CastNode>(e);
      return convert(expr(c->value), c->value->dtype, e->dtype);
    }
    case ExprKind::BufferLoad:
      return load(*tir::node_cast<tir::BufferLoadNode>(e));
    case ExprKind::Call:
      return call(*tir::node_cast<tir::CallNode>(e));
    case ExprKind::Let: {
      const auto* l = tir::node_cast<tir::LetNode>(e);
      variables_[l->var.get()] = {expr(l->value), false, 0, 0, false};
      return expr(l->body);
    }
    case ExprKind::Ramp:
      return ramp(*tir::node_cast<tir::RampNode>(e));
    case ExprKind::Broadcast:
      return splat(expr(tir::node_cast<tir::BroadcastNode>(e)->value), tir::node_cast<tir::BroadcastNode>(e)->lanes);
    case ExprKind::StringImm:
    case ExprKind::ProducerLoad:
    case ExprKind::Reduce:
      report(unsupported("an expression that lowering should have removed", current_->from));
      return poison(e->dtype);
    default:
      return binary(*tir::node_cast<tir::BinaryNode>(e));
  }
}

Emitter::Value* Emitter::ramp(const tir::RampNode& node) {
  if (is_pure_index(tir::Expr(&node))) return index_value(index(tir::Expr(&node)), node.dtype);
  Value* base = splat(expr(node.base), node.lanes);
  Value* stride = splat(expr(node.stride), node.lanes);
  std::vector<llvm::Constant*> steps;
  for (int lane = 0; lane < node.lanes; ++lane)
    steps.push_back(llvm::ConstantInt::get(scalar_type(node.dtype.element()), static_cast<uint64_t>(lane)));
  return builder_.CreateAdd(base, builder_.CreateMul(stride, llvm::ConstantVector::get(steps)));
}

Emitter::Value* Emitter::binary(const tir::BinaryNode& node) {
  const DType operand = node.a->dtype;
  const bool comparison = node.kind >= ExprKind::EQ && node.kind <= ExprKind::GE;
  if (node.kind == ExprKind::And || node.kind == ExprKind::Or) {
    const bool both = node.kind == ExprKind::And;
    if (node.dtype.lanes == 1 && may_fault(node.b))
      return both ? conditional(node.a, node.b, tir::bool_imm(false), node.dtype)
                  : conditional(node.a, tir::bool_imm(true), node.b, node.dtype);
    Value* a = expr(node.a);
    Value* b = expr(node.b);
    return both ? builder_.CreateAnd(a, b) : builder_.CreateOr(a, b);
  }
  if (comparison && is_pure_index(node.a) && is_pure_index(node.b)) {
    const Index a = index(node.a), b = index(node.b);
    return compare(node.kind, DType::Int(64, operand.lanes), index_vector(a), index_vector(b));
  }
  if (!comparison && is_pure_index(tir::Expr(&node))) return index_value(index(tir::Expr(&node)), node.dtype);
  Value* a = expr(node.a);
  Value* b = expr(node.b);
  return comparison ? compare(node.kind, operand, a, b) : arithmetic(node.kind, node.dtype, a, b);
}

Emitter::Value* Emitter::arithmetic(ExprKind kind, DType t, Value* a, Value* b) {
  const bool real = t.is_float();
  switch (kind) {
    case ExprKind::Add:
      return real ? round_to(t, builder_.CreateFAdd(a, b)) : builder_.CreateAdd(a, b);
    case ExprKind::Sub:
      return real ? round_to(t, builder_.CreateFSub(a, b)) : builder_.CreateSub(a, b);
    case ExprKind::Mul:
      return real ? round_to(t, builder_.CreateFMul(a, b)) : builder_.CreateMul(a, b);
    case ExprKind::Min:
      return builder_.CreateSelect(compare(ExprKind::LT, t, a, b), a, b);
    case ExprKind::Max:
      return builder_.CreateSelect(compare(ExprKind::GT, t, a, b), a, b);
    default:
      return real ? float_divide(kind, t, a, b) : integer_divide(kind, t, a, b);
  }
}

Emitter::Value* Emitter::integer_divide(ExprKind kind, DType t, Value* a, Value* b) {
  if (mask_)
    b = builder_.CreateSelect(t.lanes > 1 ? mask_ : builder_.CreateOrReduce(mask_), b,
                              llvm::ConstantInt::get(b->getType(), 1));
  if (t.is_uint())
    return kind == ExprKind::Div || kind == ExprKind::FloorDiv ? builder_.CreateUDiv(a, b) : builder_.CreateURem(a, b);
  if (kind == ExprKind::Div) return builder_.CreateSDiv(a, b);
  Value* remainder = builder_.CreateSRem(a, b);
  if (kind == ExprKind::Mod) return remainder;
  Value* zero = llvm::Constant::getNullValue(a->getType());
  Value* inexact = builder_.CreateICmpNE(remainder, zero);
  Value* opposite = builder_.CreateICmpSLT(builder_.CreateXor(remainder, b), zero);
  Value* adjust = builder_.CreateAnd(inexact, opposite);
  if (kind == ExprKind::FloorMod) return builder_.CreateSelect(adjust, builder_.CreateAdd(remainder, b), remainder);
  return builder_.CreateAdd(builder_.CreateSDiv(a, b), builder_.CreateSExt(adjust, a->getType()));
}

Emitter::Value* Emitter::float_divide(ExprKind kind, DType t, Value* a, Value* b) {
  switch (kind) {
    case ExprKind::Div:
      return round_to(t, builder_.CreateFDiv(a, b));
    case ExprKind::Mod:
      return round_to(t, builder_.CreateFRem(a, b));
    case ExprKind::FloorDiv:
      return round_to(t, intrinsic(llvm::Intrinsic::floor, {builder_.CreateFDiv(a, b)}));
    default: {  // a - floor(a / b) * b
      Value* whole = intrinsic(llvm::Intrinsic::floor, {builder_.CreateFDiv(a, b)});
      return round_to(t, builder_.CreateFSub(a, builder_.CreateFMul(whole, b)));
    }
  }
}

Emitter::Value* Emitter::compare(ExprKind kind, DType operand, Value* a, Value* b) {
  using P = llvm::CmpInst::Predicate;
  const bool real = operand.is_float(), uns = operand.is_uint();
  P p = P::ICMP_EQ;
  switch (kind) {
    case ExprKind::EQ:
      p = real ? P::FCMP_OEQ : P::ICMP_EQ;
      break;
    case ExprKind::NE:
      p = real ? P::FCMP_UNE : P::ICMP_NE;
      break;
    case ExprKind::LT:
      p = real ? P::FCMP_OLT : uns ? P::ICMP_ULT : P::ICMP_SLT;
      break;
    case ExprKind::LE:
      p = real ? P::FCMP_OLE : uns ? P::ICMP_ULE : P::ICMP_SLE;
      break;
    case ExprKind::GT:
      p = real ? P::FCMP_OGT : uns ? P::ICMP_UGT : P::ICMP_SGT;
      break;
    default:
      p = real ? P::FCMP_OGE : uns ? P::ICMP_UGE : P::ICMP_SGE;
      break;
  }
  return builder_.CreateCmp(p, a, b);
}

Emitter::Value* Emitter::masked(Value* mask, const tir::Expr& e) {
  Value* outer = mask_;
  mask_ = outer ? builder_.CreateAnd(outer, mask) : mask;
  Value* result = expr(e);
  mask_ = outer;
  return result;
}

// if_then_else: only the chosen side is evaluated. With a vector condition both are, the reads of each under its mask.
Emitter::Value* Emitter::conditional(const tir::Expr& condition, const tir::Expr& yes, const tir::Expr& no, DType t) {
  Value* test = expr(condition);
  if (test->getType()->isVectorTy()) {
    Value* a = masked(test, yes);
    Value* b = masked(builder_.CreateNot(test), no);
    return builder_.CreateSelect(test, a, b);
  }
  if (!may_fault(yes) && !may_fault(no)) {
    Value* a = expr(yes);
    return builder_.CreateSelect(test, a, expr(no));
  }
  llvm::BasicBlock* then_block = llvm::BasicBlock::Create(context_, "then", function_);
  llvm::BasicBlock* else_block = llvm::BasicBlock::Create(context_, "else", function_);
  llvm::BasicBlock* end = llvm::BasicBlock::Create(context_, "end", function_);
  builder_.CreateCondBr(test, then_block, else_block);
  builder_.SetInsertPoint(then_block);
  Value* a = expr(yes);
  then_block = builder_.GetInsertBlock();
  builder_.CreateBr(end);
  builder_.SetInsertPoint(else_block);
  Value* b = expr(no);
  else_block = builder_.GetInsertBlock();
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
  llvm::PHINode* result = builder_.CreatePHI(value_type(t), 2);
  result->addIncoming(a, then_block);
  result->addIncoming(b, else_block);
  return result;
}

}  // namespace nw::codegen
