// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernel tab shows after every keystroke: the analysis of the script (kernel/analysis.h) with the rows of its
// loop tree and bounds. A pure function of the text: run it on any thread, drop it when a later text arrives.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/analysis.h"
#include "tir/print.h"

namespace nw::kernel {

// A row of the loop tree: a stage, or one of its loops, outermost first, with the stages attached at it beneath.
struct LoopTreeRow {
  enum class Kind { Stage, Axis } kind = Kind::Stage;
  StageId stage;
  AxisId axis;         // of an Axis row
  std::string name;    // the stage's name, or the axis' name in the script, else TVM's
  std::string hint;    // TVM's name of an axis
  std::string detail;  // "parallel", "inline", "reduce", …
  std::string extent;  // of an axis, as text; empty if bounds failed
  std::string now;     // the value of a symbolic extent at the sizes given: "32", "2–3"; empty: not known
  int line = 0;        // script line that shaped it last
  int depth = 0;       // indentation
  int parent = -1;     // row index
  bool operator==(const LoopTreeRow&) const = default;
};

struct BoundsRow {
  std::string stage, axis, kind;  // the axis as a LoopTreeRow names it; kind: "data", "reduce", "parallel", …
  std::string hint;               // TVM's name of the axis
  std::string min, extent, now;   // now: as a LoopTreeRow's
  bool leaf = false;
  schedule::Because because;
  StageId stage_id;
  AxisId axis_id;
  bool operator==(const BoundsRow&) const = default;
};

// An analysis, and its rows on the screen.
struct KernelPreview : KernelAnalysis {
  tir::PrintedNest printed;  // loops by their names in the script
  std::vector<LoopTreeRow> tree;
  std::vector<BoundsRow> bounds;
  double micros = 0;  // that computing this took
};

struct PreviewOptions : AnalysisOptions {
  std::map<std::string, int64_t> at_sizes = {};  // it stays symbolic, and extents say what they come to at these
};

// Loops of a nest as the script calls them, where it does ("xo" for x.outer); the loops of first values keep their
// ending ("xo.init"), those that threads run have the thread's name. For as long as the schedule lives.
tir::LoopNames names_in_script(const schedule::Schedule& lowered);

KernelPreview preview(const std::string& text, const PreviewOptions& options = {});
// The rows of an analysis, within the budget of the caller. at_sizes: as in PreviewOptions.
KernelPreview preview_of(KernelAnalysis kernel, const std::map<std::string, int64_t>& at_sizes = {});

// The diagnostics of a preview without fixes, with their fixes; each of these is tried, which may take a
// hundred times as long as the preview.
Diagnostics fixes_for(Diagnostics found, const std::string& text, const PreviewOptions& options = {});

}  // namespace nw::kernel
