// SPDX-License-Identifier: GPL-3.0-or-later
// From a click on a closed scope to its new picture: what the worker does (scene, sizes, layout, indices) and what is
// left to the window. Each closed scope of the first picture in turn, up to thirty of them spread over it; then one is
// closed while all the others are open. Usage: bench_expand [FILE], the sample network where none is named. Other
// arguments are ignored.
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/theme.h"
#include "graph/canvas.h"
#include "graph/picture.h"
#include "layout/layout.h"
#include "workspace/document.h"

using namespace nw;
using namespace nw::views;

namespace {

double elapsed(const QElapsedTimer& clock) {
  return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

struct Times {
  std::vector<double> scene, layout, rest, shown, moved;
  static void print(const char* what, std::vector<double>& ms) {
    std::sort(ms.begin(), ms.end());
    std::printf("  %-24s median %7.2f   worst %7.2f\n", what, ms[ms.size() / 2], ms.back());
  }
  void print(const char* what) {
    std::printf("%s (%zu times), ms:\n", what, scene.size());
    print("scene", scene);
    print("layout", layout);
    print("sizes and indices", rest);
    print("taken by the canvas", shown);
    print("moved on screen, pixels", moved);
  }
};

class Bench {
 public:
  explicit Bench(std::shared_ptr<const graph::Graph> graph)
      : graph_(std::move(graph)), tree_(std::make_shared<const ScopeTree>(ScopeTree::build(*graph_))) {
    canvas_.resize(1280, 800);
    canvas_.setReducedMotion(true);
    canvas_.show();
    QCoreApplication::processEvents();
  }

  std::shared_ptr<const Picture> make(std::vector<bool> expanded, Times* times, const Picture* before = nullptr) {
    double layout_ms = 0;
    QElapsedTimer clock;
    clock.start();
    Scene scene = build_scene(graph_, nullptr, tree_, std::move(expanded));
    const double scene_ms = elapsed(clock);
    clock.restart();
    auto picture = make_picture(
        std::move(scene), Theme::load(false).words,
        [&](const layout::Input& input, const layout::Options& options, const CancelToken& cancel) {
          QElapsedTimer inner;
          inner.start();
          layout::Output output = layout::layout_cached(input, options, cancel, cache_);
          layout_ms = elapsed(inner);
          return output;
        },
        {}, before);
    if (times) {
      times->scene.push_back(scene_ms);
      times->layout.push_back(layout_ms);
      times->rest.push_back(elapsed(clock) - layout_ms);
    }
    return picture;
  }

  // Expands or closes it and goes back to the picture before.
  void toggle(const std::shared_ptr<const Picture>& before, int32_t scope, Times& times) {
    std::vector<bool> expanded = before->scene.expanded;
    expanded[static_cast<size_t>(scope)] = !expanded[static_cast<size_t>(scope)];
    canvas_.setPicture(before);
    canvas_.reveal(place(*before, scope));
    const QPointF was = head(*before, scope);
    const auto after = make(std::move(expanded), &times, before.get());
    QElapsedTimer clock;
    clock.start();
    canvas_.setPicture(after, scope);
    canvas_.repaint();
    times.shown.push_back(elapsed(clock));
    const QPointF is = head(*after, scope);
    times.moved.push_back(std::hypot(is.x() - was.x(), is.y() - was.y()));
  }

  void run() {
    QElapsedTimer clock;
    clock.start();
    const auto first = make(default_expansion(*tree_), nullptr);
    std::printf("%zu scopes; first picture: %zu things in %.1f ms\n", tree_->scopes.size(), first->items.size(),
                elapsed(clock));
    std::vector<int32_t> closed;
    for (const SceneItem& item : first->scene.items)
      if (!item.node.valid()) closed.push_back(item.scope);
    if (closed.empty()) return;
    Times opened;
    const size_t step = std::max<size_t>(1, closed.size() / 30);
    for (size_t i = 0; i < closed.size(); i += step) toggle(first, closed[i], opened);
    opened.print("A scope of the first picture opened");
    const auto all = make(expand_all(*tree_), nullptr);
    std::printf("everything open: %zu things\n", all->items.size());
    Times toggled;
    const size_t stride = std::max<size_t>(1, all->scene.boxes.size() / 10);
    for (size_t i = 0; i < all->scene.boxes.size(); i += stride) toggle(all, all->scene.boxes[i].scope, toggled);
    toggled.print("A scope closed, everything else open");
  }

 private:
  static QRectF place(const Picture& picture, int32_t scope) {
    if (const int32_t item = picture.item_of_scope(scope); item >= 0)
      return picture.items[static_cast<size_t>(item)].rect();
    const int32_t box = picture.box_of_scope(scope);
    return box < 0 ? QRectF() : picture.boxes[static_cast<size_t>(box)].rect();
  }
  QPointF head(const Picture& picture, int32_t scope) const {
    const QRectF rect = place(picture, scope);
    return (QPointF(rect.center().x(), rect.top()) - canvas_.view().origin) * canvas_.view().scale;
  }

  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const ScopeTree> tree_;
  layout::Cache cache_;
  Canvas canvas_;
};

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  const char* file = argc > 1 && argv[1][0] != '-' ? argv[1] : NW_SAMPLES "/resnet20.onnx";
  const workspace::Opened opened = workspace::open(file);
  if (!opened.model) {
    std::fprintf(stderr, "%s cannot be opened as a model\n", file);
    return 1;
  }
  Bench(opened.model->snapshots.back().graph).run();
  return 0;
}
