// SPDX-License-Identifier: GPL-3.0-or-later
// Table of a graph's operators and fused groups: operations, bytes, intensity, measured time, and their shares of the
// whole; sorted by any column and filtered. A number that is not known is NaN, and sorts last in both directions.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

enum class OperatorColumn : uint8_t {
  Operator,
  Name,
  Shape,  // sorts by the number of elements
  Operations,
  Bytes,
  Intensity,
  Time,
  Share,
  Roofline,
  Group,
  Target,
};
inline constexpr size_t kOperatorColumns = 11;

struct OperatorRow {
  NodeId node;            // of the operator; of a group the anchor, or the root where it has none
  GroupId group;          // invalid: the operator is in no group
  bool is_group = false;  // the sums of a group
  int operators = 1;      // in a group
  double elements = 0;    // of the result
  double operations = 0;  // arithmetic operations of one call
  double bytes = 0;       // read and written; of a group without the values that only its own operators read
  double time = 0;        // microseconds; of an operator only where it is alone in its group
  double roofline = 0;    // the least time that the peaks allow, as a share of `time`

  double intensity() const { return operations / bytes; }  // operations a byte
};

// Sums of operators, without what is not known.
struct OperatorTotals {
  int operators = 0, groups = 0;
  int unknown = 0;  // operators whose operations are not known
  double operations = 0;
  double bytes = 0;  // of groups, and of operators in no group
  double time = 0;   // microseconds; 0: nothing was measured
};

// What the machine can do at most; 0: not known.
struct MachineLimits {
  double operations = 0;  // a microsecond
  double bytes = 0;       // a microsecond, to and from memory
};

// What has a row: calls, branches, and nodes whose operator is not known.
bool is_operator(const graph::Node& node);

struct OperatorTable {
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;  // may be null
  std::vector<OperatorRow> rows;                 // in the graph's order; a group before its operators
  std::vector<std::string> titles;               // by row: "nn.conv2d", "conv2d + add + relu"
  OperatorTotals totals;
  int64_t parameters = 0;             // elements of constants
  double parameter_bytes = 0;         // of constants
  int constants = 0;                  // how many
  std::optional<int64_t> peak_bytes;  // the most that values between groups occupy at once; without a fusion nothing
  std::string target;                 // id of the target that the times are of; empty: nothing was measured
  bool stale = false;                 // the times were measured before the groups changed: they are not summed up
  double run_time = 0;  // microseconds, of a whole run, with all between the kernels; 0: not known or stale
  // By row: its place in the order of the titles, and of the names.
  std::vector<uint32_t> title_rank, name_rank;

  // A row's part of the whole, 0 to 1: of the time if times are known, else of the operations.
  double share(const OperatorRow& row) const;
  bool timed() const { return totals.time > 0; }
};

struct OperatorTableOptions {
  std::map<GroupId, double> times = {};  // microseconds, by group
  std::string target = {};               // that the times were measured on
  double run_time = 0;                   // microseconds, of the whole run; 0: not known
  bool stale = false;                    // as OperatorTable
  MachineLimits limits = {};
};

// Null if cancelled.
std::shared_ptr<const OperatorTable> make_operator_table(std::shared_ptr<const graph::Graph> graph,
                                                         std::shared_ptr<const fusion::Fusion> fusion,
                                                         const OperatorTableOptions& options = {},
                                                         const CancelToken& cancel = {});

struct OperatorOrder {
  enum class Rows : uint8_t {
    Both,       // each group is followed by its operators
    Groups,     // and the operators that are in none
    Operators,  // without groups
  };
  Rows rows = Rows::Both;
  OperatorColumn column = OperatorColumn::Operations;
  bool descending = true;
  bool operator==(const OperatorOrder&) const = default;
};

// Indices of rows, in the order in which they are shown. `wanted` holds a flag for each node of the graph: only these
// operators, and the groups that have one of them; null: all.
std::vector<uint32_t> ordered_rows(const OperatorTable& table, const OperatorOrder& order,
                                   const std::vector<bool>* wanted = nullptr);

// Sums of the rows listed; a group with its operators counts once.
OperatorTotals totals_of(const OperatorTable& table, const std::vector<uint32_t>& rows);

}  // namespace nw::model
