// SPDX-License-Identifier: GPL-3.0-or-later
#include "rehearsal.h"

#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// Of the sanitizers' library, where the program has one.
extern "C" __attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes();

namespace nw::runner {

using nlohmann::json;

namespace {

constexpr int64_t kMostRounds = 1000;  // of each kind
constexpr uint64_t kBytes = 65'536;    // that are allocated on each device

int64_t entries_of(const char* folder) {
  std::error_code error;
  return std::distance(std::filesystem::directory_iterator(folder, error), std::filesystem::directory_iterator());
}

// What a sanitizer keeps of freed memory, to find its uses, is not held.
int64_t held_bytes() {
  if (__sanitizer_get_current_allocated_bytes) return static_cast<int64_t>(__sanitizer_get_current_allocated_bytes());
  int64_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

struct Held {
  int64_t descriptors = 0, threads = 0, resident_bytes = 0;
};

Held held() {
#if defined(__GLIBC__)
  ::malloc_trim(0);  // what was freed is not held
#endif
  return {entries_of("/proc/self/fd"), entries_of("/proc/self/task"), held_bytes()};
}

json to_json(const Held& held) {
  return {{"descriptors", held.descriptors}, {"threads", held.threads}, {"resident_bytes", held.resident_bytes}};
}

class Rehearsal {
 public:
  Rehearsal(const nwt_target& plugin, HostTable& host, const Request& request)
      : plugin_(plugin),
        host_(host),
        device_(request.text("device", "")),
        settings_(request.object_text("settings")),
        starts_(request.number("starts", 1, kMostRounds, 1)),
        opens_(request.number("opens", 0, kMostRounds, 0)),
        leave_open_(request.flag("leave_open", false)) {}

  json make() {
    std::vector<Held> rounds;
    rounds.reserve(static_cast<size_t>(starts_ * (opens_ + 1)));
    const Held before = held();
    for (int64_t i = 0; i < starts_; ++i) {
      host_.check("start", plugin_.start(host_.get(), text(settings_)));
      for (int64_t k = 0; k < opens_; ++k) {
        open_and_close();
        if (!leave_open_) rounds.push_back(held());
      }
      plugin_.shutdown();
      rounds.push_back(held());
    }
    json all = json::array();
    for (const Held& round : rounds) all.push_back(to_json(round));
    return {{"before", to_json(before)}, {"rounds", std::move(all)}};
  }

 private:
  void open_and_close() {
    nwt_device* device = nullptr;
    host_.check("open", plugin_.open(text(device_), text(settings_), &device));
    nwt_buffer* buffer = nullptr;
    host_.check("allocate", plugin_.allocate(device, kBytes, &buffer));
    if (leave_open_) return;
    plugin_.release(device, buffer);
    plugin_.close(device);
  }

  const nwt_target& plugin_;
  HostTable& host_;
  const std::string device_, settings_;
  const int64_t starts_, opens_;
  const bool leave_open_;
};

}  // namespace

json rehearse(const nwt_target& plugin, HostTable& host, const Request& request) {
  return Rehearsal(plugin, host, request).make();
}

}  // namespace nw::runner
