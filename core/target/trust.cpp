// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/trust.h"

#include <algorithm>

#include "base/sha256.h"
#include "target/diagnostics.h"
#include "target/json_file.h"
#include "target/user_files.h"

namespace nw::target {

using nlohmann::json;

namespace {

constexpr const char* kSchemaKey = "nestwright-trust";

}  // namespace

Result<TrustedPlugin> fingerprint(const Manifest& manifest) {
  TrustedPlugin plugin{manifest.id, manifest.path, manifest.sha256, {}};
  if (manifest.library.empty()) return plugin;
  plugin.library_sha256 = file_sha256(manifest.library);
  if (plugin.library_sha256.empty()) return library_unusable(manifest.library, "it cannot be read");
  return plugin;
}

const TrustedPlugin* Trust::find(const Manifest& manifest) const {
  if (std::ranges::find(plugins, manifest.sha256, &TrustedPlugin::manifest_sha256) == plugins.end()) return nullptr;
  const Result<TrustedPlugin> now = fingerprint(manifest);
  if (!now.value) return nullptr;
  const auto found = std::ranges::find(plugins, *now);
  return found == plugins.end() ? nullptr : &*found;
}

Result<Trust> read_trust(const std::string& path) {
  UserFile file = read_user_file(path, kSchemaKey);
  if (!file.problems.empty()) return {Trust{}, std::move(file.problems)};
  Trust trust;
  if (!file.exists) return trust;
  JsonFile& contents = file.contents;
  for (JsonObject& each : JsonObject(contents).objects("plugins")) {
    TrustedPlugin& plugin = trust.plugins.emplace_back();
    each.get("id", plugin.id);
    each.get("manifest", plugin.manifest);
    each.get("manifest_sha256", plugin.manifest_sha256);
    each.get("library_sha256", plugin.library_sha256);
  }
  if (contents.problems.empty()) return trust;
  return {Trust{}, problems_of(path, contents)};
}

Diagnostics trust_plugin(const Folders& folders, const Manifest& manifest) {
  const Result<TrustedPlugin> plugin = fingerprint(manifest);
  if (!plugin.value) return plugin.diagnostics;
  return change_user_file(folders.trust_file(), kSchemaKey, [&](json& file) {
    json& list = list_of(file, "plugins");
    remove_where(list, "id", plugin->id);
    list.push_back({{"id", plugin->id},
                    {"manifest", plugin->manifest},
                    {"manifest_sha256", plugin->manifest_sha256},
                    {"library_sha256", plugin->library_sha256}});
  });
}

Diagnostics revoke_plugin(const Folders& folders, const std::string& id) {
  return change_user_file(folders.trust_file(), kSchemaKey,
                          [&](json& file) { remove_where(list_of(file, "plugins"), "id", id); });
}

}  // namespace nw::target
