// SPDX-License-Identifier: GPL-3.0-or-later
// What the factors of a split make of the machine.
#include <QTest>

#include "advise/factors.h"
#include "kernel/nest_figures.h"
#include "registry.h"
#include "schedule/names.h"

using namespace nw;
using namespace nw::advise;
using namespace nw::kernel;

class TestFactors : public QObject {
  Q_OBJECT

  // One run of the inner loop of `factor` rows touches factor × 64 × 4 bytes of each of A and B.
  const std::string copy_ =
      "import tvm\n"
      "from tvm import te\n"
      "A = te.placeholder((1024, 64), name=\"A\")\n"
      "B = te.compute((1024, 64), lambda y, x: A[y, x] + 1.0, name=\"B\")\n"
      "s = te.create_schedule(B.op)\n"
      "y, x = s[B].op.axis\n"
      "tvm.lower(s, [A, B], name=\"main\")\n";

  std::string fitting(int64_t l1, int64_t l2) { return fitting(copy_, l1, l2, {}); }
  static std::string fitting(const std::string& text, int64_t l1, int64_t l2,
                             const std::map<std::string, int64_t>& sizes) {
    const KernelPreview shown = preview(text);
    const schedule::Stage& stage = shown.program.schedule->stage(shown.program.schedule->find_by_name("B"));
    TargetFacts machine;
    machine.caches = {{1, l1, 64}, {2, l2, 64}};
    std::string all;
    for (const FactorFigures& f :
         factor_figures(shown, stage.id, stage.leaf.front(), {4, 64, 128, 512}, machine, sizes))
      all += std::to_string(f.factor) + ": " + in_bytes(f.bytes) + " in " + f.memory +
             (f.holds > 0 ? " of " + in_bytes(f.holds) : "") + "\n";
    return all;
  }

 private Q_SLOTS:
  void each_says_what_it_touches_and_where_that_fits() {
    QCOMPARE(QString::fromStdString(fitting(32 * 1024, 128 * 1024)), QStringLiteral("4: 2 KiB in L1 of 32 KiB\n"
                                                                                    "64: 32 KiB in L1 of 32 KiB\n"
                                                                                    "128: 64 KiB in L2 of 128 KiB\n"
                                                                                    "512: 256 KiB in RAM\n"));
  }
  void for_the_values_of_symbolic_sizes() {
    std::string text = copy_;
    text.insert(text.find("A = te"), "n = te.var(\"n\")\n");
    for (size_t at; (at = text.find("64)")) != std::string::npos;) text.replace(at, 2, "n");
    QCOMPARE(QString::fromStdString(fitting(text, 32 * 1024, 128 * 1024, {{"n", 8}})),
             QStringLiteral("4: 256 B in L1 of 32 KiB\n"
                            "64: 4 KiB in L1 of 32 KiB\n"
                            "128: 8 KiB in L1 of 32 KiB\n"
                            "512: 32 KiB in L1 of 32 KiB\n"));
    QCOMPARE(fitting(text, 32 * 1024, 128 * 1024, {}), std::string());
  }
  // Vectors are made of what lies side by side in what the stage writes: the last dimension and its inner parts.
  void which_axes_are_contiguous() {
    const KernelPreview shown = preview(
        "from tvm import te\n"
        "A = te.placeholder((32, 64), name='A')\n"
        "k = te.reduce_axis((0, 64), name='k')\n"
        "B = te.compute((32, 48), lambda y, x: te.sum(A[y, k] * A[y, x], axis=k), name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "yo, yi = s[B].split(B.op.axis[0], factor=4)\n"
        "xo, xi = s[B].split(B.op.axis[1], factor=16)\n"
        "f = s[B].fuse(yi, xo)\n"
        "xio, xii = s[B].split(xi, factor=8)\n"
        "tvm.lower(s, [A, B], name='main')\n");
    const schedule::Stage& stage = shown.program.schedule->stage(shown.program.schedule->find_by_name("B"));
    std::string found;
    for (const schedule::Axis& axis : stage.axes)
      if (is_contiguous(stage, axis.id)) found += schedule::shown(axis) + " ";
    QCOMPARE(found, std::string("x xi xii "));
  }
};

NW_TEST(TestFactors);
#include "test_factors.moc"
