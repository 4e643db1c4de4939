// SPDX-License-Identifier: GPL-3.0-or-later
// What a window sees of a connection that comes and goes.
#include <sys/resource.h>

#include <QElapsedTimer>
#include <QTest>
#include <atomic>

#include "registry.h"
#include "target/kept_connection.h"

using namespace nw;
using namespace std::chrono_literals;
using target::ConnectionPhase;

namespace {

// The other side: there or not, and how often it was asked.
struct Far {
  std::atomic<bool> there = true;
  std::atomic<int> tries = 0, looks = 0;

  target::KeptConnection::Means means() {
    target::KeptConnection::Means means;
    means.connect = [this](const CancelToken&) {
      ++tries;
      Diagnostic d;
      d.code = "NW4208";
      d.message = "'lab1' cannot be reached";
      return there ? Diagnostics{} : Diagnostics{d};
    };
    means.answers = [this](const CancelToken&) {
      ++looks;
      return there.load();
    };
    means.pauses = {20ms, 40ms, 80ms};
    means.between_looks = 10ms;
    return means;
  }
};

double processor_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

}  // namespace

class TestKeptConnection : public QObject {
  Q_OBJECT

  static void expect_phase(const target::KeptConnection& kept, ConnectionPhase phase) {
    QTRY_COMPARE_WITH_TIMEOUT(to_string(kept.state().phase), to_string(phase), 5000);
  }

 private Q_SLOTS:
  void it_is_ready_where_the_other_side_answers() {
    Far far;
    std::atomic<int> changes = 0;
    const target::KeptConnection kept(far.means(), [&] { ++changes; });
    expect_phase(kept, ConnectionPhase::Ready);
    QTRY_VERIFY(far.looks >= 3);
    QCOMPARE(far.tries.load(), 1);
    QCOMPARE(changes.load(), 2);  // connecting, ready; looks change nothing
  }

  void pauses_grow_and_tries_end() {
    Far far;
    far.there = false;
    QElapsedTimer time;
    time.start();
    const target::KeptConnection kept(far.means(), [] {});
    expect_phase(kept, ConnectionPhase::Failed);
    QCOMPARE_GE(time.elapsed(), 20 + 40 + 80);
    QCOMPARE(far.tries.load(), 4);
    QCOMPARE(QString::fromStdString(kept.state().why.front().message), QStringLiteral("'lab1' cannot be reached"));
    QVERIFY(!kept.state().next_try);
    QTest::qWait(100);
    QCOMPARE(far.tries.load(), 4);
  }

  void a_lost_one_says_when_it_is_tried_again() {
    Far far;
    target::KeptConnection::Means means = far.means();
    means.pauses = {1h};
    target::KeptConnection kept(std::move(means), [] {});
    expect_phase(kept, ConnectionPhase::Ready);
    far.there = false;
    expect_phase(kept, ConnectionPhase::Lost);
    const auto state = kept.state();
    const int seconds = state.seconds_to_next_try(target::KeptConnection::Clock::now());
    QVERIFY(seconds > 3500 && seconds <= 3600);
    far.there = true;
    kept.try_now();
    expect_phase(kept, ConnectionPhase::Ready);
    QCOMPARE(kept.state().failed_tries, 0);
  }

  void one_that_has_failed_is_tried_when_asked() {
    Far far;
    far.there = false;
    target::KeptConnection kept(far.means(), [] {});
    expect_phase(kept, ConnectionPhase::Failed);
    kept.try_now();
    QTRY_COMPARE(far.tries.load(), 8);  // all pauses again
    expect_phase(kept, ConnectionPhase::Failed);
    far.there = true;
    kept.try_now();
    expect_phase(kept, ConnectionPhase::Ready);
  }

  void requests_make_it_busy_and_nothing_is_asked_meanwhile() {
    Far far;
    target::KeptConnection kept(far.means(), [] {});
    expect_phase(kept, ConnectionPhase::Ready);
    kept.begin_request();
    kept.begin_request();
    QTest::qWait(30);
    const int looks = far.looks;
    QTest::qWait(60);
    QCOMPARE(far.looks.load(), looks);
    QCOMPARE(to_string(kept.state().phase), to_string(ConnectionPhase::Busy));
    QCOMPARE(kept.state().waiting, 1);
    kept.end_request();
    kept.end_request();
    expect_phase(kept, ConnectionPhase::Ready);
    QTRY_VERIFY(far.looks > looks);
  }

  void no_state_is_a_busy_loop() {
    Far there, gone;
    gone.there = false;
    const target::KeptConnection ready(there.means(), [] {}), failed(gone.means(), [] {});
    expect_phase(ready, ConnectionPhase::Ready);
    expect_phase(failed, ConnectionPhase::Failed);
    const double before = processor_seconds();
    QTest::qSleep(500);
    QCOMPARE_LT(processor_seconds() - before, 0.2);
  }

  void a_runner_of_this_machine_is_kept() {
    target::Carrier carrier = target::child_carrier(std::string(NW_BIN_DIR) + "/nestwright-runner");
    const target::KeptConnection kept(carrier, [] {});
    expect_phase(kept, ConnectionPhase::Ready);
  }

  void a_program_that_says_nothing_is_left_at_once() {
    target::Carrier silent;
    silent.argv = {"sleep", "100"};
    QElapsedTimer time;
    {
      const target::KeptConnection kept(silent, [] {});
      QTest::qWait(50);
      QCOMPARE(to_string(kept.state().phase), to_string(ConnectionPhase::Connecting));
      time.start();
    }
    QCOMPARE_LT(time.elapsed(), 1000);
  }

  void a_countdown_ends_with_one() {
    target::ConnectionState state;
    const auto now = target::ConnectionState::Clock::now();
    QCOMPARE(state.seconds_to_next_try(now), 0);
    state.next_try = now + 1200ms;
    QCOMPARE(state.seconds_to_next_try(now), 2);
    QCOMPARE(state.seconds_to_next_try(now + 300ms), 1);
    QCOMPARE(state.seconds_to_next_try(now + 2s), 0);
  }
};

NW_TEST(TestKeptConnection);
#include "test_kept_connection.moc"
