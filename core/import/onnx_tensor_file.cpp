// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_tensor_file.h"

#include <limits>
#include <memory>
#include <utility>

#include "import/onnx_data_proto.h"
#include "import/onnx_diagnostics.h"
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

namespace {

onnx::TensorProto tensor_proto(const std::string& name, const NDArray& array) {
  onnx::TensorProto tensor;
  if (!name.empty()) tensor.set_name(name);
  tensor.set_data_type(onnx_type(array.dtype()).value_or(onnx::TensorProto::UNDEFINED));
  for (const int64_t extent : array.shape()) tensor.add_dims(extent);
  if (array.dtype().is_string())
    for (int64_t i = 0; i < array.size(); ++i) tensor.add_string_data(array.text_at(i));
  else
    tensor.set_raw_data(array.bytes(), array.size_bytes());
  return tensor;
}

Result<OnnxValue> read_entry(const onnx::TensorProto& entry) {
  if (entry.data_type() == onnx::TensorProto::UNDEFINED) return not_a_tensor();
  onnx::TensorProto tensor = entry;
  tensor.clear_doc_string();
  Result<NDArray> array = TensorSource(nullptr, {}, "").read(tensor);
  if (!array.ok()) return array.diagnostics;
  return OnnxValue{OnnxValue::Kind::Tensor, std::move(*array)};
}

Result<OnnxValue> read_list(const onnx::SequenceProto& sequence) {
  OnnxValue list{OnnxValue::Kind::List};
  for (const auto& entry : sequence.tensor_values()) {
    Result<OnnxValue> value = read_entry(entry);
    if (!value.ok()) return value;
    list.entries.push_back(std::move(*value));
  }
  for (const auto& entry : sequence.sequence_values()) {
    Result<OnnxValue> value = read_list(entry);
    if (!value.ok()) return value;
    list.entries.push_back(std::move(*value));
  }
  if (sequence.sparse_tensor_values_size() + sequence.map_values_size() + sequence.optional_values_size() > 0)
    return not_a_sequence();
  return list;
}

onnx::SequenceProto sequence_proto(const std::vector<OnnxValue>& entries) {
  onnx::SequenceProto sequence;
  sequence.set_elem_type(onnx::SequenceProto::TENSOR);
  for (const OnnxValue& entry : entries) {
    if (entry.kind == OnnxValue::Kind::Tensor) {
      *sequence.add_tensor_values() = tensor_proto("", entry.tensor);
    } else if (entry.kind == OnnxValue::Kind::List) {
      sequence.set_elem_type(onnx::SequenceProto::SEQUENCE);
      *sequence.add_sequence_values() = sequence_proto(entry.entries);
    }
  }
  return sequence;
}

}  // namespace

std::string onnx_tensor_bytes(const std::string& name, const NDArray& array) {
  return tensor_proto(name, array).SerializeAsString();
}

Result<OnnxValue> read_onnx_value(std::span<const std::byte> message, OnnxMessage kind) {
  if (kind == OnnxMessage::Tensor) {
    Result<NDArray> array = read_onnx_tensor(message);
    if (!array.ok()) return array.diagnostics;
    return OnnxValue{OnnxValue::Kind::Tensor, std::move(*array)};
  }
  // An OptionalProto has the fields of a SequenceProto, each at most once.
  onnx::SequenceProto sequence;
  const bool fits = message.size() <= static_cast<size_t>(std::numeric_limits<int>::max());
  if (!fits || !sequence.ParseFromArray(message.data(), static_cast<int>(message.size())) ||
      !onnx::SequenceProto::DataType_IsValid(sequence.elem_type()))
    return not_a_sequence();
  Result<OnnxValue> list = read_list(sequence);
  if (!list.ok() || kind == OnnxMessage::Sequence) return list;
  if (list->entries.size() > 1) return not_a_sequence();
  return list->entries.empty() ? OnnxValue{} : std::move(list->entries.front());
}

std::string onnx_value_bytes(const std::string& name, const OnnxValue& value, OnnxMessage kind) {
  if (kind == OnnxMessage::Tensor) return onnx_tensor_bytes(name, value.tensor);
  onnx::SequenceProto message;
  if (kind == OnnxMessage::Sequence)
    message = sequence_proto(value.entries);
  else if (value.kind != OnnxValue::Kind::Nothing)
    message = sequence_proto({value});
  else
    message.set_elem_type(onnx::SequenceProto::UNDEFINED);
  message.set_name(name);
  return message.SerializeAsString();
}

}  // namespace nw::import
