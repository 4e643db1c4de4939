// SPDX-License-Identifier: GPL-3.0-or-later
// What a core of today does in a cycle: round numbers, right in proportion.
#pragma once

namespace nw::cost {

// In the long run; at their best cores do a third more.
constexpr double kArithmeticPorts = 1.5, kLoadPorts = 1.5, kStorePorts = 0.75;  // instructions that begin in one cycle
constexpr double kWidth = 3;                                                    // of all kinds together
constexpr double kScattered = 3;          // loads that each lane costs of a vector whose lanes do not lie side by side
constexpr double kInterleaved = 3;        // loads and shuffles of a vector whose lanes are every second, third, …
constexpr double kDivision = 4;           // cycles until the next may begin: a scalar,
constexpr double kDivisionOfLane = 0.65;  // and a lane of a vector
constexpr double kDivisionOfIndex = 4;    // instructions: a product, shifts and a difference
constexpr double kLibraryCall = 40;       // cycles
constexpr double kFloatLatency = 4, kIntegerLatency = 1,
                 kMemoryLatency = 9;     // of a sum; the last through a store and a load
constexpr double kWindow = 100;          // instructions that wait, while a core looks ahead
constexpr double kSmallCode = 1500;      // instructions of a loop that a core keeps decoded
constexpr double kLoopInstructions = 2;  // of one turn: count, and jump
constexpr double kLoopStart = 6;         // cycles to come into a loop and out of it

// Bytes a cycle that a core gets from beyond its first cache, its second, and the last; all cores together get no more
// from the main memory than this many.
constexpr double kFromL2 = 20, kFromL3 = 6, kFromRam = 3.5, kCoresThatFillRam = 4;
// Pages whose address is at hand, or known; cycles to find one that is not at hand, and more that is not known.
constexpr double kPage = 4096, kPagesAtHand = 64, kPagesKnown = 1536, kFindPage = 1, kWalkPages = 15;
constexpr double kInTheWay = 0.8;  // of the shorter of computing and moving is not hidden by the longer

// What the compiler does unasked (LLVM's limits for loops that it writes out).
constexpr double kWrittenOut = 300;    // instructions
constexpr double kMostAccesses = 250;  // in a turn of a loop; with more of them LLVM makes no vectors

}  // namespace nw::cost
