// SPDX-License-Identifier: GPL-3.0-or-later
// Scopes that open and close with the zoom: whatever is written at any scale can be read, and names of scopes stay to
// the last.
#include <QPaintDevice>
#include <QPaintEngine>
#include <QTest>
#include <QWheelEvent>

#include "common/workbench.h"
#include "graph/face.h"
#include "graph/fills.h"
#include "graph/graph_view.h"
#include "graph/legend_painter.h"
#include "graph/minimap.h"
#include "graph/painter.h"
#include "graphs.h"
#include "registry.h"
#include "workspace/document.h"

using namespace nw;
using namespace nw::views;

namespace {

struct Text {
  QString words;
  double pixels;  // height of its font on the screen
  QRectF place;
};

// Keeps what is written, and draws nothing.
class TextRecorder : public QPaintDevice {
 public:
  std::vector<Text> texts;

  QPaintEngine* paintEngine() const override { return &engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
      case PdmHeight:
        return 100000;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return 96;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
      default:
        return 1;
    }
  }

 private:
  class Engine : public QPaintEngine {
   public:
    explicit Engine(std::vector<Text>& texts) : QPaintEngine(AllFeatures), texts_(texts) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    Type type() const override { return User; }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
      const QRectF place(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
      texts_.push_back({item.text(), item.font().pixelSize() * painter()->worldTransform().m22(),
                        painter()->worldTransform().mapRect(place)});
    }

   private:
    std::vector<Text>& texts_;
  };
  mutable Engine engine_{texts};
};

std::vector<Text> texts_at(const Picture& picture, double scale, const Fills* fills = nullptr) {
  const Theme theme = Theme::load(false);
  TextRecorder recorder;
  QPainter painter(&recorder);
  painter.scale(scale, scale);
  painter.translate(-picture.bounds.topLeft());
  const double beside = 100 / scale;  // as much of a window is free beside a picture that is fitted into it
  const QRectF area = picture.bounds.adjusted(-beside, -beside, beside, beside);
  PaintRequest request{.picture = &picture, .theme = &theme, .area = area, .scale = scale};
  request.fills = fills;
  paint_picture(painter, request);
  painter.end();
  return recorder.texts;
}

bool has(const std::vector<Text>& texts, const QString& words) {
  return std::ranges::any_of(texts, [&](const Text& text) { return text.words == words; });
}

layout::Output real_layout(const layout::Input& i, const layout::Options& o, const CancelToken& c) {
  return layout::layout(i, o, c);
}

std::shared_ptr<const Picture> network(bool expanded) {
  const workspace::Opened opened = workspace::open(NW_SOURCE_DIR "/resources/samples/resnet20.onnx");
  const auto graph = opened.model->snapshots.back().graph;
  auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
  return make_picture(
      build_scene(graph, nullptr, tree, expanded ? expand_all(*tree) : std::vector<bool>(tree->scopes.size(), false)),
      Theme::load(false).words, real_layout, {}, nullptr, {.wrap = true});
}

// Layers of blocks of nodes, three scopes deep below one for all.
std::shared_ptr<const Picture> deep() {
  auto graph = std::make_shared<graph::Graph>();
  NodeId last = test::add(*graph, "input", "x", {});
  graph->inputs = {last};
  for (const std::string layer : {"layer0", "layer1", "layer2", "layer3"})
    for (const std::string block : {"attention", "mlp", "norm"})
      for (int i = 0; i < 6; ++i) {
        const std::string name = "model/" + layer + "/" + block + "/" + std::to_string(i);
        last = test::add(*graph, i % 2 ? "nn.relu" : "nn.batch_matmul", name, {last}, {"model", layer, block});
      }
  graph->outputs = {last};
  auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
  return make_picture(build_scene(graph, nullptr, tree, expand_all(*tree)), Theme::load(false).words, real_layout, {},
                      nullptr, {.wrap = true});
}

// Three closed scopes in a long chain of nodes that are in none.
std::shared_ptr<const Picture> scattered() {
  auto graph = std::make_shared<graph::Graph>();
  NodeId last = test::add(*graph, "input", "x", {});
  graph->inputs = {last};
  for (const std::string scope : {"transform", "backbone", "roi_heads"}) {
    for (int i = 0; i < 6; ++i) last = test::add(*graph, "nn.relu", scope + "/" + std::to_string(i), {last}, {scope});
    for (int i = 0; i < 12; ++i) last = test::add(*graph, "nn.relu", "after_" + scope + std::to_string(i), {last});
  }
  graph->outputs = {last};
  auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
  return make_picture(build_scene(graph, nullptr, tree, std::vector<bool>(tree->scopes.size(), false)),
                      Theme::load(false).words, real_layout, {});
}

}  // namespace

class TestZoom : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_is_written_can_be_read_at_every_scale() {
    for (const auto& picture : {network(true), network(false), deep(), scattered()}) {
      for (double scale = 0.03; scale < 4; scale *= 1.08) {
        const std::vector<Text> texts = texts_at(*picture, scale);
        for (size_t i = 0; i < texts.size(); ++i) {
          QVERIFY2(
              texts[i].pixels >= 8.99,
              qPrintable(
                  QStringLiteral("%1 has %2 pixels at scale %3").arg(texts[i].words).arg(texts[i].pixels).arg(scale)));
          for (size_t k = 0; k < i; ++k) {
            const QRectF a = texts[i].place.adjusted(1, 2.5, -1, -2.5), b = texts[k].place.adjusted(1, 2.5, -1, -2.5);
            QVERIFY2(!a.intersects(b),
                     qPrintable(
                         QStringLiteral("%1 lies over %2 at scale %3").arg(texts[i].words, texts[k].words).arg(scale)));
          }
        }
      }
    }
  }

  // At every scale each scope is named, on its title or its card, or it is inside a card; of cards that have space for
  // the smallest letters.
  void names_of_scopes_stay_to_the_last() {
    for (const auto& picture : {network(true), deep()}) {
      const Scene& scene = picture->scene;
      size_t named = 0;
      for (double scale = 0.1; scale < 4; scale *= 1.03) {
        const std::vector<Text> texts = texts_at(*picture, scale);
        for (size_t b = 0; b < picture->boxes.size(); ++b) {
          const int32_t box = static_cast<int32_t>(b);
          if (!picture->zoom.open(box, scale) && !picture->zoom.closed(box, scale)) continue;
          const QString title = scope_title(*scene.tree, scene.boxes[b].scope);
          const QRectF place((picture->boxes[b].rect().topLeft() - picture->bounds.topLeft()) * scale,
                             picture->boxes[b].rect().size() * scale);
          QFont smallest = FaceFonts(Theme::load(false).words).title;
          smallest.setPixelSize(9);
          if (place.width() < QFontMetricsF(smallest).horizontalAdvance(title) + 9 || place.height() < 12) continue;
          ++named;
          QVERIFY2(std::ranges::any_of(texts,
                                       [&](const Text& text) {
                                         return text.words == title &&
                                                place.adjusted(-1, -1, 1, 1).contains(text.place.center());
                                       }),
                   qPrintable(QStringLiteral("%1 is not named at scale %2").arg(title).arg(scale)));
        }
      }
      QVERIFY(named > 20 * picture->boxes.size());
    }
  }

  // All of it in a window of 1280×800: the scopes are too small for their names, which are beside them.
  void names_that_their_scopes_have_no_space_for_are_beside_them() {
    const auto picture = scattered();
    const Scene& scene = picture->scene;
    const double scale = 449 / picture->bounds.height();
    const std::vector<Text> texts = texts_at(*picture, scale);
    const auto on_screen = [&](const BoxF& item) {
      return QRectF((item.rect().topLeft() - picture->bounds.topLeft()) * scale, item.rect().size() * scale);
    };
    size_t scopes = 0;
    for (size_t i = 0; i < scene.items.size(); ++i) {
      if (scene.items[i].node.valid()) continue;
      ++scopes;
      const QRectF scope = on_screen(picture->items[i]);
      QVERIFY2(scope.height() < 11, qPrintable(QString::number(scope.height())));
      const QString title = scope_title(*scene.tree, scene.items[i].scope);
      const auto text = std::ranges::find(texts, title, &Text::words);
      QVERIFY2(text != texts.end(), qPrintable(title));
      QVERIFY(text->place.adjusted(-20, -20, 20, 20).intersects(scope));
      for (const BoxF& item : picture->items)
        QVERIFY2(!on_screen(item).intersects(text->place.adjusted(1, 2.5, -1, -2.5)), qPrintable(title));
    }
    QCOMPARE(scopes, size_t{3});
  }

  void scopes_close_from_the_inside_out() {
    const auto picture = deep();
    const auto near = texts_at(*picture, 0.8), far = texts_at(*picture, 0.22);
    QVERIFY(has(near, QStringLiteral("nn.batch_matmul")) && has(near, QStringLiteral("layer2")));
    QVERIFY(!has(far, QStringLiteral("batch_matmul")) && has(far, QStringLiteral("mlp")));
    const double whole = std::min(1280 / picture->bounds.width(), 700 / picture->bounds.height());
    const auto all = texts_at(*picture, whole);
    for (const char* layer : {"model", "layer0", "layer1", "layer2", "layer3"})
      QVERIFY2(has(all, QString::fromLatin1(layer)), layer);
  }

  void a_closed_scope_shows_its_output_and_its_part_of_the_work() {
    const auto picture = network(false);
    const ScopeTree& tree = *picture->scene.tree;
    double sum = 0;
    for (const int32_t scope : tree.scopes[0].scopes) sum += tree.share(scope);
    QVERIFY2(sum > 0.9 && sum < 1.0001, qPrintable(QString::number(sum)));
    const int32_t scope = tree.scopes[0].scopes.front();
    const Face face = face_of_scope(picture->scene, scope);
    QVERIFY(face.share);
    QCOMPARE(face.rows.size(), 2);
    QCOMPARE(face.rows[0],
             tree.sizes.label(picture->scene.graph->node(tree.scopes[static_cast<size_t>(scope)].output).type));
    QVERIFY(face.rows[1].contains(QStringLiteral("operations")));
    // The sum of an overlay replaces the operations.
    Overlay overlay;
    overlay.kind = OverlayKind::Time;
    overlay.adds_up = true;
    overlay.values.assign(picture->scene.graph->size(), Overlay::kNothing);
    overlay.values[tree.nodes_in(scope).front().index()] = 3;
    overlay.values[tree.scopes[0].nodes.back().index()] = 1;
    overlay.high = 3;
    const auto fills = make_fills(*picture, overlay, Theme::load(false));
    const auto item = static_cast<size_t>(picture->item_of_scope(scope));
    QCOMPARE(fills->item_shares[item], 0.75F);
    const auto opened = network(true);
    const auto of_open = make_fills(*opened, overlay, Theme::load(false));
    QCOMPARE(of_open->box_shares[static_cast<size_t>(opened->box_of_scope(scope))], 0.75F);
    QVERIFY(of_open->boxes[static_cast<size_t>(opened->box_of_scope(scope))] != 0);
  }

  // The sum of a scope is above the greatest number of a node, which the ramp ends at.
  void closed_scopes_are_coloured_by_their_share_of_the_whole() {
    const auto closed = network(false), opened = network(true);
    const ScopeTree& tree = *closed->scene.tree;
    const int32_t first = tree.scopes[0].scopes.front();
    const std::vector<NodeId> inside = tree.nodes_in(first);
    Overlay overlay;
    overlay.adds_up = true;
    overlay.values.assign(closed->scene.graph->size(), Overlay::kNothing);
    overlay.values[inside[0].index()] = overlay.values[inside[1].index()] = 2;
    overlay.values[tree.scopes[0].nodes.back().index()] = 4;
    overlay.high = 4;
    const auto fills = make_fills(*closed, overlay, Theme::load(false));
    QCOMPARE(fills->items[static_cast<size_t>(closed->item_of_scope(first))], ramp(0.5).rgb());
    // One node still has its place between the least and the greatest number.
    QCOMPARE(fills->items[static_cast<size_t>(closed->item_of(tree.scopes[0].nodes.back()))], ramp(1).rgb());
    const auto of_open = make_fills(*opened, overlay, Theme::load(false));
    QCOMPARE(of_open->boxes[static_cast<size_t>(opened->box_of_scope(first))], ramp(0.5).rgb());
    QVERIFY2(legend_notes(overlay).contains(QStringLiteral("share of the whole")), qPrintable(legend_notes(overlay)));
  }

  // By mouse: the card is one thing, a double click goes nearer until it is open, and the wheel closes it again.
  void a_card_opens_by_double_click_and_closes_by_wheel() {
    Workbench bench;
    GraphView view(bench, real_layout);
    view.resize(1280, 800);
    view.canvas()->setReducedMotion(true);
    bench.adopt(workspace::open(NW_SOURCE_DIR "/resources/samples/resnet20.onnx"));
    bench.session().setStage(DocumentSession::Stage::Source);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas()->picture() && view.settled(), 20000);
    view.expandAll();
    QTRY_VERIFY(view.canvas()->picture()->scene.expanded[1] && view.settled());
    Canvas* canvas = view.canvas();
    const auto wheel = [&](const QPointF& at, int delta) {
      QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, delta}, {}, {}, Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(canvas, &event);
    };
    const int32_t box = canvas->picture()->box_of_scope(view.tree()->scopes[0].scopes.back());
    const QRectF scene = canvas->picture()->boxes[static_cast<size_t>(box)].rect();
    const auto at = [&] { return canvas->view().to_view(scene.center()).toPoint(); };
    view.fit();
    for (int i = 0; i < 40 && !canvas->picture()->zoom.closed(box, canvas->view().scale); ++i) wheel(at(), -120);
    QVERIFY(canvas->hit(at()).closed);
    QCOMPARE(canvas->hit(at()).box, box);
    QCOMPARE(canvas->hit(at()).item, -1);
    QVERIFY(canvas->toolTipAt(at()).contains(QStringLiteral("gives ")));
    QTest::mouseClick(canvas, Qt::LeftButton, {}, at());
    QCOMPARE(bench.session().selection().kind, Selection::Kind::Scope);
    QTest::mouseDClick(canvas, Qt::LeftButton, {}, at());
    QVERIFY(canvas->picture()->zoom.open(box, canvas->view().scale));
    QVERIFY(canvas->view().to_scene(QRectF(canvas->rect())).intersects(scene));
    const double open = canvas->view().scale;
    for (int i = 0; i < 40 && canvas->picture()->zoom.open(box, canvas->view().scale); ++i) wheel(at(), -120);
    QVERIFY(canvas->view().scale < open);
    QTest::keyClick(canvas, Qt::Key_Return);  // it is selected
    QVERIFY(canvas->picture()->zoom.open(box, canvas->view().scale));
  }

  // A scope that is collapsed opens when one zooms in on it, but not if it was closed by hand.
  void zooming_in_opens_a_collapsed_scope() {
    Workbench bench;
    GraphView view(bench, test::stack);
    view.resize(900, 700);
    view.canvas()->setReducedMotion(true);
    auto model = std::make_shared<model::Model>();
    model->snapshots.push_back({"source", "Source", test::two_blocks(), {}});
    workspace::Opened opened;
    opened.model = model;
    bench.adopt(std::move(opened));
    view.show();
    QTRY_VERIFY(view.canvas()->picture() && view.settled());
    view.collapseAll();
    QTRY_COMPARE(view.canvas()->picture()->items.size(), size_t{4});
    Canvas* canvas = view.canvas();
    const int32_t scope = view.tree()->find("block1");
    const auto zoom_to = [&](double scale) {
      for (int i = 0; i < 60 && canvas->view().scale < scale; ++i) {
        const int32_t item = canvas->picture()->item_of_scope(scope);
        if (item < 0) return;
        const QPointF at = canvas->view().to_view(canvas->picture()->items[static_cast<size_t>(item)].rect().center());
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas, &event);
      }
    };
    zoom_to(1.3);
    QTRY_VERIFY(view.settled());
    QCOMPARE(canvas->picture()->items.size(), size_t{4});
    zoom_to(2);
    QTRY_COMPARE(canvas->picture()->items.size(), size_t{6});
    view.toggleScope(scope);
    QTRY_COMPARE(canvas->picture()->items.size(), size_t{4});
    view.fit();
    zoom_to(2.5);
    QTest::qWait(100);
    QCOMPARE(canvas->picture()->items.size(), size_t{4});
  }
};

NW_TEST(TestZoom);
#include "test_zoom.moc"
