// SPDX-License-Identifier: GPL-3.0-or-later
// A search that several runners share: programs that are started by a command, as on another machine.
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

const char* const kProduct =
    "import tvm\nfrom tvm import te\nA = te.placeholder((96, 64), name=\"A\")\n"
    "B = te.placeholder((64, 80), name=\"B\")\nk = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((96, 80), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\ntvm.lower(s, [A, B, C], name=\"product\")\n";

// Starts a runner unless the file "dead" is there, and keeps its process id.
const char* const kMortal =
    "#!/bin/sh\nhere=$(dirname \"$0\")\n[ -e \"$here/dead\" ] && exit 1\n"
    "echo $$ > \"$here/pid\"\nexec \"$@\"\n";

}  // namespace

class TestTuneRunners : public QObject {
  Q_OBJECT

  QTemporaryDir home_;

  QString path(const char* name) const { return home_.filePath(QString::fromUtf8(name)); }
  QString written(const char* name, const QByteArray& bytes) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
  }
  QProcessEnvironment environment() const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"})
      environment.remove(QString::fromLatin1(name));
    environment.insert(QStringLiteral("HOME"), home_.path());
    return environment;
  }
  void start(QProcess& process, const QStringList& arguments) const {
    process.setProcessEnvironment(environment());
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments);
  }
  int cli(const QStringList& arguments) const {
    QProcess process;
    start(process, arguments);
    return process.waitForFinished(60000) ? process.exitCode() : -1;
  }
  bool add(const char* name, const QStringList& command) const {
    return cli(QStringList{QStringLiteral("targets"), QStringLiteral("add"), QString::fromUtf8(name),
                           QStringLiteral("--carrier"), QStringLiteral("command"), QStringLiteral("--")} +
               command + QStringList{QStringLiteral("{runner}")}) == 0;
  }
  QStringList tune(const char* records, int trials, const char* targets) const {
    return {QStringLiteral("tune"),       path("k.py"),
            QStringLiteral("--records"),  path(records),
            QStringLiteral("--trials"),   QString::number(trials),
            QStringLiteral("--target"),   QString::fromUtf8(targets),
            QStringLiteral("--progress"), QStringLiteral("--json")};
  }
  std::vector<json> trials(const char* records) const {
    std::vector<json> found;
    QFile file(path(records));
    if (!file.open(QIODevice::ReadOnly)) return found;
    for (const QByteArray& line : file.readAll().split('\n')) {
      json record = json::parse(line.toStdString(), nullptr, false);
      if (record.is_object() && record.contains("trial")) found.push_back(std::move(record));
    }
    return found;
  }
  static std::set<std::string> runners(const std::vector<json>& trials) {
    std::set<std::string> names;
    for (const json& trial : trials) names.insert(trial["runner"].get<std::string>());
    return names;
  }

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(!written("k.py", kProduct).isEmpty());
    QVERIFY(!written("mortal.sh", kMortal).isEmpty());
    QFile::setPermissions(path("mortal.sh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY(add("first", {}) && add("second", {QStringLiteral("env")}) && add("mortal", {path("mortal.sh")}));
    QCOMPARE(cli({QStringLiteral("targets"), QStringLiteral("--probe")}), 0);
  }

  void two_runners_share_the_candidates() {
    QProcess process;
    start(process, tune("shared.jsonl", 8, "first,second"));
    QVERIFY(process.waitForFinished(180000));
    QCOMPARE(process.exitCode(), 0);
    const std::vector<json> measured = trials("shared.jsonl");
    QCOMPARE(measured.size(), size_t{8});
    QCOMPARE(runners(measured), (std::set<std::string>{"first", "second"}));
  }

  // What it was measuring is measured by the other one, and nothing twice.
  void a_runner_that_dies_gives_its_candidate_back() {
    QProcess process;
    start(process, tune("mortal.jsonl", 16, "first,mortal"));
    QByteArray progress;
    QVERIFY(QTest::qWaitFor(
        [&] {
          progress += process.readAllStandardError();
          return progress.count("\"trial\"") >= 4;
        },
        120000));
    QVERIFY(!written("dead", "").isEmpty());
    QFile pid(path("pid"));
    QVERIFY(pid.open(QIODevice::ReadOnly));
    ::kill(pid.readAll().trimmed().toInt(), SIGKILL);
    QVERIFY(process.waitForFinished(180000));
    const json reply = json::parse(process.readAllStandardOutput().toStdString());
    QCOMPARE(process.exitCode(), 0);
    const std::vector<json> measured = trials("mortal.jsonl");
    QCOMPARE(measured.size(), size_t{16});
    std::set<std::string> schedules;
    for (const json& trial : measured) {
      QVERIFY2(trial.contains("time_us"), trial.dump().c_str());
      QVERIFY(schedules.insert(trial["steps"].dump()).second);
    }
    QCOMPARE(measured.back()["runner"].get<std::string>(), std::string("first"));
    // The search went on: a warning.
    const json& lost = reply["diagnostics"].back();
    QCOMPARE(lost["severity"].get<std::string>(), std::string("warning"));
    QCOMPARE(lost["because"].back().get<std::string>(),
             std::string("its candidates went to the other runners: mortal measures no more in this search"));
  }

  void machines_that_make_other_code_are_unlike() {
    QProcess process;
    start(process, tune("unlike.jsonl", 4, "cpu,first"));
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 1);
    const json wrong = json::parse(process.readAllStandardOutput().toStdString())["diagnostics"][0];
    QCOMPARE(wrong["code"].get<std::string>(), std::string("NW4140"));
    QVERIFY2(wrong["because"][0].get<std::string>().starts_with("code is made for: this computer's processor and "),
             wrong.dump().c_str());
  }
};

NW_TEST(TestTuneRunners);
#include "test_tune_runners.moc"
