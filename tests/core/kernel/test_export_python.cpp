// SPDX-License-Identifier: GPL-3.0-or-later
// Python that we export is Python, and calls what TVM has as TVM takes it: by Python's own parser and a kept table of
// signatures, since TVM itself is not at hand.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/exports.h"
#include "registry.h"

using namespace nw;

class TestExportPython : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  // What the check says of these files; empty: nothing is wrong.
  static QString check(const QStringList& files) {
    QProcess python;
    python.setProcessChannelMode(QProcess::MergedChannels);
    python.start("python3", QStringList{NW_SOURCE_DIR "/tests/support/check_te.py",
                                        QString::fromStdString(test::data_path("tvm_signatures.json"))} +
                                files);
    if (!python.waitForFinished(60000)) return "python3 does not run: " + python.errorString();
    return QString::fromUtf8(python.readAll());
  }
  QString written(const QString& name, const std::string& text) {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text.data(), static_cast<qint64>(text.size()));
    return file.fileName();
  }

 private Q_SLOTS:
  void kernels_are_exported_as_tvm_takes_them() {
    QStringList files;
    for (const char* from : {NW_SOURCE_DIR "/resources/samples/kernels", NW_TEST_DATA "/parity/te"})
      for (const QFileInfo& script : QDir(from).entryInfoList({"*.py"}, QDir::Files, QDir::Name)) {
        if (script.fileName().startsWith("make_")) continue;
        QFile file(script.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        for (const char* form : {"te", "tir"}) {
          const auto made = kernel::export_kernel(kernel::analyse(text), form, local_cpu_facts());
          if (!made.value) continue;  // what tir.Schedule cannot compute is said, with NW4127
          files << written(script.completeBaseName() + "." + form + ".py", made->files[0].bytes);
        }
      }
    QVERIFY2(files.size() > 60, qPrintable(QString::number(files.size())));
    QCOMPARE(check(files), QString());
  }

  // A record says whose it is, and how long it took; code for given sizes says for which.
  void a_record_has_its_task_and_time_and_code_its_sizes() {
    const std::string text =
        "# nestwright: {\"task\": \"add-7497\"}\nfrom tvm import te\nn = te.var(\"n\")\n"
        "A = te.placeholder((n,), name=\"A\")\nC = te.compute((n,), lambda i: A[i] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name=\"main\")\n";
    const auto record = kernel::export_kernel(kernel::analyse(text, {{{"n", 300}}}), "ansor", local_cpu_facts(),
                                              {{"n", 300}}, {}, {0.026});
    QCOMPARE(QString::fromStdString(record->files[0].bytes),
             QString("{\"i\":[[\"[\\\"add-7497\\\"]\",\"llvm\"],[[],[]]],\"r\":[[0.026],0,0,0],\"v\":\"v0.6\"}\n"));
    const auto halide =
        kernel::export_kernel(kernel::analyse(text, {{{"n", 300}}}), "halide", local_cpu_facts(), {{"n", 300}});
    QVERIFY2(halide->files[0].bytes.starts_with("// For n = 300.\n"), halide->files[0].bytes.c_str());
    const auto html =
        kernel::export_kernel(kernel::analyse(text, {{{"n", 300}}}), "html", local_cpu_facts(), {{"n", 300}});
    QVERIFY(html->files[0].bytes.find("of intermediate memory, for n = 300.</p>") != std::string::npos);
  }

  void what_tvm_does_not_take_is_found() {
    const auto said = [this](const std::string& line) {
      return check({written("wrong.py", "from tvm import te\n" + line + "\n")}).section(':', 2).trimmed();
    };
    QCOMPARE(said("te.compute((8,), lambda i: A[i], nmae=\"B\")"), QString("te.compute has no parameter nmae"));
    QCOMPARE(said("s[B].split(x)"), QString("s[…].split needs 2 arguments"));
    QCOMPARE(said("s[B].vectorise(x)"), QString("TVM has no s[…].vectorise"));
    QCOMPARE(said("s[B].compute_at(s[C], y, x)"), QString("s[…].compute_at takes 2 arguments, not 3"));
    QCOMPARE(said("s.cache_read(A, \"local\", scope=\"local\", readers=[B])"),
             QString("schedule.cache_read gets scope twice"));
    QVERIFY(check({written("wrong.py", "te.compute((\n")}).contains("SyntaxError"));
  }
};

NW_TEST(TestExportPython);
#include "test_export_python.moc"
