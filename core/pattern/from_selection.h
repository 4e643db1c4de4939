// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern from nodes that a person has selected, and the least general one that covers several selections: what they
// have in common is kept, what differs becomes an alternative, an optional step or anything. A value that several
// places read is named, so that it must be one node in a match too.
#pragma once

#include <set>

#include "pattern/exprs.h"
#include "pattern/table.h"

namespace nw::pattern {

// An attribute of one of the pattern's calls, with the values in the selections, each once.
struct FoundAttribute {
  std::string op, name;
  NodeId node;  // of the first selection
  std::vector<graph::Attr> values;
  bool by_default = true;  // no selection gives it another than the operator's own
  bool wanted = false;     // it is in the pattern
  // All selections have the same value, which a table can write.
  bool can_be_wanted() const;
};

struct SelectedPattern {
  std::string text;  // lines of a table
  std::vector<FoundAttribute> attributes;
  std::vector<bool> matches;  // by selection: tried, it matches there
};

struct SelectionOptions {
  std::string name = "selection";
  bool with_attributes = false;  // has_attr with the values that all selections share and that are no defaults
  // And these, by node of the first selection and name, where all selections share their values.
  std::set<std::pair<NodeId, std::string>> attributes = {};
  std::set<std::string> taken = {};  // names of a table that the lines are written into
};

// Diagnostics: NW3115 where a selection is empty or has several results.
Result<SelectedPattern> pattern_from(Program& program, const std::vector<std::vector<NodeId>>& selections,
                                     const graph::OpTraitsTable& traits, const SelectionOptions& options = {});

}  // namespace nw::pattern
