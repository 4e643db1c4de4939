// SPDX-License-Identifier: GPL-3.0-or-later
// The emulated processors as the manifest names them, and what is counted there.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"
#include "target/connection.h"
#include "target/folders.h"

using namespace nw;

class TestCounts : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  static target::Manifest manifest() {
    return *target::read_manifest(NW_BIN_DIR "/../share/nestwright/targets.d/cross.json").value;
  }
  // A static program for that processor; empty where there is no compiler for it.
  QString guest(const std::string& machine) const {
    const QString compiler = machine == "x86_64" ? QStringLiteral("gcc")
                                                 : QString::fromStdString(machine) + QStringLiteral("-linux-gnu-gcc");
    const QString program = folder_.filePath(QString::fromStdString(machine));
    if (QStandardPaths::findExecutable(compiler).isEmpty()) return {};
    const int made = QProcess::execute(
        compiler, {QStringLiteral("-O1"), QStringLiteral("-static"), QStringLiteral("-w"), QStringLiteral("-o"),
                   program, QStringLiteral(NW_SOURCE_DIR "/tests/plugins/cross/guest.c")});
    return made == 0 ? program : QString();
  }
  static QString output_of(const target::Carrier& carrier) {
    const int file = ::memfd_create("counters", 0);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : carrier.environment)
      environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([&] { ::dup2(file, carrier.counters_descriptor); });
    QStringList arguments;
    for (const std::string& word : carrier.argv) arguments << QString::fromStdString(word);
    const QString program = arguments.takeFirst();
    process.start(program, arguments);
    process.waitForFinished();
    ::close(file);
    return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
  }

 private Q_SLOTS:
  void the_manifest_names_every_device() {
    QStringList named;
    for (const target::EmulatedDevice& device : manifest().devices) {
      named << QString::fromStdString(device.device) + QStringLiteral(".json");
      target::Plugin plugin;
      plugin.manifest = manifest();
      const Result<TargetFacts> facts = target::emulated_facts(plugin, device);
      QVERIFY2(facts.ok(), device.device.c_str());
      QCOMPARE(facts->clock.kind, std::string("emulated"));
      // The emulator does SVE's loads and stores where its plugins do not see them: instructions are counted only.
      const bool all_seen = facts->id.find("sve") == std::string::npos;
      QCOMPARE(facts->counters.size(), all_seen ? size_t{5} : size_t{1});
    }
    named.sort();
    QCOMPARE(named, QDir(QStringLiteral(NW_SOURCE_DIR "/plugins/cross/devices")).entryList({QStringLiteral("*.json")}));
  }

  void counts_are_the_same_on_every_run_data() {
    QTest::addColumn<int>("device");
    for (int i = 0; const target::EmulatedDevice& device : manifest().devices)
      QTest::newRow(device.device.c_str()) << i++;
  }
  void counts_are_the_same_on_every_run() {
    QFETCH(int, device);
    const target::Manifest all = manifest();
    const target::EmulatedDevice& one = all.devices.at(static_cast<size_t>(device));
    const std::string emulator = target::folders_of_this_process().find_program(one.emulator);
    const QString program = guest(one.runner);
    if (emulator.empty() || program.isEmpty()) QSKIP("the emulator or a compiler for the processor is not installed");
    const std::string counters = target::folders_of_program(NW_BIN_DIR).libraries + "/" + all.counters;
    const target::Carrier carrier =
        target::emulated_carrier({emulator, one.arguments, counters, program.toStdString()});
    const QString first = output_of(carrier);
    for (int run = 1; run < 20; ++run) QCOMPARE(output_of(carrier), first);
    const QStringList counts = first.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QVERIFY2(counts.size() == 5, qPrintable(first));  // the emulator has printed no warning
    QVERIFY(counts[0].toInt() >= 3000 && counts[0].toInt() < 10'000);
    QCOMPARE(counts.mid(1), (QStringList{QStringLiteral("1000"), QStringLiteral("1000"), QStringLiteral("4000"),
                                         QStringLiteral("4000")}));
  }
};

NW_TEST(TestCounts);
#include "test_counts.moc"
