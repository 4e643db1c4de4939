// SPDX-License-Identifier: GPL-3.0-or-later
// Records of searches: what is written is read again, whatever else is in the file.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "base/local_cpu.h"
#include "registry.h"
#include "tune/diagnostics.h"
#include "tune/records.h"

using namespace nw;
using namespace nw::tune;

class TestRecords : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)).toStdString(); }
  static nlohmann::json trial(int number, double us) {
    return {{"task", "matmul-1f3a"},
            {"trial", number},
            {"steps", {"i, j = s[C].op.axis"}},
            {"estimate_us", 90.0},
            {"time_us", {{"min", us}, {"median", us}, {"runs", 5}}}};
  }
  std::string file_with(const char* name, const std::vector<std::string>& lines) const {
    QFile file(QString::fromStdString(path(name)));
    if (!file.open(QIODevice::WriteOnly)) return {};
    for (const std::string& line : lines) file.write(line.data(), static_cast<qint64>(line.size()));
    return path(name);
  }

 private Q_SLOTS:
  void trials_come_back_with_their_task_and_machine() {
    RecordWriter writer;
    const std::string file = path("plain.jsonl");
    QVERIFY(writer.open(file).empty());
    const TargetFacts facts = local_cpu_facts();
    QVERIFY(writer.append(session_json(facts, 2, 7, "1.0")).empty());
    QVERIFY(writer.append(task_json("matmul-1f3a", "abc", "import tvm\n", 128)).empty());
    QVERIFY(writer.append(trial(1, 91.5)).empty());
    const Result<RecordFile> read = read_records(file);
    QVERIFY(read.ok() && read.diagnostics.empty());
    QCOMPARE(read.value->trials.size(), size_t{1});
    const TrialRecord& record = read.value->trials[0];
    QCOMPARE(record.computation, std::string("abc"));
    QCOMPARE(record.steps, std::vector<std::string>{"i, j = s[C].op.axis"});
    QVERIFY(record.machine && record.machine->same_as(record_machine(facts, 2)));
    QVERIFY(!record.machine->same_as(record_machine(facts, 1)));
    QCOMPARE(record.time->median, 91.5);
  }

  void a_torn_last_line_is_left_out() {
    const std::string file = file_with("torn.jsonl", {trial(1, 91.5).dump() + "\n", trial(2, 80).dump().substr(0, 40)});
    const Result<RecordFile> read = read_records(file);
    QCOMPARE(read.value->trials.size(), size_t{1});
    QCOMPARE(read.diagnostics.size(), size_t{1});
    QCOMPARE(read.diagnostics[0].code, std::string("NW4133"));
    QCOMPARE(read.diagnostics[0].message, "line 2 of '" + file + "' ends in the middle of a record and is left out");
  }

  // What comes next is on a line of its own.
  void a_torn_line_does_not_take_the_next_one_with_it() {
    const std::string file = file_with("next.jsonl", {trial(1, 91.5).dump().substr(0, 40)});
    RecordWriter writer;
    QVERIFY(writer.open(file).empty());
    QVERIFY(writer.append(trial(2, 80)).empty());
    const Result<RecordFile> read = read_records(file);
    QCOMPARE(read.value->trials.size(), size_t{1});
    QCOMPARE(read.value->trials[0].trial, 2);
  }

  void other_bad_lines_are_named_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("no JSON") << QByteArray("hello") << QByteArray("it is no JSON object");
    QTest::newRow("no steps") << QByteArray(R"({"task":"a","trial":1,"time_us":{"min":1,"median":1}})")
                              << QByteArray("key 'steps' not found");
    QTest::newRow("no time") << QByteArray(R"({"task":"a","trial":1,"steps":[]})")
                             << QByteArray("key 'time_us' not found");
    QTest::newRow("a time of 0") << QByteArray(R"({"task":"a","trial":1,"steps":[],"time_us":{"min":0,"median":1}})")
                                 << QByteArray("min must be greater than 0");
  }
  void other_bad_lines_are_named() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, why);
    const std::string file = file_with("bad.jsonl", {line.toStdString() + "\n", trial(2, 80).dump() + "\n"});
    const Result<RecordFile> read = read_records(file);
    QCOMPARE(read.value->trials.size(), size_t{1});
    QCOMPARE(read.diagnostics[0].message,
             "line 1 of '" + file + "' is no record and is left out: " + why.toStdString());
  }

  void the_best_is_the_fastest_that_ran() {
    nlohmann::json failed = trial(3, 1);
    failed.erase("time_us");
    failed["error"] = {{"code", "NW4121"}, {"text", "the kernel crashed"}};
    const std::string file =
        file_with("best.jsonl", {trial(1, 91.5).dump() + "\n", trial(2, 80).dump() + "\n", failed.dump() + "\n"});
    const Result<RecordFile> read = read_records(file);
    QCOMPARE(read.value->trials.size(), size_t{3});
    QCOMPARE(best_records(*read.value).at("matmul-1f3a").trial, 2);
  }

  void a_file_that_is_not_there_holds_nothing() {
    const Result<RecordFile> read = read_records(path("none.jsonl"));
    QVERIFY(read.ok() && read.value->lines.empty());
  }

  void a_full_disk_is_named() {
    RecordWriter writer;
    QVERIFY(writer.open("/dev/full").empty());
    const Diagnostics wrong = writer.append(trial(1, 91.5));
    QCOMPARE(wrong.size(), size_t{1});
    QCOMPARE(wrong[0].message, std::string("'/dev/full' cannot be written: No space left on device"));
  }

  void unlike_machines_are_told_apart() {
    const TargetFacts here = local_cpu_facts();
    TargetFacts other = here;
    QVERIFY(differences(here, other).empty());
    other.name = "another processor";
    other.compute.units = here.compute.units + 2;
    const std::vector<std::string> found = differences(here, other);
    QCOMPARE(found.size(), size_t{2});
    QCOMPARE(found[0], "processor: " + here.name + " and another processor");
    const Diagnostic d = unlike_machines("cpu", "board", found);
    QCOMPARE(d.message, std::string("cpu and board cannot share a search: they are unlike machines"));
    QCOMPARE(d.legal, (std::vector<std::string>{"--target cpu", "--target board"}));
  }

  void a_folder_that_is_not_there_is_an_error() {
    RecordWriter writer;
    const Diagnostics wrong = writer.open(path("no/such/file.jsonl"));
    QCOMPARE(wrong.size(), size_t{1});
    QCOMPARE(wrong[0].code, std::string("NW4001"));
  }
};

NW_TEST(TestRecords);
#include "test_records.moc"
