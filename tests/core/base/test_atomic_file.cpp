// SPDX-License-Identifier: GPL-3.0-or-later
// Files are replaced whole or not at all.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/atomic_file.h"
#include "registry.h"

using namespace nw;
namespace fs = std::filesystem;

class AtomicFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  static std::string content(const std::string& file) { return read_whole_file(file).value.value_or("(unreadable)"); }
  static QString said(const Diagnostics& diagnostics) {
    QString all;
    for (const Diagnostic& d : diagnostics) all += QString::fromStdString(format(d));
    return all;
  }
  static QString refusal(const std::string& path, const char* why) {
    return QStringLiteral("error: cannot write '%1': %2 [NW4001]\n").arg(QString::fromStdString(path), why);
  }
  QStringList names() const {
    return QDir(folder_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
  }
  // In a process of its own, as a user who is not root where there is one: what it came to, or how it ended.
  static QString elsewhere(const std::function<Diagnostics()>& work) {
    int channel[2];
    if (::pipe(channel) != 0) return {};
    const pid_t id = ::fork();
    if (id == 0) {
      const std::string text = said(work()).toStdString();
      ::_exit(::write(channel[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    ::close(channel[1]);
    QByteArray text(4096, '\0');
    text.truncate(static_cast<int>(std::max<ssize_t>(0, ::read(channel[0], text.data(), 4096))));
    ::close(channel[0]);
    int status = 0;
    ::waitpid(id, &status, 0);
    return status == 0 ? QString::fromUtf8(text) : QStringLiteral("ended with status %1").arg(status);
  }
  static bool become_nobody() { return ::geteuid() != 0 || (::setegid(65534) == 0 && ::seteuid(65534) == 0); }

 private Q_SLOTS:
  void cleanup() {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path().toStdString()))
      fs::remove_all(entry, error);
  }

  void a_new_file_is_written_and_nothing_beside_it() {
    const mode_t mask = ::umask(027);
    QCOMPARE(said(write_whole_file(path("new.txt"), "text")), QString());
    ::umask(mask);
    QCOMPARE(content(path("new.txt")), std::string("text"));
    QCOMPARE(names(), QStringList{"new.txt"});
    struct stat facts{};
    QCOMPARE(::stat(path("new.txt").c_str(), &facts), 0);
    QCOMPARE(facts.st_mode & 07777U, 0640U);
  }

  void an_old_file_keeps_its_mode() {
    QVERIFY(write_whole_file(path("run.sh"), "old").empty());
    QCOMPARE(::chmod(path("run.sh").c_str(), 0751), 0);
    QCOMPARE(said(write_whole_file(path("run.sh"), "new")), QString());
    struct stat facts{};
    QCOMPARE(::stat(path("run.sh").c_str(), &facts), 0);
    QCOMPARE(facts.st_mode & 07777U, 0751U);
    QCOMPARE(content(path("run.sh")), std::string("new"));
  }

  void a_link_stays_and_its_file_is_replaced() {
    QVERIFY(fs::create_directory(path("there")));
    QVERIFY(write_whole_file(path("there/file"), "old").empty());
    fs::create_symlink("there/file", path("second"));
    fs::create_symlink("second", path("first"));
    QCOMPARE(said(write_whole_file(path("first"), "new")), QString());
    QVERIFY(fs::is_symlink(path("first")) && fs::is_symlink(path("second")));
    QCOMPARE(content(path("there/file")), std::string("new"));
    QCOMPARE(names(), (QStringList{"first", "second", "there"}));
  }

  void a_link_to_nothing_makes_its_file() {
    fs::create_symlink("absent", path("link"));
    QCOMPARE(said(write_whole_file(path("link"), "new")), QString());
    QVERIFY(fs::is_symlink(path("link")));
    QCOMPARE(content(path("absent")), std::string("new"));
  }

  void links_in_a_circle_are_a_failure() {
    fs::create_symlink("b", path("a"));
    fs::create_symlink("a", path("b"));
    QCOMPARE(said(write_whole_file(path("a"), "new")), refusal(path("a"), "Too many levels of symbolic links"));
  }

  // The name that was used before, taken by somebody who wants another file overwritten.
  void a_link_beside_the_file_is_not_followed() {
    QVERIFY(write_whole_file(path("precious"), "mine").empty());
    fs::create_symlink("precious", path("out.c.part"));
    QCOMPARE(said(write_whole_file(path("out.c"), "int main;")), QString());
    QCOMPARE(content(path("precious")), std::string("mine"));
    QVERIFY(fs::is_symlink(path("out.c.part")));
  }

  void a_name_as_long_as_names_can_be() {
    const std::string name = path(std::string(255, 'n').c_str());
    QCOMPARE(said(write_whole_file(name, "text")), QString());
    QCOMPARE(content(name), std::string("text"));
  }

  void writers_at_once_leave_one_whole_file() {
    const std::string file = path("shared");
    std::vector<std::thread> writers;
    for (char c = 'a'; c < 'e'; ++c)
      writers.emplace_back([&file, c] {
        for (int i = 0; i < 20; ++i) (void)write_whole_file(file, std::string(100'000, c));
      });
    for (std::thread& writer : writers) writer.join();
    const std::string text = content(file);
    QCOMPARE(text.size(), size_t{100'000});
    QCOMPARE(text, std::string(100'000, text[0]));
    QCOMPARE(names(), QStringList{"shared"});
  }

  void without_commit_nothing_happens() {
    QVERIFY(write_whole_file(path("file"), "old").empty());
    {
      AtomicFile file(path("file"));
      QVERIFY(file.write("new"));
    }
    QCOMPARE(content(path("file")), std::string("old"));
    QCOMPARE(names(), QStringList{"file"});
  }

  // What a process leaves that is killed goes with the next writing of the same file; what one still writes stays, as
  // does what belongs to another file.
  void the_next_writing_removes_what_a_killed_one_left() {
    const auto killed_while_writing = [this](const char* name) {
      const pid_t id = ::fork();
      if (id == 0) {
        AtomicFile file(path(name));
        (void)file.write("half");
        ::_exit(0);  // no destructor runs
      }
      ::waitpid(id, nullptr, 0);
    };
    killed_while_writing("file");
    killed_while_writing("other");
    AtomicFile under_way(path("file"));
    QVERIFY(under_way.write("slow"));
    QCOMPARE(names().size(), 3);
    QVERIFY(write_whole_file(path("file"), "young").empty());
    QCOMPARE(names().size(), 4);  // a .part file of this minute may be one that is not locked yet
    const timespec an_hour_ago[2] = {{::time(nullptr) - 3600, 0}, {::time(nullptr) - 3600, 0}};
    for (const QString& name : names())
      ::utimensat(AT_FDCWD, folder_.filePath(name).toUtf8().constData(), an_hour_ago, 0);
    QVERIFY(write_whole_file(path("file"), "new").empty());
    QCOMPARE(names().size(), 3);
    QVERIFY(under_way.commit().empty());
    QCOMPARE(content(path("file")), std::string("slow"));
    QCOMPARE(names().size(), 2);
  }

  // A disk that is full after 4096 bytes, as a limit on the size of files.
  void a_full_disk_leaves_the_old_file() {
    QVERIFY(write_whole_file(path("file"), "old").empty());
    const QString end = elsewhere([this] {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{4096, 4096};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      return write_whole_file(path("file"), std::string(10'000, 'x'));
    });
    QCOMPARE(end, refusal(path("file"), "File too large"));
    QCOMPARE(content(path("file")), std::string("old"));
    QCOMPARE(names(), QStringList{"file"});
  }

  void a_full_device_is_a_failure() {
    QCOMPARE(said(write_whole_file("/dev/full", "text")), refusal("/dev/full", "No space left on device"));
    QCOMPARE(said(write_whole_file("/dev/null", "text")), QString());
    QVERIFY(fs::is_character_file("/dev/null"));
  }

  void a_pipe_without_a_reader_is_a_failure() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QCOMPARE(said(write_whole_file(path("pipe"), "text")), refusal(path("pipe"), "No such device or address"));
  }

  void a_folder_is_no_file() {
    QCOMPARE(said(write_whole_file(folder_.path().toStdString(), "text")),
             refusal(folder_.path().toStdString(), "Is a directory"));
    QCOMPARE(said(write_whole_file(path("absent/file"), "text")),
             refusal(path("absent/file"), "No such file or directory"));
  }

  void a_folder_or_file_that_may_not_be_written_to() {
    QVERIFY(fs::create_directory(path("locked")));
    QVERIFY(write_whole_file(path("locked/file"), "old").empty());
    QVERIFY(write_whole_file(path("mine"), "old").empty());
    ::chmod(folder_.path().toUtf8().constData(), 0777);
    ::chmod(path("mine").c_str(), 0444);
    ::chmod(path("locked").c_str(), 0555);
    for (const char* name : {"locked/file", "mine"}) {
      const QString end = elsewhere([&] {
        if (!become_nobody()) return Diagnostics();
        return write_whole_file(path(name), "new");
      });
      QCOMPARE(end, refusal(path(name), "Permission denied"));
      QCOMPARE(content(path(name)), std::string("old"));
    }
    ::chmod(path("locked").c_str(), 0755);
    QCOMPARE(names(), (QStringList{"locked", "mine"}));
  }
};

NW_TEST(AtomicFileTest);
#include "test_atomic_file.moc"
