// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of Ansor and AutoTVM: read as records, applied to kernels, and what does not fit named.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"
#include "tune/ansor_steps.h"
#include "tune/apply.h"

using namespace nw;
using namespace nw::tune;
using nlohmann::json;

namespace {

std::string matmul(int depth, const char* mark = "") {
  const std::string k = std::to_string(depth);
  return "import tvm\nfrom tvm import te\n\n# computation\nA = te.placeholder((64, " + k + "), name=\"A\")\n" +
         "B = te.placeholder((" + k + ", 32), name=\"B\")\nk = te.reduce_axis((0, " + k + "), name=\"k\")\n" +
         "C = te.compute((64, 32), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n\n" +
         "# schedule\ns = te.create_schedule(C.op)\ny, x = s[C].op.axis\nxo, xi = s[C].split(x, factor=8)" + mark +
         "\n\n# kernel\ntvm.lower(s, [A, B, C], name=\"product\")\n";
}

TunedKernel kernel_of(const std::string& script) {
  return *read_kernel(script).value;
}

// Its numbers: A 0, B 1, C 2; the loops of C are y, x, k.
json ansor_line(const char* steps, const char* key = R"(["0a", [64, 48], [48, 32], [64, 32]])") {
  return {{"i", {{key, "llvm -keys=cpu", {1, 64, 64, 0, 0, 0, 0, 0}}, {json::array(), json::parse(steps)}}},
          {"r", {{0.002, 0.001}, 0, 0.5, 1600000000}},
          {"v", "v0.6"}};
}

json autotvm_line(const char* entity) {
  return {{"input",
           {"llvm", "product", {{"TENSOR", {64, 48}, "float32"}, {"TENSOR", {48, 32}, "float32"}}, json::object()}},
          {"config", {{"index", 3}, {"code_hash", nullptr}, {"entity", json::parse(entity)}}},
          {"result", {json::array({0.001}), 0, 0.5, 1600000000}},
          {"version", 0.2},
          {"tvm_version", "0.11.1"}};
}

}  // namespace

class TestForeign : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Result<RecordFile> read(const std::string& text) const {
    const QString path = folder_.filePath(QStringLiteral("log.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return Diagnostics();
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    return read_records(path.toStdString());
  }

 private Q_SLOTS:
  void both_logs_are_read_beside_each_other() {
    const Result<RecordFile> file = read("# a comment\n" + ansor_line("[]").dump() + "\n" +
                                         autotvm_line(R"([["tile_x","sp",[-1,16]]])").dump() + "\n");
    QVERIFY(file.ok() && file.diagnostics.empty());
    QCOMPARE(file->trials.size(), size_t{2});
    const TrialRecord& ansor = file->trials[0];
    QCOMPARE(ansor.time->min, 1000.0);
    QCOMPARE(ansor.time->runs, 2);
    QCOMPARE(ansor.foreign->tensors[1].shape, (std::vector<int64_t>{48, 32}));
    QCOMPARE(file->trials[1].foreign->tensors[0].dtype, std::string("float32"));
    QVERIFY(!ansor.machine->same_as(RecordMachine{}));
  }

  void a_failed_trial_keeps_its_error() {
    json line = ansor_line("[]");
    line["r"] = {{1e10}, 6, 15, 1600000000};
    const Result<RecordFile> file = read(line.dump() + "\n");
    QVERIFY(!file->trials[0].time);
    QCOMPARE(file->trials[0].error_code, std::string("BUILD_TIMEOUT"));
  }

  void bad_lines_are_named_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("why");
    json version = ansor_line("[]"), zero = ansor_line("[]"), empty = ansor_line("[]");
    version["v"] = "v0.9";
    zero["r"][0] = {0};
    empty["r"][0] = json::array();
    QTest::newRow("version") << QByteArray::fromStdString(version.dump())
                             << QByteArray("its version is 'v0.9'; v0.2 to v0.6 are read");
    QTest::newRow("a time of 0") << QByteArray::fromStdString(zero.dump())
                                 << QByteArray("a time must be greater than 0");
    QTest::newRow("no time") << QByteArray::fromStdString(empty.dump())
                             << QByteArray("it has neither a time nor an error");
    QTest::newRow("a step of nothing") << QByteArray::fromStdString(ansor_line("[[]]").dump())
                                       << QByteArray("a step has no name and stage");
    QTest::newRow("a knob of nothing") << QByteArray::fromStdString(autotvm_line("[1]").dump())
                                       << QByteArray("a knob has no name, kind and value");
  }
  void bad_lines_are_named() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, why);
    const Result<RecordFile> file = read(line.toStdString() + "\n");
    QVERIFY(file->trials.empty());
    QCOMPARE(file.diagnostics.size(), size_t{1});
    QVERIFY2(file.diagnostics[0].message.ends_with("is no record and is left out: " + why.toStdString()),
             file.diagnostics[0].message.c_str());
  }

  void steps_of_ansor_are_steps_of_ours() {
    const TunedKernel kernel = kernel_of(matmul(48));
    const AnsorSteps made = ansor_steps(kernel, json::parse(R"([
        ["CHW",2,"local"],["SP",2,0,64,[2,4],1],["SP",2,4,48,[6],0],["RE",2,[0,1,4,2,5,3]],["FSP",3,0,1,1],
        ["CA",2,3,0],["AN",2,5,2],["AN",3,0,3],["PR",2,0,"auto_unroll_max_step$16"]])"));
    QVERIFY2(made.why.empty(), made.why.c_str());
    QCOMPARE(
        step_lines_of(kernel, made.steps),
        (std::vector<std::string>{
            "C_local = s.cache_write(C, \"local\")", "y, x = s[C_local].op.axis",
            "yo, yi = s[C_local].split(y, factor=4)", "yoo, yoi = s[C_local].split(yo, factor=2)",
            "ko, ki = s[C_local].split(k, nparts=6)", "s[C_local].reorder(yoo, yoi, ko, yi, ki, x)",
            "y_2, x_2 = s[C].op.axis", "yo_2, yi_2 = s[C].split(y_2, factor=8)", "s[C_local].compute_at(s[C], yo_2)",
            "s[C_local].vectorize(x)", "s[C].parallel(yo_2)", "s[C_local].pragma(yoo, \"auto_unroll_max_step\", 16)"}));
  }

  void what_does_not_fit_is_named_data() {
    QTest::addColumn<QByteArray>("steps");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](const char* name, const char* steps, const char* why) {
      QTest::newRow(name) << QByteArray(steps) << QByteArray("step 1 of the record, ") + why;
    };
    row("a size", R"([["SP",2,2,64,[4],1]])",
        R"(["SP",2,2,64,[4],1], does not fit: loop k of C runs 64 times in the record, 48 times here)");
    row("a stage more", R"([["CI",4]])",
        R"(["CI",4], does not fit: it is of stage 4; the computation here has 3 stages, inputs among them, numbered from 0)");
    row("a loop more", R"([["AN",2,7,2]])",
        R"(["AN",2,7,2], does not fit: it is of loop 7 of C, which has 3 loops here)");
    row("another device", R"([["AN",2,0,5]])",
        R"(["AN",2,0,5], does not fit: it binds a loop to threads of another kind of device, or tensorizes it)");
    row("a factor of 0", R"([["SP",2,0,64,[0],1]])", R"(["SP",2,0,64,[0],1], does not fit: a part of 0 iterations)");
    row("no such step", R"([["XX",2]])", R"(["XX",2], does not fit: there is no such step)");
    row("too little", R"([["SP",2]])", R"(["SP",2], does not fit: its values are not those of such a step)");
    row("a negative stage", R"([["CI",-1]])",
        R"(["CI",-1], does not fit: it is of stage -1; the computation here has 3 stages, inputs among them, numbered from 0)");
  }
  void what_does_not_fit_is_named() {
    QFETCH(QByteArray, steps);
    QFETCH(QByteArray, why);
    const AnsorSteps made = ansor_steps(kernel_of(matmul(48)), json::parse(steps.toStdString()));
    QCOMPARE(made.why, why.toStdString());
    QVERIFY(made.steps.empty());
  }

  void a_refused_step_gives_its_reason() {
    const AnsorSteps made = ansor_steps(kernel_of(matmul(48)), json::parse(R"([["CI",2]])"));
    QVERIFY2(made.why.starts_with("step 1 of the record, [\"CI\",2], does not fit: "), made.why.c_str());
  }

  void the_nearest_task_is_named_with_what_differs() {
    const TunedKernel narrow = kernel_of(matmul(48)), wide = kernel_of(matmul(96));
    const Result<RecordFile> file = read(ansor_line("[]", R"(["0a", [64, 96], [32, 96], [64, 32]])").dump() + "\n");
    const Diagnostics found = unmatched_records(*file, {&narrow, &wide});
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].code, std::string("NW4134"));
    QCOMPARE(found[0].message, std::string(R"(the records of ["0a", [64, 96], [32, 96], [64, 32]] fit no task)"));
    QCOMPARE(found[0].because, (std::vector<std::string>{
                                   "the nearest task is " + wide.key,
                                   "B is (32, 96) in the record, (96, 32) here: the same sizes in another layout"}));
    QVERIFY(unmatched_records(*read(ansor_line("[]").dump() + "\n"), {&wide, &narrow}).empty());
  }

  void another_dtype_is_named() {
    const TunedKernel kernel = kernel_of(matmul(48));
    json line = autotvm_line("[]");
    line["input"][2][1][2] = "int8";
    QCOMPARE(unmatched_records(*read(line.dump() + "\n"), {&kernel})[0].because[1],
             std::string("B is (48, 32) int8 in the record, (48, 32) float32 here"));
  }

  void knobs_of_autotvm_are_the_marks_of_a_script() {
    const TunedKernel kernel = kernel_of(matmul(48, "  # tune: 4 8 16"));
    const TrialRecord trial = read(autotvm_line(R"([["tile_x","sp",[-1,16]]])").dump() + "\n")->trials[0];
    const RecordedSteps made = recorded_steps(kernel, trial);
    QVERIFY2(made.steps.has_value(), made.why.c_str());
    QCOMPARE(step_lines_of(kernel, *made.steps).back(), std::string("xo, xi = s[C].split(x, factor=16)"));
    const std::optional<AppliedRecord> best = best_for(kernel, *read(trial.raw + "\n"), RecordMachine{});
    QVERIFY(best && best->script.find("factor=16") != std::string::npos);
  }

  void knobs_that_are_not_marked_are_named_data() {
    QTest::addColumn<QByteArray>("entity");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("less") << QByteArray("[]") << QByteArray("it has no knob tile_x, which the script marks");
    QTest::newRow("more") << QByteArray(R"([["tile_x","sp",[-1,8]],["tile_oc","sp",[-1,4]]])")
                          << QByteArray("the script marks no knob tile_oc");
    QTest::newRow("another value") << QByteArray(R"([["tile_x","sp",[-1,5]]])")
                                   << QByteArray("its knob tile_x is [-1,5], which the script's mark does not list");
  }
  void knobs_that_are_not_marked_are_named() {
    QFETCH(QByteArray, entity);
    QFETCH(QByteArray, why);
    const TunedKernel kernel = kernel_of(matmul(48, "  # tune: 4 8 16"));
    const Result<RecordFile> file = read(autotvm_line(entity.constData()).dump() + "\n");
    QCOMPARE(unmatched_records(*file, {&kernel})[0].because[1], why.toStdString());
  }
};

NW_TEST(TestForeign);
#include "test_foreign.moc"
