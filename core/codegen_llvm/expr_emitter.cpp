// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/expr_emitter.h"

#include "codegen/diagnostics.h"
#include "codegen_llvm/may_fault.h"

namespace nw::codegen {

using tir::ExprKind;

ExprEmitter::ExprEmitter(IrBuilder& ir, SourcePosition& position, Frame& frame, const AccumulatorSlots& slots,
                         IndexChecks& checks, const CpuTraits& cpu)
    : ir_(ir),
      builder_(ir.builder()),
      position_(position),
      frame_(frame),
      checks_(checks),
      conversion_(ir, cpu),
      arithmetic_(ir, conversion_, frame),
      index_math_(ir, arithmetic_),
      indices_(index_math_, ir, frame, *this),
      memory_({ir, position, frame, slots, conversion_, index_math_, indices_}),
      math_calls_(ir, conversion_, *this),
      llvm_calls_(ir, position, cpu, *this),
      byte_dots_(ir, cpu, *this) {}

Value* ExprEmitter::value(const tir::Expr& e) {
  switch (e->kind) {
    case ExprKind::IntImm: {
      const auto bits = static_cast<uint64_t>(tir::node_cast<tir::IntImmNode>(e)->value);
      return llvm::ConstantInt::get(ir_.context(), llvm::APInt(64, bits).zextOrTrunc(e->dtype.bits));
    }
    case ExprKind::FloatImm:
      return ir_.constant(e->dtype, tir::node_cast<tir::FloatImmNode>(e)->value);
    case ExprKind::Var:
      return variable(*tir::node_cast<tir::VarNode>(e));
    case ExprKind::Not:
      return builder_.CreateNot(value(tir::node_cast<tir::NotNode>(e)->a));
    case ExprKind::Select:
      return select(*tir::node_cast<tir::SelectNode>(e));
    case ExprKind::Cast:
      return value_as(tir::node_cast<tir::CastNode>(e)->value, e->dtype);
    case ExprKind::BufferLoad:
      return memory_.load(*tir::node_cast<tir::BufferLoadNode>(e));
    case ExprKind::Call:
      return call(*tir::node_cast<tir::CallNode>(e));
    case ExprKind::Let:
      return let(*tir::node_cast<tir::LetNode>(e));
    case ExprKind::Ramp:
      return ramp(*tir::node_cast<tir::RampNode>(e));
    case ExprKind::Broadcast: {
      const auto* all = tir::node_cast<tir::BroadcastNode>(e);
      return ir_.splat(value(all->value), all->lanes);
    }
    case ExprKind::StringImm:
    case ExprKind::ProducerLoad:
    case ExprKind::Reduce:
      position_.report(unsupported("an expression that lowering should have removed", position_.from()));
      return ir_.poison(e->dtype);
    case ExprKind::And:
    case ExprKind::Or:
      return logical(*tir::node_cast<tir::BinaryNode>(e));
    default:
      return binary(*tir::node_cast<tir::BinaryNode>(e));
  }
}

Value* ExprEmitter::value_as(const tir::Expr& e, DType t) {
  return conversion_.convert(value(e), e->dtype, t);
}

Value* ExprEmitter::variable(const tir::VarNode& var) {
  const auto found = frame_.variables.find(&var);
  if (found == frame_.variables.end()) {
    position_.report(unsupported("variable '" + var.name + "', which has no value here", position_.from()));
    return ir_.poison(var.dtype);
  }
  const Variable& known = found->second;
  return known.wide ? builder_.CreateTrunc(known.value, ir_.value_type(var.dtype)) : known.value;
}

Value* ExprEmitter::select(const tir::SelectNode& node) {
  if (may_fault(node.true_value) || may_fault(node.false_value))
    return conditional(node.condition, node.true_value, node.false_value, node.dtype);
  Value* condition = value(node.condition);
  Value* yes = value(node.true_value);
  return builder_.CreateSelect(condition, yes, value(node.false_value));
}

Value* ExprEmitter::let(const tir::LetNode& node) {
  frame_.variables[node.var.get()] = {value(node.value), false, 0, 0, false};
  return value(node.body);
}

Value* ExprEmitter::ramp(const tir::RampNode& node) {
  const tir::Expr self(&node);
  if (indices_.is_pure(self)) return index_math_.in_type(indices_.index(self), node.dtype);
  Value* base = ir_.splat(value(node.base), node.lanes);
  Value* stride = ir_.splat(value(node.stride), node.lanes);
  llvm::Constant* lanes = ir_.lane_multiples(ir_.scalar_type(node.dtype.element()), node.lanes, 1);
  return builder_.CreateAdd(base, builder_.CreateMul(stride, lanes));
}

Value* ExprEmitter::logical(const tir::BinaryNode& node) {
  const bool both = node.kind == ExprKind::And;
  if (node.dtype.lanes == 1 && may_fault(node.b))
    return both ? conditional(node.a, node.b, tir::bool_imm(false), node.dtype)
                : conditional(node.a, tir::bool_imm(true), node.b, node.dtype);
  Value* a = value(node.a);
  Value* b = value(node.b);
  return both ? builder_.CreateAnd(a, b) : builder_.CreateOr(a, b);
}

Value* ExprEmitter::binary(const tir::BinaryNode& node) {
  const DType operand = node.a->dtype;
  const bool comparison = node.kind >= ExprKind::EQ && node.kind <= ExprKind::GE;
  if (comparison && indices_.is_pure(node.a) && indices_.is_pure(node.b)) {
    const Index a = indices_.index(node.a), b = indices_.index(node.b);
    return arithmetic_.compare(node.kind, DType::Int(64, operand.lanes), index_math_.vector(a), index_math_.vector(b));
  }
  const tir::Expr self(&node);
  if (!comparison && indices_.is_pure(self)) return index_math_.in_type(indices_.index(self), node.dtype);
  if (node.kind == ExprKind::Add)
    if (Value* sum = byte_dots_.sum(node)) return sum;
  Value* a = value(node.a);
  Value* b = value(node.b);
  return comparison ? arithmetic_.compare(node.kind, operand, a, b) : arithmetic_.binary(node.kind, node.dtype, a, b);
}

Value* ExprEmitter::masked(Value* mask, const tir::Expr& e) {
  Value* outer = frame_.mask;
  frame_.mask = outer ? builder_.CreateAnd(outer, mask) : mask;
  Value* result = value(e);
  frame_.mask = outer;
  return result;
}

// if_then_else: only the chosen side is evaluated. With a vector condition both are, the reads of each under its mask.
Value* ExprEmitter::conditional(const tir::Expr& condition, const tir::Expr& yes, const tir::Expr& no, DType t) {
  Value* test = value(condition);
  if (test->getType()->isVectorTy()) {
    Value* a = masked(test, yes);
    Value* b = masked(builder_.CreateNot(test), no);
    return builder_.CreateSelect(test, a, b);
  }
  if (may_fault(yes) || may_fault(no)) return branches(test, yes, no, t);
  Value* a = value(yes);
  return builder_.CreateSelect(test, a, value(no));
}

Value* ExprEmitter::branches(Value* test, const tir::Expr& yes, const tir::Expr& no, DType t) {
  llvm::BasicBlock* then_block = ir_.block("then");
  llvm::BasicBlock* else_block = ir_.block("else");
  llvm::BasicBlock* end = ir_.block("end");
  builder_.CreateCondBr(test, then_block, else_block);
  builder_.SetInsertPoint(then_block);
  Value* a = value(yes);
  then_block = builder_.GetInsertBlock();
  builder_.CreateBr(end);
  builder_.SetInsertPoint(else_block);
  Value* b = value(no);
  else_block = builder_.GetInsertBlock();
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
  llvm::PHINode* result = builder_.CreatePHI(ir_.value_type(t), 2);
  result->addIncoming(a, then_block);
  result->addIncoming(b, else_block);
  return result;
}

Value* ExprEmitter::call(const tir::CallNode& node) {
  const std::string& name = node.name;
  if (name == "if_then_else" && node.args.size() == 3)
    return conditional(node.args[0], node.args[1], node.args[2], node.dtype);
  if (name == "likely") return value(node.args[0]);
  if (name == "checked_index") return checked_index(node);
  if (name == "call_llvm_pure_intrin" || name == "call_llvm_intrin") return llvm_calls_.call(node);
  if (name == "prefetch") {
    memory_.prefetch(node);
    return builder_.getInt32(0);
  }
  if (Value* result = math_calls_.call(node)) return result;
  position_.report(unknown_call(called_function(node), position_.from()));
  return ir_.poison(node.dtype);
}

// The call checked_index(i, extent) that lowering puts around an index read from memory (lower/flatten.cpp).
Value* ExprEmitter::checked_index(const tir::CallNode& node) {
  const int lanes = node.dtype.lanes;
  const auto wide = [&](const tir::Expr& e) {
    Value* v = ir_.splat(value(e), e->dtype.lanes == lanes ? 1 : lanes);
    llvm::Type* type = IrBuilder::with_lanes(builder_.getInt64Ty(), lanes);
    return e->dtype.is_uint() ? builder_.CreateZExt(v, type) : builder_.CreateSExt(v, type);
  };
  Value* at = value(node.args[0]);
  return checks_.checked(at, builder_.CreateICmpULT(wide(node.args[0]), wide(node.args[1])));
}

}  // namespace nw::codegen
