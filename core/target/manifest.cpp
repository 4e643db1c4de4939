// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/json_text.h"
#include "base/sha256.h"
#include "target/address.h"
#include "target/diagnostics.h"
#include "target/json_file.h"

namespace nw::target {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUsualFolder = "share/nestwright/targets.d";

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// What of a user's plugin is not in its manifest's prefix must be nobody else's.
bool belongs_to_others(const std::string& path) {
  struct stat file{};
  if (::stat(path.c_str(), &file) != 0) return false;  // it is not there: loading it says so
  return (file.st_uid != 0 && file.st_uid != ::geteuid()) || (file.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

// Reads the keys of one manifest; every problem is kept in the file.
class ManifestReader {
 public:
  ManifestReader(const std::string& path, JsonFile& file)
      : file_(file), top_(file), folder_(fs::path(path).parent_path()) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder_, error);
    prefix_ = (error ? folder_ : whole);
    if (prefix_.string().ends_with(kUsualFolder)) prefix_ = prefix_.parent_path().parent_path().parent_path();
    manifest_.path = path;
  }

  Manifest read() {
    if (top_.value("nestwright-target") != kManifestSchema)
      top_.refuse("nestwright-target", fmt::format("must be {}, the version of manifests", kManifestSchema));
    top_.get("id", manifest_.id);
    if (!is_plain_name(manifest_.id)) top_.refuse("id", "must be a name of letters, digits, '.', '_' and '-'");
    top_.get_translated("name", manifest_.name);
    top_.get_translated("description", manifest_.description);
    top_.get("abi", manifest_.abi);
    top_.get("version", manifest_.version);
    top_.get("licence", manifest_.licence);
    top_.get("dialects", manifest_.dialects);
    top_.get("builtin", manifest_.builtin);
    top_.get("confined", manifest_.confined);
    manifest_.library = read_path(top_, "library");
    top_.get("counters", manifest_.counters);
    if (!manifest_.counters.empty() && !is_plain_name(manifest_.counters))
      top_.refuse("counters", "must be the name of a file that is installed with Nestwright, without a folder");
    for (JsonObject& each : top_.objects("settings")) read_setting(each);
    for (JsonObject& each : top_.objects("devices")) read_device(each);
    if (manifest_.library.empty() && manifest_.devices.empty() && file_.problems.empty())
      top_.refuse("library", "must name the plugin's library");
    if (!manifest_.library.empty() && manifest_.abi.empty())
      top_.refuse("abi", "must be the version of the plugin interface, such as \"1.0\"");
    return std::move(manifest_);
  }

 private:
  std::string read_path(JsonObject& from, const char* key) {
    std::string text;
    from.get(key, text);
    if (text.empty()) return {};
    const fs::path path(text);
    if (path.is_absolute()) {
      if (belongs_to_others(text)) from.refuse(key, fmt::format("'{}' belongs to or can be changed by others", text));
      return text;
    }
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder_ / path, error);
    if (error) {
      from.refuse(key, fmt::format("'{}': {}", text, error.message()));
    } else if (!is_inside(whole, prefix_)) {
      from.refuse(key, fmt::format("'{}' leaves the folder {}", text, prefix_.string()));
    }
    return error ? std::string() : whole.string();
  }

  void read_setting(JsonObject& from) {
    static constexpr std::array<std::string_view, 6> kTypes = {"text", "number", "boolean", "choice", "file", "folder"};
    Setting& setting = manifest_.settings.emplace_back();
    setting.type = "text";
    from.get("key", setting.key);
    if (!is_plain_name(setting.key)) from.refuse("key", "must be a name of letters, digits, '.', '_' and '-'");
    from.get("type", setting.type);
    if (std::ranges::find(kTypes, setting.type) == kTypes.end())
      from.refuse("type", fmt::format("must be one of {}", fmt::join(kTypes, ", ")));
    from.get("choices", setting.choices);
    from.get_translated("title", setting.title);
    from.get_translated("help", setting.help);
    setting.initial = from.value("default");
    const bool fits = setting.initial.is_null() || (setting.type == "number"    ? setting.initial.is_number()
                                                    : setting.type == "boolean" ? setting.initial.is_boolean()
                                                                                : setting.initial.is_string());
    if (!fits) from.refuse("default", fmt::format("must be of the type '{}'", setting.type));
  }

  void read_device(JsonObject& from) {
    EmulatedDevice& device = manifest_.devices.emplace_back();
    from.get("device", device.device);
    if (!is_device_name(device.device)) from.refuse("device", "must be the name of a device");
    device.facts = read_path(from, "facts");
    if (device.facts.empty()) from.refuse("facts", "must name a file with the device's facts");
    from.get("emulator", device.emulator);
    if (!is_plain_name(device.emulator)) from.refuse("emulator", "must be the name of a program");
    from.get("arguments", device.arguments);
    from.get("runner", device.runner);
    if (!is_plain_name(device.runner)) from.refuse("runner", "must be the machine of a static runner");
    from.get("package", device.package);
  }

  JsonFile& file_;
  JsonObject top_;
  fs::path folder_, prefix_;
  Manifest manifest_;
};

}  // namespace

std::string Manifest::text(const Translated& texts, const std::string& language) {
  for (const std::string& key : {language, language.substr(0, language.find('_')), std::string()})
    if (const auto found = texts.find(key); found != texts.end()) return found->second;
  return {};
}

std::optional<json> Setting::read(const std::string& text) const {
  if (type == "number" || type == "boolean") {
    json value = read_json(text);
    const bool fits = type == "number" ? value.is_number() : value.is_boolean();
    return fits ? std::optional(std::move(value)) : std::nullopt;
  }
  const bool refused = type == "choice" && std::ranges::find(choices, text) == choices.end();
  return refused ? std::nullopt : std::optional<json>(text);
}

json Manifest::settings_with(const json& values) const {
  json all = json::object();
  for (const Setting& setting : settings)
    if (!setting.initial.is_null()) all[setting.key] = setting.initial;
  if (values.is_object()) all.update(values);
  return all;
}

Result<Manifest> read_manifest(const std::string& path) {
  JsonFile file = read_json_file(path, kLargestManifest);
  Manifest manifest;
  if (file.readable()) manifest = ManifestReader(path, file).read();
  manifest.sha256 = text_sha256(file.bytes);
  if (file.problems.empty()) return manifest;
  Diagnostics problems;
  for (const KeyProblem& each : file.problems) problems.push_back(bad_manifest(path, each.what, each.key, each.line));
  return problems;
}

}  // namespace nw::target
