// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/folders.h"

#include <pwd.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace nw::target {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifests = "nestwright/targets.d";  // in a folder of data

std::string variable(const char* name) {
  const bool raised_rights = ::getauxval(AT_SECURE) != 0;
  const char* value = raised_rights ? nullptr : std::getenv(name);
  return value ? value : "";
}

// The absolute folders of a list with colons. A relative one would depend on the current folder.
std::vector<std::string> absolute_folders(std::string_view list) {
  std::vector<std::string> found;
  while (!list.empty()) {
    const size_t colon = std::min(list.find(':'), list.size());
    if (list.front() == '/') found.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return found;
}

std::string absolute_or(const char* name, const std::string& otherwise) {
  const std::string value = variable(name);
  return value.starts_with('/') ? value : otherwise;
}

std::string home() {
  if (const std::string value = variable("HOME"); value.starts_with('/')) return value;
  const passwd* user = ::getpwuid(::geteuid());
  return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : "/nonexistent";
}

// The same folder twice (programs in /usr/bin ship into /usr/share) is listed once, as what it is first.
void list_folder(std::vector<ManifestFolder>& folders, const fs::path& path, Origin origin) {
  std::error_code error;
  const std::string whole = fs::weakly_canonical(path, error).string();
  const std::string name = error ? path.lexically_normal().string() : whole;
  if (std::ranges::find(folders, name, &ManifestFolder::path) == folders.end()) folders.push_back({name, origin});
}

}  // namespace

std::string Folders::find_program(const std::string& name) const {
  if (name.empty() || name.find('/') != name.npos) return {};
  for (const std::string& folder : programs_path) {
    const std::string path = folder + "/" + name;
    std::error_code error;
    if (fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

Folders folders_of_program(const std::string& program_folder) {
  Folders folders;
  const fs::path prefix = fs::path(program_folder).parent_path();
  folders.programs = program_folder;
  folders.runners = (prefix / "lib/nestwright/runners").string();
  folders.libraries = (prefix / "lib/nestwright/targets").string();
  if (prefix.is_absolute()) list_folder(folders.manifests, prefix / "share" / kManifests, Origin::Shipped);
  std::string system = variable("XDG_DATA_DIRS");
  if (system.empty()) system = "/usr/local/share:/usr/share";
  for (const std::string& data : absolute_folders(system))
    list_folder(folders.manifests, fs::path(data) / kManifests, Origin::System);
  const std::string own = home();
  list_folder(folders.manifests, fs::path(absolute_or("XDG_DATA_HOME", own + "/.local/share")) / kManifests,
              Origin::User);
  for (const std::string& folder : absolute_folders(variable("NESTWRIGHT_TARGETS")))
    list_folder(folders.manifests, folder, Origin::User);
  folders.config = absolute_or("XDG_CONFIG_HOME", own + "/.config") + "/nestwright";
  if (variable("NESTWRIGHT_CACHE") != "off")
    folders.cache = absolute_or("XDG_CACHE_HOME", own + "/.cache") + "/nestwright";
  const std::string path = variable("PATH");
  folders.programs_path = absolute_folders(path.empty() ? "/usr/local/bin:/usr/bin:/bin" : path);
  return folders;
}

Folders folders_of_this_process() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return folders_of_program(self.parent_path().string());
}

}  // namespace nw::target
