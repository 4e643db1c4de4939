// SPDX-License-Identifier: GPL-3.0-or-later
#include "system_calls.h"

#if defined(NW_SECCOMP)

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "base/sanitized.h"

namespace nw::runner {

namespace {

// What a kernel's process does after the lock, by strace of runs, verification, sampling and replies, and what the C
// library may do instead on other versions. None of it names a file, another process or another machine.
constexpr const char* kAllowed[] = {
    // memory (mmap, mprotect: below)
    "brk", "munmap", "mremap", "madvise", "membarrier",
    // the descriptors that were kept
    "read", "readv", "pread64", "write", "writev", "close", "fstat", "poll", "ppoll",
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

  // 0, or the error.
  int load() {
    if (!context_) return ENOMEM;
    for (const char* name : kAllowed) add(SCMP_ACT_ALLOW, name);
    for (const char* name : kFatal) add(SCMP_ACT_KILL_PROCESS, name);
    // The undefined-behaviour sanitizer asks whether memory may be read by writing it to a pipe.
    if (kSanitized)
      for (const char* name : {"pipe", "pipe2"}) add(SCMP_ACT_ALLOW, name);
    // New memory without a file, and never executable.
    constexpr auto kExec = static_cast<scmp_datum_t>(PROT_EXEC), kNoFile = static_cast<scmp_datum_t>(MAP_ANONYMOUS);
    for (const char* name : {"mmap", "mmap2"})
      add(SCMP_ACT_ALLOW, name,
          {scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, kExec, 0}, scmp_arg_cmp{3, SCMP_CMP_MASKED_EQ, kNoFile, kNoFile}});
    add(SCMP_ACT_ALLOW, "mprotect", {scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, kExec, 0}});
    // abort() signals its own thread.
    add(SCMP_ACT_ALLOW, "tgkill", {scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()), 0}});
    // The C library may look for settings to read and does without; nothing of it writes.
    for (const int mode : {O_WRONLY, O_RDWR}) {
      const auto mask = static_cast<scmp_datum_t>(O_ACCMODE), value = static_cast<scmp_datum_t>(mode);
      add(SCMP_ACT_KILL_PROCESS, "open", {scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, mask, value}});
      add(SCMP_ACT_KILL_PROCESS, "openat", {scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, mask, value}});
    }
    // All threads, and those of libraries. Speculation is left as it is: the border is the process, and slower loads
    // and stores would change what is measured (kernels before 5.16).
    set(SCMP_FLTATR_CTL_NNP, 1);
    set(SCMP_FLTATR_CTL_TSYNC, 1);
    set(SCMP_FLTATR_CTL_SSB, 1);
    set(SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (error_ == 0) error_ = seccomp_load(context_.get());
    return -error_;
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

bool has_system_call_filter() {
  return true;
}

int filter_system_calls() {
  return Filter().load();
}

}  // namespace nw::runner

#else

#include <cerrno>

namespace nw::runner {

bool has_system_call_filter() {
  return false;
}

int filter_system_calls() {
  return ENOSYS;
}

}  // namespace nw::runner

#endif
