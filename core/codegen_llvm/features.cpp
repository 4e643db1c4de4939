// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/features.h"

#include <llvm/MC/MCSubtargetInfo.h>

namespace nw::codegen {

namespace {

struct Needs {
  std::string_view prefix;  // of the intrinsic's name
  const char* feature;
};

// The first that fits counts.
constexpr Needs kNeeds[] = {
    {"llvm.x86.avx512.vpdp", "avx512vnni"},
    {"llvm.x86.avx512.vpmadd52", "avx512ifma"},
    {"llvm.x86.avx512.vpshufbitqmb", "avx512bitalg"},
    {"llvm.x86.avx512.vpshld", "avx512vbmi2"},
    {"llvm.x86.avx512.vpshrd", "avx512vbmi2"},
    {"llvm.x86.avx512.permvar.qi", "avx512vbmi"},
    {"llvm.x86.avx512.vpermi2var.qi", "avx512vbmi"},
    {"llvm.x86.avx512.pmultishift", "avx512vbmi"},
    {"llvm.x86.avx512.conflict", "avx512cd"},
    {"llvm.x86.avx512.pmaddubs", "avx512bw"},
    {"llvm.x86.avx512.pmaddw", "avx512bw"},
    {"llvm.x86.avx512.pmulh", "avx512bw"},
    {"llvm.x86.avx512.pmul.hr", "avx512bw"},
    {"llvm.x86.avx512.pack", "avx512bw"},
    {"llvm.x86.avx512.psad", "avx512bw"},
    {"llvm.x86.avx512.pshuf.b", "avx512bw"},
    {"llvm.x86.avx512.permvar.hi", "avx512bw"},
    {"llvm.x86.avx512.vpermi2var.hi", "avx512bw"},
    {"llvm.x86.avx512bf16.", "avx512bf16"},
    {"llvm.x86.avx512fp16.", "avx512fp16"},
    {"llvm.x86.avx512.", "avx512f"},
    {"llvm.x86.avx2.vpdpb", "avxvnniint8"},
    {"llvm.x86.avx2.vpdpw", "avxvnniint16"},
    {"llvm.x86.avx2.", "avx2"},
    {"llvm.x86.avx.", "avx"},
    {"llvm.x86.fma.", "fma"},
    {"llvm.x86.vcvtps2ph", "f16c"},
    {"llvm.x86.vcvtph2ps", "f16c"},
    {"llvm.x86.sse42.", "sse4.2"},
    {"llvm.x86.sse41.", "sse4.1"},
    {"llvm.x86.ssse3.", "ssse3"},
    {"llvm.x86.sse3.", "sse3"},
    {"llvm.x86.sse2.", "sse2"},
    {"llvm.x86.sse.", "sse"},
    {"llvm.x86.vgf2p8", "gfni"},
    {"llvm.x86.bmi.", "bmi2"},
    {"llvm.x86.pclmulqdq", "pclmul"},
    {"llvm.x86.aesni.", "aes"},
};

bool has(const llvm::MCSubtargetInfo& processor, const std::string& feature) {
  return processor.checkFeatures("+" + feature);
}

}  // namespace

std::optional<std::string> missing_feature(std::string_view intrinsic, const llvm::MCSubtargetInfo& processor) {
  if (!processor.getTargetTriple().isX86()) return std::nullopt;
  for (const Needs& needs : kNeeds) {
    if (!intrinsic.starts_with(needs.prefix)) continue;
    std::string feature = needs.feature;
    const bool shorter = intrinsic.ends_with(".256") || intrinsic.ends_with(".128");
    if (feature == "avx512vnni" && shorter && has(processor, "avxvnni")) return std::string();
    if (!has(processor, feature)) return feature;
    if (feature.starts_with("avx512") && shorter && !has(processor, "avx512vl")) return std::string("avx512vl");
    return std::string();
  }
  return std::nullopt;
}

}  // namespace nw::codegen
