// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a group's script are marked with the graph nodes that they compute, also those that steps make.
#include <QTest>

#include "base/local_cpu.h"
#include "import/relay.h"
#include "model/model.h"
#include "registry.h"
#include "workspace/stage_nodes.h"

using namespace nw;

namespace {

struct GroupScript {
  std::shared_ptr<const model::Model> model;
  fusion::Fusion fusion;
  std::string script;
  std::vector<NodeId> nodes;  // of the group
};

GroupScript group_script(const std::string& relay) {
  GroupScript o;
  auto graph = import::read_relay(relay);
  o.model = model::build_model(std::move(*graph.value), {}, "");
  o.fusion = model::fuse(*o.model);
  o.nodes = o.fusion.groups.front().nodes;
  const auto kernel =
      model::group_kernel(o.model->optimized(), o.fusion, o.fusion.groups.front().id, local_cpu_facts());
  o.script = kernel.value ? kernel->script : std::string();
  return o;
}

// "pad: nn.conv2d, conv2d: nn.conv2d, relu: nn.relu"
QString stages(const GroupScript& o, const std::string& script) {
  const script::Program program = script::read(script);
  QStringList all;
  if (!program.schedule) return {};
  for (const StageId id : program.schedule->order()) {
    const NodeId node = workspace::node_of_stage(program, id, o.nodes);
    if (node.valid())
      all << QString::fromStdString(program.schedule->stage(id).name() + ": " + o.model->optimized().node(node).op);
  }
  return all.join(QStringLiteral(", "));
}

const char* const kConv =
    "fn (%x: Tensor[(1, 8, 14, 14), float32], %w: Tensor[(16, 8, 3, 3), float32]) {\n"
    "  nn.relu(nn.relu(nn.conv2d(%x, %w, padding=[1, 1])))\n}\n";

}  // namespace

class TestStageNodes : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void stages_of_a_script_name_their_nodes() {
    const GroupScript o = group_script(kConv);
    QCOMPARE(stages(o, o.script),
             QStringLiteral("conv2d_pad: nn.conv2d, conv2d_tiles: nn.conv2d, conv2d: nn.conv2d, relu: nn.relu, "
                            "relu_2: nn.relu"));
  }

  void caches_and_factored_sums_belong_to_the_node_of_their_stage() {
    const GroupScript o = group_script("fn (%x: Tensor[(64, 32), float32]) {\n  sum(%x, axis=[1])\n}\n");
    const size_t end = o.script.find("s = te.create_schedule");
    const std::string script = o.script.substr(0, o.script.find('\n', end) + 1);
    QCOMPARE(stages(o, script + "l = s.cache_write(sum_, \"local\")\n"), QStringLiteral("sum_.local: sum, sum_: sum"));
    QCOMPARE(stages(o, script + "f = s.rfactor(sum_, s[sum_].op.reduce_axis[0])\n"),
             QStringLiteral("sum_.rf: sum, sum_.repl: sum"));
  }

  void all_stages_of_a_node_are_found() {
    const GroupScript o = group_script(kConv);
    const script::Program program = script::read(o.script);
    QStringList names;
    for (const StageId id : workspace::stages_of_node(program, o.nodes.front(), o.nodes))
      names << QString::fromStdString(program.schedule->stage(id).name());
    QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("conv2d_pad conv2d_tiles conv2d"));
  }

  // Scripts without marks, as older versions wrote them, and marks that fit no node of the group.
  void a_stage_of_no_node_has_none() {
    GroupScript o = group_script(kConv);
    for (size_t at; (at = o.script.find(", attrs={")) != std::string::npos;)
      o.script.erase(at, o.script.find('}', at) + 1 - at);
    QCOMPARE(stages(o, o.script), QString());
    const char* const strange[] = {"{\"node\": 99}", "{\"node\": -1}", "{\"node\": \"conv\"}", "{\"layer\": 1}",
                                   "None"};
    for (const char* attrs : strange) {
      const std::string script =
          "A = te.placeholder((4,), name=\"A\")\nB = te.compute((4,), lambda i: A[i], name=\"B\", attrs=" +
          std::string(attrs) + ")\ns = te.create_schedule(B.op)\ntvm.lower(s, [A, B])\n";
      QVERIFY2(script::read(script).ok(), attrs);
      QCOMPARE(stages(o, script), QString());
    }
  }
};

NW_TEST(TestStageNodes);
#include "test_stage_nodes.moc"
