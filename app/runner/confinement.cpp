// SPDX-License-Identifier: GPL-3.0-or-later
#include "confinement.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/sanitized.h"
#include "system_calls.h"

namespace nw::runner {

namespace {

constexpr long kMostDescriptors = 4096;  // closed one by one, where the kernel cannot close a range

std::optional<ConfinementFailure> failed(const char* step, int error) {
  return ConfinementFailure{step, std::strerror(error)};
}

// A range at a time where the kernel can, else one by one.
void close_all_but(std::vector<int> keep) {
  std::sort(keep.begin(), keep.end());
  unsigned first = 0;
  const auto close_range = [](unsigned from, unsigned to) {
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, from, to, 0) == 0) return;
#endif
    const long limit = std::min(::sysconf(_SC_OPEN_MAX), kMostDescriptors);
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

std::optional<ConfinementFailure> limit_resources(const std::vector<int>& keep) {
  const rlimit none{0, 0}, few{64, 64};
  const auto limit = [&](auto resource, const rlimit& value) { return ::setrlimit(resource, &value) == 0; };
  // A person may look at what a process says with its output in a file.
  const bool may_write = std::any_of(keep.begin(), keep.end(), is_regular_file);
  const bool done = limit(RLIMIT_CORE, none) && (may_write || limit(RLIMIT_FSIZE, none)) &&
                    limit(RLIMIT_NOFILE, kSanitized ? few : none) && limit(RLIMIT_NPROC, none) &&
                    limit(RLIMIT_MEMLOCK, none) && limit(RLIMIT_MSGQUEUE, none);
  return done ? std::nullopt : failed("a limit of the process", errno);
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

}  // namespace

std::optional<ConfinementFailure> lock_files() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("no new privileges", errno);
  const int ruleset = landlock_ruleset();
  if (ruleset == -2) return failed("Landlock", errno);
  if (ruleset < 0) return std::nullopt;
  const bool locked = ::syscall(kLandlockRestrictSelf, ruleset, 0) == 0;
  const int error = errno;
  ::close(ruleset);
  return locked ? std::nullopt : failed("Landlock", error);
}

std::optional<ConfinementFailure> enter_confinement(const std::vector<int>& keep) {
  if (filters_system_calls()) close_all_but(keep);  // an emulator has descriptors of its own among ours
  if (auto failure = limit_resources(keep)) return failure;
  if (!filters_system_calls()) return std::nullopt;
  if (const int error = filter_system_calls(); error != 0) return failed("seccomp", error);
  return std::nullopt;
}

bool filters_system_calls() {
  return has_system_call_filter() && ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0;
}

}  // namespace nw::runner
