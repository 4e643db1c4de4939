// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine can do at most, as measured by small kernels of our own: one that does nothing but fused
// multiply-adds in registers, one that does nothing but read and write memory, and one for each cache that reads what
// fits there. A run is held against that; nothing is taken from data sheets.
#pragma once

#include <string>
#include <vector>

#include "base/target_facts.h"
#include "worker/kernel.h"

namespace nw::worker {

struct CacheRate {
  int level = 1;
  double gigabytes = 0;  // 1e9 bytes a second, read by all threads together
  bool operator==(const CacheRate&) const = default;
};

struct Peaks {
  double gflops = 0;                   // 1e9 float32 operations a second
  double gigabytes = 0;                // 1e9 bytes a second to and from memory, of two arrays read and one written
  int threads = 1;                     // that were used
  std::vector<CacheRate> caches = {};  // from the first level; none where they were not measured
  bool known() const { return gflops > 0 && gigabytes > 0; }
};

// The kernels as scripts: tiles that fill the vector registers, arrays too large for the caches, and one that fills
// half of a cache, which is summed again and again.
std::string peak_flops_script(const TargetFacts& machine, int threads);
std::string peak_memory_script(const TargetFacts& machine, int threads);
std::string peak_cache_script(const TargetFacts& machine, int threads, int level);
// The levels that are so much larger than the one before that their rates can be distinguished.
std::vector<int> measured_caches(const TargetFacts& machine);

// By the fastest of their runs; takes a few seconds.
Result<Peaks> measure_peaks(const TargetFacts& machine, int threads, const WorkerOptions& worker = {});

// A run against the peaks. `bytes` is what it must read and write at least: every argument once.
struct Roof {
  double intensity = 0;        // operations a byte
  double gflops = 0;           // reached
  double attainable = 0;       // 1e9 operations a second that the roof allows at this intensity
  double share_of_flops = 0;   // 0 to 1, of the peak
  double share_of_memory = 0;  // of the bandwidth, by the bytes that are needed
};
Roof under_roof(const Peaks& peaks, double flops, double bytes, double microseconds);

}  // namespace nw::worker
