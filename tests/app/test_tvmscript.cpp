// SPDX-License-Identifier: GPL-3.0-or-later
// Commands take TVMScript: its nest and blocks, runs that are verified, code, comparison; the others say why not.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "tests/core/tvmscript/programs.h"
#include "texts.h"

using nlohmann::json;
using namespace nw;

class TestTvmScriptFiles : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const std::string& text, const char* name) const {
    QFile file(folder_.filePath(QString::fromLatin1(name)));
    const auto size = static_cast<qint64>(text.size());
    return file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size ? file.fileName() : QString();
  }
  std::pair<int, json> cli(const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  QString product() const { return file(test::kProduct, "printed.py"); }
  QString script() const {
    return file(
        "A = te.placeholder((10, 6), name='A')\n"
        "B = te.placeholder((6, 8), name='B')\n"
        "k = te.reduce_axis((0, 6), name='k')\n"
        "C = te.compute((10, 8), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name='C')\n"
        "s = te.create_schedule(C.op)\n"
        "io, ii = s[C].split(C.op.axis[0], factor=4)\n"
        "s[C].reorder(io, k, ii, C.op.axis[1])\n"
        "s[C].parallel(io)\n"
        "s[C].vectorize(C.op.axis[1])\n"
        "tvm.lower(s, [A, B, C], name='main')\n",
        "script.py");
  }

 private Q_SLOTS:
  void lower_gives_nest_and_blocks() {
    const auto [exit, out] = cli({"lower", product()});
    QCOMPARE(exit, 0);
    QVERIFY(out["diagnostics"].empty());
    const json& loop = out["body"][0];
    QVERIFY(loop["loop"] == "parallel" && loop["var"] == "i_0" && loop["stage"] == "C" && loop["line"] == 7);
    const json& block = out["blocks"][0];
    QVERIFY(block["name"] == "C" && block["line"] == 10 && block["init"] == true && block["parent"].is_null());
    QCOMPARE(block["where"].get<std::string>(), "i_0*4 + i_1 < 10");
    QCOMPARE(block["iters"][0].dump(),
             "{\"extent\":\"10\",\"kind\":\"data\",\"min\":\"0\",\"name\":\"vi\",\"value\":\"i_0*4 + i_1\"}");
    QCOMPARE(block["reads"][1].dump(), "{\"buffer\":\"B\",\"region\":\"[vk, vj]\"}");
    for (const char* phase : {"final", "code"}) QCOMPARE(cli({"lower", product(), "--phase", phase}).first, 0);
  }

  void bounds_gives_axes_loops_and_regions() {
    const auto [exit, out] = cli({"bounds", product()});
    QCOMPARE(exit, 0);
    const json& axes = out["stages"][0]["axes"];
    QCOMPARE(axes.size(), size_t{7});
    QVERIFY(axes[0]["name"] == "vi" && axes[0]["leaf"] == false);
    QVERIFY(axes[3]["name"] == "i_0" && axes[3]["leaf"] == true && axes[3]["kind"] == "parallel");
    QCOMPARE(out["buffers"][0]["read"].dump(), "[{\"extent\":\"10\",\"min\":\"0\"},{\"extent\":\"6\",\"min\":\"0\"}]");
  }

  void a_run_has_the_numbers_of_the_script() {
    const auto [exit, out] = cli({"run", product(), "--verify", "--repeat", "1"});
    const auto [other_exit, other] = cli({"run", script(), "--verify", "--repeat", "1"});
    QVERIFY2(exit == 0 && other_exit == 0, out.dump(1).c_str());
    QVERIFY(out["verify"]["ok"] == true && out["verify"]["checked"] == 80);
    QCOMPARE(out["outputs"].dump(), other["outputs"].dump());
  }

  void code_is_written() {
    const QString written = folder_.filePath(QStringLiteral("out"));
    for (const char* kind : {"c", "llvm", "asm", "object", "html"}) {
      const auto [exit, out] = cli({"emit", product(), "--as", kind, "-o", written});
      QVERIFY2(exit == 0, out.dump(1).c_str());
    }
    for (const char* kind : {"te", "tir", "halide", "ansor"}) {
      const auto [exit, out] = cli({"emit", product(), "--as", kind, "-o", written});
      QVERIFY2(exit == 1 && out["diagnostics"][0]["code"] == "NW2077", out.dump(1).c_str());
    }
  }

  void compare_says_what_differs_and_where() {
    const auto [exit, out] = cli({"compare", script(), product()});
    QVERIFY2(exit == 0 && out["same"] == true && out["differences"].empty(), out.dump(1).c_str());
    std::string text = test::kProduct;
    text.replace(text.find("T.vectorized"), 12, "T.unroll");
    const auto [other_exit, other] = cli({"compare", script(), file(text, "other.py")});
    QCOMPARE(other_exit, 0);
    QVERIFY(other["same"] == false && other["differences"].size() == 1);
    const json& difference = other["differences"][0];
    QCOMPARE(difference["what"].get<std::string>(), "loop kind");
    QVERIFY(difference["after"]["line"] == 9);
    QVERIFY(cli({"compare", script(), script()}).second["same"] == true);
  }

  void check_judges_every_function() {
    std::string two = test::kProduct;
    two += two.substr(two.find("    @T.prim_func"));
    two.replace(two.rfind("def main"), 8, "def wrong");
    two.replace(two.rfind("T.where(i_0 * 4 + i_1 < 10)"), 27, "T.where(i_0 * 4 + i_1 < 99)");
    const QString path = file(two, "two.py");
    const auto [exit, out] = cli({"check", path});
    QVERIFY2(exit == 1 && out["diagnostics"].size() == 1 && out["diagnostics"][0]["code"] == "NW2073",
             out.dump(1).c_str());
    QCOMPARE(cli({"check", path, "--kernel", "main"}).first, 0);
    QCOMPARE(cli({"check", path, "--kernel", "wrong"}).first, 1);
    const auto [none, unknown] = cli({"check", path, "--kernel", "other"});
    QVERIFY(none == 2 && unknown["diagnostics"][0]["legal"] == json({"main", "wrong"}));
    QCOMPARE(cli({"run", path, "--kernel", "main", "--verify", "--repeat", "1"}).first, 0);
    QCOMPARE(cli({"run", path, "--kernel", "wrong"}).first, 1);
  }

  void commands_that_need_a_script_say_so_data() {
    QTest::addColumn<QStringList>("arguments");
    const std::vector<QStringList> commands = {{"candidates", "FILE", "--stage", "C"},
                                               {"advise", "FILE", "--depth", "1"},
                                               {"complete", "FILE", "--line", "1", "--column", "1"},
                                               {"carry", "FILE", "FILE"},
                                               {"bench", "lower", "FILE", "--repeat", "1"},
                                               {"tune", "FILE", "--trials", "1", "-o", "out"}};
    for (const QStringList& command : commands) QTest::newRow(qPrintable(command.join(' '))) << command;
  }
  void commands_that_need_a_script_say_so() {
    QFETCH(QStringList, arguments);
    arguments.replaceInStrings("FILE", product());
    const auto [exit, out] = cli(arguments);
    QVERIFY2(exit == 1 && out["diagnostics"][0]["code"] == "NW2077", out.dump(1).c_str());
  }

  void what_cannot_be_verified_is_run_all_the_same() {
    const QString path = file(test::block("C[7 - vi, vj] = A[vi, vj]"), "mirrored.py");
    QCOMPARE(cli({"run", path, "--repeat", "1"}).first, 0);
    const auto [exit, out] = cli({"run", path, "--repeat", "1", "--verify"});
    QVERIFY(exit == 1 && out["diagnostics"][0]["code"] == "NW2078");
  }
};

NW_TEST(TestTvmScriptFiles);
#include "test_tvmscript.moc"
