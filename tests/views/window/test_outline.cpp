// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of the graph: what its columns have room for.
#include <QHeaderView>
#include <QTest>
#include <QTreeView>

#include "common/outline_panel.h"
#include "models/outline_model.h"
#include "open_window.h"
#include "registry.h"

using namespace nw;

class TestOutline : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Rows that lie deep leave less room: then shapes make way, and come back when the scopes are folded.
  void names_come_before_shapes() {
    test::OpenWindow window;
    QVERIFY(window.openSample());
    QVERIFY(window.settle());
    auto* outline = window.find<views::OutlinePanel>();
    QTreeView* tree = outline->tree();
    using Model = views::OutlineModel;
    const int letters = 18 * outline->fontMetrics().averageCharWidth();
    const auto first = [&] { return tree->model()->index(0, 0); };
    outline->setFixedWidth(tree->indentation() + letters + 120);
    QCoreApplication::processEvents();
    QVERIFY(first().isValid());
    QVERIFY(!tree->isColumnHidden(Model::ShapeColumn));
    QVERIFY(tree->columnWidth(Model::NameColumn) >= tree->indentation() + letters);
    tree->setIndentation(80);  // as of a row that lies six times as deep
    tree->expandAll();
    outline->setFixedWidth(outline->width() + 1);
    QCoreApplication::processEvents();
    QVERIFY(tree->isColumnHidden(Model::ShapeColumn));
    QCOMPARE(tree->columnWidth(Model::NameColumn), tree->viewport()->width());
    tree->setIndentation(14);
    tree->collapseAll();
    outline->setFixedWidth(outline->width() - 1);
    QCoreApplication::processEvents();
    QVERIFY(!tree->isColumnHidden(Model::ShapeColumn));
  }
};

NW_TEST(TestOutline);
#include "test_outline.moc"
