// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/c_text.h"

#include <fmt/format.h>

#include "codegen/c_source.h"

namespace nw::codegen {

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

std::string short_name(DType t) {
  return fmt::format("{}{}", t.is_bfloat() ? "bf" : t.is_float() ? "f" : t.is_uint() ? "u" : "i", int{t.bits});
}

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

}  // namespace nw::codegen
