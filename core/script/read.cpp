// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a script: parse, evaluate, check the schedule.
#include <algorithm>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "schedule/verify.h"
#include "script/diagnostics.h"
#include "script/encoding.h"
#include "script/evaluator.h"
#include "script/script.h"
#include "script/step_source.h"

namespace nw::script {

namespace {

constexpr size_t kMaxText = 8 << 20;

// The diagnostics of parsing and running, by line.
void merge(Program& program, const Diagnostics& syntax) {
  // A sum in a type too narrow for it is reported once, by the rule that knows more of it.
  const Diagnostics all = program.diagnostics;
  std::erase_if(program.diagnostics, [&](const Diagnostic& d) {
    return d.code == "NW2027" && std::ranges::any_of(all, [&](const Diagnostic& other) {
             return (other.code == "NW2322" || other.code == "NW2507") && line_of(other) == line_of(d);
           });
  });
  program.diagnostics.insert(program.diagnostics.begin(), syntax.begin(), syntax.end());
  std::stable_sort(program.diagnostics.begin(), program.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
}

// The rules about the whole schedule. To find the step to blame, the script is run again without one step.
void verify_schedule(Program& program, const SyntaxTree& tree, std::string_view text, const ReadOptions& options,
                     std::optional<schedule::ScheduleAnalysis>* analysed) {
  schedule::Replay replay;
  replay.explain = options.explain;
  replay.placement_refused = std::ranges::any_of(program.statements, [](const Statement& s) {
    return s.primitive && schedule::info(*s.primitive).places && !s.applied;
  });
  for (const Statement& s : program.statements) {
    if (!s.primitive || !s.applied || !options.explain) continue;  // quiet: nobody asks for the step to blame
    const auto at = std::ranges::find(tree.statements, s.span.line, &SyntaxStatement::line);
    replay.steps.push_back(step_source(*at, s));
  }
  replay.without = [&](size_t i) {
    ReadOptions quiet = options;
    quiet.explain = false;
    return Evaluator(tree, text, quiet, nullptr, replay.steps[i].span.line).run().schedule;
  };
  append(program.diagnostics,
         schedule::verify(*program.schedule, replay, {options.target.get(), analysed, analysed != nullptr}));
}

constexpr uint32_t kShallow = 1'000;  // levels that any thread's stack has room for

Program evaluate(const SyntaxTree& tree, std::string_view text, const ReadOptions& options, ReadObserver* observer,
                 std::optional<schedule::ScheduleAnalysis>* analysed) {
  Evaluator evaluator(tree, text, options, observer);
  Program program = evaluator.run();
  if (options.verify && program.schedule) verify_schedule(program, tree, text, options, analysed);
  Diagnostics syntax = tree.diagnostics;
  if (observer && options.explain)
    observer->finished(evaluator.evaluation(program), program, syntax);
  else
    for (Diagnostic& d : program.diagnostics) d.fixes.clear();  // nobody has tried them
  merge(program, syntax);
  return program;
}

// Every line ends in one line feed: "\r" by itself ends a line too, as for Python. Places stay where they are.
std::string with_line_feeds(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i < out.size(); ++i)
    if (out[i] == '\r' && (i + 1 == out.size() || out[i + 1] != '\n')) out[i] = '\n';
  return out;
}

Program read(std::string_view given, const ReadOptions& options, ReadObserver* observer,
             std::optional<schedule::ScheduleAnalysis>* analysed) {
  const Phase phase("reading the script");
  if (auto other = not_utf8(given)) {
    Program program;
    program.diagnostics.push_back(std::move(*other));
    return program;
  }
  std::string converted;
  if (given.find('\r') != std::string_view::npos) converted = with_line_feeds(given);
  const std::string_view text = converted.empty() ? given : std::string_view(converted);
  SyntaxTree tree = parse(text.substr(0, kMaxText));
  if (text.size() > kMaxText) {
    const auto lines = std::count(text.begin(), text.begin() + kMaxText, '\n');
    tree.diagnostics.push_back(too_large({static_cast<int>(lines) + 1, 1, 1}));
  }
  if (tree.height <= kShallow) return evaluate(tree, text, options, observer, analysed);
  Program program;
  on_deep_stack([&] { program = evaluate(tree, text, options, observer, analysed); });
  return program;
}

}  // namespace

bool has_script_syntax(std::string_view text) {
  return !has_errors(parse(text).diagnostics);
}

Program read(std::string_view text, const ReadOptions& options) {
  return read(text, options, nullptr, nullptr);
}

Program read(std::string_view text, const ReadOptions& options, ReadObserver& observer) {
  return read(text, options, &observer, nullptr);
}

namespace {

AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options, ReadObserver* observer) {
  AnalysedProgram read_one;
  read_one.program = read(text, options, observer, &read_one.analysed);
  if (!read_one.program.ok()) read_one.analysed.reset();
  return read_one;
}

}  // namespace

AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options) {
  return read_analysed(text, options, nullptr);
}

AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options, ReadObserver& observer) {
  return read_analysed(text, options, &observer);
}

}  // namespace nw::script
