// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/network_measurement.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_text.h"

namespace nw::workspace {

using nlohmann::json;

NetworkMeasurements with_measurement(const NetworkMeasurements& all, NetworkMeasurement measurement) {
  auto next = std::make_shared<std::vector<NetworkMeasurement>>(*all);
  std::erase_if(*next, [&](const NetworkMeasurement& known) {
    return known.target == measurement.target && known.dims == measurement.dims;
  });
  next->push_back(std::move(measurement));
  return next;
}

std::string write_network_measurements(const std::vector<NetworkMeasurement>& all) {
  json out = json::array();
  for (const NetworkMeasurement& one : all) {
    json groups = json::array();
    for (const auto& [nodes, time] : one.groups) groups.push_back({{"nodes", nodes}, {"us", time}});
    out.push_back({{"target", one.target}, {"clock", one.clock}, {"total_us", one.total}, {"groups", groups}});
    if (!one.dims.empty()) out.back()["dims"] = one.dims;
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<NetworkMeasurement> read_network_measurements(const std::string& text) {
  const auto is_time = [](double time) { return std::isfinite(time) && time >= 0; };
  std::vector<NetworkMeasurement> all;
  const json in = read_json(text);
  if (!in.is_array()) return all;
  for (const json& one : in) {
    try {
      NetworkMeasurement read{one.at("target").get<std::string>(), one.value("clock", "wall"),
                              one.at("total_us").get<double>(), one.value("dims", std::map<std::string, int64_t>())};
      bool valid = is_time(read.total);
      for (const json& group : one.at("groups")) {
        const auto time = group.at("us").get<double>();
        valid = valid && is_time(time);
        read.groups[group.at("nodes").get<std::vector<std::string>>()] = time;
      }
      if (valid) all.push_back(std::move(read));
    } catch (const json::exception&) {
      continue;
    }
  }
  return all;
}

}  // namespace nw::workspace
