// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of an ONNX file, checked before protobuf sees them, and freed of the tensors' data: what protobuf parses
// is small, and the data stay where they are in the file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::import {

struct StrippedModel {
  std::string message;  // a ModelProto whose tensors' doc_string is the index of their bytes in `raw`
  std::vector<std::span<const std::byte>> raw;
  std::optional<Diagnostic> fault;  // NW1010 with the first byte that cannot be; `message` is then what is whole
};
StrippedModel strip_tensors(std::span<const std::byte> file);

}  // namespace nw::import
