// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a table applied to a model until nothing changes, as TVM's dataflow_pattern.rewrite: rules in their
// order, each over the whole function, round after round.
#pragma once

#include "base/cancel.h"
#include "graph/op_traits.h"
#include "pattern/exprs.h"
#include "pattern/table.h"

namespace nw::pattern {

struct RewriteOptions {
  std::set<std::string> only;  // listed names; empty: all
  bool once = false;           // one round
  int rounds = 0;              // at most so many; 0: until nothing changes
  CancelToken cancel = {};     // then it ends as it is
};

// One place where a rule was applied.
struct RewriteStep {
  int round = 0;  // from 1
  std::string rule;
  ExprId root;                  // before
  std::vector<ExprId> removed;  // calls, tuples and fields that the pattern matched
  std::vector<ExprId> made;     // what the rule made
};

struct Rewritten {
  std::vector<RewriteStep> steps;
  int rounds = 0;
  // A rule that does not end (NW3110), of another type (NW3111), with an unmatched name (NW3112), with arguments that
  // an operator does not take (NW3117), of a type that cannot be compared (NW3118).
  Diagnostics diagnostics;
};

// Changes `program`. A hundred applications of rules are made at most, as in TVM.
Rewritten rewrite(Program& program, const Table& table, const graph::OpTraitsTable& traits,
                  const RewriteOptions& options = {});

// A line a node of main's body in post order, arguments as numbers of lines: "%x", "const float32 [8]", "nn.relu(0)",
// "field 0(4)".
std::vector<std::string> listing(const ExprPool& pool, ExprId main);

}  // namespace nw::pattern
