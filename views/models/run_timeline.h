// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a network as bars along its time: what a view of it paints.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "measure/trace.h"
#include "model/operator_table.h"

namespace nw::views {

// The calls of a run in the order of their beginning, those that enclose others before them.
struct RunTimeline {
  struct Call {
    QString title;              // of the operator or group, as the table of operators has it
    double begin = 0, end = 0;  // microseconds
    int level = 0;              // in how many others it is
    NodeId node;
    GroupId group;
    QString about;  // in a few lines
  };
  std::vector<Call> calls;
  std::vector<measure::Trace::Memory> memory;
  double end = 0;  // microseconds
  int levels = 1;
  int64_t most_bytes = 0;
};

// `table` is of the graph and fusion that ran.
std::shared_ptr<const RunTimeline> make_run_timeline(const measure::Trace& trace, const model::OperatorTable& table);

}  // namespace nw::views
