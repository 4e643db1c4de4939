// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX files as graphs of Relay operators: IR 3 to 10, opsets 7 to 21. Tensors' data stay in the mapped file.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "import/relay.h"

namespace nw::import {

// Data in the place of an initializer's, by its name: ONNX lets a caller give those that are listed as inputs too.
using Overrides = std::map<std::string, NDArray>;

// Whatever can be read is in the graph: an operator that is not known is an opaque node, a missing value an input
// without a type. Of a file that is cut or damaged the graph has the nodes that are whole, and NW1010 says where it
// broke. No value only if the file holds no graph at all.
// Nodes of operators that `operators` declares, by "domain.NAME" or NAME, are calls of them.
Result<graph::Graph> read_onnx(const std::string& path, const Overrides& overrides = {},
                               const Operators& operators = nullptr);

// The same from bytes that `owner` keeps alive; `folder` is where external data may lie (empty: nowhere).
Result<graph::Graph> read_onnx(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                               const std::string& folder = {}, const Overrides& overrides = {},
                               const Operators& operators = nullptr);

}  // namespace nw::import
