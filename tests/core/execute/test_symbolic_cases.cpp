// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's cases with a symbol in the place of each dimension of their inputs: the kernels for all sizes compute what the
// reference operators do. NW_ALL_CASES=1 runs all of them (minutes), else it is every eighth.
#include <QTest>
#include <set>

#include "../reference/onnx_case.h"
#include "execute/network.h"
#include "local_device.h"
#include "op/registry.h"
#include "registry.h"

using namespace nw;

class TestSymbolicCases : public QObject {
  Q_OBJECT

  // The sizes that the symbols have in this case.
  static std::map<std::string, int64_t> open_sizes(graph::Graph& graph) {
    std::map<std::string, int64_t> sizes;
    for (const NodeId id : graph.inputs) {
      graph::Type& type = graph.node(id).type;
      for (size_t axis = 0; axis < type.shape.size(); ++axis)
        if (const auto extent = type.shape[axis].constant()) {
          const std::string name = fmt::format("size_{}_{}", id.value, axis);
          type.shape[axis] = graph::Dim(graph.symbol(name));
          sizes[name] = *extent;
        }
    }
    return sizes;
  }

  static std::string run(const std::filesystem::path& folder, int& compared) {
    Result<graph::Graph> graph = import::read_onnx((folder / "model.onnx").string());
    if (!graph.value || has_errors(graph.diagnostics)) return {};
    execute::NetworkCall call;
    for (size_t i = 0; i < graph->inputs.size(); ++i) {
      graph::Node& node = graph->node(graph->inputs[i]);
      const auto tensor = test::read_tensor(folder / "test_data_set_0" / fmt::format("input_{}.pb", i));
      if (!tensor || !node.type.is_tensor() || tensor->dtype() != node.type.dtype) return {};
      call.inputs[node.name] = *tensor;
    }
    call.sizes = open_sizes(*graph);
    if (call.sizes.empty() || has_errors(op::infer_types(*graph))) return {};
    model::OpenOptions open;
    open.bind_dims = false;
    call.model = model::build_model(std::move(*graph), {}, "case.onnx", open);
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.memory_bytes = int64_t{1} << 30;
    execute::NetworkSession session(test::local_device(), options);
    const auto result = session.call(call);
    if (!result.value) return {};  // typed with symbols, some say too little
    if (result->report.comparison) compared += static_cast<int>(result->report.comparison->nodes.size());
    if (!has_errors(result.diagnostics)) return {};
    return folder.filename().string() + ": " + format(result.diagnostics.front());
  }

 private Q_SLOTS:
  void kernels_for_all_sizes_agree_with_the_reference() {
    const std::filesystem::path cases = "/usr/share/libonnx-testdata/data/node";
    if (!std::filesystem::exists(cases)) QSKIP("libonnx-testdata is not installed");
    const size_t step = qEnvironmentVariableIsSet("NW_ALL_CASES") ? 1 : 8;
    std::set<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(cases)) folders.insert(entry.path());
    std::string wrong;
    int compared = 0;
    size_t number = 0;
    for (const auto& folder : folders)
      if (number++ % step == 0) wrong += run(folder, compared);
    qInfo("%d kernels compared", compared);
    QVERIFY(compared > 50);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

NW_TEST(TestSymbolicCases);
#include "test_symbolic_cases.moc"
