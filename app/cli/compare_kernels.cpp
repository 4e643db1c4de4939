// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_kernels.h"

#include <fmt/format.h>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "kernel/analysis.h"
#include "tvmscript/compare_nests.h"

namespace nw::cli {

namespace {

using tvmscript::NestComparison;
using tvmscript::NestDifference;

// The nest of one side. Nothing where it has errors: the outcome says which file they are of.
std::optional<lower::LoopNest> nest_of(const ScriptOption& script, const std::map<std::string, int64_t>& sizes,
                                       Outcome& outcome) {
  const std::optional<std::string> text = open_script(script, outcome);
  if (!text) return std::nullopt;
  kernel::KernelAnalysis kernel = kernel::analyse(*text, {.sizes = sizes});
  const bool failed = has_errors(kernel.diagnostics);
  place_in_file(kernel.diagnostics, outcome.lines_of_file);
  append(outcome.of_file, std::move(kernel.diagnostics));
  if (failed || !kernel.nest) return std::nullopt;
  return std::move(kernel.nest);
}

nlohmann::json side_json(const std::string& text, int line) {
  nlohmann::json side = {{"text", text}};
  side["line"] = line > 0 ? nlohmann::json(line) : nlohmann::json();
  return side;
}

int line_in_file(int line, const std::vector<int>& lines) {
  const auto at = static_cast<size_t>(line);
  return line > 0 && at < lines.size() ? lines[at] : line;
}

void report(const NestComparison& c, const std::string& before, const std::string& after,
            const std::vector<int>& lines_before, const std::vector<int>& lines_after, Outcome& outcome) {
  nlohmann::json differences = nlohmann::json::array();
  for (const NestDifference& d : c.differences) {
    const int line_a = line_in_file(d.line_before, lines_before), line_b = line_in_file(d.line_after, lines_after);
    differences.push_back({{"what", to_string(d.what)},
                           {"text", d.text},
                           {"before", side_json(d.before, line_a)},
                           {"after", side_json(d.after, line_b)}});
    std::string places;
    if (line_a > 0) places += fmt::format("{}:{}", before, line_a);
    if (line_b > 0) places += fmt::format("{}{}:{}", places.empty() ? "" : ", ", after, line_b);
    outcome.text += fmt::format("{}{}: {}\n", places.empty() ? "" : places + ": ", to_string(d.what), d.text);
  }
  outcome.json["same"] = c.same();
  outcome.json["differences"] = std::move(differences);
  outcome.json["not_proved"] = c.not_proved;
  const std::string summary = c.same() ? "the nests are the same"
                                       : fmt::format("the nests differ in {} place{}", c.differences.size(),
                                                     c.differences.size() == 1 ? "" : "s");
  outcome.json["summary"] = summary;
  outcome.text = summary + "\n" + outcome.text;
  if (c.same() && c.not_proved > 0)
    outcome.text += fmt::format(
        "{} indices and conditions were found equal at the ends of their loops and some iterations between\n",
        c.not_proved);
}

}  // namespace

bool is_kernel_file(const std::string& path) {
  return path.ends_with(".py") || path.ends_with(".ipynb");
}

Outcome compare_kernels(const ScriptOption& before, const ScriptOption& after, const std::vector<std::string>& sets) {
  Outcome outcome;
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  outcome.file = before.path;
  const auto a = nest_of(before, sizes, outcome);
  if (!a) return outcome;
  const std::vector<int> lines_before = outcome.lines_of_file;
  outcome.lines_of_file.clear();
  outcome.of_file.clear();  // notes about the first file: what comes now is about the second
  outcome.file = after.path;
  const auto b = nest_of(after, sizes, outcome);
  if (!b) return outcome;
  const std::vector<int> lines_after = std::exchange(outcome.lines_of_file, {});
  std::optional<NestComparison> compared;
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] {
    stopped = within_budget({}, [&] {
      const Phase phase("comparing the nests");
      compared = tvmscript::compare_nests(*a, *b);
    });
  });
  if (stopped)
    outcome.diagnostics.push_back(std::move(*stopped));
  else
    report(*compared, before.path, after.path, lines_before, lines_after, outcome);
  return outcome;
}

}  // namespace nw::cli
