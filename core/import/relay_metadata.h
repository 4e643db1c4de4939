// SPDX-License-Identifier: GPL-3.0-or-later
// The metadata section behind Relay text: TVM's saved-object JSON, where `meta[Type][i]` points to.
#pragma once

#include <map>
#include <string_view>

#include "graph/graph.h"

namespace nw::import {

class RelayMetadata {
 public:
  // The JSON's length in `text` is left in `length`; what is behind it is not metadata.
  static RelayMetadata read(std::string_view text, size_t& length, Diagnostics& diagnostics);

  // meta[relay.Constant][index]'s data, if it is there.
  const NDArray* constant(size_t index) const;
  // Any other entry: maps and attribute objects as attributes by name.
  const graph::Attrs* attrs(const std::string& type, size_t index) const;

 private:
  std::vector<NDArray> constants_;
  std::map<std::pair<std::string, size_t>, graph::Attrs> attrs_;
};

// The section for these constants.
std::string write_relay_metadata(const std::vector<NDArray>& constants);

}  // namespace nw::import
