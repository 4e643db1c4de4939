// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of networks compiled by several threads, and taken from disk by later sessions: the same numbers and the same
// diagnostics.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

class TestKernelCache : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int used_ = 0;

  std::string new_folder() { return folder_.filePath(QString::number(++used_)).toStdString() + "/kernels"; }
  static std::shared_ptr<const model::Model> model_of(const std::string& text) {
    Result<graph::Graph> graph = import::read_relay(text);
    if (!graph.value) return nullptr;
    model::OpenOptions open;
    open.bind_dims = false;
    return model::build_model(std::move(*graph), {}, "net.relay", open);
  }
  // A convolution with packed weights, a sum and a product with a transpose: four kernels and a packing.
  static std::shared_ptr<const model::Model> network() {
    return model_of(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, 16, 9, 9), float32], %w: Tensor[(16, 16, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = sum(%1, axis=[2]);
  %3 = reshape(%2, newshape=[16, 9]);
  %4 = nn.matmul(%3, %3, transpose_b=True);
  nn.softmax(%4)
}
)");
  }
  static measure::RunRequest verified(const std::string& cache, int threads = 1) {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    options.kernel_cache = cache;
    options.threads = threads;
    return options;
  }
  static std::string code(const Diagnostics& diagnostics) { return diagnostics.empty() ? "" : diagnostics[0].code; }

 private Q_SLOTS:
  void later_sessions_compile_nothing() {
    const std::string cache = new_folder();
    const auto first = execute::run_network(network(), {}, verified(cache), test::local_device());
    QVERIFY2(first.ok(), code(first.diagnostics).c_str());
    QVERIFY(first->compiled >= 4);
    QCOMPARE(first->from_cache, 0);
    for (const int threads : {1, 4}) {
      const auto again = execute::run_network(network(), {}, verified(cache, threads), test::local_device());
      QVERIFY2(again.ok(), code(again.diagnostics).c_str());
      QCOMPARE(again->compiled, 0);
      QCOMPARE(again->from_cache, first->compiled);
      QVERIFY(again->comparison->ok);
      QCOMPARE(again->comparison->nodes.size(), first->comparison->nodes.size());
      QCOMPARE(again->outputs.at(0).weighted_sum, first->outputs.at(0).weighted_sum);
      QCOMPARE(again->flops, first->flops);
    }
  }

  void without_a_folder_all_is_compiled() {
    for (int i = 0; i < 2; ++i) {
      const auto report = execute::run_network(network(), {}, verified(""), test::local_device());
      QVERIFY2(report.ok(), code(report.diagnostics).c_str());
      QVERIFY(report->compiled >= 4);
      QCOMPARE(report->from_cache, 0);
    }
  }

  void damaged_entries_are_compiled_again() {
    const std::string cache = new_folder();
    const auto first = execute::run_network(network(), {}, verified(cache), test::local_device());
    QVERIFY(first.ok());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache))
      if (entry.is_regular_file()) std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
    const auto again = execute::run_network(network(), {}, verified(cache), test::local_device());
    QVERIFY2(again.ok(), code(again.diagnostics).c_str());
    QCOMPARE(again->compiled, first->compiled);
    QVERIFY(again->comparison->ok);
    const auto third = execute::run_network(network(), {}, verified(cache), test::local_device());
    QCOMPARE(third->from_cache, first->compiled);
  }

  // The sizes of a kernel that serves all of them come from its entry.
  void kernels_for_all_sizes() {
    const std::string cache = new_folder();
    const auto model = model_of(
        "fn (%x: Tensor[(? /* rows */, 5), float32]) {\n  %0 = nn.matmul(%x, %x, transpose_b=True);\n"
        "  nn.softmax(%0)\n}\n");
    int kernels = 0;
    for (const int64_t rows : {3, 7, 1}) {
      execute::NetworkSession session(test::local_device(), verified(cache));
      const auto result = session.call({model, {}, {}, {{"rows", rows}}});
      QVERIFY2(result.ok(), code(result.diagnostics).c_str());
      QVERIFY(result->report.comparison->ok);
      QCOMPARE(result->outputs.at(0).tensor()->shape(), (std::vector<int64_t>{rows, rows}));
      if (rows == 3) kernels = result->report.compiled;
      QCOMPARE(result->report.from_cache, rows == 3 ? 0 : kernels);
    }
  }

  // What a kernel gives up on is explained by its computation, which the entry does not hold.
  void index_outside_its_axis_is_explained_alike() {
    const std::string cache = new_folder();
    const auto model = model_of(
        "fn (%x: Tensor[(4, 2), float32], %i: Tensor[(3), int64]) {\n"
        "  take(%x, %i, axis=0, mode=\"fast\")\n}\n");
    std::vector<std::string> texts;
    for (int i = 0; i < 2; ++i) {
      measure::RunRequest options = verified(cache);
      options.inputs = {};  // -3, 4, -2
      const auto report = execute::run_network(model, {}, options, test::local_device());
      QVERIFY(!report.value);
      QCOMPARE(code(report.diagnostics), std::string("NW4180"));
      texts.push_back(format(report.diagnostics[0]));
    }
    QCOMPARE(texts[1], texts[0]);
  }

  void first_failure_in_order_is_reported_whatever_the_threads() {
    const auto model = network();
    const fusion::Fusion fusion = model::fuse(*model);
    const std::string other =
        "x = te.placeholder((2,), name=\"x\")\ny = te.compute((2,), lambda i: x[i] + 1.0, name=\"y\")\n"
        "s = te.create_schedule(y.op)\ntvm.lower(s, [x, y], name=\"main\")\n";
    std::map<std::string, std::string> scripts;
    for (const fusion::Group& group : fusion.groups) scripts[model::task_key(model->optimized(), group)] = other;
    std::vector<std::string> texts;
    for (const int threads : {1, 2, 4}) {
      const auto report =
          execute::run_network(model, {}, verified(new_folder(), threads), test::local_device(), scripts);
      QCOMPARE(code(report.diagnostics), std::string("NW4118"));
      texts.push_back(format(report.diagnostics[0]));
    }
    QVERIFY2(texts[0].find("conv2d") != std::string::npos, texts[0].c_str());
    QCOMPARE(texts[1], texts[0]);
    QCOMPARE(texts[2], texts[0]);
  }

  void no_time_left_ends_the_call() {
    runtime::Device& device = test::local_device();
    QVERIFY(device.connect().empty());
    device.set_limits(target::Session::Clock::now(), {}, 1);
    execute::NetworkSession session(device, verified(new_folder(), 4));
    const auto result = session.call({network(), {}, {}});
    device.set_limits(target::Session::Clock::time_point::max(), {});
    QVERIFY(!result.value);
    QCOMPARE(code(result.diagnostics), std::string("NW4122"));
  }
};

NW_TEST(TestKernelCache);
#include "test_kernel_cache.moc"
