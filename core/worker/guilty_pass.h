// SPDX-License-Identifier: GPL-3.0-or-later
// Which of LLVM's passes makes a kernel's numbers wrong: a search over kernels that are compiled with ever fewer of
// the optional passes, as LLVM's own -opt-bisect-limit does.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace nw::worker {

// A kernel compiled with at most so many of LLVM's optional passes, and run.
struct PassProbe {
  bool right = false;
  int passes = 0;         // that asked to run
  std::string last_pass;  // that ran
};

// Runs such a kernel; nothing where that cannot be done.
using ProbePasses = std::function<std::optional<PassProbe>(int limit)>;

// A sentence for the diagnostic of a kernel that is wrong with all passes; empty if a probe fails.
std::string guilty_pass(const ProbePasses& probe);

}  // namespace nw::worker
