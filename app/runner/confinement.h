// SPDX-License-Identifier: GPL-3.0-or-later
// Confinement of the process that runs kernels: what it may ask of the system. A process cannot leave it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::runner {

// A step that the system refused.
struct ConfinementFailure {
  std::string step, why;
};

// Once a plugin that needs no files has started, and before it makes threads: no new privileges; and Landlock, where
// the kernel has it: no file, no TCP port, no signal to processes outside. Threads that are made later inherit both.
std::optional<ConfinementFailure> lock_files();

// Before the first kernel is called, with all threads made. The process keeps its memory, its threads and the
// descriptors of `keep`; all others are closed. From then on:
// - limits of 0 on new files, processes, written files (unless one of `keep` is a file), locked memory and core dumps;
// - seccomp, where this program has it, on every thread: an allow-list of memory, clocks, signals of its own, waiting
//   and reading and writing. Memory never becomes executable. Anything else fails with EPERM; starting a program or a
//   process, network, tracing, kernel interfaces and opening a file to write end the process with SIGSYS.
std::optional<ConfinementFailure> enter_confinement(const std::vector<int>& keep);

// Whether enter_confinement filters system calls: not on architectures for which this program has no filter, nor where
// the kernel, or an emulator, has none.
bool filters_system_calls();

}  // namespace nw::runner
