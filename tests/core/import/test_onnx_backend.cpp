// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own cases for single operators (Debian's libonnx-testdata): what is understood has the type that they say.
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "import/onnx_tensor.h"
#include "onnx_builder.h"
#include "registry.h"

using namespace nw;

class TestOnnxBackend : public QObject {
  Q_OBJECT

  // Empty where they agree; a symbol agrees with any size.
  static std::string difference(const graph::Type& got, const onnx::TypeProto& wanted) {
    if (!wanted.has_tensor_type() || !got.is_tensor()) return {};
    const auto& shape = wanted.tensor_type().shape();
    if (got.dtype != import::onnx_dtype(wanted.tensor_type().elem_type())) return "another data type";
    if (static_cast<int>(got.shape.size()) != shape.dim_size()) return "another rank";
    for (int i = 0; i < shape.dim_size(); ++i) {
      const auto have = got.shape[static_cast<size_t>(i)].constant();
      if (have && shape.dim(i).has_dim_value() && *have != shape.dim(i).dim_value()) return "another shape";
    }
    return {};
  }

 private Q_SLOTS:
  void what_is_understood_has_the_right_type() {
    const std::filesystem::path cases = "/usr/share/libonnx-testdata/data/node";
    if (!std::filesystem::exists(cases)) QSKIP("libonnx-testdata is not installed");
    int typed = 0;
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(cases)) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const auto& folder : folders) {
      std::ifstream file(folder / "model.onnx", std::ios::binary);
      onnx::ModelProto model;
      if (!file || !model.ParseFromIstream(&file)) continue;
      const Result<graph::Graph> g = import::read_onnx((folder / "model.onnx").string());
      QVERIFY2(g.value && !has_errors(g.diagnostics), folder.c_str());
      for (size_t i = 0; i < g->outputs.size(); ++i) {
        const graph::Type& type = g->node(g->outputs[i]).type;
        const std::string wrong = difference(type, model.graph().output(static_cast<int>(i)).type());
        QVERIFY2(wrong.empty(), (folder.filename().string() + ": " + wrong + ", " + graph::to_string(type)).c_str());
        typed += type.is_tensor();
      }
    }
    QVERIFY(typed > 700);
  }
};

NW_TEST(TestOnnxBackend);
#include "test_onnx_backend.moc"
