// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "script/script.h"

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
    append(outcome.diagnostics, script::read(file.text).diagnostics);
    if (outcome.diagnostics.empty()) outcome.text = *path + ": nothing to complain about\n";
    return outcome;
  };
}

}  // namespace nw::cli
