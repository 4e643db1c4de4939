// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that measure the machine, and the arithmetic of the roof.
#include <QTest>

#include "base/local_cpu.h"
#include "registry.h"
#include "script/script.h"
#include "worker/peaks.h"

using namespace nw;
using namespace nw::worker;

class TestPeaks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kernels_hold_on_every_kind_of_processor() {
    for (const int vector_bytes : {16, 32, 64})
      for (const int registers : {16, 32})
        for (const int threads : {1, 2, 12}) {
          TargetFacts machine;
          machine.compute.vector_bytes = vector_bytes;
          machine.compute.vector_registers = registers;
          machine.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 16 << 20, 64}};
          for (const std::string& script :
               {peak_flops_script(machine, threads), peak_memory_script(machine, threads),
                peak_cache_script(machine, threads, 1), peak_cache_script(machine, threads, 3)}) {
            const script::Program program = script::read(script);
            QVERIFY2(program.diagnostics.empty(),
                     program.diagnostics.empty() ? "" : (format(program.diagnostics[0]) + script).c_str());
          }
        }
  }

  void a_run_is_held_against_the_roof() {
    Peaks peaks;
    peaks.gflops = 100;
    peaks.gigabytes = 10;
    QVERIFY(peaks.known());
    // 2 operations a byte, under the slope: 1e6 operations and 5e5 bytes in 100 µs.
    Roof roof = under_roof(peaks, 1e6, 5e5, 100);
    QCOMPARE(roof.intensity, 2.0);
    QCOMPARE(roof.gflops, 10.0);
    QCOMPARE(roof.attainable, 20.0);
    QCOMPARE(roof.share_of_flops, 0.1);
    QCOMPARE(roof.share_of_memory, 0.5);
    // 50 operations a byte, under the flat part.
    QCOMPARE(under_roof(peaks, 5e7, 1e6, 1000).attainable, 100.0);
    QVERIFY(!Peaks().known());
    QCOMPARE(under_roof(Peaks(), 1, 1, 0).share_of_flops, 0.0);
  }

  // The rate of a last level that is hardly larger than the one before would be that one's.
  void caches_are_measured_where_they_differ() {
    TargetFacts machine;
    QVERIFY(measured_caches(machine).empty());
    machine.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 16 << 20, 64}};
    QCOMPARE(measured_caches(machine), (std::vector{1, 2, 3}));
    machine.caches.back().bytes = 2 << 20;
    QCOMPARE(measured_caches(machine), (std::vector{1, 2}));
  }

  void this_machine_is_measured() {
    WorkerOptions worker;
    worker.program = NW_BIN_DIR "/nestwright-worker";
    TargetFacts machine = local_cpu_facts();
    machine.caches = {{1, 32 << 10, 64}, {3, 1 << 20, 64}};  // short arrays: what comes out is not looked at
    const auto peaks = measure_peaks(machine, 1, worker);
    QVERIFY2(peaks.value && peaks->known(), peaks.diagnostics.empty() ? "" : format(peaks.diagnostics[0]).c_str());
    QCOMPARE(peaks->caches.size(), size_t{2});
    QCOMPARE(peaks->caches[1].level, 3);
    for (const CacheRate& cache : peaks->caches) QVERIFY(cache.gigabytes > 0);
  }
};

NW_TEST(TestPeaks);
#include "test_peaks.moc"
