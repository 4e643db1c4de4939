// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "fixes/read.h"
#include "lower/lower.h"

namespace nw::cli {

Run add_check(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.add_option("SCRIPT", *path, "a TE script")->required();
  return [path] {
    Outcome outcome;
    outcome.file = *path;
    const FileText file = read_file(*path);
    outcome.diagnostics = file.diagnostics;
    if (has_errors(outcome.diagnostics)) return outcome;
    const script::Program program = fixes::read(file.text);
    append(outcome.diagnostics, program.diagnostics);
    // What only shows when loops are built (tensorize's tails, threads that share a reduction).
    if (program.ok() && program.schedule && !program.args.empty())
      append(outcome.diagnostics, lower::lower_loops(*program.schedule, program.args, program.kernel_name).diagnostics);
    if (outcome.diagnostics.empty()) outcome.text = *path + ": nothing to complain about\n";
    return outcome;
  };
}

}  // namespace nw::cli
