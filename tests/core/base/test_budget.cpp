// SPDX-License-Identifier: GPL-3.0-or-later
// Work that takes too long or too much is stopped, and says so.
#include <QTest>
#include <chrono>
#include <thread>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/ref.h"
#include "registry.h"

using namespace nw;

namespace {

struct Link : RefCounted {
  Ref<Link> next;
};

int64_t deep(int64_t levels) {
  volatile char frame[512] = {};
  return levels == 0 ? 0 : 1 + deep(levels - 1) + frame[0];
}

}  // namespace

class TestBudget : public QObject {
  Q_OBJECT

  static Limits seconds(double s) {
    Limits limits;
    limits.seconds = s;
    return limits;
  }
  static QString said(const std::optional<Diagnostic>& d) { return d ? QString::fromStdString(format(*d)) : QString(); }

 private Q_SLOTS:
  void work_within_the_budget_is_done() {
    int done = 0;
    const auto stopped = within_budget({}, [&] {
      for (int i = 0; i < 1'000'000; ++i) spend();
      done = 1;
    });
    QVERIFY(!stopped);
    QCOMPARE(done, 1);
  }

  void endless_work_is_stopped_and_names_its_phase() {
    const auto stopped = within_budget(seconds(0.05), [] {
      const Phase phase("counting to infinity");
      while (true) spend();
    });
    QCOMPARE(said(stopped), QStringLiteral("error: counting to infinity was stopped: it was not done after 0.05 s "
                                           "[NW2700]\n"));
    spend(1'000'000'000);  // without a budget there is no limit
  }

  void cancelled_work_is_stopped() {
    Limits limits;
    limits.cancel = CancelToken();
    std::thread canceller([token = *limits.cancel] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      token.cancel();
    });
    const auto stopped = within_budget(limits, [] {
      while (true) spend();
    });
    canceller.join();
    QCOMPARE(said(stopped), QStringLiteral("note: the work was stopped: nobody waits for it any more [NW2700]\n"));
  }

  void growing_work_is_stopped() {
    Limits limits;
    limits.bytes = size_t{64} << 20;
    std::vector<std::vector<char>> kept;
    const auto stopped = within_budget(limits, [&] {
      const Phase phase("filling memory");
      while (true) {
        kept.emplace_back(1 << 20, 'x');
        spend(1000);
      }
    });
    QCOMPARE(said(stopped), QStringLiteral("error: filling memory was stopped: it needed more than 64 MB of memory "
                                           "[NW2701]\n"));
    QVERIFY(kept.size() < 128);
  }

  void an_allocation_that_cannot_be_is_told() {
    const auto stopped = within_budget({}, [] { throw std::bad_alloc(); });
    QCOMPARE(said(stopped), QStringLiteral("error: the work was stopped: the system has no more memory [NW2701]\n"));
  }

  void work_inside_work_shares_its_budget() {
    bool went_on = false;
    const auto stopped = within_budget(seconds(0.05), [&] {
      const auto inner = within_budget(seconds(1000), [] {
        while (true) spend();
      });
      went_on = true;
    });
    QVERIFY(stopped && !went_on);
  }

  void another_thread_with_a_deep_stack_has_the_same_budget() {
    const auto stopped = within_budget(seconds(0.05), [] {
      on_deep_stack([] {
        while (true) spend();
      });
    });
    QVERIFY(stopped);
  }

  void a_deep_stack_holds_a_hundred_thousand_levels() {
    int64_t levels = 0;
    on_deep_stack([&] { levels = deep(100'000); });
    QCOMPARE(levels, int64_t{100'000});
  }

  // One node in another, a million deep: taking them apart does not recurse as deep.
  void a_long_chain_is_destroyed() {
    Ref<Link> head;
    for (int i = 0; i < 1'000'000; ++i) {
      auto* link = new Link;
      link->next = head;
      head = Ref<Link>(link);
    }
    head = nullptr;
    QVERIFY(!head);
  }
};

NW_TEST(TestBudget);
#include "test_budget.moc"
