// SPDX-License-Identifier: GPL-3.0-or-later
// Records in the forms of other tools: only those whose whole schedule the tool can express.
#include <QTest>

#include "registry.h"
#include "tune/kernel.h"
#include "tune/knobs.h"
#include "tune/write_records.h"

using namespace nw;
using namespace nw::tune;
using nlohmann::json;

namespace {

const char* const kScript =
    "import tvm\nfrom tvm import te\n\n# computation\nA = te.placeholder((64, 32), name=\"A\")\n"
    "B = te.compute((64, 32), lambda y, x: A[y, x] * 2.0, name=\"B\")\n\n# schedule\n"
    "s = te.create_schedule(B.op)\ny, x = s[B].op.axis\nxo, xi = s[B].split(x, factor=8)  # tune: 4 8 16\n"
    "s[B].reorder(xo, y, xi)  # tune: order\ns[B].unroll(xi)  # tune: optional\n\n"
    "# kernel\ntvm.lower(s, [A, B], name=\"double\")\n";

TrialRecord trial_of(std::vector<std::string> steps, double us, int64_t number = 1) {
  const TunedKernel kernel = *read_kernel(kScript).value;
  TrialRecord trial;
  trial.task = kernel.key;
  trial.trial = number;
  trial.steps = std::move(steps);
  trial.time = measure::Timing{us, us, 0, 5};
  trial.computation = kernel.computation;
  trial.script = script_of(kernel, {});
  trial.raw = R"({"spent_ms":{"compile":50,"measure":100},"at":1600000000})";
  return trial;
}

const std::vector<std::string> kPlain{"y, x = s[B].op.axis", "s[B].parallel(y)"};
// No tool has double buffers.
const std::vector<std::string> kOwn{"y, x = s[B].op.axis", "A_local = s.cache_read(A, \"local\", [B])",
                                    "s[A_local].compute_at(s[B], y)", "s[A_local].double_buffer()"};

}  // namespace

class TestWriteRecords : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_record_of_ansor_has_the_time() {
    const WrittenRecords written = write_records({trial_of(kPlain, 250)}, RecordForm::Ansor, false);
    QVERIFY(written.diagnostics.empty());
    const json line = json::parse(written.files[0].bytes);
    QCOMPARE(line["r"][0][0].get<double>(), 250e-6);
    QCOMPARE(line["i"][1][1].dump(), std::string(R"([["AN",1,0,3]])"));
  }

  void what_cannot_be_expressed_is_refused_and_named() {
    for (const RecordForm form : {RecordForm::Ansor, RecordForm::MetaSchedule}) {
      const WrittenRecords written = write_records({trial_of(kOwn, 100, 7)}, form, false);
      QCOMPARE(written.records, 0);
      QCOMPARE(written.diagnostics.size(), size_t{2});
      QVERIFY(written.diagnostics[0].message.starts_with("trial 7 of double-"));
      QCOMPARE(written.diagnostics[0].severity, Severity::Warning);
      QVERIFY(!written.diagnostics[0].because.empty());
      QCOMPARE(written.diagnostics[1].severity, Severity::Error);
      QVERIFY(written.diagnostics[1].message.starts_with("the only record cannot be written in "));
    }
  }

  void the_best_is_the_fastest_that_can_be_expressed() {
    const WrittenRecords written = write_records(
        {trial_of(kPlain, 250, 1), trial_of(kOwn, 100, 2), trial_of(kPlain, 300, 3)}, RecordForm::Ansor, true);
    QCOMPARE(written.records, 1);
    QCOMPARE(json::parse(written.files[0].bytes)["r"][0][0].get<double>(), 250e-6);
    QCOMPARE(written.diagnostics.size(), size_t{1});
  }

  void autotvm_has_the_values_of_the_marks() {
    const TunedKernel kernel = *read_kernel(kScript).value;
    const MarkedKnobs marks = *MarkedKnobs::of(kernel).value;
    const Choice choice{2, 1, 0};
    TrialRecord trial = trial_of(step_lines_of(kernel, *marks.space().steps(choice)), 40);
    trial.knobs = marks.config(choice);
    const WrittenRecords written = write_records({trial}, RecordForm::AutoTvm, false);
    QVERIFY(written.diagnostics.empty());
    const json line = json::parse(written.files[0].bytes);
    QCOMPARE(line["config"]["index"].get<int>(), 2 + 3 * 1);
    QCOMPARE(line["config"]["entity"][0].dump(), std::string(R"(["tile_x","sp",[-1,16]])"));
    QCOMPARE(line["config"]["entity"][2].dump(), std::string(R"(["unroll_xi","ot",false])"));
    QCOMPARE(line["input"][2].dump(), std::string(R"([["TENSOR",[64,32],"float32"]])"));
    QCOMPARE(line["version"].get<double>(), 0.2);
    // Read again, it is the same choice.
    std::string why;
    QCOMPARE(*marks.choice(line["config"]["entity"], why), choice);
  }

  void a_search_without_marks_has_no_knobs() {
    const WrittenRecords written = write_records({trial_of(kPlain, 40)}, RecordForm::AutoTvm, false);
    QCOMPARE(written.records, 0);
    QCOMPARE(written.diagnostics[0].because[0],
             std::string("it is not of a search of the values that a script marks (--space knobs)"));
  }

  void a_folder_for_metaschedule_has_a_program_for_each() {
    const WrittenRecords written =
        write_records({trial_of(kPlain, 250, 1), trial_of({}, 300, 2)}, RecordForm::MetaSchedule, false);
    QCOMPARE(written.records, 2);
    QCOMPARE(written.files.size(), size_t{3});
    QCOMPARE(written.files[1].name, std::string("schedule_1.py"));
    QVERIFY(written.files[1].bytes.find("sch.parallel(") != std::string::npos);
    QVERIFY2(written.files[0].bytes.find("('schedule_1.py', 'double-") != std::string::npos ||
                 written.files[0].bytes.find("(\"schedule_1.py\", \"double-") != std::string::npos,
             written.files[0].bytes.c_str());
    QVERIFY(written.files[0].bytes.find(", 1, 0.00025, 1)") != std::string::npos);
  }

  void a_record_without_its_computation_is_refused() {
    TrialRecord trial = trial_of(kPlain, 40);
    trial.script.clear();
    const WrittenRecords written = write_records({trial}, RecordForm::Ansor, false);
    QCOMPARE(written.diagnostics[0].because[0], std::string("its computation is not in the file, or cannot be read"));
  }
};

NW_TEST(TestWriteRecords);
#include "test_write_records.moc"
