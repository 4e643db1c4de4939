// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about a target, the device that kernels are compiled for and run on: memories, thread levels, vector widths,
// types, intrinsics, limits. Rules, default schedules, estimates and advice read no other facts about a machine,
// so that a schedule can be analysed for a device that is not connected. What the estimate assumes of every CPU
// (bandwidths, ports, latencies) are constants in core/cost/rates.h.
//
// As JSON (schema 1) an absent key states no limit, and absent `dtypes` mean every type. Keys that are not known here
// are kept, in every object, and written again.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw {

inline constexpr int kFactsSchema = 1;

using OtherKeys = std::map<std::string, std::string>;  // JSON text by key

struct TargetFacts {
  std::string id;      // "cpu", "cuda:0"
  std::string name;    // "AMD EPYC 7763 64-Core Processor"
  std::string kind;    // "cpu", "gpu"
  std::string plugin;  // that serves it
  std::string version, driver;
  std::string state;  // "described": known from a file only, nothing runs there

  struct Code {
    std::string dialect;  // "elf", "ptx", "opencl-c"
    std::string triple, cpu, features;
    std::string lowering;  // "cpu" or "device"
    OtherKeys other = {};
    bool operator==(const Code&) const = default;
  } code;

  struct Compute {
    int units = 1;         // cores or multiprocessors that this process may use
    double clock_mhz = 0;  // 0: not known (cycles_per_us)
    int vector_bytes = 0;  // of the widest vector register: 16 SSE and NEON, 32 AVX2, 64 AVX-512; 0: not known
    int vector_registers = 16;
    bool fma = false;
    // Microseconds to hand work to the other units and to wait for them. Measured on CPUs: below 1 where they wait,
    // 50 to 110 where they have other work, as they have between the kernels of a program.
    double parallel_start_us = 50;
    OtherKeys other = {};
    bool operator==(const Compute&) const = default;
  } compute;

  struct ThreadLevel {
    std::string tag;  // "threadIdx.x"
    int64_t max = 0;  // threads along it; 0: no limit
    OtherKeys other = {};
    bool operator==(const ThreadLevel&) const = default;
  };
  struct Threads {
    std::vector<ThreadLevel> levels;
    int64_t block = 0, warp = 0;  // most threads of a block, threads in step; 0: not known
    bool virtual_threads = false;
    OtherKeys other = {};
    bool operator==(const Threads&) const = default;
  } threads;

  struct Memory {
    std::string scope;                        // "global", "shared", "local"
    int64_t bytes = 0;                        // 0: not known
    std::string per;                          // "device", "block", "thread"
    int64_t element_bytes = 0, elements = 0;  // of a memory that holds elements of one size; 0: any
    OtherKeys other = {};
    bool operator==(const Memory&) const = default;
  };
  std::vector<Memory> memories;

  struct Cache {
    int level = 1;
    int64_t bytes = 0;       // of data, of one unit
    int64_t line_bytes = 0;  // 0: not known
    OtherKeys other = {};
    bool operator==(const Cache&) const = default;
  };
  std::vector<Cache> caches;

  std::map<std::string, std::string> dtypes;  // "native", "convert" or "none" by type; empty: every type is native

  struct Intrinsic {
    std::string prefix;    // of the names
    std::string needs;     // a feature
    std::string computes;  // what an accelerator's instruction does
    OtherKeys other = {};
    bool operator==(const Intrinsic&) const = default;
  };
  std::vector<Intrinsic> intrinsics;
  std::vector<std::string> pragmas;

  struct Clock {
    std::string kind = "wall";  // or "event", "emulated"
    int64_t resolution_ns = 0;  // 0: not known
    OtherKeys other = {};
    bool operator==(const Clock&) const = default;
  } clock;

  struct Counter {
    std::string name, unit;
    bool exact = false;
    OtherKeys other = {};
    bool operator==(const Counter&) const = default;
  };
  std::vector<Counter> counters;

  bool parallel_runs = false;  // measuring does not need the machine alone
  std::string cancel;          // "process"
  OtherKeys config;            // what only this kind of device has
  OtherKeys other;

  // Its kernels are run by blocks of threads, as those of a GPU, not by the cores of a processor.
  bool runs_on_threads() const;
  // Of the cache of a level; 0: not known.
  int64_t cache_bytes(int level) const;
  // Of the first cache that says; 64 if none does.
  int64_t line_bytes() const;
  // Where the clock is not known, that of a core of today.
  double cycles_per_us() const;
  // Where vector_bytes is not known, 16.
  int vector_width() const;
  // Elements of so many bytes in the widest vector register; at least 1.
  int lanes(int element_bytes) const;
  bool operator==(const TargetFacts&) const = default;
};

nlohmann::json to_json(const TargetFacts& facts);
// NW4218, an error, for what is not of schema 1: a value of another type or out of its range.
Result<TargetFacts> target_facts_from_json(const nlohmann::json& json);

// SHA-256, in hex, of what schedules and times depend on: compact JSON with sorted keys, without names (id, name,
// plugin), versions (version, driver) and rates that are measured (clock_mhz, parallel_start_us).
std::string facts_hash(const TargetFacts& facts);

}  // namespace nw
