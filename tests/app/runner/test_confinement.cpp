// SPDX-License-Identifier: GPL-3.0-or-later
// The lock of a kernel's process: each system call is tried in a process of its own, after the lock, on its first
// thread and on another.
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>

#include "app/runner/confinement.h"
#include "base/sanitized.h"
#include "cpu/thread_pool.h"
#include "kernel_image.h"
#include "registry.h"
#include "runner_client.h"

using namespace nw;

namespace {

constexpr const char* kFile = "/etc/passwd";

// What `attempt` came to in a confined process: "done", "refused: EPERM", "ended by SIGSYS". -1 with errno is refused.
using Attempt = std::function<long()>;

int confined(const Attempt& attempt, bool on_another_thread, int said) {
  for (const int signal : {SIGSEGV, SIGSYS, SIGABRT}) std::signal(signal, SIG_DFL);
  if (runner::lock_files()) return 255;
  const cpu::KernelRuntime threads(2);
  if (runner::enter_confinement({said})) return 255;
  struct Shared {
    const Attempt& attempt;
    bool other;
    int result = 0;
  } shared{attempt, on_another_thread};
  // Iteration 0 is the first thread's, iteration 1 the other's.
  threads.get()->parallel_for(
      threads.get(), 2,
      [](void* context, int64_t begin, int64_t) {
        auto& all = *static_cast<Shared*>(context);
        if ((begin == 1) != all.other) return 0;
        errno = 0;
        all.result = all.attempt() == -1 ? errno : 0;
        return 0;
      },
      &shared);
  return shared.result;
}

std::string outcome(const Attempt& attempt, bool on_another_thread) {
  int said[2];
  if (::pipe(said) != 0) return "no pipe";
  const pid_t id = ::fork();
  if (id == 0) ::_exit(confined(attempt, on_another_thread, said[1]));
  ::close(said[0]);
  ::close(said[1]);
  int status = 0;
  ::waitpid(id, &status, 0);
  if (WIFSIGNALED(status)) return std::string("ended by SIG") + sigabbrev_np(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? "done" : code == 255 ? "not confined" : std::string("refused: ") + strerrorname_np(code);
}

std::string both(const Attempt& attempt) {
  const std::string first = outcome(attempt, false), other = outcome(attempt, true);
  return first == other ? first : first + " / " + other;
}

void* page() {
  return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

}  // namespace

class TestRunnerConfinement : public QObject {
  Q_OBJECT

  static void rows() {
    QTest::addColumn<Attempt>("attempt");
    QTest::addColumn<QString>("comes_to");
  }
  static void row(const char* name, const char* comes_to, Attempt attempt) {
    QTest::newRow(name) << std::move(attempt) << QString(comes_to);
  }

 private Q_SLOTS:
#if defined(__SANITIZE_THREAD__)
  void initTestCase() { QSKIP("a process forked under the thread sanitizer may not start threads"); }
#endif

  void nothing_is_opened_started_or_reached_data() {
    rows();
    constexpr const char* ended = "ended by SIGSYS";
    row("open", "refused: EPERM", [] { return ::syscall(SYS_openat, AT_FDCWD, kFile, O_RDONLY); });
    row("open in the C library", "refused: EPERM", [] { return long{::open(kFile, O_RDONLY)}; });
    row("open a folder", "refused: EPERM", [] { return ::syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY); });
    row("open a path", "refused: EPERM", [] { return ::syscall(SYS_openat, AT_FDCWD, "/", O_PATH); });
    row("open to write", ended,
        [] { return ::syscall(SYS_openat, AT_FDCWD, "/tmp/nw-confined", O_WRONLY | O_CREAT, 0600); });
    row("open to read and write", ended, [] { return ::syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR); });
    row("open to create", "refused: EPERM",
        [] { return ::syscall(SYS_openat, AT_FDCWD, "/tmp/nw-confined", O_CREAT, 0600); });
#ifdef SYS_openat2
    row("openat2", ended, [] { return ::syscall(SYS_openat2, AT_FDCWD, kFile, nullptr, 0); });
#endif
#ifdef SYS_open
    row("old open", "refused: EPERM", [] { return ::syscall(SYS_open, kFile, O_RDONLY); });
    row("old open to write", ended, [] { return ::syscall(SYS_open, "/tmp/nw-confined", O_WRONLY | O_CREAT, 0600); });
    row("creat", ended, [] { return ::syscall(SYS_creat, "/tmp/nw-confined", 0600); });
    row("fork", ended, [] { return ::syscall(SYS_fork); });
    row("vfork", ended, [] { return ::syscall(SYS_vfork); });
#endif
    row("memory file", ended, [] { return ::syscall(SYS_memfd_create, "x", 0); });
    row("remove", ended, [] { return ::syscall(SYS_unlinkat, AT_FDCWD, "/tmp/nw-confined", 0); });
    row("look for a file", "refused: EPERM", [] { return ::syscall(SYS_faccessat, AT_FDCWD, kFile, R_OK); });
    row("read a link", "refused: EPERM", [] {
      char to[64];
      return ::syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", to, sizeof to);
    });
    row("execve", ended, [] {
      char program[] = "/bin/true";
      char* const arguments[] = {program, nullptr};
      return ::syscall(SYS_execve, program, arguments, nullptr);
    });
    row("execveat", ended, [] { return ::syscall(SYS_execveat, AT_FDCWD, "/bin/true", nullptr, nullptr, 0); });
    row("clone", "refused: EPERM", [] { return ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr); });
    row("clone3", "refused: EPERM", [] { return ::syscall(SYS_clone3, nullptr, 0); });
    row("fork in the C library", "refused: EPERM", [] { return long{::fork()}; });
    row("kill the parent", ended, [] { return ::syscall(SYS_kill, ::getppid(), 0); });
    row("signal another process's thread", "refused: EPERM",
        [] { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0); });
    row("ptrace", ended, [] { return ::syscall(SYS_ptrace, 16, ::getppid(), nullptr, nullptr); });
    row("read another process", ended,
        [] { return ::syscall(SYS_process_vm_readv, ::getppid(), nullptr, 0, nullptr, 0, 0); });
    row("socket", ended, [] { return ::syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); });
    row("local socket", ended, [] { return ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); });
    row("connect", ended, [] { return ::syscall(SYS_connect, 0, nullptr, 0); });
    row("bpf", ended, [] { return ::syscall(SYS_bpf, 0, nullptr, 0); });
    row("io_uring", ended, [] { return ::syscall(SYS_io_uring_setup, 1, nullptr); });
    row("mount", ended, [] { return ::syscall(SYS_mount, nullptr, "/", nullptr, 0, nullptr); });
    row("a namespace", ended, [] { return ::syscall(SYS_unshare, CLONE_NEWUSER); });
    row("performance counters", ended, [] { return ::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0); });
    row("executable memory", "refused: EPERM",
        [] { return ::syscall(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); });
    row("memory made executable", "refused: EPERM",
        [] { return ::syscall(SYS_mprotect, page(), 4096, PROT_READ | PROT_EXEC); });
    row("a file as memory", "refused: EPERM",
        [] { return ::syscall(SYS_mmap, nullptr, 4096, PROT_READ, MAP_PRIVATE, 1, 0); });
    row("a higher limit", "refused: EPERM", [] {
      const rlimit more{100, 100};
      return ::syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &more, nullptr);
    });
    row("another filter", "refused: EPERM", [] { return ::syscall(SYS_seccomp, 0, 0, nullptr); });
    row("what was open before", "refused: EBADF", [] { return ::write(STDOUT_FILENO, "", 0); });
  }
  void nothing_is_opened_started_or_reached() {
    QFETCH(Attempt, attempt);
    QFETCH(QString, comes_to);
    QCOMPARE(QString::fromStdString(both(attempt)), comes_to);
  }

  void what_kernels_need_is_there_data() {
    rows();
    row("memory", "done", [] {
      void* memory = page();
      if (memory == MAP_FAILED) return -1L;
      *static_cast<volatile int*>(memory) = 1;
      return long{::munmap(memory, 4096)};
    });
    row("much memory", "done", [] {
      std::vector<char> bytes(64 << 20, 1);
      return bytes[bytes.size() / 2] == 1 ? 0L : -1L;
    });
    row("clocks", "done", [] {
      timespec now{};
      return ::syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &now);
    });
    row("yielding", "done", [] { return long{::sched_yield()}; });
    row("signals of its own", "done", [] { return ::syscall(SYS_tgkill, ::getpid(), ::syscall(SYS_gettid), 0); });
    row("abort", "ended by SIGABRT", []() -> long { std::abort(); });
  }
  void what_kernels_need_is_there() {
    QFETCH(Attempt, attempt);
    QFETCH(QString, comes_to);
    QCOMPARE(QString::fromStdString(both(attempt)), comes_to);
  }

  // As the system sees it, of each thread.
  void the_system_knows_of_it() {
    int ready[2], go[2];
    QVERIFY(::pipe(ready) == 0 && ::pipe(go) == 0);
    const pid_t id = ::fork();
    if (id == 0) {
      if (runner::lock_files()) ::_exit(1);
      const cpu::KernelRuntime threads(3);
      if (runner::enter_confinement({ready[1], go[0]})) ::_exit(1);
      char byte = 'x';
      ::_exit(::write(ready[1], &byte, 1) == 1 && ::read(go[0], &byte, 1) == 1 ? 0 : 2);
    }
    char byte = 0;
    ::close(ready[1]);
    QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
    const QString process = QStringLiteral("/proc/%1/").arg(id);
    const QStringList tasks = QDir(process + "task").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(tasks.size(), 3);
    for (const QString& task : tasks) {
      QFile file(process + "task/" + task + "/status");
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray status = file.readAll();
      QVERIFY2(status.contains("\nNoNewPrivs:\t1\n"), status.constData());
      QVERIFY2(status.contains("\nSeccomp:\t2\n"), status.constData());
    }
    QCOMPARE(QDir(process + "fd").entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size(), 2);
    QFile file(process + "limits");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray limits = file.readAll().simplified();
    for (const char* limit : {"Max file size 0 0", "Max core file size 0 0", "Max processes 0 0", "Max open files 0 0"})
      QVERIFY2(limits.contains(limit) || (kSanitized && limits.contains("Max open files 64 64")), limits.constData());
    QCOMPARE(::write(go[1], "x", 1), ssize_t{1});
    int ended = 0;
    ::waitpid(id, &ended, 0);
    QCOMPARE(ended, 0);
    for (const int fd : {ready[0], go[0], go[1]}) ::close(fd);
  }

  // As a kernel sees it: /etc/passwd does not open, and what it does to descriptors is met by the supervisor.
  void kernels_run_confined() {
#if defined(__x86_64__)
    test::RunnerClient runner;
    const std::string system_call =
        "static long ask(long n, long a, long b, long c) { long r;\n"
        "  __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(n), \"D\"(a), \"S\"(b), \"d\"(c) : \"rcx\", \"r11\", "
        "\"memory\");\n"
        "  return r; }\n";
    QVERIFY(runner.open_with(
        test::kernel_image("long* said = buffers[0]; said[0] = ask(2, (long)\"/etc/passwd\", 0, 0);\n"
                           "said[1] = ask(257, -100, (long)\"/\", 0); said[2] = 0;\n"
                           "for (int fd = 0; fd < 100; ++fd) said[2] += ask(5, fd, (long)(said + 4), 0) == 0;\n"
                           "return 0;",
                           system_call),
        {4096}));
    QCOMPARE(runner.status(test::run_request({2})), std::string("ok"));
    const std::string read = runner.ask({{"do", "read"}, {"buffer", 2}, {"at", 0}, {"bytes", 24}}).body;
    int64_t said[3] = {};
    std::memcpy(said, read.data(), sizeof said);
    QCOMPARE(said[0], int64_t{-EPERM});
    QCOMPARE(said[1], int64_t{-EPERM});
    QCOMPARE(said[2], int64_t{4});  // the channel, the standard error, and both ends of the standard output
    QVERIFY(runner.status({{"do", "close"}}) == "ok");

    QVERIFY(
        runner.open_with(test::kernel_image("for (int fd = 0; fd < 100; ++fd)\n"
                                            "  ask(1, fd, (long)\"\\x05\\0\\0\\0\\0\\0\\0\\0[7,8]\", 13);\n"
                                            "return 0;",
                                            system_call)));
    QCOMPARE(runner.status(test::run_request()), std::string("device_lost"));
    QCOMPARE(runner.status({{"do", "ping"}}), std::string("ok"));
#else
    QSKIP("the kernel's system calls are those of x86-64");
#endif
  }
};

NW_TEST(TestRunnerConfinement);
#include "test_confinement.moc"
