// SPDX-License-Identifier: GPL-3.0-or-later
// Composite patterns typed in the window: what they take, why not, undone and marked.
#include <QPlainTextEdit>
#include <QTreeWidget>

#include "common/patterns_panel.h"
#include "open_window.h"
#include "registry.h"

using namespace nw;

class TestPatterns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_pattern_is_typed_and_its_matches_are_listed_and_marked() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    auto* panel = w.find<views::PatternsPanel>();
    panel->edit()->setFocus();
    QTest::keyClicks(panel->edit(), QStringLiteral("my.conv: is_op(\"nn.conv2d\")(wildcard(), is_constant())"));
    QTRY_COMPARE(panel->tree()->topLevelItemCount(), 1);
    const QTreeWidgetItem* top = panel->tree()->topLevelItem(0);
    QVERIFY2(top->childCount() > 10, qPrintable(top->text(1)));
    QCOMPARE(top->child(0)->text(1), QStringLiteral("takes nn.conv2d"));
    const auto& outlines = w.canvas()->marks().outlines;
    QCOMPARE(outlines.size(), static_cast<size_t>(top->childCount()));
    for (const views::Outline& outline : outlines) QCOMPARE(outline.name, top->text(0));
    panel->tree()->setCurrentItem(top->child(0));
    QVERIFY(w.bench().session().selection().node.valid());
    QVERIFY(w.bench().session().document()->choices().patterns.starts_with("my.conv"));
    w.window.actions().undo->trigger();
    QVERIFY(panel->edit()->toPlainText().isEmpty());
    QVERIFY(w.settle());
    QCOMPARE(panel->tree()->topLevelItemCount(), 0);
  }

  void what_came_near_says_why_not_and_a_wrong_line_is_a_problem() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    auto* panel = w.find<views::PatternsPanel>();
    panel->edit()->setPlainText(
        QStringLiteral("my.conv: is_op(\"nn.relu\")(is_op(\"nn.conv2d\")(wildcard(), wildcard()))\nnonsense"));
    QTRY_COMPARE(panel->tree()->topLevelItemCount(), 1);
    QVERIFY(w.window.hasErrors());
    const QTreeWidgetItem* top = panel->tree()->topLevelItem(0);
    bool why = false;
    for (int i = 0; i < top->childCount(); ++i) why = why || top->child(i)->text(1).startsWith(QStringLiteral("not: "));
    QVERIFY2(why, qPrintable(top->text(1)));
  }
};

NW_TEST(TestPatterns);
#include "test_patterns.moc"
