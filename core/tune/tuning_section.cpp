// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tuning_section.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json_text.h"

namespace nw::tune {

std::string tuning_section(const std::string& before, const TunedTasks& tasks, const std::string& records,
                           const std::string& project) {
  nlohmann::json section = read_json(before);
  if (!section.is_object()) section = nlohmann::json::object();
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(project, error).parent_path();
  const std::filesystem::path relative = std::filesystem::absolute(records, error).lexically_relative(folder);
  section["records"] = relative.empty() ? records : relative.string();
  for (const auto& [task, tuned] : tasks) {
    nlohmann::json& entry = section["tasks"][task];
    entry = {{"trials", tuned.trials},
             {"best_us", tuned.best_us},
             {"start_us", nullptr},
             {"machine",
              {{"cpu", tuned.machine.cpu},
               {"cores", tuned.machine.cores},
               {"vector_bytes", tuned.machine.vector_bytes},
               {"threads", tuned.machine.threads}}}};
    if (tuned.start_us) entry["start_us"] = *tuned.start_us;
  }
  return section.dump();
}

}  // namespace nw::tune
