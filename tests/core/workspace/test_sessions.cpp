// SPDX-License-Identifier: GPL-3.0-or-later
// Several windows on one document, journals where a folder takes none, projects that name files outside of theirs.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "registry.h"
#include "workspace/document.h"
#include "workspace/project.h"

using namespace nw;
using namespace nw::workspace;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSessionsNet =
    "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n";

}  // namespace

class SessionsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  static std::string text(const Document& document) { return document.script(Document::kScriptTask).value_or(""); }
  static void type(Document& document, const std::string& text) {
    document.set_script(Document::kScriptTask, text, "typed " + text, false);
  }
  static std::string said(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return all;
  }

  std::string path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)).toStdString(); }
  std::string ours() const { return path("ours"); }  // where a window keeps journals and locks
  std::unique_ptr<Document> window(const std::string& file) const {
    auto document = std::make_unique<Document>(open(file));
    document->keep_journal(ours());
    return document;
  }
  QStringList names(const char* folder) const {
    return QDir(folder_->filePath(QString::fromUtf8(folder))).entryList(QDir::Files | QDir::Hidden);
  }
  // Saves a project of a small network there.
  void save_project(const char* name, const char* model) const {
    QVERIFY(write_whole_file(path(model), kSessionsNet).empty());
    Document document(open(path(model)));
    QCOMPARE(said(document.save(path(name))), std::string());
  }
  static bool become_nobody() { return ::geteuid() != 0 || (::setegid(65534) == 0 && ::seteuid(65534) == 0); }
  // In a process of its own; 0 if `work` holds.
  static int elsewhere(const std::function<bool()>& work) {
    const pid_t id = ::fork();
    if (id == 0) ::_exit(work() ? 0 : 1);
    int status = 0;
    ::waitpid(id, &status, 0);
    return status;
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(write_whole_file(path("k.py"), "first\n").empty());
  }

  void windows_know_of_each_other() {
    auto first = window(path("k.py"));
    QVERIFY(first->other_windows().empty());
    fs::create_symlink("k.py", path("link.py"));
    auto second = window(path("link.py"));
    QCOMPARE(first->other_windows().size(), size_t{1});
    QCOMPARE(second->other_windows().size(), size_t{1});
    QCOMPARE(second->other_windows()[0].process, static_cast<int>(::getpid()));
    QVERIFY(!second->other_windows()[0].host.empty());
    first.reset();
    QVERIFY(second->other_windows().empty());
    QVERIFY(write_whole_file(path("other.py"), "first\n").empty());
    QVERIFY(window(path("other.py"))->other_windows().empty());
  }

  // A process that was killed holds nothing.
  void a_lock_is_never_stale() {
    int ready[2];
    QCOMPARE(::pipe(ready), 0);
    const pid_t id = ::fork();
    if (id == 0) {
      auto theirs = window(path("k.py"));
      type(*theirs, "theirs\n");
      if (::write(ready[1], "x", 1) != 1) ::_exit(1);
      ::pause();
    }
    char byte = 0;
    QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
    auto second = window(path("k.py"));
    QCOMPARE(second->other_windows().size(), size_t{1});
    QCOMPARE(second->other_windows()[0].process, static_cast<int>(id));
    QVERIFY(second->unsaved_runs().empty());  // it goes on with its own
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
    for (const int end : ready) ::close(end);
    QVERIFY(second->other_windows().empty());
    second.reset();
    auto third = window(path("k.py"));
    const std::vector<RecoveredRun> left = third->unsaved_runs();
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left[0].what, std::string("typed theirs\n"));
  }

  // Discard in one window takes nothing from the other: not while it runs, not after it has crashed.
  void what_one_window_discards_is_its_own() {
    auto first = window(path("k.py"));
    type(*first, "of the first\n");
    auto second = window(path("k.py"));
    QVERIFY(second->unsaved_runs().empty());
    type(*second, "of the second\n");
    second->discard_unsaved();
    second->forget_changes();
    second.reset();
    type(*first, "more of the first\n");
    first.reset();  // as a crash does: nothing is taken away
    auto third = window(path("k.py"));
    QCOMPARE(third->unsaved_runs().size(), size_t{1});
    third->restore_unsaved("recovered");
    QCOMPARE(text(*third), std::string("more of the first\n"));
  }

  void both_windows_crash_and_both_are_offered() {
    {
      auto first = window(path("k.py")), second = window(path("k.py"));
      type(*first, "of the first\n");
      type(*second, "of the second\n");
    }
    auto third = window(path("k.py"));
    const std::vector<RecoveredRun> left = third->unsaved_runs();
    QCOMPARE(left.size(), size_t{2});
    QCOMPARE(left[0].what, std::string("typed of the first\n"));
    QCOMPARE(left[1].what, std::string("typed of the second\n"));
    third->discard_unsaved();
    QVERIFY(third->unsaved_runs().empty());
    third.reset();
    QCOMPARE(names("ours"), QStringList());
  }

  // What a third window sets aside after one was asked is not what one has answered about.
  void what_was_set_aside_since_stays() {
    type(*window(path("k.py")), "of the first\n");
    auto asked = window(path("k.py"));
    QCOMPARE(asked->unsaved_runs().size(), size_t{1});
    type(*window(path("k.py")), "of another\n");
    auto last = window(path("k.py"));
    asked->discard_unsaved();
    const std::vector<RecoveredRun> left = last->unsaved_runs();
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left[0].what, std::string("typed of another\n"));
  }

  void a_project_saved_by_another_window_is_noticed() {
    save_project("p.nest", "net.relay");
    auto first = window(path("p.nest")), second = window(path("p.nest"));
    QVERIFY(!first->project_changed_on_disk());
    second->set_patterns("# of the second");
    QCOMPARE(said(second->save(path("p.nest"))), std::string());
    QVERIFY(first->project_changed_on_disk());
    QVERIFY(!second->project_changed_on_disk());
    first->set_patterns("# of the first");
    QCOMPARE(said(first->save(path("p.nest"))), std::string());
    QVERIFY(!first->project_changed_on_disk());
  }

  void a_folder_that_takes_no_journal() {
    QVERIFY(fs::create_directory(path("theirs")));
    save_project("theirs/p.nest", "theirs/net.relay");
    ::chmod(folder_->path().toUtf8().constData(), 0777);
    ::chmod(path("theirs").c_str(), 0555);
    const int status = elsewhere([this] {
      if (!become_nobody()) return false;
      auto document = window(path("theirs/p.nest"));
      document->set_patterns("# mine");
      if (!document->journal_problem().empty()) return false;
      return said(document->save(path("theirs/p.nest"))).find("Permission denied [NW4001]") != std::string::npos &&
             document->modified();
    });
    ::chmod(path("theirs").c_str(), 0755);
    QCOMPARE(status, 0);
    QCOMPARE(names("theirs"), (QStringList{"net.relay", "p.nest"}));
    auto again = window(path("theirs/p.nest"));
    QCOMPARE(again->unsaved_runs().size(), size_t{1});
    again->restore_unsaved("recovered");
    QCOMPARE(again->choices().patterns, std::string("# mine"));
    QVERIFY(again->unsaved_runs().empty());
  }

  // A disk that is full after some changes, as a limit on the size of files: the journal goes on where there is room.
  void a_disk_that_is_full_for_the_project_only() {
    save_project("p.nest", "net.relay");
    const int status = elsewhere([this] {
      ::signal(SIGXFSZ, SIG_IGN);
      auto document = window(path("p.nest"));
      document->set_patterns("# first");
      struct stat facts{};
      if (::stat(path("p.nest.journal").c_str(), &facts) != 0) return false;
      const auto size = static_cast<rlim_t>(facts.st_size) + 40;  // a part of the next line
      const rlimit limit{size, RLIM_INFINITY};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      document->set_fusion({}, "second");
      struct stat after{};
      return document->journal_problem().empty() && ::stat(path("p.nest.journal").c_str(), &after) == 0 &&
             after.st_size == facts.st_size;
    });
    QCOMPARE(status, 0);
    auto again = window(path("p.nest"));
    const std::vector<RecoveredRun> left = again->unsaved_runs();
    QCOMPARE(left.size(), size_t{2});
    QCOMPARE(left.back().what, std::string("second"));
    QCOMPARE(left.back().choices.patterns, std::string("# first"));
  }

  void no_place_for_a_journal_is_said() {
    QVERIFY(write_whole_file(path("ours"), "a file where a folder should be").empty());
    auto document = window(path("k.py"));
    type(*document, "text\n");
    QVERIFY2(document->journal_problem().ends_with("': Not a directory"), document->journal_problem().c_str());
    document->forget_changes();
    QCOMPARE(document->journal_problem(), std::string());
  }

  // A journal is no way to write into another file.
  void a_link_as_a_journal_is_not_followed() {
    save_project("p.nest", "net.relay");
    QVERIFY(write_whole_file(path("precious"), "mine").empty());
    auto document = window(path("p.nest"));
    fs::create_symlink("precious", path("p.nest.journal"));
    document->set_patterns("# mine");
    QCOMPARE(document->journal_problem(), std::string());
    document.reset();
    fs::create_symlink("precious", path("p.nest.journal.left"));
    document = window(path("p.nest"));  // sets aside what is left
    document->discard_unsaved();
    fs::remove(path("p.nest.journal"));
    QVERIFY(write_whole_file(path("p.nest.journal"), "{\"run\": 1}\n").empty());
    fs::remove(path("p.nest.journal.left"));
    fs::create_symlink("precious", path("p.nest.journal.left"));
    document.reset();
    window(path("p.nest"))->discard_unsaved();
    QCOMPARE(read_whole_file(path("precious")).value.value_or(""), std::string("mine"));
  }

  void a_model_outside_is_asked_about() {
    QVERIFY(fs::create_directory(path("project")) && fs::create_directory(path("models")));
    QVERIFY(write_whole_file(path("models/net.relay"), kSessionsNet).empty());
    fs::create_directory_symlink("../models", path("project/link"));
    const auto project = [this](const std::string& model) {
      return write_whole_file(path("project/p.nest"),
                              R"({"nestwright": 1, "model": {"path": ")" + model + R"("}, "patterns": "x"})");
    };
    for (const std::string model : {"../models/net.relay", "link/net.relay", "a/../../models/net.relay"}) {
      QVERIFY(project(model).empty());
      Opened opened = open(path("project/p.nest"));
      QVERIFY(!opened.model);
      QVERIFY2(said(opened.diagnostics)
                   .starts_with("error: the project's model is outside of the project's folder and was not read: '"),
               said(opened.diagnostics).c_str());
      std::string asked;
      const auto consent = [&asked](const std::string& file) { return asked = file, true; };
      opened = open(path("project/p.nest"), {}, consent);
      QVERIFY2(opened.model && opened.diagnostics.empty(), said(opened.diagnostics).c_str());
      QVERIFY(fs::equivalent(asked, path("models/net.relay")));
    }
    QVERIFY(project(path("models/net.relay")).empty());
    const Opened opened = open(path("project/p.nest"));
    QCOMPARE(opened.outside, path("models/net.relay"));
    QCOMPARE(said(opened.diagnostics),
             "error: the project's model is outside of the project's folder and was not read: '" +
                 path("models/net.relay") +
                 "' [NW1452]\n  because a project from somebody else could name any file that you can read\n"
                 "  legal: --outside\n");
  }

  void a_name_as_long_as_names_can_be() {
    const std::string name(255, 'n');
    QVERIFY(write_whole_file(path(name.c_str()), kSessionsNet).empty());
    auto document = window(path(name.c_str()));
    document->set_patterns("# mine");
    QCOMPARE(document->journal_problem(), std::string());
    document.reset();
    QCOMPARE(window(path(name.c_str()))->unsaved_runs().size(), size_t{1});
  }

  // The system reads a path up to its first NUL.
  void a_path_cannot_hide_where_it_leads() {
    QVERIFY(fs::create_directory(path("project")) && fs::create_directory(path("project/a")));
    QVERIFY(is_outside(path("project/p.nest"), path("project/a/") + std::string("../../k.py\0/../../project/a", 27)));
    QVERIFY(is_outside(path("project/p.nest"), path("project") + "2/net.relay"));
    QVERIFY(is_outside(path("project/p.nest"), "/"));
    QVERIFY(!is_outside(path("project/p.nest"), path("project/a/../net.relay")));
    QVERIFY(!is_outside(path("project/p.nest"), path("project/absent/net.relay")));
  }

  void a_model_inside_is_not_asked_about() {
    QVERIFY(fs::create_directory(path("project")) && fs::create_directory(path("project/models")));
    save_project("project/p.nest", "project/models/net.relay");
    const auto never = [](const std::string&) -> bool { qFatal("asked"); };
    QVERIFY(open(path("project/p.nest"), {}, never).model);
    fs::create_directory_symlink("project", path("linked"));
    QVERIFY(open(path("linked/p.nest"), {}, never).model);
    const std::string before = fs::current_path();
    fs::current_path(path("project"));
    QVERIFY(open("p.nest", {}, never).model);
    fs::current_path(before);
  }

  void another_model_is_said() {
    save_project("p.nest", "net.relay");
    QVERIFY(write_whole_file(path("net.relay"), std::string(kSessionsNet) + "\n").empty());
    const Opened opened = open(path("p.nest"));
    QVERIFY(opened.model);
    QCOMPARE(opened.project_diagnostics.size(), size_t{1});
    QCOMPARE(said(opened.project_diagnostics),
             "warning: '" + path("net.relay") +
                 "' is not the file that the project was saved with; choices about nodes that it does not have are "
                 "left out [NW1053]\n");
  }
};

NW_TEST(SessionsTest);
#include "test_sessions.moc"
