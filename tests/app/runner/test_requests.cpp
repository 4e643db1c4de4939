// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-runner, request by request.
#include <QProcess>
#include <QTest>
#include <cstring>

#include "base/ndarray.h"
#include "base/sanitized.h"
#include "kernel_image.h"
#include "measure/arrays.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;
using nlohmann::json;
using test::run_request;
using test::RunnerClient;

namespace {

std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string double_all() {
  return test::kernel_image(
      "const float* x = buffers[0]; float* y = buffers[1];\n"
      "for (int i = 0; i < 4; ++i) y[i] = 2 * x[i];\n"
      "return 0;");
}

}  // namespace

class TestRequests : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hello_is_the_first_frame_and_an_option() {
    RunnerClient runner;
    QCOMPARE(runner.hello().value("nestwright", ""), std::string("runner"));
    QVERIFY(runner.hello().at("protocol") == json({1, 1}));
    QCOMPARE(runner.hello().value("abi", ""), std::string("1.2"));
    QCOMPARE(runner.hello().value("confined", ""), std::string("full"));
    QVERIFY(runner.hello().contains("version") && runner.hello().contains("machine"));
    QProcess asked;
    asked.start(QStringLiteral(NW_BIN_DIR "/nestwright-runner"), {QStringLiteral("--hello")});
    QVERIFY(asked.waitForFinished());
    QVERIFY(json::parse(asked.readAllStandardOutput().toStdString()) == runner.hello());
  }

  void options_are_checked() {
    for (const QStringList& wrong : {QStringList{QStringLiteral("--listen")},
                                     {QStringLiteral("--memory")},
                                     {QStringLiteral("--memory"), QStringLiteral("much")}}) {
      QProcess runner;
      runner.start(QStringLiteral(NW_BIN_DIR "/nestwright-runner"), wrong);
      QVERIFY(runner.waitForFinished());
      QCOMPARE(runner.exitCode(), 2);
      QVERIFY(runner.readAllStandardError().contains("nestwright-runner: "));
    }
  }

  void plugins_and_devices_are_listed() {
    RunnerClient runner;
    const json plugins = runner.result({{"do", "plugins"}}).at("plugins");
    QCOMPARE(plugins.size(), size_t{1});
    QCOMPARE(plugins[0].value("id", ""), std::string("cpu"));
    QCOMPARE(plugins[0].value("state", ""), std::string("ready"));
    const json devices = runner.result({{"do", "discover"}, {"plugin", "cpu"}}).at("devices");
    QCOMPARE(devices.size(), size_t{1});
    QCOMPARE(devices[0].value("device", "?"), std::string());
    QCOMPARE(devices[0].at("facts").value("id", ""), std::string("cpu"));
    QCOMPARE(runner.status({{"do", "discover"}, {"plugin", "gpu"}}), std::string("not_found"));
    QCOMPARE(runner.status({{"do", "open"}, {"plugin", "cpu"}, {"device", "1"}}), std::string("not_found"));
    QVERIFY(runner.children().empty());
  }

  void kernel_runs_on_buffers_that_are_written_and_read() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all(), {16, 16}));
    QCOMPARE(runner.status({{"do", "write"}, {"buffer", 2}, {"at", 0}}, bytes_of({1, 2, 3, 4})), std::string("ok"));
    const json result = runner.result(run_request({2, 3}, {{"warmup", 1}, {"runs", 3}}));
    QCOMPARE(result.at("results").size(), size_t{1});
    QCOMPARE(result.at("results")[0].at("time_ns").size(), size_t{3});
    QVERIFY(!result.at("results")[0].contains("kernel_status"));
    const target::Frame read = runner.ask({{"do", "read"}, {"buffer", 3}, {"at", 4}, {"bytes", 8}});
    QCOMPARE(read.body, bytes_of({4, 6}));
    QCOMPARE(runner.status({{"do", "release"}, {"buffer", 2}}), std::string("ok"));
    QCOMPARE(runner.status({{"do", "release"}, {"buffer", 2}}), std::string("invalid"));
    QCOMPARE(runner.status({{"do", "unload"}, {"module", 1}}), std::string("ok"));
    QCOMPARE(runner.status(run_request({2, 3})), std::string("invalid"));
    QCOMPARE(runner.status({{"do", "close"}}), std::string("ok"));
    QVERIFY(runner.children().empty());
    QCOMPARE(runner.status({{"do", "read"}, {"buffer", 3}, {"at", 0}, {"bytes", 1}}), std::string("invalid"));
    runner.close_input();
    QCOMPARE(runner.wait(), 0);
  }

  // A kernel reads one part of a buffer and writes another, then the same part.
  void views_are_parts_of_a_buffer() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all(), {256}));
    const json view{{"do", "view"}, {"buffer", 2}, {"at", 64}, {"bytes", 128}};
    QCOMPARE(runner.result(view).value("buffer", 0), 3);
    QCOMPARE(runner.result({{"do", "view"}, {"buffer", 3}, {"at", 64}, {"bytes", 16}}).value("buffer", 0), 4);
    QCOMPARE(runner.result({{"do", "view"}, {"buffer", 2}, {"at", 128}, {"bytes", 16}}).value("buffer", 0), 5);
    QCOMPARE(runner.status({{"do", "write"}, {"buffer", 3}, {"at", 0}}, bytes_of({1, 2, 3, 4})), std::string("ok"));
    const auto read = [&](int at) {
      return runner.ask({{"do", "read"}, {"buffer", 2}, {"at", at}, {"bytes", 16}}).body;
    };
    QCOMPARE(read(64), bytes_of({1, 2, 3, 4}));
    QCOMPARE(runner.status(run_request({3, 4}, {{"runs", 1}})), std::string("ok"));
    QCOMPARE(read(128), bytes_of({2, 4, 6, 8}));
    QCOMPARE(runner.status(run_request({4, 5}, {{"runs", 1}})), std::string("ok"));
    QCOMPARE(read(128), bytes_of({4, 8, 12, 16}));
    const target::Frame refused = runner.ask({{"do", "release"}, {"buffer", 2}});
    QCOMPARE(refused.head.at("diagnostics")[0].at("message").get<std::string>(), std::string("buffer 2 has views"));
    for (const int buffer : {3, 4, 5, 2})
      QCOMPARE(runner.status({{"do", "release"}, {"buffer", buffer}}), std::string("ok"));
  }

  void several_calls_run_in_turn() {
    RunnerClient runner;
    const std::string add = test::kernel_image(
        "long* all = buffers[0]; long* mine = buffers[1]; *mine = ++*all; return *mine == 6 ? 2 : 0;");
    QVERIFY(runner.open_with(add, {8, 8, 8}));
    const auto call = [](int buffer) {
      return json{{"module", 1}, {"buffers", {2, buffer}}, {"sizes", json::array()}};
    };
    json request{{"do", "run"}, {"calls", {call(3), call(4)}}, {"plan", {{"warmup", 1}, {"runs", 1}}}};
    const json first = runner.result(request).at("results");
    QCOMPARE(first.size(), size_t{2});
    QCOMPARE(first[0].at("time_ns").size(), size_t{1});
    QCOMPARE(first[1].at("time_ns").size(), size_t{1});
    const json second = runner.result(request).at("results");  // the sixth call is the second round's second
    QCOMPARE(second.size(), size_t{2});
    QCOMPARE(second[1].value("kernel_status", 0), 2);
    request["plan"]["counters"] = {"loads"};
    QCOMPARE(runner.status(request), std::string("invalid"));
  }

  void buffers_are_filled_by_rule_as_arrays_are() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all(), {12'000'000}));
    for (const char* name : {"float32", "int8", "bool", "bfloat16", "float64"})
      for (const bool random : {false, true}) {
        const DType type = *parse_dtype(name);
        const int64_t count = 1'200'000;
        measure::Inputs inputs;
        inputs.random = random;
        inputs.seed = 5;
        inputs.positive = type.is_float() && random;
        NDArray wanted(type, {count});
        measure::fill(wanted, inputs, 3);
        QCOMPARE(runner.status({{"do", "fill"},
                                {"buffer", 2},
                                {"dtype", name},
                                {"count", count},
                                {"random", random},
                                {"seed", 5},
                                {"positive", inputs.positive},
                                {"argument", 3}}),
                 std::string("ok"));
        const auto all = static_cast<size_t>(count * type.bytes());
        const target::Frame read = runner.ask({{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", all}});
        QCOMPARE(read.body.size(), all);
        QVERIFY2(std::memcmp(read.body.data(), wanted.bytes(), all) == 0, name);
      }
    QCOMPARE(runner.status({{"do", "fill"}, {"buffer", 2}, {"byte", 255}, {"bytes", 12'000'000}}), std::string("ok"));
    QCOMPARE(runner.ask({{"do", "read"}, {"buffer", 2}, {"at", 11'999'998}, {"bytes", 2}}).body,
             std::string("\xff\xff"));
    QCOMPARE(runner.status({{"do", "fill"}, {"buffer", 2}, {"byte", 0}, {"bytes", 12'000'001}}),
             std::string("invalid"));
    QCOMPARE(runner.status({{"do", "fill"}, {"buffer", 2}, {"dtype", "float32"}, {"count", 3'000'001}}),
             std::string("invalid"));
  }

  void what_a_plugin_does_not_compile_is_its_binary() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all()));
    QCOMPARE(runner.ask({{"do", "compile"}, {"entry", "k"}, {"dialect", "elf"}}, "the code").body,
             std::string("the code"));
  }

  void wrong_requests_are_answered_data() {
    QTest::addColumn<QString>("request");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* request, const char* message) {
      QTest::newRow(request) << QString::fromUtf8(request) << QString::fromUtf8(message);
    };
    row(R"({})", "the request needs 'do', a text");
    row(R"({"do":7})", "the request needs 'do', a text");
    row(R"({"do":"fly"})", "there is no request 'fly'");
    row(R"({"do":"open","plugin":"cpu"})", "a device is open; close it first");
    row(R"({"do":"allocate"})", "the request needs 'bytes', a whole number from 0 to 9223372036854775807");
    row(R"({"do":"allocate","bytes":-1})", "the request needs 'bytes', a whole number from 0 to 9223372036854775807");
    row(R"({"do":"allocate","bytes":"8"})", "the request needs 'bytes', a whole number from 0 to 9223372036854775807");
    row(R"({"do":"allocate","bytes":9223372036854775807})",
        "there is no memory for a buffer of 9223372036854775807 bytes");
    row(R"({"do":"read","buffer":99,"at":0,"bytes":1})", "there is no buffer 99");
    row(R"({"do":"read","buffer":2,"at":16,"bytes":1})", "1 bytes at 16 lie outside of a buffer of 16");
    row(R"({"do":"read","buffer":2,"at":0,"bytes":67108865})",
        "the request needs 'bytes', a whole number from 0 to 67108864");
    row(R"({"do":"view","buffer":2,"at":8,"bytes":8})", "a view begins at a multiple of 64 bytes, not at 8");
    row(R"({"do":"view","buffer":2,"at":0,"bytes":17})", "17 bytes at 0 lie outside of a buffer of 16");
    row(R"({"do":"fill","buffer":2,"dtype":"float33","count":1})", "there is no data type 'float33'");
    row(R"({"do":"fill","buffer":2,"dtype":"float32x4","count":1})", "there is no data type 'float32x4'");
    row(R"({"do":"load","dialect":"elf"})", "the kernel image cannot be loaded: it has only 0 bytes");
    row(R"({"do":"run"})", "the request needs 'calls', a list of at most 10000");
    row(R"({"do":"run","calls":[]})", "the request names no call");
    row(R"({"do":"run","calls":[7]})", "a call is no JSON object");
    row(R"({"do":"run","calls":[{"module":1}]})", "a call needs 'buffers', a list of at most 1024");
    row(R"({"do":"run","calls":[{"module":1,"buffers":[2,2]}]})", "a call names buffer 2 twice");
    row(R"({"do":"run","calls":[{"module":1,"buffers":[2,3],"sizes":["x"]}]})",
        "a call needs 'sizes', a list of whole numbers");
    row(R"({"do":"run","calls":[{"module":1,"buffers":[2,3]}],"plan":7})", "the plan is no JSON object");
    row(R"({"do":"run","calls":[{"module":1,"buffers":[2,3]}],"plan":{"runs":-1}})",
        "the plan needs 'runs', a whole number from 0 to 1000000");
    row(R"({"do":"run","calls":[{"module":1,"buffers":[2,3]}],"plan":{"counters":["joules"]}})",
        "there is no counter 'joules' on this processor");
  }
  void wrong_requests_are_answered() {
    QFETCH(QString, request);
    QFETCH(QString, message);
    static RunnerClient* runner = nullptr;
    if (!runner) {
      static RunnerClient one;
      QVERIFY(one.open_with(double_all(), {16, 16}));
      runner = &one;
    }
    const target::Frame reply = runner->ask(json::parse(request.toStdString()));
    QVERIFY(reply.head.contains("status"));
    QCOMPARE(reply.head.at("diagnostics").at(0).value("message", ""), message.toStdString());
    QCOMPARE(runner->status({{"do", "ping"}}), std::string("ok"));
  }

  void requests_are_answered_in_their_order() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all(), {16, 16}));
    std::vector<int64_t> ids;
    for (int i = 0; i < 200; ++i)
      ids.push_back(runner.send(i % 3 == 0   ? json{{"do", "ping"}}
                                : i % 3 == 1 ? json{{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", 4}}
                                             : json{{"do", "none"}}));
    for (const int64_t id : ids) QCOMPARE(runner.next().head.value("id", int64_t{0}), id);
  }

  void bodies_as_large_as_frames_may_be_pass() {
    RunnerClient runner;
    QVERIFY(runner.open_with(double_all(), {int64_t{64} << 20}));
    std::string all(size_t{64} << 20, '\0');
    for (size_t i = 0; i < all.size(); i += 4096) all[i] = static_cast<char>(i >> 12);
    QCOMPARE(runner.status({{"do", "write"}, {"buffer", 2}, {"at", 0}}, all), std::string("ok"));
    const target::Frame read = runner.ask({{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", all.size()}});
    QVERIFY(read.body == all);
  }

  void more_than_the_shared_memory_has_is_refused() {
    RunnerClient runner;  // which shares none
    QVERIFY(runner.open_with(double_all(), {16}));
    for (const char* what : {"write", "read"}) {
      const target::Frame reply = runner.ask({{"do", what}, {"buffer", 2}, {"at", 0}, {"transfer", 4}});
      QCOMPARE(reply.head.value("status", ""), std::string("invalid"));
      QCOMPARE(reply.head["diagnostics"][0]["message"].get<std::string>(),
               std::string("the shared memory has 0 bytes, not 4"));
    }
  }

  void memory_is_limited_by_the_owner() {
    if (kSanitized) QSKIP("the sanitizers' own memory is larger than any limit");
    RunnerClient runner({QStringLiteral("--memory"), QString::number(int64_t{512} << 20)});
    QVERIFY(runner.open_with(double_all(), {int64_t{100} << 20}));
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", int64_t{1} << 30}}), std::string("no_memory"));
    QCOMPARE(runner.status({{"do", "allocate"}, {"bytes", int64_t{100} << 20}}), std::string("ok"));
    QCOMPARE(runner.status({{"do", "close"}}), std::string("ok"));
    QCOMPARE(runner.status({{"do", "open"}, {"plugin", "cpu"}, {"settings", {{"threads", 1024}}}}),
             std::string("no_memory"));
  }
};

NW_TEST(TestRequests);
#include "test_requests.moc"
