// SPDX-License-Identifier: GPL-3.0-or-later
// What a search starts from, and compares its schedules with.
#include <QTest>

#include "base/local_cpu.h"
#include "registry.h"
#include "tune/tune.h"

using namespace nw;
using namespace nw::tune;

namespace {

const char* const kSmallProduct = R"(import tvm
from tvm import te
A = te.placeholder((32, 32), name="A")
B = te.placeholder((32, 64), name="B")
k = te.reduce_axis((0, 32), name="k")
C = te.compute((32, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="product")
)";

}  // namespace

class TestStart : public QObject {
  Q_OBJECT

  static std::vector<Progress> searched(const TunedKernel& kernel, TaskResult& result) {
    std::vector<Progress> reported;
    TuneOptions options;
    options.trials = 2;
    KernelSearch search(kernel, local_cpu_facts(), options, nullptr,
                        [&](const Progress& progress) { reported.push_back(progress); });
    search.round(options.trials);
    result = search.finish();
    return reported;
  }

 private Q_SLOTS:
  void a_script_is_its_own_start_and_no_candidate() {
    TaskResult result;
    const std::vector<Progress> reported = searched(*read_kernel(kSmallProduct).value, result);
    QCOMPARE(reported.size(), size_t{3});
    QCOMPARE(reported[0].trial, int64_t{0});
    QVERIFY(result.start && reported[1].origin != CandidateOrigin::Given);
  }
};

NW_TEST(TestStart);
#include "test_start.moc"
