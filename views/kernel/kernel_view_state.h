// SPDX-License-Identifier: GPL-3.0-or-later
// State of the kernel tab: the last edit of the script, the displayed preview, selection and pins, and the profiles of
// its runs. The content of the faces is derived from this value; right after a preview has arrived, faces other than
// the nest still show the previous one. No widgets.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/kernel_pins.h"
#include "kernel/kernel_selection.h"
#include "kernel/nest_figures.h"
#include "kernel/nest_heat.h"
#include "kernel/preview.h"

namespace nw::views {

struct KernelViewState {
  using Preview = std::shared_ptr<const kernel::KernelPreview>;
  using Heat = std::shared_ptr<const kernel::NestHeat>;
  enum class Detail { Bounds, Prose, Changes };  // tabs below the nest that are computed only when visible
  // What selects the place in a new preview.
  enum class Follows { Nothing, Caret, Selection };

  // ── the script ──
  bool opened = false;               // one was set
  bool typing = false;               // the last edit was a keystroke
  bool trying = false;               // a preview of something not chosen yet is on screen
  bool follows_caret = false;        // the line with the caret is selected
  std::string requested;             // the last requested script, not one that is only tried
  int stop_after_line = 0;           // of the last request; 0: all steps
  int written_line = 0;              // by the last gesture, until its preview is shown
  std::set<std::string> axis_lines;  // lines that gestures wrote to name axes

  // ── the preview on screen ──
  Preview preview;
  Diagnostics diagnostics;  // of it; with their fixes once these are known
  std::shared_ptr<const kernel::NestFigures> figures;
  std::vector<int> step_lines;     // of all steps of its script
  Preview last_chosen;             // the last with a nest that was not only tried
  tir::PrintedNest compared_with;  // the nest that changes are marked against
  std::string target;              // hash of the facts whose figures are shown
  bool faces_outdated = false;     // all but the nest still show the preview before
  std::set<Detail> stale;          // outdated details, until they are visible

  // ── selection and marks ──
  KernelSelection selection;
  KernelMarks marks;
  std::vector<KernelPin> pins;        // by colour, as marks.pins; also those whose loop does not exist now
  std::map<std::string, Heat> heats;  // by script, of runs on the target
  std::map<std::string, std::map<std::string, Heat>> other_heats;  // of runs on others, by the hash of their facts

  // ── transitions ──
  bool open_script(bool editor_empty);  // from the document; true: it is the first
  void edited(bool by_key);             // in the editor
  void gesture_written(int line);       // 0: a step was taken away
  void fix_applied() { typing = false; }
  void request(const std::string& text, int stop_after);
  void try_change(int stop_after);
  bool end_trying() { return std::exchange(trying, false); }
  // `before`: the nest without the last step that ran; null: not asked, or none.
  void present(Preview shown, std::vector<int> steps, const tir::PrintedNest* before);
  void faces_presented();
  // Looks up the line of a stage or loop in the preview on screen. False: it was selected already.
  bool select(const KernelSelection& wanted, bool by_caret);
  void show_target(const std::string& facts_hash);
  int take_written_line() { return std::exchange(written_line, 0); }
  bool take_stale(Detail detail) { return preview && stale.erase(detail) > 0; }

  // ── display ──
  Follows follows() const;
  bool scrubbed() const { return stop_after_line > 0; }
  // What one types is rarely whole: until it is, the nest before stays.
  bool keeps_nest() const { return preview && !preview->nest && typing; }
  std::vector<bool> changed_lines() const;  // of the nest, one a line
  // Lines of steps that are left out, first and last; first 0: none. The kernel's own line always runs.
  std::pair<int, int> left_out(int lines_of_script) const;
  const Diagnostic* first_error() const;  // null: none
  const kernel::LoopFigures* figures_of_selection() const;
  Heat heat_of(const std::string& script) const;  // null: not known
  Heat heat() const;                              // of the nest on screen, where it is whole
};

// Script lines that a preview with a nest is without: refused, about what such a line would have made, or not
// understood.
std::set<int> refused_lines(const kernel::KernelPreview& preview);

}  // namespace nw::views
