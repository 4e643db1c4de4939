// SPDX-License-Identifier: GPL-3.0-or-later
// What may be at the other end of a carrier instead of a runner that is well.
#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"
#include "target/probe.h"
#include "target/session.h"

using namespace nw;

class TestSession : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  // A carrier that starts a shell script.
  target::Carrier carrier(const std::string& text) {
    const QString path = folder_.filePath(QStringLiteral("runner.sh"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(("#!/bin/sh\n" + text + "\n").c_str());
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    file.close();
    target::Carrier carrier;
    carrier.kind = "command";
    carrier.argv = {path.toStdString()};
    carrier.description = "lab1";
    return carrier;
  }
  // A script that sends these frames, whatever it is asked, and then does as `after` says.
  target::Carrier saying(const std::string& bytes, const std::string& after = "cat > /dev/null") {
    QFile file(folder_.filePath(QStringLiteral("frames")));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    file.close();
    return carrier("cat '" + file.fileName().toStdString() + "'\n" + after);
  }
  static std::string hello(int oldest = 1, int newest = 1) {
    return target::encode({{"nestwright", "runner"}, {"protocol", {oldest, newest}}, {"abi", "1.0"}});
  }
  static QString connected(const target::Carrier& carrier, double seconds = 10) {
    return text_of(target::Session::connect(carrier, seconds, {}).diagnostics);
  }
  static QString text_of(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return QString::fromStdString(all);
  }

 private Q_SLOTS:
  void what_is_no_runner_is_named_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("text");
    QTest::newRow("a banner") << QByteArray("echo Welcome to lab1; cat > /dev/null")
                              << QStringLiteral(
                                     "error: 'lab1' cannot be reached: what comes from there first is not a "
                                     "runner's: 'Welcome to lab1 ' [NW4208]\n");
    QTest::newRow("nothing") << QByteArray("exit 1")
                             << QStringLiteral("error: 'lab1' cannot be reached: no runner answers there [NW4208]\n");
    QTest::newRow("last words") << QByteArray("printf 'a\\nb\\n\\nPermission\\r\\ndenied\\n\\n' >&2; exit 255")
                                << QStringLiteral(
                                       "error: 'lab1' cannot be reached: no runner answers there [NW4208]\n"
                                       "  because b; Permission; denied\n");
  }
  void what_is_no_runner_is_named() {
    QFETCH(QByteArray, script);
    QFETCH(QString, text);
    QCOMPARE(connected(carrier(script.toStdString())), text);
  }

  void a_library_that_has_changed_since_it_was_trusted_is_not_loaded() {
    target::Carrier changed = target::child_carrier(std::string(NW_BIN_DIR) + "/nestwright-runner");
    changed.argv.insert(changed.argv.end(), {"--library", "/proc/self/exe", "--sha256", "0123"});
    Result<std::unique_ptr<target::Session>> session = target::Session::connect(changed, 10, {});
    QVERIFY(session.ok());
    const QString text = QStringLiteral(
        "error: the plugin's library '/proc/self/exe' was not loaded: it has changed since it was trusted [NW4206]\n"
        "  legal: nestwright-cli targets trust PLUGIN\n");
    QCOMPARE(text_of((*session)->open("board", "", nlohmann::json::object())), text);
    QCOMPARE(text_of((*session)->discover("board").diagnostics), text);
  }

  void what_ssh_says_gets_a_sentence_data() {
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QString>("text");
    QTest::newRow("a changed key")
        << QByteArray(
               "@@@@@@@@@@@\\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\\nIt is possible that somebody "
               "listens.\\nOffending key in known_hosts:3\\nHost key for lab1 has changed and you have requested "
               "strict "
               "checking.\\nHost key verification failed.\\n")
        << QStringLiteral(
               "error: 'lab1' cannot be reached: its host key is not the one that is known here [NW4208]\n"
               "  because Offending key in known_hosts:3; Host key for lab1 has changed and you have requested strict "
               "checking.; Host key verification failed.\n"
               "  legal: ask who runs lab1 whether its key was changed, and if so: ssh-keygen -R lab1\n");
    QTest::newRow("an unknown key")
        << QByteArray("Host key verification failed.\\n")
        << QStringLiteral(
               "error: 'lab1' cannot be reached: its host key is not known here yet [NW4208]\n"
               "  because Host key verification failed.\n"
               "  legal: connect once in a terminal: ssh me@lab1\n");
    QTest::newRow("no host") << QByteArray("ssh: Could not resolve hostname lab1: Name or service not known\\n")
                             << QStringLiteral(
                                    "error: 'lab1' cannot be reached: no host of that name is known [NW4208]\n"
                                    "  because ssh: Could not resolve hostname lab1: Name or service not known\n");
  }
  void what_ssh_says_gets_a_sentence() {
    QFETCH(QByteArray, words);
    QFETCH(QString, text);
    target::Carrier ssh = carrier("printf '" + words.toStdString() + "' >&2; exit 255");
    ssh.kind = "ssh";
    ssh.host = "me@lab1";
    QCOMPARE(connected(ssh), text);
  }

  // Its runner would have ended what it does at the deadline, and said so.
  void a_machine_that_falls_asleep_is_named() {
    auto session = target::Session::connect(saying(hello(), "exec sleep 60"), 10, {});
    QVERIFY(session.ok());
    (*session)->set_limits(target::Session::Clock::now(), {}, 0.5);
    QCOMPARE(text_of((*session)->run({{}}, {}).diagnostics),
             QStringLiteral("error: lab1 has stopped answering: nothing came back from run within 0.5 s [NW4211]\n"
                            "  because a runner ends what it does at its deadline, and says so: the machine may be "
                            "asleep, or its network down\n"
                            "  legal: wake the machine, and run again\n"));
  }

  void targets_are_asked_at_the_same_time() {
    target::Connection slow;
    slow.carrier = carrier("sleep 1; exit 1");
    QElapsedTimer clock;
    clock.start();
    const auto found = target::with_facts_of_all(std::vector(8, slow), {});
    QVERIFY(clock.elapsed() < 6'000);
    QCOMPARE(found.size(), size_t{8});
    for (const auto& one : found)
      QCOMPARE(text_of(one.diagnostics),
               QStringLiteral("error: 'lab1' cannot be reached: no runner answers there [NW4208]\n"));
  }

  void a_program_that_is_not_there_is_named() {
    target::Carrier missing;
    missing.argv = {"/nowhere/nestwright-runner"};
    missing.description = "lab1";
    QCOMPARE(connected(missing),
             QStringLiteral("error: 'lab1' cannot be reached: /nowhere/nestwright-runner: No such file "
                            "or directory [NW4208]\n"));
  }

  void silence_has_an_end() {
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(connected(carrier("sleep 60"), 0.2),
             QStringLiteral("error: 'lab1' cannot be reached: no runner answers there [NW4208]\n"));
    QVERIFY(clock.elapsed() < 10'000);
  }

  void another_protocol_is_named() {
    QCOMPARE(connected(saying(hello(99, 99))),
             QStringLiteral("error: the runner there speaks protocol 99, and this program 1 [NW4210]\n"));
    QCOMPARE(connected(saying(hello(2, 3))),
             QStringLiteral("error: the runner there speaks protocol 2 to 3, and this program 1 [NW4210]\n"));
    QCOMPARE(connected(saying(hello(1, 7))), QString());
  }

  void answers_that_make_no_sense_end_the_session_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const std::string& bytes, const char* why) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes)
                          << QStringLiteral(
                                 "error: the connection to lab1 was lost during reading an answer [NW4211]\n  because "
                                 "%1\n")
                                 .arg(QString::fromUtf8(why));
    };
    using nlohmann::json;
    row("another request's", target::encode({{"id", 7}, {"ok", json::object()}}), "it answers another request");
    row("no id", target::encode({{"ok", json::object()}}), "it answers another request");
    row("no buffer", target::encode({{"id", 1}, {"ok", json::object()}}), "no buffer was made");
    row("no JSON", std::string("\3\0\0\0\0\0\0\0{,}", 11),
        "the head of a frame is no JSON: syntax error while parsing object key - unexpected ','; expected string "
        "literal");
  }
  void answers_that_make_no_sense_end_the_session() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, text);
    auto session = target::Session::connect(saying(hello() + reply.toStdString()), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(text_of((*session)->allocate(8).diagnostics), text);
    QVERIFY(!(*session)->alive());
    QCOMPARE(text_of((*session)->allocate(8).diagnostics),
             QStringLiteral("error: the connection to lab1 was lost during allocate [NW4211]\n  because it was lost "
                            "before\n"));
  }

  void a_request_that_is_too_large_is_not_sent() {
    auto session =
        target::Session::connect(target::child_carrier(std::string(NW_BIN_DIR) + "/nestwright-runner"), 10, {});
    QVERIFY(session.ok());
    const std::string code(size_t{target::kMaxBody} + 1, 'x');
    QCOMPARE(text_of((*session)->load(code, "elf", "main", nlohmann::json::object()).diagnostics),
             QStringLiteral("error: the request load was not sent, as it is too large [NW4223]\n"
                            "  because it has a body of 67108865 bytes, and 67108864 is the most of a frame\n"));
    const std::string text =
        text_of((*session)->open("cpu", std::string(size_t{target::kMaxHead}, 'x'), {})).toStdString();
    QVERIFY2(text.starts_with(
                 "error: the request open was not sent, as it is too large [NW4223]\n  because it has a head of "),
             text.c_str());
    QVERIFY((*session)->ping());
  }

  void an_answer_that_is_too_large_is_skipped() {
    const std::string sizes("\1\0\x10\0\0\0\0\0", 8);  // a head of 1 MiB and a byte
    const std::string next = target::encode({{"id", 2}, {"ok", nlohmann::json::object()}});
    auto session =
        target::Session::connect(saying(hello() + sizes + std::string(target::kMaxHead + 1, ' ') + next), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(text_of((*session)->allocate(8).diagnostics),
             QStringLiteral("error: the answer to allocate was not taken, as it is too large [NW4223]\n"
                            "  because a frame of 1048577 and 0 bytes is larger than 1048576 and 67108864\n"));
    QVERIFY((*session)->ping());
  }

  // A runner that lies: its numbers are refused before anything is added up, and the session goes on.
  void results_that_cannot_be_true_are_refused_data() {
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const char* result, const char* why) {
      QTest::newRow(name) << QByteArray(result) << QString::fromUtf8(why);
    };
    const char* time = "which is no whole number from 0 to 9007199254740992";
    row("far", R"({"time_ns":[1,9223372036854775807]})",
        qPrintable(QStringLiteral("it states 9223372036854775807 as nanoseconds of a sample, %1")
                       .arg(QString::fromUtf8(time))));
    row("farther", R"({"time_ns":[18446744073709551615]})",
        qPrintable(QStringLiteral("it states 18446744073709551615 as nanoseconds of a sample, %1")
                       .arg(QString::fromUtf8(time))));
    row("negative", R"({"time_ns":[-1]})",
        qPrintable(QStringLiteral("it states -1 as nanoseconds of a sample, %1").arg(QString::fromUtf8(time))));
    row("no whole number", R"({"time_ns":[1e300]})",
        qPrintable(QStringLiteral("it states 1e+300 as nanoseconds of a sample, %1").arg(QString::fromUtf8(time))));
    row("together", R"({"time_ns":[9007199254740992,1]})",
        "its numbers as nanoseconds of a sample are more than 9007199254740992 together");
    row("no times", R"({"time_ns":7})", "'time_ns' in its answer is no list");
    row("status", R"({"time_ns":[],"kernel_status":1e300})",
        "it states 1e+300 as a kernel's status, which is no whole number from -2147483648 to 2147483647");
    row("counter", R"({"time_ns":[1],"counters":{"loads":-5}})",
        qPrintable(QStringLiteral("it states -5 as a counter, %1").arg(QString::fromUtf8(time))));
    row("samples", R"({"time_ns":[1],"samples":[{"offset":1,"count":9007199254740992},{"where":"x","count":1}]})",
        "its numbers as samples of a place are more than 9007199254740992 together");
    row("offset", R"({"time_ns":[1],"samples":[{"offset":9223372036854775807,"count":1}]})",
        "it states 9223372036854775807 as a place in the code, which is no whole number from -9007199254740992 to "
        "9007199254740992");
    row("no place", R"({"time_ns":[1],"samples":[3]})", "a place in its answer is no object");
    row("no result", "3", "a result is no object");
  }
  void results_that_cannot_be_true_are_refused() {
    QFETCH(QByteArray, result);
    QFETCH(QString, why);
    using nlohmann::json;
    const json reply = {{"id", 1}, {"ok", {{"results", json::array({json::parse(result.toStdString())})}}}};
    auto session = target::Session::connect(saying(hello() + target::encode(reply)), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(text_of((*session)->run({}, {}).diagnostics),
             QStringLiteral("error: what the target says of the run cannot be true [NW4209]\n  because %1\n").arg(why));
    QVERIFY((*session)->alive());
  }

  void refusals_are_told_by_their_status_data() {
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* status, const char* text) {
      QTest::newRow(status) << QByteArray(status) << QString::fromUtf8(text) + QStringLiteral("  because no\n");
    };
    row("no_memory", "error: the target has not enough memory [NW4212]\n");
    row("device_lost", "error: the connection to lab1 was lost during allocate [NW4211]\n");
    row("busy", "error: the target refuses allocate [NW4209]\n");
  }
  void refusals_are_told_by_their_status() {
    QFETCH(QByteArray, status);
    QFETCH(QString, text);
    using nlohmann::json;
    const json reply = {{"id", 1}, {"status", status.toStdString()}, {"diagnostics", {{{"message", "no"}}}}};
    auto session = target::Session::connect(saying(hello() + target::encode(reply)), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(text_of((*session)->allocate(8).diagnostics), text);
  }

  // What is of another type than it should be is taken for absent.
  void words_that_are_no_words_do_no_harm() {
    using nlohmann::json;
    const json reply = {{"id", 1},
                        {"status", 7},
                        {"died", {{"signal", "x"}, {"during", json::array()}}},
                        {"diagnostics", {{{"message", 5}}, {{"because", {1, "power"}}}, 3}}};
    auto session = target::Session::connect(saying(hello() + target::encode(reply)), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(text_of((*session)->allocate(8).diagnostics),
             QStringLiteral("error: the plugin ended its process during allocate [NW4204]\n  because power\n"));
  }

  void an_end_in_the_middle_is_told() {
    auto session = target::Session::connect(saying(hello(), "head -c 20 > /dev/null; echo out of power >&2"), 10, {});
    QVERIFY(session.ok());
    QCOMPARE(
        text_of((*session)->allocate(8).diagnostics),
        QStringLiteral("error: the connection to lab1 was lost during allocate [NW4211]\n  because out of power\n"));
  }

  // This computer's own runner: its device is found, and named as the connection has it.
  void devices_say_what_they_are() {
    target::Connection connection = target::local_connection(NW_BIN_DIR);
    connection.id = "here";
    connection.facts_known = false;
    const Result<target::Connection> known = target::with_facts(connection, {});
    QVERIFY2(known.ok(), qPrintable(text_of(known.diagnostics)));
    QCOMPARE(known->facts.id, std::string("here"));
    QVERIFY(known->facts_known && known->facts.compute.units >= 1);
    connection.device = "7";
    QCOMPARE(text_of(target::with_facts(connection, {}).diagnostics),
             QStringLiteral("error: 'here' has no device '7' [NW4214]\n"));
    connection.plugin = "nothing";
    QCOMPARE(text_of(target::with_facts(connection, {}).diagnostics),
             QStringLiteral("error: the target refuses discover [NW4209]\n  because there is no plugin 'nothing'\n"));
  }
};

NW_TEST(TestSession);
#include "test_session.moc"
