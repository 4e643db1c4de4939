// SPDX-License-Identifier: GPL-3.0-or-later
// What a stranger's script may do: nothing but be refused. Two hundred scripts that want too much are read, lowered and
// exported in processes with little memory and time: none dies, none goes on, and no message is longer than 4 KB.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/diagnostic_json.h"
#include "base/local_cpu.h"
#include "base/sanitized.h"
#include "export/c_program.h"
#include "fixes/read.h"
#include "hostile_scripts.h"
#include "kernel/exports.h"
#include "kernel/preview.h"
#include "lower/lower.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;

namespace {

constexpr double kSeconds = 0.5;  // for each of the three parts of the work
constexpr size_t kBytes = size_t{1} << 30;
constexpr size_t kLongestMessage = 4096;

// Everything that the window and the command line do with a script before it runs.
Diagnostics analysed(const std::string& text) {
  Limits limits;
  limits.seconds = kSeconds;
  limits.bytes = kBytes;
  Diagnostics all;
  const auto part = [&](auto&& work) {
    Diagnostics said;
    if (const auto stopped = within_budget(limits, [&] { said = work(); })) said = {*stopped};
    append(all, std::move(said));
  };
  part([&] { return fixes::read(text).diagnostics; });
  part([&]() -> Diagnostics {
    const kernel::KernelPreview shown = kernel::preview(text);
    if (!shown.nest) return shown.diagnostics;
    Result<lower::LoopNest> last = lower::lower_final(*shown.nest);
    if (last.ok()) tir::print(last->body).text();
    Result<lower::LoopNest> code = lower::lower_code(*shown.nest);
    if (code.ok()) append(code.diagnostics, exporting::c_program(*code).diagnostics);
    return code.diagnostics;
  });
  part([&] {
    Diagnostics said;
    const kernel::KernelAnalysis kernel = kernel::analyse(text);
    for (const char* kind : {"tir", "halide", "ansor", "html"})
      append(said, kernel::export_kernel(kernel, kind, local_cpu_facts()).diagnostics);
    return said;
  });
  return all;
}

// What is wrong with the diagnostics themselves; empty: nothing.
std::string fault_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.code.starts_with("NW9")) return format(d);
    if (format(d).size() > 16 * kLongestMessage)
      return d.code + " is shown in " + std::to_string(format(d).size()) + " bytes";
    const nlohmann::json shown = to_json(d);
    std::vector<std::string> texts{shown["message"]};
    for (const char* list : {"because", "legal"})
      for (const nlohmann::json& text : shown[list]) texts.push_back(text);
    for (const nlohmann::json& fix : shown["fixes"]) texts.push_back(fix["title"]);
    for (const std::string& text : texts)
      if (text.size() > kLongestMessage) return d.code + " has a text of " + std::to_string(text.size()) + " bytes";
  }
  return {};
}

struct Outcome {
  int status = 0;  // of wait
  std::string fault;
  double seconds = 0;  // of processor time
  size_t bytes = 0;    // at most in memory
};

Outcome in_a_process(const std::string& text) {
  int ends[2];
  if (::pipe(ends) != 0) return {-1, "no pipe", 0, 0};
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit memory{size_t{4} << 30, size_t{4} << 30}, core{0, 0};
    if (!kSanitized) ::setrlimit(RLIMIT_AS, &memory);
    ::setrlimit(RLIMIT_CORE, &core);
    std::string fault;
    on_deep_stack([&] { fault = fault_of(analysed(text)); });
    fault.resize(std::min<size_t>(fault.size(), 2000));
    const bool told = ::write(ends[1], fault.data(), fault.size()) == static_cast<ssize_t>(fault.size());
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome outcome;
  char buffer[2000];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    outcome.fault.append(buffer, static_cast<size_t>(n));
  ::close(ends[0]);
  rusage used{};
  ::wait4(child, &outcome.status, 0, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  outcome.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  outcome.bytes = static_cast<size_t>(used.ru_maxrss) * 1024;
  return outcome;
}

}  // namespace

class TestHostile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_script_is_read_or_refused_in_time_and_memory() {
    const std::vector<test::HostileScript> scripts = test::hostile_scripts();
    QVERIFY(scripts.size() >= 200);
    std::string wrong;
    for (const test::HostileScript& script : scripts) {
      const Outcome o = in_a_process(script.text);
      if (WIFSIGNALED(o.status))
        wrong += fmt::format("{}: died of SIG{}\n", script.name, sigabbrev_np(WTERMSIG(o.status)));
      else if (o.status != 0 || !o.fault.empty())
        wrong += fmt::format("{}: {}\n", script.name, o.fault);
      if (!kSanitized && o.seconds > 3 * kSeconds + 10)
        wrong += fmt::format("{}: took {:.1f} s\n", script.name, o.seconds);
      if (!kSanitized && o.bytes > kBytes + kBytes / 2)
        wrong += fmt::format("{}: took {} MB\n", script.name, o.bytes >> 20);
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  // The same from outside: exit 0 or 1, and one JSON object.
  void the_command_line_refuses_it_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"doubled_by_inlining 22", "parentheses 100000", "bytes 100000", "long_name 1000000",
                             "huge_unroll 1000000", "long_sum 10000", "doubled_lists 60", "aligned 12"})
      QTest::newRow(name) << QString::fromLatin1(name);
  }
  void the_command_line_refuses_it() {
    QFETCH(QString, name);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("script.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const test::HostileScript& script : test::hostile_scripts())
      if (script.name == name.toStdString()) file.write(script.text.data(), static_cast<qint64>(script.text.size()));
    QVERIFY(file.size() > 0 && file.flush());
    for (const char* command : {"check", "bounds", "lower --phase final", "emit --as c -o x.c"}) {
      QProcess process;
      process.setWorkingDirectory(folder.path());
      const QStringList words = QString::fromLatin1(command).split(QLatin1Char(' '));
      process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                    words + QStringList{file.fileName(), QStringLiteral("--json")});
      QVERIFY(process.waitForFinished(120'000));
      QCOMPARE(process.exitStatus(), QProcess::NormalExit);
      QVERIFY2(process.exitCode() == 0 || process.exitCode() == 1, command);
      const nlohmann::json reply = nlohmann::json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
      QVERIFY2(reply.is_object() && reply.contains("diagnostics"), command);
      QCOMPARE(process.exitCode() == 1, std::ranges::any_of(reply["diagnostics"], [](const nlohmann::json& d) {
                 return d["severity"] == "error";
               }));
    }
  }
};

NW_TEST(TestHostile);
#include "test_hostile.moc"
