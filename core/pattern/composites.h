// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a model that a table's patterns take: partitioned line by line as TVM's MergeComposite does, with the
// reason of every place that came near and failed.
#pragma once

#include "base/cancel.h"
#include "pattern/near_miss.h"
#include "pattern/table.h"

namespace nw::pattern {

struct Composite {
  std::string name;
  NodeId root;                    // not valid where it is the tuple of the graph's results
  std::vector<NodeId> nodes;      // inside, in post order, constants too; not the tuple of the results
  std::vector<std::string> ops;   // of the calls inside; "@NAME" for a composite inside
  std::vector<NodeId> calls;      // of `ops`; a composite by its root
  std::vector<NodeId> arguments;  // in TVM's order; not valid where an argument comes from no node
  std::vector<std::string> argument_names;
  std::vector<NodeId> constants;   // that stay inside
  std::string made_of;             // "nn.conv2d_nn.relu_", PartitionedFromPattern
  std::vector<NodeId> duplicated;  // inside, and computed outside as well
};

// What each piece of a line's pattern stands for in one of its matches.
struct MatchedPieces {
  std::string name;
  std::vector<std::pair<const PatternNode*, std::vector<NodeId>>> nodes;
};

struct MergeOptions {
  std::set<std::string> only;  // listed names; empty: all
  bool near_misses = true;
  bool pieces = false;
  bool rules = false;       // also look where rules find their patterns, in the program as it is before any composite
  CancelToken cancel = {};  // then the lines from there on are left out
};

struct Composites {
  std::vector<Composite> list;                // in the order of the program: arguments before users
  std::vector<NearMiss> near_misses;          // the first twenty thousand
  size_t left_out = 0;                        // near misses beyond
  size_t fixes_untried = 0;                   // near misses for which no edit of the table was tried (add_fixes)
  std::vector<MatchedPieces> pieces;          // of the first two thousand matches, if asked for
  std::map<std::string, size_t> rule_places;  // of rules, if asked for: how often their patterns are found
  std::vector<std::string> main;  // what main still calls, in post order: operators, "@NAME" for a composite
  Diagnostics diagnostics;        // checks without an answer, trials that were cut off
};

// Changes `program`: main then calls the composites.
Composites merge_composites(Program& program, const Table& table, const graph::OpTraitsTable& traits,
                            const MergeOptions& options = {});

// A piece of that: lines `first` to `last` (not included), without near misses.
void merge_lines(Program& program, const Table& table, size_t first, size_t last, const graph::OpTraitsTable& traits);
// And where one line would be taken next, by the roots' nodes; main stays as it is.
std::set<NodeId> roots_taken(Program& program, const Listed& line, const graph::OpTraitsTable& traits);

// The pattern at main's body, alone.
bool matches_body(Program& program, const ExprIndex& index, const Pattern& pattern, const graph::OpTraitsTable& traits);

// The calls left in main: operators, "@NAME" of composites and of regions.
std::vector<std::string> calls_of_main(const Program& program);

}  // namespace nw::pattern
