// SPDX-License-Identifier: GPL-3.0-or-later
// A command of nestwright-cli: its options, and a function that does the work. One file a command; each enrols itself
// in the table of commands.cpp by one line.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::cli {

// What a command leaves behind. Exit: 0 done, 1 the input has errors, 2 wrong usage, 3 a fault of ours.
struct Outcome {
  nlohmann::json json = nlohmann::json::object();  // "diagnostics" is added by the caller
  std::string text;                                // shown without --json
  Diagnostics diagnostics;
  // Of a file that was flattened to the script: its diagnostics, and its line for each line of the script.
  Diagnostics of_file;
  std::vector<int> lines_of_file;
  std::string file;            // named before diagnostics in the terminal
  std::optional<int> exit;     // default: 1 if there is an error, else 0
  std::shared_ptr<void> held;  // what is large and not worth taking apart before the program ends
};

using Run = std::function<Outcome()>;
// Adds a subcommand with its options to `app`; the returned function runs it once the options are parsed.
using AddCommand = Run (*)(CLI::App& app);

// The file's bytes, or the diagnostic (NW1001) that it cannot be read.
struct FileText {
  std::string text;
  Diagnostics diagnostics;
};
FileText read_file(const std::string& path);
// Writes atomically; a diagnostic (NW4001) where that fails, or where the file is one of `inputs`, which the command
// has read: they are not lost to a slip of the keyboard.
Diagnostics write_file(const std::string& path, const std::string& bytes, const std::vector<std::string>& inputs = {});

}  // namespace nw::cli
