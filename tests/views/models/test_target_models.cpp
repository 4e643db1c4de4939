// SPDX-License-Identifier: GPL-3.0-or-later
// Targets as rows and as a tree, and their facts as a table.
#include <QAbstractItemModelTester>
#include <QTest>
#include <nlohmann/json.hpp>

#include "models/check_results_model.h"
#include "models/facts_model.h"
#include "models/run_text.h"
#include "models/target_runs_model.h"
#include "models/target_tree_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

target::Target target_row(const char* id, const char* plugin, const char* state, const char* host = "") {
  target::Target target;
  target.id = id;
  target.plugin = plugin;
  target.state = state;
  target.host = host;
  return target;
}

TargetFacts gpu() {
  return *target_facts_from_json(nlohmann::json::parse(
      R"({"facts": 1, "id": "gpu7", "name": "A GPU", "kind": "gpu", "code": {"dialect": "ptx", "lowering": "device"},
          "threads": {"levels": [{"tag": "threadIdx.x", "max": 1024}]},
          "memories": [{"scope": "shared", "bytes": 49152, "per": "block"}]})"));
}

std::vector<TargetEntry> some_entries() {
  target::Target board = target_row("board", "cpu", "described");
  board.facts = gpu();
  target::Target theirs = target_row("npu", "npu", "not trusted");
  theirs.why = "the plugin 'npu' is not trusted, or has changed since it was";
  return target_entries(
      {target_row("cpu", "cpu", "found"), target_row("cross:aarch64", "cross", "found"),
       target_row("cross:riscv64", "cross", "failed"), theirs, target_row("lab", "cpu", "found", "lab1"), board},
      {gpu()}, {"gpu7", "cuda:0"});
}

QString draw_with_values(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
  QString text;
  for (int at = 0; at < model.rowCount(parent); ++at) {
    const QModelIndex index = model.index(at, 0, parent);
    const QString value = index.siblingAtColumn(1).data().toString();
    text += QString(depth * 2, QLatin1Char(' ')) + index.data().toString() +
            (value.isEmpty() ? QString() : QStringLiteral(": ") + value) + QLatin1Char('\n') +
            draw_with_values(model, index, depth + 1);
  }
  return text;
}

}  // namespace

class TestTargetModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What a schedule can be made for needs facts, or a connection that will have them.
  void only_what_has_facts_or_a_connection_can_be_chosen() {
    QStringList shown;
    for (const TargetEntry& entry : some_entries())
      shown << QStringLiteral("%1 %2 %3")
                   .arg(QString::fromStdString(entry.id), state_word(entry.state),
                        entry.selectable() ? QStringLiteral("yes") : QStringLiteral("no"));
    QCOMPARE(shown,
             (QStringList{QStringLiteral("cpu found yes"), QStringLiteral("cross:aarch64 found yes"),
                          QStringLiteral("cross:riscv64 failed no"), QStringLiteral("npu not trusted no"),
                          QStringLiteral("lab found yes"), QStringLiteral("board described yes"),
                          QStringLiteral("gpu7 described yes"), QStringLiteral("cuda:0 not connected here no")}));
  }

  void targets_are_shown_by_machine_and_plugin() {
    TargetTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Diagnostic broken;
    broken.message = "'targets.json' cannot be used: line 3";
    model.setTargets(some_entries(), "cross:aarch64", {broken});
    QCOMPARE(draw_with_values(model), QStringLiteral("This computer\n"
                                                     "  cpu\n"
                                                     "    cpu: found\n"
                                                     "  cross\n"
                                                     "    cross:aarch64: found, active\n"
                                                     "    cross:riscv64: failed\n"
                                                     "  npu\n"
                                                     "    npu: not trusted\n"
                                                     "lab1\n"
                                                     "  cpu\n"
                                                     "    lab: found\n"
                                                     "Not connected\n"
                                                     "  board: described\n"
                                                     "  gpu7 · A GPU: described\n"
                                                     "  cuda:0: not connected here\n"
                                                     "Not usable\n"
                                                     "  'targets.json' cannot be used: line 3: failed\n"));
    const QModelIndex npu = model.find("npu");
    QCOMPARE(npu.data(Qt::ToolTipRole).toString(),
             QStringLiteral("the plugin 'npu' is not trusted, or has changed since it was"));
    QVERIFY(model.entry(npu)->state == TargetState::NotTrusted);
    QVERIFY(!model.entry(npu.parent()) && !model.find("nobody").isValid());
    model.setTargets({}, {}, {});
    QCOMPARE(model.rowCount(), 0);
  }

  // A state has words of its own, and the tree follows it without being filled again.
  void states_of_a_connection_are_shown() {
    std::vector<TargetEntry> entries = some_entries();
    TargetTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTargets(entries, "lab", {});
    TargetEntry& lab = *std::ranges::find(entries, "lab", &TargetEntry::id);
    const auto shown = [&](target::ConnectionPhase phase, int running, int seconds = 0) {
      target::ConnectionState state;
      state.phase = phase;
      if (seconds > 0)
        state.next_try = target::ConnectionState::Clock::now() + std::chrono::milliseconds(1000 * seconds - 500);
      if (phase == target::ConnectionPhase::Lost) state.why.emplace_back().message = "'lab1' cannot be reached";
      set_connection(lab, state, running);
      model.setStates(entries);
      return model.find("lab").siblingAtColumn(TargetTreeModel::StateColumn).data().toString();
    };
    QCOMPARE(shown(target::ConnectionPhase::Connecting, 0), QStringLiteral("connecting, active"));
    QCOMPARE(shown(target::ConnectionPhase::Ready, 0), QStringLiteral("ready, active"));
    QCOMPARE(shown(target::ConnectionPhase::Busy, 3), QStringLiteral("busy, 2 waiting, active"));
    QCOMPARE(shown(target::ConnectionPhase::Lost, 0, 3), QStringLiteral("lost, next try in 3 s, active"));
    QCOMPARE(model.find("lab").data(Qt::ToolTipRole).toString(), QStringLiteral("'lab1' cannot be reached"));
    QVERIFY(lab.runs() && lab.selectable());
    QCOMPARE(shown(target::ConnectionPhase::Failed, 0), QStringLiteral("failed, active"));
    QVERIFY(lab.runs());  // it can be tried again
    set_connection(lab, std::nullopt, 1);
    QCOMPARE(state_text(lab), QStringLiteral("busy"));
    set_connection(lab, std::nullopt, 0);
    QCOMPARE(state_text(lab), QStringLiteral("found"));
  }

  void checks_are_rows_as_they_end() {
    CheckResultsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(model.add(R"({"name":"memory.apart","state":"passed","why":"","ms":1.25})"));
    QVERIFY(model.add(R"({"name":"stop.deadline","state":"failed","why":"it went on","ms":900})"));
    QVERIFY(!model.add("nestwright-plugin-check: no such target"));
    QCOMPARE(model.asText(),
             QStringLiteral("memory.apart\tpassed\t1.3 ms\t\nstop.deadline\tfailed\t900.0 ms\tit went on\n"));
    QCOMPARE(model.count(QStringLiteral("failed")), 1);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  // An emulator's times are beside real ones, and no gain is made of them: their instructions are compared.
  void targets_are_compared_by_real_times_or_by_instructions() {
    const auto run = [](const char* id, double us, const char* clock, int64_t instructions) {
      TargetRun done{id, QString::fromLatin1(id), TargetRun::State::Done, measure::RunReport(), {}};
      done.report->time = {us, us, 0, 10};
      done.report->gflops = 2;
      done.report->clock = done.report->machine.clock = clock;
      done.report->verify = measure::VerifyReport();
      if (instructions > 0) done.report->counters["instructions"] = {instructions, "1", true};
      return done;
    };
    TargetRun lost{"lab", QStringLiteral("lab"), TargetRun::State::Failed, {}, {}};
    lost.problems.emplace_back().message = "'lab' cannot be reached: no route";
    TargetRunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns({run("cpu", 100, "wall", 0), run("lab2", 50, "wall", 0), run("cross:aarch64", 9000, "emulated", 1204),
                   run("cross:riscv64", 18000, "emulated", 2408), lost, run("npu", 20, "emulated", 0)});
    QCOMPARE(model.asText(),
             QStringLiteral("Target\tCheck\tTime\tClock\tSpeed\tGain\tinstructions\n"
                            "cpu\tequal\t100.0 µs ± 0.0 %\twall\t2.00 GFLOP/s\tbaseline\t\n"
                            "lab2\tequal\t50.0 µs ± 0.0 %\twall\t2.00 GFLOP/s\t×2.00\t\n"
                            "cross:aarch64\tequal\t9.00 ms ± 0.0 %\temulated\t\tbaseline\t1204\n"
                            "cross:riscv64\tequal\t18.00 ms ± 0.0 %\temulated\t\t×0.50 in instructions\t2408\n"
                            "lab\tdid not run\t\t\t\t\t\n"
                            "npu\tequal\t20.0 µs ± 0.0 %\temulated\t\t\t\n"));
    // What is known of a row has a column.
    TargetRun known = run("cpu", 100, "wall", 0);
    known.peak = 8;
    known.report->code_bytes = 4096;
    known.assembly.resize(3);
    known.assembly[1].concern = kernel::AssemblyLine::Concern::Spill;
    TargetRunsModel single;
    single.setRuns({known, run("cross:aarch64", 9000, "emulated", 1204)});
    QCOMPARE(single.asText(),
             QStringLiteral("Target\tCheck\tTime\tClock\tSpeed\tGain\tOf its peak\tSpills\tCode\tinstructions\n"
                            "cpu\tequal\t100.0 µs ± 0.0 %\twall\t2.00 GFLOP/s\tbaseline\t25.0 %\t1\t4096\t\n"
                            "cross:aarch64\tequal\t9.00 ms ± 0.0 %\temulated\t\tbaseline\t\t\t\t1204\n"));
    QCOMPARE(single.index(0, TargetRunsModel::FirstExtra).data(Qt::ToolTipRole).toString(),
             QStringLiteral("Of 8.00 GFLOP/s that its units, clock and vectors could compute by its facts"));
    model.setBaseline(1);
    QCOMPARE(model.index(0, TargetRunsModel::GainColumn).data().toString(), QStringLiteral("×0.50"));
    QCOMPARE(model.index(2, TargetRunsModel::GainColumn).data().toString(), QStringLiteral("baseline"));
    QCOMPARE(model.index(3, TargetRunsModel::GainColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("Fewer or more instructions than on cross:aarch64. An emulator's times are compared with "
                            "nothing: they are not the device's"));
    QCOMPARE(model.index(5, TargetRunsModel::GainColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("The emulator counted no instructions, and its times are compared with nothing: they are "
                            "not the device's"));
    model.setBaseline(3);
    QCOMPARE(model.index(2, TargetRunsModel::GainColumn).data().toString(), QStringLiteral("×2.00 in instructions"));
    QCOMPARE(model.index(1, TargetRunsModel::GainColumn).data().toString(), QStringLiteral("×2.00"));
    QCOMPARE(model.index(4, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("'lab' cannot be reached: no route"));
    const measure::Machine emulator{"cross:aarch64", "N1", "77", 1, "emulated"};
    QCOMPARE(measured_text({9000, 2, 0.1}, emulator, {{"instructions", {1200000, "1", true}}}),
             QStringLiteral("9.00 ms emulated · 1.2 M instructions"));
  }

  void facts_are_grouped_as_in_their_file() {
    FactsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const TargetFacts facts = gpu();
    model.setFacts(&facts);
    const QString drawn = draw_with_values(model);
    for (const char* line :
         {"General\n", "  name: A GPU\n", "code\n", "  dialect: ptx\n", "threads\n", "  threadIdx.x · max: 1024\n",
          "memories\n", "  shared · bytes: 48 KiB (49152)\n", "  shared · per: block\n"})
      QVERIFY2(drawn.contains(QString::fromUtf8(line)), qPrintable(drawn));
    QVERIFY(*target_facts_from_json(nlohmann::json::parse(model.asJson().toStdString())) == facts);
    model.setFacts(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.asJson().isEmpty());
  }
};

NW_TEST(TestTargetModels);
#include "test_target_models.moc"
