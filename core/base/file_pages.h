// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are mapped: what was read of them can leave the process's memory, as it can be read again.
#pragma once

#include <cstddef>
#include <span>

namespace nw {

// A file's bytes, mapped and never written, while this lives. Safe to make and end in several threads.
class FilePages {
 public:
  explicit FilePages(std::span<const std::byte> bytes);
  ~FilePages();
  FilePages(const FilePages&) = delete;
  FilePages& operator=(const FilePages&) = delete;

 private:
  const std::byte* begin_;
};

// Those pages of `bytes` leave memory that lie whole in a mapped file; nothing happens to other bytes.
void leave_to_file(std::span<const std::byte> bytes);

}  // namespace nw
