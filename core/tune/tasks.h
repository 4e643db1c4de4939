// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is about: a script's kernel, or the tasks of a model. What cannot be searched is a task with its
// reason.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "model/network_form.h"
#include "model/tasks.h"
#include "tune/tune.h"

namespace nw::tune {

// A row of what a search is about and has found.
struct TaskRow {
  std::string key;
  std::string source;       // the script's file; empty: of a model
  std::vector<int> groups;  // of a model
  size_t weight = 1;        // calls in one run of the model
  double flops = 0;
  TaskResult result;
};

// A task with what its search needs; its kernel is where it is for as long as the search lives.
struct SearchTask {
  TaskRow row;
  std::unique_ptr<TunedKernel> kernel;   // null: there is nothing to search, as the row's result says
  std::unique_ptr<KernelSearch> search;  // null: it is not searched
  bool of_given_sizes = false;           // of a model: open sizes, which got values for the search
};

// A task that is skipped or failed for this reason. Of a skipped one diagnostics are warnings at most: why one task is
// left out is no error of the others.
SearchTask task_without_search(std::string key, std::string code, Diagnostics diagnostics, TaskState state);

// `key`: of the task; empty: made of the kernel's name and its computation. A size without a value (NW4111, NW4116)
// leaves the task out; whatever else is wrong with the script is its failure.
SearchTask task_of_script(const std::string& text, const std::map<std::string, int64_t>& sizes,
                          const std::string& key = {});

// A task of a model as the network runs it: with packed constants and values in blocks, and the default schedule of its
// groups over these. NW4116, NW4132, NW1450 where it is skipped.
SearchTask task_of_model(const graph::Graph& graph, const model::NetworkForm& form, const model::Task& task,
                         const TargetFacts& machine, const std::map<std::string, int64_t>& sizes);

}  // namespace nw::tune
