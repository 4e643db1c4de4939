// SPDX-License-Identifier: GPL-3.0-or-later
// How long a whole network and each of its groups took on one target. Kept with the document, in its journal and in the
// project file. Groups are named by their nodes, never numbered, so that times survive another fusion.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nw::workspace {

struct NetworkMeasurement {
  std::string target;                                      // its id
  std::string clock = "wall";                              // as measure::RunReport
  double total = 0;                                        // microseconds, of the whole network
  std::map<std::string, int64_t> dims = {};                // values of dynamic dimensions, by name
  std::map<std::vector<std::string>, double> groups = {};  // microseconds, by the sorted names of a group's nodes

  bool operator==(const NetworkMeasurement&) const = default;
};

// The newest of each target and sizes, the newest last. Never null; shared with jobs, so that it is not changed.
using NetworkMeasurements = std::shared_ptr<const std::vector<NetworkMeasurement>>;

// With one more, in place of an earlier one of its target and sizes.
NetworkMeasurements with_measurement(const NetworkMeasurements& all, NetworkMeasurement measurement);

// A JSON list on one line; entries that are not valid are omitted when it is read.
std::string write_network_measurements(const std::vector<NetworkMeasurement>& all);
std::vector<NetworkMeasurement> read_network_measurements(const std::string& text);

}  // namespace nw::workspace
