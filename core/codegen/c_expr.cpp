// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include "codegen/c_writer.h"
#include "codegen/diagnostics.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

bool is_division(ExprKind k) {
  return k == ExprKind::Div || k == ExprKind::Mod || k == ExprKind::FloorDiv || k == ExprKind::FloorMod;
}

}  // namespace

std::string CWriter::helper(const std::string& name, const std::string& definition) {
  if (known_helpers_.insert(name).second) helpers_ += definition + "\n";
  return name;
}

std::string CWriter::two_sided(const char* what, DType t) {
  const std::string type = c_value_type(t), name = fmt::format("{}_{}", what, short_name(t));
  const char* sign = what[1] == 'i' ? "<" : ">";
  return helper(name,
                fmt::format("static inline {0} {1}({0} a, {0} b) {{ return a {2} b ? a : b; }}", type, name, sign));
}

CText CWriter::number(DType t, double v) {
  if (std::isnan(v)) return {"NAN"};
  if (std::isinf(v)) return v < 0 ? CText{"-INFINITY", CText::kUnary} : CText{"INFINITY"};
  if (t.is_float() && t.bits == 16)
    v = static_cast<double>(t.is_bfloat() ? bfloat_to_float(float_to_bfloat(static_cast<float>(v)))
                                          : half_to_float(float_to_half(static_cast<float>(v))));
  std::string text =
      t.bits == 64 ? fmt::format("{:.17g}", v) : fmt::format("{:.9g}", static_cast<double>(static_cast<float>(v)));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (t.bits != 64) text += "f";
  return {text, std::signbit(v) ? CText::kUnary : CText::kAtom};
}

CText CWriter::narrowed(DType t, const CText& v) {
  if (t.is_bfloat()) {
    helper("nw_from_bf16",
           "static inline float nw_from_bf16(uint16_t b) { uint32_t u = (uint32_t)b << 16; float f; memcpy(&f, &u, 4); "
           "return f; }");
    helper("nw_to_bf16",
           "static inline uint16_t nw_to_bf16(float f) {\n  uint32_t u;\n  memcpy(&u, &f, 4);\n  if (f != f) return "
           "(uint16_t)((u >> 16) | 0x40u);\n  return (uint16_t)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);\n}");
    return {"nw_from_bf16(nw_to_bf16(" + v.text + "))"};
  }
  if (t.is_float() && t.bits == 16) {
    helper("nw_from_f16",
           "static inline float nw_from_f16(uint16_t h) {\n  float m = (float)(h & 0x3ffu), f;\n  int e = (h >> 10) & "
           "31;\n"
           "  if (e == 31) f = m != 0 ? NAN : INFINITY;\n  else f = e ? ldexpf(m + 1024.0f, e - 25) : ldexpf(m, "
           "-24);\n  return h & 0x8000u ? -f : f;\n}");
    helper("nw_to_f16",
           "static inline uint16_t nw_to_f16(float f) {\n  uint32_t u, s, m;\n  memcpy(&u, &f, 4);\n  s = (u >> 16) & "
           "0x8000u;\n  m = u & 0x7fffffffu;\n"
           "  if (m > 0x7f800000u) return (uint16_t)(s | 0x7e00u | ((m >> 13) & 0x3ffu));\n  if (m >= 0x477ff000u) "
           "return (uint16_t)(s | 0x7c00u);\n"
           "  if (m >= 0x38800000u) return (uint16_t)(s | ((m - 0x38000000u + 0xfffu + ((m >> 13) & 1u)) >> 13));\n"
           "  return (uint16_t)(s | (uint32_t)nearbyintf(ldexpf(fabsf(f), 24)));\n}");
    return {"nw_from_f16(nw_to_f16(" + v.text + "))"};
  }
  if (!t.is_integer() || t.is_bool() || t.bits == t.bytes() * 8) return v;
  const int spare = 64 - t.bits;
  if (t.is_uint())
    return cast_to(c_value_type(t),
                   {fmt::format("{} & {:#x}u", hold(v, CText::kUnary), (uint64_t{1} << t.bits) - 1), CText::kLoose});
  return cast_to(
      c_value_type(t),
      {fmt::format("(int64_t)((uint64_t){} << {}) >> {}", hold(v, CText::kUnary), spare, spare), CText::kLoose});
}

CText CWriter::convert(const CText& v, DType from, DType to) {
  from = from.element();
  to = to.element();
  if (from == to) return v;
  if (to.is_bool()) return infix(v, "!=", {"0"}, CText::kLoose);
  if (to.is_float() && from.is_float() && c_value_type(from) == c_value_type(to)) return narrowed(to, v);
  return narrowed(to, cast_to(c_value_type(to), v));
}

std::string CWriter::element(const tir::BufferNode& buffer, const std::vector<tir::Expr>& indices) {
  CText at{"0"};
  for (size_t i = 0; i < indices.size(); ++i) {
    const CText next = wrapped_index(indices[i]);
    if (!buffer.strides.empty()) {
      const CText part = infix(next, "*", index(buffer.strides[i]), CText::kProduct);
      at = i == 0 ? part : infix(at, "+", part, CText::kSum);
    } else {
      at = i == 0 ? next : infix(infix(at, "*", index(buffer.shape[i]), CText::kProduct), "+", next, CText::kSum);
    }
  }
  if (buffer.elem_offset) at = infix(at, "+", index(buffer.elem_offset), CText::kSum);
  return name_of(&buffer) + "[" + at.text + "]";
}

CText CWriter::load(const tir::BufferLoadNode& node) {
  const DType t = node.buffer->dtype.element();
  const std::string place = element(*node.buffer, node.indices);
  if (t.is_bfloat() || (t.is_float() && t.bits == 16)) {
    narrowed(t, {"0"});  // brings the helpers
    return {fmt::format("{}({})", t.is_bfloat() ? "nw_from_bf16" : "nw_from_f16", place)};
  }
  if (t.is_bool()) return {place + " != 0", CText::kLoose};
  return {place};
}

CText CWriter::value(const tir::Expr& e) {
  const DType t = e->dtype.element();
  if (is_pure_index(e)) {
    const CText i = index(e);
    return e->kind == ExprKind::IntImm || t.bits == 64 ? i : cast_to(c_value_type(t), i);
  }
  switch (e->kind) {
    case ExprKind::IntImm: {
      const int64_t v = tir::node_cast<tir::IntImmNode>(e)->value;
      if (t.is_bool()) return {v ? "true" : "false"};
      if (t.is_uint()) return {fmt::format("{}u{}", static_cast<uint64_t>(v), t.bits > 32 ? "ll" : "")};
      return {std::to_string(v), v < 0 ? CText::kUnary : CText::kAtom};
    }
    case ExprKind::FloatImm:
      return number(t, tir::node_cast<tir::FloatImmNode>(e)->value);
    case ExprKind::Var:
      return {e->dtype.lanes == 1 ? name_of(e.get()) : fmt::format("{}[{}]", name_of(e.get()), lane_)};
    case ExprKind::Not:
      return {"!" + hold(value(tir::node_cast<tir::NotNode>(e)->a), CText::kUnary), CText::kUnary};
    case ExprKind::Select: {
      const auto* s = tir::node_cast<tir::SelectNode>(e);
      return {fmt::format("{} ? {} : {}", hold(value(s->condition), CText::kUnary),
                          hold(value(s->true_value), CText::kSum), hold(value(s->false_value), CText::kSum)),
              CText::kLoose};
    }
    case ExprKind::Cast: {
      const auto* c = tir::node_cast<tir::CastNode>(e);
      return convert(value(c->value), c->value->dtype, t);
    }
    case ExprKind::BufferLoad:
      return load(*tir::node_cast<tir::BufferLoadNode>(e));
    case ExprKind::Call:
      return call(*tir::node_cast<tir::CallNode>(e));
    case ExprKind::Let: {
      const auto* l = tir::node_cast<tir::LetNode>(e);
      return value(tir::substitute(l->body, {{l->var, l->value}}));
    }
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      return narrowed(
          t, cast_to(c_value_type(t),
                     infix(value(r->base), "+", infix(value(r->stride), "*", {lane_}, CText::kProduct), CText::kSum)));
    }
    case ExprKind::Broadcast:
      return value(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::StringImm:
    case ExprKind::ProducerLoad:
    case ExprKind::Reduce:
      report(unsupported("an expression that lowering should have removed", from_));
      return {"0"};
    default:
      return value_binary(*tir::node_cast<tir::BinaryNode>(e));
  }
}

CText CWriter::compare(const tir::BinaryNode& node) {
  static constexpr const char* signs[] = {"==", "!=", "<", "<=", ">", ">="};
  const char* sign = signs[static_cast<int>(node.kind) - static_cast<int>(ExprKind::EQ)];
  if (is_pure_index(node.a) && is_pure_index(node.b))
    return infix(wrapped_index(node.a), sign, wrapped_index(node.b), CText::kLoose);
  return infix(value(node.a), sign, value(node.b), CText::kLoose);
}

CText CWriter::value_binary(const tir::BinaryNode& node) {
  if (node.kind >= ExprKind::EQ && node.kind <= ExprKind::GE) return compare(node);
  const CText a = value(node.a), b = value(node.b);
  const DType t = node.dtype.element();
  if (node.kind == ExprKind::And) return infix(a, "&&", b, CText::kLoose);
  if (node.kind == ExprKind::Or) return infix(a, "||", b, CText::kLoose);
  if (node.kind == ExprKind::Min || node.kind == ExprKind::Max)
    return {fmt::format("{}({}, {})", two_sided(node.kind == ExprKind::Min ? "min" : "max", t), a.text, b.text)};
  if (t.is_integer()) return narrowed(t, integer_arithmetic(node.kind, t, a, b));
  const char* f = t.bits == 64 ? "" : "f";
  switch (node.kind) {
    case ExprKind::Add:
      return narrowed(t, infix(a, "+", b, CText::kSum));
    case ExprKind::Sub:
      return narrowed(t, infix(a, "-", b, CText::kSum));
    case ExprKind::Mul:
      return narrowed(t, infix(a, "*", b, CText::kProduct));
    case ExprKind::Div:
      return narrowed(t, infix(a, "/", b, CText::kProduct));
    case ExprKind::Mod:
      return narrowed(t, {fmt::format("fmod{}({}, {})", f, a.text, b.text)});
    case ExprKind::FloorDiv:
      return narrowed(t, {fmt::format("floor{}({})", f, infix(a, "/", b, CText::kProduct).text)});
    default: {
      const std::string type = c_value_type(t), name = "floormod_" + short_name(t);
      helper(name,
             fmt::format("static inline {0} {1}({0} a, {0} b) {{ return a - floor{2}(a / b) * b; }}", type, name, f));
      return narrowed(t, {fmt::format("{}({}, {})", name, a.text, b.text)});
    }
  }
}

// Sums and products through unsigned types, where overflow wraps.
CText CWriter::integer_arithmetic(ExprKind kind, DType t, const CText& a, const CText& b) {
  const std::string type = c_value_type(t);
  if (is_division(kind)) {
    const bool quotient = kind == ExprKind::Div || kind == ExprKind::FloorDiv;
    if (t.is_uint() || kind == ExprKind::Div || kind == ExprKind::Mod)
      return cast_to(type, infix(a, quotient ? "/" : "%", b, CText::kProduct));
    const std::string name = fmt::format("{}_{}", quotient ? "floordiv" : "floormod", short_name(t));
    helper(name, quotient ? fmt::format("static inline {0} {1}({0} a, {0} b) {{ return ({0})(a / b - (a % b != 0 && (a "
                                        "% b < 0) != (b < 0))); }}",
                                        type, name)
                          : fmt::format("static inline {0} {1}({0} a, {0} b) {{ {0} r = ({0})(a % b); return ({0})(r "
                                        "!= 0 && (r < 0) != (b < 0) ? r + b : r); }}",
                                        type, name));
    return {fmt::format("{}({}, {})", name, a.text, b.text)};
  }
  const char* op = kind == ExprKind::Add ? "+" : kind == ExprKind::Sub ? "-" : "*";
  const CText::Strength strength = kind == ExprKind::Mul ? CText::kProduct : CText::kSum;
  const std::string wide = unsigned_type(t);
  if (t.is_uint() && t.bytes() >= 4) return infix(a, op, b, strength);
  return cast_to(type, infix(cast_to(wide, a), op, cast_to(wide, b), strength));
}

}  // namespace nw::codegen
