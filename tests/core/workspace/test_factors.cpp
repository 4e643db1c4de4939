// SPDX-License-Identifier: GPL-3.0-or-later
// Which factor of a split fits a cache.
#include <QTest>

#include "registry.h"
#include "workspace/factors.h"

using namespace nw;
using namespace nw::workspace;

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
    MachineFacts machine;
    machine.l1_bytes = l1;
    machine.l2_bytes = l2;
    std::string all;
    for (const FittingFactor& f : fitting_factors(text, shown.program, stage.id, stage.leaf.front(),
                                                  {2, 4, 8, 16, 32, 64, 128, 256, 512}, machine, sizes))
      all += std::to_string(f.factor) + " fits " + f.memory + "\n";
    return all;
  }

 private Q_SLOTS:
  void the_largest_for_each_cache() {
    QCOMPARE(fitting(32 * 1024, 128 * 1024), std::string("64 fits L1\n256 fits L2\n"));
  }
  void for_the_values_of_symbolic_sizes() {
    std::string text = copy_;
    text.insert(text.find("A = te"), "n = te.var(\"n\")\n");
    for (size_t at; (at = text.find("64)")) != std::string::npos;) text.replace(at, 2, "n");
    QCOMPARE(fitting(text, 32 * 1024, 128 * 1024, {{"n", 64}}), std::string("64 fits L1\n256 fits L2\n"));
    QCOMPARE(fitting(text, 32 * 1024, 128 * 1024, {{"n", 256}}), std::string("16 fits L1\n64 fits L2\n"));
    QCOMPARE(fitting(text, 32 * 1024, 128 * 1024, {}), std::string());
  }
  void a_cache_too_small_for_any_and_one_that_holds_all_have_none() {
    QCOMPARE(fitting(512, 32 * 1024), std::string("64 fits L2\n"));
    QCOMPARE(fitting(1 << 20, 1 << 22), std::string());
  }
};

NW_TEST(TestFactors);
#include "test_factors.moc"
