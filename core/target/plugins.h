// SPDX-License-Identifier: GPL-3.0-or-later
// The plugins that manifests name. Nothing is loaded.
#pragma once

#include <string>
#include <vector>

#include "target/folders.h"
#include "target/manifest.h"
#include "target/trust.h"

namespace nw::target {

struct Plugin {
  Manifest manifest;  // of one that cannot be read: id (the file's name) and path
  Origin origin = Origin::User;
  std::string state;  // "found", "not trusted", "failed", "hidden" (an earlier one of that id is found)
  bool trusted = false;
  std::string trusted_sha256;  // of the library, where it is the user who trusts it: the runner loads no other
  Diagnostics problems;        // why its state is not "found"

  bool usable() const { return state == "found"; }
};

// In the order of the folders, in each by file name.
std::vector<Plugin> find_plugins(const Folders& folders, const Trust& trust);
// The usable one of that id; null: there is none.
const Plugin* usable_plugin(const std::vector<Plugin>& plugins, const std::string& id);

}  // namespace nw::target
