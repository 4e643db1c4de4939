// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/value_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/atomic_file.h"
#include "data/diagnostics.h"
#include "data/tensor_file.h"
#include "import/mapped_file.h"
#include "import/onnx_tensor_file.h"

namespace nw::data {

using import::OnnxMessage;
using import::OnnxValue;
using reference::Value;
using reference::Values;

namespace {

// The tensors in a list have one element type; bfloat16 may be kept as its bits.
DType element_type(const graph::Type& type) {
  if (type.is_tensor()) return type.dtype;
  return type.fields.size() == 1 ? element_type(type.fields[0]) : DType{};
}

Value value_of(const OnnxValue& read, DType wanted) {
  if (read.kind == OnnxValue::Kind::Nothing) return {};
  if (read.kind == OnnxValue::Kind::Tensor) return as_bfloat16_where_wanted(wanted, with_plain_bools(read.tensor));
  Values entries;
  for (const OnnxValue& entry : read.entries) entries.push_back(value_of(entry, wanted));
  return entries;
}

OnnxValue written(const Value& value) {
  if (const NDArray* tensor = value.tensor()) return {OnnxValue::Kind::Tensor, *tensor};
  OnnxValue list;
  if (!value.list()) return list;
  list.kind = OnnxValue::Kind::List;
  for (const Value& entry : *value.list()) list.entries.push_back(written(entry));
  return list;
}

}  // namespace

Result<Value> read_value_file(const std::string& path, const graph::Type& wanted) {
  const bool optional = wanted.is_optional(), sequence = wanted.is_sequence();
  const bool tensor = !optional && !sequence;
  if (tensor || !path.ends_with(".pb")) {
    if (sequence) return bad_tensor_file(path, "a sequence is kept in a .pb, as ONNX's SequenceProto");
    Result<NDArray> array = read_tensor_file(path);
    if (!array.ok()) return array.diagnostics;
    return Value(as_bfloat16_where_wanted(element_type(wanted), std::move(*array)));
  }
  const Result<std::shared_ptr<const import::MappedFile>> file = import::MappedFile::open(path);
  if (!file.ok()) return file.diagnostics;
  const Result<OnnxValue> read =
      import::read_onnx_value((*file)->bytes(), optional ? OnnxMessage::Optional : OnnxMessage::Sequence);
  if (!read.ok()) return bad_tensor_file(path, read.diagnostics.front().message);
  return value_of(*read, element_type(wanted));
}

Diagnostics write_value_file(const std::string& folder, const std::string& stem, const std::string& name,
                             const Value& value, const graph::Type& type) {
  const NDArray* tensor = value.tensor();
  if (tensor && !type.is_optional()) return write_tensor_file(folder, stem, name, *tensor);
  const OnnxMessage kind = type.is_optional() || value.is_nothing() ? OnnxMessage::Optional : OnnxMessage::Sequence;
  return write_whole_file(folder + "/" + stem + ".pb", import::onnx_value_bytes(name, written(value), kind));
}

std::string kind_text(const Value& value) {
  if (const NDArray* tensor = value.tensor())
    return fmt::format("{}({})", to_string(tensor->dtype()), fmt::join(tensor->shape(), ", "));
  if (!value.list()) return "nothing";
  const Values& entries = *value.list();
  return fmt::format("a sequence of {}{}", entries.size(),
                     entries.empty() ? "" : fmt::format(", the first {}", kind_text(entries.front())));
}

}  // namespace nw::data
