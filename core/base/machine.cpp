// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/machine.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
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

MachineFacts read_machine_facts() {
  MachineFacts facts;
  facts.cpu_name = cpu_name();
  facts.cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
#ifdef _SC_LEVEL1_DCACHE_SIZE
  facts.l1_bytes = system_value(_SC_LEVEL1_DCACHE_SIZE);
  facts.l2_bytes = system_value(_SC_LEVEL2_CACHE_SIZE);
  facts.l3_bytes = system_value(_SC_LEVEL3_CACHE_SIZE);
  if (int64_t line = system_value(_SC_LEVEL1_DCACHE_LINESIZE)) facts.line_bytes = line;
#endif
#if defined(__x86_64__)
  __builtin_cpu_init();
  facts.fma = __builtin_cpu_supports("fma");
  if (__builtin_cpu_supports("avx512f")) {
    facts.vector_bytes = 64;
    facts.vector_registers = 32;
  } else if (__builtin_cpu_supports("avx2")) {
    facts.vector_bytes = 32;
  }
#elif defined(__aarch64__)
  facts.vector_registers = 32;
  facts.fma = true;
#endif
  return facts;
}

}  // namespace nw
