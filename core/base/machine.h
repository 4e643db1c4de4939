// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the machine that kernels run on. Sizes in bytes; 0 where the system does not say.
#pragma once

#include <cstdint>
#include <string>

namespace nw {

struct MachineFacts {
  std::string cpu_name;
  int cores = 1;         // physical or logical cores this process may use
  int64_t l1_bytes = 0;  // data cache of one core
  int64_t l2_bytes = 0;
  int64_t l3_bytes = 0;
  int64_t line_bytes = 64;
  int vector_bytes = 16;  // widest vector register: 16 SSE/NEON, 32 AVX2, 64 AVX-512
  int vector_registers = 16;
  bool fma = false;
  // Microseconds to hand work to the other cores and to wait for them. Measured: below 1 where they stand by, 50 to 110
  // where they have other work, as they have between the kernels of a program.
  double parallel_start_us = 50;
};

// Read once from the running system.
MachineFacts read_machine_facts();

}  // namespace nw
