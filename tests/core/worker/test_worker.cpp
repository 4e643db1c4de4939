// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that crash, hang or want too much are diagnostics; the caller lives on.
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/diagnostic_json.h"
#include "base/local_cpu.h"
#include "nests.h"
#include "registry.h"
#include "worker/kernel.h"
#include "worker/protocol.h"

using namespace nw;
using nw::test::texts;

class TestWorker : public QObject {
  Q_OBJECT

  static worker::WorkerOptions worker(double seconds = 60) {
    worker::WorkerOptions options;
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

  // A target whose runner notes its process in a file, and the processes that it noted.
  struct NotedRunner {
    QTemporaryDir folder;
    std::string program, notes;
    worker::WorkerOptions options = worker();

    NotedRunner() : program(path("runner.sh")), notes(path("notes")) {
      options.living = std::make_shared<worker::LivingWorker>();
      options.connection.emplace();
      options.connection->id = "board";
      options.connection->facts = local_cpu_facts();
      options.connection->plugin = target::kCpuPlugin;
      options.connection->carrier = target::child_carrier(program);
      install("");
    }
    std::string path(const char* name) const { return folder.filePath(QString::fromLatin1(name)).toStdString(); }
    // Another file of the same name, as a build makes it.
    void install(const std::string& comment) const {
      const QString made = folder.filePath(QStringLiteral("made"));
      QFile file(made);
      if (!file.open(QIODevice::WriteOnly)) return;
      file.write(("#!/bin/sh\n#" + comment + "\n[ $(ulimit -v) = unlimited ] && echo \"$*\" > '" + path("memory") +
                  "'\necho $$ >> '" + notes + "'\nexec " NW_BIN_DIR "/nestwright-runner \"$@\"\n")
                     .c_str());
      file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
      file.close();
      std::rename(made.toStdString().c_str(), program.c_str());
    }
    std::string run() const {
      const auto report = worker::run_kernel(
          {script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")},
          {}, options);
      return texts(report.diagnostics);
    }
    // Of each process that was started, in order, whether it is alive.
    QString started() const {
      QString all;
      for (const QByteArray& line : read(QString::fromStdString(notes)).split('\n'))
        if (!line.isEmpty()) all += QFile::exists(QStringLiteral("/proc/%1/exe").arg(line.toInt())) ? u'+' : u'-';
      return all;
    }
  };

 private Q_SLOTS:
  // Of a network, as its kernels are compiled and compared; the reply still comes.
  void a_network_says_how_far_it_is() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("net.relay")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "#[version = \"0.0.5\"]\nfn (%x: Tensor[(4, 8), float32]) {\n  %0 = nn.softmax(%x);\n"
        "  %1 = nn.softmax(%0);\n  nn.softmax(%1)\n}\n");
    file.close();
    worker::NetworkRequest request;
    request.path = file.fileName().toStdString();
    request.run.verify = true;
    worker::WorkerOptions options = worker();
    std::vector<worker::RunProgress> parts;
    options.progress = [&](const worker::RunProgress& part) { parts.push_back(part); };
    const auto report = worker::run_network(request, options);
    QVERIFY2(report.value, texts(report.diagnostics).c_str());
    QVERIFY(!parts.empty());
    for (const worker::RunProgress& part : parts) QVERIFY(part.done >= 0 && part.done < part.of);
    QVERIFY(std::ranges::any_of(parts, [](const worker::RunProgress& part) { return part.doing == "comparing"; }));
    QCOMPARE(parts.back().doing, std::string("running"));  // what is timed has been compared
    QVERIFY(!worker::progress_from_text("{\"diagnostics\":[]}").has_value());
  }

  void a_kernel_says_which_phase_it_is_in() {
    worker::WorkerOptions options = worker();
    std::vector<std::string> phases;
    options.progress = [&](const worker::RunProgress& part) { phases.push_back(part.doing); };
    measure::RunRequest request;
    request.verify = true;
    const auto report = worker::run_kernel(
        {script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")},
        request, options);
    QVERIFY2(report.value, texts(report.diagnostics).c_str());
    QCOMPARE(phases, (std::vector<std::string>{"compiling", "comparing", "measuring"}));
  }

  // The same instructions in another order of their operands.
  void assembly_of_x86_comes_in_either_syntax() {
    const std::string text = script(
        "A = te.placeholder((64,), name='A')\n"
        "B = te.compute((64,), lambda i: A[i] * 2.0 + 1.0, name='B')\n");
    worker::EmitRequest request{"asm", {}};
    const auto att = worker::emit_kernel({text}, request, worker());
    request.intel_syntax = true;
    const auto intel = worker::emit_kernel({text}, request, worker());
    QVERIFY(att.value && intel.value);
    if (!local_cpu_facts().code.triple.starts_with("x86")) QSKIP("this processor has one syntax");
    const auto has = [](const worker::Emitted& emitted, const char* what) {
      return std::ranges::any_of(emitted.assembly.lines,
                                 [&](const std::string& line) { return line.find(what) != std::string::npos; });
    };
    QVERIFY(has(*att, "(%r") && !has(*att, "ptr ["));
    QVERIFY(has(*intel, "ptr [") && !has(*intel, "(%r"));
    QCOMPARE(std::ranges::count_if(intel->assembly.instructions, [](int number) { return number >= 0; }),
             std::ranges::count_if(att->assembly.instructions, [](int number) { return number >= 0; }));
    // The choice is of one request.
    request.intel_syntax = false;
    const auto again = worker::emit_kernel({text}, request, worker());
    QVERIFY(again.value && has(*again, "(%r"));
  }

  void a_worker_that_is_killed_leaves_nothing_behind() {
    const QByteArray request = QByteArray::fromStdString(nlohmann::json{
        {"do", "run"},
        {"kernel",
         {{"script",
           script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")},
          {"nest_hash", ""}}},
        {"options", worker::to_json(measure::RunRequest{})}}.dump());
    const auto length = static_cast<uint64_t>(request.size());
    const QDir memory(QStringLiteral("/dev/shm"));
    const QStringList before = memory.entryList();
    for (const int after : {20, 30, 40, 50, 60, 80, 100, 150}) {
      QProcess process;
      process.start(QStringLiteral(NW_BIN_DIR "/nestwright-worker"), {});
      process.write(QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + request);
      process.waitForBytesWritten();
      QTest::qSleep(after);
      process.kill();
      process.waitForFinished();
      QCOMPARE(memory.entryList(), before);
    }
  }

  void a_runner_lives_on_until_its_files_are_replaced() {
    const NotedRunner target;
    QCOMPARE(target.run(), std::string());
    QCOMPARE(target.run(), std::string());
    QCOMPARE(target.started(), QStringLiteral("+"));
    target.install("rebuilt");
    QCOMPARE(target.run(), std::string());
    QCOMPARE(target.started(), QStringLiteral("-+"));
  }

  void a_target_that_is_connected_otherwise_has_one_runner() {
    NotedRunner target;
    QCOMPARE(target.run(), std::string());
    target.options.connection->settings["new"] = 1;
    QCOMPARE(target.run(), std::string());
    QCOMPARE(target.started(), QStringLiteral("-+"));
    target.options.connection->id = "other";
    QCOMPARE(target.run(), std::string());
    QCOMPARE(target.started(), QStringLiteral("-++"));
  }

  // A driver reserves more addresses than there is memory.
  void a_runner_has_a_limit_of_its_own() {
    NotedRunner target;
    target.options.memory_bytes = int64_t{3} << 30;
    QCOMPARE(target.run(), std::string());
    QCOMPARE(read(QString::fromStdString(target.path("memory"))), QByteArray("--memory 3221225472\n"));
  }

  // As on a machine that was put to sleep: it is not waited for until the time of the request is up.
  void a_runner_that_sleeps_is_replaced() {
    const NotedRunner target;
    QCOMPARE(target.run(), std::string());
    const int process = read(QString::fromStdString(target.notes)).trimmed().toInt();
    QCOMPARE(::kill(process, SIGSTOP), 0);
    QElapsedTimer time;
    time.start();
    QCOMPARE(target.run(), std::string());
    QVERIFY2(time.elapsed() < 12'000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(target.started(), QStringLiteral("-+"));
  }

  void a_target_that_is_forgotten_has_no_runner() {
    const NotedRunner target;
    QCOMPARE(target.run(), std::string());
    target.options.living->forget("other");
    QCOMPARE(target.started(), QStringLiteral("+"));
    target.options.living->forget("board");
    QCOMPARE(target.started(), QStringLiteral("-"));
    QCOMPARE(target.run(), std::string());
  }

  void a_kernel_runs() {
    const auto report = worker::run_kernel(
        {script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")},
        {}, worker());
    QVERIFY2(report.ok(), texts(report.diagnostics).c_str());
    QCOMPARE(report->outputs.size(), size_t{1});
    QCOMPARE(report->outputs[0].name, std::string("B"));
    QCOMPARE(report->outputs[0].first[0], -1.5);
    QCOMPARE(report->flops, 13.0);
    QVERIFY(report->time.runs > 0);
  }

  // The intrinsic's body adds where its computation multiplies.
  void wrong_numbers_say_what_makes_them_wrong() {
    measure::RunRequest options;
    options.verify = true;
    const auto report = worker::run_kernel(
        {script("A = te.placeholder((8,), name=\"A\")\n"
                "a = te.placeholder((4,), name=\"a\")\n"
                "c = te.compute((4,), lambda i: a[i] * a[i], name=\"c\")\n"
                "ba = tir.decl_buffer((4,), \"float32\", name=\"ba\", offset_factor=1)\n"
                "bc = tir.decl_buffer((4,), \"float32\", name=\"bc\", offset_factor=1)\n"
                "unit = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, \"float32x4\") "
                "+ ins[0].vload(0, \"float32x4\")), binds={a: ba, c: bc})\n"
                "B = te.compute((8,), lambda i: A[i] * A[i], name=\"B\")\n",
                "o, i = s[B].split(B.op.axis[0], factor=4)\ns[B].tensorize(i, unit)\n")},
        options, worker());
    QVERIFY(report.value && report->verify && !report->verify->ok);
    QCOMPARE(report.diagnostics.size(), size_t{1});
    const Diagnostic& wrong = report.diagnostics[0];
    QCOMPARE(QString::fromStdString(wrong.code), QStringLiteral("NW4113"));
    QCOMPARE(QString::fromStdString(wrong.message),
             QStringLiteral("output 'B' differs from the reference: element [0] is -1.5, the reference has 0.5625"));
    QCOMPARE(wrong.because.size(), size_t{1});
    QCOMPARE(QString::fromStdString(wrong.because[0]),
             QStringLiteral("the numbers are wrong without LLVM's optional passes, too"));
  }

  // Roots of negative numbers say nothing of a kernel: it is compared again where they are none.
  void what_is_no_number_is_counted() {
    measure::RunRequest options;
    options.verify = true;
    const auto run = [&](const char* body) {
      return worker::run_kernel({script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: " +
                                        std::string(body) + ", name=\"B\")\n")},
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

  // What a process answers that is fed these bytes and then the end of the stream.
  static std::vector<std::string> answers(const QByteArray& bytes, int* exit = nullptr) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-worker"), {});
    process.write(bytes);
    process.closeWriteChannel();
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit) return {"it died"};
    if (exit) *exit = process.exitCode();
    std::vector<std::string> all;
    for (QByteArray rest = process.readAllStandardOutput(); rest.size() >= 8;) {
      uint64_t length = 0;
      std::memcpy(&length, rest.constData(), sizeof length);
      const nlohmann::json reply = nlohmann::json::parse(rest.mid(8, static_cast<qsizetype>(length)).toStdString());
      std::string text;
      for (const nlohmann::json& d : reply.at("diagnostics")) text += format(diagnostic_from_json(d));
      all.push_back(text);
      rest = rest.mid(8 + static_cast<qsizetype>(length));
    }
    return all;
  }
  static QByteArray frame(const std::string& json) {
    const uint64_t length = json.size();
    return QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + QByteArray::fromStdString(json);
  }

  void every_request_gets_a_reply_data() {
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QString>("because");
    const auto row = [](const char* name, std::string json, const QString& because) {
      std::ranges::replace(json, '\'', '"');
      QTest::newRow(name) << frame(json) << because;
    };
    const auto type_error = [](const char* text) {
      return QStringLiteral("[json.exception.%1").arg(QLatin1String(text));
    };
    row("empty", "{}", type_error("out_of_range.403] key 'do' not found"));
    row("no text", "",
        QStringLiteral("syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal"));
    row("array", "[1, 2]", QStringLiteral("it is no JSON object"));
    row("number", "7", QStringLiteral("it is no JSON object"));
    row("junk", "\xff\xfe junk \x1b", QStringLiteral("syntax error while parsing value - invalid literal"));
    row("cut off", "{'do': 'run', 'scr",
        QStringLiteral("syntax error while parsing object key - invalid string: missing closing quote"));
    row("nested", "{'do': 'run', 'script': " + std::string(200'000, '['),
        QStringLiteral("brackets are nested more than 200 levels deep"));
    row("unknown", "{'do': 'dance'}", QStringLiteral("it asks for 'dance', which is none of run, network and emit"));
    row("not a text", "{'do': 7}", type_error("type_error.302] type must be string, but is number"));
    row("run without a kernel", "{'do': 'run', 'options': {}}", type_error("out_of_range.403] key 'kernel' not found"));
    row("run without a script", "{'do': 'run', 'kernel': {}, 'options': {}}",
        type_error("out_of_range.403] key 'script' not found"));
    row("run without options", "{'do': 'run', 'kernel': {'script': ''}}",
        type_error("out_of_range.403] key 'options' not found"));
    row("options are a list", "{'do': 'run', 'kernel': {'script': ''}, 'options': [1]}",
        type_error("type_error.306] cannot use value() with array"));
    row("threads", "{'do': 'run', 'kernel': {'script': ''}, 'options': {'threads': 1e300}}",
        type_error("out_of_range.401] threads must be a whole number from 0 to 4096"));
    row("repeat", "{'do': 'run', 'kernel': {'script': ''}, 'options': {'repeat': 99999999999999999999}}",
        type_error("out_of_range.401] repeat must be a whole number from 0 to 2147483647"));
    row("memory", "{'do': 'run', 'kernel': {'script': ''}, 'options': {}, 'memory_limit': 'much'}",
        type_error("out_of_range.401] memory_limit must be a whole number"));
    row("sizes", "{'do': 'emit', 'as': 'c', 'kernel': {'script': ''}, 'sizes': {'n': 0.5}}",
        type_error("out_of_range.401] n must be a whole number"));
    row("sizes are a text", "{'do': 'emit', 'as': 'c', 'kernel': {'script': ''}, 'sizes': 'n=4'}",
        type_error("type_error.303] incompatible ReferenceType"));
    row("emit as nothing", "{'do': 'emit', 'kernel': {'script': ''}, 'sizes': {}}",
        type_error("out_of_range.403] key 'as' not found"));
    row("network", "{'do': 'network'}", type_error("out_of_range.403] key 'network' not found"));
    row("network of nothing", "{'do': 'network', 'network': {}}", type_error("out_of_range.403] key 'path' not found"));
    row("network of null", "{'do': 'network', 'network': null}",
        type_error("type_error.304] cannot use at() with null"));
    QTest::newRow("half a length") << QByteArray("abc")
                                   << QStringLiteral("it ended after 3 of the 8 bytes of its length");
    QTest::newRow("half a frame") << frame(std::string(100, ' ')).left(28)
                                  << QStringLiteral("it ended after 20 of 100 bytes");
    QTest::newRow("endless") << QByteArray("{\"do\": \"run\"}")
                             << QStringLiteral("bytes, and at most 1073741824 are read");
  }
  void every_request_gets_a_reply() {
    QFETCH(QByteArray, request);
    QFETCH(QString, because);
    const std::vector<std::string> replies = answers(request);
    QCOMPARE(replies.size(), size_t{1});
    const QString said = QString::fromStdString(replies[0]);
    QVERIFY2(said.startsWith(QStringLiteral("error: the request to the worker cannot be read [NW4060]\n  because ")),
             qPrintable(said));
    QVERIFY2(said.contains(because), qPrintable(said));
  }

  void a_bad_request_does_not_end_the_worker() {
    const std::string good =
        nlohmann::json({{"do", "emit"}, {"as", "c"}, {"sizes", nullptr}, {"kernel", {{"script", "import os\n"}}}})
            .dump();
    int exit = -1;
    const auto replies = answers(frame("{}") + frame(good) + frame("[]"), &exit);
    QCOMPARE(replies.size(), size_t{3});
    QVERIFY2(replies[1].find("NW2005") != std::string::npos, replies[1].c_str());
    QVERIFY2(replies[2].find("NW4060") != std::string::npos, replies[2].c_str());
    QCOMPARE(exit, 0);
    QCOMPARE(answers({}, &exit).size(), size_t{0});  // the end of the stream is no request
    QCOMPARE(exit, 0);
  }

  void a_crash_is_a_diagnostic() {
    const auto report =
        worker::run_kernel({script("A = te.placeholder((13,), name=\"A\", dtype=\"int32\")\nB = "
                                   "te.compute((13,), lambda i: tir.truncdiv(100, A[i]), name=\"B\")\n")},
                           {}, worker());
    QVERIFY(!report.ok());
    QVERIFY2(texts(report.diagnostics)
                     .find("the kernel's process died of SIGFPE: it divided an integer by zero, or the least integer "
                           "by -1 [NW4121]") != std::string::npos,
             texts(report.diagnostics).c_str());
  }

  void a_kernel_that_does_not_end_is_stopped() {
    const std::string text = script(
        "A = te.placeholder((4096, 4096), name=\"A\")\nk = te.reduce_axis((0, 4096), name=\"k\")\n"
        "B = te.compute((4096, 4096), lambda i, j: te.sum(A[i, k] * A[k, j], axis=k), name=\"B\")\n");
    const auto report = worker::run_kernel({text}, {}, worker(1));
    QCOMPARE(
        QString::fromStdString(texts(report.diagnostics)),
        QStringLiteral("error: the kernel was stopped: it was not done after 1 s [NW4122]\n  legal: --deadline 4\n"));
    // The worker lives on, and has another kernel run at once.
    worker::WorkerOptions living = worker(1);
    living.living = std::make_shared<worker::LivingWorker>();
    QVERIFY(!worker::run_kernel({text}, {}, living).ok());
    living.deadline_seconds = 60;
    const auto next = worker::run_kernel(
        {script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")},
        {}, living);
    QVERIFY2(next.ok(), texts(next.diagnostics).c_str());
    worker::WorkerOptions options = worker();
    options.cancel.cancel();
    QCOMPARE(QString::fromStdString(texts(worker::run_kernel({text}, {}, options).diagnostics)),
             QStringLiteral("error: stopped on request [NW4124]\n"));
  }

  // Whether the process is of the worker's runner, whose worker is of this process.
  static bool is_ours(QByteArray status) {
    for (int generation = 0; generation < 3; ++generation) {
      const qsizetype at = status.indexOf("\nPPid:\t") + 7;
      const QByteArray parent = status.mid(at, status.indexOf('\n', at) - at);
      if (parent == QByteArray::number(::getpid())) return true;
      status = read(QStringLiteral("/proc/%1/status").arg(QString::fromLatin1(parent)));
    }
    return false;
  }

  // The process that supervises a confined one of ours; 0: there is none now.
  static int running_runner() {
    for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
      const QByteArray status = read(QStringLiteral("/proc/%1/status").arg(id));
      if (!status.contains("Name:\tnestwright-runn") || !status.contains("\nSeccomp:\t2\n") || !is_ours(status))
        continue;
      const qsizetype at = status.indexOf("\nPPid:\t") + 7;
      return status.mid(at, status.indexOf('\n', at) - at).toInt();
    }
    return 0;
  }

  // As the system sees the process while its kernel runs.
  void a_kernel_runs_in_a_confined_process() {
    worker::WorkerOptions options = worker();
    measure::RunRequest forever;
    forever.repeat = 1'000'000'000;
    forever.threads = 2;
    std::thread run([&] {
      worker::run_kernel({script("A = te.placeholder((99, 999), name=\"A\")\nB = te.compute((99, 999), lambda i, j: "
                                 "A[i, j] * 2.0, name=\"B\")\n",
                                 "s[B].parallel(s[B].op.axis[0])\n")},
                         forever, options);
    });
    QByteArray status;
    QString process;
    const auto confined = [&] {
      for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        process = QStringLiteral("/proc/%1/").arg(id);
        status = read(process + "status");
        if (status.contains("Name:\tnestwright-runn") && status.contains("\nSeccomp:\t2\n") && is_ours(status))
          return true;
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
    QCOMPARE(open.size(), 4);  // where replies go, what it says of itself, and both ends of what it prints
    for (const QString& fd : open) QVERIFY2(fd.startsWith("socket:") || fd.startsWith("pipe:"), qPrintable(fd));
  }

  // Pulled out in the middle: told at once, and the next kernel runs.
  void a_runner_that_is_killed_is_started_again() {
    worker::WorkerOptions options = worker();
    options.living = std::make_shared<worker::LivingWorker>();
    measure::RunRequest forever;
    forever.repeat = 1'000'000'000;
    const worker::KernelSource kernel{
        script("A = te.placeholder((99, 999), name=\"A\")\nB = te.compute((99, 999), lambda i, j: A[i, j] * 2.0, "
               "name=\"B\")\n")};
    Result<measure::RunReport> report;
    std::thread run([&] { report = worker::run_kernel(kernel, forever, options); });
    QElapsedTimer clock;
    bool killed = false;
    const auto kill_once = [&] {
      const int pid = killed ? 0 : running_runner();
      if (pid == 0) return killed;
      clock.start();
      return killed = ::kill(pid, SIGKILL) == 0;
    };
    const bool found = QTest::qWaitFor(kill_once, 30'000);
    run.join();
    QVERIFY(found && killed);
    QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    const std::string told = texts(report.diagnostics);  // whichever request it was met in
    QVERIFY2(told.starts_with("error: the connection to a process of this machine was lost during "), told.c_str());
    measure::RunRequest once;
    once.repeat = 1;
    const auto next = worker::run_kernel(kernel, once, options);
    QVERIFY2(next.ok(), texts(next.diagnostics).c_str());
  }

  // Between two requests: nobody is told, since nothing was asked for.
  void what_ends_while_it_waits_is_started_again() {
    worker::WorkerOptions options = worker();
    options.living = std::make_shared<worker::LivingWorker>();
    const worker::KernelSource kernel{
        script("A = te.placeholder((13,), name=\"A\")\nB = te.compute((13,), lambda i: A[i] * 2.0, name=\"B\")\n")};
    const auto kill_all = [](const char* name) {
      int killed = 0;
      for (const QString& id : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        const QByteArray status = read(QStringLiteral("/proc/%1/status").arg(id));
        if (status.contains(name) && is_ours(status) && ::kill(id.toInt(), SIGKILL) == 0) ++killed;
      }
      return killed;
    };
    QVERIFY(worker::run_kernel(kernel, {}, options).ok());
    for (const char* name : {"Name:\tnestwright-runn", "Name:\tnestwright-work"}) {
      QVERIFY(kill_all(name) > 0);
      QTest::qWait(50);
      const auto next = worker::run_kernel(kernel, {}, options);
      QVERIFY2(next.ok(), (name + texts(next.diagnostics)).c_str());
    }
  }

  void too_large_arguments_are_refused() {
    measure::RunRequest options;
    options.memory_bytes = 1000;
    const auto report = worker::run_kernel(
        {script(
            "A = te.placeholder((1000,), name=\"A\")\nB = te.compute((1000,), lambda i: A[i] * 2.0, name=\"B\")\n")},
        options, worker());
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: argument 'A' cannot be made: there is not enough memory for it [NW4112]\n"));
  }

  void a_script_with_errors_does_not_run() {
    const auto report = worker::run_kernel({"import tvm\nx = 1 +\n"}, {}, worker());
    QVERIFY(!report.ok() && has_errors(report.diagnostics));
    QVERIFY(!report.value);
  }

  void a_missing_worker_is_named() {
    worker::WorkerOptions options;
    options.program = "/nowhere/nestwright-worker";
    const auto report = worker::run_kernel({""}, {}, options);
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: the program that runs kernels cannot be started: /nowhere/nestwright-worker: No "
                            "such file or directory [NW4123]\n"));
  }

  // What a process says that is no longer ours.
  void a_reply_without_end_is_refused() {
    QTemporaryDir folder;
    worker::WorkerOptions options = worker(30);
    options.program = folder.filePath("worker").toStdString();
    QFile file(QString::fromStdString(options.program));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexec tr '\\0' x < /dev/zero\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const auto report = worker::run_kernel({""}, {}, options);
    QCOMPARE(QString::fromStdString(texts(report.diagnostics)),
             QStringLiteral("error: the worker's answer cannot be read [NW9103]\n"));
  }

  void assembly_knows_its_lines() {
    const auto emitted = worker::emit_kernel(
        {script("A = te.placeholder((64,), name=\"A\")\nB = te.compute((64,), lambda i: A[i] * 2.0, name=\"B\")\n")},
        {"asm", {}}, worker());
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
      const auto emitted = worker::emit_kernel({text}, {form, {}}, worker());
      QVERIFY2(emitted.ok(), texts(emitted.diagnostics).c_str());
      QVERIFY2(emitted->files[0].bytes.find(said) != std::string::npos, emitted->files[0].bytes.c_str());
    }
  }
};

NW_TEST(TestWorker);
#include "test_worker.moc"
