// SPDX-License-Identifier: GPL-3.0-or-later
// The processors that kernels can be compiled for without having them: their facts, and the code made for them.
#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/target_facts.h"
#include "codegen_llvm/machine_code.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

class TestDevices : public QObject {
  Q_OBJECT

  static Result<TargetFacts> facts_of(const QString& device) {
    QFile file(QStringLiteral(NW_SOURCE_DIR "/plugins/cross/devices/") + device + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return target_facts_from_json(nlohmann::json::parse(file.readAll().toStdString()));
  }
  static lower::LoopNest nest_of(const std::string& text) {
    const script::Program p = script::read(text);
    return *lower::lower_code(*lower::lower_loops(*p.schedule, p.args, p.kernel_name)).value;
  }
  static lower::LoopNest scaled() {
    return nest_of(
        "A = te.placeholder((256,), name=\"A\")\nC = te.compute((256,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\no, i = s[C].split(C.op.axis[0], factor=8)\ns[C].vectorize(i)\n"
        "tvm.lower(s, [A, C], name=\"scaled\")\n");
  }
  static codegen::Options code_for(const TargetFacts& facts) {
    codegen::Options options;
    options.target = &facts;
    return options;
  }
  static int machine_of(const std::string& elf) {  // e_machine
    return static_cast<unsigned char>(elf[18]) | static_cast<unsigned char>(elf[19]) << 8;
  }

 private Q_SLOTS:
  void every_device_has_facts_and_code_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("machine");
    const QStringList files =
        QDir(QStringLiteral(NW_SOURCE_DIR "/plugins/cross/devices")).entryList({QStringLiteral("*.json")});
    QVERIFY(!files.isEmpty());
    for (const QString& file : files) {
      const QString device = file.chopped(5);
      const int machine = device.startsWith(QStringLiteral("aarch64"))   ? 183
                          : device.startsWith(QStringLiteral("riscv64")) ? 243
                                                                         : 62;
      QTest::newRow(qPrintable(device)) << device << machine;
    }
  }
  void every_device_has_facts_and_code() {
    QFETCH(QString, device);
    QFETCH(int, machine);
    const Result<TargetFacts> facts = facts_of(device);
    QVERIFY2(facts.ok(), facts.ok() ? "" : format(facts.diagnostics.front()).c_str());
    QCOMPARE(QString::fromStdString(facts->id), QStringLiteral("cross:") + device);
    const Result<std::string> object = codegen::object_file(scaled(), code_for(*facts));
    QVERIFY2(object.ok(), object.ok() ? "" : format(object.diagnostics.front()).c_str());
    QCOMPARE(machine_of(*object), machine);
  }

  void vectors_are_as_long_as_the_facts_say() {
    const TargetFacts wide = *facts_of(QStringLiteral("riscv64-v")), narrow = *facts_of(QStringLiteral("riscv64-v128"));
    const auto instructions = [](const TargetFacts& facts) {
      QStringList names;
      const Result<std::vector<codegen::AssemblyLine>> lines = codegen::assembly(scaled(), code_for(facts));
      for (const codegen::AssemblyLine& line : *lines) names += QString::fromStdString(line.text).simplified();
      return names.join(QLatin1Char('\n'));
    };
    QVERIFY(instructions(wide).contains(QStringLiteral("vsetivli zero, 8, e32, m1")));    // 8 floats in one register
    QVERIFY(instructions(narrow).contains(QStringLiteral("vsetivli zero, 8, e32, m2")));  // in two
    const TargetFacts neon = *facts_of(QStringLiteral("aarch64")), sve = *facts_of(QStringLiteral("aarch64-sve"));
    QVERIFY(instructions(neon).contains(QStringLiteral("fadd v0.4s")));
    QVERIFY(instructions(sve).contains(QStringLiteral("fadd z0.s")));
  }

  void a_processor_that_llvm_does_not_know() {
    TargetFacts facts = *facts_of(QStringLiteral("aarch64"));
    facts.code.cpu = "cortex-x99";
    QCOMPARE(QString::fromStdString(format(codegen::object_file(scaled(), code_for(facts)).diagnostics.front())),
             QStringLiteral("error: 'cortex-x99' is not a processor that code can be generated for [NW4104]\n"));
    facts.code.triple = "pdp11-unix";
    QCOMPARE(QString::fromStdString(format(codegen::object_file(scaled(), code_for(facts)).diagnostics.front())),
             QStringLiteral("error: 'pdp11-unix' is not a processor that code can be generated for [NW4104]\n"));
  }
  void a_feature_that_llvm_does_not_know() {
    TargetFacts facts = *facts_of(QStringLiteral("riscv64"));
    facts.code.features += ",+nonsense";
    QCOMPARE(QString::fromStdString(format(codegen::object_file(scaled(), code_for(facts)).diagnostics.front())),
             QStringLiteral("error: '+nonsense' is not a feature of processors of riscv64-linux-gnu [NW4104]\n"));
  }
  // Each operation is rounded to float16; a product and a sum in one instruction would be rounded once.
  void products_and_sums_of_half_are_not_joined() {
    const lower::LoopNest nest = nest_of(
        "A = te.placeholder((64,), dtype=\"float16\", name=\"A\")\n"
        "C = te.compute((64,), lambda i: A[i] * tir.const(1.5, \"float16\") + A[63 - i], name=\"C\")\n"
        "s = te.create_schedule(C.op)\ns[C].vectorize(C.op.axis[0])\ntvm.lower(s, [A, C], name=\"half\")\n");
    const TargetFacts facts = *facts_of(QStringLiteral("aarch64"));  // which has arithmetic on float16
    const Result<std::vector<codegen::AssemblyLine>> lines = codegen::assembly(nest, code_for(facts));
    QVERIFY(lines.ok());
    for (const codegen::AssemblyLine& line : *lines)
      QVERIFY2(!(line.text.find("fml") != std::string::npos && line.text.find("8h") != std::string::npos),
               line.text.c_str());
  }
  void a_dialect_that_cannot_be_written() {
    TargetFacts facts = *facts_of(QStringLiteral("aarch64"));
    facts.code.dialect = "insn";
    QCOMPARE(QString::fromStdString(format(codegen::object_file(scaled(), code_for(facts)).diagnostics.front())),
             QStringLiteral("error: code in the dialect 'insn' cannot be written [NW4215]\n"
                            "  because the facts of a target name it in code.dialect\n"
                            "  legal: elf, the machine code of a processor\n"));
  }
};

NW_TEST(TestDevices);
#include "test_devices.moc"
