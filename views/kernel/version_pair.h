// SPDX-License-Identifier: GPL-3.0-or-later
// Two versions of a kernel, each analysed and compiled for a target, and what differs: their loop nests; where those
// are the same, their scripts; where those are too, their code.
#pragma once

#include <QString>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernel/assembly_lines.h"
#include "kernel/nest_pair.h"

namespace nw::views {

struct VersionToCompare {
  std::string script;
  std::shared_ptr<const TargetFacts> rules;  // of its target; null: this computer

  bool operator==(const VersionToCompare& other) const {
    return script == other.script && (rules == other.rules || (rules && other.rules && *rules == *other.rules));
  }
};

struct VersionPair {
  enum class Of { Nests, Scripts, Code };

  std::array<std::shared_ptr<const kernel::KernelPreview>, 2> previews;  // null: it was cancelled
  std::array<std::vector<kernel::AssemblyLine>, 2> lines;
  std::array<QString, 2> why_no_code;
  NestPair nests;
  Of of = Of::Nests;                              // what the differences are of
  std::vector<NestPair::Difference> differences;  // by lines of the nests, the scripts or the code
};

// On any thread. Ends early when the worker's token is cancelled.
VersionPair compare_versions(const std::array<VersionToCompare, 2>& versions, worker::WorkerOptions worker,
                             bool intel_syntax);

}  // namespace nw::views
