// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's backend suite (Debian's libonnx-testdata) by the reference operators: each case is imported, evaluated on its
// inputs and compared with its outputs. Not in ctest; after building the target:
//   build/bin/onnx_suite                 one line a case (agree, WRONG or refused; the case; why), then the counts,
//   also
//                                        of cases where the model is said to be runnable and is not, or the reverse
//   build/bin/onnx_suite --failing loop  only cases that do not agree and have "loop" in their name
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "import/onnx.h"
#include "import/onnx_proto.h"
#include "import/onnx_tensor.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <onnx/onnx-data_pb.h>
#pragma GCC diagnostic pop
#include "model/runnable.h"
#include "reference/evaluate.h"

using namespace nw;
namespace fs = std::filesystem;
using reference::Value;
using reference::Values;

namespace {

std::optional<Value> tensor_of(const onnx::TensorProto& proto) {
  import::TensorSource source(nullptr, {}, {});
  onnx::TensorProto plain = proto;
  plain.clear_doc_string();
  Result<NDArray> data = source.read(plain);
  if (!data.value) return std::nullopt;
  return Value(std::move(*data.value));
}

std::optional<Value> sequence_of(const onnx::SequenceProto& proto) {
  Values values;
  for (const auto& tensor : proto.tensor_values()) {
    std::optional<Value> value = tensor_of(tensor);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return Value(std::move(values));
}

template <class Proto>
bool parse(const fs::path& path, Proto& proto) {
  std::ifstream file(path, std::ios::binary);
  return file && proto.ParseFromIstream(&file);
}

std::optional<Value> value_of(const fs::path& path, const onnx::TypeProto& type) {
  if (type.has_optional_type()) {
    onnx::OptionalProto proto;
    if (!parse(path, proto)) return std::nullopt;
    if (proto.has_tensor_value()) return tensor_of(proto.tensor_value());
    if (proto.has_sequence_value()) return sequence_of(proto.sequence_value());
    return Value();
  }
  if (type.has_sequence_type()) {
    onnx::SequenceProto proto;
    return parse(path, proto) ? sequence_of(proto) : std::nullopt;
  }
  onnx::TensorProto proto;
  if (!parse(path, proto)) return std::nullopt;
  std::optional<Value> value = tensor_of(proto);
  // The suite stores bfloat16 as the bits of uint16.
  if (value && type.tensor_type().elem_type() == onnx::TensorProto::BFLOAT16 && value->tensor()->dtype().bits == 16)
    value = NDArray(DType::BFloat16(), value->tensor()->shape(), value->tensor()->bytes(),
                    std::make_shared<NDArray>(*value->tensor()));
  return value;
}

double tolerance(DType dtype, double largest, double expected) {
  if (dtype.is_float() && dtype.bits == 16) return 1e-2 * std::abs(expected) + 1e-3 * std::max(1.0, largest);
  return 1e-3 * std::abs(expected) + 1e-5 * std::max(1.0, largest);
}

std::string difference(const NDArray& got, const NDArray& wanted) {
  if (got.dtype() != wanted.dtype())
    return fmt::format("is {}, expected {}", to_string(got.dtype()), to_string(wanted.dtype()));
  if (got.shape() != wanted.shape())
    return fmt::format("has the shape {}, expected {}", reference::shape_text(got.shape()),
                       reference::shape_text(wanted.shape()));
  for (int64_t i = 0; wanted.dtype().is_string() && i < wanted.size(); ++i)
    if (got.text_at(i) != wanted.text_at(i))
      return fmt::format("element {} is '{}', expected '{}'", i, got.text_at(i), wanted.text_at(i));
  if (wanted.dtype().is_string()) return {};
  double largest = 0;
  for (int64_t i = 0; i < wanted.size(); ++i)
    if (std::isfinite(wanted.at(i))) largest = std::max(largest, std::abs(wanted.at(i)));
  for (int64_t i = 0; i < wanted.size(); ++i) {
    const double a = got.at(i), b = wanted.at(i);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const bool close = got.dtype().is_float() && std::abs(a - b) <= tolerance(got.dtype(), largest, b);
    if (!close) return fmt::format("element {} is {}, expected {}", i, a, b);
  }
  return {};
}

std::string difference(const Value& got, const Value& wanted) {
  if (got.is_nothing() && wanted.is_nothing()) return {};
  if (got.tensor() && wanted.tensor()) return difference(*got.tensor(), *wanted.tensor());
  if (!got.list() || !wanted.list() || got.list()->size() != wanted.list()->size())
    return fmt::format("is {}, expected {}", reference::describe(got), reference::describe(wanted));
  for (size_t i = 0; i < got.list()->size(); ++i)
    if (std::string why = difference((*got.list())[i], (*wanted.list())[i]); !why.empty())
      return fmt::format("entry {} {}", i, why);
  return {};
}

struct Outcome {
  const char* kind;
  std::string why;
  bool runnable = false;  // what `inspect` says of the model
};

std::string text_of(const Diagnostics& diagnostics) {
  const auto error = std::find_if(diagnostics.begin(), diagnostics.end(),
                                  [](const Diagnostic& d) { return d.severity == Severity::Error; });
  const Diagnostic& d = error != diagnostics.end() ? *error : diagnostics.front();
  std::string text = d.code + " " + d.message;
  for (const std::string& fact : d.because) text += "; " + fact;
  return text;
}

Outcome run(const graph::Graph& graph, const onnx::ModelProto& model, const fs::path& data) {
  std::map<NodeId, Value> given;
  for (int i = 0; i < model.graph().input_size(); ++i) {
    const fs::path file = data / fmt::format("input_{}.pb", i);
    if (!fs::exists(file)) continue;
    const auto& info = model.graph().input(i);
    const std::optional<Value> value = value_of(file, info.type());
    if (!value) return {"refused", file.filename().string() + " cannot be read"};
    for (const NodeId id : graph.inputs)
      if (graph.node(id).origin.name == info.name()) given.emplace(id, *value);
  }
  reference::EvaluationOptions options;
  options.memory_bytes = int64_t{4} << 30;
  options.seconds = 60;
  const Result<Values> results = reference::evaluate(graph, given, options);
  if (!results.ok()) {
    return {"refused", text_of(results.diagnostics)};
  }
  for (int i = 0; i < model.graph().output_size(); ++i) {
    const fs::path file = data / fmt::format("output_{}.pb", i);
    const std::optional<Value> wanted = value_of(file, model.graph().output(i).type());
    if (!wanted) return {"refused", file.filename().string() + " cannot be read"};
    if (std::string why = difference((*results)[static_cast<size_t>(i)], *wanted); !why.empty())
      return {"WRONG", model.graph().output(i).name() + " " + why};
  }
  return {"agree", ""};
}

Outcome read_and_run(const fs::path& folder, const fs::path& data) {
  onnx::ModelProto model;
  if (!parse(folder / "model.onnx", model)) return {"refused", "the model cannot be read"};
  Result<graph::Graph> graph = import::read_onnx((folder / "model.onnx").string());
  if (!graph.value || has_errors(graph.diagnostics)) return {"refused", text_of(graph.diagnostics)};
  Outcome outcome = run(*graph, model, data);
  outcome.runnable = model::run_obstacles(*graph).empty();
  if (std::strcmp(outcome.kind, "refused") == 0 && !graph.diagnostics.empty())
    outcome.why += " | " + text_of(graph.diagnostics);
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  bool failing = false;
  std::string filter;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--failing") == 0)
      failing = true;
    else
      filter = argv[i];
  }
  std::map<std::string, int> counts;
  for (const char* group : {"node", "simple", "pytorch-operator", "pytorch-converted"}) {
    const fs::path root = fs::path("/usr/share/libonnx-testdata/data") / group;
    std::vector<fs::path> folders;
    if (fs::exists(root))
      for (const auto& entry : fs::directory_iterator(root)) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
      const std::string name = fmt::format("{}/{}", group, folder.filename().string());
      if (!fs::exists(folder / "model.onnx") || name.find(filter) == std::string::npos) continue;
      const Outcome outcome = read_and_run(folder, folder / "test_data_set_0");
      ++counts[outcome.kind];
      if (outcome.runnable == (std::strcmp(outcome.kind, "refused") == 0))
        ++counts[outcome.runnable ? "refused though runnable" : "run though not runnable"];
      if (!failing || std::strcmp(outcome.kind, "agree") != 0)
        fmt::print("{}\t{}\t{}\n", outcome.kind, name, outcome.why);
      std::fflush(stdout);
    }
  }
  for (const auto& [kind, count] : counts) fmt::print("{} {}\n", count, kind);
  return 0;
}
