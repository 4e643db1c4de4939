// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_docs.h"

#include <algorithm>

#include "import/onnx_proto.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <onnx/defs/schema.h>
#pragma GCC diagnostic pop

namespace nw::import {

namespace {

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \n\t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \n\t") - begin + 1);
}

}  // namespace

OnnxDoc onnx_doc(const std::string& op, const std::string& domain, int64_t version) {
  OnnxDoc doc;
  constexpr int64_t kNewest = 1000;  // the registry looks for the greatest version that is not above
  const int wanted = static_cast<int>(version > 0 ? std::min(version, kNewest) : kNewest);
  const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(op, wanted, domain == "ai.onnx" ? "" : domain);
  if (!schema) return doc;
  doc.op = op;
  doc.domain = domain.empty() ? "ai.onnx" : domain;
  doc.since = schema->since_version();
  if (schema->doc()) doc.text = trimmed(schema->doc());
  for (const auto& input : schema->inputs()) doc.inputs.push_back({input.GetName(), trimmed(input.GetDescription())});
  for (const auto& output : schema->outputs())
    doc.outputs.push_back({output.GetName(), trimmed(output.GetDescription())});
  for (const auto& [name, attribute] : schema->attributes())
    doc.attributes.push_back({name, trimmed(attribute.description)});
  return doc;
}

}  // namespace nw::import
