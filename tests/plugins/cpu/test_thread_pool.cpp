// SPDX-License-Identifier: GPL-3.0-or-later
// Loops shared by threads: each iteration runs once, whoever runs it.
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "cpu/thread_pool.h"
#include "registry.h"

using namespace nw;

class TestThreadPool : public QObject {
  Q_OBJECT

  struct Counts {
    std::vector<std::atomic<int>> of;
    explicit Counts(size_t size) : of(size) {}
  };
  static int count(void* context, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++static_cast<Counts*>(context)->of[static_cast<size_t>(i)];
    return 0;
  }

 private Q_SLOTS:
  // More threads than most machines have cores: stretches are taken by others than their own threads.
  void each_iteration_runs_once() {
    constexpr int64_t kCount = 37;
    cpu::ThreadPool pool(16);
    for (int loop = 1; loop <= 2000; ++loop) {
      pool.use(loop % 16 + 1);
      Counts counts(kCount);
      QCOMPARE(pool.parallel_for(kCount, count, &counts), 0);
      for (const std::atomic<int>& each : counts.of) QCOMPARE(each.load(), 1);
      if (loop % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // until they sleep
    }
  }

  void a_status_comes_back_whoever_ran() {
    cpu::ThreadPool pool(4);
    for (int64_t failing = 0; failing < 8; ++failing) {
      const auto body = [](void* context, int64_t begin, int64_t end) {
        const int64_t at = *static_cast<int64_t*>(context);
        return begin <= at && at < end ? 7 : 0;
      };
      QCOMPARE(pool.parallel_for(8, body, &failing), 7);
    }
  }
};

NW_TEST(TestThreadPool);
#include "test_thread_pool.moc"
