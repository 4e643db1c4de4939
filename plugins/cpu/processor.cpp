// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/processor.h"

#include <sys/auxv.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <string>

namespace nw::cpu {

namespace {

void add(std::string& features, const char* name, bool present) {
  if (!present) return;
  if (!features.empty()) features += ',';
  features += '+';
  features += name;
}

}  // namespace

#if defined(__x86_64__)

namespace {

constexpr size_t kLine = 64;  // bytes

[[gnu::target("clflushopt")]] void flush_lines(const std::byte* begin, size_t bytes) {
  for (size_t at = 0; at < bytes; at += kLine) _mm_clflushopt(const_cast<std::byte*>(begin + at));
}

}  // namespace

void flush_from_caches(const std::byte* begin, size_t bytes) {
  if (__builtin_cpu_supports("clflushopt")) {
    flush_lines(begin, bytes);
  } else {
    for (size_t at = 0; at < bytes; at += kLine) _mm_clflush(begin + at);
  }
  _mm_mfence();
}

void describe_processor(TargetFacts& facts) {
  facts.code.triple = "x86_64-linux-gnu";
  facts.code.cpu = "x86-64";
  std::string& features = facts.code.features;
  __builtin_cpu_init();
#define NW_FEATURE(NAME) add(features, NAME, __builtin_cpu_supports(NAME))
  NW_FEATURE("sse3");
  NW_FEATURE("ssse3");
  NW_FEATURE("sse4.1");
  NW_FEATURE("sse4.2");
  NW_FEATURE("popcnt");
  NW_FEATURE("avx");
  NW_FEATURE("avx2");
  NW_FEATURE("bmi");
  NW_FEATURE("bmi2");
  NW_FEATURE("fma");
  NW_FEATURE("f16c");
  NW_FEATURE("lzcnt");
  NW_FEATURE("avx512f");
  NW_FEATURE("avx512bw");
  NW_FEATURE("avx512cd");
  NW_FEATURE("avx512dq");
  NW_FEATURE("avx512vl");
  NW_FEATURE("avx512vnni");
  NW_FEATURE("avx512bf16");
  NW_FEATURE("avxvnni");
#undef NW_FEATURE
}

#elif defined(__aarch64__)

// Bits of AT_HWCAP and AT_HWCAP2 as Linux defines them; headers may be older than processors.
void describe_processor(TargetFacts& facts) {
  facts.code.triple = "aarch64-linux-gnu";
  facts.code.cpu = "generic";
  const uint64_t first = ::getauxval(AT_HWCAP), second = ::getauxval(AT_HWCAP2);
  const auto has = [](uint64_t bits, int bit) { return ((bits >> bit) & 1) != 0; };
  std::string& features = facts.code.features;
  add(features, "neon", has(first, 1));
  add(features, "lse", has(first, 8));
  add(features, "fullfp16", has(first, 9) && has(first, 10));
  add(features, "rdm", has(first, 12));
  add(features, "dotprod", has(first, 20));
  add(features, "sve", has(first, 22));
  add(features, "fp16fml", has(first, 23));
  add(features, "sve2", has(second, 1));
  add(features, "i8mm", has(second, 13));
  add(features, "bf16", has(second, 14));
  facts.compute.vector_bytes = 16;  // kernels use vectors of fixed length
  facts.compute.vector_registers = 32;
}

#elif defined(__riscv)

void describe_processor(TargetFacts& facts) {
  facts.code.triple = "riscv64-linux-gnu";
  facts.code.cpu = "generic-rv64";
  const uint64_t letters = ::getauxval(AT_HWCAP);  // a bit for each letter of the instruction set's name
  std::string& features = facts.code.features;
  for (const char letter : {'m', 'a', 'f', 'd', 'c', 'v'}) {
    const char name[] = {letter, 0};
    add(features, name, ((letters >> (letter - 'a')) & 1) != 0);
  }
  facts.compute.fma = true;
  facts.compute.vector_registers = 32;
  facts.compute.vector_bytes = 8;
  if (((letters >> ('v' - 'a')) & 1) == 0) return;
  uint64_t bytes = 0;
  __asm__("csrr %0, 0xc22" : "=r"(bytes));  // vlenb: bytes of a vector register
  facts.compute.vector_bytes = static_cast<int>(bytes);
  add(features, ("zvl" + std::to_string(bytes * 8) + "b").c_str(), true);
}

#endif

#if !defined(__x86_64__)
void flush_from_caches(const std::byte*, size_t) {}
#endif

}  // namespace nw::cpu
