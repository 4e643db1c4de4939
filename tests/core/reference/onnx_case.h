// SPDX-License-Identifier: GPL-3.0-or-later
// One case of ONNX's backend suite: a model with inputs and expected outputs, evaluated and compared.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "import/onnx.h"
#include "import/onnx_proto.h"
#include "import/onnx_tensor.h"
#include "model/model.h"
#include "reference/evaluate.h"

namespace nw::test {

using reference::Value;
using reference::Values;

struct CaseResult {
  enum Kind { Agrees, Wrong, NotImported, NoReference, Skipped } kind = Skipped;
  std::string why;
};

inline std::optional<NDArray> read_tensor(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  onnx::TensorProto proto;
  if (!file || !proto.ParseFromIstream(&file)) return std::nullopt;
  const std::optional<DType> dtype = import::onnx_dtype(proto.data_type());
  const std::vector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  constexpr int64_t kMostElements = 1 << 24;  // other messages may look like a tensor of any size
  if (!dtype || element_count(shape) < 0 || element_count(shape) > kMostElements) return std::nullopt;
  if (dtype->is_string()) {
    if (proto.string_data_size() != element_count(shape)) return std::nullopt;
    return NDArray::of_texts(shape, {proto.string_data().begin(), proto.string_data().end()});
  }
  NDArray array(*dtype, shape);
  const auto count = static_cast<size_t>(array.size());
  if (proto.has_raw_data()) {
    if (proto.raw_data().size() != array.size_bytes()) return std::nullopt;
    if (count > 0) std::memcpy(array.mutable_bytes(), proto.raw_data().data(), array.size_bytes());
    return array;
  }
  // A list of tensors reads as one without its values.
  const int values = proto.float_data_size() + proto.double_data_size() + proto.int64_data_size() +
                     proto.uint64_data_size() + proto.int32_data_size();
  if (static_cast<size_t>(values) != count) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    const int at = static_cast<int>(i);
    const auto place = static_cast<int64_t>(i);
    if (proto.float_data_size() > at) array.set(place, static_cast<double>(proto.float_data(at)));
    if (proto.double_data_size() > at) array.set(place, proto.double_data(at));
    if (proto.int64_data_size() > at) array.set_int(place, proto.int64_data(at));
    if (proto.uint64_data_size() > at) array.set_int(place, static_cast<int64_t>(proto.uint64_data(at)));
    if (proto.int32_data_size() > at) {
      if (dtype->bytes() == 2 && dtype->is_float())
        reinterpret_cast<uint16_t*>(array.mutable_bytes())[i] = static_cast<uint16_t>(proto.int32_data(at));
      else
        array.set_int(place, proto.int32_data(at));
    }
  }
  return array;
}

// The suite keeps bfloat16 as its bits in uint16.
inline NDArray of_declared_type(const NDArray& array, DType declared) {
  if (!declared.is_bfloat() || array.dtype() != DType::UInt(16)) return array;
  NDArray same(declared, array.shape());
  if (array.size() > 0) std::memcpy(same.mutable_bytes(), array.bytes(), array.size_bytes());
  return same;
}

inline std::string difference_of(const Value& value, const NDArray& raw) {
  const NDArray* got = value.tensor();
  const NDArray expected = of_declared_type(raw, got ? got->dtype() : raw.dtype());
  if (!got || got->dtype() != expected.dtype() || got->shape() != expected.shape())
    return fmt::format("is {}, not {}", reference::describe(value), reference::describe(Value(expected)));
  for (int64_t i = 0; expected.dtype().is_string() && i < expected.size(); ++i)
    if (got->text_at(i) != expected.text_at(i))
      return fmt::format("element {} is '{}', not '{}'", i, got->text_at(i), expected.text_at(i));
  if (expected.dtype().is_string()) return {};
  double most = 0;
  for (int64_t i = 0; i < expected.size(); ++i)
    if (std::isfinite(expected.at(i))) most = std::max(most, std::fabs(expected.at(i)));
  const double relative = expected.dtype().bits == 16 ? 1e-2 : 1e-3;
  for (int64_t i = 0; i < expected.size(); ++i) {
    const double a = got->at(i), r = expected.at(i);
    const bool exact = !expected.dtype().is_float() || !std::isfinite(r) || !std::isfinite(a);
    if (std::isnan(a) && std::isnan(r)) continue;
    if (exact ? a == r : std::fabs(a - r) <= relative * std::fabs(r) + 1e-5 * std::max(1.0, most)) continue;
    return fmt::format("element {} is {}, not {}", i, a, r);
  }
  return {};
}

inline std::string first_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::Error) return fmt::format("{} [{}]", d.message, d.code);
  return diagnostics.empty() ? "nothing" : diagnostics.front().message;
}

enum class CaseForm { AsRead, Optimized, OfConstants };  // OfConstants: the inputs are in the file, for passes to fold

// The first inputs of a case as initializers; false where they are no tensors of numbers.
inline bool make_inputs_constant(onnx::ModelProto& proto, const std::filesystem::path& data) {
  onnx::GraphProto& graph = *proto.mutable_graph();
  for (int i = 0; i < graph.input_size(); ++i) {
    std::ifstream file(data / fmt::format("input_{}.pb", i), std::ios::binary);
    onnx::TensorProto tensor;
    const onnx::TypeProto& type = graph.input(i).type();
    if (!type.has_tensor_type() || !import::onnx_dtype(type.tensor_type().elem_type())) return false;
    if (!file || !tensor.ParseFromIstream(&file)) continue;
    tensor.set_data_type(type.tensor_type().elem_type());
    tensor.set_name(graph.input(i).name());
    *graph.add_initializer() = tensor;
  }
  graph.clear_input();
  return true;
}

inline CaseResult run_case(const std::filesystem::path& folder, CaseForm form = CaseForm::AsRead) {
  std::ifstream file(folder / "model.onnx", std::ios::binary);
  onnx::ModelProto proto;
  if (!file || !proto.ParseFromIstream(&file)) return {CaseResult::Skipped, "no model"};
  if (form == CaseForm::OfConstants && !make_inputs_constant(proto, folder / "test_data_set_0"))
    return {CaseResult::Skipped, "an input is no tensor of numbers"};
  const auto bytes = std::make_shared<const std::string>(proto.SerializeAsString());
  Result<graph::Graph> graph = import::read_onnx(std::as_bytes(std::span(bytes->data(), bytes->size())), bytes);
  if (!graph.value) return {CaseResult::NotImported, first_of(graph.diagnostics)};
  if (form != CaseForm::AsRead) graph.value = model::build_model(std::move(*graph), {}, "case")->optimized();
  for (const NodeId id : graph->post_order()) {
    const graph::Node& node = graph->node(id);
    if (!node.why_opaque.empty() || node.kind == graph::NodeKind::Opaque)
      return {CaseResult::NotImported, fmt::format("{}: {}", node.op, node.why_opaque)};
  }
  CaseResult result{CaseResult::Skipped, "no data"};
  const int sets = form == CaseForm::OfConstants ? 1 : 100;
  for (int set = 0; set < sets && std::filesystem::exists(folder / fmt::format("test_data_set_{}", set)); ++set) {
    const auto data = folder / fmt::format("test_data_set_{}", set);
    std::map<NodeId, Value> inputs;
    for (int i = 0; i < proto.graph().input_size(); ++i) {
      const NodeId id = graph->find(proto.graph().input(i).name());
      if (!id.valid() || !std::filesystem::exists(data / fmt::format("input_{}.pb", i))) continue;
      if (!proto.graph().input(i).type().has_tensor_type())
        return {CaseResult::Skipped, "an input is no tensor of numbers"};
      const std::optional<NDArray> tensor = read_tensor(data / fmt::format("input_{}.pb", i));
      if (!tensor) return {CaseResult::Skipped, "an input is no tensor of numbers"};
      inputs.emplace(id, of_declared_type(*tensor, graph->node(id).type.dtype));
    }
    const Result<Values> values = reference::evaluate(*graph, inputs);
    if (!values.ok()) {
      const std::string why = first_of(values.diagnostics);
      const bool missing = why.find("[NW4080]") != std::string::npos;
      return {missing ? CaseResult::NoReference : CaseResult::Wrong, why};
    }
    for (size_t o = 0; o < values->size(); ++o) {
      if (!proto.graph().output(static_cast<int>(o)).type().has_tensor_type())
        return {CaseResult::Skipped, "an output is no tensor of numbers"};
      const std::optional<NDArray> expected = read_tensor(data / fmt::format("output_{}.pb", o));
      if (!expected) return {CaseResult::Skipped, "an output is no tensor of numbers"};
      const std::string difference = difference_of((*values)[o], *expected);
      if (!difference.empty()) return {CaseResult::Wrong, fmt::format("output {} {}", o, difference)};
      result = {CaseResult::Agrees, ""};
    }
  }
  return result;
}

}  // namespace nw::test
