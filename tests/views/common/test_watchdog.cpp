// SPDX-License-Identifier: GPL-3.0-or-later
// The watch on the event loop itself: what it counts as standing still, and what not.
#include <QEventLoop>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QWidget>

#include "registry.h"
#include "watched_application.h"

using nw::test::WatchedApplication;

class TestWatchdog : public QObject {
  Q_OBJECT

  static inline double core = 1;  // how slow it is said to be

  static void compute(double seconds) {
    const auto had = [] { return WatchedApplication::now() - WatchedApplication::stolen(); };
    for (const double end = had() + seconds; had() < end;) {
    }
  }
  // How often it complained while `work` ran.
  template <class Work>
  static int complaints(Work&& work) {
    auto* app = static_cast<WatchedApplication*>(qApp);
    int count = 0;
    const auto before = std::exchange(app->complain, [&count](const QByteArray&) { ++count; });
    const auto measured = std::exchange(app->slowness, [] { return core; });
    work();
    app->complain = before;
    app->slowness = measured;
    return count;
  }

 private Q_SLOTS:
  void an_event_that_computes_for_long_is_named() {
    QCOMPARE(complaints([] {
               QTimer::singleShot(0, qApp, [] { compute(3.5 * WatchedApplication::kLimit); });
               QTest::qWait(20);
             }),
             1);
  }

  void one_that_takes_a_little_too_long_is_named_the_third_time() {
    QCOMPARE(complaints([] {
               for (int i = 0; i < 3; ++i)
                 QTimer::singleShot(0, qApp, [] { compute(1.1 * WatchedApplication::kLimit); });
               QTest::qWait(60);
             }),
             1);
  }

  void what_a_slow_core_takes_for_it_is_not_the_events_own() {
    core = 4;
    QCOMPARE(complaints([] {
               QTimer::singleShot(0, qApp, [] { compute(3.5 * WatchedApplication::kLimit); });
               QTest::qWait(20);
             }),
             0);
    core = 1;
    QVERIFY(static_cast<WatchedApplication*>(qApp)->slowness() >= 1);
  }

  void short_ones_are_not_however_many() {
    QCOMPARE(complaints([] {
               for (int i = 0; i < 20; ++i) QTimer::singleShot(0, qApp, [] { compute(0.001); });
               QTest::qWait(60);
             }),
             0);
  }

  void waiting_costs_nothing() {
    QCOMPARE(complaints([] {
               QTimer::singleShot(0, qApp, [] { QThread::msleep(60); });
               QTest::qWait(80);
             }),
             0);
  }

  void painting_has_limits_of_its_own() {
    struct Slow : QWidget {
      void paintEvent(QPaintEvent*) override { compute(3.5 * WatchedApplication::kLimit); }
    } slow;
    QCOMPARE(complaints([&slow] {
               slow.resize(20, 20);
               slow.show();
               QTest::qWait(60);
             }),
             0);
  }

  void a_loop_inside_an_event_counts_for_itself() {
    QCOMPARE(complaints([] {
               QTimer::singleShot(0, qApp, [] {
                 QEventLoop inner;
                 QTimer::singleShot(0, &inner, [] { compute(3.5 * WatchedApplication::kLimit); });
                 QTimer::singleShot(20, &inner, &QEventLoop::quit);
                 inner.exec();
               });
               QTest::qWait(60);
             }),
             1);
  }
};

NW_TEST(TestWatchdog);
#include "test_watchdog.moc"
