// SPDX-License-Identifier: GPL-3.0-or-later
// What could be tried of a primitive on a loop or a stage: steps with typical arguments. Whether one is legal is not
// checked here. The rows of the catalogue name the functions below; a row without one proposes every combination of
// what the kinds of its parameters allow.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "schedule/step.h"

namespace nw::schedule {

struct Proposal {
  Step step;                  // of a reorder: with all loops of the stage, in their new order
  std::string argument = {};  // what distinguishes it from others of the primitive: a scope, a factor, a thread
  // Where: the stage and loop to compute at; the loop to fuse with; the loop to move before (none: innermost).
  StageId at_stage = {};
  AxisId at_axis = {};
};

struct ProposalSubject {
  const Schedule& schedule;
  StageId stage;
  AxisId axis;  // none for a step of the whole stage
  const std::map<std::string, std::shared_ptr<const TensorIntrin>>& intrinsics;
  std::function<int64_t(AxisId)> extent;    // 0 where it is no number
  std::function<std::string(AxisId)> name;  // a short one

  const Stage& own() const { return schedule.stage(stage); }
};

std::vector<Proposal> proposals(const ProposalSubject& of, Primitive primitive);

// Where several loops of a stage could be moved together, keeping their order: a reorder for each place.
std::vector<Proposal> propose_orders(const ProposalSubject& of, const std::vector<AxisId>& moved);
// The stage's leaves with `axes` moved, in their present order, before `before` (none: innermost). If `before` is
// itself moved, the next leaf that is not takes its place.
std::vector<AxisId> moved_before(const Stage& stage, const std::vector<AxisId>& axes, AxisId before);
// What a loop of this extent (0: not known) is tiled by unasked: 4, or what divides it and is not more.
int64_t usual_tile(int64_t extent);

// For the catalogue.
std::vector<Proposal> propose_split(const ProposalSubject& of);
std::vector<Proposal> propose_tile(const ProposalSubject& of);
std::vector<Proposal> propose_fuse(const ProposalSubject& of);
std::vector<Proposal> propose_reorder(const ProposalSubject& of);
std::vector<Proposal> propose_compute_at(const ProposalSubject& of);
std::vector<Proposal> propose_compute_inline(const ProposalSubject& of);
std::vector<Proposal> propose_compute_root(const ProposalSubject& of);
std::vector<Proposal> propose_pragma(const ProposalSubject& of);
std::vector<Proposal> propose_store_predicate(const ProposalSubject& of);
std::vector<Proposal> propose_transform_layout(const ProposalSubject& of);
std::vector<Proposal> propose_rfactor(const ProposalSubject& of);
std::vector<Proposal> propose_create_group(const ProposalSubject& of);
std::vector<Proposal> propose_group_compute_at(const ProposalSubject& of);

}  // namespace nw::schedule
