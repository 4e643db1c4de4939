// SPDX-License-Identifier: GPL-3.0-or-later
// Looking at a graph in the whole window: parts of it, colours, the fusion algorithm, the passes, bookmarks.
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>
#include <array>

#include "common/inspector_panel.h"
#include "graph/change_banner.h"
#include "graph/find_bar.h"
#include "graph/graph_colours.h"
#include "graph/graph_finder.h"
#include "graph/legend.h"
#include "graph/minimap.h"
#include "graph/place_bar.h"
#include "graph/player.h"
#include "graph/timeline_bar.h"
#include "open_window.h"
#include "registry.h"
#include "window/exports.h"
#include "window/file_session.h"

using namespace nw;

class TestGraphTools : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;

  size_t things() { return w_->picture().items.size(); }
  NodeId conv() { return w_->edge(true)->from; }

  QPointF on_screen(NodeId node) {
    const size_t item = static_cast<size_t>(w_->picture().item_of(node));
    return w_->canvas()->view().to_view(w_->picture().items[item].rect().center());
  }
  static bool same(const QPointF& a, const QPointF& b) { return QLineF(a, b).length() < 1; }

  // Where the dialog that comes up is told to write.
  void answer(const QString& folder, const QString& name, const QString& form) {
    QTimer::singleShot(0, &w_->window, [folder, name, form] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      dialog->selectNameFilter(form);
      Q_EMIT dialog->filterSelected(form);
      dialog->setDirectory(folder);
      auto* line = dialog->findChild<QLineEdit*>();
      line->selectAll();
      QTest::keyClicks(line, name);
      QTest::keyClick(line, Qt::Key_Return);
    });
  }
  static QByteArray start_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(5) : QByteArray();
  }

 private Q_SLOTS:
  void init() {
    w_ = std::make_unique<test::OpenWindow>();
    QVERIFY(w_->openSample());
  }
  void cleanup() { w_.reset(); }

  void what_is_near_a_node_grows_and_shrinks_and_everything_comes_back() {
    const size_t all = things();
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, {}, w_->at(conv()));
    w_->window.actions().near->trigger();
    QVERIFY(w_->settle());
    const size_t near = things();
    QVERIFY(near > 1 && near < all);
    auto* place = w_->find<views::PlaceBar>();
    QVERIFY(place->isVisible());
    QTest::mouseClick(test::button(place, QStringLiteral("One step more around")), Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(things() > near);
    QTest::mouseClick(test::button(place, QStringLiteral("Show the whole graph again")), Qt::LeftButton);
    QVERIFY(w_->settle());
    QCOMPARE(things(), all);
    QVERIFY(!place->isVisible());
  }

  void a_hidden_node_goes_and_a_pinned_one_stays() {
    const NodeId node = conv(), other = w_->bench().session().fusion()->groups.back().root;
    const size_t all = things();
    QVERIFY(w_->menu(w_->canvas(), w_->at(node), {QStringLiteral("Hide it")}));
    QVERIFY(w_->settle());
    QCOMPARE(things(), all - 1);
    w_->window.actions().everything->trigger();
    QVERIFY(w_->settle());
    QVERIFY(w_->menu(w_->canvas(), w_->at(other), {QStringLiteral("Pin: keep it in sight")}));
    QCOMPARE(w_->canvas()->marks().badges,
             (std::vector<views::Badge>{{w_->picture().item_of(other), views::Badge::Sign::Pinned}}));
    QVERIFY(w_->menu(w_->canvas(), w_->at(node), {QStringLiteral("Show only this")}));
    QVERIFY(w_->settle());
    QVERIFY(w_->picture().item_of(node) >= 0);
    QVERIFY(w_->picture().item_of(other) >= 0);
    QCOMPARE(things(), size_t{2});
  }

  void parts_come_and_go_and_what_is_looked_at_stays_where_it_is() {
    const NodeId node = conv(), next = w_->edge(true)->to;
    QTest::mouseClick(w_->canvas(), Qt::LeftButton, {}, w_->at(node));
    const double scale = w_->canvas()->view().scale;
    const QPointF place = on_screen(node);
    w_->window.graphView()->shownPart().hide({next});
    QVERIFY(w_->settle());
    QVERIFY(w_->picture().item_of(next) < 0 && same(on_screen(node), place));
    // What is hidden is counted above the canvas, and a click away from being shown.
    QAbstractButton* hidden = test::button(w_->window.graphView(), QStringLiteral("Show again what was hidden"));
    QVERIFY(hidden && hidden->isVisible());
    QCOMPARE(hidden->text(), QStringLiteral("1 hidden · Show"));
    QTest::mouseClick(hidden, Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(w_->picture().item_of(next) >= 0 && same(on_screen(node), place));
    QVERIFY(!hidden->isVisible());
    w_->window.actions().only->trigger();
    QVERIFY(w_->settle());
    QVERIFY(things() == 1 && same(on_screen(node), place));
    w_->window.actions().everything->trigger();
    QVERIFY(w_->settle());
    QVERIFY(things() > 1 && same(on_screen(node), place));
    QCOMPARE(w_->canvas()->view().scale, scale);
    // What is alone and out of sight comes into it.
    const NodeId far = w_->bench().session().fusion()->groups.back().root;
    w_->window.graphView()->shownPart().showOnly({far});
    QVERIFY(w_->settle());
    QVERIFY(QRectF(w_->canvas()->rect()).contains(on_screen(far)));
  }

  void a_scope_is_entered_and_left_by_its_crumb() {
    const auto tree = w_->window.graphView()->tree();
    QVERIFY(tree->scopes.size() > 1);
    w_->window.graphView()->shownPart().enterScope(1);
    QVERIFY(w_->settle());
    for (const views::SceneItem& item : w_->picture().scene.items)
      if (item.node.valid()) QVERIFY(tree->inside(tree->scope_of[item.node.index()], 1));
    QTest::mouseClick(test::button(w_->find<views::PlaceBar>(), QStringLiteral("Whole graph")), Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(w_->window.graphView()->shownPart().part().all());
  }

  void colours_have_a_legend_that_takes_them_away() {
    auto* legend = w_->find<views::Legend>();
    for (QAction* action : w_->window.actions().overlays) {
      if (!action->isEnabled()) continue;  // nothing was timed
      action->trigger();
      QVERIFY(w_->settle());
      const bool none = w_->window.graphView()->colours().overlay() == views::OverlayKind::None;
      QCOMPARE(legend->isVisible(), !none);
      QCOMPARE(w_->canvas()->fills() == nullptr, none);
      QVERIFY(action->isChecked());
    }
    const auto& fills = w_->canvas()->fills()->items;
    QVERIFY(std::any_of(fills.begin(), fills.end(), [](QRgb fill) { return fill != 0; }));
    QTest::mouseClick(legend->closeButton(), Qt::LeftButton);
    QVERIFY(w_->settle());
    QVERIFY(!w_->canvas()->fills() && !legend->isVisible());
    QVERIFY(w_->window.actions().overlays.front()->isChecked());
  }

  void the_legend_stays_at_the_corner_when_a_bar_takes_room_from_the_canvas() {
    w_->window.actions().overlays[1]->trigger();  // operations
    QVERIFY(w_->settle());
    auto* legend = w_->find<views::Legend>();
    const int before = w_->canvas()->height(), below = before - legend->geometry().bottom();
    w_->window.actions().passes->trigger();
    QVERIFY(w_->settle());
    QTRY_VERIFY(w_->canvas()->height() < before);
    QTRY_COMPARE(w_->canvas()->height() - legend->geometry().bottom(), below);
  }

  void the_scale_of_the_colours_is_chosen_and_the_greatest_are_gone_to() {
    w_->window.actions().overlays[1]->trigger();  // operations
    QVERIFY(w_->settle());
    auto* legend = w_->find<views::Legend>();
    const std::vector<QRgb> before = w_->canvas()->fills()->items;
    Q_EMIT legend->scaleBox()->activated(2);
    QVERIFY(w_->settle());
    QCOMPARE(legend->overlay()->scale, views::OverlayScale::Quantile);
    QVERIFY(w_->canvas()->fills()->items != before);
    // The choice stays when the numbers are made again, and goes with its overlay.
    w_->bench().session().changeFusion(fusion::DepthChange{4});
    QVERIFY(w_->settle());
    QCOMPARE(legend->overlay()->scale, views::OverlayScale::Quantile);
    w_->window.actions().overlays[2]->trigger();  // bytes
    QVERIFY(w_->settle());
    QVERIFY(legend->overlay()->scale != views::OverlayScale::Quantile);
    w_->window.actions().overlays[1]->trigger();
    QVERIFY(w_->settle());
    Q_EMIT legend->greatest()->aboutToShow();
    QCOMPARE(legend->greatest()->actions().size(), 10);
    legend->greatest()->actions().front()->trigger();
    const auto& values = legend->overlay()->values;
    QCOMPARE(values[w_->bench().session().selection().node.index()], legend->overlay()->sorted.back());
  }

  void long_chains_are_in_columns_until_that_is_taken_back() {
    w_->window.actions().expand_all->trigger();
    QVERIFY(w_->settle());
    const QRectF columns = w_->picture().bounds;
    QVERIFY(w_->window.actions().wrap_chains->isChecked());
    w_->window.actions().wrap_chains->trigger();
    QVERIFY(w_->settle());
    QVERIFY(!w_->bench().preferences().wrap_chains);
    const QRectF chain = w_->picture().bounds;
    QVERIFY2(chain.height() > 2 * columns.height() && chain.width() < columns.width(),
             qPrintable(QStringLiteral("%1 x %2, %3 x %4")
                            .arg(columns.width())
                            .arg(columns.height())
                            .arg(chain.width())
                            .arg(chain.height())));
    w_->window.actions().wrap_chains->trigger();
    QVERIFY(w_->settle());
    QCOMPARE(w_->picture().bounds, columns);
  }

  void data_flow_from_left_to_right_if_one_likes() {
    w_->window.actions().expand_all->trigger();
    QVERIFY(w_->settle());
    const QRectF down = w_->picture().bounds;
    w_->window.actions().rightward->trigger();
    QVERIFY(w_->settle());
    const views::Picture& picture = w_->picture();
    QVERIFY(w_->bench().preferences().rightward);
    size_t forward = 0;
    for (size_t e = 0; e < picture.scene.edges.size(); ++e) {
      const views::SceneEdge& edge = picture.scene.edges[e];
      forward += picture.items[static_cast<size_t>(edge.from)].rect().right() <=
                 picture.items[static_cast<size_t>(edge.to)].rect().left();
    }
    QVERIFY(2 * forward > picture.scene.edges.size());  // all but those that go back to the next row
    // The keys that follow the edges are those of the way that data flow.
    const auto left = [&] {
      return picture.items[static_cast<size_t>(picture.item_of(w_->bench().session().selection().node))].rect().left();
    };
    w_->bench().session().select(views::Selection::of_node(picture.scene.edges.front().producer));
    const double before = left();
    w_->canvas()->setFocus();
    QTest::keyClick(w_->canvas(), Qt::Key_Right);
    const double after = left();
    QVERIFY(after > before);
    QTest::keyClick(w_->canvas(), Qt::Key_Left);
    QVERIFY(left() < after);
    w_->window.actions().rightward->trigger();
    QVERIFY(w_->settle());
    QCOMPARE(w_->picture().bounds, down);
  }

  // Enter before the answer is there is for the answer; opening a scope on the way loses no place.
  void matches_are_walked_one_after_the_other() {
    auto* bar = w_->find<views::FindBar>();
    w_->window.graphView()->finder().open();
    bar->setText(QStringLiteral("conv2d"));
    for (int at = 1; at <= 3; ++at) {
      Q_EMIT bar->next();
      QVERIFY(w_->settle());
      const QString state = bar->findChild<QLabel*>(QStringLiteral("dim"))->text();
      QVERIFY2(state.startsWith(QStringLiteral("%1 of ").arg(at)), qPrintable(state));
    }
  }

  void the_inspectors_count_of_an_operator_opens_find_with_its_query() {
    auto* bar = w_->find<views::FindBar>();
    Q_EMIT w_->find<views::InspectorPanel>()->anchorClicked(QUrl(QStringLiteral("find:op:=nn.conv2d")));
    QVERIFY(w_->settle());
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->text(), QStringLiteral("op:=nn.conv2d"));
    const QString state = bar->findChild<QLabel*>(QStringLiteral("dim"))->text();
    QVERIFY2(state.contains(QStringLiteral(" of ")), qPrintable(state));
    Q_EMIT bar->closed();
  }

  void numbers_come_from_any_file_of_names_and_numbers() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("times.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const std::string name = w_->bench().session().graph()->node(conv()).name;
    file.write(QByteArray::fromStdString("{\"" + name + "\": 12.5, \"nobody\": 1}"));
    file.close();
    QVERIFY(w_->window.graphView()->colours().setNumbers(path));
    QVERIFY(w_->settle());
    QCOMPARE(w_->window.graphView()->colours().overlay(), views::OverlayKind::Numbers);
    QVERIFY2(w_->find<views::Legend>()->accessibleName().contains(QStringLiteral("times.json")),
             qPrintable(w_->find<views::Legend>()->accessibleName()));
    QVERIFY(w_->canvas()->fills()->items[static_cast<size_t>(w_->picture().item_of(conv()))] != 0);
  }

  void the_network_runs_and_its_times_colour_it() {
    QVERIFY(w_->window.actions().run->isEnabled());
    QSignalSpy said(&w_->bench(), &views::Workbench::message);
    w_->window.actions().run->trigger();
    QVERIFY(QTest::qWaitFor([this] { return w_->window.graphView()->colours().overlay() == views::OverlayKind::Time; },
                            120000));
    QVERIFY(w_->settle());
    QVERIFY(w_->canvas()->fills()->items[static_cast<size_t>(w_->picture().item_of(conv()))] != 0);
    const QString legend = w_->find<views::Legend>()->accessibleName();
    QVERIFY2(legend.contains(QStringLiteral("Time on cpu")) && legend.contains(QStringLiteral("in all, wall clock")),
             qPrintable(legend));
    QVERIFY2(said.last().first().toString().contains(QStringLiteral("verified by the reference operators")),
             qPrintable(said.last().first().toString()));
    // What took more than a part of it is found.
    auto* bar = w_->find<views::FindBar>();
    w_->window.graphView()->finder().open();
    bar->setText(QStringLiteral("time>0.01%"));
    QVERIFY(w_->settle());
    QVERIFY(!w_->canvas()->marks().found.empty());
    bar->setText(QString());
    QVERIFY(w_->settle());
    // The key takes the colours away and brings them back; other groups have no times.
    QTest::keyClick(&w_->window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(w_->settle());
    QCOMPARE(w_->window.graphView()->colours().overlay(), views::OverlayKind::None);
    QTest::keyClick(&w_->window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(w_->settle());
    QCOMPARE(w_->window.graphView()->colours().overlay(), views::OverlayKind::Time);
    w_->bench().session().changeFusion(fusion::DepthChange{4});
    QVERIFY(w_->settle());
    QCOMPARE(w_->window.graphView()->colours().overlay(), views::OverlayKind::None);
    QVERIFY(!w_->window.actions().overlays.back()->isEnabled());
  }

  void the_algorithm_is_followed_by_keys_to_the_groups_that_it_ends_with() {
    w_->bench().session().changeFusion(fusion::DepthChange{4});
    QVERIFY(w_->settle());
    auto* banner = w_->find<views::ChangeBanner>();
    QVERIFY(banner->isVisible());
    w_->window.actions().play_fusion->trigger();
    QVERIFY(w_->settle());
    auto* player = w_->find<views::Player>();
    QVERIFY(player->isVisible() && player->playback());
    QVERIFY(!banner->isVisible());  // it speaks of other groups than the canvas shows now
    auto grouped = [this] {
      const auto& items = w_->picture().scene.items;
      return std::count_if(items.begin(), items.end(), [](const views::SceneItem& item) { return item.group >= 0; });
    };
    QCOMPARE(grouped(), 0);
    QTest::keyClick(player, Qt::Key_Right);
    QCOMPARE(player->count(), 1);
    QVERIFY2(player->sentence().startsWith(QStringLiteral("A root of the tree: ")), qPrintable(player->sentence()));
    QVERIFY(w_->settle());
    QVERIFY(!w_->canvas()->marks().outlines.empty());
    QTest::keyClick(player, Qt::Key_End);
    QVERIFY(w_->settle());
    const auto in_the_end = grouped();
    QVERIFY(in_the_end > 10);
    QTest::keyClick(player, Qt::Key_PageUp);
    QVERIFY(player->count() < static_cast<int>(player->playback()->events.size()));
    QTest::keyClick(player, Qt::Key_Escape);
    QVERIFY(!player->isVisible() && banner->isVisible());
    QVERIFY(grouped() >= in_the_end);
  }

  void the_deciding_step_of_an_edge_is_reached_from_the_inspector() {
    const fusion::Edge* edge = w_->edge(false);
    w_->bench().session().select(views::Selection::of_edge(edge->from, edge->to));
    auto* inspector = w_->find<views::InspectorPanel>();
    QTRY_VERIFY(inspector->toPlainText().contains(QStringLiteral("Show the deciding step")));
    Q_EMIT inspector->anchorClicked(QUrl(QStringLiteral("decision:%1:%2").arg(edge->from.value).arg(edge->to.value)));
    QVERIFY(w_->settle());
    QVERIFY(w_->find<views::Player>()->isVisible());
  }

  void the_passes_are_scrubbed_and_the_view_stays_where_it_was() {
    w_->window.actions().passes->trigger();
    auto* bar = w_->find<views::TimelineBar>();
    QVERIFY(bar->isVisible());
    auto* slider = bar->findChild<QSlider*>();
    QCOMPARE(static_cast<size_t>(slider->maximum()) + 1, w_->bench().session().model()->snapshots.size());
    w_->at(conv());
    const std::string name = w_->bench().session().graph()->node(conv()).name;
    auto place = [&] {
      const int32_t item = w_->picture().item_of(w_->bench().session().graph()->find(name));
      return w_->canvas()->view().to_view(w_->picture().items[static_cast<size_t>(item)].rect().center());
    };
    const QPointF before = place();
    QTest::keyClick(slider, Qt::Key_Left);
    QVERIFY(w_->settle());
    QCOMPARE(w_->bench().session().snapshot() + 2, w_->bench().session().model()->snapshots.size());
    QVERIFY((place() - before).manhattanLength() < 2);
    QTest::keyClick(slider, Qt::Key_Home);
    QVERIFY(w_->settle());
    QCOMPARE(w_->bench().session().stage(), views::DocumentSession::Stage::Source);
  }

  void bookmarks_are_kept_in_the_project() {
    w_->bench().session().select(views::Selection::of_node(conv()));
    const std::string name = w_->bench().session().graph()->node(conv()).name;
    QSignalSpy said(&w_->bench(), &views::Workbench::message);
    w_->window.actions().bookmark->trigger();
    QCOMPARE(said.back().front().toString(), views::qs(name) + QStringLiteral(" is bookmarked: Go menu, Bookmarks"));
    QCOMPARE(w_->canvas()->marks().badges,
             (std::vector<views::Badge>{{w_->picture().item_of(conv()), views::Badge::Sign::Bookmarked}}));
    QTemporaryDir folder;
    const std::string project = views::ss(folder.filePath(QStringLiteral("a.nest")));
    QVERIFY(w_->bench().session().document()->save(project, w_->window.graphView()->viewState()).empty());
    w_->window.files().open(views::qs(project));
    QTRY_COMPARE_WITH_TIMEOUT(w_->bench().session().document()->project_path(), project, 20000);
    QCOMPARE(w_->window.graphView()->bookmarks(), std::vector<std::string>{name});
  }

  void a_weight_is_told_with_its_range_and_histogram() {
    w_->bench().session().select(views::Selection::of_node(conv()));
    QVERIFY(w_->settle());
    const QString text = w_->find<views::InspectorPanel>()->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("histogram")) && text.contains(QStringLiteral("range")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("domain, opset")), qPrintable(text));
  }

  void onnx_tells_of_its_own_operators() {
    Q_EMIT w_->find<views::InspectorPanel>()->anchorClicked(QUrl(QStringLiteral("onnx:Conv::13")));
    auto* dialog = w_->find<QDialog>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(dialog->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("convolution")));
  }

  void the_graph_is_taken_away_in_every_form() {
    QTemporaryDir folder;
    w_->window.actions().overlays[1]->trigger();
    QVERIFY(w_->settle());
    for (const char* ending : {"svg", "pdf", "png", "dot", "json"}) {
      const QString path = folder.filePath(QStringLiteral("graph.") + QLatin1String(ending));
      w_->window.exports().writeGraph(path, 0.5);
      QVERIFY(w_->settle());
      QVERIFY2(QFileInfo(path).size() > 1000, qPrintable(path));
    }
    const QImage image(folder.filePath(QStringLiteral("graph.png")));
    QVERIFY(!image.isNull());
    QVERIFY(std::abs(image.width() - w_->picture().bounds.width() / 2) < 40);
    // With what its colours mean.
    QFile svg(folder.filePath(QStringLiteral("graph.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("Operations"));
    // A part of it is smaller.
    w_->window.exports().writeGraph(folder.filePath(QStringLiteral("part.png")), 0.5, window::Exports::Part::Visible);
    QVERIFY(w_->settle());
    QVERIFY(QImage(folder.filePath(QStringLiteral("part.png"))).height() < image.height());
    w_->window.actions().copy_picture->trigger();
    QVERIFY(w_->settle());
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    w_->window.exports().writeReport(folder.filePath(QStringLiteral("report.html")));
    QVERIFY(w_->settle());
    QFile report(folder.filePath(QStringLiteral("report.html")));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray html = report.readAll();
    const auto reasons = html.indexOf("Edges that are not fused");
    QVERIFY(reasons > 0 && html.indexOf("<code>", reasons) > 0);
    QVERIFY(!html.contains('`'));
  }

  void a_part_is_exported_by_itself_or_not_at_all() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, window::Exports::Part part) {
      const QString path = folder.filePath(QLatin1String(name));
      w_->window.exports().writeGraph(path, 1, part);
      return w_->settle() && QFileInfo::exists(path);
    };
    const NodeId node = conv();
    w_->bench().session().select(views::Selection::of_node(node));
    QVERIFY(w_->settle());
    QVERIFY(write("part.svg", window::Exports::Part::Selection));
    const auto text_of = [&](const char* name) {
      QFile file(folder.filePath(QLatin1String(name)));
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(write("part.dot", window::Exports::Part::Selection));
    QCOMPARE(text_of("part.dot").count("label="), 1);
    QVERIFY(write("part.json", window::Exports::Part::Selection));
    QVERIFY(text_of("part.json").contains("\"edges\": []"));
    QVERIFY(write("all.dot", window::Exports::Part::All));
    QVERIFY(write("visible.dot", window::Exports::Part::Visible));
    QVERIFY(text_of("all.dot").count("label=") > 1);
    QVERIFY(text_of("visible.dot").count("label=") <= text_of("all.dot").count("label="));
    QSignalSpy said(&w_->bench(), &views::Workbench::message);
    w_->window.graphView()->shownPart().hide({node});
    QVERIFY(w_->settle());
    QVERIFY(!write("hidden.svg", window::Exports::Part::Selection));
    QVERIFY2(said.last().first().toString().contains(QStringLiteral("not in the picture")),
             qPrintable(said.last().first().toString()));
  }

  void the_minimap_has_the_colours_that_come_after_the_picture() {
    w_->canvas()->zoomAt(QPointF(10, 10), 8);
    auto* map = w_->find<views::Minimap>();
    QTRY_VERIFY(map->isVisible());
    const QImage before = map->grab().toImage();
    w_->window.actions().overlays[1]->trigger();  // operations
    QVERIFY(w_->settle());
    QTRY_VERIFY(map->grab().toImage() != before);
  }

  void colours_wait_while_fusion_is_played_and_say_so() {
    QAction* operations = w_->window.actions().overlays[1];
    w_->window.actions().play_fusion->trigger();
    QVERIFY(w_->settle());
    QTRY_VERIFY(!operations->isEnabled());
    QVERIFY2(operations->toolTip().contains(QStringLiteral("While fusion is played")),
             qPrintable(operations->toolTip()));
    QTest::keyClick(w_->find<views::Player>(), Qt::Key_Escape);
    QTRY_VERIFY(operations->isEnabled());
  }

  void a_scale_that_the_numbers_lack_is_grey_and_says_why() {
    auto* legend = w_->find<views::Legend>();
    auto overlay = std::make_shared<views::Overlay>();
    overlay->kind = views::OverlayKind::Numbers;
    legend->setOverlay(overlay);  // none is known to be above 0
    const QModelIndex log = legend->scaleBox()->model()->index(static_cast<int>(views::OverlayScale::Log), 0);
    QVERIFY(!(log.flags() & Qt::ItemIsEnabled));
    QVERIFY(!log.data(Qt::ToolTipRole).toString().isEmpty());
  }

  void a_picture_of_the_film_has_no_legend_of_colours_that_it_lacks() {
    QTemporaryDir folder;
    w_->window.actions().overlays[1]->trigger();  // operations
    QVERIFY(w_->settle());
    w_->window.actions().play_fusion->trigger();
    QVERIFY(w_->settle());
    QFile svg(folder.filePath(QStringLiteral("film.svg")));
    w_->window.exports().writeGraph(svg.fileName(), 1);
    QVERIFY(w_->settle());
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(!svg.readAll().contains("share of the whole"));
  }

  // The chosen type is what is written, whatever the name looks like.
  void a_picture_of_the_chosen_type_gets_its_ending() {
    QTemporaryDir folder;
    const std::vector<std::array<const char*, 4>> forms = {{"a", "SVG (*.svg)", "a.svg", "<?xml"},
                                                           {"b", "PDF (*.pdf)", "b.pdf", "%PDF-"},
                                                           {"c", "Graphviz (*.dot)", "c.dot", "digra"},
                                                           {"d.v2", "JSON (*.json)", "d.v2.json", "{"}};
    for (const auto& [name, form, file, start] : forms) {
      answer(folder.path(), QLatin1String(name), QLatin1String(form));
      w_->window.actions().export_picture->trigger();
      QVERIFY(w_->settle());
      const QByteArray begun = start_of(folder.filePath(QLatin1String(file)));
      QVERIFY2(begun.startsWith(start), begun.constData());
    }
  }

  void a_png_is_as_wide_as_was_asked() {
    QTemporaryDir folder;
    answer(folder.path(), QStringLiteral("wide"), QStringLiteral("PNG (*.png)"));
    QTimer asked;
    connect(&asked, &QTimer::timeout, this, [&] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      asked.stop();
      dialog->setIntValue(1234);
      dialog->accept();
    });
    asked.start(20);
    w_->window.actions().export_picture->trigger();
    asked.stop();
    QVERIFY(w_->settle());
    QCOMPARE(QImageReader(folder.filePath(QStringLiteral("wide.png"))).size().width(), 1234);
  }

  void a_project_gets_its_ending() {
    QTemporaryDir folder;
    answer(folder.path(), QStringLiteral("mine"), QStringLiteral("Projects (*.nest)"));
    w_->window.actions().save_as->trigger();
    QVERIFY(w_->settle());
    QCOMPARE(start_of(folder.filePath(QStringLiteral("mine.nest"))).left(1), QByteArray("{"));
  }

  // What takes time is a job, so the window goes on.
  void heavy_work_is_done_by_jobs() {
    QStringList done;
    connect(&w_->bench().jobs(), &views::Jobs::finished, this, [&](const QString& title) { done << title; });
    QVERIFY(w_->openSample());
    QTRY_VERIFY_WITH_TIMEOUT(done.contains(QStringLiteral("Fusing")), 20000);
    QVERIFY(w_->settle());
    w_->window.graphView()->finder().find(QStringLiteral("conv2d"));
    w_->window.graphView()->colours().setOverlay(views::OverlayKind::Flops);
    QVERIFY(w_->settle());
    for (const char* title : {"Opening resnet20.onnx", "Fusing", "Listing the graph", "Laying out the graph", "Finding",
                              "Colouring the graph"})
      QVERIFY2(done.contains(QLatin1String(title)), title);
  }
};

NW_TEST(TestGraphTools);
#include "test_graph_tools.moc"
