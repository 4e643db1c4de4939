// SPDX-License-Identifier: GPL-3.0-or-later
// Runs by a plan: how often a kernel is called, and when that ends.
#include <unistd.h>

#include <QTest>
#include <QThread>

#include "cpu/runs.h"
#include "registry.h"

using namespace nw;

class TestRuns : public QObject {
  Q_OBJECT

  static nwt_plan plan(int warmup, int runs) {
    nwt_plan plan{};
    plan.struct_size = sizeof plan;
    plan.warmup = warmup;
    plan.runs = runs;
    return plan;
  }
  int calls_ = 0;
  cpu::Work counting(int fails_at = -1, int stops_at = -1) {
    calls_ = 0;
    return {[this, fails_at] { return ++calls_ == fails_at ? 2 : 0; },
            [this, stops_at] { return stops_at >= 0 && calls_ >= stops_at; }};
  }
  static cpu::Times times(const cpu::Outcome<cpu::Times>& outcome) { return std::get<cpu::Times>(outcome); }

 private Q_SLOTS:
  void each_sample_is_a_time() {
    const auto taken = times(cpu::run_by_plan(counting(), plan(2, 5)));
    QCOMPARE(taken.samples.size(), size_t{5});
    QCOMPARE(calls_, 7);
    for (const int64_t time : taken.samples) QVERIFY(time >= 0);
  }

  void samples_of_several_runs_are_timed_as_a_whole() {
    nwt_plan several = plan(1, 3);
    several.runs_per_sample = 10;
    QCOMPARE(times(cpu::run_by_plan(counting(), several)).samples.size(), size_t{3});
    QCOMPARE(calls_, 31);
  }

  void no_runs_are_no_samples() {
    QCOMPARE(times(cpu::run_by_plan(counting(), plan(4, 0))).samples.size(), size_t{0});
    QCOMPARE(calls_, 4);
  }

  void samples_go_on_until_they_take_the_least_time() {
    cpu::Work work = counting();
    work.run = [] {
      QThread::usleep(1000);
      return 0;
    };
    nwt_plan least = plan(0, 1);
    least.least_ns = 20'000'000;
    const auto taken = times(cpu::run_by_plan(work, least));
    QVERIFY(taken.samples.size() > 1 && taken.samples.size() <= 20);
    nwt_plan most = plan(0, 1000);
    most.most_ns = 20'000'000;
    QVERIFY(times(cpu::run_by_plan(work, most)).samples.size() <= 20);
    most.most_ns = 1;
    QCOMPARE(times(cpu::run_by_plan(work, most)).samples.size(), size_t{1});  // the first is taken always
  }

  void arguments_leave_the_caches_before_each_sample() {
    int cooled = 0;
    cpu::Work work = counting();
    work.cool = [&] { ++cooled; };
    nwt_plan cold = plan(2, 3);
    QCOMPARE(times(cpu::run_by_plan(work, cold)).samples.size(), size_t{3});
    QCOMPARE(cooled, 0);
    cold.cold_from = 1;
    QCOMPARE(times(cpu::run_by_plan(work, cold)).samples.size(), size_t{3});
    QCOMPARE(cooled, 3);
    cold.struct_size = offsetof(nwt_plan, cold_from);  // of a host that does not know of it
    QCOMPARE(times(cpu::run_by_plan(work, cold)).samples.size(), size_t{3});
    QCOMPARE(cooled, 3);
  }

  void samples_are_limited() {
    nwt_plan endless = plan(0, 1);
    endless.least_ns = INT64_MAX;
    QCOMPARE(times(cpu::run_by_plan(counting(), endless)).samples.size(), cpu::kMaxSamples);
  }

  void failing_kernel_ends_the_runs() {
    const auto warm = times(cpu::run_by_plan(counting(2), plan(3, 5)));
    QCOMPARE(warm.kernel_status, 2);
    QCOMPARE(calls_, 2);
    const auto timed = times(cpu::run_by_plan(counting(5), plan(3, 5)));
    QCOMPARE(timed.kernel_status, 2);
    QCOMPARE(timed.samples.size(), size_t{1});
  }

  void stop_is_obeyed_between_samples() {
    const auto stopped = cpu::run_by_plan(counting(-1, 4), plan(0, 1000));
    QCOMPARE(std::get<cpu::Problem>(stopped).status, NWT_CANCELLED);
    QCOMPARE(calls_, 4);
  }

  // An emulator would write its totals at each read; here a file stands for it, and every call adds to it.
  void counts_leave_out_what_reading_takes() {
    char path[] = "/tmp/nw-counters-XXXXXX";
    const int file = ::mkstemp(path);
    QVERIFY(file > 2);
    ::unlink(path);
    cpu::Counts totals{100, 10, 5, 80, 40};
    const auto write = [&] { return ::pwrite(file, totals.data(), sizeof totals, 0) == ssize_t{sizeof totals}; };
    QVERIFY(write());
    qputenv("NESTWRIGHT_COUNTERS_FD", QByteArray::number(file));
    const cpu::Counters counters;
    qunsetenv("NESTWRIGHT_COUNTERS_FD");
    QVERIFY(counters.present());
    cpu::Work work = counting();
    work.run = [&] {
      totals[0] += 1000;
      totals[3] += 64;
      return write() ? 0 : 1;
    };
    const nwt_text names[] = {{"instructions", 12}, {"load_bytes", 10}, {"stores", 6}};
    nwt_plan counted = plan(0, 0);
    counted.counters = names;
    counted.counter_count = 3;
    const auto found = std::get<0>(cpu::count_by_plan(work, counted, counters));
    QCOMPARE(found.at("instructions"), int64_t{1000});
    QCOMPARE(found.at("load_bytes"), int64_t{64});
    QCOMPARE(found.at("stores"), int64_t{0});
    const nwt_text unknown[] = {{"joules", 6}};
    counted.counters = unknown;
    counted.counter_count = 1;
    QCOMPARE(std::get<cpu::Problem>(cpu::count_by_plan(work, counted, counters)).message,
             std::string("there is no counter 'joules' on this processor"));
    ::close(file);
  }

  void no_counters_without_an_emulator() {
    QVERIFY(!cpu::Counters().present());
    qputenv("NESTWRIGHT_COUNTERS_FD", "999");
    QVERIFY(!cpu::Counters().present());
    qputenv("NESTWRIGHT_COUNTERS_FD", "seven");
    QVERIFY(!cpu::Counters().present());
    qunsetenv("NESTWRIGHT_COUNTERS_FD");
  }
};

NW_TEST(TestRuns);
#include "test_runs.moc"
