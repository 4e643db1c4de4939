// SPDX-License-Identifier: GPL-3.0-or-later
// One analysis serves the run: the worker neither checks nor reports again what it finds equal, and compiles once.
#include <QTest>

#include "base/error_pages.h"
#include "kernel/assembly_lines.h"
#include "kernel/worker_kernel.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

namespace {

// 24 does not divide 64, which is a warning.
const std::string kScript =
    "import tvm\nfrom tvm import te\n"
    "n = te.var(\"n\")\n"
    "A = te.placeholder((n, 64), name=\"A\")\n"
    "B = te.compute((n, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
    "s = te.create_schedule(B.op)\n"
    "i, j = s[B].op.axis\n"
    "jo, ji = s[B].split(j, factor=24)\n"
    "tvm.lower(s, [A, B], name=\"twice\")\n";

std::string texts(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += format(d) + "\n";
  return text;
}

std::string listed(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += d.code + " line " + std::to_string(line_of(d)) + "\n";
  return text;
}

}  // namespace

class TestWorkerKernel : public QObject {
  Q_OBJECT

  static worker::WorkerOptions worker() {
    worker::WorkerOptions options;
    options.program = NW_BIN_DIR "/nestwright-worker";
    return options;
  }
  static measure::RunRequest request() {
    measure::RunRequest r;
    r.sizes = {{"n", 16}};
    r.repeat = 2;
    r.verify = true;
    return r;
  }

 private Q_SLOTS:
  void the_hash_is_of_the_nest() {
    const std::string hash = analysis_hash(analyse(kScript));
    QCOMPARE(hash.size(), size_t{64});
    QCOMPARE(analysis_hash(analyse("# a comment\n" + kScript)), hash);
    std::string other = kScript;
    other.replace(other.find("24"), 2, "16");
    QVERIFY(analysis_hash(analyse(other)) != hash);
    QVERIFY(analysis_hash(analyse(kScript, {{{"n", 16}}})) != hash);
    QCOMPARE(analysis_hash(analyse(kScript + "s[B].vectorize(k)\n")), std::string());
  }

  void a_run_has_the_warnings_of_the_analysis_once() {
    const KernelAnalysis kernel = analyse(kScript, {{{"n", 16}}});
    const auto report = run(kernel, request(), worker());
    QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
    QVERIFY(report->verify && report->verify->ok);
    QVERIFY(!kernel.diagnostics.empty());
    QCOMPARE(listed(report.diagnostics), listed(kernel.diagnostics));
  }

  void a_worker_that_finds_another_nest_checks_it() {
    const auto report = worker::run_kernel({kScript, std::string(64, '0')}, request(), worker());
    QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
    QCOMPARE(listed(report.diagnostics), listed(analyse(kScript, {{{"n", 16}}}).diagnostics));
  }

  void a_kernel_with_an_error_is_not_sent() {
    worker::WorkerOptions nowhere;
    nowhere.program = "/nowhere/nestwright-worker";
    const auto report = run(analyse(kScript + "s[B].vectorize(k)\n"), request(), nowhere);
    QVERIFY(!report.value);
    QCOMPARE(listed(report.diagnostics).find("NW4123"), std::string::npos);
  }

  void the_code_that_ran_comes_with_the_report() {
    const KernelPreview preview = kernel::preview(kScript, {{{{"n", 16}}}, {}});
    measure::RunRequest wanted = request();
    wanted.assembly = wanted.sample = true;
    const auto report = run(preview, wanted, worker());
    QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
    QVERIFY(report->assembly.has_value());
    const auto compiled = compiled_lines(preview, {{"n", 16}}, worker());
    QVERIFY2(compiled.ok(), texts(compiled.diagnostics).c_str());
    std::vector<std::string> ran, alone;
    for (const AssemblyLine& line : assembly_lines(preview, *report->assembly)) ran.push_back(line.text);
    for (const AssemblyLine& line : *compiled) alone.push_back(line.text);
    QCOMPARE(ran, alone);
    if (report->profile)
      QCOMPARE(report->profile->instruction_count,
               static_cast<int>(
                   std::ranges::count_if(report->assembly->instructions, [](int number) { return number >= 0; })));
  }
};

NW_TEST(TestWorkerKernel);
#include "test_worker_kernel.moc"
