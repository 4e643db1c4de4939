// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a script: parse, evaluate, and offer those fixes that mend what they claim to mend.
#include <algorithm>
#include <utility>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "schedule/verify.h"
#include "script/analysed_program.h"
#include "script/diagnostics.h"
#include "script/encoding.h"
#include "script/evaluator.h"
#include "script/mend_lines.h"
#include "script/mend_syntax.h"
#include "script/script.h"

namespace nw::script {

namespace {

constexpr size_t kMaxText = 8 << 20;
constexpr size_t kMaxTrials = 48;
constexpr double kTrialShare = 0.2;  // of the time that there is

bool has_error_at(const Diagnostics& diagnostics, int line) {
  return std::ranges::any_of(diagnostics,
                             [&](const Diagnostic& d) { return d.severity == Severity::Error && line_of(d) == line; });
}
size_t count_errors(const Diagnostics& diagnostics) {
  return static_cast<size_t>(
      std::ranges::count_if(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::Error; }));
}

// The diagnostics of parsing and running, by line.
void merge(Program& program, const Diagnostics& syntax) {
  // A sum with too little room is said once, by the rule that knows more of it.
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

Fix without(const Program& program, int line) {
  Fix fix{"delete the step", {}};
  for (const Statement& s : program.statements)
    for (int l = s.span.line; s.span.line == line && l <= std::max(line, s.last_line); ++l)
      fix.edits.push_back({Edit::Kind::Delete, l, {}});
  return fix;
}

// The fixes that schedule steps and rules propose are tried like our own: one that needs a name which its edits remove,
// or leaves another error, is not offered.
void collect_schedule_fixes(Program& program, const SyntaxTree& tree, const Evaluator& evaluator,
                            std::vector<Candidate>& candidates) {
  for (size_t i = 0; i < program.diagnostics.size(); ++i) {
    Diagnostic& d = program.diagnostics[i];
    if (d.code == "NW2507")
      for (Fix& fix : evaluator.wider_sums(line_of(d))) candidates.push_back({i, std::move(fix), true});
    if ((d.code == "NW2501" || d.code == "NW2506" || d.code == "NW2515") && d.where.size() > 1) {
      const int former = d.where[1].span.line;  // has no effect any more
      Fix fix = without(program, former);
      fix.title = "take line " + std::to_string(former) + " away";
      candidates.push_back({i, std::move(fix), false});
    }
    if (d.severity == Severity::Warning && (d.code == "NW2512" || d.code == "NW2514"))
      for (Fix& fix : std::exchange(d.fixes, {})) candidates.push_back({i, std::move(fix), false});
    if (d.code == "NW2511")
      for (Fix& fix : lanes_side_by_side(tree, program, d)) candidates.push_back({i, std::move(fix), false});
    if (d.severity != Severity::Error || d.code < "NW2100" || d.code > "NW2412") continue;
    if (d.code == "NW2125" || d.code == "NW2128")
      for (Fix& fix : Evaluator::steps_moved_behind(tree, program, line_of(d)))
        candidates.push_back({i, std::move(fix), false});
    if (d.code == "NW2323")
      for (Fix& fix : Evaluator::computed_first(tree, program, line_of(d)))
        candidates.push_back({i, std::move(fix), false});
    if (d.code == "NW2100" && d.because.empty())  // of a loop that came before cache_write or rfactor
      for (const Statement& s : program.statements)
        if ((s.primitive == schedule::Primitive::CacheWrite || s.primitive == schedule::Primitive::Rfactor) &&
            s.span.line < line_of(d))
          for (Fix& fix : Evaluator::steps_moved_behind(tree, program, s.span.line))
            candidates.push_back({i, std::move(fix), false});
    std::vector<Fix> own = std::exchange(d.fixes, {});
    if (d.code == "NW2306" && own.size() > 1) {
      candidates.push_back({i, std::move(own[0]), false});
      own.erase(own.begin());
      for (Fix& fix : Evaluator::said_of_readers(tree, program, d)) candidates.push_back({i, std::move(fix), false});
    }
    if (d.code >= "NW2410") {  // what keeps the intrinsic, then what keeps the loop, and last without the step
      if (own.size() > 1) candidates.push_back({i, std::move(own[0]), false});
      for (Fix& fix : evaluator.instead_of_tensorize(line_of(d))) candidates.push_back({i, std::move(fix), true});
      own = {std::move(own.back())};
    }
    for (Fix& fix : own) candidates.push_back({i, std::move(fix), false});
    if (d.code == "NW2320" || d.code == "NW2321")
      for (Fix& fix : evaluator.guards(line_of(d))) candidates.push_back({i, std::move(fix), true});
    if (d.code == "NW2322")
      for (Fix& fix : evaluator.wider_sums(line_of(d))) candidates.push_back({i, std::move(fix), true});
    // Last of all, and if nothing uses what it binds: without the step.
    if (d.code < "NW2300") candidates.push_back({i, without(program, line_of(d)), true});
  }
}

// Ways to mend what could not be understood, each tried until one reads.
void mend_syntax(Diagnostics& syntax, size_t other_errors, std::string_view text, ReadOptions options) {
  options.explain = false;
  size_t trials = 0;
  for (Diagnostic& d : syntax)
    for (Fix& way : syntax_fixes(d, text)) {
      if (++trials > kMaxTrials || options.cancel.cancelled() || budget::time_used() > kTrialShare) return;
      const Program tried = read(apply_fix(text, way), options);
      if (count_errors(tried.diagnostics) >= count_errors(syntax) + other_errors ||
          has_error_at(tried.diagnostics, line_of(d)))
        continue;
      d.fixes.push_back(std::move(way));
      break;
    }
}

// A fix is offered if the script, so edited, has no error left on that line and fewer in all.
void try_candidates(Program& program, const std::vector<Candidate>& candidates, const Diagnostics& syntax,
                    std::string_view text, ReadOptions options) {
  const size_t errors = count_errors(program.diagnostics) + count_errors(syntax);
  options.explain = false;
  size_t trials = 0;
  for (const Candidate& c : candidates) {
    Diagnostic& d = program.diagnostics[c.diagnostic];
    if (c.only_if_first && !d.fixes.empty()) continue;
    if (++trials > kMaxTrials || options.cancel.cancelled() || budget::time_used() > kTrialShare) return;
    const Program tried = read(apply_fix(text, c.fix), options);
    const bool inserts = c.fix.edits.size() == 1 && c.fix.edits[0].kind != Edit::Kind::Delete;
    const bool warned = d.severity == Severity::Warning;  // then it must not be said any more, and nothing worse
    const bool said = std::ranges::any_of(
        tried.diagnostics, [&](const Diagnostic& other) { return other.code == d.code && other.message == d.message; });
    if (warned ? said || count_errors(tried.diagnostics) > errors : count_errors(tried.diagnostics) >= errors) continue;
    if (inserts && has_error_at(tried.diagnostics, c.fix.edits[0].line)) continue;
    d.fixes.push_back(c.fix);
  }
}

}  // namespace

namespace {

// The rules about the whole schedule. To find the step to blame, the script is run again without one step.
void verify_schedule(Program& program, const SyntaxTree& tree, std::string_view text, const ReadOptions& options,
                     std::optional<schedule::ScheduleAnalysis>* analysed) {
  schedule::Replay replay;
  replay.placement_refused = std::ranges::any_of(program.statements, [](const Statement& s) {
    return s.primitive && schedule::info(*s.primitive).places && !s.applied;
  });
  for (const Statement& s : program.statements) {
    if (!s.primitive || !s.applied) continue;
    const auto at = std::ranges::find(tree.statements, s.span.line, &SyntaxStatement::line);
    replay.steps.push_back({s.span, s.last_line, std::string(at->text), s.stage});
  }
  if (!options.explain) replay.steps.clear();  // nobody asks for the step to blame
  replay.without = [&](size_t i) {
    ReadOptions quiet = options;
    quiet.explain = false;
    return Evaluator(tree, text, quiet, replay.steps[i].span.line).run().schedule;
  };
  append(program.diagnostics, schedule::verify(*program.schedule, replay, analysed, analysed != nullptr));
}

constexpr uint32_t kShallow = 1'000;  // levels that any thread's stack has room for

Program evaluate(const SyntaxTree& tree, std::string_view text, const ReadOptions& options,
                 std::optional<schedule::ScheduleAnalysis>* analysed) {
  Evaluator evaluator(tree, text, options);
  Program program = evaluator.run();
  if (options.verify && program.schedule) verify_schedule(program, tree, text, options, analysed);
  std::vector<Candidate> candidates = evaluator.candidates();
  if (options.explain) collect_schedule_fixes(program, tree, evaluator, candidates);
  if (!candidates.empty() && options.fixes) try_candidates(program, candidates, tree.diagnostics, text, options);
  Diagnostics syntax = tree.diagnostics;
  if (options.explain && options.fixes && !syntax.empty())
    mend_syntax(syntax, count_errors(program.diagnostics), text, options);
  merge(program, syntax);
  for (Diagnostic& d : program.diagnostics)
    for (Fix& fix : d.fixes) keep_comments(fix, text);
  return program;
}

// Every line ends in one line feed: "\r" by itself ends a line too, as for Python. Places stay where they are.
std::string with_line_feeds(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i < out.size(); ++i)
    if (out[i] == '\r' && (i + 1 == out.size() || out[i + 1] != '\n')) out[i] = '\n';
  return out;
}

Program read(std::string_view given, const ReadOptions& options, std::optional<schedule::ScheduleAnalysis>* analysed) {
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
  if (tree.height <= kShallow) return evaluate(tree, text, options, analysed);
  Program program;
  on_deep_stack([&] { program = evaluate(tree, text, options, analysed); });
  return program;
}

}  // namespace

Program read(std::string_view text, const ReadOptions& options) {
  return read(text, options, nullptr);
}

AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options) {
  AnalysedProgram read_one;
  read_one.program = read(text, options, &read_one.analysed);
  if (!read_one.program.ok()) read_one.analysed.reset();
  return read_one;
}

}  // namespace nw::script
