// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas and the graph tab under mouse and keys.
#include <QAbstractItemView>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "common/workbench.h"
#include "graph/find_bar.h"
#include "graph/graph_colours.h"
#include "graph/graph_finder.h"
#include "graph/graph_view.h"
#include "graph/legend.h"
#include "graphs.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestCanvas : public QObject {
  Q_OBJECT

  static workspace::Opened opened() {
    auto model = std::make_shared<model::Model>();
    model->snapshots.push_back({"source", "Source", test::two_blocks(), {}});
    workspace::Opened result;
    result.model = model;
    result.path = "two_blocks";
    return result;
  }

  Workbench* bench_ = nullptr;
  GraphView* view_ = nullptr;

  QPoint centre(const char* name) const {
    const Picture& picture = *view_->canvas()->picture();
    const int32_t item = picture.item_of(bench_->session().graph()->find(name));
    return view_->canvas()->view().to_view(picture.items[static_cast<size_t>(item)].rect().center()).toPoint();
  }
  QString selected() const {
    const NodeId node = bench_->session().selection().node;
    return node.valid() ? QString::fromStdString(bench_->session().graph()->node(node).name) : QString();
  }

 private Q_SLOTS:
  void init() {
    bench_ = new Workbench;
    view_ = new GraphView(*bench_, test::stack);
    view_->resize(900, 700);
    view_->canvas()->setReducedMotion(true);
    bench_->adopt(opened());
    view_->show();
    QTRY_VERIFY(view_->canvas()->picture() && view_->settled());
    view_->fit();
  }
  void cleanup() {
    delete view_;
    delete bench_;
  }

  void a_click_selects_and_nothing_echoes() {
    QTest::mouseClick(view_->canvas(), Qt::LeftButton, {}, centre("block1/bias"));
    QCOMPARE(selected(), QStringLiteral("block1/bias"));
    QCOMPARE(view_->canvas()->marks().items.size(), size_t{1});
    QTest::mouseClick(view_->canvas(), Qt::LeftButton, {}, QPoint(5, 5));
    QVERIFY(bench_->session().selection().empty());
  }

  void keys_walk_along_the_edges_and_back() {
    Canvas* canvas = view_->canvas();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, centre("block1/conv"));
    QTest::keyClick(canvas, Qt::Key_Down);
    QCOMPARE(selected(), QStringLiteral("block1/bias"));
    QTest::keyClick(canvas, Qt::Key_Down);
    QTest::keyClick(canvas, Qt::Key_Up);
    QCOMPARE(selected(), QStringLiteral("block1/bias"));
    QTest::keyClick(canvas, Qt::Key_Backspace);
    QCOMPARE(selected(), QStringLiteral("block1/relu"));
  }

  // "Why are these two not fused" without a mouse.
  void a_key_steps_through_the_edges_of_a_node() {
    Canvas* canvas = view_->canvas();
    const auto edge = [this] {
      const Selection& selection = bench_->session().selection();
      if (selection.kind != Selection::Kind::Edge) return QString();
      const auto name = [this](NodeId node) {
        return QString::fromStdString(bench_->session().graph()->node(node).name);
      };
      return QStringLiteral("%1 > %2").arg(name(selection.node), name(selection.to));
    };
    QTest::mouseClick(canvas, Qt::LeftButton, {}, centre("block1/bias"));
    QTest::keyClick(canvas, Qt::Key_E);
    QCOMPARE(edge(), QStringLiteral("block1/conv > block1/bias"));
    QVERIFY(canvas->marks().edge >= 0);
    QVERIFY2(canvas->accessibleDescription().contains(QStringLiteral("the edge from nn.conv2d")),
             qPrintable(canvas->accessibleDescription()));
    QTest::keyClick(canvas, Qt::Key_E);
    QCOMPARE(edge(), QStringLiteral("block1/bias > block1/relu"));
    QTest::keyClick(canvas, Qt::Key_E);
    QCOMPARE(edge(), QStringLiteral("block1/conv > block1/bias"));
    QTest::keyClick(canvas, Qt::Key_E, Qt::ShiftModifier);
    QCOMPARE(edge(), QStringLiteral("block1/bias > block1/relu"));
    // From an edge down to what reads its value.
    QTest::keyClick(canvas, Qt::Key_Down);
    QCOMPARE(selected(), QStringLiteral("block1/relu"));
    QTest::keyClick(canvas, Qt::Key_E, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_Up);
    QCOMPARE(selected(), QStringLiteral("block1/relu"));
    QVERIFY(canvas->accessibleDescription().contains(QStringLiteral("nn.relu")));
  }

  void the_menu_key_opens_the_menu_of_the_selected_edge_or_scope() {
    Canvas* canvas = view_->canvas();
    disconnect(canvas, &Canvas::contextMenuWanted, nullptr, nullptr);  // no menu that waits for a choice
    QSignalSpy menus(canvas, &Canvas::contextMenuWanted);
    const auto press_menu_key = [&] {
      QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(1, 1), canvas->mapToGlobal(QPoint(1, 1)));
      QCoreApplication::sendEvent(canvas, &event);
      return menus.takeLast();
    };
    Marks marks;
    marks.edge = 1;
    canvas->setMarks(marks);
    QCOMPARE(press_menu_key().mid(0, 3), (QList<QVariant>{-1, 1, -1}));
    marks.edge = -1;
    marks.box = 0;
    canvas->setMarks(marks);
    QVERIFY(!canvas->picture()->boxes.empty());
    QCOMPARE(press_menu_key().mid(0, 3), (QList<QVariant>{-1, -1, 0}));
  }

  void the_wheel_zooms_where_the_pointer_is() {
    Canvas* canvas = view_->canvas();
    const QPointF at(300, 200);
    const QPointF before = canvas->view().to_scene(at);
    const double scale = canvas->view().scale;
    QWheelEvent wheel(at, canvas->mapToGlobal(at), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas, &wheel);
    QVERIFY(canvas->view().scale > scale);
    QVERIFY((canvas->view().to_scene(at) - before).manhattanLength() < 0.01);
    QTest::keyClick(canvas, Qt::Key_F);
    QVERIFY(canvas->view().to_scene(QRectF(canvas->rect())).contains(canvas->picture()->bounds));
  }

  void show_all_keeps_the_nodes_clear_of_the_legend() {
    view_->resize(420, 700);  // the picture is above the legend
    view_->colours().setOverlay(OverlayKind::Bytes);
    const Legend* legend = view_->colours().legend();
    QTRY_VERIFY(legend->isVisible() && view_->settled());
    view_->fit();
    const Canvas* canvas = view_->canvas();
    const QRectF seen(canvas->rect()), covered(legend->geometry());
    QVERIFY(seen.contains(covered));
    for (const BoxF& item : canvas->picture()->items) {
      const QRectF place = canvas->view().to_view(item.rect());
      QVERIFY(seen.contains(place) && !place.intersects(covered));
    }
    // Without a legend there is space for more.
    const double scale = canvas->view().scale;
    view_->colours().setOverlay(OverlayKind::None);
    QTRY_VERIFY(!legend->isVisible() && view_->settled());
    QVERIFY(canvas->view().scale > scale);
  }

  void show_all_keeps_clear_of_names_and_does_not_follow_them_back() {
    view_->resize(420, 700);
    Canvas* canvas = view_->canvas();
    view_->fit();
    const auto seen = [&] { return canvas->view().to_view(canvas->picture()->bounds); };
    const QRectF all = seen(), names(12, canvas->height() - 212.0, canvas->width() - 24.0, 200);
    QVERIFY(all.intersects(names));
    canvas->setCovered({}, names);
    QVERIFY(!seen().intersects(names));
    // A view of another scale names less: taken back, there would be more to name again.
    const QRectF clear = seen();
    canvas->setCovered({}, QRectF());
    QCOMPARE(seen(), clear);
    // A view by hand ends it.
    canvas->zoomAt(QPointF(200, 200), 1.1);
    canvas->setCovered({}, QRectF());
    view_->fit();
    QCOMPARE(seen(), all);
  }

  void what_is_revealed_is_not_behind_the_legend() {
    Canvas* canvas = view_->canvas();
    const Picture& picture = *canvas->picture();
    const QRectF node =
        picture.items[static_cast<size_t>(picture.item_of(bench_->session().graph()->find("block1/bias")))].rect();
    canvas->setView({canvas->view().origin, 1});
    canvas->reveal(node);
    const QRectF free = canvas->view().to_view(node);
    const QRectF legend(0, free.top() - 10, free.right() + 10, canvas->height() - free.top() + 10);
    canvas->setCovered(legend, {});
    canvas->reveal(node);
    const QRectF place = canvas->view().to_view(node);
    QVERIFY(QRectF(canvas->rect()).contains(place) && !place.intersects(legend));
    QCOMPARE(canvas->view().scale, 1.0);
  }

  void a_canvas_without_a_picture_can_be_resized() {
    Canvas canvas;
    canvas.resize(300, 200);
    canvas.setPicture(view_->canvas()->picture(), -1, {});
    canvas.showStart();
    canvas.setPicture(nullptr, -1, {});
    canvas.resize(400, 300);
    canvas.showStart();
    canvas.fit();
    QVERIFY(!canvas.picture());
  }

  void dragging_moves_and_selects_nothing() {
    Canvas* canvas = view_->canvas();
    const QPoint from = centre("block1/bias");
    canvas->zoomAt(from, 2);
    const QPointF before = canvas->view().origin;
    QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    QTest::mouseMove(canvas, from + QPoint(30, 20));
    QTest::mouseMove(canvas, from + QPoint(60, 40));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(60, 40));
    QVERIFY(bench_->session().selection().empty());
    const QPointF moved = (before - canvas->view().origin) * canvas->view().scale;
    QCOMPARE(moved.toPoint(), QPoint(60, 40));
  }

  void a_closed_scope_opens_in_place() {
    view_->collapseAll();
    QTRY_COMPARE(view_->canvas()->picture()->items.size(), size_t{4});
    const int32_t scope = view_->tree()->find("block2");
    const QRectF closed =
        view_->canvas()->picture()->items[static_cast<size_t>(view_->canvas()->picture()->item_of_scope(scope))].rect();
    const QPointF before = view_->canvas()->view().to_view(QPointF(closed.center().x(), closed.top()));
    QTest::mouseDClick(view_->canvas(), Qt::LeftButton, {}, view_->canvas()->view().to_view(closed.center()).toPoint());
    QTRY_COMPARE(view_->canvas()->picture()->items.size(), size_t{6});
    const QRectF open = view_->canvas()->picture()->boxes[0].rect();
    const QPointF after = view_->canvas()->view().to_view(QPointF(open.center().x(), open.top()));
    QVERIFY2((after - before).manhattanLength() < 1.5,
             qPrintable(QStringLiteral("moved by %1").arg((after - before).manhattanLength())));
  }

  void find_marks_and_steps_into_closed_scopes() {
    view_->collapseAll();
    QTRY_COMPARE(view_->canvas()->picture()->items.size(), size_t{4});
    view_->finder().open();
    auto* edit = view_->finder().bar()->findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("op:relu name:block2"));
    QTRY_COMPARE(view_->canvas()->marks().found.size(), size_t{1});
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_COMPARE(view_->canvas()->picture()->items.size(), size_t{6});
    QCOMPARE(selected(), QStringLiteral("block2/relu"));
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!view_->finder().bar()->isVisible());
    QVERIFY(view_->canvas()->marks().found.empty());
  }

  void a_word_being_typed_is_completed_with_what_the_graph_has() {
    view_->finder().open();
    auto* edit = view_->finder().bar()->findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("name:block1 op:bia"));
    auto* completer = view_->finder().bar()->findChild<QCompleter*>();
    QVERIFY(completer->popup()->isVisible());
    QCOMPARE(completer->completionCount(), 1);
    QTest::keyClick(completer->popup(), Qt::Key_Down);
    QTest::keyClick(completer->popup(), Qt::Key_Return);
    QCOMPARE(edit->text(), QStringLiteral("name:block1 op:nn.bias_add"));
    QTRY_COMPARE(view_->canvas()->marks().found.size(), size_t{1});
  }

  void a_wrong_query_is_explained_below_the_letter() {
    view_->finder().open();
    auto* edit = view_->finder().bar()->findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("conv flops>many"));
    bool told = false;
    for (auto* label : view_->finder().bar()->findChildren<QLabel*>())
      told = told || (label->isVisible() && label->text().contains(QStringLiteral("▴")) &&
                      label->accessibleName() ==
                          QStringLiteral("Wrong at letter 12: a number is wanted here, like 3, 1.5k or 2G"));
    QVERIFY(told);
  }

  void a_tool_tip_tells_the_shapes() {
    const QString tip = view_->canvas()->toolTipAt(centre("block1/conv"));
    QVERIFY2(tip.contains(QStringLiteral("gives 1×8×4×4 float32")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("reads 8×8×3×3 float32")), qPrintable(tip));
  }

  // Far more nodes than are painted afresh: tiles, made on other threads, arrive and cover the canvas.
  void a_heavy_picture_is_painted_in_tiles() {
    auto graph = std::make_shared<graph::Graph>();
    NodeId last = test::add(*graph, "input", "x", {});
    for (int i = 0; i < 2000; ++i) last = test::add(*graph, "nn.relu", "n" + std::to_string(i), {last});
    graph->outputs = {last};
    auto model = std::make_shared<model::Model>();
    model->snapshots.push_back({"source", "Source", graph, {}});
    workspace::Opened big;
    big.model = model;
    bench_->adopt(std::move(big));
    bench_->session().setStage(DocumentSession::Stage::Source);
    QTRY_VERIFY(view_->canvas()->picture() && view_->canvas()->picture()->items.size() == 2001);
    view_->fit();
    QTRY_VERIFY(view_->settled());
    const QColor ground = Theme::load(false).canvas;
    const auto drawn = [&] {
      const QImage shot = view_->canvas()->grab().toImage();
      int count = 0;
      for (int y = 0; y < shot.height(); ++y)
        for (int x = 0; x < shot.width(); ++x) count += shot.pixelColor(x, y) != ground ? 1 : 0;
      return count;
    };
    QTRY_VERIFY(drawn() > 300);
  }
};

NW_TEST(TestCanvas);
#include "test_canvas.moc"
