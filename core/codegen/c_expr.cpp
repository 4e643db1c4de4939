// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codegen/c_writer.h"
#include "codegen/diagnostics.h"
#include "codegen/wide.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

std::string hold(const CText& t, CText::Strength least) {
  return t.strength < least ? "(" + t.text + ")" : t.text;
}

CText infix(const CText& a, const char* op, const CText& b, CText::Strength strength) {
  const auto right = static_cast<CText::Strength>(strength == CText::kLoose ? CText::kUnary : strength + 1);
  return {hold(a, strength == CText::kLoose ? CText::kUnary : strength) + " " + op + " " + hold(b, right), strength};
}

CText cast_to(const std::string& type, const CText& v) {
  return {"(" + type + ")" + hold(v, CText::kUnary), CText::kUnary};
}

std::string unsigned_type(DType t) {
  return t.bytes() <= 4 ? "uint32_t" : "uint64_t";
}

bool is_division(ExprKind k) {
  return k == ExprKind::Div || k == ExprKind::Mod || k == ExprKind::FloorDiv || k == ExprKind::FloorMod;
}

std::string short_name(DType t) {
  return fmt::format("{}{}", t.is_bfloat() ? "bf" : t.is_float() ? "f" : t.is_uint() ? "u" : "i", int{t.bits});
}

}  // namespace

std::string c_memory_type(DType t) {
  if (t.is_bool()) return "uint8_t";
  if (t.is_float() && t.bits == 16) return "uint16_t";
  if (t.is_float()) return t.bits == 64 ? "double" : "float";
  return fmt::format("{}int{}_t", t.is_uint() ? "u" : "", t.bytes() * 8);
}

std::string c_value_type(DType t) {
  if (t.is_bool()) return "bool";
  if (t.is_float()) return t.bits == 64 ? "double" : "float";
  return c_memory_type(t);
}

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

bool CWriter::is_pure_index(const tir::Expr& e) const {
  const DType t = e->dtype.element();
  if (!t.is_int() || t.bits < 32) return false;
  switch (e->kind) {
    case ExprKind::IntImm:
      return true;
    case ExprKind::Var:
      return loop_ranges_.count(tir::node_cast<tir::VarNode>(e)) > 0;
    case ExprKind::Cast:
      return is_pure_index(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Ramp:
      return is_pure_index(tir::node_cast<tir::RampNode>(e)->base) &&
             tir::as_const_int(tir::node_cast<tir::RampNode>(e)->stride);
    case ExprKind::Broadcast:
      return is_pure_index(tir::node_cast<tir::BroadcastNode>(e)->value);
    default: {
      const auto* b = tir::node_cast<tir::BinaryNode>(e);
      return b && b->kind <= ExprKind::Max && is_pure_index(b->a) && is_pure_index(b->b);
    }
  }
}

// The values of a pure index, in exact arithmetic but for what wrapped_index() wraps.
CWriter::Interval CWriter::range(const tir::Expr& e) const {
  const auto fit = [&](Wide low, Wide high) -> Interval {
    if (low < Wide{min_int(e->dtype)} || high > Wide{max_int(e->dtype)}) return {INT64_MIN, INT64_MAX};
    return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
  };
  switch (e->kind) {
    case ExprKind::IntImm:
      return {tir::node_cast<tir::IntImmNode>(e)->value, tir::node_cast<tir::IntImmNode>(e)->value};
    case ExprKind::Var:
      return loop_ranges_.at(tir::node_cast<tir::VarNode>(e));
    case ExprKind::Broadcast:
      return range(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Cast: {
      const Interval i = range(tir::node_cast<tir::CastNode>(e)->value);
      return fit(i.min, i.max);
    }
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const Interval i = range(r->base);
      const Wide span = Wide{*tir::as_const_int(r->stride)} * (r->lanes - 1);
      return fit(i.min + std::min<Wide>(span, 0), i.max + std::max<Wide>(span, 0));
    }
    default:
      break;
  }
  const auto* node = tir::node_cast<tir::BinaryNode>(e);
  const Interval a = range(node->a), b = range(node->b);
  switch (node->kind) {
    case ExprKind::Add:
      return fit(Wide{a.min} + b.min, Wide{a.max} + b.max);
    case ExprKind::Sub:
      return fit(Wide{a.min} - b.max, Wide{a.max} - b.min);
    case ExprKind::Mul: {
      const Wide c[] = {Wide{a.min} * b.min, Wide{a.min} * b.max, Wide{a.max} * b.min, Wide{a.max} * b.max};
      return fit(*std::min_element(c, c + 4), *std::max_element(c, c + 4));
    }
    case ExprKind::Min:
      return {std::min(a.min, b.min), std::min(a.max, b.max)};
    case ExprKind::Max:
      return {std::max(a.min, b.min), std::max(a.max, b.max)};
    default:
      if (b.min <= 0 || a.min < 0) return {min_int(e->dtype), max_int(e->dtype)};
      if (node->kind == ExprKind::Div || node->kind == ExprKind::FloorDiv) return {a.min / b.max, a.max / b.min};
      return {0, std::min(a.max, b.max - 1)};
  }
}

// An exact index is right modulo 2^32 whatever happens on the way; only where its value itself matters must it be
// wrapped.
CText CWriter::wrapped_index(const tir::Expr& e) {
  CText exact = index(e);
  if (!is_pure_index(e) || e->dtype.bits >= 64 || range(e).min != INT64_MIN) return exact;
  return cast_to(c_value_type(e->dtype.element()), exact);
}

CText CWriter::index(const tir::Expr& e) {
  if (!is_pure_index(e)) {
    const CText v = value(e);
    return e->dtype.bits == 64 ? v : cast_to("int64_t", v);
  }
  switch (e->kind) {
    case ExprKind::IntImm: {
      const int64_t v = tir::node_cast<tir::IntImmNode>(e)->value;
      if (v == INT64_MIN) return {"INT64_MIN"};
      return {fmt::format("{}{}", v, v > INT32_MAX || v < -INT32_MAX ? "LL" : ""),
              v < 0 ? CText::kUnary : CText::kAtom};
    }
    case ExprKind::Var:
      return {name_of(e.get())};
    case ExprKind::Cast:
      return wrapped_index(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Broadcast:
      return index(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const int64_t stride = *tir::as_const_int(r->stride);
      const CText lane{lane_};
      CText step = stride == 1 ? lane
                               : infix({std::to_string(stride), stride < 0 ? CText::kUnary : CText::kAtom}, "*", lane,
                                       CText::kProduct);
      if (tir::is_zero(r->base)) return step;
      return infix(index(r->base), "+", step, CText::kSum);
    }
    default:
      return index_binary(*tir::node_cast<tir::BinaryNode>(e));
  }
}

CText CWriter::index_binary(const tir::BinaryNode& node) {
  if (node.kind == ExprKind::Add) return infix(index(node.a), "+", index(node.b), CText::kSum);
  if (node.kind == ExprKind::Sub) return infix(index(node.a), "-", index(node.b), CText::kSum);
  if (node.kind == ExprKind::Mul) return infix(index(node.a), "*", index(node.b), CText::kProduct);
  const CText a = wrapped_index(node.a), b = wrapped_index(node.b);
  if (node.kind == ExprKind::Min || node.kind == ExprKind::Max)
    return {fmt::format("{}({}, {})", two_sided(node.kind == ExprKind::Min ? "min" : "max", DType::Int(64)), a.text,
                        b.text)};
  const bool quotient = node.kind == ExprKind::FloorDiv || node.kind == ExprKind::Div;
  const bool plain = range(node.a).min >= 0 && range(node.b).min > 0;
  if (plain || node.kind == ExprKind::Div || node.kind == ExprKind::Mod)
    return infix(a, quotient ? "/" : "%", b, CText::kProduct);
  const std::string name = helper(quotient ? "floordiv" : "floormod",
                                  quotient ? "static inline int64_t floordiv(int64_t a, int64_t b) { return a / b - (a "
                                             "% b != 0 && (a % b < 0) != (b < 0)); }"
                                           : "static inline int64_t floormod(int64_t a, int64_t b) { int64_t r = a % "
                                             "b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }");
  return {fmt::format("{}({}, {})", name, a.text, b.text)};
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
      return {name_of(e.get())};
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

CText CWriter::call(const tir::CallNode& node) {
  const DType t = node.dtype.element();
  const std::string& name = node.name;
  if (name == "likely") return value(node.args[0]);
  if (name == "prefetch") return {"0"};
  if (name == "if_then_else" && node.args.size() == 3)
    return {fmt::format("{} ? {} : {}", hold(value(node.args[0]), CText::kUnary),
                        hold(value(node.args[1]), CText::kSum), hold(value(node.args[2]), CText::kSum)),
            CText::kLoose};
  const std::string f = t.bits == 64 ? "" : "f";
  if (t.is_integer() && !node.args.empty() && name != "call_llvm_pure_intrin") {
    CText a = value(node.args[0]);
    if (name == "popcount") {
      const DType from = node.args[0]->dtype.element();
      CText bits = cast_to(fmt::format("uint{}_t", from.bytes() * 8), a);
      if (from.bits != from.bytes() * 8)
        bits = {fmt::format("{} & {:#x}u", bits.text, (uint64_t{1} << from.bits) - 1), CText::kLoose};
      return cast_to(c_value_type(t), {fmt::format("__builtin_popcountll({})", bits.text)});
    }
    if (name == "bitwise_not")
      return t.is_bool() ? CText{"!" + hold(a, CText::kUnary), CText::kUnary}
                         : narrowed(t, cast_to(c_value_type(t), {"~" + hold(a, CText::kUnary), CText::kUnary}));
    if (name == "fabs" || name == "abs") {
      const std::string type = c_value_type(t), helper_name = "abs_" + short_name(t);
      return {fmt::format(
          "{}({})",
          helper(helper_name,
                 fmt::format("static inline {0} {1}({0} a) {{ return ({0})(a < 0 ? -a : a); }}", type, helper_name)),
          a.text)};
    }
    if (name == "floor" || name == "ceil" || name == "round" || name == "trunc") return a;
    if (node.args.size() == 2) {
      const CText b = value(node.args[1]);
      for (const auto& [op, sign] :
           {std::pair{"bitwise_and", "&"}, std::pair{"bitwise_or", "|"}, std::pair{"bitwise_xor", "^"}})
        if (name == op) return cast_to(c_value_type(t), infix(a, sign, b, CText::kLoose));
      if (name == "shift_right") return cast_to(c_value_type(t), infix(a, ">>", b, CText::kLoose));
      if (name == "shift_left")
        return narrowed(t, cast_to(c_value_type(t), infix(cast_to(unsigned_type(t), a), "<<", b, CText::kLoose)));
    }
  }
  if (t.is_float() && !node.args.empty()) {
    const CText a = value(node.args[0]);
    for (const char* same :
         {"exp", "log", "sqrt", "tanh", "erf",  "floor", "ceil", "round", "trunc", "nearbyint", "fabs", "sin",
          "cos", "tan", "atan", "asin", "acos", "sinh",  "cosh", "exp2",  "log2",  "log10",     "log1p"})
      if (name == same && node.args.size() == 1) return narrowed(t, {fmt::format("{}{}({})", name, f, a.text)});
    if (name == "abs") return {fmt::format("fabs{}({})", f, a.text)};
    if (name == "exp10") return narrowed(t, {fmt::format("pow{}({}, {})", f, number(t, 10).text, a.text)});
    if (name == "rsqrt")
      return narrowed(t, infix(number(t, 1), "/", {fmt::format("sqrt{}({})", f, a.text)}, CText::kProduct));
    if (name == "sigmoid")
      return narrowed(
          t, {fmt::format("{0} / ({0} + exp{1}(-{2}))", number(t, 1).text, f, hold(a, CText::kAtom)), CText::kProduct});
    if (name == "pow" && node.args.size() == 2)
      return narrowed(t, {fmt::format("pow{}({}, {})", f, a.text, value(node.args[1]).text)});
  }
  report(name.starts_with("call_llvm") ? unsupported("a call of an LLVM intrinsic in C", from_)
                                       : unknown_call(name, from_));
  return {"0"};
}

}  // namespace nw::codegen
