// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_tensor_file.h"

#include <limits>
#include <memory>
#include <utility>

#include "import/onnx_diagnostics.h"
#include "import/onnx_proto.h"
#include "import/onnx_tensor.h"

namespace nw::import {

Result<NDArray> read_onnx_tensor(std::span<const std::byte> message) {
  const auto tensor = std::make_shared<onnx::TensorProto>();
  const bool fits = message.size() <= static_cast<size_t>(std::numeric_limits<int>::max());
  if (!fits || !tensor->ParseFromArray(message.data(), static_cast<int>(message.size())) ||
      tensor->data_type() == onnx::TensorProto::UNDEFINED)
    return not_a_tensor();
  // A source finds raw data by the number in the doc string (import/onnx_wire.h), which here is somebody's words.
  tensor->clear_doc_string();
  const auto raw = std::make_shared<const std::string>(tensor->raw_data());
  std::vector<std::span<const std::byte>> data;
  if (tensor->has_raw_data()) {
    data.push_back(std::as_bytes(std::span(raw->data(), raw->size())));
    tensor->set_doc_string("0");
    tensor->clear_raw_data();
  }
  return TensorSource(raw, std::move(data), "").read(*tensor);
}

std::string onnx_tensor_bytes(const std::string& name, const NDArray& array) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx_type(array.dtype()).value_or(onnx::TensorProto::UNDEFINED));
  for (const int64_t extent : array.shape()) tensor.add_dims(extent);
  tensor.set_raw_data(array.bytes(), array.size_bytes());
  return tensor.SerializeAsString();
}

}  // namespace nw::import
