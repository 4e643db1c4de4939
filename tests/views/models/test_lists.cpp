// SPDX-License-Identifier: GPL-3.0-or-later
// The lists beside the canvas: outline, problems, history; each watched by Qt's model tester.
#include <QAbstractItemModelTester>
#include <QTest>

#include "graphs.h"
#include "models/history_model.h"
#include "models/inspector.h"
#include "models/outline_model.h"
#include "models/problems_model.h"
#include "models/window_words.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

const measure::Machine kMachine{"cpu", "EPYC", "b0a1", 4};

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

  // Core says what to do in the command line's options; here it is said with what the window has.
  void diagnostics_speak_of_the_window() {
    QCOMPARE(window_words("--set n=1024"), QStringLiteral("Give n a value in its box above the script"));
    QCOMPARE(window_words("--dim batch=1"),
             QStringLiteral("Give batch a value: Inspector, Dynamic dimensions, with nothing selected"));
    QCOMPARE(window_words("--deadline 240"), QStringLiteral("Allow it more time: Kernel menu, Time limit of a run"));
    QCOMPARE(window_words("a greater --max-depth"),
             QStringLiteral("A greater limit: Graph menu, What if, At most this many operators in a group"));
    QCOMPARE(
        window_words("keep it alone until its schedule does: --pattern nn.conv2d=opaque"),
        QStringLiteral("keep it alone until its schedule does: nn.conv2d as opaque, in the node's menu under What if"));
    QCOMPARE(window_words("a -- b, and `x--`"), QStringLiteral("a -- b, and `x--`"));
    Diagnostic late = problem("NW4122", Severity::Error, "the kernel was stopped: it was not done after 60 s");
    late.legal = {"--deadline 240"};
    QVERIFY(details_html(late).contains(QStringLiteral("Time limit of a run")));
    QVERIFY(!details_html(late).contains(QStringLiteral("--deadline")));
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
    history.record("k", {100, 1, 10, workspace::Measurement::Check::Equal, {}, kMachine});
    change("vectorize");
    history.record("k", {25, 1, 10, workspace::Measurement::Check::Equal, {}, kMachine});
    history.undo();
    change("unroll");
    model.setMachine(kMachine);
    model.setHistory(&history);
    QCOMPARE(draw(model), QStringLiteral("○ opened\n○ split\n· vectorize\n  ● unroll\n"));
    QCOMPARE(model.index(2, HistoryModel::TimeColumn).data().toString(), QStringLiteral("25.0 µs ± 4.0 %"));
    QCOMPARE(model.index(2, HistoryModel::GainColumn).data().toString(), QStringLiteral("×4.00"));
    history.record("k", {40, 0.4, 10, workspace::Measurement::Check::Equal, {}, kMachine, {}, 25});
    model.setHistory(&history);
    const QModelIndex noisy = model.index(3, HistoryModel::TimeColumn);
    QCOMPARE(noisy.data().toString(), QStringLiteral("40.0 µs ± 1.0 % · noisy"));
    QVERIFY2(noisy.data(Qt::ToolTipRole).toString().contains(QStringLiteral("60 % over the fastest")),
             qPrintable(noisy.data(Qt::ToolTipRole).toString()));
  }

  // Times of different machines are side by side, and are no gains over each other.
  void history_compares_times_of_one_machine_only() {
    workspace::History history;
    const auto change = [&](const char* script, double median, const measure::Machine& machine) {
      workspace::Choices choices;
      choices.kernels["k"] = {{{"a", script}}, "a"};
      history.push(choices, script);
      history.record("k", {median, 0, 10, workspace::Measurement::Check::Equal, {}, machine});
    };
    change("first", 100, kMachine);
    change("second", 20, {"cpu", "Xeon", "77c2", 8});
    change("third", 10, {});
    change("fourth", 50, kMachine);
    HistoryModel model;
    model.setMachine(kMachine);
    model.setHistory(&history);
    const auto row = [&](int at) {
      QStringList cells;
      for (const int column : {HistoryModel::TargetColumn, HistoryModel::TimeColumn, HistoryModel::GainColumn,
                               HistoryModel::TotalGainColumn})
        cells << model.index(at, column).data().toString();
      return cells.join(QStringLiteral(" | "));
    };
    QCOMPARE(row(1), QStringLiteral("cpu | 100.0 µs ± 0.0 % |  | baseline"));
    QCOMPARE(row(2), QStringLiteral("Xeon, 8 thread(s) | 20.0 µs ± 0.0 % |  | baseline"));
    QCOMPARE(row(3), QStringLiteral("unknown machine | 10.0 µs ± 0.0 % |  | "));
    QCOMPARE(row(4), QStringLiteral("cpu | 50.0 µs ± 0.0 % |  | ×2.00"));
    QVERIFY(model.index(3, HistoryModel::TimeColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("Measured on another machine than the active target (unknown machine)")));
  }

  // A state has a time for each target. Those of an emulator are compared by what it counted.
  void history_shows_times_of_one_target() {
    const measure::Machine riscv{"cross:riscv64", "RV64GC", "77c2", 1, "emulated"};
    workspace::History history;
    const auto change = [&](const char* script, double here, int64_t instructions) {
      workspace::Choices choices;
      choices.kernels["k"] = {{{"a", script}}, "a"};
      history.push(choices, script);
      history.record("k", {here, 0, 10, workspace::Measurement::Check::Equal, {}, kMachine});
      history.record(
          "k",
          {9000, 0, 1, workspace::Measurement::Check::Equal, {}, riscv, {{"instructions", {instructions, "1", true}}}});
    };
    change("first", 100, 4000);
    change("second", 50, 1000);
    HistoryModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMachine(kMachine);
    model.setHistory(&history);
    QCOMPARE(model.targets(), (std::vector<std::string>{"cpu", "cross:riscv64"}));
    QCOMPARE(model.index(2, HistoryModel::GainColumn).data().toString(), QStringLiteral("×2.00"));
    QVERIFY(model.index(2, HistoryModel::TargetColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("cross:riscv64: 9.00 ms emulated")));
    model.setTarget("cross:riscv64");
    model.setHistory(&history);
    QCOMPARE(model.index(2, HistoryModel::TargetColumn).data().toString(), QStringLiteral("cross:riscv64"));
    QCOMPARE(model.index(2, HistoryModel::TimeColumn).data().toString(), QStringLiteral("9.00 ms emulated ± 0.0 %"));
    QCOMPARE(model.index(2, HistoryModel::GainColumn).data().toString(), QStringLiteral("×4.00"));
    QVERIFY(model.index(2, HistoryModel::GainColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("executed instructions")));
    model.setTarget("gone");
    model.setHistory(&history);
    QVERIFY(model.index(2, HistoryModel::TimeColumn).data().toString().isEmpty());
  }

  // Against what is said, and where the times waver by as much as they differ there is no gain to speak of.
  void history_says_what_a_gain_is_worth() {
    const std::string head = "s = te.create_schedule(C.op)\n", step = "xo, xi = s[C].split(x, factor=4)\n";
    workspace::History history;
    const auto change = [&](const std::string& script, const char* label, double median, double mad) {
      workspace::Choices choices;
      choices.kernels["k-1"] = {{{"a", script}}, "a"};
      history.push(choices, label);
      if (median > 0) history.record("k-1", {median, mad, 10, workspace::Measurement::Check::Equal, {}, kMachine});
    };
    change(head, "plain", 100, 1);
    change(head + step, "split x by 4", 50, 1);
    change(head + step + "s[C].unroll(xi)\n", "unroll xi", 45, 5);
    change(head + step + "s[C].unroll(xq)\n", "unroll xq", 0, 0);
    Diagnostic wrong;
    wrong.message = "there is no xq";
    Place place;
    place.span.line = 3, place.span.column = 1;
    wrong.where.push_back(place);
    HistoryModel model;
    model.setFailed({{history.current().id, wrong}});
    model.setMachine(kMachine);
    model.setHistory(&history);
    const auto cell = [&](int row, int column, int role = Qt::DisplayRole) {
      return model.index(row, column).data(role);
    };
    QCOMPARE(cell(2, 0, HistoryModel::LabelRole).toString(), QStringLiteral("split x of C by 4"));
    QCOMPARE(cell(1, HistoryModel::TotalGainColumn).toString(), QStringLiteral("baseline"));
    QCOMPARE(cell(2, HistoryModel::TotalGainColumn, Qt::ToolTipRole).toString(), QStringLiteral("Against “plain”"));
    QVERIFY(!cell(2, HistoryModel::GainColumn, HistoryModel::UncertainRole).toBool());
    QVERIFY(cell(3, HistoryModel::GainColumn, HistoryModel::UncertainRole).toBool());
    QCOMPARE(cell(3, HistoryModel::GainColumn, Qt::ToolTipRole).toString(),
             QStringLiteral("The two times waver by about as much as they differ: measure again to know"));
    QCOMPARE(cell(4, HistoryModel::TimeColumn).toString(), QStringLiteral("does not compile"));
    QCOMPARE(cell(4, HistoryModel::TimeColumn, Qt::ToolTipRole).toString(), QStringLiteral("Line 3: there is no xq"));
    QCOMPARE(model.headerData(HistoryModel::TotalGainColumn, Qt::Horizontal, Qt::ToolTipRole).toString(),
             QStringLiteral("Against the first measured state on the way to each: “plain”"));
  }

  // A step's stage is known by what it changed in its own kernel, whatever was worked on before.
  void history_names_the_stage_across_kernels() {
    const std::string head = "s = te.create_schedule(C.op)\n", tail = "tvm.lower(s, [A, C])\n";
    workspace::History history;
    workspace::Choices choices;
    choices.kernels["dense-1"] = {{{"a", head + "s[D].unroll(w)\n" + tail}}, "a"};
    history.push(choices, "unroll w");
    choices.kernels["conv-1"] = {{{"a", head + "s[C].unroll(w)\n" + tail}}, "a"};
    history.push(choices, "unroll w");
    HistoryModel model;
    model.setDefault("conv-1", head + tail);
    model.setDefault("dense-1", head + tail);
    model.setHistory(&history);
    QCOMPARE(model.index(1, 0).data(HistoryModel::LabelRole).toString(), QStringLiteral("unroll w of D · dense"));
    QCOMPARE(model.index(2, 0).data(HistoryModel::LabelRole).toString(), QStringLiteral("unroll w of C · conv"));
  }

  // Two kernels of one name are told apart by a group of each.
  void history_names_the_group_of_kernels_alike() {
    workspace::History history;
    workspace::Choices choices;
    choices.kernels["conv-1"] = {{{"a", "one"}}, "a"};
    history.push(choices, "first");
    choices.kernels["conv-2"] = {{{"a", "two"}}, "a"};
    history.push(choices, "second");
    HistoryModel model;
    model.setGroup("conv-1", GroupId(3));
    model.setGroup("conv-2", GroupId(9));
    model.setHistory(&history);
    QCOMPARE(model.index(1, 0).data(HistoryModel::LabelRole).toString(), QStringLiteral("first · group 3"));
    QCOMPARE(model.index(2, 0).data(HistoryModel::LabelRole).toString(), QStringLiteral("second · group 9"));
  }

  // opened ─ a ─ b ─ e     a line of descent stays in its lane, also where it is gone on with later;
  //            └ c ─ d     a branch leaves at its fork,
  //        └ f             and a later one goes around what is in between.
  void history_draws_branches_as_branches() {
    workspace::History history;
    const auto change = [&](int from, const char* text) {
      history.go(workspace::StateId(from));
      workspace::Choices choices;
      choices.patterns = text;
      return history.push(choices, text).value;
    };
    const int a = change(0, "a"), b = change(a, "b"), c = change(a, "c"), d = change(c, "d");
    const int e = change(b, "e"), f = change(0, "f");
    history.go(workspace::StateId(e));
    HistoryModel model;
    model.setHistory(&history);
    QCOMPARE(draw(model), QStringLiteral("○ opened\n○ a\n○ b\n  · c\n  · d\n● e\n    · f\n"));
    QCOMPARE(model.lanes(), 3);
    using Kind = LanePiece::Kind;
    using Pieces = std::vector<LanePiece>;
    const auto pieces = [&](int state) { return model.lines(model.index(state, 0)).pieces; };
    QVERIFY((pieces(0) == Pieces{{Kind::Out, 2, false}, {Kind::Out, 0, true}}));
    QVERIFY((pieces(a) ==
             Pieces{{Kind::Out, 1, false}, {Kind::Through, 2, false}, {Kind::In, 0, true}, {Kind::Out, 0, true}}));
    QVERIFY((pieces(c) ==
             Pieces{{Kind::In, 1, false}, {Kind::Out, 1, false}, {Kind::Through, 2, false}, {Kind::Through, 0, true}}));
    QVERIFY((pieces(d) == Pieces{{Kind::In, 1, false}, {Kind::Through, 2, false}, {Kind::Through, 0, true}}));
    QVERIFY((pieces(f) == Pieces{{Kind::In, 2, false}}));
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
    QCOMPARE(describe_node(*graph, fusion.get(), Readers(*graph), graph->find("block2/conv")).group, 1);
  }
};

NW_TEST(TestLists);
#include "test_lists.moc"
