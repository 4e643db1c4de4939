// SPDX-License-Identifier: GPL-3.0-or-later
// Networks whose values share memory compute what they would with memory of their own.
#include <QTest>
#include <cstring>

#include "execute/network.h"
#include "import/onnx.h"
#include "import/relay.h"
#include "local_device.h"
#include "model/group_computation.h"
#include "registry.h"
#include "target/connection.h"

using namespace nw;

class TestNetworkMemory : public QObject {
  Q_OBJECT

  static measure::RunRequest verified() {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 3;
    options.inputs = {true, 5};
    return options;
  }

  // A plugin of version 1.0 of the interface, whose buffers have no parts.
  static runtime::Device& device_without_views() {
    static runtime::Device device = [] {
      target::Connection connection = target::local_connection(NW_BIN_DIR);
      connection.carrier.argv.insert(connection.carrier.argv.end(),
                                     {"--library", NW_BIN_DIR "/../tests/plugins/abi/1.0.so"});
      connection.plugin = "fwd";
      return runtime::Device(connection);
    }();
    return device;
  }

  static bool same(const reference::Values& a, const reference::Values& b) {
    return std::ranges::equal(a, b, [](const reference::Value& v, const reference::Value& w) {
      const NDArray &x = *v.tensor(), &y = *w.tensor();
      return x.shape() == y.shape() && std::memcmp(x.bytes(), y.bytes(), x.size_bytes()) == 0;
    });
  }

  static std::shared_ptr<const model::Model> relay(const char* text) {
    auto graph = import::read_relay(text);
    return model::build_model(std::move(*graph), {}, "net.relay");
  }

  // %1 is written over %0, %4 over %1; %3 shows %2, and %6 the input.
  static constexpr const char* kShared = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(4, 16), float32]) {
  %0 = nn.softmax(%x);
  %1 = nn.relu(%0);
  %2 = nn.softmax(%1);
  %3 = reshape(%2, newshape=[64]);
  %4 = add(%2, %1);
  %5 = nn.softmax(%4);
  %6 = reshape(%x, newshape=[64]);
  %7 = nn.relu(%6);
  (%5, %3, %7, %6)
}
)";
  static fusion::Options apart() {
    fusion::Options options;
    options.opt_level = 0;
    return options;
  }

 private Q_SLOTS:
  // Each kernel is compared while the memory of values that nobody reads any more is not a number.
  void shared_memory_gives_the_numbers_of_the_reference() {
    execute::NetworkSession session(test::local_device(), verified());
    const auto result = session.call({relay(kShared), apart(), {}});
    QVERIFY2(result.ok(), result.diagnostics.empty() ? "" : format(result.diagnostics[0]).c_str());
    QVERIFY(result->report.comparison->ok);
    QCOMPARE(result->report.comparison->nan, int64_t{0});
    QCOMPARE(result->report.kernels.size(), size_t{6});  // of eight groups two are views
    const measure::MemoryUse& memory = result->report.memory;
    QVERIFY(memory.planned.has_value());
    QCOMPARE(memory.planned->unshared, int64_t{8 * 256});
    QCOMPARE(memory.planned->live, int64_t{3 * 256});
    QCOMPARE(memory.planned->arena, int64_t{3 * 256});
    QCOMPARE(memory.peak, int64_t{4 * 256});  // the input beside the arena
  }

  // Each layer reads the results of all before it: with one image they lie one after the other; with two each layer
  // gathers them.
  void dense_layers_read_prefixes_of_one_buffer_data() {
    QTest::addColumn<int>("images");
    QTest::newRow("one image") << 1;
    QTest::newRow("two images") << 2;
  }
  void dense_layers_read_prefixes_of_one_buffer() {
    QFETCH(int, images);
    const std::string n = std::to_string(images);
    std::string text =
        "fn (%x: Tensor[(" + n + ", 16, 8, 8), float32], %a: Tensor[(16, 16, 3, 3), float32], " +
        "%b: Tensor[(16, 32, 3, 3), float32], %c: Tensor[(32), float32], %d: Tensor[(48), float32]) {\n" +
        "  %0 = nn.relu(%x);\n  %1 = nn.conv2d(%0, %a, padding=[1, 1, 1, 1]);\n" +
        "  %2 = (%0, %1);\n  %3 = concatenate(%2, axis=1);\n  %4 = nn.bias_add(%3, %c);\n" +
        "  %5 = nn.relu(%4);\n  %6 = nn.conv2d(%5, %b, padding=[1, 1, 1, 1]);\n" +
        "  %7 = (%0, %1, %6);\n  %8 = concatenate(%7, axis=1);\n  %9 = nn.bias_add(%8, %d);\n" +
        "  %10 = nn.relu(%9);\n  nn.max_pool2d(%10, pool_size=[2, 2], strides=[2, 2])\n}\n";
    execute::NetworkSession session(test::local_device(), verified());
    const auto model = relay(text.c_str());
    const auto result = session.call({model, {}, {}});
    QVERIFY2(result.ok(), result.diagnostics.empty() ? "" : format(result.diagnostics[0]).c_str());
    QVERIFY(result->report.comparison->ok);
    QCOMPARE(result->report.kernels.size(), size_t{6});  // as many as groups, and reported as these
    const auto fusion = model::fuse(*model, fusion::Options());
    for (const measure::KernelEntry& kernel : result->report.kernels) {
      const fusion::Group& group = fusion.groups.at(kernel.group.index());
      QCOMPARE(kernel.task, model::task_key(model->optimized(), group));
      QCOMPARE(std::ssize(kernel.nodes), std::ranges::count_if(group.nodes, [&](NodeId id) {
                 return model->optimized().node(id).kind == graph::NodeKind::Call;
               }));
    }
  }

  void a_later_call_in_the_same_session_gives_the_same_numbers() {
    execute::NetworkSession session(test::local_device(), verified());
    const auto model = relay(kShared);
    const auto first = session.call({model, apart(), {}}), second = session.call({model, apart(), {}});
    QVERIFY(first.ok() && second.ok());
    QVERIFY(same(first->outputs, second->outputs));
  }

  // No kernel runs for a concatenation; a part of it is read later, and written over then.
  void arguments_of_a_concatenation_are_computed_where_they_lie_in_it() {
    const auto model = relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, 4, 16), float32]) {
  %0 = nn.softmax(%x);
  %1 = exp(%x);
  %2 = nn.relu(%x);
  %3 = (%1, %0, %2);
  %4 = concatenate(%3, axis=1);
  %5 = nn.softmax(%4);
  %6 = reshape(%0, newshape=[64]);
  %7 = sqrt(%6);
  (%5, %7, %4)
}
)");
    execute::NetworkSession parts(test::local_device(), verified()), whole(device_without_views(), verified());
    const auto with = parts.call({model, apart(), {}}), without = whole.call({model, apart(), {}});
    QVERIFY2(with.ok(), with.diagnostics.empty() ? "" : format(with.diagnostics[0]).c_str());
    QVERIFY(with->report.comparison->ok);
    QCOMPARE(with->report.comparison->nan, int64_t{0});
    QCOMPARE(with->report.kernels.size(), size_t{5});
    QVERIFY(without.ok());
    QCOMPARE(without->report.kernels.size(), size_t{7});
    QVERIFY(without->report.comparison->ok);
  }

  void a_device_without_views_gives_the_same_numbers() {
    execute::NetworkSession parts(test::local_device(), verified()), whole(device_without_views(), verified());
    const auto with = parts.call({relay(kShared), apart(), {}}), without = whole.call({relay(kShared), apart(), {}});
    QVERIFY(with.ok());
    QVERIFY2(without.ok(), without.diagnostics.empty() ? "" : format(without.diagnostics[0]).c_str());
    QVERIFY(same(with->outputs, without->outputs));
    QCOMPARE(without->report.kernels.size(), size_t{8});
    QVERIFY(without->report.memory.planned->arena < 8 * 256);
  }

  void a_sample_network_needs_little_more_than_what_is_alive_at_once() {
    auto graph = import::read_onnx(NW_SOURCE_DIR "/resources/samples/resnet20.onnx");
    QVERIFY(graph.value.has_value());
    const auto report =
        execute::run_network(model::build_model(std::move(*graph), {}, "resnet20.onnx"), {}, {}, test::local_device());
    QVERIFY(report.ok());
    const measure::MemoryUse::Planned& planned = *report->memory.planned;
    QVERIFY(planned.arena <= planned.live + planned.live / 7);
    QVERIFY(planned.unshared > 5 * planned.arena);
  }
};

NW_TEST(TestNetworkMemory);
#include "test_network_memory.moc"
