// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_files.h"

#include <filesystem>
#include <system_error>

#include "command.h"
#include "model_options.h"
#include "workspace/document.h"

namespace nw::cli {

Diagnostics write_scripts(const tune::TunedTasks& tasks, bool single, const std::string& output) {
  if (tasks.empty()) return {};
  if (single) return write_file(output, tasks.begin()->second.script);
  std::error_code error;
  std::filesystem::create_directories(output, error);
  Diagnostics wrong;
  for (const auto& [key, tuned] : tasks)
    append(wrong, write_file((std::filesystem::path(output) / (key + ".py")).string(), tuned.script));
  return wrong;
}

Diagnostics write_project(const std::string& input, const tune::TunedTasks& tasks, const std::string& records,
                          const std::string& output, bool outside) {
  workspace::Opened opened = open_file(input, "default", {}, outside);
  if (!opened.model) return std::move(opened.diagnostics);
  workspace::Document document(std::move(opened));
  for (const auto& [task, tuned] : tasks) {
    if (tuned.script.empty()) continue;
    workspace::KernelChoice kernel;
    if (const auto known = document.choices().kernels.find(task); known != document.choices().kernels.end())
      kernel = known->second;
    kernel.scripts["tuned"] = tuned.script;
    kernel.active = "tuned";
    document.set_kernel(task, std::move(kernel), "tuned schedule");
  }
  document.keep_tuning(tune::tuning_section(document.tuning(), tasks, records, output));
  return document.save(output);
}

}  // namespace nw::cli
