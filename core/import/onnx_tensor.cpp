// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "import/onnx_diagnostics.h"
#include "import/onnx_proto.h"
#include "import/onnx_text.h"

namespace nw::import {

std::optional<DType> onnx_dtype(int type) {
  switch (type) {
    case onnx::TensorProto::FLOAT:
      return DType::Float(32);
    case onnx::TensorProto::DOUBLE:
      return DType::Float(64);
    case onnx::TensorProto::FLOAT16:
      return DType::Float(16);
    case onnx::TensorProto::BFLOAT16:
      return DType::BFloat16();
    case onnx::TensorProto::INT8:
      return DType::Int(8);
    case onnx::TensorProto::INT16:
      return DType::Int(16);
    case onnx::TensorProto::INT32:
      return DType::Int(32);
    case onnx::TensorProto::INT64:
      return DType::Int(64);
    case onnx::TensorProto::UINT8:
      return DType::UInt(8);
    case onnx::TensorProto::UINT16:
      return DType::UInt(16);
    case onnx::TensorProto::UINT32:
      return DType::UInt(32);
    case onnx::TensorProto::UINT64:
      return DType::UInt(64);
    case onnx::TensorProto::BOOL:
      return DType::Bool();
    case onnx::TensorProto::STRING:
      return DType::String();
    default:
      return std::nullopt;
  }
}

std::optional<int> onnx_type(DType dtype) {
  for (int type = onnx::TensorProto::FLOAT; type <= onnx::TensorProto::BFLOAT16; ++type)
    if (onnx_dtype(type) == dtype) return type;
  return std::nullopt;
}

namespace {

std::optional<std::vector<int64_t>> shape_of(const onnx::TensorProto& tensor) {
  std::vector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  constexpr int64_t kMaxElements = int64_t{1} << 48;
  const int64_t count = element_count(shape);
  if (count < 0 || count > kMaxElements) return std::nullopt;
  return shape;
}

template <class Values>
std::optional<NDArray> typed(DType dtype, std::vector<int64_t> shape, const Values& values) {
  if (element_count(shape) != static_cast<int64_t>(values.size())) return std::nullopt;
  NDArray data(dtype, std::move(shape));
  for (int64_t i = 0; i < data.size(); ++i) {
    const auto value = values.Get(static_cast<int>(i));
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>) {
      data.set(i, static_cast<double>(value));
    } else {
      data.set_int(i, static_cast<int64_t>(value));
    }
  }
  return data;
}

// float16 and bfloat16 are stored as their bits in int32_data.
std::optional<NDArray> bits16(DType dtype, std::vector<int64_t> shape, const onnx::TensorProto& tensor) {
  if (element_count(shape) != tensor.int32_data_size()) return std::nullopt;
  NDArray data(dtype, std::move(shape));
  const std::span<uint16_t> out = data.as_mutable<uint16_t>();
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<uint16_t>(tensor.int32_data(static_cast<int>(i)));
  return data;
}

std::optional<NDArray> from_fields(DType dtype, std::vector<int64_t> shape, const onnx::TensorProto& tensor) {
  if (dtype.is_float() && dtype.bits == 16) return bits16(dtype, std::move(shape), tensor);
  if (dtype == DType::Float(32)) return typed(dtype, std::move(shape), tensor.float_data());
  if (dtype == DType::Float(64)) return typed(dtype, std::move(shape), tensor.double_data());
  if (dtype == DType::Int(64)) return typed(dtype, std::move(shape), tensor.int64_data());
  if (dtype.is_uint() && dtype.bits >= 32) return typed(dtype, std::move(shape), tensor.uint64_data());
  return typed(dtype, std::move(shape), tensor.int32_data());
}

std::optional<uint64_t> number(const std::string& text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Of a message that did not come through strip_tensors: bodies of functions, test data.
Result<NDArray> from_raw(const onnx::TensorProto& tensor, DType dtype, std::vector<int64_t> shape) {
  const std::string& raw = tensor.raw_data();
  const uint64_t bytes = static_cast<uint64_t>(element_count(shape)) * static_cast<uint64_t>(dtype.bytes());
  if (raw.size() != bytes)
    return bad_tensor(clean_text(tensor.name()), fmt::format("needs {} bytes of data, but has {}", bytes, raw.size()));
  NDArray data(dtype, std::move(shape));
  std::copy_n(reinterpret_cast<const std::byte*>(raw.data()), raw.size(), data.mutable_bytes());
  return data;
}

Result<NDArray> read_texts(const onnx::TensorProto& tensor, std::vector<int64_t> shape) {
  const std::string name = clean_text(tensor.name());
  if (element_count(shape) != tensor.string_data_size())
    return bad_tensor(name, "has more or fewer values than its shape says");
  return NDArray::of_texts(std::move(shape), {tensor.string_data().begin(), tensor.string_data().end()});
}

}  // namespace

Result<NDArray> TensorSource::read(const onnx::TensorProto& tensor) {
  const std::string name = clean_text(tensor.name());
  const std::optional<DType> dtype = onnx_dtype(tensor.data_type());
  if (!dtype) return tensor_type_not_known(name, tensor.data_type());
  std::optional<std::vector<int64_t>> shape = shape_of(tensor);
  if (!shape) return bad_tensor(name, "has a negative dimension, or too many elements");
  if (dtype->is_string()) return read_texts(tensor, std::move(*shape));
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) return read_external(tensor, *dtype, std::move(*shape));
  const uint64_t bytes = static_cast<uint64_t>(element_count(*shape)) * static_cast<uint64_t>(dtype->bytes());
  if (tensor.has_doc_string()) {
    const std::optional<uint64_t> index = number(tensor.doc_string());
    if (!index || *index >= raw_.size()) return bad_tensor(name, "has no data");
    const std::span<const std::byte> raw = raw_[*index];
    if (raw.size() != bytes) {
      return bad_tensor(name, fmt::format("needs {} bytes of data, but has {}", bytes, raw.size()));
    }
    return NDArray(*dtype, std::move(*shape), raw.data(), owner_);
  }
  if (tensor.has_raw_data()) return from_raw(tensor, *dtype, std::move(*shape));
  std::optional<NDArray> data = from_fields(*dtype, std::move(*shape), tensor);
  if (!data) return bad_tensor(name, "has more or fewer values than its shape says");
  return *data;
}

Result<NDArray> TensorSource::read_external(const onnx::TensorProto& tensor, DType dtype, std::vector<int64_t> shape) {
  const std::string name = clean_text(tensor.name());
  std::string location;
  uint64_t offset = 0;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") location = entry.value();
    if (entry.key() != "offset") continue;
    const std::optional<uint64_t> value = number(entry.value());
    if (!value)
      return bad_external_data(name, fmt::format("the offset '{}' is not a number", clean_text(entry.value())));
    offset = *value;
  }
  const std::filesystem::path relative(location);
  const bool outside = relative.is_absolute() ||
                       std::any_of(relative.begin(), relative.end(), [](const auto& part) { return part == ".."; });
  if (location.empty() || outside || folder_.empty() || location.find('\0') != std::string::npos) {
    return bad_external_data(name,
                             fmt::format("'{}' does not name a file in the model's folder", clean_text(location)));
  }
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::weakly_canonical(folder_, error);
  const std::filesystem::path path = std::filesystem::weakly_canonical(folder / relative, error);
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  if (error || end != folder.end()) {
    return bad_external_data(name, fmt::format("'{}' leads out of the model's folder", clean_text(location)));
  }
  std::shared_ptr<const MappedFile>& file = files_[location];
  if (!file) {
    Result<std::shared_ptr<const MappedFile>> opened = MappedFile::open(path.string());
    if (!opened) return bad_external_data(name, opened.diagnostics.front().message);
    file = *opened;
  }
  const uint64_t bytes = static_cast<uint64_t>(element_count(shape)) * static_cast<uint64_t>(dtype.bytes());
  const uint64_t size = file->bytes().size();
  if (offset > size || bytes > size - offset) {
    return bad_external_data(name, fmt::format("'{}' has {} bytes, but {} from byte {} on are needed",
                                               clean_text(location), size, bytes, offset));
  }
  return NDArray(dtype, std::move(shape), file->bytes().data() + offset, file);
}

}  // namespace nw::import
