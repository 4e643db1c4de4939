// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/address_space.h"

#include <sys/resource.h>

#include <algorithm>
#include <mutex>

#include "base/sanitized.h"

namespace nw {

namespace {

// Of the whole process, as the limit itself is.
struct AddressLimit {
  std::mutex mutex;
  int64_t bytes = 0;  // 0: none of ours
  rlim_t at_begin = 0;
  int lifted = 0;

  void apply() const {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = lifted > 0 ? at_begin : std::min({static_cast<rlim_t>(bytes), at_begin, limit.rlim_max});
    ::setrlimit(RLIMIT_AS, &limit);
  }
};

AddressLimit& address_limit() {
  static AddressLimit limit;
  return limit;
}

}  // namespace

void limit_address_space(int64_t bytes) {
  if (bytes <= 0 || kSanitized) return;
  AddressLimit& limit = address_limit();
  const std::lock_guard lock(limit.mutex);
  if (limit.bytes == 0) {
    rlimit now{};
    ::getrlimit(RLIMIT_AS, &now);
    limit.at_begin = now.rlim_cur;
  }
  limit.bytes = bytes;
  limit.apply();
}

WithoutAddressLimit::WithoutAddressLimit() {
  AddressLimit& limit = address_limit();
  const std::lock_guard lock(limit.mutex);
  ++limit.lifted;
  if (limit.bytes > 0) limit.apply();
}

WithoutAddressLimit::~WithoutAddressLimit() {
  AddressLimit& limit = address_limit();
  const std::lock_guard lock(limit.mutex);
  --limit.lifted;
  if (limit.bytes > 0) limit.apply();
}

}  // namespace nw
