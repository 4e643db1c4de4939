// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of one session with other sizes: the kernels of the first serve them all, and compute what the reference does.
#include <QTest>

#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

namespace {

using Sizes = std::map<std::string, int64_t>;

measure::RunRequest verified() {
  measure::RunRequest options;
  options.verify = true;
  options.repeat = 1;
  options.inputs = {true, 5};
  return options;
}

std::shared_ptr<const model::Model> model_of(const std::string& text) {
  Result<graph::Graph> graph = import::read_relay(text);
  if (!graph.value) return nullptr;
  model::OpenOptions open;
  open.bind_dims = false;
  return model::build_model(std::move(*graph), {}, "net.relay", open);
}

}  // namespace

class TestSymbolicSizes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void later_calls_compile_nothing_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("library");  // calls of operators without a kernel
    QTest::newRow("elementwise, with a tail") << "nn.relu(%x)" << 0;
    QTest::newRow("softmax along the size") << "nn.softmax(%x, axis=0)" << 0;
    QTest::newRow("sum along the size") << "sum(%x, axis=[0])" << 0;
    QTest::newRow("greatest along the size, of none minus infinity") << "max(%x, axis=[0])" << 0;
    QTest::newRow("least along the size, of none infinity") << "min(%x, axis=[0])" << 0;
    // Of negative numbers sqrt is NaN.
    QTest::newRow("NaN through relu") << "%0 = sqrt(%x);\n  nn.relu(%0)" << 0;
    QTest::newRow("NaN through clip") << "%0 = sqrt(%x);\n  clip(%0, a_min=0.25, a_max=0.5)" << 0;
    QTest::newRow("NaN beside numbers") << "%0 = sqrt(%x);\n  max(%0, axis=[1])" << 0;
    QTest::newRow("where NaN is") << "%0 = sqrt(%x);\n  isnan(%0)" << 0;
    QTest::newRow("where infinity is") << "%0 = divide(%x, 0f);\n  isinf(%0)" << 0;
    QTest::newRow("what is finite") << "%0 = divide(%x, 0f);\n  isfinite(%0)" << 0;
    QTest::newRow("mean divides by the size") << "mean(%x, axis=[0])" << 0;
    QTest::newRow("a product with its transpose") << "nn.matmul(%x, %x, transpose_b=True)" << 0;
    QTest::newRow("the size as depth") << "nn.matmul(%x, %x, transpose_a=True)" << 0;
    QTest::newRow("joined with itself") << "%0 = (%x, %x);\n  concatenate(%0, axis=0)" << 0;
    QTest::newRow("reshaped to a row") << "%0 = reshape(%x, newshape=[-1]);\n  nn.softmax(%0)" << 0;
    QTest::newRow("the last three rows, if there are three")
        << "strided_slice(%x, begin=[-3], end=[1000], strides=[1], axes=[0])" << 0;
    QTest::newRow("all rows, backwards") << "strided_slice(%x, begin=[-1], end=[-1000], strides=[-1], axes=[0])" << 0;
    QTest::newRow("from the second row on") << "strided_slice(%x, begin=[1], end=[1000], strides=[1], axes=[0])" << 0;
    QTest::newRow("padded") << "nn.pad(%x, 0f, pad_width=[[1, 2], [0, 0]])" << 0;
    QTest::newRow("running sums along the size") << "cumsum(%x, axis=0)" << 0;
    QTest::newRow("without a kernel") << "%0 = nn.relu(%x);\n  %1 = cumprod(%0, axis=0);\n  nn.relu(%1)" << 1;
  }
  void later_calls_compile_nothing() {
    QFETCH(QString, text);
    QFETCH(int, library);
    const auto model = model_of("fn (%x: Tensor[(? /* rows */, 5), float32]) {\n  " + text.toStdString() + "\n}\n");
    QVERIFY(model);
    execute::NetworkSession session(test::local_device(), verified());
    for (const int64_t rows : {3, 1, 40, 0, 16}) {
      const auto result = session.call({model, {}, {}, Sizes{{"rows", rows}}});
      QVERIFY2(result.ok(), result.diagnostics.empty() ? "" : format(result.diagnostics[0]).c_str());
      QVERIFY(result->report.comparison->ok);
      QCOMPARE(result->report.comparison->not_compared, int64_t{library});
      QCOMPARE(result->report.compiled > 0, rows == 3);
    }
  }

  // Whether a dimension is stretched shows in the call.
  void sizes_that_are_one_are_broadcast() {
    const auto model = model_of(
        "fn (%x: Tensor[(? /* n */, 4), float32], %y: Tensor[(? /* m */, 4), float32]) {\n"
        "  add(%x, %y)\n}\n");
    execute::NetworkSession session(test::local_device(), verified());
    for (const auto& [n, m] : {std::pair(3, 3), std::pair(3, 1), std::pair(1, 3)}) {
      const auto result = session.call({model, {}, {}, Sizes{{"n", n}, {"m", m}}});
      QVERIFY2(result.ok(), result.diagnostics.empty() ? "" : format(result.diagnostics[0]).c_str());
      QVERIFY(result->report.comparison->ok);
      QCOMPARE(result->outputs.at(0).tensor()->shape(), (std::vector<int64_t>{3, 4}));
    }
    const auto wrong = session.call({model, {}, {}, Sizes{{"n", 3}, {"m", 2}}});
    QVERIFY(has_errors(wrong.diagnostics));
  }

  // Only the run tells how many rows are kept; what follows is a kernel for any number.
  void sizes_that_data_decides() {
    const auto model = model_of(
        "fn (%x: Tensor[(9), float32], %w: Tensor[(9, 4), float32]) {\n"
        "  %0 = argwhere(%x);\n  %1 = squeeze(%0, axis=[1]);\n  %2 = take(%w, %1, axis=0);\n"
        "  exp(%2)\n}\n");
    execute::NetworkSession session(test::local_device(), verified());
    int compiled = 0;
    for (const int ones : {4, 9, 0, 1}) {
      NDArray x(DType::Float(32), {9});
      for (int i = 0; i < 9; ++i) x.set(i, i < ones ? 1 : 0);
      const auto result = session.call({model, {}, {{"%x", x}}});
      QVERIFY2(result.ok(), result.diagnostics.empty() ? "" : format(result.diagnostics[0]).c_str());
      QVERIFY(result->report.comparison->ok);
      QCOMPARE(result->outputs.at(0).tensor()->shape(), (std::vector<int64_t>{ones, 4}));
      compiled += ones == 4 ? 0 : result->report.compiled;
    }
    QCOMPARE(compiled, 0);
  }
};

NW_TEST(TestSymbolicSizes);
#include "test_symbolic_sizes.moc"
