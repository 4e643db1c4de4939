// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs of fusion by mouse: from the canvas' menu and from the inspector, kept, dropped, undone and saved.
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTreeView>

#include "common/command_palette.h"
#include "common/inspector_panel.h"
#include "common/outline_panel.h"
#include "graph/change_banner.h"
#include "models/sentence_text.h"
#include "open_window.h"
#include "registry.h"
#include "window/file_session.h"

using namespace nw;

class TestWhatIf : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  const workspace::FusionChoices& choices() { return w_->bench().session().document()->choices().fusion; }
  std::string name(NodeId id) { return w_->bench().session().graph()->node(id).name; }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
  }
  void cleanup() { w_.reset(); }

  void an_edge_that_is_cut_splits_its_group_and_the_banner_says_so() {
    const fusion::Edge* edge = w_->edge(true);
    QVERIFY(edge);
    const NodeId from = edge->from, to = edge->to;
    QVERIFY(w_->menu(w_->canvas(), w_->at(from, to), {QStringLiteral("Never fuse this edge")}));
    QVERIFY(choices().cuts == (std::vector{std::pair(name(from), name(to))}));
    QVERIFY(w_->settle());
    auto* banner = w_->find<views::ChangeBanner>();
    QVERIFY(banner->isVisible());
    QVERIFY2(banner->accessibleName().contains(QStringLiteral("1 split")), qPrintable(banner->accessibleName()));
    const auto& outlines = w_->canvas()->marks().outlines;
    QVERIFY(std::any_of(outlines.begin(), outlines.end(),
                        [](const views::Outline& o) { return o.role == views::Outline::Role::Before; }));
    QTest::mouseClick(test::button(banner, QStringLiteral("Drop")), Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(choices() == workspace::FusionChoices());
    QVERIFY(!banner->isVisible());
  }

  void drop_takes_the_what_if_back_and_nothing_that_was_changed_after_it() {
    const fusion::Edge* edge = w_->edge(true);
    QVERIFY(w_->menu(w_->canvas(), w_->at(edge->from, edge->to), {QStringLiteral("Never fuse this edge")}));
    QVERIFY(w_->settle());
    views::DocumentSession& session = w_->bench().session();
    session.setScript("some task", "# an edit", "typed", false);
    QTest::mouseClick(test::button(w_->find<views::ChangeBanner>(), QStringLiteral("Drop")), Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(choices() == workspace::FusionChoices());
    QCOMPARE(session.document()->script("some task"), std::optional<std::string>("# an edit"));
    QVERIFY(!w_->find<views::ChangeBanner>()->isVisible());
    w_->window.actions().undo->trigger();
    QCOMPARE(choices().cuts.size(), size_t{1});
  }

  // The text of the palette's first row for what is typed, and what is at its right.
  QString found(const QString& typed, bool run = false) {
    w_->window.actions().palette->trigger();
    auto* palette = w_->window.palette();
    palette->edit()->setText(typed);
    QListWidgetItem* first = palette->list()->item(0);
    const QString text = first->text() + QStringLiteral(" | ") + first->data(Qt::UserRole + 1).toString();
    QTest::keyClick(palette->edit(), run ? Qt::Key_Return : Qt::Key_Escape);
    return text;
  }

  void the_palette_has_every_what_if_and_says_why_one_does_not_apply() {
    w_->bench().session().select({});
    QCOMPARE(found(QStringLiteral("What if: Pattern of this node")),
             QStringLiteral("What if: Pattern of this node | select an operator first"));
    QCOMPARE(found(QStringLiteral("What if: Drop all of them")),
             QStringLiteral("What if: Drop all of them | no what-if is in force"));
    QCOMPARE(found(QStringLiteral("What if: Opt level of fusion: 0"), true),
             QStringLiteral("What if: Opt level of fusion: 0 | "));
    QVERIFY(w_->settle());
    QCOMPARE(choices().opt_level, 0);
    w_->bench().session().select(views::Selection::of_node(w_->edge(false)->to));
    const QString name = QString::fromStdString(w_->bench().session().graph()->node(w_->edge(false)->to).op);
    found(QStringLiteral("What if: Pattern of every %1: opaque").arg(name), true);
    QVERIFY(w_->settle());
    QVERIFY(choices().patterns.at(views::ss(name)) == graph::OpPattern::Opaque);
    found(QStringLiteral("What if: Drop all of them"), true);
    QVERIFY(w_->settle());
    QVERIFY(choices() == workspace::FusionChoices());
  }

  void a_kept_what_if_is_saved_and_undone() {
    const fusion::Edge* edge = w_->edge(true);
    const NodeId from = edge->from;
    const size_t usual = w_->bench().session().fusion()->groups.size();
    QVERIFY(w_->menu(w_->canvas(), w_->at(from), {QStringLiteral("Fence: nothing fuses out of this node")}));
    QVERIFY(w_->settle());
    QTest::mouseClick(test::button(w_->find<views::ChangeBanner>(), QStringLiteral("Keep")), Qt::LeftButton);
    const size_t fenced = w_->bench().session().fusion()->groups.size();
    QVERIFY(fenced > usual);
    QTemporaryDir folder;
    const std::string project = views::ss(folder.filePath(QStringLiteral("a.nest")));
    QVERIFY(w_->bench().session().document()->save(project).empty());
    w_->window.actions().undo->trigger();
    QVERIFY(w_->settle());
    QCOMPARE(w_->bench().session().fusion()->groups.size(), usual);
    w_->window.files().trustAllModels();  // the sample is outside of the project's folder
    w_->window.files().open(views::qs(project));
    QTRY_COMPARE_WITH_TIMEOUT(w_->bench().session().document()->project_path(), project, 20000);
    QVERIFY(w_->settle());
    QCOMPARE(w_->bench().session().fusion()->groups.size(), fenced);
  }

  void the_inspector_names_the_change_that_would_fuse_and_tries_it() {
    const auto fusion = w_->bench().session().fusion();
    auto* inspector = w_->find<views::InspectorPanel>();
    for (const fusion::Edge& edge : fusion->edges) {
      if (edge.fused || w_->picture().edge_of(edge.from, edge.to) < 0) continue;
      QTest::mouseClick(w_->canvas(), Qt::LeftButton, {}, w_->at(edge.from, edge.to));
      QTRY_VERIFY(w_->bench().session().reason());
      if (!w_->bench().session().reason()->change) continue;
      const QString said = views::translated(fusion::title(*w_->bench().session().reason()->change));
      QTRY_VERIFY2(inspector->toPlainText().contains(said), qPrintable(inspector->toPlainText()));
      Q_EMIT inspector->anchorClicked(QUrl(QStringLiteral("try:0")));
      QVERIFY(w_->settle());
      const auto after = w_->bench().session().fusion();
      QCOMPARE(after->group_of.at(edge.from), after->group_of.at(edge.to));
      QCOMPARE(views::qs(w_->bench().session().document()->history().undo_label()), said);
      return;
    }
    QFAIL("no edge has a change that would fuse it");
  }

  void two_nodes_clicked_with_shift_are_asked_about() {
    const auto order = w_->window.graphView()->tree()->order;
    const fusion::Edge* edge = w_->edge(true);
    const NodeId first = edge->from;
    const NodeId last = w_->bench().session().fusion()->groups.back().root;
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, {}, w_->at(first));
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, Qt::ShiftModifier, w_->at(last));
    QTRY_VERIFY(w_->bench().session().reason());
    QVERIFY(w_->settle());
    const QString text = w_->find<views::InspectorPanel>()->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("Why they are not fused")), qPrintable(text));
    QVERIFY(!w_->bench().session().reason()->text.empty());
  }

  void the_outline_offers_the_same() {
    auto* outline = w_->find<views::OutlinePanel>();
    outline->showGroups(true);
    const fusion::Edge* edge = w_->edge(true);
    w_->bench().session().select(views::Selection::of_node(edge->from));
    const std::string from = name(edge->from);
    const QRect row = outline->tree()->visualRect(outline->tree()->currentIndex());
    QVERIFY(row.isValid());
    QVERIFY(
        w_->menu(outline->tree()->viewport(), row.center(), {QStringLiteral("Fence: nothing fuses out of this node")}));
    QCOMPARE(choices().fences, std::vector<std::string>{from});
  }

  void the_depth_is_set_where_nothing_is() {
    QVERIFY(w_->menu(w_->canvas(), QPoint(3, 3),
                     {QStringLiteral("At most this many operators in a group"), QStringLiteral("1")}));
    QVERIFY(w_->settle());
    QCOMPARE(choices().max_depth, 1);
    QVERIFY(w_->find<views::ChangeBanner>()->accessibleName().contains(QStringLiteral("groups become")));
  }
};

NW_TEST(TestWhatIf);
#include "test_what_if.moc"
