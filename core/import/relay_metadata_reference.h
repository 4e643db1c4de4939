// SPDX-License-Identifier: GPL-3.0-or-later
// `meta[a.b][3]` in Relay text: an entry of the metadata section.
#pragma once

#include <optional>
#include <string>

#include "import/relay_cursor.h"

namespace nw::import {

struct MetadataReference {
  std::string type;
  size_t index = 0;

  bool is_constant() const { return type == "relay.Constant" || type == "Constant"; }
  std::string text() const;  // as it is written
};

// The cursor is at `meta`. Nothing if it failed.
std::optional<MetadataReference> metadata_reference(RelayCursor& cursor);

}  // namespace nw::import
