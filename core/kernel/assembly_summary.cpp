// SPDX-License-Identifier: GPL-3.0-or-later
// Counting what a kernel's instructions are: of x86 by the names that end in ps, pd, ss, sd, ph and sh, in both of its
// syntaxes; of AArch64 and RISC-V by their names for floating-point numbers.
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "kernel/assembly_lines.h"

namespace nw::kernel {

namespace {

enum class Arithmetic { None, Plain, Fused };

// Names without "v" in front: "fmadd231ps", "addps".
Arithmetic of_x86(std::string_view name) {
  constexpr std::array kTypes = {"ps", "pd", "ss", "sd", "ph", "sh"};
  if (name.size() < 5 || std::ranges::none_of(kTypes, [&](const char* type) { return name.ends_with(type); }))
    return Arithmetic::None;
  name.remove_suffix(2);
  if (name.starts_with('v')) name.remove_prefix(1);
  for (const char* operation : {"add", "sub", "mul", "div", "max", "min", "sqrt", "addsub"})
    if (name == operation) return Arithmetic::Plain;
  for (const char* fused : {"fmadd", "fmsub", "fnmadd", "fnmsub"})
    if (name.starts_with(fused)) return Arithmetic::Fused;
  return Arithmetic::None;
}

// AArch64's "fmla" and "fadd", RISC-V's "fmadd.s" and "vfmacc.vv".
Arithmetic of_others(std::string_view name) {
  name = name.substr(0, name.find('.'));
  if (name.starts_with("vf")) name.remove_prefix(1);
  for (const char* fused : {"fmla", "fmls", "fmad", "fmsb", "fnmla", "fnmls", "fmadd", "fmsub", "fnmadd", "fnmsub",
                            "fmacc", "fmsac", "fnmacc", "fnmsac"})
    if (name == fused) return Arithmetic::Fused;
  for (const char* plain : {"fadd", "fsub", "fmul", "fdiv", "fmax", "fmin", "fmaxnm", "fminnm", "fsqrt", "frsub"})
    if (name == plain) return Arithmetic::Plain;
  return Arithmetic::None;
}

// Whether `letter` followed by a number and then by `end` is among the operands: "v3.4s", "zmm12".
bool names_register(std::string_view operands, std::string_view letter, std::string_view end) {
  for (size_t at = operands.find(letter); at != std::string_view::npos; at = operands.find(letter, at + 1)) {
    if (at > 0 && std::isalnum(static_cast<unsigned char>(operands[at - 1]))) continue;
    size_t next = at + letter.size();
    const size_t digits = next;
    while (next < operands.size() && std::isdigit(static_cast<unsigned char>(operands[next]))) ++next;
    if (next > digits && operands.substr(next).starts_with(end)) return true;
  }
  return false;
}

int bits_of(std::string_view name, std::string_view operands) {
  if (names_register(operands, "zmm", "")) return 512;
  if (names_register(operands, "ymm", "")) return 256;
  const bool one_element = name.ends_with("ss") || name.ends_with("sd") || name.ends_with("sh");
  if (names_register(operands, "xmm", "")) return one_element ? 0 : 128;
  return names_register(operands, "v", ".4s") || names_register(operands, "v", ".2d") ||
                 names_register(operands, "v", ".8h")
             ? 128
             : 0;
}

}  // namespace

AssemblySummary summary_of(const std::vector<AssemblyLine>& lines) {
  AssemblySummary sum;
  for (const AssemblyLine& line : lines) {
    if (line.instruction < 0) continue;
    ++sum.instructions;
    sum.spills += line.concern == AssemblyLine::Concern::Spill;
    sum.scalars += line.concern == AssemblyLine::Concern::Scalar;
    std::string_view text = line.text;
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::string_view name = text.substr(0, text.find_first_of(" \t"));
    Arithmetic kind = of_x86(name);
    if (kind == Arithmetic::None) kind = of_others(name);
    if (kind == Arithmetic::None) continue;
    ++sum.arithmetic;
    sum.fused += kind == Arithmetic::Fused;
    const std::string_view operands = text.substr(name.size());
    sum.vector_bits = std::max(sum.vector_bits, bits_of(name, operands));
    sum.any_length = sum.any_length || (name.starts_with("vf") && name.find(".v") != name.npos) ||
                     names_register(operands, "z", ".");
  }
  return sum;
}

}  // namespace nw::kernel
