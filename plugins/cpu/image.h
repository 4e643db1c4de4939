// SPDX-License-Identifier: GPL-3.0-or-later
// Loads a kernel image: a shared object for this processor without dependencies, as the linker writes it from a
// kernel's object. Its segments are copied to memory, its addresses relocated, the functions that it calls taken from
// the table of functions.h. No page is writable and executable at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codegen/abi.h"
#include "cpu/pages.h"
#include "cpu/problem.h"

namespace nw::cpu {

class Image {
 public:
  // NWT_INVALID, with the reason, for bytes that are no such image: every size and offset in them is checked.
  static Outcome<Image> load(std::span<const std::byte> file);

  nw_kernel entry() const;
  uintptr_t entry_address() const { return base() + entry_; }
  // Where its code lies, from the first to the last executable page.
  uintptr_t code_begin() const { return base() + code_begin_; }
  uintptr_t code_end() const { return base() + code_end_; }

 private:
  explicit Image(Pages pages) : pages_(std::move(pages)) {}
  uintptr_t base() const { return reinterpret_cast<uintptr_t>(pages_.data()); }

  Pages pages_;
  uint64_t entry_ = 0, code_begin_ = 0, code_end_ = 0;  // from the first page
};

}  // namespace nw::cpu
