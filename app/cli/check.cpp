// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "fixes/read.h"
#include "lower/lower.h"
#include "settings.h"

namespace nw::cli {

Run add_check(CLI::App& app) {
  struct Options {
    std::string path, target;
  };
  auto o = std::make_shared<Options>();
  app.add_option("SCRIPT", o->path, "a TE script")->required();
  add_target_option(app, o->target);
  return [o] {
    Outcome outcome;
    script::ReadOptions options;
    if (!read_target_option(o->target, options.target, outcome)) return outcome;
    outcome.file = o->path;
    const FileText file = read_file(o->path);
    outcome.diagnostics = file.diagnostics;
    if (has_errors(outcome.diagnostics)) return outcome;
    const script::Program program = fixes::read(file.text, options);
    append(outcome.diagnostics, program.diagnostics);
    // What only shows when loops are built (tensorize's tails, threads that share a reduction).
    if (program.ok() && program.schedule && !program.args.empty())
      append(outcome.diagnostics, lower::lower_loops(*program.schedule, program.args, program.kernel_name).diagnostics);
    if (outcome.diagnostics.empty()) outcome.text = o->path + ": nothing to complain about\n";
    return outcome;
  };
}

}  // namespace nw::cli
