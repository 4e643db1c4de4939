// SPDX-License-Identifier: GPL-3.0-or-later
// A group is a kernel only if its tensors are what the graph says, and stays as large as its nodes.
#include <QElapsedTimer>
#include <QTest>

#include "base/local_cpu.h"
#include "base/sanitized.h"
#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "model/group_computation.h"
#include "model/model.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

namespace {

std::shared_ptr<const model::Model> opened(const std::string& relay) {
  Result<graph::Graph> graph = import::read_relay(relay);
  return model::build_model(std::move(*graph.value), graph.diagnostics, "net.relay");
}

}  // namespace

class TestGroupTypes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // TVM casts the value of a padding to the data's type; so do we.
  void a_padding_with_a_wider_value_is_cast() {
    const auto m = opened(R"(fn (%x: Tensor[(2, 3), int8], %v: int32) {
  nn.pad(%x, %v, pad_width=[[1, 1], [0, 2]])
}
)");
    QVERIFY(m->diagnostics.empty());
    const fusion::Fusion fusion = model::fuse(*m);
    const auto kernel = model::group_kernel(m->optimized(), fusion, GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    const script::Program program = script::read(kernel->script, {});
    QVERIFY2(program.diagnostics.empty(), kernel->script.c_str());
    QCOMPARE(program.args.back()->dtype, DType::Int(8));
  }

  void a_declared_type_that_no_rule_gives_opens_no_kernel() {
    auto m = opened("fn (%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}\n");
    graph::Graph graph = m->optimized();
    graph.node(graph.outputs[0]).type = graph::Type::tensor(DType::Int(8), {2, 3});
    const fusion::Fusion fusion = model::fuse(*m);
    const auto wrong = model::group_computation(graph, fusion.groups.at(0));
    QVERIFY(!wrong.value);
    QCOMPARE(wrong.diagnostics.at(0).code, std::string("NW1412"));
    QCOMPARE(wrong.diagnostics[0].message,
             "'" + graph.node(graph.outputs[0]).name +
                 "' (nn.relu) computes Tensor[(2, 3), float32] where the graph has Tensor[(2, 3), int8], so its group "
                 "is not opened as a kernel");
  }

  void exponentials_of_integers_open_no_kernel() {
    const auto m = opened("fn (%x: Tensor[(2, 3), int32]) {\n  exp(%x)\n}\n");
    const auto kernel = model::group_kernel(m->optimized(), model::fuse(*m), GroupId(0), local_cpu_facts());
    QVERIFY(!kernel.value);
    QCOMPARE(kernel.diagnostics.at(0).message, std::string("'exp' cannot be opened as a kernel: it takes floats only"));
  }

  // Inlined in one another, sixty additions of a value to itself would read it 2^60 times.
  void a_chain_of_doublings_stays_linear() {
    std::string text = "fn (%x: Tensor[(8), float32]) {\n  %0 = add(%x, %x);\n";
    for (int i = 1; i < 60; ++i) {
      const std::string before = "%" + std::to_string(i - 1);
      text += "  %" + std::to_string(i) + " = add(" + before + ", " + before + ");\n";
    }
    text += "  %59\n}\n";
    QElapsedTimer timer;
    timer.start();
    const auto m = opened(text);
    const fusion::Fusion fusion = model::fuse(*m);
    QCOMPARE(fusion.groups.size(), size_t{1});
    const auto kernel = model::group_kernel(m->optimized(), fusion, GroupId(0), local_cpu_facts());
    QVERIFY(kernel.ok());
    QVERIFY2(kernel->script.size() < 20000, std::to_string(kernel->script.size()).c_str());
    const auto report = execute::run_network(m, {}, {}, test::local_device());
    QVERIFY(report.ok());
    // Input 0 by rule: (3 mod 13 − 6)/4 = −0.75, doubled sixty times.
    QCOMPARE(report->outputs.at(0).first.at(0), -0.75 * 1152921504606846976.0);
    QVERIFY2(timer.elapsed() < (kSanitized ? 60'000 : 5000), std::to_string(timer.elapsed()).c_str());
  }
};

NW_TEST(TestGroupTypes);
#include "test_group_types.moc"
