// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_files.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json_text.h"
#include "command.h"
#include "model_options.h"
#include "workspace/document.h"

namespace nw::cli {

namespace {

// The section as the project had it, with what these tasks have now.
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

}  // namespace

Diagnostics write_scripts(const TunedTasks& tasks, bool single, const std::string& output) {
  if (tasks.empty()) return {};
  if (single) return write_file(output, tasks.begin()->second.script);
  std::error_code error;
  std::filesystem::create_directories(output, error);
  Diagnostics wrong;
  for (const auto& [key, tuned] : tasks)
    append(wrong, write_file((std::filesystem::path(output) / (key + ".py")).string(), tuned.script));
  return wrong;
}

Diagnostics write_project(const std::string& input, const TunedTasks& tasks, const std::string& records,
                          const std::string& output, bool outside) {
  workspace::Opened opened = open_file(input, "default", {}, outside);
  if (!opened.model) return std::move(opened.diagnostics);
  workspace::Document document(std::move(opened));
  for (const auto& [task, tuned] : tasks) {
    workspace::KernelChoice kernel;
    if (const auto known = document.choices().kernels.find(task); known != document.choices().kernels.end())
      kernel = known->second;
    kernel.scripts["tuned"] = tuned.script;
    kernel.active = "tuned";
    document.set_kernel(task, std::move(kernel), "tuned schedule");
  }
  document.keep_tuning(tuning_section(document.tuning(), tasks, records, output));
  return document.save(output);
}

}  // namespace nw::cli
