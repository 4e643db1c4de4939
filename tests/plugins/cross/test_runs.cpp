// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels on emulated processors: numbers as on this computer, counts that are the same on every run.
#include <QTest>
#include <cmath>

#include "nests.h"
#include "registry.h"
#include "target/registry.h"
#include "worker/kernel.h"

using namespace nw;
using nw::test::texts;

class TestRuns : public QObject {
  Q_OBJECT

  // One worker, and with it one runner of each kind, for all.
  std::shared_ptr<worker::LivingWorker> living_ = std::make_shared<worker::LivingWorker>();

  worker::WorkerOptions on(std::optional<target::Connection> connection) const {
    worker::WorkerOptions options;
    options.program = NW_BIN_DIR "/nestwright-worker";
    options.deadline_seconds = 120;
    options.living = living_;
    options.connection = std::move(connection);
    return options;
  }
  static Result<target::Connection> connection(const char* id) {
    return target::Registry::load(target::folders_of_program(NW_BIN_DIR)).find(id);
  }
  static std::string script(const std::string& body, const std::string& steps) {
    return "import tvm\nfrom tvm import te, tir\n" + body + "s = te.create_schedule(C.op)\n" + steps +
           "tvm.lower(s, [A, B, C], name=\"main\")\n";
  }

  struct Computation {
    const char* name;
    std::string body;
  };
  static std::vector<Computation> computations() {
    const auto inputs = [](const char* dtype) {
      return "A = te.placeholder((24, 40), dtype=\"" + std::string(dtype) +
             "\", name=\"A\")\nB = te.placeholder((40, 33), dtype=\"" + dtype + "\", name=\"B\")\n";
    };
    const auto elementwise = [](const std::string& value) {
      return "C = te.compute((24, 33), lambda i, j: " + value + ", name=\"C\")\n";
    };
    const std::string sum = "k = te.reduce_axis((0, 40), name=\"k\")\n";
    return {
        {"add", inputs("float32") + elementwise("A[i, j] + B[i, j] * 2.0")},
        {"exp", inputs("float32") + elementwise("tir.exp(A[i, j]) - tir.tanh(B[i, j])")},
        {"double", inputs("float64") + elementwise("tir.exp(A[i, j]) * tir.sqrt(tir.abs(B[i, j]))")},
        {"half", inputs("float16") + elementwise("A[i, j] * B[i, j] + A[i, j]")},
        {"bfloat16", inputs("bfloat16") + elementwise("A[i, j] * B[i, j] + A[i, j]")},
        {"int8", inputs("int8") + elementwise("A[i, j] * B[i, j] - A[i, j]")},
        {"uint16", inputs("uint16") + elementwise("A[i, j] * B[i, j] + A[i, j]")},
        {"int64", inputs("int64") + elementwise("tir.floormod(A[i, j] * 1000003, 97) + tir.floordiv(B[i, j], 3)")},
        {"select", inputs("float32") + elementwise("tir.if_then_else(A[i, j] > B[i, j], A[i, j], i + j * 1.0)")},
        {"matmul", inputs("float32") + sum + elementwise("te.sum(A[i, k] * B[k, j], axis=k)")},
        {"matmul of int8",
         inputs("int8") + sum + elementwise("te.sum(A[i, k].astype(\"int32\") * B[k, j].astype(\"int32\"), axis=k)")},
        {"maximum", inputs("float32") + sum + elementwise("te.max(A[i, k] + B[k, j], axis=k)")},
        {"transpose", inputs("float32") + elementwise("A[j % 24, i] + B[i + 7, 32 - j]")},
        {"gather", inputs("int32") + elementwise("B[tir.floormod(tir.abs(A[i, j]), 40), j]")}};
  }
  struct Schedule {
    const char* name;
    const char* steps;
  };
  static constexpr Schedule kSchedules[] = {
      {"plain", ""},
      {"vectorized",
       "io, ii = s[C].split(C.op.axis[0], factor=5)\njo, ji = s[C].split(C.op.axis[1], factor=8)\n"
       "s[C].reorder(io, jo, ii, ji)\ns[C].vectorize(ji)\ns[C].unroll(ii)\n"},
      {"parallel", "f = s[C].fuse(C.op.axis[0], C.op.axis[1])\ns[C].parallel(f)\n"}};

  static bool close(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(a));
  }

 private Q_SLOTS:
  void numbers_are_this_computers_data() {
    QTest::addColumn<QByteArray>("device");
    for (const char* device : {"cross:aarch64", "cross:riscv64", "cross:riscv64-v", "cross:x86-64-v1"})
      QTest::newRow(device) << QByteArray(device);
  }
  void numbers_are_this_computers() {
    QFETCH(QByteArray, device);
    const Result<target::Connection> there = connection(device.constData());
    if (!there.value) QSKIP(texts(there.diagnostics).c_str());
    measure::RunRequest request;
    request.verify = true;
    request.repeat = 1;
    for (const Computation& computation : computations())
      for (const Schedule& schedule : kSchedules) {
        const std::string what = std::string(computation.name) + ", " + schedule.name;
        const worker::KernelSource kernel{script(computation.body, schedule.steps)};
        const auto here = worker::run_kernel(kernel, request, on({}));
        QVERIFY2(here.ok(), (what + ": " + texts(here.diagnostics)).c_str());
        const auto report = worker::run_kernel(kernel, request, on(*there));
        QVERIFY2(report.ok(), (what + ": " + texts(report.diagnostics)).c_str());
        QVERIFY2(report->verify && report->verify->ok, what.c_str());
        const measure::OutputSummary &a = here->outputs.at(0), &b = report->outputs.at(0);
        QVERIFY2(close(a.sum, b.sum) && close(a.weighted_sum, b.weighted_sum), what.c_str());
        QCOMPARE(report->clock, std::string("emulated"));
        QCOMPARE(report->machine.target, device.toStdString());
      }
  }

  void counts_are_the_same_on_every_run() {
    const Result<target::Connection> there = connection("cross:riscv64-v");
    if (!there.value) QSKIP(texts(there.diagnostics).c_str());
    measure::RunRequest request;
    request.repeat = 1;
    const worker::KernelSource kernel{script(computations()[9].body, kSchedules[1].steps)};
    std::map<std::string, int64_t> first;
    for (int run = 0; run < 20; ++run) {
      const auto report = worker::run_kernel(kernel, request, on(*there));
      QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
      for (const char* name : {"instructions", "loads", "stores", "load_bytes", "store_bytes"}) {
        const measure::Count& count = report->counters.at(name);
        QVERIFY(count.exact && count.value > 0);
        if (run == 0)
          first[name] = count.value;
        else
          QCOMPARE(count.value, first[name]);
      }
    }
    // 24 × 33 sums of 40 products: each element of C is written once at least, and read where it is added to.
    QVERIFY(first["store_bytes"] >= 24 * 33 * 4);
    QVERIFY(first["load_bytes"] >= 24 * 40 * 4);
    QVERIFY(first["instructions"] > first["loads"] + first["stores"]);
  }

  void a_kernel_that_crashes_leaves_the_target_well() {
    const Result<target::Connection> there = connection("cross:x86-64-v1");
    if (!there.value) QSKIP(texts(there.diagnostics).c_str());
    const worker::WorkerOptions options = on(*there);
    const auto crash = worker::run_kernel(
        {script("A = te.placeholder((13,), dtype=\"int32\", name=\"A\")\nB = te.placeholder((13,), dtype=\"int32\", "
                "name=\"B\")\nC = te.compute((13,), lambda i: tir.truncdiv(100, A[i]), name=\"C\")\n",
                "")},
        {}, options);
    QVERIFY(!crash.ok());
    QCOMPARE(QString::fromStdString(crash.diagnostics.back().message),
             QStringLiteral(
                 "the kernel's process died of SIGFPE: it divided an integer by zero, or the least integer by -1"));
    const auto next = worker::run_kernel({script(computations()[0].body, "")}, {}, options);
    QVERIFY2(next.ok(), texts(next.diagnostics).c_str());
  }
};

NW_TEST(TestRuns);
#include "test_runs.moc"
