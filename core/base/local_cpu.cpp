// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_cpu.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace nw {

namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      size_t colon = line.find(": ");
      if (colon != std::string::npos) return line.substr(colon + 2);
    }
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
#elif defined(__aarch64__)
  facts.code.triple = "aarch64-linux-gnu";
  facts.compute.vector_bytes = 16;
  facts.compute.vector_registers = 32;
  facts.compute.fma = true;
#endif
  return facts;
}

}  // namespace nw
