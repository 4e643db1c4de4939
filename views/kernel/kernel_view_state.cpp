// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel_view_state.h"

#include <algorithm>

#include "kernel/nest_diff.h"
#include "workspace/history.h"

namespace nw::views {

namespace {

bool same_nest(const tir::PrintedNest& a, const tir::PrintedNest& b) {
  return std::ranges::equal(a.lines, b.lines,
                            [](const tir::PrintedLine& x, const tir::PrintedLine& y) { return x.text == y.text; });
}

// The script line of a stage or one of its loops, as the tree has it; 0: none.
int line_of_place(const kernel::KernelPreview* preview, const KernelSelection& place) {
  if (!preview || !place.stage.valid()) return 0;
  for (const kernel::LoopTreeRow& row : preview->tree)
    if (row.stage == place.stage && row.axis == place.axis) return row.line;
  return 0;
}

}  // namespace

// ── transitions ──────────────────────────────────────────────────────────────────────────────────────────────────

bool KernelViewState::open_script(bool editor_empty) {
  typing = false;
  return !std::exchange(opened, true) || editor_empty;
}

void KernelViewState::edited(bool by_key) {
  follows_caret = true;
  typing = by_key;
}

void KernelViewState::gesture_written(int line) {
  follows_caret = typing = false;
  written_line = line;
}

void KernelViewState::request(const std::string& text, int stop_after) {
  requested = text;
  stop_after_line = stop_after;
}

void KernelViewState::try_change(int stop_after) {
  trying = true;
  stop_after_line = stop_after;
}

// After an edit its changes are marked; while typing, those of the last keystroke that changed a loop. Elsewhere in
// the script's steps or its history, what the last step shown changed. What is only tried is seen against the script as
// it is, and is nothing to compare with.
void KernelViewState::present(Preview shown, std::vector<int> steps, const tir::PrintedNest* before) {
  if (!trying && shown->nest) {
    if (before)
      compared_with = *before;
    else if (last_chosen && shown->text != last_chosen->text &&
             !(typing && same_nest(shown->printed, last_chosen->printed)))
      compared_with = last_chosen->printed;
    last_chosen = shown;
  }
  preview = std::move(shown);
  diagnostics = preview->diagnostics;
  step_lines = std::move(steps);
  figures.reset();
  faces_outdated = true;
}

void KernelViewState::faces_presented() {
  faces_outdated = false;
  stale = {Detail::Bounds, Detail::Prose, Detail::Changes};
}

bool KernelViewState::select(const KernelSelection& wanted, bool by_caret) {
  follows_caret = follows_caret && by_caret;
  KernelSelection next = wanted;
  if (next.line == 0) next.line = line_of_place(preview.get(), next);
  if (next == selection) return false;
  selection = std::move(next);
  return true;
}

void KernelViewState::show_target(const std::string& facts_hash) {
  typing = false;  // what follows is not kept waiting for the next key
  if (facts_hash == target) return;
  other_heats[target] = std::move(heats);
  heats = std::move(other_heats[facts_hash]);
  other_heats.erase(facts_hash);
  target = facts_hash;
}

// ── display ────────────────────────────────────────────────────────────────────────────────────────────────

KernelViewState::Follows KernelViewState::follows() const {
  if (trying) return Follows::Nothing;
  if (follows_caret) return Follows::Caret;
  return selection.stage.valid() ? Follows::Selection : Follows::Nothing;
}

std::vector<bool> KernelViewState::changed_lines() const {
  const tir::PrintedNest& against = trying && last_chosen ? last_chosen->printed : compared_with;
  return against.lines.empty() ? std::vector<bool>(preview->printed.lines.size(), false)
                               : kernel::changed_lines(against, preview->printed);
}

std::pair<int, int> KernelViewState::left_out(int lines_of_script) const {
  int last = scrubbed() ? lines_of_script : 0;
  for (const script::Statement& s : preview->program.statements)
    if (s.part == script::Statement::Part::Kernel) last = std::min(last, s.span.line - 1);
  return {scrubbed() ? stop_after_line + 1 : 0, last};
}

const Diagnostic* KernelViewState::first_error() const {
  const auto error = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
  return error == diagnostics.end() ? nullptr : &*error;
}

const kernel::LoopFigures* KernelViewState::figures_of_selection() const {
  return figures && selection.axis.valid() ? figures->of_axis(selection.axis) : nullptr;
}

KernelViewState::Heat KernelViewState::heat_of(const std::string& script) const {
  const auto known =
      std::ranges::find_if(heats, [&script](const auto& heat) { return workspace::same_code(heat.first, script); });
  return known == heats.end() ? nullptr : known->second;
}

KernelViewState::Heat KernelViewState::heat() const {
  return preview && preview->nest && !scrubbed() ? heat_of(preview->text) : nullptr;
}

std::set<int> refused_lines(const kernel::KernelPreview& preview) {
  std::set<int> lines;
  for (const script::Statement& s : preview.program.statements)
    if (!s.applied && s.part == script::Statement::Part::Schedule) lines.insert(s.span.line);
  const auto ran = [&](int line) {
    return std::ranges::any_of(preview.program.statements, [line](const script::Statement& s) {
      return s.applied && line >= s.span.line && line <= s.last_line;
    });
  };
  for (const Diagnostic& d : preview.diagnostics)
    if (const int line = line_of(d); d.severity == Severity::Error && line > 0 && !ran(line)) lines.insert(line);
  return lines;
}

}  // namespace nw::views
