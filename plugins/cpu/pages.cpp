// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace nw::cpu {

uint64_t Pages::page_size() {
  static const auto size = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::optional<Pages> Pages::allocate(uint64_t bytes) {
  constexpr uint64_t kMost = uint64_t{1} << 46;
  constexpr uint64_t kAtOnce = uint64_t{64} << 20;  // one page after the other takes longer
  if (bytes > kMost) return std::nullopt;
  const uint64_t page = page_size(), size = std::max(page, (bytes + page - 1) / page * page);
  const uint64_t spare = size >= kHugePage ? kHugePage : 0, all = size + page + spare;
  void* memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::nullopt;
  auto* data = static_cast<std::byte*>(memory);
  if (spare > 0) {
    // Memory that is read from one end to the other: fewer pages to look up, and no page ends where lines are fetched
    // ahead.
    const uint64_t before = (kHugePage - reinterpret_cast<uintptr_t>(memory) % kHugePage) % kHugePage;
    if (before > 0) ::munmap(memory, before);
    data += before;
    if (spare > before) ::munmap(data + size + page, spare - before);
    ::madvise(data, size / kHugePage * kHugePage, MADV_HUGEPAGE);
  }
  Pages pages(data, size);
  if (!pages.protect(size, page, PROT_NONE)) return std::nullopt;
  if (bytes <= kAtOnce) ::madvise(data, size, MADV_POPULATE_WRITE);  // no matter where the system cannot
  return pages;
}

Pages::~Pages() {
  if (data_) ::munmap(data_, size_ + page_size());
}

Pages::Pages(Pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

bool Pages::protect(uint64_t at, uint64_t bytes, int protection) const {
  return ::mprotect(data_ + at, bytes, protection) == 0;
}

}  // namespace nw::cpu
