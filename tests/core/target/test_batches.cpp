// SPDX-License-Identifier: GPL-3.0-or-later
// Many small requests in a row, through memory that is shared with the runner and by messages where there is none.
#include "target/batches.h"

#include <QElapsedTimer>
#include <QTest>

#include "kernel_image.h"
#include "registry.h"

using namespace nw;
using target::BufferId;
using target::ModuleId;

class TestBatches : public QObject {
  Q_OBJECT

  // Adds sizes[0] to the first number of the buffer; 7 if that makes 1000; never ends for 0.
  std::string image_;
  static constexpr const char* kBody =
      "  int* number = buffers[0];\n"
      "  if (sizes[0] == 0) for (volatile int i = 0;; ++i) {}\n"
      "  if (sizes[0] < 0) *(volatile int*)8 = 1;\n"
      "  number[0] += (int)sizes[0];\n"
      "  return number[0] == 1000 ? 7 : 0;";

  struct Open {
    std::unique_ptr<target::Session> session;
    ModuleId module;
    target::Batches& batches() const { return session->batches(); }
    Diagnostics add(BufferId to, int64_t number) const { return batches().run({module, {to}, {number}}); }
    BufferId buffer(uint64_t bytes) const { return *session->allocate(bytes).value; }
    Diagnostics write(BufferId into, int number) const {
      return batches().write(into, {reinterpret_cast<const char*>(&number), sizeof number});
    }
  };
  Open open(const QString& kind = QStringLiteral("child")) const {
    target::Carrier carrier = target::child_carrier(std::string(NW_BIN_DIR) + "/nestwright-runner");
    carrier.kind = kind.toStdString();
    Open opened{std::move(*target::Session::connect(carrier, 10, {})), {}};
    opened.session->open("cpu", "", {{"threads", 1}});
    opened.module = *opened.session->load(image_, "elf", "kernel", nlohmann::json::object());
    return opened;
  }
  static QString text_of(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return QString::fromStdString(all);
  }
  static void kinds() {
    QTest::addColumn<QString>("kind");
    QTest::newRow("shared memory") << QStringLiteral("child");
    QTest::newRow("messages") << QStringLiteral("command");
  }

 private Q_SLOTS:
  void initTestCase() {
    image_ = test::kernel_image(kBody);
    QVERIFY(!image_.empty());
  }

  void commands_are_carried_out_in_order_data() { kinds(); }
  void commands_are_carried_out_in_order() {
    QFETCH(QString, kind);
    const Open on = open(kind);
    const BufferId number = on.buffer(sizeof(int));
    int first = 0, last = 0;
    QVERIFY(on.write(number, 5).empty());
    QVERIFY(on.add(number, 10).empty());
    QVERIFY(on.batches().read(number, &first, sizeof first).empty());
    QVERIFY(on.write(number, 100).empty());
    QVERIFY(on.add(number, 1).empty());
    QVERIFY(on.add(number, 2).empty());
    QVERIFY(on.batches().read(number, &last, sizeof last).empty());
    const auto ran = on.batches().finish();
    QVERIFY2(ran.ok(), qPrintable(text_of(ran.diagnostics)));
    QCOMPARE(ran->size(), size_t{3});
    QCOMPARE(first, 15);
    QCOMPARE(last, 103);
    QVERIFY(on.batches().finish()->empty());
  }

  // More calls than one batch has, and all batches at a time; more elements than one holds.
  void there_is_no_end_of_commands_data() { kinds(); }
  void there_is_no_end_of_commands() {
    QFETCH(QString, kind);
    const Open on = open(kind);
    constexpr int kCalls = 5 * static_cast<int>(target::kBatchCalls * target::kBatchSlots) + 3;
    const BufferId number = on.buffer(sizeof(int));
    QVERIFY(on.write(number, 2000).empty());
    for (int i = 0; i < kCalls; ++i) QVERIFY(on.add(number, 1).empty());
    int sum = 0;
    QVERIFY(on.batches().read(number, &sum, sizeof sum).empty());
    QCOMPARE(on.batches().finish()->size(), static_cast<size_t>(kCalls));
    QCOMPARE(sum, 2000 + kCalls);
    std::string bytes(3 * target::kBatchBytes + 5, '\0');
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 >> 3);
    const BufferId large = on.buffer(bytes.size());
    QVERIFY(on.batches().write(large, bytes).empty());
    std::string read(bytes.size(), 'x');
    QVERIFY(on.batches().read(large, read.data(), read.size()).empty());
    QVERIFY(on.batches().finish().ok());
    QVERIFY(read == bytes);
  }

  void requests_by_message_come_in_between() {
    const Open on = open();
    const BufferId number = on.buffer(sizeof(int));
    QVERIFY(on.write(number, 1).empty());
    for (int i = 0; i < 3; ++i) {
      QVERIFY(on.add(number, 1).empty());
      const BufferId other = on.buffer(64);
      QVERIFY(on.add(number, 1).empty());
      int seen = 0;
      QVERIFY(on.session->read(number, &seen, sizeof seen).empty());
      QCOMPARE(seen, 3 + 2 * i);
      QVERIFY(on.session->release(other).empty());
    }
    QCOMPARE(on.batches().finish()->size(), size_t{6});
    QVERIFY(on.session->ping());
  }

  // What stands behind a kernel that fails is not carried out; then all goes on.
  void a_kernel_status_ends_the_batches_data() { kinds(); }
  void a_kernel_status_ends_the_batches() {
    QFETCH(QString, kind);
    const Open on = open(kind);
    const BufferId number = on.buffer(sizeof(int));
    QVERIFY(on.write(number, 990).empty());
    for (const int64_t each : {5, 5, 5}) on.add(number, each);
    const auto ran = on.batches().finish();
    QVERIFY2(ran.ok(), qPrintable(text_of(ran.diagnostics)));
    QCOMPARE(ran->size(), size_t{2});
    QCOMPARE(ran->front().kernel_status, 0);
    QCOMPARE(ran->back().kernel_status, 7);
    int seen = 0;
    QVERIFY(on.session->read(number, &seen, sizeof seen).empty());
    QCOMPARE(seen, 1000);
    QVERIFY(on.add(number, 1).empty());
    QCOMPARE(on.batches().finish()->size(), size_t{1});
  }

  void a_batch_that_is_refused_says_why() {
    const Open on = open();
    const BufferId number = on.buffer(sizeof(int));
    QVERIFY(on.add(number, 1).empty());
    Diagnostics failed = on.batches().run({ModuleId{4711}, {number}, {1}});
    if (failed.empty()) failed = on.batches().finish().diagnostics;
    QVERIFY2(text_of(failed).contains(QStringLiteral("there is no module 4711")), qPrintable(text_of(failed)));
    QVERIFY(on.add(number, 1).empty());
    QCOMPARE(on.batches().finish()->size(), size_t{1});
    char byte = 0;
    failed = on.batches().read(number, &byte, 400);
    if (failed.empty()) failed = on.batches().finish().diagnostics;
    QVERIFY2(text_of(failed).contains(QStringLiteral("lie outside of a buffer of 4")), qPrintable(text_of(failed)));
  }

  void a_crash_is_told_from_the_others() {
    const Open on = open();
    const BufferId number = on.buffer(sizeof(int));
    on.add(number, 1);
    Diagnostics failed = on.add(number, -1);
    if (failed.empty()) failed = on.batches().finish().diagnostics;
    QCOMPARE(failed.at(0).code, std::string("NW4121"));
    QVERIFY(!on.batches().finish().ok() || on.batches().finish()->empty());
    QVERIFY(on.session->close().empty() || !on.session->alive());
  }

  // The deadline of the session; which of the calls it was.
  void a_kernel_that_never_ends_is_stopped() {
    const Open on = open();
    const BufferId number = on.buffer(sizeof(int));
    on.session->set_limits(target::Session::Clock::now() + std::chrono::milliseconds(400), {}, 0.4);
    on.add(number, 1);
    on.add(number, 2);
    QCOMPARE(on.batches().finish()->size(), size_t{2});
    on.add(number, 3);
    on.add(number, 0);
    QElapsedTimer clock;
    clock.start();
    const auto stopped = on.batches().finish();
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.diagnostics.at(0).code, std::string("NW4122"));
    QCOMPARE(on.session->stopped_call(), std::optional<size_t>(1));
    QVERIFY(clock.elapsed() < 3'000);
  }

  void a_stop_that_is_asked_for_comes_at_once() {
    const Open on = open();
    const BufferId number = on.buffer(sizeof(int));
    CancelToken cancel;
    on.session->set_limits(target::Session::Clock::time_point::max(), cancel);
    on.add(number, 0);
    cancel.cancel();
    const auto stopped = on.batches().finish();
    QCOMPARE(stopped.diagnostics.at(0).code, std::string("NW4124"));
  }
};

NW_TEST(TestBatches);
#include "test_batches.moc"
