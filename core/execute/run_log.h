// SPDX-License-Identifier: GPL-3.0-or-later
// What ran in one evaluation of a network, in the order in which it first ran; in a loop it runs again.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "execute/network_kernels.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "measure/report.h"

namespace nw::execute {

class RunLog {
 public:
  using Entry = measure::NetworkReport::Kernel;

  void add(const Entry& ran) {
    const auto known = std::ranges::find_if(entries_, [&](const Entry& e) {
      return e.kind == ran.kind && e.group == ran.group && e.node == ran.node && e.task == ran.task;
    });
    if (known == entries_.end()) return entries_.push_back(ran);
    known->time += ran.time;
    known->flops += ran.flops;
    known->bytes += ran.bytes;
    known->calls += ran.calls;
  }
  void clear() { entries_.clear(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

// Of an operator that its reference computes, or that runs functions and branches.
RunLog::Entry entry_of_operator(const graph::Graph& graph, NodeId node, GroupId group);
RunLog::Entry entry_of_kernel(const graph::Graph& graph, const fusion::Group& group, const std::string& task,
                              const SizedKernel& kernel);

}  // namespace nw::execute
