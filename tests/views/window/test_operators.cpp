// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operators as a person uses it: sort, filter, select, open a kernel.
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <algorithm>

#include "common/command_palette.h"
#include "common/operators_panel.h"
#include "models/operators_model.h"
#include "open_window.h"
#include "registry.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;
using model::OperatorColumn;

class TestOperators : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  OperatorsPanel* panel() { return w_->find<OperatorsPanel>(); }
  QTableView* table() { return panel()->table(); }
  QString cell(int row, OperatorColumn column) {
    return table()->model()->index(row, static_cast<int>(column)).data().toString();
  }
  void clickHeader(OperatorColumn column) {
    QHeaderView* header = table()->horizontalHeader();
    const int section = static_cast<int>(column);
    QTest::mouseClick(
        header->viewport(), Qt::LeftButton, {},
        QPoint(header->sectionViewportPosition(section) + header->sectionSize(section) / 2, header->height() / 2));
  }
  void clickRow(int row) {
    const QRect place = table()->visualRect(table()->model()->index(row, 0));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place.center());
  }
  // The tab below the middle that shows the table.
  void showTable() {
    for (QTabBar* bar : w_->window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      for (int tab = 0; tab < bar->count(); ++tab)
        if (bar->tabText(tab) == QStringLiteral("Operators"))
          QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
    showTable();
    QTRY_VERIFY(table()->isVisible());
    QVERIFY(w_->settle());
  }
  void cleanup() { w_.reset(); }

  // In the layout that a window begins with.
  void the_table_has_room_for_several_rows_once_it_is_raised() {
    QTRY_VERIFY(table()->viewport()->height() / table()->verticalHeader()->defaultSectionSize() >= 5);
    // A height that a person gives it stays.
    QDockWidget* dock = w_->window.docks().operators_dock;
    w_->window.resizeDocks({dock}, {150}, Qt::Vertical);
    QTRY_VERIFY(dock->height() < 200);
    w_->window.docks().show(w_->window.docks().history_dock);
    QVERIFY(w_->settle());
    showTable();
    QVERIFY(w_->settle());
    QCoreApplication::processEvents();
    QVERIFY(dock->height() < 200);
  }

  void titles_have_room_for_the_sort_arrow() {
    const QHeaderView* header = table()->horizontalHeader();
    for (int section = 0; section < table()->model()->columnCount(); ++section) {
      const QString title = table()->model()->headerData(section, Qt::Horizontal).toString();
      if (header->sectionResizeMode(section) == QHeaderView::Stretch) continue;
      QVERIFY2(
          header->sectionSize(section) >= header->fontMetrics().horizontalAdvance(title + QStringLiteral("  ▾")) + 16,
          qPrintable(title));
    }
  }

  void the_page_buttons_stay_where_they_are() {
    const auto places = [this] {
      QList<QRect> all;
      for (const char* name : {"Table", "Flame", "Timeline"})
        all << test::button(panel(), QString::fromLatin1(name))->geometry();
      return all;
    };
    const QList<QRect> before = places();
    for (const char* name : {"Flame", "Timeline", "Table"}) {
      QTest::mouseClick(test::button(panel(), QString::fromLatin1(name)), Qt::LeftButton);
      QVERIFY(w_->settle());
      QCoreApplication::processEvents();
      QCOMPARE(places(), before);
    }
  }

  void a_filter_that_no_row_matches_says_so_and_is_cleared_by_a_button() {
    auto* filter = panel()->findChild<QLineEdit*>();
    filter->setText(QStringLiteral("op:no_such_operator"));
    QVERIFY(w_->settle());
    QVERIFY(!table()->isVisible());
    const auto labels = panel()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
      return label->isVisible() && label->text() == QStringLiteral("No row matches op:no_such_operator");
    }));
    QAbstractButton* clear = test::button(panel(), QStringLiteral("Clear the filter"));
    QVERIFY(clear && clear->isVisible());
    QTest::mouseClick(clear, Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(filter->text().isEmpty() && table()->isVisible() && table()->model()->rowCount() > 0);
    QVERIFY(!clear->isVisible());
  }

  void the_largest_convolution_takes_two_clicks() {
    // The first click was on the tab: the table is sorted by operations, the largest on top.
    QVERIFY(cell(0, OperatorColumn::Operator).startsWith(QStringLiteral("conv2d")));
    clickRow(1);
    const Selection& selection = w_->bench().session().selection();
    QCOMPARE(selection.kind, Selection::Kind::Node);
    const graph::Graph& graph = *w_->bench().session().graph();
    QVERIFY(graph.node(selection.node).op.find("conv2d") != std::string::npos);
  }

  void a_click_opens_the_scopes_around_the_node_and_brings_the_graph_forward() {
    clickRow(0);
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_VERIFY(w_->window.kernels().current());
    QVERIFY(w_->settle());
    const auto closed = [this](NodeId node) {
      return w_->picture().scene.items[static_cast<size_t>(w_->picture().item_of(node))].node != node;
    };
    w_->window.actions().collapse_all->trigger();
    QVERIFY(w_->settle());
    int row = 0;
    NodeId node;
    for (; row < 20; ++row) {
      const QModelIndex index = table()->model()->index(row, 0);
      node = NodeId(index.data(OperatorsModel::NodeRole).toInt());
      if (!index.data(OperatorsModel::IsGroupRole).toBool() && closed(node)) break;
    }
    QVERIFY(closed(node));
    table()->scrollTo(table()->model()->index(row, 0));
    clickRow(row);
    QVERIFY(w_->settle());
    QCOMPARE(w_->bench().session().selection().node, node);
    QVERIFY(!w_->window.kernels().current());
    QVERIFY(!closed(node));
  }

  void the_palette_sorts_by_any_column() {
    w_->window.actions().palette->trigger();
    CommandPalette* palette = w_->window.palette();
    palette->edit()->setText(QStringLiteral("Operators: sort by Bytes"));
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QVERIFY(w_->settle());
    QCOMPARE(panel()->model().rows()->order.column, OperatorColumn::Bytes);
    QVERIFY(panel()->model().rows()->order.descending);
  }

  void enter_opens_the_kernel_of_the_row() {
    clickRow(0);
    QCOMPARE(w_->bench().session().selection().kind, Selection::Kind::Group);
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_VERIFY(w_->window.kernels().current());
    QVERIFY(w_->settle());
  }

  void a_click_on_a_column_sorts_numbers_from_the_greatest() {
    clickHeader(OperatorColumn::Bytes);
    QVERIFY(w_->settle());
    const auto& rows = *panel()->model().rows();
    QCOMPARE(rows.order.column, OperatorColumn::Bytes);
    QVERIFY(rows.order.descending);
    clickHeader(OperatorColumn::Bytes);
    QVERIFY(w_->settle());
    QVERIFY(!panel()->model().rows()->order.descending);
    clickHeader(OperatorColumn::Name);
    QVERIFY(w_->settle());
    QVERIFY(!panel()->model().rows()->order.descending);
  }

  void what_is_sorted_anew_is_seen_from_its_top() {
    w_->bench().session().select(Selection::of_node(panel()->model().rows()->table->rows.back().node));
    QVERIFY(w_->settle());
    table()->scrollToBottom();
    QVERIFY(table()->verticalScrollBar()->value() > 0);
    clickHeader(OperatorColumn::Bytes);
    QVERIFY(w_->settle());
    QCOMPARE(table()->verticalScrollBar()->value(), 0);
    QVERIFY(table()->currentIndex().isValid());  // and the selection stays
  }

  void the_filter_explains_what_is_no_query() {
    auto* filter = panel()->findChild<QLineEdit*>();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("op:conv2d"));
    QVERIFY(w_->settle());
    const int found = table()->model()->rowCount();
    QVERIFY(found > 0);
    for (int row = 0; row < found; ++row)
      QVERIFY(cell(row, OperatorColumn::Operator).contains(QStringLiteral("conv2d")));
    QTest::keyClicks(filter, QStringLiteral(" ->"));
    QLabel* error = nullptr;
    for (auto* label : panel()->findChildren<QLabel*>())
      if (label->objectName() == QStringLiteral("error")) error = label;
    QVERIFY(error && error->isVisible());
    QCOMPARE(error->text(), QStringLiteral("an arrow needs something on its right"));
    filter->clear();
    QVERIFY(!error->isVisible());
    QVERIFY(w_->settle());
    QVERIFY(table()->model()->rowCount() > found);
  }

  void what_is_selected_elsewhere_is_current_here() {
    const auto graph = w_->bench().session().graph();
    const model::OperatorTable& all = *panel()->model().rows()->table;
    const NodeId node = all.rows.back().node;
    w_->bench().session().select(Selection::of_node(node));
    QTRY_COMPARE(table()->currentIndex().data(OperatorsModel::NodeRole).toInt(), node.value);
    auto* rows = panel()->findChild<QComboBox*>();
    rows->setCurrentIndex(1);  // groups
    QVERIFY(w_->settle());
    QVERIFY(table()->currentIndex().data(OperatorsModel::IsGroupRole).toBool());
  }
};

NW_TEST(TestOperators);
#include "test_operators.moc"
