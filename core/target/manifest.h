// SPDX-License-Identifier: GPL-3.0-or-later
// The manifest of a plugin: a JSON file that names its id, library, interface version and settings, so that it is known
// without being loaded.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace nw::target {

inline constexpr int kManifestSchema = 1;
inline constexpr int64_t kLargestManifest = int64_t{1} << 20;  // bytes

// A text with translations: {"": "OpenCL devices", "de": "OpenCL-Geräte"}.
using Translated = std::map<std::string, std::string>;

struct Setting {
  std::string key;
  std::string type;        // "text", "number", "boolean", "choice", "file", "folder"
  nlohmann::json initial;  // "default" in the file
  std::vector<std::string> choices;
  Translated title, help;

  // The value that a person wrote; nothing: it is none of the type, or no choice.
  std::optional<nlohmann::json> read(const std::string& text) const;
};

// A device that the plugin "cpu" of a static runner serves in an emulator (plugins/cross).
struct EmulatedDevice {
  std::string device;                  // "riscv64-v"
  std::string facts;                   // absolute path of a facts file
  std::string emulator;                // program, looked for in PATH
  std::vector<std::string> arguments;  // of the emulator, before the runner
  std::string runner;                  // machine of the static runner: "aarch64", "riscv64", "x86_64"
  std::string package;                 // Debian's, that has the emulator
};

struct Manifest {
  std::string id;  // of the plugin
  Translated name, description;
  std::string library;   // absolute path; empty: the plugin has `devices` only
  std::string counters;  // name of the emulator's plugin that counts, a file of ours (Folders); empty: none
  std::string abi;       // "1.0"
  std::string version, licence;
  std::vector<std::string> dialects;
  std::vector<Setting> settings;
  std::vector<EmulatedDevice> devices;
  bool builtin = false;  // static runners have it linked in
  bool confined = true;  // its kernels need no files and no processes while they run

  std::string path;    // of the manifest itself, absolute
  std::string sha256;  // of its bytes

  // In the language ("de", "de_AT"), or as it is written without one.
  static std::string text(const Translated& texts, const std::string& language = {});
  // With the values of the user, the initial ones of the manifest otherwise.
  nlohmann::json settings_with(const nlohmann::json& values) const;
};

// Reads a regular file of at most 1 MiB. NW4207, with line and key where they are known: it cannot be read, is no JSON,
// lacks a key, a value has another type, or a path leaves the prefix. A path of a library is relative to the manifest
// and stays inside the prefix (the folder above share/nestwright/targets.d, otherwise the manifest's own), or it is
// absolute, and the file belongs to root or the user and nobody else may write to it.
Result<Manifest> read_manifest(const std::string& path);

}  // namespace nw::target
