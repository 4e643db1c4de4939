// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of declared operators: a convolution of one's own and an inception block as one operator, through every
// command that takes a table, run and held against the operators that they replace.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestCustomOperators : public QObject {
  Q_OBJECT

  struct Answer {
    int exit = -1;
    json reply;
  };

  static QString sample(const QString& name) {
    return QStringLiteral(NW_SOURCE_DIR "/resources/samples/patterns/") + name;
  }

  // `command` on the sample's model with its table.
  static Answer run(const QString& command, const QString& name, const QStringList& more = {}) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  QStringList{command, sample(name + QStringLiteral(".relay")), QStringLiteral("--patterns"),
                              sample(name + QStringLiteral(".pat")), QStringLiteral("--json")} +
                      more);
    if (!process.waitForFinished(200'000)) return {};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString())};
  }
  static void samples() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("op");
    QTest::newRow("convolution") << QStringLiteral("own_conv2d") << QStringLiteral("my.conv2d");
    QTest::newRow("inception") << QStringLiteral("inception_block") << QStringLiteral("my.inception");
  }
  static const QStringList& rewrite() {
    static const QStringList flag{QStringLiteral("--rewrite")};
    return flag;
  }

 private Q_SLOTS:
  void run_and_verified_data() { samples(); }
  void run_and_verified() {
    QFETCH(QString, name);
    const Answer answer = run(QStringLiteral("run"), name,
                              {QStringLiteral("--rewrite"), QStringLiteral("--verify"), QStringLiteral("--repeat"),
                               QStringLiteral("5"), QStringLiteral("--no-cache")});
    QCOMPARE(answer.exit, 0);
    const json& comparison = answer.reply["verify"];
    QVERIFY2(comparison["ok"] == true, answer.reply.dump().c_str());
    QCOMPARE(comparison["not_compared"].get<int>(), 0);
  }

  // Less time than the groups of the network as it was.
  void at_least_as_fast_data() { samples(); }
  void at_least_as_fast() {
    QFETCH(QString, name);
    const auto least = [&](const QStringList& more) {
      const Answer answer =
          run(QStringLiteral("run"), name, QStringList{QStringLiteral("--repeat"), QStringLiteral("30")} + more);
      return answer.exit == 0 ? answer.reply["time_us"]["min"].get<double>() : -1;
    };
    const double own = least(rewrite()), before = least({});
    QVERIFY(own > 0 && before > 0);
    QVERIFY2(own <= before, qPrintable(QStringLiteral("%1 us, before %2 us").arg(own).arg(before)));
  }

  void every_command_knows_it_data() { samples(); }
  void every_command_knows_it() {
    QFETCH(QString, name);
    QFETCH(QString, op);
    const std::string own = op.toStdString();
    const json nodes = run(QStringLiteral("inspect"), name, rewrite()).reply["nodes"];
    QVERIFY(std::ranges::any_of(nodes, [&](const json& node) { return node["op"] == own; }));
    QVERIFY(run(QStringLiteral("inspect"), name, rewrite()).reply["unsupported"].empty());
    const json groups = run(QStringLiteral("fuse"), name, rewrite()).reply["groups"];
    QCOMPARE(groups[0]["kind"].get<std::string>(), std::string("opaque"));
    const json tasks = run(QStringLiteral("tasks"), name, rewrite()).reply["tasks"];
    QCOMPARE(tasks[0]["status"].get<std::string>(), std::string("ready"));
    QCOMPARE(tasks[0]["ops"][0].get<std::string>(), own);
    QCOMPARE(run(QStringLiteral("plan"), name, rewrite()).exit, 0);
  }

  void it_opens_as_its_script() {
    const Answer answer = run(QStringLiteral("script"), QStringLiteral("own_conv2d"),
                              {QStringLiteral("--rewrite"), QStringLiteral("--group"), QStringLiteral("0")});
    QFile file(sample(QStringLiteral("own_conv2d.py")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string text = answer.reply["script"];
    QCOMPARE(text.substr(text.find('\n') + 1), file.readAll().toStdString());
  }

  void python_registers_it_in_tvm_data() { samples(); }
  void python_registers_it_in_tvm() {
    QFETCH(QString, name);
    QFETCH(QString, op);
    const QTemporaryDir folder;
    const QString python = folder.filePath(QStringLiteral("op.py"));
    QCOMPARE(run(QStringLiteral("emit"), name,
                 {QStringLiteral("--as"), QStringLiteral("tvm-op"), QStringLiteral("-o"), python})
                 .exit,
             0);
    QFile file(python);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (const char* part : {"registry.register(\"%1\"", "set_num_inputs", "add_type_rel", "OpPattern.OPAQUE",
                             "registry.register_stateful(\"%1\", False)", "registry.register_strategy(\"%1\"",
                             "@override_native_generic_func(\"", "compute_at"})
      QVERIFY2(text.contains(QString::fromLatin1(part).contains(QLatin1Char('%')) ? QString::fromLatin1(part).arg(op)
                                                                                  : QString::fromLatin1(part)),
               part);
    QCOMPARE(QProcess::execute(QStringLiteral("python3"), {QStringLiteral("-m"), QStringLiteral("py_compile"), python}),
             0);
  }

  // With a pattern of its own it fuses with its neighbours; its script serves every size.
  void it_fuses_by_its_pattern() {
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    };
    write(
        "scale.py",
        "import tvm\nfrom tvm import te\nn = te.var(\"n\")\nm = te.var(\"m\")\nA = te.placeholder((n, m), name=\"A\")\n"
        "B = te.compute((n, m), lambda i, j: A[i, j] * 2.0 + 1.0, name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B])\n");
    write("t.pat", "custom(\"my.scale\", inputs=1, pattern=\"elemwise\", te=\"scale.py\")\n");
    write("m.relay",
          "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(8, 32), float32]) {\n  %0 = tanh(%x);\n  %1 = my.scale(%0);\n"
          "  %2 = nn.relu(%1);\n  %3 = reshape(%2, newshape=[4, 64]);\n  my.scale(%3)\n}\n");
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  {QStringLiteral("run"), folder.filePath(QStringLiteral("m.relay")), QStringLiteral("--patterns"),
                   folder.filePath(QStringLiteral("t.pat")), QStringLiteral("--verify"), QStringLiteral("--repeat"),
                   QStringLiteral("2"), QStringLiteral("--json")});
    QVERIFY(process.waitForFinished(100'000));
    const json reply = json::parse(process.readAllStandardOutput().toStdString());
    QCOMPARE(process.exitCode(), 0);
    QVERIFY2(reply["verify"]["ok"] == true, reply.dump().c_str());
    QCOMPARE(reply["verify"]["not_compared"].get<int>(), 0);
    QCOMPARE(reply["kernels"].size(), size_t{1});
  }

  // Operators that are fused into one group are told apart; sizes that one statement binds are the inputs'.
  void python_of_open_sizes() {
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    };
    write("mm.py",
          "import tvm\nfrom tvm import te\nn, m, k = te.var(\"n\"), te.var(\"m\"), te.var(\"k\")\n"
          "A = te.placeholder((n, m), name=\"A\")\nB = te.placeholder((m, k), name=\"B\")\n"
          "r = te.reduce_axis((0, m), name=\"r\")\n"
          "C = te.compute((n, k), lambda i, j: te.sum(A[i, r] * B[r, j], axis=r), name=\"C\")\n"
          "s = te.create_schedule(C.op)\ntvm.lower(s, [A, B, C])\n");
    write("t.pat",
          "custom(\"my.mm\", inputs=2, type=\"(n, m), (m, k) -> (n, k)\", pattern=\"out_elemwise_fusable\", "
          "te=\"mm.py\")\n");
    write("m.relay", "fn (%x: Tensor[(8, 32), float32], %w: Tensor[(32, 4), float32]) {\n  my.mm(%x, %w)\n}\n");
    const QString python = folder.filePath(QStringLiteral("op.py"));
    QCOMPARE(QProcess::execute(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                               {QStringLiteral("emit"), folder.filePath(QStringLiteral("m.relay")),
                                QStringLiteral("--patterns"), folder.filePath(QStringLiteral("t.pat")),
                                QStringLiteral("--as"), QStringLiteral("tvm-op"), QStringLiteral("-o"), python}),
             0);
    QFile file(python);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY2(text.contains(QStringLiteral("    n = inputs[0].shape[0]\n    m = inputs[0].shape[1]\n"
                                          "    k = inputs[1].shape[1]\n    A = inputs[0]\n    B = inputs[1]\n")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("    _stages[\"my.mm\", C.op] = locals()\n")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("    names = _stages.get((\"my.mm\", outs[0].op))\n")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\n\n@override_native_generic_func(\"my_mm_strategy\")\n"
                                          "def my_mm_strategy(attrs, inputs, out_type, target):\n")),
             qPrintable(text));
  }

  // Only where the table is given: there is no registry of the whole program.
  void without_the_table_nobody_knows_it() {
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("m.relay"));
    QFile file(model);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 224, 224, 3), float32], %w: Tensor[(16, 3, 3, 3), float32]) "
        "{\n"
        "  my.conv2d(%x, %w)\n}\n");
    file.close();
    const auto inspected = [&](const QStringList& more) {
      QProcess process;
      process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                    QStringList{QStringLiteral("inspect"), model, QStringLiteral("--json")} + more);
      process.waitForFinished(60'000);
      return json::parse(process.readAllStandardOutput().toStdString());
    };
    QCOMPARE(inspected({})["unsupported"].size(), size_t{1});
    const json known = inspected({QStringLiteral("--patterns"), sample(QStringLiteral("own_conv2d.pat"))});
    QVERIFY(known["unsupported"].empty());
    QCOMPARE(known["outputs"][0]["shape"].dump(), std::string("[1,222,222,16]"));
  }
};

NW_TEST(TestCustomOperators);
#include "test_custom_operators.moc"
