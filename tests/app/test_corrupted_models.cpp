// SPDX-License-Identifier: GPL-3.0-or-later
// 500 damaged models: none ends the program, takes more than ten seconds or 2 GB, or is answered by a message of more
// than 4 KB. Each is read, optimized, fused and opened as kernels in a process of its own; some are run as well.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/input_file.h"
#include "base/local_cpu.h"
#include "base/sanitized.h"
#include "corruption.h"
#include "import/model_file.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;
using test::Corruption;

namespace {

constexpr size_t kMaxSaid = 4096;
constexpr rlim_t kMaxSeconds = 10, kMaxMemory = rlim_t{2} << 30;
constexpr int kLongMessage = 7, kOpened = 1;

bool short_messages(const Diagnostics& diagnostics) {
  return std::all_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return format(d).size() <= kMaxSaid; });
}

// What inspect, fuse and script do with a file.
int open_model(const std::string& path) {
  Result<graph::Graph> graph = import::read_model(path);
  if (!short_messages(graph.diagnostics)) return kLongMessage;
  if (!graph.value) return 0;
  size_t printed = 0;
  for (const graph::Node& node : graph->nodes()) printed += graph::to_string(node.type).size();
  const auto m = model::build_model(std::move(*graph.value), {}, path);
  if (!short_messages(m->diagnostics)) return kLongMessage;
  const fusion::Fusion fusion = model::fuse(*m);
  constexpr size_t kMaxOpened = 12;
  for (size_t i = 0; i < std::min(fusion.groups.size(), kMaxOpened); ++i) {
    const auto kernel = model::group_kernel(m->optimized(), fusion, fusion.groups[i].id, local_cpu_facts());
    if (!short_messages(kernel.diagnostics)) return kLongMessage;
    printed += kernel.value ? kernel->script.size() : 0;
  }
  return printed > (size_t{1} << 30) ? kLongMessage : fusion.groups.empty() ? 0 : kOpened;
}

// Does `work` in a process with limits. What ended it, in words; nothing where it ended well.
template <class Work>
std::string outcome_of(const Work& work, int& opened) {
  const pid_t child = ::fork();
  if (child < 0) return "no process";
  if (child == 0) {
    const rlimit memory{kMaxMemory, kMaxMemory}, seconds{kMaxSeconds, kMaxSeconds}, core{0, 0};
    if (!kSanitized) ::setrlimit(RLIMIT_AS, &memory);
    ::setrlimit(RLIMIT_CPU, &seconds);
    ::setrlimit(RLIMIT_CORE, &core);
    ::alarm(6 * kMaxSeconds);  // the machine may be busy; processor time is what is limited
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM
               ? "took too long"
               : "ended by signal " + std::to_string(WTERMSIG(status));
  opened += WEXITSTATUS(status) == kOpened ? 1 : 0;
  return WEXITSTATUS(status) == kLongMessage ? "says too much" : "";
}

}  // namespace

class TestCorruptedModels : public QObject {
  Q_OBJECT

  struct Original {
    std::string name, bytes;
    bool text = false;
  };

  QTemporaryDir folder_;
  std::vector<Original> originals_;

  void add(const QString& path, const QString& name) {
    Result<std::string> bytes = read_whole_file(path.toStdString());
    if (bytes.value)
      originals_.push_back({name.toStdString(), std::move(*bytes), !path.endsWith(QLatin1String(".onnx"))});
  }

 private Q_SLOTS:
  void initTestCase() {
    const QString samples = QStringLiteral(NW_SOURCE_DIR "/resources/samples/");
    add(samples + QStringLiteral("resnet20.onnx"), QStringLiteral("resnet20"));
    for (const char* name : {"bitserial", "conv_relu", "detector", "stack"})
      add(samples + QStringLiteral("graphs/%1.relay").arg(QLatin1String(name)), QLatin1String(name));
    // Of ONNX's own tests a few of every letter, where they are installed.
    const QDir nodes(QStringLiteral("/usr/share/libonnx-testdata/data/node"));
    const QStringList all = nodes.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (qsizetype i = 0; i < all.size(); i += 9) add(nodes.filePath(all[i] + QStringLiteral("/model.onnx")), all[i]);
    QVERIFY(originals_.size() >= 5);
  }

  void none_ends_the_program() {
    constexpr uint64_t kModels = 500;
    const std::string path = folder_.path().toStdString() + "/model";
    QStringList failures;
    int opened = 0;  // had groups to open, for all the damage
    for (uint64_t seed = 0; seed < kModels; ++seed) {
      const Original& from = originals_[seed % originals_.size()];
      Corruption damage(seed);
      const std::string file = path + (from.text ? ".relay" : ".onnx");
      std::ofstream(file, std::ios::binary) << (from.text ? damage.of_text(from.bytes) : damage.of_message(from.bytes));
      const std::string what = outcome_of([&] { return open_model(file); }, opened);
      if (!what.empty())
        failures << QStringLiteral("%1, seed %2: %3")
                        .arg(QString::fromStdString(from.name))
                        .arg(seed)
                        .arg(QString::fromStdString(what));
    }
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
    QVERIFY2(opened > 100, qPrintable(QString::number(opened)));
  }

  // A kernel that leaves its arrays would end the worker (NW4121).
  void those_that_still_run_do_no_harm() {
    constexpr uint64_t kRuns = 40;
    const std::string path = folder_.path().toStdString() + "/run";
    QStringList failures;
    for (uint64_t seed = 1000; seed < 1000 + kRuns; ++seed) {
      const Original& from = originals_[seed % originals_.size()];
      Corruption damage(seed);
      const std::string file = path + (from.text ? ".relay" : ".onnx");
      std::ofstream(file, std::ios::binary) << (from.text ? damage.of_text(from.bytes) : damage.of_message(from.bytes));
      QProcess process;
      process.start(
          QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
          {QStringLiteral("run"), QString::fromStdString(file), QStringLiteral("--repeat"), QStringLiteral("1"),
           QStringLiteral("--deadline"), QStringLiteral("10"), QStringLiteral("--json")});
      const bool ended = process.waitForFinished(60000);
      const auto out = nlohmann::json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
      bool fine = ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() <= 1 && out.is_object();
      if (fine)
        for (const auto& d : out["diagnostics"])
          fine = fine && d["code"] != "NW4121" && d["code"] != "NW4122" && d.dump().size() <= kMaxSaid;
      if (!fine)
        failures << QStringLiteral("%1, seed %2: exit %3, %4")
                        .arg(QString::fromStdString(from.name))
                        .arg(seed)
                        .arg(process.exitCode())
                        .arg(QString::fromStdString(out.dump()).left(600));
    }
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
  }
};

NW_TEST(TestCorruptedModels);
#include "test_corrupted_models.moc"
