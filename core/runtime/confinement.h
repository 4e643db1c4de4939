// SPDX-License-Identifier: GPL-3.0-or-later
// Confinement of the process that runs kernels: what it may ask of the system from the first call of a kernel on.
// Entered once, after kernels are compiled and loaded and their threads are made; a process cannot leave it.
#pragma once

#include <functional>
#include <vector>

#include "base/diagnostic.h"
#include "runtime/thread_pool.h"

namespace nw::runtime {

// The process keeps its memory, its threads and the file descriptors named in `keep`; all others are closed. From then
// on on every thread:
// - no new privileges; limits of 0 on new files, processes, written files (unless one of `keep` is a file), locked
//   memory and core dumps;
// - Landlock, where the kernel has it: no file, no TCP port, no signal to processes outside;
// - seccomp: an allow-list of memory, clocks, signals of its own, waiting and reading and writing. Memory never becomes
//   executable. Anything else fails with EPERM; starting a program or a process, network, tracing, kernel interfaces
//   and opening a file to write end the process with SIGSYS.
// The limit on memory is set before, by whoever knows it. Diagnostics: NW4070, an error, where the system refuses.
Diagnostics enter_confinement(const KernelRuntime& threads, const std::vector<int>& keep);

// What `run` and `execute::run_network` call before the first kernel; an error ends the run. Empty: nothing is called
// (tests, which go on afterwards).
using Confine = std::function<Diagnostics(const KernelRuntime& threads)>;

}  // namespace nw::runtime
