// SPDX-License-Identifier: GPL-3.0-or-later
// The program is killed while somebody edits: at most the last second is lost, and what is there is whole. A second
// process edits two documents in a window with keys, and writes down what its histories have; this one kills it at
// random moments, opens the session again and compares. NESTWRIGHT_KILLS: how many times (3 by default).
// NESTWRIGHT_KILL_SECONDS: within how many seconds of editing (3). A minute has as many edits as an hour of a person
// who makes one every three seconds or so.
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>

#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/script_editor.h"
#include "open_window.h"
#include "registry.h"
#include "watched_application.h"
#include "window/documents_window.h"
#include "window/kernel_tabs.h"
#include "window/start_page.h"
#include "window/window_session.h"
#include "workspace/saved_history.h"

using namespace nw;
using namespace nw::views;
using namespace nw::window;

namespace {

constexpr const char* kFolder = "NESTWRIGHT_EDITED_FOLDER";  // environment: where the process that is killed edits
constexpr const char* kFiles[] = {"first.py", "second.py"};

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

const workspace::History& history_of(MainWindow& page) {
  return page.workbench().session().document()->history();
}

constexpr int64_t kRecent = 20'000;  // milliseconds before the last

// A history as it was at a moment, as the process that was killed wrote it down.
struct Noted {
  int64_t at_ms = 0;
  std::string file, history;
};

std::vector<Noted> read_notes(const QString& path) {
  std::vector<Noted> notes;
  std::ifstream in(path.toStdString());
  for (std::string line; std::getline(in, line);) {
    const size_t first = line.find(' '), second = line.find(' ', first + 1);
    if (in.eof() || second == std::string::npos) continue;  // cut short
    notes.push_back({std::stoll(line), line.substr(first + 1, second - first - 1), line.substr(second + 1)});
    std::erase_if(notes, [last = notes.back().at_ms](const Noted& each) { return each.at_ms < last - kRecent; });
  }
  return notes;
}

}  // namespace

class TestKill : public QObject {
  Q_OBJECT

  static constexpr const char* kScript =
      "from tvm import te\nA = te.placeholder((64,), name=\"A\")\n"
      "B = te.compute((64,), lambda i: A[i] + 1, name=\"B\")\ns = te.create_schedule(B.op)\n";

  ThemeSource theme_;

  static bool settle(DocumentsWindow& window) {
    return QTest::qWaitFor([&] { return window.settled(); }, 20000);
  }

  static void note(const QString& folder, MainWindow& page) {
    std::ofstream out(folder.toStdString() + "/notes", std::ios::app);
    out << now_ms() << " " << page.title().toStdString() << " "
        << workspace::write_history(history_of(page), {}, SIZE_MAX) << std::endl;
  }

  // One thing that a person does, by keys where there is one.
  static void edit(MainWindow& page, QRandomGenerator& random, int number) {
    KernelPage* kernel = page.kernels().current();
    ScriptEditor* editor = kernel->view()->editor();
    workspace::Document* document = page.workbench().session().document();
    switch (random.bounded(8)) {
      case 0:
        page.actions().undo->trigger();
        break;
      case 1:
        page.actions().redo->trigger();
        break;
      case 2: {
        workspace::Measurement time;
        time.median_us = 1 + number;
        time.runs = 3;
        kernel->record(document->script(kernel->task()).value_or(""), time);
        break;
      }
      case 3:
        page.workbench().session().tagState(history_of(page).current().id, "state " + std::to_string(number));
        break;
      case 4:
        page.workbench().session().setScript(kernel->task(),
                                             kScript + std::string("# ") + std::to_string(number) + "\n",
                                             "step " + std::to_string(number), false);
        break;
      default:
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(editor, QStringLiteral("# typed %1").arg(number));
        QTest::keyClick(editor, Qt::Key_Return);
        break;
    }
  }

  // Until it is killed.
  void edit_for_ever(const QString& folder) {
    QSettings settings(folder + QStringLiteral("/settings.ini"), QSettings::IniFormat);
    DocumentsWindow window(theme_, &settings);
    window.session()->restore(false);
    window.show();
    for (const char* name : kFiles) {
      window.open(folder + QLatin1Char('/') + QLatin1String(name));
      settle(window);
      QVERIFY(QTest::qWaitFor([&] { return window.active().kernels().current() != nullptr; }, 20000));
    }
    QRandomGenerator random(static_cast<quint32>(qEnvironmentVariableIntValue("NESTWRIGHT_EDITED_SEED")));
    for (int number = 1;; ++number) {
      if (random.bounded(5) == 0) QTest::keyClick(&window.active(), Qt::Key_Tab, Qt::ControlModifier);
      edit(window.active(), random, number);
      note(folder, window.active());
      QTest::qWait(random.bounded(40));
    }
  }

  static void start(QProcess& process, const QString& folder, quint32 seed) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(kFolder), folder);
    environment.insert(QStringLiteral("NESTWRIGHT_EDITED_SEED"), QString::number(seed));
    process.setProcessEnvironment(environment);
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("TestKill")});
  }

  // What the kills came to.
  struct Sums {
    int64_t most_lost_ms = 0;
    size_t states = 0, times = 0;
    int documents = 0, equal = 0;  // equal: to the last note, in all: states, times, names, where one is
  };

  // How much of what was done is missing; -1: more than what was done in the last second. What was done after the last
  // note may be there too: one edit.
  static int64_t lost_ms(const std::vector<Noted>& notes, const std::string& file, const workspace::History& recovered,
                         int64_t killed_ms, Sums& sums) {
    const std::string all = workspace::write_history(recovered, {}, SIZE_MAX);
    int64_t done_since = killed_ms;  // the first edit that is not in the note
    for (auto note = notes.rbegin(); note != notes.rend(); ++note) {
      if (note->file != file) continue;
      const bool last = done_since == killed_ms;
      if (note->history == all) {
        sums.equal += last;
        return last ? 0 : killed_ms - done_since;
      }
      const Result<workspace::History> noted = workspace::read_history(note->history);
      if (!noted.value) return -1;
      const size_t more = recovered.states().size() - noted->states().size();
      if (last && !recovered.lacks(*noted) && more <= 1) return 0;
      if (note->at_ms < killed_ms - 1000) return -1;
      done_since = note->at_ms;
    }
    return -1;
  }

  void kill_once(quint32 seed, Sums& sums) {
    const QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());  // where sessions and journals are
    for (const char* name : kFiles) {
      QFile file(folder.filePath(QLatin1String(name)));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kScript) > 0);
    }
    QProcess process;
    start(process, folder.path(), seed);
    const QString path = folder.filePath(QStringLiteral("notes"));
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(path); }, 60000));
    QTest::qWait(1000 + QRandomGenerator(seed).bounded(
                            std::max(3, qEnvironmentVariableIntValue("NESTWRIGHT_KILL_SECONDS")) * 1000));
    const int64_t killed = now_ms();
    process.kill();
    QVERIFY(process.waitForFinished());
    const std::vector<Noted> notes = read_notes(path);

    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    DocumentsWindow window(theme_, &settings);
    window.session()->restore(true);
    window.show();
    QAbstractButton* recover = test::button(&window.active().startPage(), QStringLiteral("Recover them"));
    QVERIFY(recover && recover->isVisible());
    QTest::mouseClick(recover, Qt::LeftButton);
    QCOMPARE(window.count(), 2);
    for (int i = 0; i < window.count(); ++i) {
      window.activate(i);
      QVERIFY(settle(window));
      const workspace::History& recovered = history_of(window.active());
      const std::string file = window.titles()[i].toStdString();
      const int64_t lost = lost_ms(notes, file, recovered, killed, sums);
      QVERIFY2(lost >= 0, qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(window.titles()[i])));
      ++sums.documents;
      sums.most_lost_ms = std::max(sums.most_lost_ms, lost);
      sums.states += recovered.states().size();
      for (const workspace::State& state : recovered.states()) sums.times += state.measured.size();
      QVERIFY(window.active().workbench().session().document()->unsaved_runs().empty());
      window.active().workbench().session().document()->forget_changes();
    }
  }

 private Q_SLOTS:
  void initTestCase() {
    if (qEnvironmentVariableIsSet(kFolder)) edit_for_ever(qEnvironmentVariable(kFolder));
  }

  void cleanupTestCase() { qunsetenv("XDG_DATA_HOME"); }

  void what_was_done_survives() {
    const int kills = std::max(3, qEnvironmentVariableIntValue("NESTWRIGHT_KILLS"));
    Sums sums;
    // With long histories stalls are printed and do not fail the run: what is measured is what was lost.
    auto* app =
        qEnvironmentVariableIsSet("NESTWRIGHT_KILL_SECONDS") ? dynamic_cast<test::WatchedApplication*>(qApp) : nullptr;
    const auto complain = app ? app->complain : nullptr;
    if (app) app->complain = [](const QByteArray& text) { std::printf("%s\n", text.constData()); };
    const auto restore = qScopeGuard([&] {
      if (app) app->complain = complain;
    });
    for (int i = 0; i < kills; ++i) {
      kill_once(static_cast<quint32>(i + 1), sums);
      if (QTest::currentTestFailed()) return;
    }
    QVERIFY(sums.states > static_cast<size_t>(kills) * 4);  // something was done
    QVERIFY(sums.times > 0);
    std::printf(
        "%d kills: %zu states and %zu times recovered, %d of %d histories equal to the last note, at most %lld ms "
        "lost\n",
        kills, sums.states, sums.times, sums.equal, sums.documents, static_cast<long long>(sums.most_lost_ms));
  }
};

NW_TEST(TestKill);
#include "test_kill.moc"
