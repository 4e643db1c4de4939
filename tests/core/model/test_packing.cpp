// SPDX-License-Identifier: GPL-3.0-or-later
// Constants that a network's kernel takes packed.
#include <QTest>

#include "base/local_cpu.h"
#include "import/relay.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;

class TestPacking : public QObject {
  Q_OBJECT

  static std::shared_ptr<const model::Model> dense(bool constant) {
    auto graph = import::read_relay(
        "fn (%x: Tensor[(? /* rows */, 8), float32], %w: Tensor[(40, 8), float32]) {\n"
        "  %0 = nn.dense(%x, %w, units=40);\n  nn.relu(%0)\n}\n");
    if (constant)
      for (size_t i = 0; i < graph->size(); ++i)
        if (graph::Node& node = graph->node(NodeId(static_cast<int32_t>(i))); node.name == "%w") {
          node.kind = graph::NodeKind::Constant;
          node.data = NDArray(DType::Float(32), {40, 8});
        }
    return model::build_model(std::move(*graph), {}, "net.relay");
  }

 private Q_SLOTS:
  // The group's kernel takes what the packing's kernel gives, in the place of the constant.
  void a_constant_weight_comes_packed() {
    const auto m = dense(true);
    const auto kernel = model::network_kernel(m->optimized(), model::fuse(*m), GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    QCOMPARE(kernel->packings.size(), size_t{1});
    const model::Packing& packing = kernel->packings[0];
    QCOMPARE(m->optimized().node(packing.constant).name, std::string("%w"));
    QCOMPARE(kernel->inputs.at(packing.input), packing.constant);
    QVERIFY2(kernel->script.find("dense_pack = te.placeholder((1, 8, 64)") != std::string::npos,
             kernel->script.c_str());
    QVERIFY(kernel->script.find("p1 = te.placeholder") == std::string::npos);
    QVERIFY2(packing.script.find("p1 = te.placeholder((40, 8)") != std::string::npos, packing.script.c_str());
    QVERIFY(packing.script.find("tvm.lower(s, [p1, dense_pack]") != std::string::npos);
  }

  void a_weight_that_is_an_input_is_packed_in_each_call() {
    const auto m = dense(false);
    const auto kernel = model::network_kernel(m->optimized(), model::fuse(*m), GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    QVERIFY(kernel->packings.empty());
    QVERIFY(kernel->script.find("dense_pack = te.compute") != std::string::npos);
  }

  // What a person opens and schedules takes the model's own weights.
  void a_group_as_a_person_opens_it_takes_the_constant() {
    const auto m = dense(true);
    const auto kernel = model::group_kernel(m->optimized(), model::fuse(*m), GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    QVERIFY(kernel->packings.empty());
    QVERIFY(kernel->script.find("p1 = te.placeholder((40, 8)") != std::string::npos);
  }
};

NW_TEST(TestPacking);
#include "test_packing.moc"
