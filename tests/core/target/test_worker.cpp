// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that crash, hang or want too much are diagnostics; the caller lives on.
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <thread>

#include "nests.h"
#include "registry.h"
#include "target/kernel.h"

using namespace nw;
using nw::test::texts;

class TestWorker : public QObject {
  Q_OBJECT

  static target::WorkerOptions worker(double seconds = 60) {
    target::WorkerOptions options;
    options.program = NW_BIN_DIR "/nestwright-worker";
    options.deadline_seconds = seconds;
    return options;
  }
  static std::string script(const std::string& body, const std::string& steps = {}) {
    return "import tvm\nfrom tvm import te, tir\n" + body + "s = te.create_schedule(B.op)\n" + steps +
           "tvm.lower(s, [A, B], name=\"main\")\n";
  }
  static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private Q_SLOTS:
  void a_kernel_runs() {
    const auto report = target::run_kernel(
        script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n"), {},
        worker());
    QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
    QCOMPARE(report->outputs.size(), size_t{1});
    QCOMPARE(report->outputs[0].name, std::string("B"));
    QCOMPARE(report->outputs[0].first[0], -1.5);
    QCOMPARE(report->flops, 13.0);
    QVERIFY(report->time.runs > 0);
  }

  // Roots of negative numbers say nothing of a kernel: it is compared again where they are none.
  void what_is_no_number_is_counted() {
    runtime::RunOptions options;
    options.verify = true;
    const auto run = [&](const char* body) {
      return target::run_kernel(script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: " +
                                       std::string(body) + ", name=\"B\")\n"),
                                options, worker());
    };
    const auto roots = run("tir.sqrt(A[i])");
    QVERIFY2(roots.ok() && roots->verify, texts(roots.diagnostics).c_str());
    QVERIFY(roots->verify->ok && roots->verify->again && !roots->verify->only_nan());
    QCOMPARE(roots->verify->nan, int64_t{6});
    QCOMPARE(roots->verify->nan_again, int64_t{0});
    QVERIFY(std::isnan(roots->outputs[0].sum));  // what is shown is of the inputs that were asked for
    const auto never = run("tir.log(-1.0 - A[i] * A[i])");
    QVERIFY(never.ok() && never->verify && never->verify->ok && never->verify->only_nan());
    QCOMPARE(never->verify->nan_again, int64_t{13});
    const auto plain = run("A[i] * 2.0");
    QVERIFY(plain.ok() && plain->verify && plain->verify->nan == 0 && !plain->verify->again);
  }

  void a_crash_is_a_diagnostic() {
    const auto report = target::run_kernel(script("A = te.placeholder((13,), name=\"A\", dtype=\"int32\")\nB = "
                                                  "te.compute((13,), lambda i: tir.truncdiv(100, A[i]), name=\"B\")\n"),
                                           {}, worker());
    QVERIFY(!report.ok());
    QVERIFY2(
        texts(report.diagnostics).find("the kernel's process died of SIGFPE: it divided an integer by zero [NW4121]") !=
            std::string::npos,
        texts(report.diagnostics).c_str());
  }

  void a_kernel_that_does_not_end_is_stopped() {
    const std::string text = script(
        "A = te.placeholder((4096, 4096), name=\"A\")\nk = te.reduce_axis((0, 4096), name=\"k\")\n"
        "B = te.compute((4096, 4096), lambda i, j: te.sum(A[i, k] * A[k, j], axis=k), name=\"B\")\n");
    const auto report = target::run_kernel(text, {}, worker(1));
    QCOMPARE(
        QString::fromStdString(texts(report.diagnostics)),
        QStringLiteral("error: the kernel was stopped: it was not done after 1 s [NW4122]\n  legal: --deadline 4\n"));
    target::WorkerOptions options = worker();
    options.cancel.cancel();
    QCOMPARE(QString::fromStdString(texts(target::run_kernel(text, {}, options).diagnostics)),
             QStringLiteral("error: stopped on request [NW4124]\n"));
  }

  // As the system sees the process while its kernel runs.
  void a_kernel_runs_in_a_confined_process() {
    target::WorkerOptions options = worker();
    runtime::RunOptions forever;
    forever.repeat = 1'000'000'000;
    forever.threads = 2;
    std::thread run([&] {
      target::run_kernel(script("A = te.placeholder((99, 999), name=\"A\")\nB = te.compute((99, 999), lambda i, j: "
                                "A[i, j] * 2.0, name=\"B\")\n",
                                "s[B].parallel(s[B].op.axis[0])\n"),
                         forever, options);
    });
    QByteArray status;
    QString process;
    const auto confined = [&] {
      for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        process = QStringLiteral("/proc/%1/").arg(id);
        status = read(process + "status");
        if (status.contains("Name:\tnestwright-work") &&
            status.contains("\nPPid:\t" + QByteArray::number(::getpid()) + "\n"))
          return status.contains("\nSeccomp:\t2\n");
      }
      return false;
    };
    const bool seen = QTest::qWaitFor(confined, 30'000);
    const QStringList threads = QDir(process + "task").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QByteArrayList of_threads;
    for (const QString& thread : threads) of_threads.push_back(read(process + "task/" + thread + "/status"));
    QStringList open;
    for (const QFileInfo& fd : QDir(process + "fd").entryInfoList(QDir::AllEntries | QDir::System))
      if (!fd.fileName().startsWith(QLatin1Char('.'))) open.push_back(fd.symLinkTarget().section(QLatin1Char('/'), -1));
    options.cancel.cancel();
    run.join();
    QVERIFY2(seen, status.constData());
    QVERIFY(threads.size() >= 2);
    for (const QByteArray& one : of_threads)
      QVERIFY2(one.contains("\nNoNewPrivs:\t1\n") && one.contains("\nSeccomp:\t2\n"), one.constData());
    QCOMPARE(open.size(), 2);  // where replies go, and what it says of itself
    for (const QString& fd : open) QVERIFY2(fd.startsWith("socket:") || fd.startsWith("pipe:"), qPrintable(fd));
  }

  void too_large_arguments_are_refused() {
    runtime::RunOptions options;
    options.memory_bytes = 1000;
    const auto report = target::run_kernel(
        script("A = te.placeholder((1000,), name=\"A\")\nB = te.compute((1000,), lambda i: A[i] * 2.0, name=\"B\")\n"),
        options, worker());
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: argument 'A' cannot be made: there is not enough memory for it [NW4112]\n"));
  }

  void a_script_with_errors_does_not_run() {
    const auto report = target::run_kernel("import tvm\nx = 1 +\n", {}, worker());
    QVERIFY(!report.ok() && has_errors(report.diagnostics));
    QVERIFY(!report.value);
  }

  void a_missing_worker_is_named() {
    target::WorkerOptions options;
    options.program = "/nowhere/nestwright-worker";
    const auto report = target::run_kernel("", {}, options);
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: the program that runs kernels cannot be started: /nowhere/nestwright-worker: No "
                            "such file or directory [NW4123]\n"));
  }

  // What a process says that is no longer ours.
  void a_reply_without_end_is_refused() {
    QTemporaryDir folder;
    target::WorkerOptions options = worker(30);
    options.program = folder.filePath("worker").toStdString();
    QFile file(QString::fromStdString(options.program));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexec tr '\\0' x < /dev/zero\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const auto report = target::run_kernel("", {}, options);
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: the worker's answer cannot be read [NW9103]\n"));
  }

  void assembly_knows_its_lines() {
    const auto emitted = target::emit_kernel(
        script("A = te.placeholder((64,), name=\"A\")\nB = te.compute((64,), lambda i: A[i] * 2.0, name=\"B\")\n"),
        "asm", {}, worker());
    QVERIFY2(emitted.ok(), texts(emitted.diagnostics).c_str());
    const auto& lines = emitted->assembly.nest_lines;
    QVERIFY(std::count(lines.begin(), lines.end(), 2) > 0);  // for i: B[i] = …
    QVERIFY(emitted->files[0].bytes.find("# 2: B[") != std::string::npos);
    // Instructions are numbered in their order; labels and directives are none.
    int next = 0;
    for (size_t i = 0; i < lines.size(); ++i)
      if (const int number = emitted->assembly.instructions[i]; number >= 0) {
        QCOMPARE(number, next++);
        QVERIFY2(emitted->assembly.lines[i].starts_with("\t"), emitted->assembly.lines[i].c_str());
      } else {
        QCOMPARE(lines[i], 0);
      }
    QVERIFY(next > 3);
  }

  void a_prefetch_is_an_instruction_of_its_own() {
    const std::string text = script(
        "A = te.placeholder((64, 512), name=\"A\")\nB = te.compute((64, 512), lambda i, j: A[i, j] * 2.0, "
        "name=\"B\")\n",
        "s[B].prefetch(A, s[B].op.axis[0], 1)\n");
    for (const auto& [form, said] : {std::pair("llvm", "call void @llvm.prefetch"), {"c", "__builtin_prefetch(&A["}}) {
      const auto emitted = target::emit_kernel(text, form, {}, worker());
      QVERIFY2(emitted.ok(), texts(emitted.diagnostics).c_str());
      QVERIFY2(emitted->files[0].bytes.find(said) != std::string::npos, emitted->files[0].bytes.c_str());
    }
  }
};

NW_TEST(TestWorker);
#include "test_worker.moc"
