// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule described stage by stage, as other tools need it: which loops were made of which, their final order, what
// was annotated with, where the stage is computed. What a tool cannot express is listed by script line.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "schedule/bounds.h"
#include "script/script.h"

namespace nw::exporting {

struct LoopStep {
  // Order: the stage's loops brought into `order`, so that a fuse behind it finds its loops side by side.
  enum class Kind { Split, Fuse, Order } kind = Kind::Split;
  AxisId parent, outer, inner;  // split: parent → outer, inner; fuse: outer, inner → parent
  int64_t factor = 0;           // of a split: iterations of the inner loop
  int64_t parts = 0;            // of a split into so many parts: iterations of the outer loop
  std::vector<AxisId> order = {};
};

struct LoopMark {
  AxisId axis;
  tir::IterType type = tir::IterType::Vectorized;  // Vectorized, Unrolled or Parallelized
  int64_t extent = 0;                              // 0: not constant
};

// Annotations of a loop or a dimension besides how it runs.
struct LoopNote {
  enum class Kind { Pragma, Align, Prefetch } kind = Kind::Pragma;
  AxisId axis;          // of Align: a data axis of the computation
  std::string key;      // of a pragma
  int64_t value = 0;    // of a pragma; Align: the factor; Prefetch: how many iterations ahead
  int64_t offset = 0;   // of Align
  StageId tensor = {};  // of Prefetch
};

struct StagePlan {
  StageId stage;
  const te::ComputeNode* compute = nullptr;
  std::map<AxisId, std::string> names;  // of every axis: behind the stage's and "_" an identifier, unique
  std::vector<AxisId> root;
  const schedule::TransformRelation* layout = nullptr;  // in which it is stored, if it has one and the tool has words
  std::vector<AxisId> loops;                            // before the first step: root, or those of the layout
  std::vector<LoopStep> steps;
  std::vector<AxisId> order;  // of the loops, outermost first
  bool reordered = false;
  std::vector<LoopMark> marks;
  std::vector<LoopNote> notes;                    // those that the tool has words for
  std::map<AxisId, std::vector<AxisId>> instead;  // of a loop that could not be made: what it was to be made of
  enum class Place { Root, Inline, At } place = Place::Root;
  StageId at_stage;
  AxisId at_axis;  // one of the loops that its reader has in the end
  bool is_output = false;
};

struct Plan {
  std::vector<te::Tensor> inputs;
  std::vector<te::Tensor> args;          // of the kernel, in order
  std::vector<StagePlan> stages;         // producers first
  std::map<StageId, std::string> names;  // identifiers, unique
  Diagnostics diagnostics;               // NW4126: what the tool cannot say, by line; NW4127: what it cannot compute
  const StagePlan* find(StageId stage) const;
};

// What a tool can say beyond splits, orders, marks and places.
struct Abilities {
  std::string tool;         // "Halide"
  bool mixed_fuse = false;  // a data loop with a reduction loop
  bool constant_sizes_only = true;
  bool copies = false;         // has words for cache_read and cache_write, and for the memory that they name
  bool layouts = false;        // and for transform_layout of what the kernel computes for itself
  bool starts = true;          // reductions may have init= and where=
  bool plain_vectors = false;  // a vectorized loop has neither memory of its own nor another vectorized loop inside
  std::function<bool(const schedule::Stage&, const LoopNote&)> notes = {};  // whether it has words for one; null: none
  bool c_names = false;              // names that C keeps for itself cannot be used
  std::set<std::string> words = {};  // names that the tool or the text around keeps for itself
};

Plan plan(const script::Program& program, const schedule::Bounds& bounds, const Abilities& tool);

}  // namespace nw::exporting
