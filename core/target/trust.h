// SPDX-License-Identifier: GPL-3.0-or-later
// Which plugins of the user may be loaded. Trust is a person's, never a document's: it is kept in trust.json as the
// SHA-256 of manifest and library, and lapses when either changes. What is shipped or installed by root is trusted.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "target/folders.h"
#include "target/manifest.h"

namespace nw::target {

struct TrustedPlugin {
  std::string id, manifest;  // the manifest's path
  std::string manifest_sha256, library_sha256;

  bool operator==(const TrustedPlugin&) const = default;
};

// What to keep of a plugin that a person trusts as it is now.
Result<TrustedPlugin> fingerprint(const Manifest& manifest);

struct Trust {
  std::vector<TrustedPlugin> plugins;

  // What was trusted of the plugin, where that is how it is now; null: it is not trusted.
  const TrustedPlugin* find(const Manifest& manifest) const;
};

// No file: nothing is trusted. A file that cannot be read, or that others may write to, counts as none, with NW4220.
Result<Trust> read_trust(const std::string& file);

// Changes the file atomically, mode 0600.
Diagnostics trust_plugin(const Folders& folders, const Manifest& manifest);
Diagnostics revoke_plugin(const Folders& folders, const std::string& id);

}  // namespace nw::target
