// SPDX-License-Identifier: GPL-3.0-or-later
// The default schedule of a script that a person wrote, without the tags that operators give their stages.
#include <QTest>

#include "base/local_cpu.h"
#include "registry.h"
#include "run_script.h"
#include "tune/kernel.h"
#include "tune/step_effects.h"

using namespace nw;
using namespace nw::tune;

class TestDefaultSteps : public QObject {
  Q_OBJECT

  static std::string script(const std::string& b, const std::string& body, const std::string& after = {}) {
    return "import tvm\nfrom tvm import te, tir\n\n# computation\nA = te.placeholder((24, 48), name=\"A\")\n"
           "B = te.placeholder(" +
           b +
           ", name=\"B\")\nk = te.reduce_axis((0, 48), name=\"k\")\n"
           "C = te.compute((24, 40), lambda y, x: " +
           body + ", name=\"C\")\n" + after + "\n# schedule\ns = te.create_schedule(" + (after.empty() ? "C" : "D") +
           ".op)\n\n# kernel\n"
           "tvm.lower(s, [A, B, " +
           (after.empty() ? "C" : "D") + "], name=\"written\")\n";
  }

 private Q_SLOTS:
  void products_are_known_without_a_tag_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("step");  // that the schedule has; empty: it has no step
    const auto row = [](const char* name, const std::string& text, const char* step) {
      QTest::newRow(name) << QString::fromStdString(text) << QString::fromLatin1(step);
    };
    row("by rows", script("(48, 40)", "te.sum(A[y, k] * B[k, x], axis=k)"), "cache_write");
    row("factors turned", script("(48, 40)", "te.sum(B[k, x] * A[y, k], axis=k)"), "cache_write");
    row("by columns", script("(40, 48)", "te.sum(A[y, k] * B[x, k], axis=k)"), "rfactor");
    row("something after it",
        script("(48, 40)", "te.sum(A[y, k] * B[k, x], axis=k)",
               "D = te.compute((24, 40), lambda y, x: tir.max(C[y, x], 0.0), name=\"D\")\n"),
        "compute_at");
    row("converted", script("(48, 40)", "te.sum(A[y, k].astype(\"float64\") * B[k, x].astype(\"float64\"), axis=k)"),
        "cache_write");
    row("a sum of products that start elsewhere", script("(40, 48)", "te.sum(A[y, k] * B[x, k], axis=k, init=1.0)"),
        "");
    row("one matrix read by both", script("(48, 40)", "te.sum(A[y, k] * A[y, k], axis=k)"), "");
  }
  void products_are_known_without_a_tag() {
    QFETCH(QString, text);
    QFETCH(QString, step);
    const Result<TunedKernel> kernel = read_kernel(text.toStdString());
    QVERIFY2(kernel.value, kernel.diagnostics.empty() ? "" : kernel.diagnostics.front().message.c_str());
    const std::string written = script_of(*kernel, default_steps(*kernel, local_cpu_facts(), 2));
    if (step.isEmpty())
      QVERIFY2(written.find("cache_write") == std::string::npos && written.find("rfactor") == std::string::npos,
               written.c_str());
    else
      QVERIFY2(written.find(step.toStdString() + "(") != std::string::npos, written.c_str());
    const std::string fault = nw::test::fault_of(written, nw::test::Warnings::Allowed);
    QVERIFY2(fault.empty(), (fault + written).c_str());
  }
};

NW_TEST(TestDefaultSteps);
#include "test_default_steps.moc"
