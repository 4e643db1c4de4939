// SPDX-License-Identifier: GPL-3.0-or-later
// What of a graph is on the canvas, and finding it there.
#include <QTest>
#include <QXmlStreamReader>
#include <set>

#include "base/escape.h"
#include "graph/export.h"
#include "graph/face.h"
#include "graph/scene.h"
#include "graph/spatial_index.h"
#include "graphs.h"
#include "models/graph_text.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

QString draw(const Scene& scene) {
  QStringList lines;
  for (size_t i = 0; i < scene.items.size(); ++i) lines << face_of(scene, static_cast<int32_t>(i)).name;
  for (const SceneEdge& edge : scene.edges)
    lines << QStringLiteral("%1 -> %2%3")
                 .arg(edge.from)
                 .arg(edge.to)
                 .arg(edge.fused ? QStringLiteral(" fused") : QString());
  return lines.join(QStringLiteral("; "));
}

// DOT without what is in quotes.
std::string without_strings(const std::string& text) {
  std::string out;
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

class TestScene : public QObject {
  Q_OBJECT

  static Scene scene(bool expanded) {
    const auto graph = test::two_blocks();
    auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
    return build_scene(graph, test::fused(*graph), tree, expanded ? expand_all(*tree) : std::vector<bool>());
  }

 private Q_SLOTS:
  // "features.3" has nothing but "conv" inside and is left out, so that scopes named "conv" are side by side.
  void scopes_of_one_name_are_told_apart_by_the_end_of_their_paths() {
    auto graph = std::make_shared<graph::Graph>();
    NodeId last = test::add(*graph, "input", "x", {});
    graph->inputs = {last};
    const std::vector<std::vector<std::string>> paths = {
        {"features", "features.3", "conv"}, {"features", "features.4", "conv"}, {"features", "head"}};
    for (const auto& path : paths)
      for (const std::string node : {"a", "b"}) last = test::add(*graph, "nn.relu", path[1] + node, {last}, path);
    graph->outputs = {last};
    auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
    QStringList titles;
    for (size_t s = 1; s < tree->scopes.size(); ++s) titles << scope_title(*tree, static_cast<int32_t>(s));
    titles.sort();
    QCOMPARE(titles, (QStringList{QStringLiteral("features"), QStringLiteral("features.3/conv"),
                                  QStringLiteral("features.4/conv"), QStringLiteral("head")}));
  }

  void open_scopes_show_nodes_and_fused_edges() {
    QCOMPARE(
        draw(scene(true)),
        QStringLiteral(
            "x; block1/conv; block1/bias; block1/relu; block2/conv; block2/bias; block2/relu; sum; 0 -> 1; 0 -> 7; "
            "1 -> 2 fused; 2 -> 3 fused; 3 -> 4; 4 -> 5 fused; 5 -> 6 fused; 6 -> 7"));
    QCOMPARE(scene(true).boxes.size(), size_t{2});
  }

  void a_scene_takes_groups_that_come_later() {
    const auto graph = test::two_blocks();
    auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
    Scene later = build_scene(graph, nullptr, tree, expand_all(*tree));
    QVERIFY(!draw(later).contains(QStringLiteral("fused")));
    set_groups(later, test::fused(*graph));
    QCOMPARE(draw(later), draw(scene(true)));
  }

  void closed_scopes_are_single_things() {
    QCOMPARE(draw(scene(false)), QStringLiteral("x; 3 node(s); 3 node(s); sum; 0 -> 1; 0 -> 3; 1 -> 2; 2 -> 3"));
  }

  void scopes_open_while_there_is_room() {
    const auto graph = test::two_blocks();
    const ScopeTree tree = ScopeTree::build(*graph);
    QCOMPARE(default_expansion(tree, 100), (std::vector<bool>{false, true, true}));
    QCOMPARE(default_expansion(tree, 6), (std::vector<bool>{false, true, false}));
  }

  // Against looking at everything, with things of very different sizes.
  void the_index_finds_all_that_lies_in_a_rectangle() {
    std::vector<BoxF> things;
    uint32_t seed = 7;
    auto random = [&](float limit) {
      seed = seed * 1664525u + 1013904223u;
      return static_cast<float>(seed >> 8) / static_cast<float>(1 << 24) * limit;
    };
    for (int i = 0; i < 3000; ++i)
      things.push_back(
          {random(1000), random(90000), 1 + random(i % 7 == 0 ? 900 : 40), 1 + random(i % 11 == 0 ? 60000 : 40)});
    const SpatialIndex index(things, QRectF(0, 0, 2000, 160000));
    for (int k = 0; k < 60; ++k) {
      const QRectF area(random(1500), random(90000), random(800), random(k % 5 == 0 ? 90000 : 900));
      std::set<int32_t> expected, found;
      for (size_t i = 0; i < things.size(); ++i)
        if (things[i].meets(area)) expected.insert(static_cast<int32_t>(i));
      index.query(area, [&](int32_t i) {
        if (things[static_cast<size_t>(i)].meets(area)) QVERIFY(found.insert(i).second);
      });
      QCOMPARE(found, expected);
    }
  }

  void a_picture_is_written_as_SVG() {
    const auto picture = make_picture(scene(true), Theme::load(false).words, test::stack, {});
    QVERIFY(picture);
    const QByteArray svg = picture_svg(*picture, Theme::load(false));
    QVERIFY(svg.contains("<svg") && svg.contains("nn.conv2d"));
    QVERIFY(!svg.contains("<image"));
  }

  // Whatever a file calls its graph and nodes: the SVG is well-formed and has no element of the names' own, and in DOT
  // they are strings.
  void names_are_text_in_SVG_and_DOT() {
    const QString name = QStringLiteral("</title><script>a()</script>]]>\"]; INJECTED [x=\"&\x1b\u202e\u2028\\\n");
    auto graph = std::make_shared<graph::Graph>(*test::two_blocks());
    graph->name = name.toStdString();
    for (const graph::Node& node : graph->nodes()) graph->rename(node.id, name.toStdString());
    auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
    const Scene scene = build_scene(graph, nullptr, tree, expand_all(*tree));
    const auto picture = make_picture(scene, Theme::load(false).words, test::stack, {});
    QVERIFY(picture);
    QXmlStreamReader xml(picture_svg(*picture, Theme::load(false)));
    while (!xml.atEnd()) {
      if (xml.readNext() == QXmlStreamReader::StartElement) QVERIFY(xml.name() != QStringLiteral("script"));
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    const std::string dot = graph_dot(*graph, nullptr).toStdString();
    const std::string code = without_strings(dot);
    QVERIFY2(code.find("INJECTED") == std::string::npos, code.c_str());
    QCOMPARE(terminal_text(dot), dot);
  }
};

NW_TEST(TestScene);
#include "test_scene.moc"
