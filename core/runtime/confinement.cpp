// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/confinement.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/sanitized.h"
#include "runtime/diagnostics.h"

namespace nw::runtime {

namespace {

// One of the steps below: 0, or why it failed.
struct Failure {
  const char* step = nullptr;
  int error = 0;
};

// A range at a time where the kernel can, else one by one.
void close_all_but(std::vector<int> keep) {
  std::sort(keep.begin(), keep.end());
  unsigned first = 0;
  const auto close_range = [](unsigned from, unsigned to) {
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, from, to, 0) == 0) return;
#endif
    const long limit = ::sysconf(_SC_OPEN_MAX);
    for (long fd = from; fd <= static_cast<long>(to) && fd < limit; ++fd) ::close(static_cast<int>(fd));
  };
  for (const int fd : keep) {
    if (fd < 0) continue;
    const auto kept = static_cast<unsigned>(fd);
    if (kept > first) close_range(first, kept - 1);
    first = kept + 1;
  }
  close_range(first, ~0U);
}

bool is_regular_file(int fd) {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
}

Failure limit_resources(const std::vector<int>& keep) {
  const rlimit none{0, 0}, few{64, 64};
  const auto limit = [&](auto resource, const rlimit& value) { return ::setrlimit(resource, &value) == 0; };
  // A person may look at what a process says with its output in a file.
  const bool may_write = std::any_of(keep.begin(), keep.end(), is_regular_file);
  const bool done = limit(RLIMIT_CORE, none) && (may_write || limit(RLIMIT_FSIZE, none)) &&
                    limit(RLIMIT_NOFILE, kSanitized ? few : none) && limit(RLIMIT_NPROC, none) &&
                    limit(RLIMIT_MEMLOCK, none) && limit(RLIMIT_MSGQUEUE, none);
  return done ? Failure{} : Failure{"a limit of the process", errno};
}

// Landlock, by its system calls: the C library has no functions for it, and headers are older than kernels.
// What a ruleset handles is refused unless a rule allows it; ours has no rules.
struct LandlockRuleset {
  uint64_t files = 0;   // ABI 1
  uint64_t ports = 0;   // ABI 4
  uint64_t scopes = 0;  // ABI 6: abstract sockets and signals
};
constexpr long kLandlockCreateRuleset = 444, kLandlockRestrictSelf = 446;  // the same on all architectures
constexpr uint32_t kLandlockVersion = 1;

// A ruleset's descriptor; -1: the kernel has no Landlock; -2: it failed.
int landlock_ruleset() {
  const long abi = ::syscall(kLandlockCreateRuleset, nullptr, 0, kLandlockVersion);
  if (abi <= 0) return -1;
  const int file_rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  LandlockRuleset rules;
  rules.files = (uint64_t{1} << file_rights) - 1;
  if (abi >= 4) rules.ports = 3;
  if (abi >= 6) rules.scopes = 3;
  const size_t size = sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);
  const long fd = ::syscall(kLandlockCreateRuleset, &rules, size, 0);
  return fd >= 0 ? static_cast<int>(fd) : -2;
}

// On every thread: privileges and Landlock belong to a thread, not to the process.
Failure restrict_threads(const KernelRuntime& threads) {
  struct Shared {
    int ruleset;
    std::atomic<int> error{0};
    const char* step = nullptr;
  } shared{landlock_ruleset(), 0, nullptr};
  if (shared.ruleset == -2) return {"Landlock", errno};
  const auto body = [](void* context, int64_t begin, int64_t end) {
    auto& all = *static_cast<Shared*>(context);
    for (int64_t i = begin; i < end; ++i) {
      if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) all.error = errno;
      if (all.ruleset >= 0 && ::syscall(kLandlockRestrictSelf, all.ruleset, 0) != 0) all.error = errno;
    }
    return 0;
  };
  // As many iterations as threads: each gets its own.
  threads.get()->parallel_for(threads.get(), threads.threads(), body, &shared);
  if (shared.ruleset >= 0) ::close(shared.ruleset);
  if (shared.error != 0) return {"no new privileges or Landlock", shared.error};
  return {};
}

// What a kernel's process does after the lock, by strace of runs, verification, sampling and replies, and what the C
// library may do instead on other versions. None of it names a file, another process or another machine.
constexpr const char* kAllowed[] = {
    // memory (mmap, mprotect: below)
    "brk", "munmap", "mremap", "madvise", "membarrier",
    // the descriptors that were kept
    "read", "readv", "write", "writev", "close", "fstat", "poll", "ppoll",
    // waiting, clocks, processors
    "futex", "futex_time64", "futex_waitv", "sched_yield", "sched_getaffinity", "getcpu", "nanosleep",
    "clock_nanosleep", "clock_nanosleep_time64", "clock_gettime", "clock_gettime64", "clock_getres",
    "clock_getres_time64", "gettimeofday", "time", "restart_syscall", "rseq", "set_robust_list",
    // signals and timers of its own (tgkill: below)
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack", "timer_create", "timer_settime",
    "timer_settime64", "timer_gettime", "timer_gettime64", "timer_getoverrun", "timer_delete",
    // facts about itself
    "getpid", "gettid", "getrusage", "getrandom", "sysinfo", "uname", "getuid", "geteuid", "getgid", "getegid",
    // the end
    "exit", "exit_group"};

// Nothing in the process does this by itself after the lock: whoever asks for it has taken the process over.
constexpr const char* kFatal[] = {
    // programs and processes; clone fails with EPERM instead, which libraries meet with fewer threads
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "kill", "tkill",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setns", "unshare",
    "personality", "process_madvise", "kcmp",
    // network
    "socket", "socketpair", "socketcall", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg",
    "sendmmsg",
    // files, beside opening them
    "creat", "openat2", "open_by_handle_at", "name_to_handle_at", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat", "truncate", "chmod",
    "fchmodat", "chown", "fchownat", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree", "fsopen",
    "fsmount", "memfd_create", "memfd_secret", "inotify_init", "inotify_init1", "fanotify_init",
    // interfaces of the kernel
    "bpf", "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "io_submit", "perf_event_open",
    "userfaultfd", "keyctl", "add_key", "request_key", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "reboot", "swapon", "swapoff", "iopl", "ioperm", "modify_ldt", "shmget", "shmat", "msgget",
    "semget", "mq_open", "pkey_mprotect", "remap_file_pages"};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM)), seccomp_release) {}

  Failure load() {
    if (!context_) return {"seccomp", ENOMEM};
    for (const char* name : kAllowed) add(SCMP_ACT_ALLOW, name);
    for (const char* name : kFatal) add(SCMP_ACT_KILL_PROCESS, name);
    // The undefined-behaviour sanitizer asks whether memory may be read by writing it to a pipe.
    if (kSanitized)
      for (const char* name : {"pipe", "pipe2"}) add(SCMP_ACT_ALLOW, name);
    // New memory without a file, and never executable.
    constexpr auto kExec = static_cast<scmp_datum_t>(PROT_EXEC), kNoFile = static_cast<scmp_datum_t>(MAP_ANONYMOUS);
    for (const char* name : {"mmap", "mmap2"})
      add(SCMP_ACT_ALLOW, name, {SCMP_A2(SCMP_CMP_MASKED_EQ, kExec, 0), SCMP_A3(SCMP_CMP_MASKED_EQ, kNoFile, kNoFile)});
    add(SCMP_ACT_ALLOW, "mprotect", {SCMP_A2(SCMP_CMP_MASKED_EQ, kExec, 0)});
    // abort() signals its own thread.
    add(SCMP_ACT_ALLOW, "tgkill", {SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()))});
    // The C library may look for settings to read and does without; nothing of it writes.
    for (const int mode : {O_WRONLY, O_RDWR}) {
      const auto mask = static_cast<scmp_datum_t>(O_ACCMODE), value = static_cast<scmp_datum_t>(mode);
      add(SCMP_ACT_KILL_PROCESS, "open", {SCMP_A1(SCMP_CMP_MASKED_EQ, mask, value)});
      add(SCMP_ACT_KILL_PROCESS, "openat", {SCMP_A2(SCMP_CMP_MASKED_EQ, mask, value)});
    }
    // All threads, and those of libraries. Speculation is left as it is: the border is the process, and slower loads
    // and stores would change what is measured (kernels before 5.16).
    set(SCMP_FLTATR_CTL_NNP, 1);
    set(SCMP_FLTATR_CTL_TSYNC, 1);
    set(SCMP_FLTATR_CTL_SSB, 1);
    set(SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (error_ == 0) error_ = seccomp_load(context_.get());
    return error_ == 0 ? Failure{} : Failure{"seccomp", -error_};
  }

 private:
  // A call that this architecture or library does not know is refused as all others are.
  void add(uint32_t action, const char* name, const std::vector<scmp_arg_cmp>& arguments = {}) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call < 0 || error_ != 0) return;
    error_ = seccomp_rule_add_array(context_.get(), action, call, static_cast<unsigned>(arguments.size()),
                                    arguments.empty() ? nullptr : arguments.data());
  }
  void set(scmp_filter_attr attribute, uint32_t value) {
    if (error_ == 0) error_ = seccomp_attr_set(context_.get(), attribute, value);
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  int error_ = 0;
};

}  // namespace

Diagnostics enter_confinement(const KernelRuntime& threads, const std::vector<int>& keep) {
  close_all_but(keep);
  Failure failure = restrict_threads(threads);
  if (!failure.step) failure = limit_resources(keep);
  if (!failure.step) failure = Filter().load();
  if (failure.step) return {not_confined(failure.step, std::strerror(failure.error))};
  return {};
}

}  // namespace nw::runtime
