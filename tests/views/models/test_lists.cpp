// SPDX-License-Identifier: GPL-3.0-or-later
// The lists beside the canvas: outline, problems, history; each watched by Qt's model tester.
#include <QAbstractItemModelTester>
#include <QTest>

#include "graphs.h"
#include "models/history_model.h"
#include "models/inspector.h"
#include "models/outline_model.h"
#include "models/problems_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

QString draw(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
  QString text;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex index = model.index(row, 0, parent);
    text += QString(depth * 2, QLatin1Char(' ')) + index.data().toString() + QLatin1Char('\n') +
            draw(model, index, depth + 1);
  }
  return text;
}

Diagnostic problem(const char* code, Severity severity, const char* message, Place place = {}) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.severity = severity;
  diagnostic.message = message;
  diagnostic.where = {std::move(place)};
  return diagnostic;
}

}  // namespace

class TestLists : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_outline_follows_scopes_or_groups() {
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    model.setGraph(graph, fusion, OutlineModel::Order::Scopes);
    QCOMPARE(draw(model),
             QStringLiteral("input  x\n"
                            "block1\n  nn.conv2d  block1/conv\n  nn.bias_add  block1/bias\n  nn.relu  block1/relu\n"
                            "block2\n  nn.conv2d  block2/conv\n  nn.bias_add  block2/bias\n  nn.relu  block2/relu\n"
                            "add  sum\n"));
    QCOMPARE(model.findNode(graph->find("block2/bias")).data().toString(), QStringLiteral("nn.bias_add  block2/bias"));
    model.setGraph(graph, fusion, OutlineModel::Order::Groups);
    QVERIFY(draw(model).startsWith(QStringLiteral("0  conv2d + bias_add + relu\n  nn.conv2d  block1/conv\n")));
    QCOMPARE(model.findGroup(GroupId(1)).row(), 1);
    model.setGraph(nullptr, nullptr, OutlineModel::Order::Scopes);
    QCOMPARE(model.rowCount(), 0);
  }

  void problems_alike_are_counted_not_repeated() {
    ProblemsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Diagnostics all = {problem("NW1010", Severity::Warning, "`Foo` is not known", at_node("a")),
                       problem("NW2104", Severity::Error, "too deep", at_line(12))};
    for (int i = 0; i < 5; ++i)
      all.push_back(problem("NW1011", Severity::Warning, "odd", at_node("n" + std::to_string(i))));
    model.setDiagnostics(all);
    QCOMPARE(model.errors(), 1);
    QCOMPARE(model.warnings(), 6);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("too deep"));
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("line 12"));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Foo is not known"));
    QCOMPARE(model.rowCount(model.index(2, 0)), 5);
    QVERIFY(!model.diagnostic(model.index(2, 0)));
    QCOMPARE(model.diagnostic(model.index(3, 0, model.index(2, 0)))->where.front().node, std::string("n3"));
  }

  void history_shows_branches_and_gain() {
    HistoryModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    workspace::History history;
    auto change = [&](const char* text) {
      workspace::Choices choices = history.choices();
      choices.kernels["k"] = {{{"a", text}}, "a"};
      history.push(choices, text);
    };
    change("split");
    history.record("k", {100, 1, 10, workspace::Measurement::Check::Equal});
    change("vectorize");
    history.record("k", {25, 1, 10, workspace::Measurement::Check::Equal});
    history.undo();
    change("unroll");
    model.setHistory(&history);
    QCOMPARE(draw(model), QStringLiteral("○ opened\n○ split\n· vectorize\n  ● unroll\n"));
    QCOMPARE(model.index(2, HistoryModel::TimeColumn).data().toString(), QStringLiteral("25.0 µs ± 4.0 %"));
    QCOMPARE(model.index(2, HistoryModel::GainColumn).data().toString(), QStringLiteral("×4.00"));
  }

  void a_state_before_anything_was_chosen_has_the_picture_of_the_default() {
    HistoryModel model;
    workspace::History history;
    workspace::Choices choices;
    choices.kernels["k"] = {{{"a", "split"}}, "a"};
    history.push(choices, "split");
    model.setHistory(&history);
    QCOMPARE(model.scriptsWithoutSketch(), std::vector<std::string>{"split"});
    model.setDefault("k", "as proposed");
    model.setHistory(&history);
    QCOMPARE(model.scriptsWithoutSketch(), (std::vector<std::string>{"as proposed", "split"}));
  }

  // A name is asked for by editing; a picture is of the script that the state is about.
  void history_shows_names_and_pictures() {
    HistoryModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    workspace::History history;
    workspace::Choices choices;
    choices.kernels["k"] = {{{"a", "split"}}, "a"};
    history.tag(history.push(choices, "split"), "fast");
    model.setHistory(&history);
    QCOMPARE(model.index(1, 0).data(HistoryModel::TagRole).toString(), QStringLiteral("fast"));
    QCOMPARE(model.scriptsWithoutSketch(), std::vector<std::string>{"split"});
    QVERIFY(!model.sketch(model.index(1, 0)));
    model.addSketches({{"split", {{0, workspace::SketchLine::Kind::Parallel}}}});
    QVERIFY(model.scriptsWithoutSketch().empty());
    QCOMPARE(model.sketch(model.index(1, 0))->size(), size_t{1});
    QVERIFY(!model.sketch(model.index(0, 0)));
    QString asked;
    QObject::connect(&model, &HistoryModel::tagWanted,
                     [&](int state, const QString& name) { asked = QStringLiteral("%1: %2").arg(state).arg(name); });
    QVERIFY(model.setData(model.index(1, 0), QStringLiteral(" faster  yet "), Qt::EditRole));
    QCOMPARE(asked, QStringLiteral("1: faster yet"));
  }

  void the_inspector_says_why_an_edge_is_not_fused() {
    const auto graph = test::two_blocks();
    const auto fusion = test::fused(*graph);
    const InspectorPage page =
        describe_edge(*graph, fusion.get(), graph->find("block1/relu"), graph->find("block2/conv"));
    QCOMPARE(page.title, QStringLiteral("nn.relu → nn.conv2d"));
    QCOMPARE(page.subtitle, QStringLiteral("1×8×4×4 float32"));
    QCOMPARE(page.sections.front().title, QStringLiteral("Why it is not fused"));
    QCOMPARE(page.sections.front().text, QStringLiteral("only elementwise operators may follow an anchor"));
    QCOMPARE(describe_node(*graph, fusion.get(), graph->find("block2/conv")).group, 1);
  }
};

NW_TEST(TestLists);
#include "test_lists.moc"
