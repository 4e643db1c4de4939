// SPDX-License-Identifier: GPL-3.0-or-later
// A model file of any kind that is known: ONNX, or Relay's text.
#pragma once

#include <string>

#include "import/onnx.h"

namespace nw::import {

// By the file's ending (.onnx, .relay, .txt), and by its bytes where that says nothing. Overrides as read_onnx has
// them.
Result<graph::Graph> read_model(const std::string& path, const Overrides& overrides = {},
                                const Operators& operators = nullptr);

}  // namespace nw::import
