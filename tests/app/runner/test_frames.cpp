// SPDX-License-Identifier: GPL-3.0-or-later
// Frames that nobody should send: each is answered or ends the runner in order; none makes it crash or grow.
#include <QFile>
#include <QTest>
#include <random>

#include "kernel_image.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;
using nlohmann::json;
using test::run_request;
using test::RunnerClient;

class TestFrames : public QObject {
  Q_OBJECT

  static std::string sizes(uint32_t head, uint32_t body) {
    std::string bytes;
    for (const uint32_t size : {head, body})
      for (int i = 0; i < 4; ++i) bytes += static_cast<char>(size >> (8 * i));
    return bytes;
  }
  static long long resident_kb(pid_t process) {
    QFile file(QStringLiteral("/proc/%1/status").arg(process));
    if (!file.open(QIODevice::ReadOnly)) return -1;
    for (const QByteArray& line : file.readAll().split('\n'))
      if (line.startsWith("VmRSS:")) return line.simplified().split(' ').at(1).toLongLong();
    return -1;
  }

  std::string image_;
  std::vector<json> valid() const {
    return {{{"do", "ping"}},
            {{"do", "plugins"}},
            {{"do", "discover"}, {"plugin", "cpu"}, {"settings", json::object()}},
            {{"do", "open"}, {"plugin", "cpu"}, {"device", ""}, {"settings", {{"threads", 2}}}},
            {{"do", "compile"}, {"entry", "k"}, {"dialect", "elf"}, {"signature", json::object()}},
            {{"do", "load"}, {"entry", "k"}, {"dialect", "elf"}, {"signature", {{"sizes", json::array()}}}},
            {{"do", "allocate"}, {"bytes", 1000}},
            {{"do", "write"}, {"buffer", 2}, {"at", 0}},
            {{"do", "fill"}, {"buffer", 2}, {"dtype", "float32"}, {"count", 250}, {"random", true}, {"seed", 1}},
            {{"do", "fill"}, {"buffer", 2}, {"byte", 3}, {"bytes", 1000}},
            {{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", 100}},
            run_request({2}, {{"warmup", 1}, {"runs", 2}, {"threads", 1}, {"counters", json::array()}}),
            {{"do", "unload"}, {"module", 1}},
            {{"do", "release"}, {"buffer", 2}},
            {{"do", "cancel"}, {"of", 1}},
            {{"do", "close"}}};
  }

  // Another value in a place of the request, or the text damaged.
  static std::string damaged(json head, std::mt19937& random) {
    static const std::vector<json> values = {
        nullptr, true,           -1,    0, 1, 2, 3, 1e300, UINT64_MAX, INT64_MIN, "", "cpu", json::array(), {{2}},
        "\x01",  json::object(), 65'537};
    const int kind = static_cast<int>(random() % 4);
    if (kind < 3) {
      json* at = &head;
      while (at->is_structured() && !at->empty() && (at == &head || random() % 2)) {
        auto next = at->begin();
        std::advance(next, random() % at->size());
        if (at == &head && kind == 2) {  // a key is missing
          at->erase(next);
          return head.dump();
        }
        at = &*next;
      }
      if (at != &head) *at = values[random() % values.size()];
      return head.dump();
    }
    std::string text = head.dump();
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random());
    return text;
  }

 private Q_SLOTS:
  void initTestCase() { image_ = test::kernel_image("return 0;"); }

  void unreadable_heads_are_answered_and_the_third_ends_the_stream() {
    RunnerClient runner;
    for (int i = 0; i < 3; ++i) {
      QVERIFY(runner.send_bytes(sizes(5, 3) + "[1,2]" + "abc"));
      const json reply = runner.next().head;
      QCOMPARE(reply.value("status", ""), std::string("invalid"));
      QVERIFY(reply.at("id").is_null());
      if (i < 2) QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
    }
    QCOMPARE(runner.wait(), 1);
  }

  void frames_that_are_too_large_are_skipped() {
    RunnerClient runner;
    QVERIFY(runner.send_bytes(sizes(target::kMaxHead + 1, 10) + std::string(target::kMaxHead + 11, 'x')));
    QCOMPARE(runner.next().head.value("status", ""), std::string("invalid"));
    QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
    QVERIFY(runner.send_bytes(sizes(2, UINT32_MAX) + "{}"));
    QCOMPARE(runner.next().head.value("status", ""), std::string("invalid"));
    for (int i = 0; i < 100; ++i) QVERIFY(runner.send_bytes(std::string(size_t{1} << 20, 'x')));
    QVERIFY(resident_kb(runner.process()) < 60'000 || resident_kb(runner.process()) > 500'000);  // or a sanitizer's
    runner.close_input();
    QCOMPARE(runner.wait(), 0);
  }

  void frame_that_stops_in_the_middle_ends_with_the_stream() {
    for (const size_t at : {1U, 7U, 8U, 12U, 20U}) {
      RunnerClient runner;
      QVERIFY(runner.send_bytes(target::encode({{"id", 1}, {"do", "ping"}}, "body").substr(0, at)));
      runner.close_input();
      QCOMPARE(runner.wait(), 0);
    }
  }

  void five_thousand_damaged_requests_do_no_harm() {
    std::mt19937 random(5);
    const std::vector<json> requests = valid();
    std::unique_ptr<RunnerClient> runner;
    long long before = 0;
    int64_t restarts = 0, answered = 0, refused = 0, unreadable = 0;
    for (int64_t i = 0; i < 5000; ++i) {
      if (!runner) {
        runner = std::make_unique<RunnerClient>(QStringList{QStringLiteral("--memory"), QStringLiteral("600000000")});
        QVERIFY(runner->open_with(image_, {1000}));
        before = resident_kb(runner->process());
        unreadable = 0;
        ++restarts;
      }
      json head = requests[random() % requests.size()];
      head["id"] = 1000 + i;
      head["deadline_ms"] = 500;
      const std::string text = damaged(head, random);
      const std::string body = head["do"] == "load" ? image_.substr(0, random() % 2 ? image_.size() : 100) : "abcd";
      QVERIFY(runner->send_bytes(sizes(static_cast<uint32_t>(text.size()), static_cast<uint32_t>(body.size())) + text +
                                 body));
      target::Frame reply = runner->next(2000);
      if (reply.head.is_null()) {  // it had no deadline
        runner->send({{"do", "cancel"}, {"of", 1000 + i}});
        reply = runner->next();
        if (reply.head.is_object() && reply.head.value("id", json()) != 1000 + i) reply = runner->next();
      }
      QVERIFY2(reply.head.is_object(), text.c_str());
      QVERIFY2(reply.head.contains("ok") || reply.head.contains("status"), text.c_str());
      ++answered;
      refused += reply.head.contains("status") ? 1 : 0;
      if (json::parse(text, nullptr, false).is_object() || ++unreadable < 3) continue;
      QCOMPARE(runner->wait(), 1);  // after three that could not be read at all it ends, as it should
      runner.reset();
    }
    QCOMPARE(answered, int64_t{5000});
    QVERIFY2(refused > 1000 && refused < 4500, qPrintable(QString::number(refused)));
    if (runner) QVERIFY(resident_kb(runner->process()) < before + 30'000);
    QVERIFY2(restarts < 1000, qPrintable(QString::number(restarts)));
  }
};

NW_TEST(TestFrames);
#include "test_frames.moc"
