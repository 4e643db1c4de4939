// SPDX-License-Identifier: GPL-3.0-or-later
// DOT through nestwright-dot: what is written is read again, and what is broken is reported with its line.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "registry.h"

using nlohmann::json;

class TestDot : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const char* name, const QByteArray& content) const {
    QFile f(folder_.filePath(QString::fromLatin1(name)));
    return f.open(QIODevice::WriteOnly) && f.write(content) == content.size() ? f.fileName() : QString();
  }

  static std::pair<int, json> layout(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  QStringList{QStringLiteral("layout"), QStringLiteral("--json")} + arguments);
    if (!process.waitForFinished(60000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }

 private Q_SLOTS:
  void nodes_edges_and_clusters_are_read() {
    const auto [exit, picture] = layout({file("a.dot", R"(digraph g {
  subgraph cluster_0 { label = "block"; a [width=1]; b; }
  a -> b; b -> c [color=red]; a -> c;
})")});
    QCOMPARE(exit, 0);
    QCOMPARE(picture["nodes"].size(), size_t(3));
    QVERIFY2(picture["nodes"][0]["w"] == 72.0, picture["nodes"][0]["w"].dump().c_str());
    QCOMPARE(picture["edges"].size(), size_t(3));
    QCOMPARE(picture["boxes"].size(), size_t(1));
    QVERIFY2(picture["boxes"][0]["name"] == "block", picture["boxes"][0]["name"].dump().c_str());
  }

  void what_is_written_is_the_same_graph_again() {
    const QString first = file("b.json", R"({"name": "two words", "nodes": [
      {"id": "x", "name": "x", "w": 90, "h": 36}, {"id": "q", "name": "layer/att/q", "w": 72, "h": 36},
      {"id": "k", "name": "layer/att/k", "w": 72, "h": 36}, {"id": "s", "name": "layer/s", "w": 72, "h": 36}],
      "edges": [["x", "q"], ["x", "k"], ["q", "s"], ["k", "s"], ["x", "s"]]})");
    const QString dot = folder_.filePath(QStringLiteral("b.dot"));
    const auto [exit, before] = layout({first, QStringLiteral("--dot"), dot});
    QCOMPARE(exit, 0);
    const auto [again, after] = layout({dot});
    QCOMPARE(again, 0);
    QVERIFY2(after["name"] == "two words", after["name"].dump().c_str());
    QCOMPARE(after["boxes"].size(), before["boxes"].size());
    QCOMPARE(after["nodes"].size(), before["nodes"].size());
    for (const json& node : before["nodes"]) {
      const auto same = std::find_if(after["nodes"].begin(), after["nodes"].end(), [&](const json& other) {
        return other["id"] == node["id"] && other["w"] == node["w"] && other["h"] == node["h"];
      });
      QVERIFY2(same != after["nodes"].end(), node.dump().c_str());
    }
    const auto ends = [](const json& picture) {
      std::multiset<std::string> all;
      for (const json& e : picture["edges"]) all.insert(e["from"].dump() + e["to"].dump());
      return all;
    };
    QVERIFY(ends(after) == ends(before));
  }

  void a_slip_is_told_with_its_line() {
    const auto [exit, answer] = layout({file("c.dot", "digraph g {\n  a -> ;\n}\n")});
    QCOMPARE(exit, 1);
    QVERIFY2(answer["diagnostics"][0]["code"] == "NW1074", answer["diagnostics"][0]["code"].dump().c_str());
    QVERIFY2(answer["diagnostics"][0]["where"][0]["line"] == 2,
             answer["diagnostics"][0]["where"][0]["line"].dump().c_str());
  }

  void an_empty_file_is_no_graph() {
    const auto [exit, answer] = layout({file("d.dot", "")});
    QCOMPARE(exit, 1);
    QCOMPARE(answer["diagnostics"].size(), size_t(1));
  }
};

NW_TEST(TestDot);
#include "test_dot.moc"
