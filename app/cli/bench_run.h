// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "command.h"
#include "settings.h"

namespace nw::cli {

struct BenchRunArguments {
  ScriptOption script;
  std::string target = "cpu";
  int repeat = 20;
};

// Medians of `repeat` runs after one that starts the processes.
Outcome bench_run(const BenchRunArguments& arguments);

}  // namespace nw::cli
