// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes kept on disk by key: what is torn, foreign or in the wrong hands is not there.
#include <fcntl.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/file_cache.h"
#include "base/input_file.h"
#include "registry.h"

using namespace nw;
namespace fs = std::filesystem;

class FileCacheTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string path() const { return folder_.filePath("cache/kernels").toStdString(); }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path()))
      if (entry.is_regular_file()) found.push_back(entry.path());
    return found;
  }
  static std::string text(const std::optional<std::string>& found) { return found.value_or("(none)"); }
  static void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }
  static mode_t mode(const fs::path& file) {
    struct stat facts{};
    return ::lstat(file.c_str(), &facts) == 0 ? facts.st_mode & 07777 : 0;
  }

 private Q_SLOTS:
  void cleanup() { fs::remove_all(folder_.filePath("cache").toStdString()); }

  void entries_outlive_the_cache() {
    FileCache(path()).keep("one", std::string("1\0\n", 3));
    FileCache(path()).keep("two", "");
    const FileCache later(path());
    QCOMPARE(text(later.find("one")), std::string("1\0\n", 3));
    QCOMPARE(text(later.find("two")), std::string());
    QCOMPARE(text(later.find("three")), std::string("(none)"));
    later.keep("one", "another");
    QCOMPARE(text(later.find("one")), std::string("another"));
    QCOMPARE(files().size(), size_t{2});
  }

  void no_folder_keeps_nothing() {
    const FileCache none;
    none.keep("one", "1");
    none.trim();
    QCOMPARE(text(none.find("one")), std::string("(none)"));
  }

  void only_the_user_may_read_and_write() {
    FileCache(path()).keep("one", "1");
    QCOMPARE(mode(path()), mode_t{0700});
    QCOMPARE(mode(files().at(0).parent_path()), mode_t{0700});
    QCOMPARE(mode(files().at(0)), mode_t{0600});
  }

  void damaged_entry_is_ignored_and_replaced() {
    const FileCache cache(path());
    cache.keep("one", "some bytes");
    const fs::path file = files().at(0);
    const std::string whole = *read_whole_file(file.string());
    std::string other = whole;
    other.back() = 'X';
    for (const std::string& damaged : {std::string(), std::string("foreign"), whole.substr(0, 30),
                                       whole.substr(0, whole.size() - 1), whole + "x", other}) {
      write(file, damaged);
      QCOMPARE(text(cache.find("one")), std::string("(none)"));
    }
    cache.keep("one", "some bytes");
    QCOMPARE(text(cache.find("one")), std::string("some bytes"));
  }

  void entry_under_the_name_of_another_is_none() {
    const FileCache cache(path());
    cache.keep("one", "1");
    const fs::path one = files().at(0);
    cache.keep("two", "2");
    for (const fs::path& file : files())
      if (file != one) fs::copy_file(one, file, fs::copy_options::overwrite_existing);
    QCOMPARE(text(cache.find("one")), std::string("1"));
    QCOMPARE(text(cache.find("two")), std::string("(none)"));
  }

  void folder_that_others_may_write_to_is_not_used() {
    const FileCache cache(path());
    cache.keep("one", "1");
    ::chmod(path().c_str(), 0770);
    QCOMPARE(text(cache.find("one")), std::string("(none)"));
    cache.keep("two", "2");
    ::chmod(path().c_str(), 0700);
    QCOMPARE(text(cache.find("one")), std::string("1"));
    QCOMPARE(text(cache.find("two")), std::string("(none)"));
    ::chmod(files().at(0).c_str(), 0666);
    QCOMPARE(text(cache.find("one")), std::string("(none)"));
  }

  void links_are_not_followed() {
    FileCache(path()).keep("one", "1");
    const std::string link = folder_.filePath("cache/link").toStdString();
    fs::create_directory_symlink(path(), link);
    QCOMPARE(text(FileCache(link).find("one")), std::string("(none)"));
    const fs::path file = files().at(0), moved = folder_.filePath("cache/moved").toStdString();
    fs::rename(file, moved);
    fs::create_symlink(moved, file);
    QCOMPARE(text(FileCache(path()).find("one")), std::string("(none)"));
  }

  void place_that_cannot_be_a_folder_keeps_nothing() {
    for (const char* place : {"/dev/null/kernels", "/proc/kernels"}) {
      const FileCache cache(place);
      cache.keep("one", "1");
      QCOMPARE(text(cache.find("one")), std::string("(none)"));
    }
  }

  void least_recently_used_go_first() {
    const FileCache cache(path(), 5000);
    const auto key = [](int i) { return "key " + std::to_string(i); };
    for (int i = 0; i < 10; ++i) {
      cache.keep(key(i), std::string(1000, 'x'));
      for (const fs::path& file : files())  // older with each turn
        fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
    }
    QVERIFY(cache.find(key(0)));  // used now
    cache.trim();
    QCOMPARE(files().size(), size_t{4});
    QVERIFY(cache.find(key(0)) && cache.find(key(9)) && cache.find(key(8)) && cache.find(key(7)));
  }

  void several_write_and_read_at_once() {
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        const FileCache cache(path(), 20'000);
        for (int i = 0; i < 50; ++i) {
          const std::string key = std::to_string(i % 10), bytes(2000 + static_cast<size_t>(i % 10), 'a');
          cache.keep(key, bytes);
          if (i % 10 == t) cache.trim();
          const std::optional<std::string> found = cache.find(key);
          if (found && *found != bytes) ++wrong;
        }
      });
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(wrong.load(), 0);
  }
};

NW_TEST(FileCacheTest);
#include "test_file_cache.moc"
