// SPDX-License-Identifier: GPL-3.0-or-later
// Where targets are looked for and what belongs to the user. Never the current folder, nor a folder that a document
// names.
#pragma once

#include <string>
#include <vector>

namespace nw::target {

// Who put a manifest where it is: decides whether the user has to trust it.
enum class Origin {
  Shipped,  // beside the programs
  System,   // the system's data folders; trusted where root owns it and nobody else may write to it
  User,     // the user's data folder, or NESTWRIGHT_TARGETS
};

struct ManifestFolder {
  std::string path;
  Origin origin = Origin::User;

  bool operator==(const ManifestFolder&) const = default;
};

struct Folders {
  std::string programs;                    // holds nestwright-runner
  std::string runners;                     // holds nestwright-runner-aarch64, -riscv64, -x86_64
  std::string libraries;                   // holds what is loaded: plugins that are shipped, the emulators' counters
  std::vector<ManifestFolder> manifests;   // in the order in which they are looked through; the first of an id counts
  std::string config;                      // ~/.config/nestwright: targets.json, trust.json
  std::string cache;                       // ~/.cache/nestwright; empty: nothing is to be kept
  std::vector<std::string> programs_path;  // where emulators and ssh are looked for: the absolute folders of PATH

  std::string targets_file() const { return config + "/targets.json"; }
  std::string trust_file() const { return config + "/trust.json"; }
  // Compiled kernels, for a FileCache.
  std::string kernel_cache() const { return cache.empty() ? "" : cache + "/kernels"; }
  std::string runner() const { return programs + "/nestwright-runner"; }
  std::string static_runner(const std::string& machine) const { return runners + "/nestwright-runner-" + machine; }
  // The path of a program in programs_path; empty: it is not there. `name` has no slash.
  std::string find_program(const std::string& name) const;
};

// Of this process, by XDG_CACHE_HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_DATA_DIRS, HOME, PATH and NESTWRIGHT_TARGETS;
// NESTWRIGHT_CACHE=off: without a cache. A process with raised rights (set-user-ID, capabilities) believes none of
// these variables.
Folders folders_of_this_process();
// As it, for a program in another folder.
Folders folders_of_program(const std::string& program_folder);

}  // namespace nw::target
