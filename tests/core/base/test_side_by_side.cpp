// SPDX-License-Identifier: GPL-3.0-or-later
// Independent pieces of work on several threads.
#include <QTest>
#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/side_by_side.h"
#include "registry.h"

using namespace nw;

class SideBySideTest : public QObject {
  Q_OBJECT

  static bool always(size_t) { return true; }

 private Q_SLOTS:
  void each_piece_is_begun_in_order_and_done_once() {
    for (const int threads : {0, 1, 3, 100}) {
      std::vector<size_t> begun;
      std::vector<int> done(20);
      side_by_side(
          done.size(), threads, [&](size_t i) { return begun.push_back(i), true; }, [&](size_t i) { ++done[i]; });
      QCOMPARE(done, std::vector<int>(20, 1));
      QCOMPARE(begun.size(), size_t{20});
      QVERIFY(std::ranges::is_sorted(begun));
    }
    side_by_side(0, 4, always, [](size_t) { QFAIL("there is no work"); });
  }

  void pieces_run_at_the_same_time() {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    side_by_side(2, 2, always, [&](size_t) {
      for (bool alone = true; alone; std::this_thread::yield()) {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
        alone = threads.size() < 2;
      }
    });
    QCOMPARE(threads.size(), size_t{2});
  }

  void nothing_is_begun_after_a_stop() {
    std::vector<int> done(20);
    side_by_side(done.size(), 3, [](size_t i) { return i < 7; }, [&](size_t i) { ++done[i]; });
    std::vector<int> expected(20);
    std::fill_n(expected.begin(), 7, 1);
    QCOMPARE(done, expected);
  }

  void exception_of_the_first_piece_leaves() {
    std::string first;
    try {
      side_by_side(20, 4, always, [](size_t i) {
        if (i > 1) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& failure) {
      first = failure.what();
    }
    QCOMPARE(first, std::string("2"));
  }
};

NW_TEST(SideBySideTest);
#include "test_side_by_side.moc"
