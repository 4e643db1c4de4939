// SPDX-License-Identifier: GPL-3.0-or-later
// How runs end that do not end well: kernels that crash or never return, deadlines, cancels, clients that go.
#include <signal.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTest>
#include <QThread>

#include "base/sanitized.h"
#include "kernel_image.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;
using nlohmann::json;
using test::run_request;
using test::RunnerClient;

namespace {

std::string endless() {
  return test::kernel_image("for (volatile int i = 0;; i = i + 1) {}");
}

bool is_gone(pid_t process) {
  return ::kill(process, 0) != 0;
}

}  // namespace

class TestEnds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kernel_that_crashes_is_a_lost_device_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("signal");
    QTest::newRow("a null pointer") << QStringLiteral("*(volatile int*)0 = 1; return 0;") << SIGSEGV;
    QTest::newRow("behind its buffer") << QStringLiteral("((volatile char*)buffers[0])[4096] = 1; return 0;")
                                       << SIGSEGV;
    QTest::newRow("its own code") << QStringLiteral("*(volatile char*)&kernel = 1; return 0;") << SIGSEGV;
    QTest::newRow("no instruction") << QStringLiteral("__builtin_trap();") << SIGILL;
    QTest::newRow("the stack") << QStringLiteral(
                                      "return runtime->parallel_for(runtime, 1 << 30, deep, (void*)runtime);")
                               << SIGSEGV;
  }
  void kernel_that_crashes_is_a_lost_device() {
    QFETCH(QString, body);
    QFETCH(int, signal);
    if (kSanitized) QSKIP("a sanitizer meets the signal");
    RunnerClient runner;
    const std::string image =
        test::kernel_image(body.toStdString(),
                           "int kernel(void* const*, const int64_t*, const nw_runtime*);\n"
                           "static int deep(void* r, int64_t a, int64_t b) { volatile char much[4096]; much[0] = 1;\n"
                           "  return ((const nw_runtime*)r)->parallel_for(r, b - a, deep, r) + much[0]; }");
    QVERIFY(runner.open_with(image, {64}));
    QElapsedTimer time;
    time.start();
    const target::Frame reply = runner.ask(run_request({2}));
    const auto taken = time.elapsed();
    QCOMPARE(reply.head.value("status", ""), std::string("device_lost"));
    QVERIFY(reply.head.at("died") == (json{{"signal", signal}, {"during", "run"}}));
    QVERIFY2(taken < 100, qPrintable(QString::number(taken)));
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", 1}}), std::string("device_lost"));
    QVERIFY(runner.open_with(test::kernel_image("return 0;"), {}));
    QCOMPARE(runner.status(run_request()), std::string("ok"));
  }

  void deadline_ends_an_endless_kernel() {
    RunnerClient runner;
    QVERIFY(runner.open_with(endless()));
    json request = run_request();
    request["deadline_ms"] = 300;
    QElapsedTimer time;
    time.start();
    const target::Frame reply = runner.ask(request);
    QCOMPARE(reply.head.value("status", ""), std::string("deadline"));
    QVERIFY(time.elapsed() >= 299 && time.elapsed() < 1500);
    QCOMPARE(runner.status(run_request()), std::string("device_lost"));
    QCOMPARE(runner.status({{"do", "close"}}), std::string("ok"));
    QVERIFY(runner.open_with(endless()));
  }

  void deadline_that_is_met_changes_nothing() {
    RunnerClient runner;
    QVERIFY(runner.open_with(test::kernel_image("return 0;")));
    json request = run_request();
    request["deadline_ms"] = 60'000;
    QCOMPARE(runner.status(request), std::string("ok"));
    QCOMPARE(runner.status(run_request()), std::string("ok"));
  }

  void cancel_ends_an_endless_kernel_and_what_waits() {
    RunnerClient runner;
    QVERIFY(runner.open_with(endless()));
    const int64_t run = runner.send(run_request()), waits = runner.send({{"do", "ping"}}),
                  other = runner.send({{"do", "ping"}});
    QThread::msleep(50);
    const int64_t second = runner.send({{"do", "cancel"}, {"of", waits}});
    QCOMPARE(runner.next().head.value("id", int64_t{0}), second);  // answered at once
    const int64_t first = runner.send({{"do", "cancel"}, {"of", run}});
    QCOMPARE(runner.next().head.value("id", int64_t{0}), first);
    const json cancelled = runner.next().head;
    QCOMPARE(cancelled.value("id", int64_t{0}), run);
    QCOMPARE(cancelled.value("status", ""), std::string("cancelled"));
    QCOMPARE(runner.next().head.value("status", ""), std::string("cancelled"));
    const json last = runner.next().head;
    QCOMPARE(last.value("id", int64_t{0}), other);
    QVERIFY(last.contains("ok"));
  }

  void cancel_of_nothing_is_answered() {
    RunnerClient runner;
    QCOMPARE(runner.status({{"do", "cancel"}, {"of", 99}}), std::string("ok"));
    QCOMPARE(runner.status({{"do", "cancel"}}), std::string("ok"));
    QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
  }

  void runner_goes_with_its_client_data() {
    QTest::addColumn<bool>("reads");
    QTest::newRow("it writes no more") << true;
    QTest::newRow("it is gone") << false;
  }
  void runner_goes_with_its_client() {
    QFETCH(bool, reads);
    RunnerClient runner;
    QVERIFY(runner.open_with(endless(), {}, 2));
    runner.send(run_request());
    QThread::msleep(50);
    const std::vector<pid_t> hosts = runner.children();
    QCOMPARE(hosts.size(), size_t{1});
    QElapsedTimer time;
    time.start();
    runner.close_input();
    if (!reads) runner.close_output();
    QVERIFY(runner.wait() >= 0);
    QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
    QTRY_VERIFY_WITH_TIMEOUT(is_gone(hosts[0]), 2000);
  }

  void host_goes_with_its_runner() {
    RunnerClient runner;
    QVERIFY(runner.open_with(endless()));
    runner.send(run_request());
    QThread::msleep(50);
    const std::vector<pid_t> hosts = runner.children();
    QCOMPARE(hosts.size(), size_t{1});
    ::kill(runner.process(), SIGKILL);
    QCOMPARE(runner.wait(), 1000 + SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(is_gone(hosts[0]), 2000);
  }

  void host_that_is_killed_from_outside_is_noticed() {
    RunnerClient runner;
    QVERIFY(runner.open_with(endless()));
    QCOMPARE(::kill(runner.children().at(0), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(runner.children().empty(), 2000);
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", 1}}), std::string("device_lost"));
    QVERIFY(runner.open_with(endless()));
  }

  void requests_before_the_end_are_answered() {
    RunnerClient runner;
    for (int i = 0; i < 10; ++i) runner.send({{"do", "ping"}});
    runner.close_input();
    for (int i = 0; i < 10; ++i) QVERIFY(runner.next().head.contains("ok"));
    QCOMPARE(runner.wait(), 0);
  }

  void devices_open_and_close_again_and_again() {
    RunnerClient runner;
    const std::string image = test::kernel_image("return 0;");
    for (int i = 0; i < 50; ++i) {
      QVERIFY(runner.open_with(image, {1000}, 2));
      QCOMPARE(runner.status(run_request()), std::string("ok"));
      QCOMPARE(runner.status({{"do", "close"}}), std::string("ok"));
    }
    QVERIFY(runner.children().empty());
    QVERIFY(
        QDir(QStringLiteral("/proc/%1/fd").arg(runner.process())).entryList(QDir::System | QDir::AllEntries).size() <
        12);
  }
};

NW_TEST(TestEnds);
#include "test_ends.moc"
