// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's TensorProto as a message of its own, as test data and exchanged tensors are kept (.pb).
#pragma once

#include <span>
#include <string>

#include "base/ndarray.h"
#include "base/result.h"

namespace nw::import {

// An array with memory of its own. NW1013, NW1020.
Result<NDArray> read_onnx_tensor(std::span<const std::byte> message);
std::string onnx_tensor_bytes(const std::string& name, const NDArray& array);

}  // namespace nw::import
