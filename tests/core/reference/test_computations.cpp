// SPDX-License-Identifier: GPL-3.0-or-later
// The TE computations that kernels are made of (core/op/compute), run by the interpreter on the nodes of ONNX's cases,
// against the reference operators, with which they share nothing.
#include <QTest>
#include <set>

#include "interp/interp.h"
#include "one_call.h"
#include "onnx_case.h"
#include "registry.h"

using namespace nw;

class TestComputations : public QObject {
  Q_OBJECT

  // What the computation makes of the node, or nothing where there is none, or it would take long.
  static std::optional<reference::Values> computed(const graph::Graph& graph, const graph::Node& node,
                                                   const std::map<NodeId, reference::Value>& values) {
    const op::OpInfo* info = op::Registry::standard().find(node.op);
    if (!info || !info->compute) return std::nullopt;
    op::ComputeContext context{node, {}, node.type, {}, "value"};
    std::vector<NDArray> arrays;
    for (const NodeId input : node.inputs) {
      const graph::Type& type = graph.node(input).type;
      // Parameters of functions have a value in each call only.
      if (type.is_dynamic() || !values.contains(input)) return std::nullopt;
      for (const NDArray& array : reference::tensors_of(values.at(input))) {
        std::vector<tir::Expr> shape;
        for (const int64_t extent : array.shape()) shape.push_back(tir::int_imm(extent));
        context.args.push_back(te::placeholder(std::move(shape), "p" + std::to_string(arrays.size()), array.dtype()));
        arrays.push_back(array);
        context.arg_types.push_back(
            graph::Type::tensor(array.dtype(), graph::Shape(array.shape().begin(), array.shape().end())));
      }
    }
    Result<std::vector<te::Tensor>> made = info->compute(context);
    if (!made.ok()) return std::nullopt;
    interp::Options options;
    options.wide_reductions = true;
    interp::Interpreter interpreter(*made, {}, options);
    if (interpreter.work(*made) > 1e6) return std::nullopt;
    for (size_t i = 0; i < arrays.size(); ++i) interpreter.set_input(context.args[i], arrays[i]);
    reference::Values results;
    for (const te::Tensor& tensor : *made) {
      Result<NDArray> value = interpreter.evaluate(tensor);
      if (!value.ok()) return std::nullopt;
      results.emplace_back(std::move(*value));
    }
    return results;
  }

 private Q_SLOTS:
  void computations_agree_with_the_reference() {
    const std::filesystem::path cases = "/usr/share/libonnx-testdata/data/node";
    if (!std::filesystem::exists(cases)) QSKIP("libonnx-testdata is not installed");
    std::set<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(cases)) folders.insert(entry.path());
    std::string wrong;
    int compared = 0;
    for (const auto& folder : folders) {
      const Result<graph::Graph> graph = import::read_onnx((folder / "model.onnx").string());
      if (!graph.value) continue;
      std::map<NodeId, reference::Value> given, values;
      for (size_t i = 0; i < graph->inputs.size(); ++i)
        if (const auto tensor = test::read_tensor(folder / "test_data_set_0" / fmt::format("input_{}.pb", i)))
          given.emplace(graph->inputs[i], test::of_declared_type(*tensor, graph->node(graph->inputs[i]).type.dtype));
      reference::EvaluationOptions options;
      options.on_value = [&](NodeId id, const reference::Value& value) { values.insert_or_assign(id, value); };
      values = given;
      if (!reference::evaluate(*graph, given, options).ok()) continue;
      for (const auto& [id, value] : values) {
        const graph::Node& node = graph->node(id);
        if (node.kind != graph::NodeKind::Call || node.type.is_dynamic()) continue;
        const std::optional<reference::Values> own = computed(*graph, node, values);
        if (!own) continue;
        const std::vector<NDArray> expected = reference::tensors_of(value);
        for (size_t i = 0; i < std::min(own->size(), expected.size()); ++i) {
          ++compared;
          const std::string difference = test::difference_of((*own)[i], expected[i]);
          if (!difference.empty())
            wrong += fmt::format("{}: {} '{}' {}\n", folder.filename().string(), node.op, node.name, difference);
        }
      }
    }
    QVERIFY(compared > 500);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

NW_TEST(TestComputations);
#include "test_computations.moc"
