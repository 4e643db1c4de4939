// SPDX-License-Identifier: GPL-3.0-or-later
// `candidates SCRIPT --stage S [--axis A]`: the steps that are legal there, and why others are not.
#include "advise/candidates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advise/next_steps.h"
#include "commands.h"
#include "kernel/find_loop.h"
#include "schedule/catalogue.h"
#include "script/text.h"
#include "settings.h"

namespace nw::cli {

namespace {

struct CandidatesArguments {
  ScriptOption script;
  std::string stage, axis, target;
  std::vector<std::string> sets;
};

// The lines that the step would be written as; empty where it only takes another away, or cannot be written.
std::string line_of(const edit::Gestures& gestures, const std::string& text, const advise::Candidate& candidate) {
  if (candidate.edit.changes_nothing()) return {};
  return fmt::format("{}", fmt::join(advise::written_lines(text, gestures.write(candidate.edit)), "\n"));
}

// What the step changes in the script, as fixes write it: the lines between the first and the last that differ. A step
// that moves others with it, or takes one away, is more than its line.
nlohmann::json edits_of(const std::string& before, const std::string& after) {
  const std::vector<std::string> was = script::lines_of(before), is = script::lines_of(after);
  size_t same = 0, was_last = was.size(), last = is.size();
  while (same < was.size() && same < is.size() && was[same] == is[same]) ++same;
  while (last > same && was_last > same && is[last - 1] == was[was_last - 1]) --last, --was_last;
  nlohmann::json edits = nlohmann::json::array();
  const auto written = fmt::format("{}", fmt::join(is.begin() + static_cast<std::ptrdiff_t>(same),
                                                   is.begin() + static_cast<std::ptrdiff_t>(last), "\n"));
  if (last > same) edits.push_back({{"line", same + 1}, {was_last > same ? "replace" : "insert", written}});
  for (size_t line = last > same ? same + 1 : same; line < was_last; ++line)
    edits.push_back({{"line", line + 1}, {"delete", ""}});
  return edits;
}

Outcome candidates(const CandidatesArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  outcome.json["candidates"] = nlohmann::json::array();
  kernel::PreviewOptions options;
  const std::optional<std::string> text = read_script(a.script, a.sets, options.sizes, outcome);
  if (!text || !read_target_option(a.target, options.target, outcome)) return outcome;
  const kernel::KernelPreview preview = kernel::preview(*text, options);
  outcome.diagnostics = preview.diagnostics;
  warn_of_unknown_sizes(preview.program, options.sizes, outcome.diagnostics);
  if (!preview.program.schedule) return outcome;
  Result<kernel::NamedLoop> at = kernel::find_loop(preview, a.stage, a.axis);
  append(outcome.diagnostics, std::move(at.diagnostics));
  if (!at.value) return outcome;
  const edit::Gestures gestures(preview.text, preview.program);
  std::string illegal;
  for (const advise::Candidate& each : advise::candidates(preview, at->stage, at->axis)) {
    if (each.edit.changes_nothing() && each.why_not.empty()) continue;
    const char* step = schedule::info(each.primitive).name;
    const std::string line = line_of(gestures, preview.text, each);
    outcome.json["candidates"].push_back({{"step", step},
                                          {"line", line},
                                          {"label", each.edit.label.english()},
                                          {"legal", each.legal},
                                          {"why", each.why_not}});
    if (each.legal) {
      const std::string after = gestures.write(each.edit).text;
      outcome.json["candidates"].back()["edits"] = edits_of(preview.text, after);
    }
    const std::string shown = line.empty() ? each.edit.label.english() : line;
    if (each.legal)
      outcome.text += shown + "\n";
    else
      illegal += fmt::format("{}: {}\n", shown.empty() ? step : shown, each.why_not);
  }
  if (!illegal.empty()) outcome.text += "not legal:\n" + illegal;
  return outcome;
}

}  // namespace

Run add_candidates(CLI::App& app) {
  auto a = std::make_shared<CandidatesArguments>();
  add_script_option(app, a->script);
  app.add_option("--stage", a->stage, "the stage, by its name in the script")->required();
  app.add_option("--axis", a->axis, "one of its loops; otherwise the steps are those about the whole stage");
  add_target_option(app, a->target);
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  return [a] { return candidates(*a); };
}

}  // namespace nw::cli
