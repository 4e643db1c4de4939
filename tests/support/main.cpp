// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the test class named by the first argument, or all of them; further arguments are Qt Test's.
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QTest>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "registry.h"
#ifdef NW_TEST_WIDGETS
#include "watched_application.h"
#endif

namespace nw::test {

std::vector<Entry>& registry() {
  static std::vector<Entry> entries;
  return entries;
}

bool enroll(std::string name, std::function<std::unique_ptr<QObject>()> make) {
  registry().push_back({std::move(name), std::move(make)});
  return true;
}

std::string data_path(const std::string& relative_path) {
  return std::string(NW_TEST_DATA) + "/" + relative_path;
}

std::string read_data(const std::string& relative_path) {
  std::ifstream file(data_path(relative_path), std::ios::binary);
  if (!file) qFatal("cannot read %s", data_path(relative_path).c_str());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace nw::test

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// Clang 19's thread sanitizer dies in a process that clone() made for QProcess: the same by the kernel's call, which it
// does not see, and with memory of its own.
extern "C" int clone(int (*run)(void*), void*, int flags, void* argument, ...) {  // NOLINT: the name is the C library's
  va_list more;
  va_start(more, argument);
  int* descriptor = va_arg(more, int*);
  va_end(more);
  constexpr int kSignal = 0xff;
  const long process = syscall(SYS_clone, flags & (CLONE_PIDFD | kSignal), nullptr, descriptor, nullptr, nullptr);
  if (process == 0) _exit(run(argument));
  return static_cast<int>(process);
}
#endif
#endif

int main(int argc, char** argv) {
  qputenv("NESTWRIGHT_CACHE", "off");  // no test depends on what others compiled, nor fills the user's folder
#ifdef NW_TEST_WIDGETS
  nw::test::WatchedApplication app(argc, argv);
#else
  QCoreApplication app(argc, argv);
#endif
  std::string only = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
  std::vector<char*> rest(argv, argv + argc);
  if (!only.empty()) rest.erase(rest.begin() + 1);
  int failures = 0;
  bool ran = false;
  for (const auto& entry : nw::test::registry()) {
    if (!only.empty() && entry.name != only) continue;
    ran = true;
    auto test = entry.make();
    failures += QTest::qExec(test.get(), static_cast<int>(rest.size()), rest.data());
  }
  if (!ran) std::fprintf(stderr, "no test class named %s\n", only.c_str());
  return ran && failures == 0 ? 0 : 1;
}
