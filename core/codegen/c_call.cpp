// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of intrinsics as C.
#include <fmt/format.h>

#include "codegen/c_writer.h"
#include "codegen/diagnostics.h"
#include "tir/math.h"

namespace nw::codegen {

namespace {

// The bits of an integer, none of what its sign fills the memory's type with.
CText own_bits(DType t, const CText& v) {
  CText bits = cast_to(fmt::format("uint{}_t", t.bytes() * 8), v);
  if (t.bits == t.bytes() * 8) return bits;
  return {fmt::format("{} & {:#x}u", bits.text, (uint64_t{1} << t.bits) - 1), CText::kLoose};
}

}  // namespace

CText CWriter::call(const tir::CallNode& node) {
  const DType t = node.dtype.element();
  const std::string& name = node.name;
  if (name == "likely") return value(node.args[0]);
  if (name == "checked_index") return checked_index(node);
  if (name == "prefetch") {
    const auto* load = node.args.empty() ? nullptr : tir::node_cast<tir::BufferLoadNode>(node.args[0]);
    const int64_t* near = node.args.size() > 1 ? tir::as_const_int(node.args[1]) : nullptr;
    if (load)
      return {fmt::format("__builtin_prefetch(&{}, 0, {})", element(*load->buffer, load->indices), near ? *near : 3)};
  }
  if (name == "if_then_else" && node.args.size() == 3)
    return {fmt::format("{} ? {} : {}", hold(value(node.args[0]), CText::kUnary),
                        hold(value(node.args[1]), CText::kSum), hold(value(node.args[2]), CText::kSum)),
            CText::kLoose};
  const std::string called = called_function(node);
  std::optional<CText> known;
  if (!node.args.empty() && called == name && t.is_integer()) known = integer_call(node);
  if (!node.args.empty() && t.is_float()) known = float_call(node);
  if (known) return *known;
  report(name.starts_with("call_llvm") ? unsupported("a call of an LLVM intrinsic in C", from_)
                                       : unknown_call(called, from_));
  return {"0"};
}

// An index that was read from memory: the program ends where it is outside its dimension.
CText CWriter::checked_index(const tir::CallNode& node) {
  helper("nw_checked_index",
         "static inline int64_t nw_checked_index(int64_t i, int64_t extent) {\n"
         "  if (i >= 0 && i < extent) return i;\n"
         "  fprintf(stderr, \"the index %lld that was read from data is outside of 0 ... %lld\\n\", (long long)i,\n"
         "          (long long)extent - 1);\n"
         "  abort();\n"
         "}");
  return {fmt::format("nw_checked_index({}, {})", value(node.args[0]).text, value(node.args[1]).text)};
}

std::optional<CText> CWriter::integer_call(const tir::CallNode& node) {
  const DType t = node.dtype.element();
  const std::string& name = node.name;
  if (name == "call_llvm_pure_intrin") return std::nullopt;
  CText a = value(node.args[0]);
  if (name == "popcount") {
    return cast_to(c_value_type(t),
                   {fmt::format("__builtin_popcountll({})", own_bits(node.args[0]->dtype.element(), a).text)});
  }
  if (name == "bitwise_not")
    return t.is_bool() ? CText{"!" + hold(a, CText::kUnary), CText::kUnary}
                       : narrowed(t, cast_to(c_value_type(t), {"~" + hold(a, CText::kUnary), CText::kUnary}));
  if (name == "isnan") return CText{fmt::format("isnan({})", a.text)};
  if (name == "clz") {
    const DType from = node.args[0]->dtype.element();
    helper("nw_clz",
           "static inline int32_t nw_clz(uint64_t x, int32_t bits) { return x ? __builtin_clzll(x) - (64 - bits) : "
           "bits; }");
    return CText{fmt::format("nw_clz({}, {})", own_bits(from, a).text, int{from.bits})};
  }
  if (name == "fabs" || name == "abs") {
    const std::string type = c_value_type(t), helper_name = "abs_" + short_name(t);
    helper(helper_name,
           fmt::format("static inline {0} {1}({0} a) {{ return ({0})(a < 0 ? -a : a); }}", type, helper_name));
    return CText{helper_name + "(" + a.text + ")"};
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
  return std::nullopt;
}

std::optional<CText> CWriter::float_call(const tir::CallNode& node) {
  const DType t = node.dtype.element();
  const std::string& name = node.name;
  const std::string f = t.bits == 64 ? "" : "f";
  const CText a = value(node.args[0]);
  if (name == "abs") return CText{fmt::format("fabs{}({})", f, a.text)};
  if (name == "exp10") return narrowed(t, {fmt::format("pow{}({}, {})", f, number(t, 10).text, a.text)});
  if (name == "rsqrt")
    return narrowed(t, infix(number(t, 1), "/", {fmt::format("sqrt{}({})", f, a.text)}, CText::kProduct));
  if (name == "sigmoid")
    return narrowed(
        t, {fmt::format("{0} / ({0} + exp{1}(-{2}))", number(t, 1).text, f, hold(a, CText::kAtom)), CText::kProduct});
  const bool external = node.call_kind == tir::CallKind::Extern || node.call_kind == tir::CallKind::PureExtern;
  const tir::MathFunction* known = external ? tir::library_function(name) : tir::math_function(name);
  if (!known || static_cast<size_t>(known->arguments()) != node.args.size()) return std::nullopt;
  const std::string rest = known->binary ? ", " + value(node.args[1]).text : "";
  return narrowed(t, {fmt::format("{}{}({}{})", known->name, f, a.text, rest)});
}

}  // namespace nw::codegen
