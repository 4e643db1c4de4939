// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a large graph: what is selected is described by a job, so that the window goes on.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "common/inspector_panel.h"
#include "common/jobs.h"
#include "common/workbench.h"
#include "graphs.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

// A chain of more nodes than are described at once, all in one scope.
std::shared_ptr<graph::Graph> long_chain() {
  auto graph = std::make_shared<graph::Graph>();
  NodeId last = test::add(*graph, "input", "x", {});
  graph->inputs = {last};
  for (int i = 0; i < 6000; ++i)
    last = test::add(*graph, "nn.relu", "chain/" + std::to_string(i), {last}, {i < 3000 ? "first" : "second"});
  graph->outputs = {last};
  return graph;
}

}  // namespace

class TestInspector : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_selection_in_a_large_graph_is_described_by_a_job() {
    Workbench bench;
    InspectorPanel panel(bench);
    auto model = std::make_shared<model::Model>();
    model->snapshots.push_back({"source", "Source", long_chain(), {}});
    workspace::Opened opened;
    opened.model = model;
    bench.adopt(std::move(opened));
    bench.session().setStage(DocumentSession::Stage::Source);
    QTRY_VERIFY(bench.jobs().idle());
    QSignalSpy finished(&bench.jobs(), &Jobs::finished);
    const auto described_by_job = [&finished] {
      return std::ranges::any_of(finished, [](const QList<QVariant>& job) {
        return job[0].toString() == QLatin1String("Describing what is selected");
      });
    };
    bench.session().select(Selection::of_node(bench.session().graph()->find("chain/7")));
    QTRY_VERIFY(panel.toPlainText().contains(QStringLiteral("chain/7")));
    QVERIFY(described_by_job());
    QVERIFY(panel.toPlainText().contains(QStringLiteral("chain/8")));  // which reads it
    finished.clear();
    bench.session().select(Selection::of_scope("second"));
    QTRY_VERIFY(panel.toPlainText().contains(QStringLiteral("3000")));
    QVERIFY(described_by_job());
  }
};

NW_TEST(TestInspector);
#include "test_inspector.moc"
