// SPDX-License-Identifier: GPL-3.0-or-later
// `tune` and `records` where files, options or the machine are not as they should be: nothing is lost, nothing hangs,
// and what is wrong is named.
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

namespace {

QByteArray product(const QByteArray& schedule = {}, const QByteArray& depth = "64") {
  return "import tvm\nfrom tvm import te\n\n# computation\n"
         "Left = te.placeholder((96, " +
         depth + "), name=\"Left\")\nRight = te.placeholder((" + depth +
         ", 80), name=\"Right\")\nk = te.reduce_axis((0, " + depth +
         "), name=\"k\")\nC = te.compute((96, 80), lambda y, x: te.sum(Left[y, k] * Right[k, x], axis=k), "
         "name=\"C\")\n\n"
         "# schedule\ns = te.create_schedule(C.op)\n" +
         schedule + "\n# kernel\ntvm.lower(s, [Left, Right, C], name=\"product\")\n";
}

const QString kCli = QStringLiteral(NW_BIN_DIR "/nestwright-cli");

struct TuneReply {
  int exit = -1;
  json out;
  QByteArray text;

  bool has(const char* code) const {
    for (const json& d : out.value("diagnostics", json::array()))
      if (d["code"] == code) return true;
    return false;
  }
};

TuneReply finished(QProcess& process) {
  if (!process.waitForFinished(180000)) return {};
  const QByteArray text = process.readAllStandardOutput();
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          json::parse(text.toStdString(), nullptr, false), text};
}

TuneReply cli(const QStringList& arguments) {
  QProcess process;
  process.start(kCli, arguments + QStringList{QStringLiteral("--json")});
  return finished(process);
}

std::vector<json> trials_of(const QString& records) {
  std::vector<json> trials;
  QFile file(records);
  if (!file.open(QIODevice::ReadOnly)) return trials;
  for (const QByteArray& line : file.readAll().split('\n')) {
    const json record = json::parse(line.toStdString(), nullptr, false);
    if (record.is_object() && record.contains("trial")) trials.push_back(record);
  }
  return trials;
}

// Processes of that name among the descendants of another.
std::vector<qint64> descendants(qint64 of, const QByteArray& name) {
  std::vector<qint64> found;
  for (const QString& entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    bool number = false;
    const qint64 pid = entry.toLongLong(&number);
    if (!number) continue;
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid)), command(QStringLiteral("/proc/%1/cmdline").arg(pid));
    if (!stat.open(QIODevice::ReadOnly) || !command.open(QIODevice::ReadOnly)) continue;
    const QByteArray text = stat.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 2 || fields[1].toLongLong() != of) continue;
    if (command.readAll().contains(name)) found.push_back(pid);
    for (const qint64 inner : descendants(pid, name)) found.push_back(inner);
  }
  return found;
}

}  // namespace

class TestTuneBadInput : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }
  QString written(const char* name, const QByteArray& bytes) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
  }
  static QStringList tune(const QString& script, const QString& records, const char* more) {
    return QStringList{QStringLiteral("tune"), script, QStringLiteral("--records"), records} +
           QString::fromUtf8(more).split(QLatin1Char(' '), Qt::SkipEmptyParts);
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

 private Q_SLOTS:
  void records_of_a_gigabyte_are_refused() {
    const QString records = path("huge.jsonl");
    QFile file(records);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{1} << 30));  // a hole: it takes no space
    const TuneReply reply = cli(tune(written("a.py", product()), records, "--resume"));
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW1001"));
  }

  void records_that_are_a_folder_are_refused() {
    const TuneReply reply = cli(tune(written("b.py", product()), folder_.path(), "--resume"));
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW1001"));
  }

  void a_model_with_an_error_is_tuned_as_far_as_it_is_read() {
    const QString model = written("faulty.relay",
                                  "#[version = \"0.0.5\"]\n"
                                  "def @main(%x: Tensor[(96, 64), float32], %w: Tensor[(80, 64), float32]) {\n"
                                  "  %0 = nn.relu(%y);\n  nn.dense(%x, %w)\n}\n");
    const TuneReply reply = cli(tune(model, path("faulty.jsonl"), "--trials 1"));
    QVERIFY2(reply.exit == 1 && reply.has("NW1202"), reply.text.constData());
    QCOMPARE(reply.out["tasks"].size(), size_t{1});
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("done"));
  }

  void a_script_that_is_missing_leaves_the_others() {
    const TuneReply reply =
        cli({QStringLiteral("tune"), path("missing.py"), written("there.py", product()), QStringLiteral("--records"),
             path("there.jsonl"), QStringLiteral("--trials"), QStringLiteral("1")});
    QVERIFY2(reply.exit == 1 && reply.has("NW1001"), reply.text.constData());
    QCOMPARE(reply.out["tasks"].size(), size_t{2});
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("failed"));
    QCOMPARE(reply.out["tasks"][1]["state"].get<std::string>(), std::string("done"));
  }

  void a_disk_that_is_full_ends_the_search() {
    const QString records = path("full.jsonl");
    QProcess process;
    process.start(QStringLiteral("bash"),
                  {QStringLiteral("-c"), QStringLiteral("trap '' XFSZ; ulimit -f 4; exec \"$@\""), QStringLiteral("-"),
                   kCli, QStringLiteral("tune"), written("c.py", product()), QStringLiteral("--records"), records,
                   QStringLiteral("--trials"), QStringLiteral("1000"), QStringLiteral("--json")});
    const TuneReply reply = finished(process);
    QVERIFY2(reply.has("NW4001"), reply.text.constData());
    QVERIFY(reply.out["trials"].get<int>() < 100);
    QVERIFY(QFile(records).size() <= 4096);
    QVERIFY(!reply.out["tasks"][0]["best"].is_null());
  }

  void a_trial_that_is_recorded_twice_counts_once() {
    const QString script = written("d.py", product()), records = path("d.jsonl");
    QVERIFY(cli(tune(script, records, "--trials 3")).exit == 0);
    QFile file(records);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray all = file.readAll();
    file.write(all);
    file.close();
    const TuneReply reply = cli(tune(script, records, "--trials 5 --resume"));
    QCOMPARE(reply.out["resumed"].get<int>(), 3);
    QCOMPARE(reply.out["trials"].get<int>(), 2);
  }

  // Their schedules are measured here first; their times count for nothing.
  void records_of_another_machine_are_where_a_search_starts() {
    const QString script = written("e3.py", product()), records = path("e3.jsonl");
    QVERIFY(cli(tune(script, records, "--trials 3")).exit == 0);
    QFile file(records);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text;
    for (const QByteArray& line : file.readAll().split('\n')) {
      json record = json::parse(line.toStdString(), nullptr, false);
      if (!record.is_object()) continue;
      if (record.contains("machine")) record["machine"]["cpu"] = "another one";
      text += QByteArray::fromStdString(record.dump()) + "\n";
    }
    const TuneReply reply = cli(tune(script, written("e4.jsonl", text), "--trials 4 --resume"));
    QVERIFY2(reply.exit == 0, reply.text.constData());
    QCOMPARE(reply.out["resumed"].get<int>(), 0);
    QCOMPARE(reply.out["trials"].get<int>(), 4);
    QVERIFY(reply.out["tasks"][0]["seeds"].get<int>() > 0);
  }

  void a_clock_that_steps_back_does_not_matter() {
    const QString script = written("e.py", product()), records = path("e.jsonl");
    QVERIFY(cli(tune(script, records, "--trials 2")).exit == 0);
    QFile file(records);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text;
    for (const QByteArray& line : file.readAll().split('\n')) {
      json record = json::parse(line.toStdString(), nullptr, false);
      if (!record.is_object()) continue;
      record["at"] = 4102444800;  // years from now
      text += QByteArray::fromStdString(record.dump()) + "\n";
    }
    const TuneReply reply = cli(tune(script, written("e2.jsonl", text), "--trials 4 --resume"));
    QCOMPARE(reply.exit, 0);
    QCOMPARE(reply.out["resumed"].get<int>(), 2);
  }

  void two_programs_write_to_one_file() {
    const QString script = written("f.py", product()), other = written("g.py", product({}, "48")),
                  records = path("f.jsonl");
    QProcess first, second;
    first.start(kCli, tune(script, records, "--trials 8 --resume --json"));
    second.start(kCli, tune(other, records, "--trials 8 --resume --json"));
    QCOMPARE(finished(first).exit, 0);
    QCOMPARE(finished(second).exit, 0);
    QCOMPARE(trials_of(records).size(), size_t{16});
    QVERIFY(cli({QStringLiteral("records"), records}).out["diagnostics"].empty());
  }

  void a_size_without_a_value_is_named() {
    QByteArray open = product();
    open.replace("# computation\n", "# computation\nn = te.var(\"n\")\n")
        .replace("(96, 64)", "(n, 64)")
        .replace("(96, 80)", "(n, 80)");
    const TuneReply reply = cli(tune(written("h.py", open), path("h.jsonl"), ""));
    QCOMPARE(reply.exit, 0);
    QCOMPARE(reply.out["tasks"][0]["state"].get<std::string>(), std::string("skipped"));
    QCOMPARE(reply.out["tasks"][0]["why"].get<std::string>(), std::string("NW4111"));
    const TuneReply given = cli(tune(written("h.py", open), path("h.jsonl"), "--resume --trials 2 --set n=96"));
    QVERIFY2(given.exit == 0, given.text.constData());
  }

  // The runner is another process; its candidate is measured again.
  void a_runner_that_is_killed_costs_no_trial() {
    const QString records = path("killed.jsonl");
    QProcess process;
    process.start(kCli, tune(written("i.py", product()), records, "--trials 60 --progress --json"));
    QVERIFY(process.waitForStarted());
    QVERIFY(reports_trial(process, 2));
    size_t killed = 0;
    const bool met = QTest::qWaitFor(
        [&] {
          for (const qint64 runner : descendants(process.processId(), "nestwright-runner"))
            killed += ::kill(static_cast<pid_t>(runner), SIGKILL) == 0;
          return killed > 0;
        },
        20000);
    QVERIFY(met);
    const TuneReply reply = finished(process);
    QVERIFY2(reply.exit == 0, reply.text.constData());
    QCOMPARE(reply.out["trials"].get<int>(), 60);
    for (const json& trial : trials_of(records)) QVERIFY2(trial.contains("time_us"), trial.dump().c_str());
  }

  void several_runners_share_the_candidates() {
    const QString records = path("shared.jsonl");
    const TuneReply reply = cli(tune(written("j.py", product()), records, "--trials 12 --target cpu,cpu"));
    QVERIFY2(reply.exit == 0, reply.text.constData());
    const std::vector<json> trials = trials_of(records);
    QCOMPARE(trials.size(), size_t{12});
    for (const json& trial : trials) QCOMPARE(trial["runner"].get<std::string>(), std::string("cpu"));
  }

  void a_target_that_is_not_there_is_named() {
    const TuneReply reply = cli(tune(written("k.py", product()), path("k.jsonl"), "--target cpu,moon"));
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4201"));
  }

  // Half a million statements: whatever becomes of it within the deadline, the search goes on.
  void a_giant_unrolled_start_harms_no_candidate() {
    const QByteArray unrolled = "y, x = s[C].op.axis\ns[C].unroll(y)\ns[C].unroll(x)\ns[C].unroll(k)\n";
    const TuneReply reply = cli(tune(written("l.py", product(unrolled)), path("l.jsonl"), "--trials 2 --deadline 3"));
    QVERIFY2(reply.exit == 0, reply.text.constData());
    QCOMPARE(reply.out["trials"].get<int>(), 2);
    QVERIFY(reply.out["tasks"][0]["best"]["verify"]["ok"] == true);
  }

  void an_interrupt_while_it_compiles_ends_at_once() {
    const QByteArray unrolled = "y, x = s[C].op.axis\ns[C].unroll(y)\ns[C].unroll(x)\ns[C].unroll(k)\n";
    QProcess process;
    process.start(kCli,
                  tune(written("m.py", product(unrolled)), path("m.jsonl"), "--deadline 60 --trials 100000 --json"));
    QVERIFY(process.waitForStarted());
    QTest::qWait(8000);  // the peaks are measured; from here on there is always a kernel with LLVM
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(15000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const json reply = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QVERIFY(reply.is_object());
  }

  void from_and_keep_exclude_each_other() {
    QCOMPARE(cli(tune(written("n.py", product()), path("n.jsonl"), "--from x.json --keep 3")).exit, 2);
  }

  void records_to_start_from_must_be_there() {
    const TuneReply reply = cli(tune(written("o.py", product()), path("o.jsonl"), "--from nothing.json"));
    QCOMPARE(reply.exit, 1);
    QCOMPARE(reply.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW1001"));
  }

  // What fits comes first; what does not is named.
  void logs_of_ansor_are_where_a_search_starts() {
    const QByteArray line =
        "{\"i\":[[\"[\\\"0a\\\", [96, 64], [64, 80], [96, 80]]\",\"llvm\"],[[],[[\"SP\",2,1,80,[16],1],"
        "[\"RE\",2,[0,1,3,2]],[\"AN\",2,3,2]]]],\"r\":[[0.001],0,1,1],\"v\":\"v0.6\"}\n";
    QByteArray wrong = line;
    wrong.replace("[64, 80]", "[64, 88]").replace("[96, 80]", "[96, 88]");
    const QString records = path("p.jsonl");
    const TuneReply reply = cli(tune(written("p.py", product()), records, "--trials 4 --from") +
                                QStringList{written("p.json", line + wrong)});
    QVERIFY2(reply.exit == 0, reply.text.constData());
    QCOMPARE(reply.out["tasks"][0]["seeds"].get<int>(), 1);
    QVERIFY2(reply.has("NW4134"), reply.text.constData());
  }
};

NW_TEST(TestTuneBadInput);
#include "test_tune_bad_input.moc"
