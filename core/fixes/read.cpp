// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/read.h"

#include <algorithm>
#include <utility>

#include "base/budget.h"
#include "fixes/comments.h"
#include "fixes/registry.h"
#include "fixes/statements.h"
#include "fixes/syntax.h"

namespace nw::fixes {

namespace {

using script::Evaluation;
using script::Program;
using script::ReadOptions;

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

// Tries edited scripts, as many as there is time for.
class Trials {
 public:
  Trials(std::string_view text, const ReadOptions& options) : text_(text), options_(options) {
    options_.explain = false;
  }
  // The diagnostics of the script with the fix; nothing if there is no time for another trial.
  std::optional<Diagnostics> diagnostics_after(const Fix& fix) {
    if (++trials_ > kMaxTrials || options_.cancel.cancelled() || budget::time_used() > kTrialShare) return std::nullopt;
    return script::read(apply_fix(text_, fix), options_).diagnostics;
  }

 private:
  std::string_view text_;
  ReadOptions options_;
  size_t trials_ = 0;
};

// A step that its primitive refused, so that nothing was made by it.
bool is_refused_step(const Program& program, const Diagnostic& d) {
  const script::Statement* s = record_at(program, line_of(d));
  return d.severity == Severity::Error && s && s->step && !s->applied;
}

class FixFinder : public script::ReadObserver {
 public:
  explicit FixFinder(const ReadOptions& options) : options_(options) {}

  void reported(const Evaluation& at, const script::Facts& facts) override {
    Context c(at, at.program.diagnostics.size() - 1, proposals_);
    propose_reported(c, facts);
  }

  void finished(const Evaluation& at, Program& program, Diagnostics& syntax) override {
    for (size_t i = 0; i < program.diagnostics.size(); ++i) {
      Diagnostic& d = program.diagnostics[i];
      Context c(at, i, proposals_);
      propose_read(c, std::exchange(d.fixes, {}));
      // Last of all, and if nothing uses what it binds: without the step.
      if (is_refused_step(program, d)) c.propose(without_step(program, line_of(d), "delete the step"), When::NoFixYet);
    }
    try_proposals(program, syntax, at.text);
    try_syntax_fixes(syntax, count_errors(program.diagnostics), at.text);
    for (Diagnostics* all : {&program.diagnostics, &syntax})
      for (Diagnostic& d : *all)
        for (Fix& fix : d.fixes) keep_comments(fix, at.text);
  }

 private:
  // A proposal becomes a fix if the script, so edited, has fewer errors; in place of a warning, if the warning is gone
  // and there is no new error.
  void try_proposals(Program& program, const Diagnostics& syntax, std::string_view text) {
    const size_t errors = count_errors(program.diagnostics) + count_errors(syntax);
    Trials trials(text, options_);
    for (const Proposal& p : proposals_) {
      Diagnostic& d = program.diagnostics[p.diagnostic];
      if (p.when == When::Untried) d.fixes.push_back(p.fix);
      if (p.when == When::Untried || (p.when == When::NoFixYet && !d.fixes.empty())) continue;
      const auto after = trials.diagnostics_after(p.fix);
      if (!after) continue;
      const size_t left = count_errors(*after);
      const bool repeated = std::ranges::any_of(
          *after, [&](const Diagnostic& other) { return other.code == d.code && other.message == d.message; });
      if (d.severity == Severity::Warning ? repeated || left > errors : left >= errors) continue;
      const bool inserts = p.fix.edits.size() == 1 && p.fix.edits[0].kind != Edit::Kind::Delete;
      if (inserts && has_error_at(*after, p.fix.edits[0].line)) continue;
      d.fixes.push_back(p.fix);
    }
  }

  // For what could not be understood, the first proposal with which the line reads.
  void try_syntax_fixes(Diagnostics& syntax, size_t other_errors, std::string_view text) {
    Trials trials(text, options_);
    for (Diagnostic& d : syntax)
      for (Fix& way : syntax_fixes(d, text)) {
        const auto after = trials.diagnostics_after(way);
        if (!after) return;
        if (count_errors(*after) >= count_errors(syntax) + other_errors || has_error_at(*after, line_of(d))) continue;
        d.fixes.push_back(std::move(way));
        break;
      }
  }

  const ReadOptions& options_;
  std::vector<Proposal> proposals_;
};

}  // namespace

Program read(std::string_view text, const ReadOptions& options) {
  FixFinder finder(options);
  return script::read(text, options, finder);
}

script::AnalysedProgram read_analysed(std::string_view text, const ReadOptions& options) {
  FixFinder finder(options);
  return script::read_analysed(text, options, finder);
}

}  // namespace nw::fixes
