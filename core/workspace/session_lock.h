// SPDX-License-Identifier: GPL-3.0-or-later
// Session locks: by which the windows that have the same document open know of each other. A window holds a lock file
// in a folder of ours for as long as it lives (flock: the system gives it back whatever ends the process, so a lock is
// never stale). The windows of one document have different slots, and each has a journal of its own by its slot.
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
  // The first free slot of `document`, a path, whichever way it is written. Slot 1 without a lock where `folder` cannot
  // be written to or all slots are taken.
  SessionLock(const std::string& folder, const std::string& document);
  SessionLock(SessionLock&& other) noexcept;
  SessionLock& operator=(SessionLock&& other) noexcept;
  ~SessionLock();

  bool held() const { return fd_ >= 0; }
  int slot() const { return slot_; }
  // Other windows that have the document open now, in the order of their slots.
  std::vector<Owner> others() const;
  // Whether no window has this slot now, or this one has it.
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
