// SPDX-License-Identifier: GPL-3.0-or-later
// --target of the commands that need no connection: the rules of a described device, and code for its processor.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"

class TestTargetOption : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
  QString file(const char* name, const QByteArray& text) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  QString script() const {
    return file("k.py",
                "n = te.var(\"n\")\nA = te.placeholder((n,), name=\"A\")\nC = te.compute((n,), lambda i: A[i] * 2.0, "
                "name=\"C\")\n"
                "s = te.create_schedule(C.op)\nb, t = s[C].split(C.op.axis[0], factor=2048)\n"
                "s[C].bind(b, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(t, te.thread_axis(\"threadIdx.x\"))\n"
                "tvm.lower(s, [A, C], name=\"k\")\n");
  }
  // What is printed, with the folder left out.
  QString output_of(const QStringList& arguments) const {
    QProcess cli;
    cli.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments);
    if (!cli.waitForFinished()) return {};
    return QString::fromUtf8(cli.readAllStandardOutput() + cli.readAllStandardError())
        .remove(folder_.path() + QLatin1Char('/'));
  }

 private Q_SLOTS:
  void rules_are_checked_for_the_device_that_is_named_data() {
    QTest::addColumn<QString>("command");
    for (const char* command : {"check", "bounds", "lower"}) QTest::newRow(command) << QString::fromLatin1(command);
  }
  void rules_are_checked_for_the_device_that_is_named() {
    QFETCH(QString, command);
    const QString facts = file("gpu.json",
                               R"({"facts": 1, "id": "gpu", "code": {"dialect": "ptx", "lowering": "device"},
                                   "threads": {"levels": [{"tag": "blockIdx.x"}, {"tag": "threadIdx.x", "max": 1024}]}})");
    QVERIFY(!output_of({command, script()}).contains(QStringLiteral("error")));
    QVERIFY(output_of({command, script(), QStringLiteral("--target"), facts})
                .contains(QStringLiteral("k.py:7:1: error: t has 2048 iterations, and threadIdx.x of gpu runs at most "
                                         "1024 [NW2421]\n")));
  }
  void an_empty_target_is_no_target() {
    for (const char* command : {"check", "bounds", "lower", "run", "candidates"})
      QVERIFY2(output_of({QString::fromLatin1(command), script(), QStringLiteral("--target"), QString()})
                   .contains(QStringLiteral("--target: it names no target")),
               command);
  }
  void candidates_obey_the_rules() {
    const QString cpu = file("arm.json", R"({"facts": 1, "id": "arm", "code": {"dialect": "elf", "lowering": "cpu"}})");
    const QString plain =
        file("p.py",
             "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C])\n");
    const QStringList asked = {QStringLiteral("candidates"), plain,
                               QStringLiteral("--stage"),    QStringLiteral("C"),
                               QStringLiteral("--axis"),     QStringLiteral("i")};
    const auto legal = [](const QString& all) { return all.section(QStringLiteral("not legal:"), 0, 0); };
    QVERIFY(legal(output_of(asked)).contains(QStringLiteral("threadIdx.x")));
    const QString refused = output_of(asked + QStringList{QStringLiteral("--target"), cpu});
    QVERIFY2(!legal(refused).contains(QStringLiteral("threadIdx.x")), qPrintable(refused));
    QVERIFY(refused.contains(QStringLiteral("and arm has no such threads")));
  }
  void code_is_for_the_processor_that_is_named() {
    const QString plain =
        file("p.py",
             "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\ns[C].vectorize(C.op.axis[0])\ntvm.lower(s, [A, C])\n");
    QCOMPARE(output_of({QStringLiteral("emit"), plain, QStringLiteral("--as"), QStringLiteral("asm"),
                        QStringLiteral("-o"), path("p.s"), QStringLiteral("--target"),
                        QStringLiteral(NW_SOURCE_DIR "/plugins/cross/devices/aarch64.json")}),
             QStringLiteral("p.s\n"));
    QFile code(path("p.s"));
    QVERIFY(code.open(QIODevice::ReadOnly));
    QVERIFY(code.readAll().contains("fadd\tv"));
  }
  // The name of a target says nothing about its processor.
  void code_is_for_the_facts_and_not_for_their_name() {
    const QString plain =
        file("p.py",
             "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C])\n");
    const QString facts =
        file("cpu.json", R"({"facts": 1, "id": "cpu", "code": {"dialect": "elf", "triple": "aarch64-linux-gnu"}})");
    QCOMPARE(output_of({QStringLiteral("emit"), plain, QStringLiteral("--as"), QStringLiteral("llvm"),
                        QStringLiteral("-o"), path("p.ll"), QStringLiteral("--target"), facts}),
             QStringLiteral("p.ll\n"));
    QFile code(path("p.ll"));
    QVERIFY(code.open(QIODevice::ReadOnly));
    QVERIFY(code.readAll().contains("target triple = \"aarch64-linux-gnu\""));
  }
  void a_size_that_the_script_does_not_have() {
    QVERIFY(output_of({QStringLiteral("lower"), script(), QStringLiteral("--set"), QStringLiteral("m=3")})
                .contains(QStringLiteral(
                    "k.py: warning: the script has no size 'm': --set m has no effect [NW4002]\n  legal: n\n")));
  }
};

NW_TEST(TestTargetOption);
#include "test_target_option.moc"
