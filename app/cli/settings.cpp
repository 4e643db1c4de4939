// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json_text.h"
#include "base/local_cpu.h"
#include "command.h"
#include "flatten/flatten.h"
#include "target/registry.h"
#include "tvmscript/diagnostics.h"
#include "tvmscript/tvmscript.h"

namespace nw::cli {

namespace {

template <class T>
bool read_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

bool refuse(const std::string& message, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = "NW4002";
  d.message = message;
  diagnostics.push_back(std::move(d));
  return false;
}

bool read_sizes(const std::string& option, const std::vector<std::string>& texts, std::map<std::string, int64_t>& sizes,
                Diagnostics& diagnostics) {
  const int64_t least = option == "--dim" ? 0 : 1;  // a model may have an empty cache; a loop of a script runs
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    int64_t value = 0;
    if (equals == std::string::npos || equals == 0 || !read_number(std::string_view(text).substr(equals + 1), value))
      return refuse(option + " expects NAME=NUMBER, not '" + text + "'", diagnostics);
    if (value < least)
      return refuse("a size is at least " + std::to_string(least) + ", not " + text.substr(equals + 1), diagnostics);
    const std::string name = text.substr(0, equals);
    const auto [given, first] = sizes.try_emplace(name, value);
    if (!first && given->second != value)
      return refuse(fmt::format("{} gives {} two values, {} and {}", option, name, given->second, value), diagnostics);
  }
  return true;
}

bool read_inputs(const std::string& text, measure::Inputs& inputs, Diagnostics& diagnostics) {
  constexpr std::string_view random = "random:";
  if (text == "pattern") return true;
  if (text.starts_with(random) && read_number(std::string_view(text).substr(random.size()), inputs.seed)) {
    inputs.random = true;
    return true;
  }
  return refuse("--inputs expects 'pattern' or 'random:SEED', not '" + text + "'", diagnostics);
}

void add_script_option(CLI::App& app, ScriptOption& script) {
  app.add_option("SCRIPT", script.path, "a TE script, or Python as people write it")->required();
  app.add_option("--kernel", script.kernel, "which of several kernels of the file; the first one otherwise");
}

void add_script_or_tvmscript_option(CLI::App& app, ScriptOption& script) {
  script.tvmscript = true;
  app.add_option("SCRIPT", script.path, "a TE script, Python as people write it, or TVMScript of TensorIR")->required();
  app.add_option("--kernel", script.kernel, "which of several kernels of the file; the first one otherwise");
}

void place_in_file(Diagnostics& diagnostics, const std::vector<int>& lines) {
  if (lines.empty()) return;
  for (Diagnostic& d : diagnostics) {
    for (Place& place : d.where) {
      const auto line = static_cast<size_t>(place.span.line);
      if (line > 0 && line < lines.size()) place.span = {lines[line], 1, 1};
    }
    d.fixes.clear();
  }
}

Diagnostic no_such_kernel(const std::string& name, const std::vector<std::string>& known) {
  Diagnostics made;
  refuse("the file has no kernel '" + name + "'", made);
  made[0].legal = known;
  return made[0];
}

namespace {

// The text with the function that was asked for as its first.
std::optional<std::string> open_tvmscript(const ScriptOption& script, std::string text, Outcome& outcome) {
  if (!script.tvmscript) {
    outcome.diagnostics.push_back(tvmscript::needs_script("this command"));
    return std::nullopt;
  }
  if (script.kernel.empty()) return text;
  const tvmscript::Module module = tvmscript::read(text);
  if (module.find(script.kernel)) return tvmscript::only(text, script.kernel);
  std::vector<std::string> names;
  for (const tvmscript::Function& f : module.functions) names.push_back(f.name);
  outcome.diagnostics.push_back(no_such_kernel(script.kernel, names));
  return std::nullopt;
}

}  // namespace

std::optional<std::string> open_script(const ScriptOption& script, Outcome& outcome) {
  FileText file = read_file(script.path);
  append(outcome.diagnostics, std::move(file.diagnostics));
  if (has_errors(outcome.diagnostics)) return std::nullopt;
  if (tvmscript::is_tvmscript(file.text)) return open_tvmscript(script, std::move(file.text), outcome);
  flatten::Opened opened = flatten::open(file.text, script.kernel);
  outcome.of_file = std::move(opened.diagnostics);
  outcome.lines_of_file = std::move(opened.lines);
  if (!script.kernel.empty() && std::ranges::find(opened.kernels, script.kernel) == opened.kernels.end()) {
    if (opened.flattened || !opened.ok) {
      outcome.of_file.push_back(no_such_kernel(script.kernel, opened.kernels));
      return std::nullopt;
    }
  }
  if (!opened.ok) return std::nullopt;
  return std::move(opened.script);
}

std::optional<std::string> read_script(const ScriptOption& script, const std::vector<std::string>& sets,
                                       std::map<std::string, int64_t>& sizes, Outcome& outcome) {
  if (!read_sizes("--set", sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return std::nullopt;
  }
  return open_script(script, outcome);
}

void warn_of_unknown_sizes(const script::Program& program, const std::map<std::string, int64_t>& sizes,
                           Diagnostics& diagnostics) {
  if (!program.ok()) return;  // what makes the size may not have been read
  std::vector<std::string> known;
  for (const auto& [name, value] : program.fixed_sizes) known.push_back(name);
  for (const tir::Var& size : program.size_vars) known.push_back(size->name);
  for (const auto& [name, value] : sizes) {
    if (std::ranges::find(known, name) != known.end()) continue;
    refuse("the script has no size '" + name + "': --set " + name + " has no effect", diagnostics);
    diagnostics.back().severity = Severity::Warning;
    diagnostics.back().legal = known;
  }
}

Result<TargetFacts> read_facts_file(const std::string& path) {
  FileText file = read_file(path);
  if (has_errors(file.diagnostics)) return std::move(file.diagnostics);
  JsonProblem problem;
  Result<TargetFacts> facts = target_facts_from_json(read_json(file.text, &problem));
  if (!facts.value && !problem.what.empty()) facts.diagnostics.front().because = {problem.what};
  return facts;
}

bool names_facts_file(const std::string& text) {
  return text.ends_with(".json") || (text.find('/') != text.npos && !text.starts_with("ssh:"));
}

std::optional<TargetFacts> read_target(const std::string& text, Outcome& outcome) {
  if (text == kLocalCpu) return local_cpu_facts();
  const bool path = names_facts_file(text);
  Result<TargetFacts> facts =
      path ? read_facts_file(text) : target::Registry::load(target::folders_of_this_process()).facts(text);
  append(outcome.diagnostics, std::move(facts.diagnostics));
  if (!facts.value) outcome.file = path ? text : std::string();
  return std::move(facts.value);
}

std::string empty_target(const std::string& text) {
  return text.empty() ? "it names no target" : "";
}

void add_target_option(CLI::App& app, std::string& text) {
  app.add_option("--target", text, std::string("whose rules are checked as well: ") + kTargetHelp)->check(empty_target);
}

bool read_target_option(const std::string& text, std::shared_ptr<const TargetFacts>& target, Outcome& outcome) {
  if (text.empty()) return true;
  std::optional<TargetFacts> facts = read_target(text, outcome);
  if (!facts) return false;
  target = std::make_shared<const TargetFacts>(std::move(*facts));
  return true;
}

}  // namespace nw::cli
