// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "fixes/read.h"
#include "flatten/flatten.h"
#include "lower/lower.h"
#include "settings.h"
#include "tvmscript/kernel.h"

namespace nw::cli {

namespace {

struct CheckArguments {
  ScriptOption script;
  std::string target;
};

Diagnostics check_script(const std::string& text, const script::ReadOptions& options) {
  const script::Program program = fixes::read(text, options);
  Diagnostics found = program.diagnostics;
  // What only shows when loops are built (tensorize's tails, threads that share a reduction).
  if (program.ok() && program.schedule && !program.args.empty())
    append(found, lower::lower_loops(*program.schedule, program.args, program.kernel_name).diagnostics);
  return found;
}

// All kernels of a file, or the one that was asked for.
Outcome check(const CheckArguments& a) {
  Outcome outcome;
  script::ReadOptions options;
  if (!read_target_option(a.target, options.target, outcome)) return outcome;
  outcome.file = a.script.path;
  const FileText file = read_file(a.script.path);
  outcome.diagnostics = file.diagnostics;
  if (has_errors(outcome.diagnostics)) return outcome;
  if (!a.script.kernel.empty()) {
    const std::optional<std::string> text = open_script(a.script, outcome);
    if (text)
      append(outcome.diagnostics,
             tvmscript::is_tvmscript(*text) ? tvmscript::open(*text).diagnostics : check_script(*text, options));
  } else if (tvmscript::is_tvmscript(file.text)) {
    append(outcome.diagnostics, tvmscript::check(file.text));
  } else if (flatten::is_straight_line(file.text)) {
    append(outcome.diagnostics, check_script(file.text, options));
  } else {
    const flatten::Flattened flat = flatten::flatten(file.text);
    outcome.diagnostics = flat.diagnostics;
    for (const flatten::Kernel& kernel : flat.kernels) {
      Diagnostics found = check_script(kernel.script, options);
      place_in_file(found, kernel.lines_of_file());
      append(outcome.diagnostics, std::move(found));
    }
  }
  if (outcome.diagnostics.empty()) outcome.text = a.script.path + ": nothing to complain about\n";
  return outcome;
}

}  // namespace

Run add_check(CLI::App& app) {
  auto a = std::make_shared<CheckArguments>();
  add_script_or_tvmscript_option(app, a->script);
  add_target_option(app, a->target);
  return [a] { return check(*a); };
}

}  // namespace nw::cli
