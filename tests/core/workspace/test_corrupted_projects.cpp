// SPDX-License-Identifier: GPL-3.0-or-later
// 200 projects and journals that something or somebody has damaged, the same ones each time: they are read or refused,
// soon, in little memory, in few words. NW_LONG=1 damages 5,000; NW_RANDOM_SEED starts elsewhere.
#include <sys/resource.h>
#include <sys/stat.h>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <random>

#include "base/atomic_file.h"
#include "base/sanitized.h"
#include "registry.h"
#include "workspace/document.h"
#include "workspace/project.h"
#include "workspace/saved_history.h"

using namespace nw;
using namespace nw::workspace;

class CorruptedProjectsTest : public QObject {
  Q_OBJECT

  using Random = std::mt19937_64;
  using Json = nlohmann::json;

  static constexpr qint64 kMaxTime = kSanitized ? 60'000 : 10'000;  // milliseconds
  static constexpr size_t kMaxSaid = 4096;
  static constexpr int64_t kMaxMemory = int64_t{2} << 30;

  QTemporaryDir folder_;
  std::string project_, journal_;  // whole ones

  std::string path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)).toStdString(); }
  static size_t below(Random& random, size_t end) { return static_cast<size_t>(random() % std::max<size_t>(end, 1)); }

  // A project with all its parts, and the journal of a run of it.
  void make_whole() {
    QVERIFY(write_whole_file(path("net.relay"),
                             "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(?, 8), float32]) {\n"
                             "  %0 = nn.relu(%x);\n  %1 = exp(%0);\n  sum(%1, axis=[1])\n}\n")
                .empty());
    Document document(open(path("net.relay")));
    FusionChoices fusion;
    fusion.max_depth = 3;
    fusion.fences = {"%0"};
    fusion.joins = {{"%0", "%1"}};
    document.set_fusion(fusion, "fusion");
    document.set_kernel("relu-1", {{{"schedule 1", "import tvm\n"}, {"schedule 2", "# other\n"}}, "schedule 1"},
                        "kernel");
    document.tag(document.history().current().id, "fast");
    document.set_patterns("x = relu");
    document.set_dims({{"x_0", 4}}, "sizes");
    QVERIFY(document.save(path("p.nest"), R"({"graph": {"zoom": 1.5, "open": ["a"]}})").empty());
    document.keep_journal(path("ours"));
    document.set_patterns("y = exp");
    document.tag(document.history().current().id, "later");
    project_ = *read_whole_file(path("p.nest")).value;
    journal_ = *read_whole_file(path("p.nest.journal")).value;
  }

  static std::string flipped(std::string text, Random& random) {
    for (size_t flips = 1 + below(random, 30); flips > 0; --flips)
      text[below(random, text.size())] ^= static_cast<char>(1 << below(random, 8));
    return text;
  }
  static std::string cut(const std::string& text, Random& random) {
    const size_t at = below(random, text.size());
    return random() % 2 ? text.substr(0, at) : text.substr(0, at) + text.substr(at + below(random, text.size() - at));
  }
  static std::string repeated(const std::string& text, Random& random) {
    const size_t at = below(random, text.size()), count = below(random, std::min<size_t>(text.size() - at, 200));
    std::string all = text.substr(0, at);
    for (int i = 0; i < 1000; ++i) all += text.substr(at, count);
    return all + text.substr(at);
  }

  static Json strange(Random& random) {
    switch (below(random, 12)) {
      case 0:
        return nullptr;
      case 1:
        return true;
      case 2:
        return -1;
      case 3:
        return std::numeric_limits<int64_t>::min();
      case 4:
        return std::numeric_limits<uint64_t>::max();
      case 5:
        return 1e308;
      case 6:
        return std::string(100'000, 'x');
      case 7:
        return "\x01\x02\xE2\x80\xAE\n\t%n%s\"'</script>";
      case 8:
        return Json::array({1, "a", Json::object()});
      case 9:
        return Json::object({{"", Json::array()}, {"scripts", 3}});
      case 10:
        return Json(10'000, Json::object({{"name", "n"}, {"choices", Json::object()}}));
      default:
        return "/dev/zero";
    }
  }
  // Values somewhere in it become others.
  static void spoil(Json& json, Random& random, int depth = 0) {
    if (!json.is_structured() || json.empty() || (depth > 0 && random() % 4 == 0)) {
      json = strange(random);
      return;
    }
    auto at = json.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(random, json.size())));
    spoil(*at, random, depth + 1);
  }
  static std::string spoiled(const std::string& text, Random& random) {
    std::string all;
    for (size_t begin = 0; begin < text.size();) {  // a journal is JSON by lines
      const bool lines = text.starts_with("{\"");
      const size_t end = lines ? std::min(text.find('\n', begin), text.size()) : text.size();
      Json json = Json::parse(text.substr(begin, end - begin), nullptr, false);
      for (size_t times = 1 + below(random, 4); times > 0; --times) spoil(json, random);
      all += json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
      begin = end + 1;
    }
    return all;
  }
  // In the place of some value, what a JSON library would not write.
  static std::string nested(const std::string& text, Random& random) {
    size_t at = text.find("\":", below(random, text.size()));
    if (at == std::string::npos) at = text.find("\":");
    const size_t depth = size_t{1} << (4 + below(random, 14));
    std::string inside;
    switch (below(random, 4)) {
      case 0:
        inside = std::string(depth, '[') + std::string(depth, ']');
        break;
      case 1:
        inside = std::string(depth, '[');
        break;
      case 2:
        for (size_t i = 0; i < depth; ++i) inside += "{\"a\":";
        inside += "1" + std::string(depth, '}');
        break;
      default:
        inside = std::string(depth, '9') + "e" + std::string(1 + below(random, 5), '9');
    }
    return text.substr(0, at + 2) + inside + ", \"rest\": " + text.substr(at + 2);
  }
  std::string hostile_path(const std::string& text, Random& random) const {
    const std::string paths[] = {"/dev/zero",
                                 "/dev/stdin",
                                 "/proc/self/mem",
                                 "/dev/tty",
                                 "",
                                 ".",
                                 "/",
                                 "pipe",
                                 "../../../../../../etc/passwd",
                                 std::string(100'000, 'a'),
                                 std::string("a/").append(std::string(5000, '/')) + "b",
                                 "p.nest",
                                 "net.relay/x",
                                 std::string("nul\0byte", 8),
                                 "\xFF\xFE.onnx",
                                 "p.nest.journal"};
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return text;
    json["model"]["path"] = paths[below(random, std::size(paths))];
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  std::string damaged(const std::string& text, Random& random) const {
    switch (below(random, 7)) {
      case 0:
        return flipped(text, random);
      case 1:
        return cut(text, random);
      case 2:
        return repeated(text, random);
      case 3:
        return nested(text, random);
      case 4:
        return hostile_path(text, random);
      case 5:
        return flipped(spoiled(text, random), random);
      default:
        return spoiled(text, random);
    }
  }

  // Opened, restored, changed and saved, as a window does.
  Diagnostics use() const {
    Opened opened = open(path("p.nest"), {}, [](const std::string&) { return true; });
    Diagnostics all = opened.diagnostics;
    const bool usable = opened.model || !opened.script.empty();
    Document document(std::move(opened));
    if (!usable) return all;
    document.keep_journal(path("ours"));
    for (const RecoveredRun& left : document.unsaved_runs()) {
      Diagnostic what;
      what.severity = Severity::Note;
      what.message = left.what.substr(0, 1000);
      all.push_back(what);
    }
    document.restore_unsaved("recovered");
    document.set_patterns("z = exp");
    document.undo();
    append(all, document.save(path("again.nest")));
    return all;
  }

 private Q_SLOTS:
  void initTestCase() {
    make_whole();
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string all;
    const Diagnostics whole = use();
    for (const Diagnostic& d : whole) all += format(d);
    QVERIFY2(!has_errors(whole), all.c_str());
  }

  void damaged_projects_and_journals_are_read_or_refused() {
    const int cases = qEnvironmentVariableIntValue("NW_LONG") ? 5000 : 200;
    const auto seed = static_cast<uint64_t>(
        qEnvironmentVariableIsSet("NW_RANDOM_SEED") ? qEnvironmentVariableIntValue("NW_RANDOM_SEED") : 1);
    int refused = 0, read = 0;
    for (int i = 0; i < cases; ++i) {
      Random random(seed * 1'000'003 + static_cast<uint64_t>(i));
      const bool journal = i % 3 == 0;
      QVERIFY(write_whole_file(path("p.nest"), journal ? project_ : damaged(project_, random)).empty());
      QVERIFY(write_whole_file(path("p.nest.journal"), journal ? damaged(journal_, random) : journal_).empty());
      Journal::remove(Journal::archive_path(path("p.nest.journal")));
      QElapsedTimer clock;
      clock.start();
      const Diagnostics said = use();
      QVERIFY2(clock.elapsed() < kMaxTime, qPrintable(QStringLiteral("case %1: %2 ms").arg(i).arg(clock.elapsed())));
      for (const Diagnostic& d : said)
        QVERIFY2(format(d).size() <= kMaxSaid, qPrintable(QStringLiteral("case %1: %2 bytes: %3")
                                                              .arg(i)
                                                              .arg(format(d).size())
                                                              .arg(QString::fromStdString(format(d).substr(0, 300)))));
      QVERIFY2(said.size() <= 1000, qPrintable(QStringLiteral("case %1: %2 diagnostics").arg(i).arg(said.size())));
      ++(has_errors(said) ? refused : read);
    }
    QVERIFY2(refused > cases / 10 && read > cases / 10, qPrintable(QStringLiteral("%1, %2").arg(refused).arg(read)));
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    if (!kSanitized) QVERIFY2(used.ru_maxrss * 1024 < kMaxMemory, qPrintable(QString::number(used.ru_maxrss)));
  }
};

NW_TEST(CorruptedProjectsTest);
#include "test_corrupted_projects.moc"
