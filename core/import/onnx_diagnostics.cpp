// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_diagnostics.h"

#include <fmt/format.h>

namespace nw::import {

namespace {

Diagnostic make(const char* code, std::string message, const std::string& node = {}) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (!node.empty()) d.where.push_back(at_node(node));
  return d;
}

}  // namespace

Diagnostic not_an_onnx_file(size_t byte, const std::string& what) {
  Diagnostic d = make("NW1010", fmt::format("this is not a whole ONNX file: at byte {}, {}", byte, what));
  Place place;
  place.byte_offset = static_cast<long long>(byte);
  d.where.push_back(std::move(place));
  return d;
}

Diagnostic no_graph() {
  Diagnostic d = make("NW1011", "the file holds no graph");
  Place place;
  place.byte_offset = 0;
  d.where.push_back(std::move(place));
  return d;
}

Diagnostic version_not_known(const std::string& what, int64_t version, int64_t first, int64_t last) {
  Diagnostic d = make("NW1012", fmt::format("the {} is {}; {} to {} are known, so some operators may be read wrongly",
                                            what, version, first, last));
  d.severity = Severity::Warning;
  return d;
}

Diagnostic not_a_tensor() {
  return make("NW1013", "it is no tensor as ONNX writes them");
}

Diagnostic not_a_sequence() {
  return make("NW1013", "it is no sequence of tensors and no optional value as ONNX writes them");
}

Diagnostic bad_tensor(const std::string& tensor, const std::string& what) {
  return make("NW1013", fmt::format("the tensor '{}' {}", tensor, what), tensor);
}

Diagnostic bad_external_data(const std::string& tensor, const std::string& what) {
  return make("NW1014", fmt::format("the data of '{}' in another file cannot be used: {}", tensor, what), tensor);
}

Diagnostic undefined_value(const std::string& node, const std::string& value) {
  return make("NW1015", fmt::format("'{}' reads '{}', which nothing in the file computes", node, value), node);
}

Diagnostic cycle(const std::vector<std::string>& nodes) {
  Diagnostic d = make("NW1016", "the nodes read each other in a cycle");
  constexpr size_t kMaxShown = 8;
  std::string path;
  for (size_t i = 0; i < nodes.size() && i < kMaxShown; ++i) path += (i ? " → " : "") + nodes[i];
  if (nodes.size() > kMaxShown) path += fmt::format(" → … ({} nodes)", nodes.size());
  d.because.push_back(path);
  for (size_t i = 0; i < nodes.size() && i < kMaxShown; ++i) d.where.push_back(at_node(nodes[i]));
  return d;
}

Diagnostic value_defined_twice(const std::string& node, const std::string& value) {
  return make("NW1017", fmt::format("'{}' gives '{}' again; the first definition counts", node, value), node);
}

Diagnostic operator_not_known(const std::string& op, const std::string& why, int count, const std::string& node) {
  Diagnostic d = make("NW1018",
                      count == 1 ? fmt::format("'{}' stays opaque: {}", op, why)
                                 : fmt::format("{} nodes '{}' stay opaque: {}", count, op, why),
                      node);
  d.severity = Severity::Warning;
  return d;
}

Diagnostic bad_dimension(const std::string& value, const std::string& what) {
  return make("NW1019", fmt::format("'{}' {}", value, what), value);
}

Diagnostic tensor_type_not_known(const std::string& tensor, int type) {
  Diagnostic d = make(
      "NW1020", fmt::format("the tensor '{}' has the element type {}, which is not known here", tensor, type), tensor);
  d.severity = Severity::Warning;
  return d;
}

Diagnostic more_errors_in_file(int count) {
  return make("NW1021", fmt::format("{} more error{} not shown", count, count == 1 ? " is" : "s are"));
}

Diagnostic drops_nothing(const std::string& node) {
  Diagnostic d = make(
      "NW1023", fmt::format("'{}', Dropout in training, is computed as in inference: it drops nothing", node), node);
  d.severity = Severity::Warning;
  d.because.push_back("it has no seed, so no numbers are the right ones; ONNX Runtime and TVM drop nothing, either");
  return d;
}

}  // namespace nw::import
