// SPDX-License-Identifier: GPL-3.0-or-later
// How a kernel is to be run: inputs, sizes, threads, and what is asked about the run.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace nw::measure {

// How the inputs are filled: element i is ((7·i + 3) mod 13) - 6, a quarter of that for floats; or pseudo-random
// numbers.
struct Inputs {
  bool random = false;
  uint64_t seed = 0;
  bool positive = false;  // floats without their sign, and a quarter more: what roots and logarithms have a value for
};

struct RunRequest {
  int threads = 1;
  int repeat = 0;         // timed runs; 0: until the median holds still
  double seconds = 0;     // for which it is timed where repeat is 0 (a kernel at most); 0: until the median holds still
  double slowest_us = 0;  // a kernel whose first timed run takes longer is not run again; 0: no limit
  bool verify = false;
  bool sample = false;    // also where the time goes
  bool steady = false;    // timed again, a few times at most, while the runs scatter; the steadiest are reported
  bool assembly = false;  // also the code that ran, as text
  int cold_from = 0;      // of a kernel, n > 0: each run finds its arguments but the first n in memory, in no cache
  bool trace = false;     // of a network: also what ran when, in one more run of each call
  Inputs inputs;
  std::map<std::string, int64_t> sizes;  // of symbolic dimensions
  int64_t memory_bytes = 0;              // for all arguments together; 0: no limit
  std::string kernel_cache = {};         // folder for the compiled kernels of networks; empty: they are not kept
  // Names what the kernel computes, with its sizes: runs of the same name on one device are verified against reference
  // values that are computed once. Empty: they are computed for this run.
  std::string reference = {};
  int pass_limit = -1;  // of LLVM's optional passes, so many run; -1: all, and they are not counted
};

}  // namespace nw::measure
