// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_cpu.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>

namespace nw {

namespace {

// Without the streams of C++, which are a quarter of a static program.
std::string cpu_name() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> info(std::fopen("/proc/cpuinfo", "re"), std::fclose);
  char line[1024];
  while (info && std::fgets(line, sizeof line, info.get())) {
    const std::string_view text(line);
    const size_t colon = text.find(": ");
    if (text.starts_with("model name") && colon != std::string_view::npos)
      return std::string(text.substr(colon + 2, text.find('\n', colon) - colon - 2));
  }
  return "unknown CPU";
}

int64_t system_value(int name) {
  return std::max<int64_t>(0, sysconf(name));
}

}  // namespace

TargetFacts local_cpu_facts() {
  TargetFacts facts;
  facts.id = kLocalCpu;
  facts.name = cpu_name();
  facts.kind = "cpu";
  facts.code.dialect = "elf";
  facts.code.lowering = "cpu";
  facts.cancel = "process";
  facts.config["processor"] = nlohmann::json(facts.name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  facts.compute.units = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  // Threads that wait for the next loop for a while take it up in less than a microsecond; more where they slept.
  constexpr double kStartOfThreads = 5;
  facts.compute.parallel_start_us = kStartOfThreads;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  const int64_t line = system_value(_SC_LEVEL1_DCACHE_LINESIZE);
  const int sizes[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  for (int level = 1; const int size : sizes) {
    if (const int64_t bytes = system_value(size); bytes > 0) facts.caches.push_back({level, bytes, line, {}});
    ++level;
  }
#endif
#if defined(__x86_64__)
  facts.code.triple = "x86_64-linux-gnu";
  __builtin_cpu_init();
  facts.compute.fma = __builtin_cpu_supports("fma");
  facts.compute.vector_bytes = 16;
  if (__builtin_cpu_supports("avx512f")) {
    facts.compute.vector_bytes = 64;
    facts.compute.vector_registers = 32;
  } else if (__builtin_cpu_supports("avx2")) {
    facts.compute.vector_bytes = 32;
  }
  if (__builtin_cpu_supports("avx512vnni") || (facts.compute.vector_bytes == 32 && __builtin_cpu_supports("avxvnni")))
    facts.config[kByteDots] = "true";
#elif defined(__aarch64__)
  facts.code.triple = "aarch64-linux-gnu";
  facts.compute.vector_bytes = 16;
  facts.compute.vector_registers = 32;
  facts.compute.fma = true;
#endif
  return facts;
}

}  // namespace nw
