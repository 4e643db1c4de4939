// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern tables typed in the window: what they take, why not, fixed, undone, marked, moved, stepped through, cut into
// regions and applied as rules.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "base/atomic_file.h"
#include "common/problems_panel.h"
#include "graph/compare_view.h"
#include "open_window.h"
#include "patterns/offload_page.h"
#include "patterns/pattern_editor.h"
#include "patterns/pattern_results.h"
#include "patterns/patterns_panel.h"
#include "patterns/rewrite_page.h"
#include "patterns/table_tabs.h"
#include "patterns/trial_view.h"
#include "registry.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

namespace {

const QString kConv = QStringLiteral("my.conv: is_op(\"nn.conv2d\")(wildcard(), is_constant())");
const QString kStrided =
    QStringLiteral("my.s2: is_op(\"nn.conv2d\")(wildcard(), is_constant()).has_attr({\"strides\": [2, 2]})");
const QString kAny = QStringLiteral("my.any: is_op(\"nn.conv2d\")(None)");

}  // namespace

class TestPatterns : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  PatternsPanel* panel() { return w_->find<PatternsPanel>(); }
  PatternEditor* edit() { return panel()->edit(); }
  const PatternResultsModel& results() { return panel()->results()->results(); }
  void write(const QString& text) { edit()->replaceTable(text, 1); }
  bool matched(int lines) {
    return QTest::qWaitFor([&] { return results().rowCount() == lines && w_->window.settled(); }, 10000);
  }
  QModelIndex group(int line, PatternResultsModel::Kind kind) {
    const QModelIndex top = results().index(line, 0);
    for (int row = 0; row < results().rowCount(top); ++row)
      if (const QModelIndex at = results().index(row, 0, top); at.data(PatternResultsModel::KindRole).toInt() == kind)
        return at;
    return {};
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
    w_->window.docks().show(w_->window.docks().patterns_dock);
  }

  void a_pattern_is_typed_and_its_matches_are_listed_and_marked() {
    edit()->setFocus();
    for (const QChar letter : kConv) {
      QTest::keyClick(edit(), letter.toLatin1());
      edit()->SendScintilla(QsciScintillaBase::SCI_AUTOCCANCEL);
    }
    QVERIFY(matched(1));
    const QModelIndex matches = group(0, PatternResultsModel::Matches);
    QVERIFY(results().rowCount(matches) > 10);
    const QModelIndex first = results().index(0, 0, matches);
    QCOMPARE(first.siblingAtColumn(1).data().toString(), QStringLiteral("nn.conv2d"));
    const auto& outlines = w_->canvas()->marks().outlines;
    QCOMPARE(outlines.size(), static_cast<size_t>(results().rowCount(matches)));
    for (const Outline& outline : outlines) QCOMPARE(outline.name, QStringLiteral("my.conv"));
    panel()->results()->setCurrentIndex(first);
    QVERIFY(w_->bench().session().selection().node.valid());
    QTRY_VERIFY(w_->bench().session().document()->choices().patterns.starts_with("my.conv"));
    w_->window.actions().undo->trigger();
    QVERIFY(edit()->text().isEmpty());
    QVERIFY(matched(0));
  }

  void one_reason_at_many_places_is_one_row_whose_fix_makes_it_match() {
    write(kStrided);
    QVERIFY(matched(1));
    const QModelIndex reason = group(0, PatternResultsModel::Reason);
    QVERIFY(reason.isValid());
    const int places = results().rowCount(reason);
    QVERIFY(places > 5);
    QVERIFY2(reason.data().toString().startsWith(QStringLiteral("%1 place(s): strides=").arg(places)),
             qPrintable(reason.data().toString()));
    auto* fix = qobject_cast<QPushButton*>(panel()->results()->indexWidget(reason.siblingAtColumn(1)));
    QTRY_VERIFY((fix = qobject_cast<QPushButton*>(
                     panel()->results()->indexWidget(group(0, PatternResultsModel::Reason).siblingAtColumn(1)))));
    const size_t before = panel()->view()->lines.front().matches;
    fix->click();
    QTRY_VERIFY(panel()->view() && panel()->view()->lines.front().matches != before && w_->window.settled());
    QVERIFY(panel()->view()->lines.front().matches >= static_cast<size_t>(places));
    w_->window.actions().undo->trigger();
    QCOMPARE(edit()->text(), kStrided);
  }

  void a_wrong_line_is_underlined_a_problem_and_its_fix_applies() {
    write(QStringLiteral("my.relu: is_op(\"nn.relu\")(is_op(\"nn.conv2d\"))\nnonsense"));
    QVERIFY(matched(1));
    QVERIFY(w_->window.hasErrors());
    QVERIFY(edit()->noteAt(2).startsWith(QStringLiteral("NW3101")));
    const Diagnostics wrong = panel()->view()->diagnostics;
    const auto bare = std::ranges::find_if(wrong, [](const Diagnostic& d) { return !d.fixes.empty(); });
    QVERIFY(bare != wrong.end());
    QVERIFY(panel()->applyFix(*bare, bare->fixes.front()));
    QVERIFY2(edit()->text().contains(QStringLiteral("(None)")), qPrintable(edit()->text()));
  }

  void operators_attributes_and_names_are_completed() {
    edit()->setFocus();
    QTest::keyClicks(edit(), QStringLiteral("c = is_op(\"nn.conv2d_t"));
    QVERIFY(edit()->isListActive());
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(edit()->text(), QStringLiteral("c = is_op(\"nn.conv2d_transpose"));
  }

  void a_line_that_takes_nothing_is_marked_with_who_takes_its_places() {
    write(kConv + QLatin1Char('\n') +
          QStringLiteral("my.same: is_op(\"nn.conv2d\")(None)\nmy.no: is_op(\"nn.lrn\")(None)"));
    QVERIFY(matched(3));
    QVERIFY(!edit()->markedLines().contains(1));
    QVERIFY2(edit()->markedLines().at(2).contains(QStringLiteral("my.conv")), qPrintable(edit()->markedLines().at(2)));
    QCOMPARE(edit()->markedLines().at(3), QStringLiteral("Takes nothing in this model"));
  }

  void a_moved_line_says_what_it_changes() {
    write(kConv + QLatin1Char('\n') + kAny);
    QVERIFY(matched(2));
    edit()->setCursorPosition(1, 0);
    QTest::keyClick(edit(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(edit()->text().startsWith(kAny + QLatin1Char('\n') + kConv));
    QTRY_VERIFY(!panel()->changes().isEmpty());
    QVERIFY2(panel()->changes().contains(QStringLiteral("my.any 0 → ")), qPrintable(panel()->changes()));
    QCOMPARE(edit()->currentLine(), 1);
  }

  void a_piece_and_its_nodes_are_shown_by_each_other() {
    write(kConv);
    QVERIFY(matched(1));
    Q_EMIT edit()->pieceHovered(1, 12);
    const auto& outlines = w_->canvas()->marks().outlines;
    const auto lit = std::ranges::find(outlines, Outline::Role::Step, &Outline::role);
    QVERIFY(lit != outlines.end());
    QVERIFY(lit->items.size() > 10);
    Q_EMIT edit()->pieceHovered(0, 0);
    QVERIFY(edit()->highlighted().empty());
    const NodeId node = panel()->view()->composites.list.front().root;
    Q_EMIT w_->window.graphView()->nodeHovered(node);
    QVERIFY(!edit()->highlighted().empty());
    QCOMPARE(edit()->highlighted().front().line, 1);
  }

  void a_trial_is_stepped_through_to_the_pair_that_fails() {
    write(kStrided);
    QVERIFY(matched(1));
    const QModelIndex place = results().index(0, 0, group(0, PatternResultsModel::Reason));
    Q_EMIT panel()->results()->activated(place);
    auto* trial = w_->find<TrialView>();
    QVERIFY(trial);
    QTRY_VERIFY(trial->trial());
    QCOMPARE(w_->window.kernels().currentWidget(), trial);
    QVERIFY(!trial->trial()->ok);
    QVERIFY2(trial->sentence().contains(QStringLiteral("strides")), qPrintable(trial->sentence()));
    const int at = trial->step();
    QTest::keyClick(trial, Qt::Key_Left);
    QCOMPARE(trial->step(), at - 1);
    QTest::keyClick(trial, Qt::Key_Home);
    QCOMPARE(trial->step(), 0);
    QVERIFY(trial->trial()->steps.front().ties.empty());
    // A match ends with every piece tied.
    const QModelIndex found = results().index(0, 0, group(0, PatternResultsModel::Matches));
    Q_EMIT panel()->results()->activated(found);
    QTRY_VERIFY(trial->trial()->ok);
    QCOMPARE(trial->trial()->steps.back().ties.size(), trial->trial()->pattern.size());
  }

  void regions_are_frames_and_one_more_operator_is_tried_and_added() {
    write(kConv);
    QVERIFY(matched(1));
    panel()->pages()->setCurrentWidget(panel()->offload());
    QTRY_VERIFY(panel()->offload()->view());
    const size_t before = panel()->offload()->view()->cut.regions.size();
    QVERIFY(before > 5);
    const auto frames = [&] {
      return static_cast<size_t>(
          std::ranges::count(w_->canvas()->marks().outlines, Outline::Role::Region, &Outline::role));
    };
    QTRY_COMPARE(frames(), before);
    QComboBox* operators = panel()->offload()->operators();
    const int relu = operators->findText(QStringLiteral("nn.relu"));
    QVERIFY(relu > 0);
    operators->setCurrentIndex(relu);
    Q_EMIT operators->activated(relu);
    QTRY_VERIFY(panel()->offload()->whatIf()->text().startsWith(QStringLiteral("%1 → ").arg(before)));
    panel()->offload()->addButton()->click();
    QVERIFY(edit()->text().contains(QStringLiteral("supports(\"my\", [\"nn.relu\"])")));
    QTRY_VERIFY(panel()->offload()->view()->cut.regions.size() != before);
    panel()->pages()->setCurrentWidget(panel()->results());
    QCOMPARE(frames(), size_t{0});
  }

  // Neighbours of one target in different regions: the way that would make a cycle is lit.
  void a_cut_shows_the_way_round() {
    write(
        QStringLiteral("supports(\"npu\", [\"nn.relu\", \"add\"])\nsupports(\"dsp\", [\"nn.conv2d\", \"multiply\"])"));
    panel()->pages()->setCurrentWidget(panel()->offload());
    QTRY_VERIFY(panel()->offload()->view() && w_->window.settled());
    const auto& cuts = panel()->offload()->view()->cut.cuts;
    const auto cut = std::ranges::find_if(cuts, [](const pattern::Cut& each) { return !each.path.empty(); });
    QVERIFY(cut != cuts.end());
    w_->window.graphView()->expandAll();
    QVERIFY(w_->settle());
    const int row =
        static_cast<int>(panel()->offload()->view()->cut.regions.size() + static_cast<size_t>(cut - cuts.begin()));
    panel()->offload()->list()->setCurrentIndex(panel()->offload()->list()->model()->index(row, 0));
    const auto& outlines = w_->canvas()->marks().outlines;
    const auto lit = std::ranges::find(outlines, Outline::Role::Step, &Outline::role);
    QVERIFY(lit != outlines.end());
    for (const NodeId node : cut->path)
      QVERIFY(std::ranges::find(lit->items, w_->picture().item_of(node)) != lit->items.end());
    QVERIFY(!w_->canvas()->marks().links.empty());
    panel()->pages()->setCurrentWidget(panel()->results());
    QVERIFY(std::ranges::find(w_->canvas()->marks().outlines, Outline::Role::Step, &Outline::role) ==
            w_->canvas()->marks().outlines.end());
  }

  void rules_are_applied_and_compared() {
    write(QStringLiteral("x = wildcard()\nno_relu: is_op(\"nn.relu\")(x) => relay.nn.leaky_relu(x, alpha=0.1)"));
    QVERIFY(matched(1));
    QVERIFY(!panel()->rewriting()->view());  // nobody looks at it
    panel()->pages()->setCurrentWidget(panel()->rewriting());
    QTRY_VERIFY(panel()->rewriting()->view());
    QVERIFY(panel()->rewriting()->view()->steps.size() > 5);
    QTest::mouseClick(panel()->rewriting()->compareButton(), Qt::LeftButton);
    auto* compared = w_->find<CompareView>();
    QVERIFY(compared);
    QTRY_VERIFY(compared->settled() && !compared->summary().isEmpty());
  }

  // Fusion and kernels are those of the rewritten model then; undo, and a second press, take it back.
  void rules_are_applied_to_the_model() {
    write(QStringLiteral("x = wildcard()\nno_relu: is_op(\"nn.relu\")(x) => relay.nn.leaky_relu(x, alpha=0.1)"));
    QVERIFY(matched(1));
    panel()->pages()->setCurrentWidget(panel()->rewriting());
    QTRY_VERIFY(panel()->rewriting()->applyButton()->isEnabled());
    const auto count = [&](const std::string& op) {
      return std::ranges::count(w_->bench().session().graph()->nodes(), op, &graph::Node::op);
    };
    const auto relus = count("nn.relu");
    QVERIFY(relus > 5);
    QTest::mouseClick(panel()->rewriting()->applyButton(), Qt::LeftButton);
    QTRY_COMPARE(count("nn.relu"), 0);
    QCOMPARE(count("nn.leaky_relu"), relus);
    QTRY_VERIFY(w_->window.settled() && w_->bench().session().fusion());
    QCOMPARE(panel()->rewriting()->summary(), QStringLiteral("%1 application(s) of rules in 2 round(s)").arg(relus));
    w_->window.actions().undo->trigger();
    QTRY_COMPARE(count("nn.relu"), relus);
    QVERIFY(!panel()->rewriting()->applyButton()->isChecked());
  }

  void a_table_file_has_a_tab_of_its_own() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.pat"));
    write(kConv);
    QVERIFY(matched(1));
    QVERIFY(panel()->saveTable(path));
    write(kConv + QLatin1Char('\n') + kAny);
    QVERIFY(panel()->tables()->tabText(0).endsWith(QStringLiteral("mine.pat*")));
    QCOMPARE(panel()->unsavedTables(), QStringList{path});
    const QString other = folder.filePath(QStringLiteral("other.pat"));
    QVERIFY(write_whole_file(other.toStdString(), kAny.toStdString()).empty());
    QVERIFY(panel()->openTable(other));
    QCOMPARE(panel()->tables()->count(), 2);
    QCOMPARE(edit()->text(), kAny);
    panel()->tables()->setCurrentIndex(0);
    QCOMPARE(edit()->text(), kConv + QLatin1Char('\n') + kAny);
    QVERIFY(!panel()->openTable(folder.filePath(QStringLiteral("none.pat"))));
    QVERIFY(w_->window.hasErrors());
    // Closed, it is in the history with what was not saved.
    Q_EMIT panel()->tables()->tabCloseRequested(0);
    QCOMPARE(panel()->tables()->count(), 1);
    QCOMPARE(edit()->text(), kAny);
    w_->window.actions().undo->trigger();
    QCOMPARE(panel()->tables()->count(), 2);
    QCOMPARE(edit()->text(), kConv + QLatin1Char('\n') + kAny);
    QCOMPARE(panel()->unsavedTables(), QStringList{path});
    QVERIFY(panel()->saveTables({path}));
    QVERIFY(panel()->unsavedTables().isEmpty());
  }
};

NW_TEST(TestPatterns);
#include "test_patterns.moc"
