// SPDX-License-Identifier: GPL-3.0-or-later
// How long the canvas takes for a frame while it is panned and zoomed, with every scope of a graph open, at 1920×1080.
// Usage: bench_canvas [NODES | FILE]: a decoder of so many nodes, or a model. Other arguments are ignored.
#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "graph/canvas.h"
#include "graph/picture.h"
#include "layout/layout.h"
#include "workspace/document.h"

using namespace nw;
using namespace nw::views;

namespace {

// A decoder: layers of sixty nodes, each a chain with a shortcut, in name scopes of its own.
std::shared_ptr<graph::Graph> decoder(int nodes) {
  auto graph = std::make_shared<graph::Graph>();
  auto add = [&](const char* op, std::string name, std::vector<NodeId> inputs, std::vector<std::string> scope) {
    graph::Node node;
    node.kind = inputs.empty() ? graph::NodeKind::Input : graph::NodeKind::Call;
    node.op = op;
    node.name = std::move(name);
    node.inputs = std::move(inputs);
    node.type = graph::Type::tensor(DType::Float(32), {1, 128, 768});
    node.origin.scope = std::move(scope);
    return graph->add(std::move(node));
  };
  NodeId last = add("", "x", {}, {});
  graph->inputs = {last};
  for (int layer = 0; static_cast<int>(graph->size()) < nodes; ++layer) {
    const std::string in = "layer" + std::to_string(layer);
    for (const std::string part : {"attention", "mlp"}) {
      const NodeId before = last;
      for (int i = 0; i < 14; ++i) {
        const std::string name = in + "/" + part + "/" + std::to_string(i);
        const NodeId side = add("nn.dense", name + "/a", {last}, {in, part});
        last = add("add", name + "/b", {last, side}, {in, part});
      }
      last = add("add", in + "/" + part + "/shortcut", {last, before}, {in});
    }
  }
  graph->outputs = {last};
  return graph;
}

double memory_kb() {
  std::ifstream status("/proc/self/statm");
  long total = 0, resident = 0;
  status >> total >> resident;
  return static_cast<double>(resident) * 4;
}

struct Times {
  std::vector<double> ms;
  void print(const char* what) {
    std::sort(ms.begin(), ms.end());
    std::printf("%-34s median %6.2f ms   95%% %6.2f ms   worst %6.2f ms   (%zu frames)\n", what, ms[ms.size() / 2],
                ms[ms.size() * 95 / 100], ms.back(), ms.size());
  }
};

template <class Step>
void time_frames(Canvas& canvas, const char* what, int frames, Step&& step) {
  QImage screen(canvas.size(), QImage::Format_RGB32);
  Times times;
  for (int i = 0; i < frames; ++i) {
    step(i);
    QElapsedTimer clock;
    clock.start();
    QPainter painter(&screen);
    canvas.render(&painter, {}, {}, QWidget::DrawWindowBackground);
    painter.end();
    times.ms.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    QElapsedTimer rest;
    rest.start();
    while (rest.elapsed() < 16 - std::min<qint64>(15, clock.elapsed()))
      QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
  }
  times.print(what);
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  const char* subject = argc > 1 && argv[1][0] != '-' ? argv[1] : "100000";
  std::shared_ptr<const graph::Graph> graph;
  if (const int nodes = std::atoi(subject); nodes > 0) {
    graph = decoder(nodes);
  } else {
    const workspace::Opened opened = workspace::open(subject);
    if (!opened.model) {
      std::fprintf(stderr, "%s cannot be opened as a model\n", subject);
      return 1;
    }
    graph = opened.model->snapshots.back().graph;
  }
  auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
  const double before = memory_kb();
  QElapsedTimer clock;
  clock.start();
  const auto picture = make_picture(
      build_scene(graph, nullptr, tree, expand_all(*tree)), Theme::load(false).words,
      [](const layout::Input& i, const layout::Options& o, const CancelToken& c) { return layout::layout(i, o, c); },
      {}, nullptr, {.wrap = true});
  std::printf("%zu things, %zu edges: scene and layout %lld ms, %.2f kB a thing\n", picture->items.size(),
              picture->scene.edges.size(), static_cast<long long>(clock.elapsed()),
              (memory_kb() - before) / static_cast<double>(picture->items.size()));
  Canvas canvas;
  canvas.resize(1920, 1080);
  canvas.setPicture(picture);
  canvas.show();
  canvas.fit();
  time_frames(canvas, "whole picture, panned", 240, [&](int i) {
    ViewTransform view = canvas.view();
    view.origin += QPointF(std::sin(i * 0.1) * 4, 6) / view.scale;
    canvas.setView(view);
  });
  canvas.fit();
  time_frames(canvas, "zoomed in from the whole", 300, [&](int) { canvas.zoomAt(QPointF(960, 540), 1.03); });
  time_frames(canvas, "zoomed out again", 300, [&](int) { canvas.zoomAt(QPointF(960, 540), 1 / 1.03); });
  // As a hand does it: to and fro through the scales at which scopes open and close.
  canvas.fit();
  time_frames(canvas, "zoomed to and fro", 600,
              [&](int i) { canvas.zoomAt(QPointF(700, 400), i % 60 < 30 ? 1.06 : 1 / 1.06); });
  ViewTransform half;
  half.scale = 0.12;
  half.origin = picture->bounds.center() - QPointF(960, 540) / half.scale;
  canvas.setView(half);
  time_frames(canvas, "thousands of nodes, panned", 240, [&](int i) {
    ViewTransform view = canvas.view();
    view.origin += QPointF(std::sin(i * 0.1) * 6, 18) / view.scale;
    canvas.setView(view);
  });
  half.scale = 0.8;
  canvas.setView(half);
  time_frames(canvas, "with all texts, panned", 240, [&](int i) {
    ViewTransform view = canvas.view();
    view.origin += QPointF(std::sin(i * 0.1) * 6, 12) / view.scale;
    canvas.setView(view);
  });
  return 0;
}
