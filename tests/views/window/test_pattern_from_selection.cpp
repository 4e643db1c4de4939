// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern made of what is selected on the canvas, by mouse and keys: several nodes, several places, attributes, and
// lines in the table that undo takes out.
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

#include "graph/graph_menu.h"
#include "graph/picked_nodes.h"
#include "models/offered_attributes_model.h"
#include "open_window.h"
#include "patterns/pattern_editor.h"
#include "patterns/patterns_panel.h"
#include "patterns/selection_page.h"
#include "registry.h"
#include "window/docks.h"

using namespace nw;
using namespace nw::views;

class TestPatternFromSelection : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  PatternsPanel* panel() { return w_->find<PatternsPanel>(); }
  SelectionPage* page() { return panel()->selection(); }
  const graph::Graph& graph() { return *w_->bench().session().graph(); }
  const PickedNodes& picked() { return w_->window.graphView()->picked(); }

  // Convolutions with the relu behind each, and what a batch normalization has become between them.
  std::vector<std::vector<NodeId>> layers() {
    std::vector<std::vector<NodeId>> found;
    for (const graph::Node& relu : graph().nodes()) {
      std::vector<NodeId> layer = {relu.id};
      for (const char* op : {"nn.relu", "add", "multiply", "nn.conv2d"}) {
        const graph::Node& node = graph().node(layer.front());
        if (node.op != op) break;
        if (node.op == "nn.conv2d") found.push_back(layer);
        layer.insert(layer.begin(), node.inputs[0]);
      }
    }
    return found;
  }
  void pick(NodeId node) {
    const QPoint at = w_->at(node);
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, Qt::ControlModifier, at);
  }
  void drag(const QPoint& from, const QPoint& to) {
    const auto send = [this](QEvent::Type type, const QPoint& at, Qt::MouseButtons held) {
      QMouseEvent event(type, at, w_->canvas()->mapToGlobal(at), Qt::LeftButton, held, Qt::ControlModifier);
      QCoreApplication::sendEvent(w_->canvas(), &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, (from + to) / 2, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::NoButton);
  }
  bool made() {
    return QTest::qWaitFor([this] { return page()->made() && w_->window.settled(); }, 10000);
  }
  size_t outlines(Outline::Role role) {
    return static_cast<size_t>(std::ranges::count(w_->canvas()->marks().outlines, role, &Outline::role));
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
    w_->window.graphView()->expandAll();
    QVERIFY(w_->settle());
  }

  void nodes_are_picked_one_by_one_and_given_back() {
    const std::vector<NodeId> layer = layers().at(1);
    for (const NodeId node : layer) pick(node);
    QCOMPARE(picked().nodes(), layer);
    QCOMPARE(outlines(Outline::Role::Picked), layer.size());
    pick(layer[1]);
    QCOMPARE(picked().nodes().size(), layer.size() - 1);
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, Qt::NoModifier, w_->at(layer[0]));
    QVERIFY(picked().empty());
    QCOMPARE(outlines(Outline::Role::Picked), size_t{0});
  }

  void a_rectangle_picks_what_lies_inside() {
    const std::vector<NodeId> layer = layers().at(1);
    QRectF around;
    for (const NodeId node : layer)
      around |= w_->picture().items[static_cast<size_t>(w_->picture().item_of(node))].rect();
    w_->canvas()->fitRect(around.adjusted(-60, -60, 60, 60), 1);
    const QRectF seen = w_->canvas()->view().to_view(around.adjusted(-4, -4, 4, 4));
    drag(seen.topLeft().toPoint(), seen.bottomRight().toPoint());
    for (const NodeId node : layer) QVERIFY(picked().contains(node));
  }

  void a_pattern_goes_into_the_table_and_undo_takes_it_out() {
    const std::vector<NodeId> layer = layers().at(1);
    for (const NodeId node : layer) pick(node);
    QTest::keyClick(&w_->window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(made());
    QVERIFY(panel()->isVisible());
    QCOMPARE(panel()->pages()->currentWidget(), page());
    QVERIFY2(page()->preview().startsWith(QStringLiteral("selection: is_op(\"nn.relu\")(is_op(\"")),
             qPrintable(page()->preview()));
    QCOMPARE(page()->made()->places, layers().size());
    page()->nameEdit()->selectAll();
    QTest::keyClicks(page()->nameEdit(), QStringLiteral("my.layer"));
    QVERIFY(QTest::qWaitFor([this] { return page()->preview().startsWith(QStringLiteral("my.layer:")); }));
    QVERIFY(made());
    const QString lines = page()->preview();
    QTest::mouseClick(page()->writeButton(), Qt::LeftButton);
    QCOMPARE(panel()->text(), lines + QLatin1Char('\n'));
    QVERIFY(QTest::qWaitFor([this] { return panel()->view() && panel()->view()->lines.size() == 1; }, 10000));
    QCOMPARE(panel()->view()->lines.front().matches, layers().size());
    w_->window.actions().undo->trigger();
    QVERIFY(panel()->text().isEmpty());
  }

  void what_is_asked_for_narrows_it() {
    const std::vector<NodeId> layer = layers().at(1);
    for (const NodeId node : layer) pick(node);
    w_->window.actions().pattern_from->trigger();
    QVERIFY(made());
    const size_t all = page()->made()->places;
    const auto* model = static_cast<const OfferedAttributesModel*>(page()->attributes()->model());
    int row = 0;
    while (row < model->rowCount() && model->attributes()[static_cast<size_t>(row)].name != "strides") ++row;
    QVERIFY(row < model->rowCount());
    QVERIFY(
        model->index(row, OfferedAttributesModel::ModelColumn).data().toString().contains(QStringLiteral("[2, 2] ×")));
    const QModelIndex box = model->index(row, 0);
    page()->attributes()->scrollTo(box);
    const QRect rect = page()->attributes()->visualRect(box);
    QTest::mouseClick(page()->attributes()->viewport(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(rect.left() + 12, rect.center().y()));
    QVERIFY(QTest::qWaitFor([this] { return page()->preview().contains(QStringLiteral("has_attr({\"strides\":")); }));
    QVERIFY(made());
    QVERIFY(page()->made()->places < all);
  }

  void one_place_more_by_the_context_menu_is_covered_too() {
    const auto all = layers();
    for (const NodeId node : all.at(1)) pick(node);
    w_->window.actions().pattern_from->trigger();
    QVERIFY(made());
    QCOMPARE(outlines(Outline::Role::After), size_t{1});
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, Qt::NoModifier, w_->at(all.at(3)[0]));
    for (const NodeId node : all.at(3))
      if (node != all.at(3)[0]) pick(node);
    QVERIFY(w_->menu(w_->canvas(), w_->at(all.at(3)[2]), {QStringLiteral("Add it to the pattern, as one more place")}));
    QVERIFY(made());
    QCOMPARE(page()->places(), size_t{2});
    QVERIFY(QTest::qWaitFor([this] { return page()->made() && page()->made()->matches.size() == 2; }));
    QCOMPARE(page()->made()->matches, (std::vector<bool>{true, true}));
    page()->list()->setCurrentIndex(page()->list()->model()->index(1, 0));
    QTest::mouseClick(page()->removeButton(), Qt::LeftButton);
    QCOMPARE(page()->places(), size_t{1});
  }

  void what_cannot_be_one_pattern_is_said_beside() {
    pick(layers().at(1)[0]);
    pick(layers().at(4)[2]);
    w_->window.actions().pattern_from->trigger();
    QVERIFY(made());
    QVERIFY2(page()->state().contains(QStringLiteral("results of it")), qPrintable(page()->state()));
    QVERIFY(!page()->writeButton()->isEnabled());
  }
};

NW_TEST(TestPatternFromSelection);
#include "test_pattern_from_selection.moc"
