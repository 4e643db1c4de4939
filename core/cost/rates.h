// SPDX-License-Identifier: GPL-3.0-or-later
// Throughput and latency of a current CPU core: round numbers, right in proportion.
#pragma once

namespace nw::cost {

// Sustained; peak rates are a third higher.
constexpr double kArithmeticPorts = 1.5, kLoadPorts = 1.5, kStorePorts = 0.75;  // instructions a cycle
constexpr double kIssueWidth = 3;                                               // instructions a cycle of all kinds
constexpr double kGatherPerLane = 3;           // loads per lane of a vector whose lanes are not contiguous
constexpr double kInterleavedPerRegister = 3;  // loads and shuffles of a vector with a constant stride
constexpr double kDivision = 4;                // cycles until the next can start: of a scalar,
constexpr double kDivisionPerLane = 0.65;      // and per lane of a vector
constexpr double kIndexDivision = 4;           // instructions: multiply, shifts and subtract
constexpr double kLibraryCall = 40;            // cycles
constexpr double kFloatLatency = 4, kIntegerLatency = 1,
                 kMemoryLatency = 9;           // of an add; the last through a store and a load
constexpr double kReorderWindow = 100;         // instructions in flight
constexpr double kDecodedInstructions = 1500;  // capacity of the cache of decoded instructions
constexpr double kLoopInstructions = 2;        // per iteration: increment, compare and jump
constexpr double kLoopStartCycles = 6;         // to enter and leave a loop

// Bytes a cycle that one core reads from the L2 cache, the L3 cache and main memory; and the number of cores that
// saturate main memory.
constexpr double kL2BytesPerCycle = 20, kL3BytesPerCycle = 6, kRamBytesPerCycle = 3.5, kCoresSaturatingRam = 4;
// Entries of the L1 and L2 TLB; cycles of a miss in the L1 TLB, and of a page walk after a miss in both.
constexpr double kPageBytes = 4096, kL1TlbEntries = 64, kL2TlbEntries = 1536, kL1TlbMiss = 1, kPageWalk = 15;
constexpr double kOverlapLoss = 0.8;  // share of the shorter of compute and memory time that does not overlap

// LLVM's limits.
constexpr double kUnrollThreshold = 300;        // instructions of a fully unrolled loop
constexpr double kMaxVectorizedAccesses = 250;  // in one iteration; LLVM does not vectorize a loop with more

}  // namespace nw::cost
