// SPDX-License-Identifier: GPL-3.0-or-later
// Reading option values: sizes (n=1024), the inputs' rule, targets. False or nothing, with a diagnostic (NW4002), where
// the text makes no sense.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/target_facts.h"
#include "measure/request.h"
#include "script/script.h"

namespace nw::cli {

struct Outcome;

bool refuse(const std::string& message, Diagnostics& diagnostics);  // NW4002; false

// SCRIPT of a command: a file, and the kernel of it that --kernel names; by default the first.
struct ScriptOption {
  std::string path, kernel;
  bool tvmscript = false;  // the command takes TVMScript as well
};
void add_script_option(CLI::App& app, ScriptOption& script);
void add_script_or_tvmscript_option(CLI::App& app, ScriptOption& script);
// The text of the script; of Python as people write it, the script it is flattened to. Nothing where there is none: the
// outcome says why.
std::optional<std::string> open_script(const ScriptOption& script, Outcome& outcome);
// Moves diagnostics of a script to the file that was flattened to it: `lines` has the file's line for each line of the
// script, or is empty. Fixes are removed, since they edit the script.
void place_in_file(Diagnostics& diagnostics, const std::vector<int>& lines);
Diagnostic no_such_kernel(const std::string& name, const std::vector<std::string>& known);  // NW4002

// The text of a script, and the values of its symbolic sizes from --set. Nothing where one cannot be read: the outcome
// says why, and has the exit code.
std::optional<std::string> read_script(const ScriptOption& script, const std::vector<std::string>& sets,
                                       std::map<std::string, int64_t>& sizes, Outcome& outcome);

// A warning (NW4002) for each value of --set whose name is none of the script's sizes.
void warn_of_unknown_sizes(const script::Program& program, const std::map<std::string, int64_t>& sizes,
                           Diagnostics& diagnostics);

// `option` is what they stand behind: --set or --dim.
bool read_sizes(const std::string& option, const std::vector<std::string>& texts, std::map<std::string, int64_t>& sizes,
                Diagnostics& diagnostics);
bool read_inputs(const std::string& text, measure::Inputs& inputs, Diagnostics& diagnostics);

// --target of a command that needs no connection: the rules of that device are checked as well.
void add_target_option(CLI::App& app, std::string& text);
// The facts that --target names; null without one. False, with a diagnostic in the outcome, where it has none.
bool read_target_option(const std::string& text, std::shared_ptr<const TargetFacts>& target, Outcome& outcome);

// A check of --target: what is wrong with its text, or nothing.
std::string empty_target(const std::string& text);
inline constexpr const char* kTargetHelp =
    "a target as `targets` lists them, or a JSON file with the facts of a device";
// Of a target of the registry, or of a JSON file: a path, or a name that ends with .json. Nothing, with a diagnostic in
// the outcome (NW1001, NW4218; NW4201, NW4221), where there are none.
std::optional<TargetFacts> read_target(const std::string& text, Outcome& outcome);
// Whether --target names a file with facts, and not a target; and the facts in it.
bool names_facts_file(const std::string& text);
Result<TargetFacts> read_facts_file(const std::string& path);

}  // namespace nw::cli
