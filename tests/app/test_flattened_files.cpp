// SPDX-License-Identifier: GPL-3.0-or-later
// Every command that takes a script takes Python as people write it, with one note of what was left out.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestFlattenedFiles : public QObject {
  Q_OBJECT

  static constexpr const char* kFile =
      "import numpy as np\n"
      "import tvm\n"
      "from tvm import te\n"
      "\n"
      "\n"
      "def scaled(n, by):\n"
      "    A = te.placeholder((n, n), name='A')\n"
      "    C = te.compute((n, n), lambda y, x: A[y, x] * by, name='C')\n"
      "    s = te.create_schedule(C.op)\n"
      "    for axis in s[C].op.axis[:1]:\n"
      "        s[C].parallel(axis)\n"
      "    return tvm.build(s, [A, C], 'llvm', name='scaled_%d' % n)\n"
      "\n"
      "\n"
      "f = scaled(16, 2.0)\n"
      "scaled(24, 3.0)\n"
      "a = np.zeros((16, 16))\n"
      "f(a, a)\n"
      "assert a.shape == (16, 16)\n";

  QTemporaryDir folder_;

  QString file(const QByteArray& text, const char* name) const {
    QFile file(folder_.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  std::pair<int, json> cli(const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static long notes(const json& out, const char* code) {
    const json& all = out.at("diagnostics");
    return std::ranges::count_if(all, [&](const json& d) { return d.at("code") == code; });
  }

 private Q_SLOTS:
  void commands_take_it_with_one_note_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString written = folder_.filePath(QStringLiteral("out"));
    const std::vector<QStringList> commands = {
        {"check", "FILE"},
        {"bounds", "FILE"},
        {"lower", "FILE"},
        {"run", "FILE", "--verify", "--repeat", "1"},
        {"emit", "FILE", "--as", "te", "-o", written},
        {"emit", "FILE", "--as", "c", "-o", written},
        {"candidates", "FILE", "--stage", "C"},
        {"advise", "FILE", "--depth", "1"},
        {"complete", "FILE", "--line", "11", "--column", "1"},
        {"carry", "FILE", "FILE"},
        {"bench", "lower", "FILE", "--repeat", "1"},
        {"tune", "FILE", "--trials", "1", "-o", written},
    };
    for (const QStringList& command : commands) QTest::newRow(qPrintable(command.join(' '))) << command;
  }
  void commands_take_it_with_one_note() {
    QFETCH(QStringList, arguments);
    arguments.replaceInStrings("FILE", file(kFile, "kernels.py"));
    const auto [exit, out] = cli(arguments);
    QVERIFY2(exit == 0 && out.is_object(), out.dump(1).c_str());
    QVERIFY2(notes(out, "NW2061") == 1, out.dump(1).c_str());
  }

  void a_kernel_is_chosen_by_its_name() {
    const QString path = file(kFile, "kernels.py");
    const auto [exit, out] = cli({"lower", path, "--kernel", "scaled_24"});
    QCOMPARE(exit, 0);
    QCOMPARE(out.at("body")[0].at("extent").dump(), "\"24\"");
    QCOMPARE(notes(out, "NW2063"), 0);
    const auto [first, of_first] = cli({"lower", path});
    QCOMPARE(of_first.at("body")[0].at("extent").dump(), "\"16\"");
    QCOMPARE(notes(of_first, "NW2063"), 1);
    QCOMPARE(cli({"lower", path, "--kernel", "none"}).first, 2);
  }

  void check_judges_all_kernels() {
    QByteArray faulty(kFile);
    faulty.replace("s[C].parallel(axis)", "s[C].split(axis, 20 - n)");
    const auto [exit, out] = cli({"check", file(faulty, "faulty.py")});
    QCOMPARE(exit, 1);
    QVERIFY2(out.dump().find("\"line\":11") != std::string::npos, out.dump(1).c_str());
    QCOMPARE(cli({"check", file(faulty, "faulty.py"), "--kernel", "scaled_16"}).first, 0);
  }
};

NW_TEST(TestFlattenedFiles);
#include "test_flattened_files.moc"
