// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's TensorProto, SequenceProto and OptionalProto as messages of their own, as test data and exchanged values are
// kept (.pb).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"

namespace nw::import {

// A tensor, a list of values, or nothing.
struct OnnxValue {
  enum class Kind : uint8_t { Nothing, Tensor, List };
  Kind kind = Kind::Nothing;
  NDArray tensor = {};
  std::vector<OnnxValue> entries = {};
};
// The message that holds it: none says so itself, and the last two read as each other.
enum class OnnxMessage : uint8_t { Tensor, Sequence, Optional };

// An array with memory of its own. NW1013, NW1020.
Result<NDArray> read_onnx_tensor(std::span<const std::byte> message);
std::string onnx_tensor_bytes(const std::string& name, const NDArray& array);

Result<OnnxValue> read_onnx_value(std::span<const std::byte> message, OnnxMessage kind);
std::string onnx_value_bytes(const std::string& name, const OnnxValue& value, OnnxMessage kind);

}  // namespace nw::import
