// SPDX-License-Identifier: GPL-3.0-or-later
// A file's bytes without copying them: mapped, read-only, shared by whatever points into them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/file_pages.h"
#include "base/result.h"

namespace nw::import {

class MappedFile {
 public:
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);  // NW1001
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  MappedFile() = default;
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
  std::optional<FilePages> pages_;
};

}  // namespace nw::import
