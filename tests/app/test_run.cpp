// SPDX-License-Identifier: GPL-3.0-or-later
// `run` and `emit` on TVM's samples: the numbers are TVM's, and what is written as C gives them too.
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/local_cpu.h"
#include "registry.h"

using nlohmann::json;

class TestRun : public QObject {
  Q_OBJECT

  static std::pair<int, json> cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static QString sample(const std::string& name) {
    return QString::fromStdString(nw::test::data_path("parity/te/" + name + ".py"));
  }
  static const json& expected() {
    static const json all = json::parse(nw::test::read_data("parity/te/expected.json"));
    return all;
  }
  static bool close(const json& a, const json& b) {
    return a.is_number() && b.is_number() &&
           std::abs(a.get<double>() - b.get<double>()) <= 1e-4 * std::max(1.0, std::abs(b.get<double>()));
  }

 private Q_SLOTS:
  void numbers_are_those_of_tvm_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, facts] : expected().items())
      if (facts.contains("checksum") && !facts["checksum"].empty())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void numbers_are_those_of_tvm() {
    QFETCH(QString, name);
    const auto [exit, out] =
        cli({QStringLiteral("run"), sample(name.toStdString()), QStringLiteral("--verify"), QStringLiteral("--repeat"),
             QStringLiteral("1"), QStringLiteral("--threads"), QStringLiteral("2")});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY(out["verify"]["ok"].get<bool>());
    for (const auto& [output, facts] : expected().at(name.toStdString()).at("checksum").items()) {
      const auto found = std::find_if(out["outputs"].begin(), out["outputs"].end(),
                                      [&](const json& o) { return o["name"] == output; });
      QVERIFY2(found != out["outputs"].end(), output.c_str());
      QVERIFY2(close((*found)["sum"], facts["sum"]) && close((*found)["wsum"], facts["wsum"]), found->dump().c_str());
      for (size_t i = 0; i < facts["first"].size(); ++i)
        QVERIFY2(close((*found)["first"][i], facts["first"][i]), found->dump().c_str());
    }
  }

  void a_run_says_what_it_ran_on() {
    const auto [exit, out] =
        cli({QStringLiteral("run"), sample(expected().begin().key()), QStringLiteral("--target"), QStringLiteral("cpu"),
             QStringLiteral("--repeat"), QStringLiteral("1"), QStringLiteral("--threads"), QStringLiteral("1")});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    const nw::TargetFacts here = nw::local_cpu_facts();
    const json target = {{"id", "cpu"}, {"name", here.name}, {"facts_hash", nw::facts_hash(here)}};
    QCOMPARE(QString::fromStdString(out["target"].dump()), QString::fromStdString(target.dump()));
    QVERIFY(out["threads"] == 1);
  }

  // A size is given once, and both the network and what it is held against have it.
  void a_network_with_a_size_of_its_own() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("dropped.relay")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(?, 4), float32]) {
  %0 = nn.dropout(%x, rate=0.1f);
  %1 = exp(%0.0);
  (%1, %0.1)
}
)");
    file.close();
    for (const char* passes : {"default", "none"}) {
      const auto [exit, out] = cli({QStringLiteral("run"), file.fileName(), QStringLiteral("--verify"),
                                    QStringLiteral("--repeat"), QStringLiteral("1"), QStringLiteral("--dim"),
                                    QStringLiteral("x_0=3"), QStringLiteral("--passes"), QString::fromUtf8(passes)});
      QVERIFY2(exit == 0, out.dump(1).c_str());
      QVERIFY(out["diagnostics"].empty());
      QVERIFY(out["verify"]["by"] == "reference");
      QVERIFY(out["verify"]["ok"].get<bool>());
      QVERIFY(out["verify"]["nodes"].size() >= 1);
      QCOMPARE(out["outputs"][1]["sum"].get<double>(), 12.0);  // the mask lets all of it through
    }
  }

  // Shares by line; the sum over lines, places without one and places outside is the number of samples.
  void where_the_time_goes_is_said_by_line() {
    const auto [exit, out] =
        cli({QStringLiteral("run"), sample("matmul_blocked"), QStringLiteral("--sample"), QStringLiteral("--repeat"),
             QStringLiteral("1"), QStringLiteral("--threads"), QStringLiteral("1")});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    const json& profile = out["profile"];
    int64_t all = profile["unplaced"].get<int64_t>();
    for (const json& line : profile["lines"]) all += line["samples"].get<int64_t>();
    for (const json& other : profile["elsewhere"]) all += other["samples"].get<int64_t>();
    QCOMPARE(all, profile["samples"].get<int64_t>());
    QVERIFY(all > 0);
    QVERIFY(!profile["nest"].empty());
    double largest = 0;
    for (const json& line : profile["nest"]) largest = std::max(largest, line["share"].get<double>());
    QVERIFY2(largest > 0.5, profile.dump(1).c_str());
  }

  void c_programs_print_the_same_sums() {
    const QString compiler = QStandardPaths::findExecutable(QStringLiteral("gcc"));
    if (compiler.isEmpty()) QSKIP("no C compiler");
    for (const char* name :
         {"matmul_blocked", "conv_bias_relu_last_stage", "popcount_conv", "argmax_rfactor", "softmax_all_at_row"}) {
      QTemporaryDir folder;
      const QString source = folder.filePath(QStringLiteral("k.c")), binary = folder.filePath(QStringLiteral("k"));
      const auto [exit, out] = cli({QStringLiteral("emit"), sample(name), QStringLiteral("--as"), QStringLiteral("c"),
                                    QStringLiteral("-o"), source});
      QVERIFY2(exit == 0, out.dump(1).c_str());
      QProcess build;
      build.setProcessChannelMode(QProcess::MergedChannels);
      build.start(compiler, {QStringLiteral("-O2"), QStringLiteral("-Wall"), QStringLiteral("-Wextra"),
                             QStringLiteral("-o"), binary, source, QStringLiteral("-lm")});
      QVERIFY(build.waitForFinished(60000));
      const QByteArray said = build.readAll();
      QVERIFY2(build.exitCode() == 0 && said.isEmpty(), said.constData());
      QProcess run;
      run.start(binary, QStringList());
      QVERIFY(run.waitForFinished(60000));
      const QString printed = QString::fromUtf8(run.readAllStandardOutput());
      for (const auto& [output, facts] : expected().at(name).at("checksum").items()) {
        const QString line = printed.section(QString::fromStdString(output) + QStringLiteral(" sum "), 1)
                                 .section(QLatin1Char('\n'), 0, 0);
        QVERIFY2(close(line.section(QLatin1Char(' '), 0, 0).toDouble(), facts["sum"]),
                 qPrintable(QString::fromLatin1(name) + QLatin1Char('\n') + printed));
        QVERIFY2(close(line.section(QStringLiteral("wsum "), 1).toDouble(), facts["wsum"]), qPrintable(printed));
      }
    }
  }

  void every_form_is_written() {
    QTemporaryDir folder;
    for (const char* form : {"c", "llvm", "asm", "object", "te"}) {
      const QString path = folder.filePath(QStringLiteral("out.") + QString::fromLatin1(form));
      const auto [exit, out] = cli({QStringLiteral("emit"), sample("matmul_blocked"), QStringLiteral("--as"),
                                    QString::fromLatin1(form), QStringLiteral("-o"), path});
      QVERIFY2(exit == 0, out.dump(1).c_str());
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly) && file.size() > 100);
      if (QByteArray(form) == "asm")  // what it leaves out is no instruction's and no other line's
        QCOMPARE(QProcess::execute(QStringLiteral("cc"),
                                   {QStringLiteral("-c"), QStringLiteral("-x"), QStringLiteral("assembler"), path,
                                    QStringLiteral("-o"), folder.filePath(QStringLiteral("assembled.o"))}),
                 0);
    }
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("out.h"))));
    const auto [exit, out] = cli({QStringLiteral("emit"), sample("matmul_blocked"), QStringLiteral("--as"),
                                  QStringLiteral("rust"), QStringLiteral("-o"), folder.filePath(QStringLiteral("x"))});
    QCOMPARE(exit, 2);
    QCOMPARE(QString::fromStdString(out["diagnostics"][0]["message"].get<std::string>()),
             QStringLiteral("a kernel cannot be written as 'rust'"));
  }

  void what_needs_a_size_says_so() {
    const auto [exit, out] = cli({QStringLiteral("run"), sample("ew_symbolic_split")});
    QCOMPARE(exit, 1);
    QCOMPARE(QString::fromStdString(out["diagnostics"].back()["message"].get<std::string>()),
             QStringLiteral("the size 'n' has no value"));
    QVERIFY(!out.contains("outputs"));
    const auto [fine, report] =
        cli({QStringLiteral("run"), sample("ew_symbolic_split"), QStringLiteral("--set"), QStringLiteral("n=101"),
             QStringLiteral("--verify"), QStringLiteral("--repeat"), QStringLiteral("1")});
    QVERIFY2(fine == 0, report.dump(1).c_str());
    QVERIFY(report["outputs"][0]["shape"] == json::array({101}));
  }

  // What a terminal would take for a command, or read from right to left, is written out.
  // Also of a kernel so short that each sample repeats it.
  void as_many_samples_as_were_asked_for() {
    QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("short.py")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(
        "import tvm\nfrom tvm import te\nA = te.placeholder((16,), name=\"A\")\n"
        "B = te.compute((16,), lambda i: A[i] + 1, name=\"B\")\ns = te.create_schedule(B.op)\n");
    script.close();
    const auto [exit, out] =
        cli({QStringLiteral("run"), script.fileName(), QStringLiteral("--repeat"), QStringLiteral("7")});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QVERIFY2(out["time_us"]["runs"] == json(7), out["time_us"].dump().c_str());
  }

  void a_terminal_gets_no_control_sequences() {
    QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("k.py")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(
        "import tvm\nfrom tvm import te\nA = te.placeholder((8,), name=\"A\\x1b[31m\\u202e\")\n"
        "B = te.compute((8,), lambda i: A[i, i], name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"k\\x1b[2J\")\n");
    script.close();
    for (const char* command : {"check", "lower", "bounds"}) {
      QProcess process;
      process.setProcessChannelMode(QProcess::MergedChannels);
      process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), {QString::fromUtf8(command), script.fileName()});
      QVERIFY(process.waitForFinished(60000));
      const QByteArray shown = process.readAll();
      QVERIFY2(shown.contains("A\\x1b[31m\\u202e"), shown.constData());
      QVERIFY(!shown.contains('\x1b') && !shown.contains("\xe2\x80\xae"));
    }
  }

  void gpu_schedules_do_not_run_here() {
    const auto [exit, out] = cli({QStringLiteral("run"), sample("gpu_matmul_shared")});
    QCOMPARE(exit, 1);
    QVERIFY(out["diagnostics"].back()["code"] == "NW4101");
  }
};

NW_TEST(TestRun);
#include "test_run.moc"
