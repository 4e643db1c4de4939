// SPDX-License-Identifier: GPL-3.0-or-later
// Tuned schedules in the network that they are for. A kernel that is faster alone may be slower there: its arguments
// are where the kernels before left them, in the caches of other cores, and its weights in memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tune/tasks.h"
#include "worker/kernel.h"

namespace nw::tune {

// Times the network, as the request has it and with these schedules, by task, in turns. A task that is slower with its
// own is left out, and the rest timed again. Of each task its times; none where the network does not run, or was
// stopped. `request`: its scripts are those that the start has.
std::map<std::string, NetworkTimes> times_in_network(worker::NetworkRequest request,
                                                     std::map<std::string, std::string> tuned,
                                                     const worker::WorkerOptions& worker);

// The result with what the network says of it: a best that is slower there is none, and the start takes its place.
void take_network_times(TaskResult& result, const TunedKernel& kernel, const NetworkTimes& times);

// Both, for what was found for these tasks; of those whose open sizes got values for the search the network says
// nothing.
void time_in_network(std::vector<SearchTask>& tasks, const worker::NetworkRequest& request,
                     const worker::WorkerOptions& worker);

}  // namespace nw::tune
