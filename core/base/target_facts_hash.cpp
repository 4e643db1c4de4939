// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "base/target_facts.h"

namespace nw {

std::string facts_hash(const TargetFacts& facts) {
  nlohmann::json out = to_json(facts);
  for (const char* label : {"id", "name", "plugin", "version", "driver"}) out.erase(label);
  for (const char* rate : {"clock_mhz", "parallel_start_us"}) out["compute"].erase(rate);
  return text_sha256(out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace nw
