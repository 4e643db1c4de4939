// SPDX-License-Identifier: GPL-3.0-or-later
// `tune`, `apply` and `records`, from outside.
#include <signal.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "registry.h"

using nlohmann::json;

namespace {

const char* const kMatmul =
    "import tvm\nfrom tvm import te\n\n# computation\n"
    "Left = te.placeholder((96, 64), name=\"Left\")  # the first factor\n"
    "Right = te.placeholder((64, 80), name=\"Right\")\nk = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((96, 80), lambda y, x: te.sum(Left[y, k] * Right[k, x], axis=k), name=\"C\")\n\n"
    "# schedule\ns = te.create_schedule(C.op)\n\n# kernel\ntvm.lower(s, [Left, Right, C], name=\"product\")\n";

struct Reply {
  int exit = -1;
  json out;
  QString text, err;
};

}  // namespace

class TestTuneCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }
  QString written(const char* name, const QByteArray& bytes) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
  }
  static QByteArray text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static Reply cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(180000)) return {};
    const QByteArray out = process.readAllStandardOutput();
    return {process.exitCode(), json::parse(out.toStdString(), nullptr, false), QString::fromUtf8(out),
            QString::fromUtf8(process.readAllStandardError())};
  }
  static Reply tune(const QString& script, const QString& records, const QStringList& more) {
    return cli(QStringList{QStringLiteral("tune"), script, QStringLiteral("--records"), records} + more);
  }
  static std::vector<json> trials_of(const QString& records) {
    std::vector<json> trials;
    for (const QByteArray& line : text_of(records).split('\n')) {
      const json record = json::parse(line.toStdString(), nullptr, false);
      if (record.is_object() && record.contains("trial")) trials.push_back(record);
    }
    return trials;
  }

 private Q_SLOTS:
  void a_script_is_tuned_recorded_resumed_and_applied() {
    const QString script = written("product.py", kMatmul), records = path("product.jsonl"), best = path("best.py");
    const Reply first =
        tune(script, records, {QStringLiteral("--trials"), QStringLiteral("6"), QStringLiteral("-o"), best});
    QVERIFY2(first.exit == 0, qPrintable(first.text));
    const json task = first.out["tasks"][0];
    QCOMPARE(task["state"].get<std::string>(), std::string("done"));
    QCOMPARE(task["trials"].get<int>(), 6);
    QVERIFY(task["considered"].get<int>() > 1000);
    QVERIFY(task["best"]["verify"]["ok"] == true);
    QVERIFY(task["best"]["gain"].get<double>() > 1);
    QCOMPARE(trials_of(records).size(), size_t{6});
    // The computation stays as it is written.
    QVERIFY(text_of(best).contains("# the first factor"));
    const Reply run = cli({QStringLiteral("run"), best, QStringLiteral("--verify")});
    QVERIFY2(run.exit == 0, qPrintable(run.text));

    // Records are not overwritten, and nothing in them is measured again.
    const Reply refused = tune(script, records, {QStringLiteral("--trials"), QStringLiteral("6")});
    QCOMPARE(refused.exit, 1);
    QCOMPARE(refused.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4131"));
    const Reply more =
        tune(script, records, {QStringLiteral("--trials"), QStringLiteral("9"), QStringLiteral("--resume")});
    QVERIFY2(more.exit == 0, qPrintable(more.text));
    QCOMPARE(more.out["resumed"].get<int>(), 6);
    QCOMPARE(more.out["tasks"][0]["trials"].get<int>(), 3);
    std::set<json> steps;
    for (const json& trial : trials_of(records)) QVERIFY(steps.insert(trial["steps"]).second);
    QCOMPARE(steps.size(), size_t{9});

    const Reply listed = cli({QStringLiteral("records"), records, QStringLiteral("--best")});
    QCOMPARE(listed.out["tasks"].size(), size_t{1});
    QVERIFY(!listed.out["tasks"][0]["best"].is_null());
    const QString applied = path("applied.py");
    const Reply apply = cli({QStringLiteral("apply"), records, script, QStringLiteral("-o"), applied});
    QVERIFY2(apply.exit == 0, qPrintable(apply.text));
    QVERIFY(apply.out["tasks"][0]["trial"].is_number());
    QVERIFY(cli({QStringLiteral("run"), applied, QStringLiteral("--verify")}).exit == 0);
    const QString log = path("ansor.json");
    const Reply ansor = cli({QStringLiteral("records"), records, QStringLiteral("--as"), QStringLiteral("ansor"),
                             QStringLiteral("-o"), log});
    QVERIFY2(ansor.exit == 0, qPrintable(ansor.text));
    QVERIFY(text_of(log).contains("\"v0.6\""));
  }

  void records_of_another_computation_name_what_differs() {
    QByteArray wider = kMatmul;
    wider.replace("(64, 80)", "(64, 96)").replace("(96, 80)", "(96, 96)");
    const QString script = written("small.py", kMatmul), other = written("wider.py", wider),
                  records = path("small.jsonl");
    QVERIFY(tune(script, records, {QStringLiteral("--trials"), QStringLiteral("2")}).exit == 0);
    const Reply apply = cli({QStringLiteral("apply"), records, other});
    QCOMPARE(apply.out["tasks"].size(), size_t{0});
    const json unmatched = apply.out["diagnostics"][1];
    QCOMPARE(unmatched["code"].get<std::string>(), std::string("NW4134"));
    QCOMPARE(unmatched["because"][1].get<std::string>(),
             std::string("Right is (64, 80) float32 in the record, (64, 96) float32 here"));
    QCOMPARE(unmatched["because"][2].get<std::string>(),
             std::string("C is (96, 80) float32 in the record, (96, 96) float32 here"));
  }

  void a_kernel_of_few_operations_is_skipped() {
    QByteArray small = kMatmul;
    small.replace("(96, 64)", "(4, 4)")
        .replace("(64, 80)", "(4, 4)")
        .replace("(96, 80)", "(4, 4)")
        .replace("(0, 64)", "(0, 4)");
    const Reply reply = tune(written("few.py", small), path("few.jsonl"), {});
    QCOMPARE(reply.exit, 0);
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("skipped"));
    QCOMPARE(reply.out["tasks"][0]["why"].get<std::string>(), std::string("NW4132"));
    // The task is the place, and there is nothing to record.
    QVERIFY(reply.out["diagnostics"][0]["where"][0]["task"] == reply.out["tasks"][0]["task"]);
    QVERIFY(reply.out["records"].is_null() && !QFile::exists(path("few.jsonl")));
  }

  void an_open_size_is_no_error_of_the_others() {
    QByteArray open = kMatmul;
    open.replace("# computation\n", "# computation\nn = te.var(\"n\")\n").replace("(96, ", "(n, ");
    const Reply reply = tune(written("open.py", open), path("open.jsonl"), {});
    QCOMPARE(reply.exit, 0);
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("skipped"));
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4111"));
    QCOMPARE(reply.out["diagnostics"][0]["severity"].get<std::string>(), std::string("warning"));
  }

  // The seconds are those of the whole command; a task that had no turn says so.
  void a_model_whose_time_is_over_says_which_tasks_had_no_turn() {
    const QString model = written("two.relay",
                                  "fn (%x: Tensor[(64, 96), float32], %w: Tensor[(80, 96), float32], %v: Tensor[(48, "
                                  "80), float32]) {\n  nn.dense(nn.softmax(nn.dense(%x, %w)), %v)\n}\n");
    const Reply reply = tune(model, path("two.jsonl"), {QStringLiteral("--seconds"), QStringLiteral("0.001")});
    QCOMPARE(reply.exit, 1);
    size_t without = 0;
    for (const json& task : reply.out["tasks"]) without += task["why"] == "NW4136";
    QCOMPARE(without, reply.out["tasks"].size() - 1);
  }

  // Fewer trials than tasks: each has its start measured all the same, and is its own best.
  void a_model_with_fewer_trials_than_tasks_measures_every_start() {
    const QString model = written("three.relay",
                                  "fn (%x: Tensor[(64, 96), float32], %w: Tensor[(80, 96), float32], %v: Tensor[(48, "
                                  "80), float32]) {\n  nn.dense(nn.softmax(nn.dense(%x, %w)), %v)\n}\n");
    const Reply reply = tune(model, path("three.jsonl"), {QStringLiteral("--trials"), QStringLiteral("1")});
    QVERIFY2(reply.exit == 0, qPrintable(reply.text));
    QCOMPARE(reply.out["tasks"].size(), size_t{3});
    int64_t trials = 0;
    for (const json& task : reply.out["tasks"]) {
      QVERIFY(!task["best"].is_null());
      trials += task["trials"].get<int64_t>();
    }
    QCOMPARE(trials, int64_t{1});
  }

  void a_project_keeps_what_was_found_and_where_the_records_are() {
    const QString model = written("dense.relay",
                                  "fn (%x: Tensor[(64, 96), float32], %w: Tensor[(80, 96), float32]) {\n  "
                                  "nn.relu(nn.dense(%x, %w))\n}\n"),
                  records = path("dense.jsonl"), project = path("dense.nest");
    const Reply reply =
        tune(model, records, {QStringLiteral("--trials"), QStringLiteral("3"), QStringLiteral("-o"), project});
    QVERIFY2(reply.exit == 0, qPrintable(reply.text));
    const std::string key = reply.out["tasks"][0]["task"].get<std::string>();
    const json saved = json::parse(text_of(project).toStdString());
    QCOMPARE(saved["tuning"]["records"].get<std::string>(), std::string("dense.jsonl"));
    const json& task = saved["tuning"]["tasks"][key];
    QCOMPARE(task["trials"].get<int>(), 3);
    QVERIFY(task["best_us"] == reply.out["tasks"][0]["best"]["time_us"]["median"]);
    QVERIFY(task["start_us"] == reply.out["tasks"][0]["start"]["time_us"]["median"]);
    QVERIFY(!task["machine"]["cpu"].get<std::string>().empty());
    // A schedule is put to use only if it is faster than the one that the task has.
    const bool start_is_best = reply.out["tasks"][0]["best"]["trial"] == 0;
    QCOMPARE(saved["kernels"].contains(key), !start_is_best);

    // `apply` puts the fastest of the records to use in the project itself; `script` and `emit` take it.
    const Reply applied = cli({QStringLiteral("apply"), records, project});
    QVERIFY2(applied.exit == 0, qPrintable(applied.text));
    const json with_schedule = json::parse(text_of(project).toStdString());
    const QString group = QString::number(reply.out["tasks"][0]["groups"][0].get<int>());
    const Reply script = cli({QStringLiteral("script"), project, QStringLiteral("--group"), group});
    QVERIFY(script.out["script"] == with_schedule["kernels"][key]["scripts"]["tuned"]);
    const QString python = path("dense.py");
    const Reply emitted = cli({QStringLiteral("emit"), project, QStringLiteral("--group"), group,
                               QStringLiteral("--as"), QStringLiteral("te"), QStringLiteral("-o"), python});
    QVERIFY2(emitted.exit == 0, qPrintable(emitted.text));
    QVERIFY(text_of(python).contains("te.create_schedule"));
    const Reply plain = cli({QStringLiteral("script"), project, QStringLiteral("--group"), group,
                             QStringLiteral("--schedule"), QStringLiteral("none")});
    QVERIFY(plain.out["script"] != script.out["script"]);
    QCOMPARE(with_schedule["tuning"]["tasks"][key]["trials"].get<int>(), 3);
  }

  // Three forms of a mark: 3 sizes, 2 pragma values, with and without the unrolling. A loop of one turn is the same
  // nest unrolled or not, so 2 of these 12 are measured no second time.
  void the_marks_of_a_script_are_a_space() {
    QByteArray marked = kMatmul;
    marked.replace("s = te.create_schedule(C.op)\n",
                   "s = te.create_schedule(C.op)\ny, x = s[C].op.axis\nk = s[C].op.reduce_axis[0]\n"
                   "xo, xi = s[C].split(x, factor=8)  # tune: factors max=4\n"
                   "s[C].reorder(y, xo, k, xi)\ns[C].pragma(y, \"auto_unroll_max_step\", 0)  # tune: 0 16\n"
                   "s[C].unroll(xi)  # tune: optional\n");
    const Reply reply =
        tune(written("marked.py", marked), path("marked.jsonl"), {QStringLiteral("--space"), QStringLiteral("knobs")});
    QVERIFY2(reply.exit == 0, qPrintable(reply.text));
    const json task = reply.out["tasks"][0];
    QCOMPARE(task["state"].get<std::string>(), std::string("exhausted"));
    QCOMPARE(task["trials"].get<int>() + task["refused"]["illegal"].get<int>(), 10);
    QCOMPARE(task["space"].get<double>(), 12.0);
    for (const json& trial : trials_of(path("marked.jsonl"))) QCOMPARE(trial["knobs"]["entity"].size(), size_t{3});
  }

  void a_bad_mark_ends_the_search_before_it_begins() {
    QByteArray marked = kMatmul;
    marked.replace("name=\"Right\")", "name=\"Right\")  # tune: 4 8");
    const Reply reply = tune(written("badmark.py", marked), path("badmark.jsonl"),
                             {QStringLiteral("--space"), QStringLiteral("knobs")});
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4138"));
    QCOMPARE(reply.out["diagnostics"][0]["message"].get<std::string>(),
             std::string("'# tune: 4 8' is no list of values: the line is no step of the schedule"));
    QVERIFY(!QFile::exists(path("badmark.jsonl")));
  }

  void a_script_without_marks_has_no_space_of_them() {
    const Reply reply =
        tune(written("nomark.py", kMatmul), path("nomark.jsonl"), {QStringLiteral("--space"), QStringLiteral("knobs")});
    QCOMPARE(reply.exit, 0);
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("skipped"));
    QCOMPARE(reply.out["tasks"][0]["why"].get<std::string>(), std::string("NW4132"));
    QVERIFY(reply.out["diagnostics"][0]["message"].get<std::string>().ends_with(": its script has no '# tune:' mark"));
  }

  void one_bad_script_harms_no_other() {
    const QString good = written("good.py", kMatmul), bad = written("bad.py", "this is no script\n");
    const Reply reply = cli({QStringLiteral("tune"), bad, good, QStringLiteral("--records"), path("both.jsonl"),
                             QStringLiteral("--trials"), QStringLiteral("2"), QStringLiteral("-o"), path("both")});
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("failed"));
    QCOMPARE(reply.out["tasks"][1]["state"].get<std::string>(), std::string("done"));
    const QString key = QString::fromStdString(reply.out["tasks"][1]["task"].get<std::string>());
    QVERIFY(QFile::exists(path("both") + QLatin1Char('/') + key + QStringLiteral(".py")));
  }

  void bad_usage_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("code");
    const QStringList trials{QStringLiteral("--trials"), QStringLiteral("0")};
    QTest::newRow("no trials") << trials << 2 << QByteArray("NW4002");
    const QStringList line{QStringLiteral("--keep"), QStringLiteral("1")};
    QTest::newRow("a kept line that is no step") << line << 1 << QByteArray("NW4137");
    const QStringList text{QStringLiteral("--keep"), QStringLiteral("a-b")};
    QTest::newRow("kept lines that are none") << text << 2 << QByteArray("NW4002");
    const QStringList early{QStringLiteral("--seconds"), QStringLiteral("1e-6")};
    QTest::newRow("no time at all") << early << 0 << QByteArray();
  }
  void bad_usage() {
    QFETCH(QStringList, options);
    QFETCH(int, exit);
    QFETCH(QByteArray, code);
    const QString records = path("usage.jsonl");
    QFile::remove(records);
    const Reply reply = tune(written("usage.py", kMatmul), records, options);
    QVERIFY2(reply.exit == exit, qPrintable(reply.text));
    if (!code.isEmpty()) QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), code.toStdString());
  }

  static bool reports_trial(QProcess& process, int trial) {
    const QByteArray awaited = "\"trial\":" + QByteArray::number(trial);
    QByteArray progress;
    return QTest::qWaitFor(
        [&] {
          progress += process.readAllStandardError();
          return progress.contains(awaited);
        },
        120000);
  }

  // What was measured until then stands, in the report and in the records.
  void an_interrupt_ends_the_search_with_a_report() {
    QProcess process;
    const QString records = path("interrupted.jsonl");
    process.start(
        QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
        {QStringLiteral("tune"), written("interrupted.py", kMatmul), QStringLiteral("--records"), records,
         QStringLiteral("--trials"), QStringLiteral("100000"), QStringLiteral("--progress"), QStringLiteral("--json")});
    QVERIFY(process.waitForStarted());
    QVERIFY(reports_trial(process, 3));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30000));
    QCOMPARE(process.exitCode(), 0);
    const json reply = json::parse(process.readAllStandardOutput().toStdString());
    QCOMPARE(reply["tasks"][0]["state"].get<std::string>(), std::string("stopped"));
    QCOMPARE(trials_of(records).size(), reply["trials"].get<size_t>());
  }

  void a_kill_loses_no_record() {
    const QString script = written("killed.py", kMatmul), records = path("killed.jsonl");
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  {QStringLiteral("tune"), script, QStringLiteral("--records"), records, QStringLiteral("--progress")});
    QVERIFY(process.waitForStarted());
    QVERIFY(reports_trial(process, 3));
    process.kill();
    QVERIFY(process.waitForFinished(30000));
    const size_t there = trials_of(records).size();
    QVERIFY(there >= 3);
    const Reply more =
        tune(script, records, {QStringLiteral("--resume"), QStringLiteral("--trials"), QString::number(there + 2)});
    QCOMPARE(more.out["resumed"].get<size_t>(), there);
    QCOMPARE(trials_of(records).size(), there + 2);
  }
};

NW_TEST(TestTuneCommand);
#include "test_tune.moc"
