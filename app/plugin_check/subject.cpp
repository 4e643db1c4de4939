// SPDX-License-Identifier: GPL-3.0-or-later
#include "subject.h"

#include <filesystem>

#include "target/connection.h"
#include "target/diagnostics.h"
#include "target/folders.h"
#include "target/manifest.h"
#include "target/registry.h"

namespace nw::plugin_check {

namespace fs = std::filesystem;

namespace {

void load_library(Subject& subject, const std::string& path, const std::string& program_folder, bool confined = true) {
  std::error_code error;
  subject.library = fs::canonical(path, error).string();
  subject.carrier = target::child_carrier(program_folder + "/nestwright-runner");
  subject.carrier.argv.insert(subject.carrier.argv.end(),
                              {confined ? "--library" : "--unconfined-library", subject.library});
}

Diagnostics load_manifest(Subject& subject, const target::Manifest& manifest, const std::string& program_folder) {
  if (manifest.library.empty())
    return {target::library_unusable(manifest.path, "it names no library; check one of its devices, as " + manifest.id +
                                                        ":" + manifest.devices.front().device)};
  subject.id = manifest.id;
  subject.version = manifest.version;
  subject.settings = manifest.settings_with(nlohmann::json::object());
  load_library(subject, manifest.library, program_folder, manifest.confined);
  return {};
}

// A target of the list: its plugin's library where it is a plugin of this computer, otherwise its runner as it is.
Diagnostics find_target(Subject& subject, const std::string& what, const std::string& program_folder) {
  const auto registry = target::Registry::load(target::folders_of_program(program_folder));
  Result<target::Connection> found = registry.find(what);
  if (!found.value) return std::move(found.diagnostics);
  subject.device = found->device;
  const target::Plugin* plugin = target::usable_plugin(registry.plugins(), found->plugin);
  if (found->carrier.kind == "child" && plugin) {
    Diagnostics problems = load_manifest(subject, plugin->manifest, program_folder);
    if (!plugin->trusted_sha256.empty())
      subject.carrier.argv.insert(subject.carrier.argv.end(), {"--sha256", plugin->trusted_sha256});
    subject.settings = found->settings;
    return problems;
  }
  subject.id = found->plugin;
  subject.carrier = found->carrier;
  subject.settings = found->settings;
  if (found->facts_known) subject.facts = found->facts;
  return {};
}

}  // namespace

Result<Subject> find_subject(const std::string& what, const std::string& program_folder) {
  Subject subject;
  subject.named = what;
  std::error_code error;
  const bool file = fs::is_regular_file(what, error);
  Diagnostics problems;
  if (file && what.ends_with(".json")) {
    Result<target::Manifest> manifest = target::read_manifest(fs::absolute(what).string());
    problems = manifest.value ? load_manifest(subject, *manifest, program_folder) : manifest.diagnostics;
  } else if (file) {
    load_library(subject, what, program_folder);
  } else if (what.find('/') != std::string::npos && !what.starts_with("ssh:")) {
    problems.push_back(target::library_unusable(what, "there is no such file"));
  } else {
    problems = find_target(subject, what, program_folder);
  }
  if (has_errors(problems)) return problems;
  return subject;
}

}  // namespace nw::plugin_check
