// SPDX-License-Identifier: GPL-3.0-or-later
// Plugins that are named by path: how they are asked, cancelled, and survived.
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/runner/sha256.h"
#include "base/sanitized.h"
#include "base/sha256.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;
using nlohmann::json;
using test::run_request;
using test::RunnerClient;

class TestPlugins : public QObject {
  Q_OBJECT

  static QStringList odd() { return {QStringLiteral("--library"), QStringLiteral(NW_ODD_PLUGIN)}; }
  static json open(const char* odd) { return {{"do", "open"}, {"plugin", "odd"}, {"settings", {{"odd", odd}}}}; }
  static std::string message(const target::Frame& reply) {
    return reply.head.contains("diagnostics") ? reply.head.at("diagnostics").at(0).value("message", "") : "";
  }
  // A device that is odd, with one module and one buffer.
  static bool open_odd(RunnerClient& runner, const char* odd) {
    return !runner.result(open(odd)).is_null() && !runner.result({{"do", "load"}}, "x").is_null() &&
           !runner.result({{"do", "allocate"}, {"bytes", 8}}).is_null();
  }

 private Q_SLOTS:
  void library_is_asked_for_its_id() {
    RunnerClient runner(odd());
    QVERIFY(!runner.result(open("")).is_null());
    const json plugins = runner.result({{"do", "plugins"}}).at("plugins");
    QCOMPARE(plugins.size(), size_t{2});
    QCOMPARE(plugins[1].value("id", ""), std::string("odd"));
    QCOMPARE(plugins[1].value("version", ""), std::string("0.1"));
    QCOMPARE(runner.children().size(), size_t{1});
  }

  void what_is_no_plugin_is_a_row_with_a_reason() {
    const QTemporaryDir folder;
    const QString junk = folder.filePath(QStringLiteral("junk.so"));
    QFile file(junk);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no library");
    file.close();
    RunnerClient runner({QStringLiteral("--library"), junk, QStringLiteral("--library"), QStringLiteral("libm.so.6"),
                         QStringLiteral("--library"), QStringLiteral("/nowhere.so")});
    const json plugins = runner.result({{"do", "plugins"}}).at("plugins");
    QCOMPARE(plugins.size(), size_t{4});
    for (size_t i = 1; i < 4; ++i) QCOMPARE(plugins[i].value("state", ""), std::string("failed"));
    QVERIFY(plugins[1].value("why", "").starts_with("the plugin cannot be loaded: "));
    QCOMPARE(plugins[2].value("why", ""), std::string("libm.so.6 is no plugin: it has no symbol nestwright_target"));
    QCOMPARE(runner.status({{"do", "discover"}, {"plugin", "cpu"}}), std::string("ok"));
  }

  void a_limit_on_memory_is_none_on_addresses() {
    RunnerClient runner(odd() + QStringList{QStringLiteral("--memory"), QStringLiteral("500000000")});
    QVERIFY(!runner.result(open("reserves")).is_null());
  }

  void library_with_the_trusted_hash_is_loaded_from_a_sealed_copy() {
    const QString hash = QString::fromStdString(file_sha256(NW_ODD_PLUGIN));
    RunnerClient runner(odd() + QStringList{QStringLiteral("--sha256"), hash});
    QVERIFY(!runner.result(open("")).is_null());
    const std::vector<pid_t> hosts = runner.children();
    QCOMPARE(hosts.size(), size_t{1});
    QFile maps(QStringLiteral("/proc/%1/maps").arg(hosts.front()));
    QVERIFY(maps.open(QIODevice::ReadOnly));
    const QByteArray mapped = maps.readAll();
    QVERIFY(mapped.contains("/memfd:nwt_odd.so"));
    QVERIFY(!mapped.contains(NW_ODD_PLUGIN));
    QCOMPARE(runner.result({{"do", "plugins"}}).at("plugins")[1].value("library", ""), std::string(NW_ODD_PLUGIN));
  }

  void library_that_is_changed_after_the_start_is_not_seen() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("odd.so"));
    QVERIFY(QFile::copy(QStringLiteral(NW_ODD_PLUGIN), path));
    const QString hash = QString::fromStdString(file_sha256(path.toStdString()));
    RunnerClient runner({QStringLiteral("--library"), path, QStringLiteral("--sha256"), hash});
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("no library");
    file.close();
    QVERIFY(!runner.result(open("")).is_null());
  }

  void library_with_another_hash_is_refused() {
    RunnerClient runner(odd() + QStringList{QStringLiteral("--sha256"), QString(64, QLatin1Char('0'))});
    const target::Frame reply = runner.ask(open(""));
    QCOMPARE(reply.head.value("status", ""), std::string("denied"));
    QCOMPARE(reply.head.value("untrusted", ""), std::string(NW_ODD_PLUGIN));
    QCOMPARE(message(reply), std::string(NW_ODD_PLUGIN) + " is not the file that was trusted: it has changed since");
    QVERIFY(runner.children().empty());
    QCOMPARE(runner.status({{"do", "discover"}, {"plugin", "cpu"}}), std::string("ok"));
  }

  void library_with_a_hash_has_to_be_a_file_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("why");
    QTest::newRow("missing") << QStringLiteral("/nowhere.so") << QStringLiteral("No such file or directory");
    QTest::newRow("folder") << QStringLiteral("/") << QStringLiteral("it is no regular file");
    QTest::newRow("device") << QStringLiteral("/dev/null") << QStringLiteral("it is no regular file");
  }
  void library_with_a_hash_has_to_be_a_file() {
    QFETCH(QString, path);
    QFETCH(QString, why);
    RunnerClient runner({QStringLiteral("--library"), path, QStringLiteral("--sha256"), QStringLiteral("0")});
    QCOMPARE(QString::fromStdString(runner.result({{"do", "plugins"}}).at("plugins")[1].value("why", "")),
             QStringLiteral("the plugin cannot be loaded: %1: %2").arg(path, why));
  }

  void hashes_are_those_of_the_clients() {
    for (const size_t size : {0U, 1U, 55U, 56U, 63U, 64U, 65U, 119U, 120U, 1000U}) {
      std::string text(size, 'x');
      for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 7);
      runner::Sha256 hash;
      hash.add(text.substr(0, size / 3));
      hash.add(text.substr(size / 3));
      QCOMPARE(hash.hex(), text_sha256(text));
    }
  }

  void messages_of_a_plugin_are_handed_on() {
    RunnerClient runner(odd());
    const target::Frame reply = runner.ask(open("refuse"));
    QCOMPARE(reply.head.value("status", ""), std::string("busy"));
    QVERIFY(reply.head.at("diagnostics") ==
            json::array({{{"message", "in use"}, {"because", {"by another"}}, {"line", 7}}}));
    QVERIFY(runner.events.at(0) == (json{{"event", "log"}, {"level", 1}, {"line", "started"}}));
    QVERIFY(!runner.result(open("")).is_null());
  }

  void broken_promises_are_answered_data() {
    QTest::addColumn<QString>("odd");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("status");
    const auto row = [](const char* odd, const char* what, const char* status) {
      QTest::newRow(odd) << QString::fromUtf8(odd) << QString::fromUtf8(what) << QString::fromUtf8(status);
    };
    row("no device", "open", "internal");
    row("throws", "allocate", "internal");
    row("throws a number", "allocate", "internal");
    row("exits", "allocate", "device_lost");
    row("aborts", "allocate", "device_lost");
    row("forks and aborts", "allocate", "device_lost");
    row("status", "allocate", "internal");
    row("logs", "allocate", "ok");
    row("short time", "run", "invalid");
    row("long time", "run", "invalid");
    row("bad samples", "run", "invalid");
    row("unknown", "run", "ok");
  }
  void broken_promises_are_answered() {
    QFETCH(QString, odd);
    QFETCH(QString, what);
    QFETCH(QString, status);
    RunnerClient runner(TestPlugins::odd());
    std::string given;
    if (what == QStringLiteral("open")) given = runner.status(open(qPrintable(odd)));
    if (what == QStringLiteral("allocate")) {
      QVERIFY(!runner.result(open(qPrintable(odd))).is_null());
      given = runner.status({{"do", "allocate"}, {"bytes", 8}});
    }
    if (what == QStringLiteral("run")) {
      QVERIFY(open_odd(runner, qPrintable(odd)));
      given = runner.status(run_request({2}));
    }
    QCOMPARE(QString::fromStdString(given), status);
    QVERIFY(runner.events.size() <= 1002);  // of one request at most a thousand, and others print
    QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
    runner.status({{"do", "close"}});
    QVERIFY(!runner.result(open("")).is_null());
  }

  void what_a_plugin_prints_is_an_event() {
    RunnerClient runner(odd());
    QVERIFY(!runner.result(open("")).is_null());
    const auto printed =
        std::ranges::find_if(runner.events, [](const json& event) { return event.value("breach", "") == "output"; });
    QVERIFY(printed != runner.events.end());
    QCOMPARE(printed->value("line", ""),
             std::string("the plugin printed to the standard output: a plugin that prints\n"));
  }

  void refusal_without_a_report_is_an_event() {
    RunnerClient runner(odd());
    QVERIFY(!runner.result(open("status")).is_null());
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", 8}}), std::string("internal"));
    QCOMPARE(runner.events.back().value("breach", ""), std::string("report"));
  }

  void rehearsal_starts_and_opens_and_counts() {
    RunnerClient runner(odd());
    const json result = runner.result({{"do", "rehearse"}, {"plugin", "odd"}, {"starts", 3}, {"opens", 2}});
    QCOMPARE(result.at("rounds").size(), size_t{9});  // after each close and each shutdown
    for (const char* key : {"descriptors", "threads", "resident_bytes"})
      QVERIFY(result.at("rounds").back().at(key).get<int64_t>() > 0);
    QCOMPARE(runner.status({{"do", "rehearse"}, {"plugin", "odd"}, {"starts", 0}}), std::string("invalid"));
    QVERIFY(!runner.result(open("")).is_null());
  }

  void plugin_that_exits_is_named_with_its_status() {
    if (kSanitized) QSKIP("a sanitizer looks for leaks at the exit, and has a status of its own");
    RunnerClient runner(odd());
    QVERIFY(!runner.result(open("exits")).is_null());
    const target::Frame reply = runner.ask({{"do", "allocate"}, {"bytes", 8}});
    QVERIFY(reply.head.at("died") == (json{{"exit", 3}, {"during", "allocate"}}));
    QCOMPARE(message(reply), std::string("the plugin's process ended with exit status 3 during 'allocate'"));
  }

  void plugin_that_can_be_cancelled_keeps_its_device_data() {
    QTest::addColumn<QString>("odd");
    QTest::addColumn<bool>("stays");
    QTest::newRow("asked") << QStringLiteral("until asked") << true;
    QTest::newRow("cancelled") << QStringLiteral("until cancelled") << true;
    QTest::newRow("killed") << QStringLiteral("for ever") << false;
  }
  void plugin_that_can_be_cancelled_keeps_its_device() {
    QFETCH(QString, odd);
    QFETCH(bool, stays);
    RunnerClient runner(TestPlugins::odd());
    QVERIFY(open_odd(runner, qPrintable(odd)));
    json request = run_request({2});
    request["deadline_ms"] = 100;
    QElapsedTimer time;
    time.start();
    const target::Frame reply = runner.ask(request);
    QCOMPARE(reply.head.value("status", ""), std::string("deadline"));
    QCOMPARE(reply.head.contains("closed"), !stays);
    QVERIFY2(time.elapsed() < 2100, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", 8}}), std::string(stays ? "ok" : "device_lost"));
  }
};

NW_TEST(TestPlugins);
#include "test_plugins.moc"
