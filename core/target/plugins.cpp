// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/plugins.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "target/diagnostics.h"
#include "target/sdk/nestwright/target.h"

namespace nw::target {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostManifests = 1000;  // of a folder

std::vector<std::string> manifests_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end && found.size() < kMostManifests;
       entry.increment(error))
    if (entry->path().extension() == ".json") found.push_back(entry->path().string());
  std::ranges::sort(found);
  return found;
}

bool others_may_write(const std::string& path, mode_t bits) {
  struct stat file{};
  return ::stat(path.c_str(), &file) != 0 || (file.st_mode & bits) != 0;
}

bool owned_by(const std::string& path, std::initializer_list<uid_t> owners) {
  struct stat file{};
  return ::stat(path.c_str(), &file) == 0 && std::ranges::find(owners, file.st_uid) != owners.end();
}

uid_t owner_of(const std::string& path) {
  struct stat file{};
  return ::stat(path.c_str(), &file) == 0 ? file.st_uid : 0;
}

// Whether who put the plugin there is one whom the user trusts by using this program or this system.
bool comes_with(const Manifest& manifest, Origin origin, const Folders& folders) {
  std::vector<std::string> files = {manifest.path};
  if (!manifest.library.empty()) files.push_back(manifest.library);
  return std::ranges::all_of(files, [&](const std::string& file) {
    if (origin == Origin::System) return owned_by(file, {0}) && !others_may_write(file, S_IWGRP | S_IWOTH);
    return origin == Origin::Shipped && owned_by(file, {0, ::geteuid(), owner_of(folders.programs)}) &&
           !others_may_write(file, S_IWOTH);
  });
}

Diagnostics unusable(const Manifest& manifest) {
  if (manifest.library.empty()) return {};
  struct stat file{};
  if (::stat(manifest.library.c_str(), &file) != 0)
    return {library_unusable(manifest.library, "there is no such file")};
  if (!S_ISREG(file.st_mode)) return {library_unusable(manifest.library, "it is no regular file")};
  if (::access(manifest.library.c_str(), R_OK) != 0) return {library_unusable(manifest.library, "you may not read it")};
  const std::string major = manifest.abi.substr(0, manifest.abi.find('.'));
  if (major != std::to_string(NWT_ABI_MAJOR)) return {other_interface(manifest.id, manifest.abi)};
  return {};
}

Plugin examine(const std::string& path, Origin origin, const Folders& folders, const Trust& trust) {
  Plugin plugin;
  plugin.origin = origin;
  Result<Manifest> manifest = read_manifest(path);
  if (!manifest.value) {
    plugin.manifest.id = fs::path(path).stem().string();
    plugin.manifest.path = path;
    plugin.problems = std::move(manifest.diagnostics);
    plugin.state = "failed";
    return plugin;
  }
  plugin.manifest = std::move(*manifest);
  plugin.problems = unusable(plugin.manifest);
  if (plugin.problems.empty() && comes_with(plugin.manifest, origin, folders)) {
    plugin.trusted = true;  // who could replace its library could replace the runner
  } else if (const TrustedPlugin* known = plugin.problems.empty() ? trust.find(plugin.manifest) : nullptr) {
    plugin.trusted = true;
    plugin.trusted_sha256 = known->library_sha256;
  }
  plugin.state = plugin.trusted ? "found" : plugin.problems.empty() ? "not trusted" : "failed";
  if (plugin.state == "not trusted") plugin.problems = {not_trusted(plugin.manifest.id, path)};
  return plugin;
}

}  // namespace

std::vector<Plugin> find_plugins(const Folders& folders, const Trust& trust) {
  std::vector<Plugin> plugins;
  for (const ManifestFolder& folder : folders.manifests)
    for (const std::string& path : manifests_in(folder.path)) {
      Plugin plugin = examine(path, folder.origin, folders, trust);
      if (usable_plugin(plugins, plugin.manifest.id)) plugin.state = "hidden";
      plugins.push_back(std::move(plugin));
    }
  return plugins;
}

const Plugin* usable_plugin(const std::vector<Plugin>& plugins, const std::string& id) {
  for (const Plugin& plugin : plugins)
    if (plugin.manifest.id == id && plugin.usable()) return &plugin;
  return nullptr;
}

}  // namespace nw::target
