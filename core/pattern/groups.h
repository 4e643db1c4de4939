// SPDX-License-Identifier: GPL-3.0-or-later
// All places of a program where a pattern is taken, as TVM's PatternGrouper chooses them: from the result upward, the
// first that matches claims its expressions; what would be computed outside too is dropped.
#pragma once

#include <functional>
#include <map>

#include "pattern/matcher.h"

namespace nw::pattern {

struct Group {
  ExprId root;
  std::vector<ExprId> arguments;  // what becomes a parameter, in the pattern's order
  std::vector<ExprId> parameters;
  ExprId body;                  // a copy of the piece, over the parameters
  std::vector<ExprId> members;  // inside, operators and constants too; in post order
  std::string made_of;          // "nn.conv2d_nn.bias_add_"
  std::map<const PatternNode*, std::vector<ExprId>> stands_for;
};

// Why a match makes no group.
struct Refusal {
  MissKind kind = MissKind::Taken;  // or UsedOutside
  ExprId node;
  ExprId by;  // the root of the group that has it, or what reads it
};

struct GroupSearch {
  // Told of every root that was tried and gave no group; null: nobody wants to know. `matched`: it was refused.
  std::function<void(ExprId root, const Matcher& matcher, const Refusal* refusal)> missed;
  bool keep_matches = false;  // fill Group::stands_for
};

struct Groups {
  std::vector<Group> list;
  std::map<ExprId, size_t> by_root;
  bool cut = false;  // a trial was not brought to its end
};

Groups find_groups(ExprPool& pool, const ExprIndex& index, const graph::OpTraitsTable& traits, const Pattern& pattern,
                   const GroupSearch& search = {});

}  // namespace nw::pattern
