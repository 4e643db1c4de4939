// SPDX-License-Identifier: GPL-3.0-or-later
// A stage of a kernel and the graph node that it computes are selected together, whichever a person selects.
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "models/loop_tree_model.h"
#include "open_window.h"
#include "registry.h"
#include "window/kernel_tabs.h"
#include "workspace/stage_nodes.h"

using namespace nw;
using namespace nw::views;

class TestStageAndNode : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  KernelPage* page() { return w_->window.kernels().current(); }
  const std::vector<NodeId>& nodes() {
    return w_->bench().session().lastFusion()->groups[page()->group().index()].nodes;
  }
  std::string op(NodeId node) {
    return node.valid() ? w_->bench().session().model()->optimized().node(node).op : "none";
  }
  // The first group of a convolution and a rectifier.
  bool openConvolution() {
    for (const fusion::Group& group : w_->bench().session().lastFusion()->groups) {
      const auto has = [&](const char* name) {
        return std::ranges::any_of(group.nodes, [&](NodeId node) { return op(node) == name; });
      };
      if (!has("nn.conv2d") || !has("nn.relu")) continue;
      w_->window.kernels().showGroup(group.id, true);
      return QTest::qWaitFor([&] { return page() && page()->group() == group.id && w_->window.settled(); }, 20000);
    }
    return false;
  }
  // The last stage with loops that computes the group's node of this operator.
  StageId stageOf(const std::string& name) {
    const script::Program& program = page()->view()->preview()->program;
    StageId found;
    for (const NodeId node : nodes())
      for (const StageId stage : workspace::stages_of_node(program, node, nodes()))
        if (op(node) == name && program.schedule->stage(stage).attach.kind != schedule::AttachKind::Inline)
          found = stage;
    return found;
  }
  void select(StageId stage) {
    LoopTreeView* tree = page()->view()->treeView();
    tree->setCurrentIndex(static_cast<LoopTreeModel*>(tree->model())->find(stage, {}));
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
    QVERIFY(openConvolution());
  }
  void cleanup() { w_.reset(); }

  void opening_a_kernel_selects_no_node() { QCOMPARE(w_->bench().session().selection().kind, Selection::Kind::Group); }

  void a_selected_stage_lights_its_node() {
    for (const char* name : {"nn.conv2d", "nn.relu"}) {
      select(stageOf(name));
      QCOMPARE(op(w_->bench().session().selectedOptimized()), std::string(name));
      QCOMPARE(w_->bench().session().selection().kind, Selection::Kind::Node);
    }
  }

  void a_selected_node_lights_its_stages() {
    NodeId conv;
    for (const NodeId node : nodes())
      if (op(node) == "nn.conv2d") conv = node;
    w_->bench().session().selectOptimized(conv, w_->window.graphView());
    QCOMPARE(page()->view()->selection().stage, stageOf("nn.conv2d"));
    int lit = 0;
    for (const tir::PrintedLine& line : page()->view()->preview()->printed.lines) {
      const StageId stage = line.from.stage;
      const NodeId node = workspace::node_of_stage(page()->view()->preview()->program, stage, nodes());
      QCOMPARE(page()->view()->selection().relation(line.from) > 0, node == conv);
      lit += node == conv;
    }
    QVERIFY(lit > 0);
  }

  // A loop of the stage stays selected while its node is.
  void a_loop_stays_selected() {
    select(stageOf("nn.conv2d"));
    const StageId stage = page()->view()->selection().stage;
    for (const kernel::LoopTreeRow& row : page()->view()->preview()->tree) {
      if (row.stage != stage || !row.axis.valid()) continue;
      LoopTreeView* tree = page()->view()->treeView();
      tree->setCurrentIndex(static_cast<LoopTreeModel*>(tree->model())->find(stage, row.axis));
      QCOMPARE(page()->view()->selection().axis, row.axis);
      break;
    }
    QVERIFY(page()->view()->selection().axis.valid());
    QCOMPARE(op(w_->bench().session().selectedOptimized()), std::string("nn.conv2d"));
  }

  // Where the graph is shown before the passes, its own node for the same is selected.
  void the_node_is_the_shown_snapshots() {
    w_->bench().session().setStage(DocumentSession::Stage::Source);
    QVERIFY(w_->settle());
    select(stageOf("nn.relu"));
    const Selection now = w_->bench().session().selection();
    QCOMPARE(now.kind, Selection::Kind::Node);
    QCOMPARE(w_->bench().session().graph()->node(now.node).op, std::string("nn.relu"));
  }

  // A kernel that is opened for a node begins with its stage.
  void a_kernel_opens_at_the_selected_node() {
    const NodeId node = nodes().front();
    const GroupId group = page()->group();
    w_->window.actions().close_tab->trigger();
    QVERIFY(w_->settle());
    w_->bench().session().selectOptimized(node);
    w_->bench().openKernel(group);
    QVERIFY(QTest::qWaitFor([&] { return page() && w_->window.settled(); }, 20000));
    QCOMPARE(page()->view()->selection().stage, stageOf(op(node)));
  }
};

NW_TEST(TestStageAndNode);
#include "test_stage_and_node.moc"
