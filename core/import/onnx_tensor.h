// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of an ONNX file as arrays that point into it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "import/mapped_file.h"

namespace onnx {
class TensorProto;
}

namespace nw::import {

// ONNX's number of an element type; nothing for complex and sub-byte types.
std::optional<DType> onnx_dtype(int type);
std::optional<int> onnx_type(DType dtype);  // and back

// Where tensors find their bytes: the file itself, and files beside it.
class TensorSource {
 public:
  TensorSource(std::shared_ptr<const void> owner, std::vector<std::span<const std::byte>> raw, std::string folder)
      : owner_(std::move(owner)), raw_(std::move(raw)), folder_(std::move(folder)) {}

  // NW1013, NW1014, NW1020.
  Result<NDArray> read(const onnx::TensorProto& tensor);

 private:
  Result<NDArray> read_external(const onnx::TensorProto& tensor, DType dtype, std::vector<int64_t> shape);

  std::shared_ptr<const void> owner_;
  std::vector<std::span<const std::byte>> raw_;
  std::string folder_;  // where external data may lie; empty: nowhere
  std::map<std::string, std::shared_ptr<const MappedFile>> files_;
};

}  // namespace nw::import
