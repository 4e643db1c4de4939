// SPDX-License-Identifier: GPL-3.0-or-later
// Session locks, which let windows with the same document detect each other. A window holds a lock file in the
// application's folder while it is open (flock: the system releases it when the process ends, so a lock is never
// stale). The windows of one document have different slots, and each slot has its own journal.
#pragma once

#include <string>
#include <vector>

namespace nw::workspace {

class SessionLock {
 public:
  static constexpr int kSlots = 16;

  struct Owner {
    int process = 0;
    std::string host;
    bool operator==(const Owner&) const = default;
  };

  SessionLock() = default;
  // Takes the first free slot of `document`, a path in any spelling. Slot 1 without a lock if `folder` cannot be
  // written or all slots are taken.
  SessionLock(const std::string& folder, const std::string& document);
  SessionLock(SessionLock&& other) noexcept;
  SessionLock& operator=(SessionLock&& other) noexcept;
  ~SessionLock();

  bool held() const { return fd_ >= 0; }
  int slot() const { return slot_; }
  // Other windows that have the document open now, in the order of their slots.
  std::vector<Owner> others() const;
  // Whether this slot is free or taken by this window.
  bool mine_or_free(int slot) const;

 private:
  std::string path_of(int slot) const;
  bool take(int slot);
  void release();

  std::string stem_;  // of the lock files; empty: none
  int slot_ = 1;
  int fd_ = -1;
};

}  // namespace nw::workspace
