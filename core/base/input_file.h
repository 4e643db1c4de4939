// SPDX-License-Identifier: GPL-3.0-or-later
// A file that a person names, opened for reading. Only regular files are: opening a FIFO would wait for its writer, a
// device may never end. The size is known before anything is read. Every reader of files in the product goes this way.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace nw {

class InputFile {
 public:
  static constexpr int64_t kNoLimit = INT64_MAX;

  // NW1001: it is not there, may not be read, is no regular file, or has more than `most_bytes`.
  static Result<InputFile> open(const std::string& path, int64_t most_bytes = kNoLimit);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  int64_t size() const { return size_; }  // bytes, when it was opened
  int descriptor() const { return descriptor_; }
  // Fills the span with what comes next. Fewer bytes than it holds: the file has ended; -1: reading failed (errno).
  int64_t read(std::span<char> into);

 private:
  InputFile(int descriptor, int64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_ = -1;
  int64_t size_ = 0;
};

// NW1001 in words: "cannot read 'PATH': WHY".
Diagnostic cannot_read(const std::string& path, const std::string& why);

// Texts and graphs; tensors are mapped, not read (import/mapped_file.h).
constexpr int64_t kLargestText = int64_t{512} << 20;
Result<std::string> read_whole_file(const std::string& path, int64_t most_bytes = kLargestText);  // NW1001

}  // namespace nw
