// SPDX-License-Identifier: GPL-3.0-or-later
// What a pattern table does to a graph, for the views and reports: matches with the piece of the table that each node
// stands for, reasons of near misses by kind, lines that take nothing. Pure functions, for any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "pattern/composites.h"
#include "pattern/offload.h"
#include "pattern/trial_steps.h"

namespace nw::workspace {

// A piece of the table's text and the nodes that it stands for, over all matches.
struct PatternPiece {
  TextSpan span;
  std::vector<NodeId> nodes;
};

// One reason why a line is not taken, and the places that have it.
struct MissGroup {
  std::string line;            // of the table, by its name
  std::string text;            // "strides=[2, 2] where strides=[1, 1] is wanted"
  TextSpan span;               // the piece of the table that failed
  std::vector<size_t> misses;  // into near_misses
  std::optional<Fix> fix;      // after which at least one of them is taken
};

// A listed line as it does: lines with neither matches nor places are dead. Of a rule, where it finds its pattern in
// the model as it is.
struct PatternLine {
  std::string name;
  TextSpan at;
  int last_line = 0;
  bool rule = false;
  bool applied = false;  // a rule, to the graph already: it is not looked for again
  size_t matches = 0;
  size_t near = 0;
  std::map<std::string, size_t> taken_by;  // places that would match and that earlier lines have, by their names
  std::vector<MissGroup> reasons;          // the most places first
};

// A table and the program that it was matched in, for what is asked later.
struct PatternRun {
  pattern::Table table;
  pattern::Program program;
};

struct PatternView {
  std::vector<PatternLine> lines;  // in the table's order
  pattern::Composites composites;
  std::vector<PatternPiece> pieces;
  Diagnostics diagnostics;
  std::shared_ptr<const PatternRun> run;
};
// `path`: the table's file, or where scripts of its operators are looked for beside. `applied`: the graph is what the
// rules made. Cancelled: what was found until then.
PatternView compute_patterns(const graph::Graph& graph, const std::string& text, const std::string& path = {},
                             const CancelToken& cancel = {}, bool applied = false);

// The same with fixes for the near misses, which take longer.
void add_pattern_fixes(const graph::Graph& graph, PatternView& view, const CancelToken& cancel = {});

// Which matches an edit of the table gained and lost, by line: "my.conv 12 → 4"; empty: none.
std::string difference(const PatternView& before, const PatternView& after);

// The table with the listed statement at `line` moved before the one above it, or behind the one below; nothing if
// there is none. `moved_to`: the line where it begins then.
std::optional<std::string> move_statement(const std::string& table, int line, bool up, int& moved_to);

struct OffloadView {
  pattern::Offloaded cut;
  std::vector<std::vector<NodeId>> nodes;  // of each region, those inside composites too
  int64_t bytes = 0;                       // that cross a region's border
  Diagnostics diagnostics;
};
// Cuts the graph into regions for these targets in order. `also`: a target and an operator that it is to take as well.
OffloadView compute_offload(const graph::Graph& graph, const std::string& text, const std::vector<std::string>& targets,
                            const std::pair<std::string, std::string>& also = {}, const CancelToken& cancel = {});
// The rules of a table applied until nothing changes.
struct RewriteView {
  struct Step {
    int round = 0;
    std::string rule;
    NodeId root;                // of the graph before; not valid where an earlier step made it
    std::string at;             // its name
    std::string removed, made;  // "nn.relu, add"
  };
  std::vector<Step> steps;
  int rounds = 0;
  std::shared_ptr<const graph::Graph> after;
  Diagnostics diagnostics;
};
RewriteView compute_rewrite(const graph::Graph& graph, const std::string& text, const CancelToken& cancel = {});

// One listed line tried at a node of the graph, on the model as it is; without steps if there is no such line or node.
pattern::TrialSteps compute_trial(const graph::Graph& graph, const std::string& text, const std::string& line,
                                  NodeId root);

// Targets that a table names, in the order of their first line.
std::vector<std::string> targets_of(const std::string& text);

}  // namespace nw::workspace
