// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a script's kernel and holds its numbers to the reference interpreter.
#pragma once

#include <string>

#include "local_device.h"
#include "lower/lower.h"
#include "runtime/run.h"
#include "script/script.h"

namespace nw::test {

enum class Warnings { Faults, Allowed };

// "" if the script reads without errors (or without any word), runs and is right; else what is wrong.
inline std::string fault_of(const std::string& text, Warnings warnings = Warnings::Faults) {
  const auto told = [](const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d) + "\n";
    return all;
  };
  script::Program program = script::read(text);
  if (!program.ok() || (warnings == Warnings::Faults && !program.diagnostics.empty())) return told(program.diagnostics);
  if (!program.schedule) return "no schedule";
  const std::vector<te::Tensor> args = program.args;
  const auto loops = lower::lower_loops(*program.schedule, args, program.kernel_name);
  if (!loops.ok()) return told(loops.diagnostics);
  const auto nest = lower::lower_code(*loops);
  if (!nest.ok()) return told(nest.diagnostics);
  measure::RunRequest options;
  options.verify = true;
  options.repeat = 1;
  const auto report = runtime::run(*nest, args, options, local_device());
  if (!report.ok()) return told(report.diagnostics);
  return report->verify && report->verify->ok ? "" : "not verified";
}

}  // namespace nw::test
