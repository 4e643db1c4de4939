// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "base/input_file.h"

namespace nw::import {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  Result<InputFile> input = InputFile::open(path);
  if (!input.value) return std::move(input.diagnostics);
  std::shared_ptr<MappedFile> file(new MappedFile);
  if (input->size() == 0) return std::shared_ptr<const MappedFile>(std::move(file));
  const auto size = static_cast<size_t>(input->size());
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, input->descriptor(), 0);
  if (data == MAP_FAILED) return cannot_read(path, std::strerror(errno));
  file->data_ = static_cast<const std::byte*>(data);
  file->size_ = size;
  file->pages_.emplace(file->bytes());
  return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile() {
  pages_.reset();
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace nw::import
