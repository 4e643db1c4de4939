// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/run_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace nw::target {

using nlohmann::json;

namespace {

constexpr int64_t kMost = int64_t{1} << 53;  // nanoseconds: 104 days

// Thrown at the first number that cannot be; its text is the reason.
struct BadResult {
  std::string why;
};

class Reader {
 public:
  std::vector<CallResult> read(const json& reply) {
    std::vector<CallResult> results;
    for (const json& each : list(member(reply, "ok"), "results")) results.push_back(read_result(each));
    return results;
  }

 private:
  static const json& member(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) throw BadResult{fmt::format("its answer has no '{}'", key)};
    return *found;
  }
  static const json& list(const json& object, const char* key) {
    if (!object.is_object()) throw BadResult{"a result is no object"};
    const json& found = member(object, key);
    if (!found.is_array()) throw BadResult{fmt::format("'{}' in its answer is no list", key)};
    return found;
  }
  static int64_t whole(const json& value, const char* what, int64_t least, int64_t most) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || value.get<uint64_t>() <= static_cast<uint64_t>(most));
    if (!fits || value.get<int64_t>() < least || value.get<int64_t>() > most)
      throw BadResult{fmt::format("it states {} as {}, which is no whole number from {} to {}",
                                  value.dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 40), what, least,
                                  most)};
    return value.get<int64_t>();
  }
  // One of the numbers that are added up later.
  static int64_t summand(const json& value, const char* what, int64_t& sum) {
    const int64_t number = whole(value, what, 0, kMost);
    sum += number;
    if (sum > kMost) throw BadResult{fmt::format("its numbers as {} are more than {} together", what, kMost)};
    return number;
  }

  CallResult read_result(const json& from) {
    CallResult result;
    for (const json& time : list(from, "time_ns"))
      result.time_ns.push_back(summand(time, "nanoseconds of a sample", time_ns_));
    if (from.contains("kernel_status"))
      result.kernel_status =
          static_cast<int>(whole(from.at("kernel_status"), "a kernel's status", INT32_MIN, INT32_MAX));
    if (from.contains("counters") && from.at("counters").is_object())
      for (const auto& [name, value] : from.at("counters").items())
        result.counters[name] = whole(value, "a counter", 0, kMost);
    if (from.contains("samples"))
      for (const json& sample : list(from, "samples")) result.places.push_back(read_place(sample));
    return result;
  }

  PlaceCount read_place(const json& from) {
    if (!from.is_object()) throw BadResult{"a place in its answer is no object"};
    PlaceCount place;
    if (from.contains("offset")) place.offset = whole(from.at("offset"), "a place in the code", -kMost, kMost);
    if (from.contains("where") && from.at("where").is_string()) place.where = from.at("where").get<std::string>();
    place.count = from.contains("count") ? summand(from.at("count"), "samples of a place", samples_) : 1;
    return place;
  }

  int64_t time_ns_ = 0, samples_ = 0;  // of all results
};

}  // namespace

std::optional<std::vector<CallResult>> read_run_results(const json& reply, std::string& why) {
  try {
    return Reader().read(reply);
  } catch (const BadResult& bad) {
    why = bad.why;
    return std::nullopt;
  }
}

}  // namespace nw::target
