// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <iterator>
#include <map>
#include <memory>
#include <mutex>

namespace nw {

namespace {

struct Mapped {
  std::mutex lock;
  std::map<const std::byte*, size_t> files;  // bytes by their beginning
};

Mapped& mapped() {
  static Mapped all;
  return all;
}

}  // namespace

FilePages::FilePages(std::span<const std::byte> bytes) : begin_(bytes.data()) {
  const std::scoped_lock held(mapped().lock);
  mapped().files[begin_] = bytes.size();
}

FilePages::~FilePages() {
  const std::scoped_lock held(mapped().lock);
  mapped().files.erase(begin_);
}

void leave_to_file(std::span<const std::byte> bytes) {
  const std::scoped_lock held(mapped().lock);
  const auto after = mapped().files.upper_bound(bytes.data());
  if (bytes.empty() || after == mapped().files.begin()) return;
  const auto& [begin, size] = *std::prev(after);
  if (bytes.data() + bytes.size() > begin + size) return;
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  void* first = const_cast<std::byte*>(bytes.data());
  size_t room = bytes.size();
  if (std::align(page, page, first, room)) ::madvise(first, room / page * page, MADV_DONTNEED);
}

}  // namespace nw
