// SPDX-License-Identifier: GPL-3.0-or-later
// A value of a model's call in a file of its own: a tensor (tensor_file.h), or a list of tensors or a value that may be
// absent as ONNX writes them (.pb). A file does not say which of these it is: the type that is wanted does.
#pragma once

#include <string>

#include "base/result.h"
#include "graph/type.h"
#include "reference/value.h"

namespace nw::data {

// What is wanted is a tensor where the type is not known. NW1001: the file cannot be read; NW4141: it holds no such
// value.
Result<reference::Value> read_value_file(const std::string& path, const graph::Type& wanted);

// Writes FOLDER/STEM.npy, or .pb where NumPy has no such type; `name` is the value's in a .pb. NW4001.
Diagnostics write_value_file(const std::string& folder, const std::string& stem, const std::string& name,
                             const reference::Value& value, const graph::Type& type);

// "sequence(3) of float32(2, 4)", "float32(2)", "nothing": for messages.
std::string kind_text(const reference::Value& value);

}  // namespace nw::data
