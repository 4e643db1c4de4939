// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenations that leave their groups where a network runs them.
#include <fmt/format.h>

#include <QTest>

#include "import/relay.h"
#include "model/joined_groups.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;

class TestJoinedGroups : public QObject {
  Q_OBJECT

  // The groups as they run, a line each: role, nodes, and the nodes that people know the group by.
  static QString groups(const std::string& text, const model::MemoryOptions& options = {}) {
    auto read = import::read_relay(text);
    const auto m = model::build_model(std::move(*read), {}, "net.relay");
    const graph::Graph& graph = m->optimized();
    const model::RunFusion run = model::with_joined_apart(graph, model::fuse(*m), options);
    const auto names = [&](const fusion::Group& group) {
      std::string all;
      for (const NodeId id : group.nodes) all += (all.empty() ? "" : " ") + graph.node(id).name;
      return all;
    };
    std::string lines;
    for (const model::OrderedGroup& group : model::plan_memory(graph, run.fusion, options).groups)
      lines += fmt::format("{}{}: {}, shown as {}\n", group.role == model::Role::Joined ? "joined " : "",
                           group.group->id.value, names(*group.group), names(run.shown(*group.group)));
    return QString::fromStdString(lines);
  }

  static constexpr const char* kDense =
      "fn (%x: Tensor[(1, 4, 16), float32]) {\n"
      "  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = (%0, %1);\n  %3 = concatenate(%2, axis=1);\n"
      "  %4 = nn.relu(%3);\n  %5 = nn.softmax(%4);\n  %6 = (%0, %1, %5);\n  %7 = concatenate(%6, axis=1);\n"
      "  %8 = nn.relu(%7);\n  nn.softmax(%8)\n}\n";

 private Q_SLOTS:
  void the_layers_of_a_dense_block_read_one_buffer() {
    QCOMPARE(groups(kDense), QStringLiteral("0: %0, shown as %0\n"
                                            "1: %1, shown as %1\n"
                                            "joined 6: %2 %3, shown as %2 %3 %4\n"
                                            "2: %4, shown as %2 %3 %4\n"
                                            "3: %5, shown as %5\n"
                                            "joined 7: %6 %7, shown as %6 %7 %8\n"
                                            "4: %8, shown as %6 %7 %8\n"
                                            "5: %9, shown as %9\n"));
  }

  void groups_stay_whole_where_nothing_is_joined_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("parts");
    QTest::addColumn<bool>("scheduled");
    QTest::newRow("no parts of buffers") << QString::fromLatin1(kDense) << false << false;
    QTest::newRow("a person's schedule") << QString::fromLatin1(kDense) << true << true;
    QTest::newRow("an input of the network")
        << QStringLiteral(
               "fn (%x: Tensor[(1, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = (%0, %x);\n"
               "  %2 = concatenate(%1, axis=1);\n  nn.relu(%2)\n}\n")
        << true << false;
    QTest::newRow("an argument of the group itself")
        << QStringLiteral(
               "fn (%x: Tensor[(1, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.relu(%x);\n"
               "  %2 = (%0, %1);\n  %3 = concatenate(%2, axis=1);\n  nn.relu(%3)\n}\n")
        << true << false;
  }
  void groups_stay_whole_where_nothing_is_joined() {
    QFETCH(QString, text);
    QFETCH(bool, parts);
    QFETCH(bool, scheduled);
    model::MemoryOptions options;
    options.parts = parts;
    options.own_kernel = [scheduled](const fusion::Group&) { return scheduled; };
    const QString all = groups(text.toStdString(), options);
    QVERIFY2(!all.contains(QStringLiteral("joined")), qPrintable(all));
  }
};

NW_TEST(TestJoinedGroups);
#include "test_joined_groups.moc"
