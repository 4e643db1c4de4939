// SPDX-License-Identifier: GPL-3.0-or-later
// The static runners: that of this processor as it is, those of others under qemu, where compilers and qemu are
// installed.
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTest>
#include <cstring>

#include "kernel_image.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;
using nlohmann::json;
using test::run_request;
using test::RunnerClient;

class TestStatic : public QObject {
  Q_OBJECT

  static QString runner_of(const QString& architecture) {
    return QDir::cleanPath(QStringLiteral(NW_BIN_DIR "/../lib/nestwright/runners/nestwright-runner-") + architecture);
  }

 private Q_SLOTS:
  void kernels_run_data() {
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QStringList>("emulator");
    QTest::newRow("x86_64") << QStringLiteral(NW_C_COMPILER) << QStringList();
    QTest::newRow("aarch64") << QStringLiteral("aarch64-linux-gnu-gcc") << QStringList{QStringLiteral("qemu-aarch64")};
    QTest::newRow("riscv64") << QStringLiteral("riscv64-linux-gnu-gcc") << QStringList{QStringLiteral("qemu-riscv64")};
  }
  void kernels_run() {
    QFETCH(QString, compiler);
    QFETCH(QStringList, emulator);
    const QString architecture = QString::fromUtf8(QTest::currentDataTag());
    const QString program = runner_of(architecture);
    if (!QFileInfo::exists(program)) QSKIP("not built: its compiler is not installed");
    if (!emulator.isEmpty() && QStandardPaths::findExecutable(emulator[0]).isEmpty()) QSKIP("qemu is not installed");
    RunnerClient runner({}, emulator + QStringList{program});
    QCOMPARE(runner.hello().value("machine", ""), architecture.toStdString());
    if (!emulator.isEmpty()) QCOMPARE(runner.hello().value("confined", ""), std::string("limits"));
    const json devices = runner.result({{"do", "discover"}, {"plugin", "cpu"}}).at("devices");
    QCOMPARE(devices.at(0).at("facts").at("code").value("triple", ""), architecture.toStdString() + "-linux-gnu");
    QVERIFY(!devices.at(0).at("facts").at("code").value("features", "").empty());

    const std::string image = test::kernel_image(
        // Long enough that a sample meets its own code, also where its threads wait for a busy machine.
        "double* x = buffers[0];\n"
        "for (int i = 0; i < 40000; ++i) x[i % 4] = exp2(x[i % 4] * 1e-3) + *table[i % 4];\n"
        "return runtime->parallel_for(runtime, 4, body, x);",
        "double exp2(double); static double half = 0.5, one = 1;\n"
        "static double* const volatile table[] = {&half, &one, &half, &one};\n"
        "static int body(void* x, int64_t begin, int64_t end) {\n"
        "  for (; begin < end; ++begin) ((double*)x)[begin] += 100; return 0; }",
        {}, compiler);
    QVERIFY(runner.open_with(image, {32}, 2));
    const double given[] = {0, 1, 2, 3};
    QVERIFY(!runner
                 .result({{"do", "write"}, {"buffer", 2}, {"at", 0}},
                         std::string_view(reinterpret_cast<const char*>(given), sizeof given))
                 .is_null());
    const json result = runner.result(run_request({2}, {{"runs", 1}, {"places", true}})).at("results").at(0);
    QCOMPARE(result.at("time_ns").size(), size_t{1});
    QVERIFY(!result.at("samples").empty());
    QCOMPARE(runner.status({{"do", "load"}, {"dialect", "elf"}}, image), std::string("invalid"));  // confined
  }

  void kernel_computes_what_it_should_elsewhere_data() { kernels_run_data(); }
  void kernel_computes_what_it_should_elsewhere() {
    QFETCH(QString, compiler);
    QFETCH(QStringList, emulator);
    const QString program = runner_of(QString::fromUtf8(QTest::currentDataTag()));
    if (!QFileInfo::exists(program)) QSKIP("not built: its compiler is not installed");
    if (!emulator.isEmpty() && QStandardPaths::findExecutable(emulator[0]).isEmpty()) QSKIP("qemu is not installed");
    RunnerClient runner({}, emulator + QStringList{program});
    QVERIFY(runner.open_with(test::kernel_image("double* x = buffers[0]; x[0] = pow(x[0], 3.0) + count; count += 1;\n"
                                                "return x[0] > 1000;",
                                                "double pow(double, double); static int count = 7;", {}, compiler),
                             {8}));
    const double two = 2;
    runner.status({{"do", "write"}, {"buffer", 2}, {"at", 0}},
                  std::string_view(reinterpret_cast<const char*>(&two), sizeof two));
    QVERIFY(!runner.result(run_request({2})).is_null());
    const std::string read = runner.ask({{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", 8}}).body;
    double value = 0;
    QCOMPARE(read.size(), sizeof value);
    std::memcpy(&value, read.data(), sizeof value);
    QCOMPARE(value, 15.0);
    const json again = runner.result(run_request({2})).at("results").at(0);  // 15³ + 8
    QCOMPARE(again.value("kernel_status", 0), 1);
    QCOMPARE(runner.status({{"do", "close"}}), std::string("ok"));
    QVERIFY(runner.open_with(test::kernel_image("*(volatile int*)0 = 1; return 0;", "", {}, compiler)));
    QCOMPARE(runner.status(run_request()), std::string("device_lost"));
    QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
  }

  void static_runner_loads_no_library() {
    const QString program = runner_of(QStringLiteral("x86_64"));
    if (!QFileInfo::exists(program)) QSKIP("not built on this processor");
    RunnerClient runner({QStringLiteral("--library"), QStringLiteral("/nowhere.so")}, {program});
    const json plugins = runner.result({{"do", "plugins"}}).at("plugins");
    QCOMPARE(plugins.at(0).value("state", ""), std::string("ready"));
    QCOMPARE(plugins.at(1).value("why", ""), std::string("this runner is static and loads no library"));
  }
};

NW_TEST(TestStatic);
#include "test_static.moc"
