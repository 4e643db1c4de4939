// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx.h"

#include <filesystem>
#include <limits>
#include <set>

#include "import/mapped_file.h"
#include "import/onnx_diagnostics.h"
#include "import/onnx_importer.h"
#include "import/onnx_wire.h"

namespace nw::import {

namespace {

// A graph that was cut has lost its outputs, which come last: they are what nothing reads.
void give_outputs(onnx::GraphProto& graph) {
  if (graph.output_size() > 0) return;
  std::set<std::string> read;
  for (const onnx::NodeProto& node : graph.node()) read.insert(node.input().begin(), node.input().end());
  for (const onnx::NodeProto& node : graph.node())
    for (const std::string& output : node.output())
      if (!output.empty() && !read.contains(output)) graph.add_output()->set_name(output);
}

}  // namespace

Result<graph::Graph> read_onnx(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                               const std::string& folder, const Overrides& overrides, const Operators& operators) {
  StrippedModel stripped = strip_tensors(bytes);
  onnx::ModelProto model;
  const bool fits = stripped.message.size() <= static_cast<size_t>(std::numeric_limits<int>::max());
  if (!fits || !model.ParseFromArray(stripped.message.data(), static_cast<int>(stripped.message.size()))) {
    return stripped.fault ? *stripped.fault : not_an_onnx_file(0, "its messages are not those of an ONNX model");
  }
  if (stripped.fault && model.graph().node().empty()) return *stripped.fault;
  if (!model.has_graph()) return no_graph();
  if (stripped.fault) give_outputs(*model.mutable_graph());
  TensorSource tensors(std::move(owner), std::move(stripped.raw), folder);
  Result<graph::Graph> graph = OnnxImporter(model, tensors, overrides, operators).run();
  if (stripped.fault) graph.diagnostics = {*stripped.fault};  // what else is missing follows from it
  return graph;
}

Result<graph::Graph> read_onnx(const std::string& path, const Overrides& overrides, const Operators& operators) {
  Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path);
  if (!file) return file.diagnostics;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  Result<graph::Graph> graph =
      read_onnx((*file)->bytes(), *file, folder.empty() ? "." : folder.string(), overrides, operators);
  for (Diagnostic& d : graph.diagnostics) {
    if (!d.where.empty() && d.where.front().byte_offset >= 0) d.where.front().file = path;
  }
  return graph;
}

}  // namespace nw::import
