// SPDX-License-Identifier: GPL-3.0-or-later
// Whole pages of memory from the system, zeroed, readable and writable. The page behind them cannot be accessed, so
// that a kernel that runs over the end is noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace nw::cpu {

class Pages {
 public:
  // Of x86 and ARM processors whose usual pages have 4 KiB. Memory of at least one begins with one, where the system
  // has some.
  static constexpr uint64_t kHugePage = uint64_t{2} << 20;

  // At least one page; nothing where the system refuses.
  static std::optional<Pages> allocate(uint64_t bytes);
  ~Pages();
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  static uint64_t page_size();
  std::byte* data() const { return data_; }
  uint64_t size() const { return size_; }  // a multiple of the page size, without the page behind
  // Changes what may be done with a part that begins and ends with a page: PROT_… of sys/mman.h.
  bool protect(uint64_t at, uint64_t bytes, int protection) const;

 private:
  Pages(std::byte* data, uint64_t size) : data_(data), size_(size) {}
  std::byte* data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace nw::cpu
