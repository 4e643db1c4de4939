// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_files.h"

#include <filesystem>
#include <system_error>

#include "command.h"
#include "model_options.h"
#include "workspace/document.h"

namespace nw::cli {

Diagnostics write_scripts(const std::map<std::string, std::string>& scripts, bool single, const std::string& output) {
  if (scripts.empty()) return {};
  if (single) return write_file(output, scripts.begin()->second);
  std::error_code error;
  std::filesystem::create_directories(output, error);
  Diagnostics wrong;
  for (const auto& [key, script] : scripts)
    append(wrong, write_file((std::filesystem::path(output) / (key + ".py")).string(), script));
  return wrong;
}

Diagnostics write_project(const std::string& input, const std::map<std::string, std::string>& scripts,
                          const std::string& output, bool outside) {
  workspace::Opened opened = open_file(input, "default", {}, outside);
  if (!opened.model) return std::move(opened.diagnostics);
  workspace::Document document(std::move(opened));
  for (const auto& [task, script] : scripts) {
    workspace::KernelChoice kernel;
    if (const auto known = document.choices().kernels.find(task); known != document.choices().kernels.end())
      kernel = known->second;
    kernel.scripts["tuned"] = script;
    kernel.active = "tuned";
    document.set_kernel(task, std::move(kernel), "tuned schedule");
  }
  return document.save(output);
}

}  // namespace nw::cli
