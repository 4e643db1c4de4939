// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace nw::import {

namespace {

Diagnostic cannot_read(const std::string& path, const std::string& why) {
  Diagnostic d;
  d.code = "NW1001";
  d.message = "cannot read '" + path + "': " + why;
  Place place;
  place.file = path;
  d.where.push_back(place);
  return d;
}

}  // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return cannot_read(path, std::strerror(errno));
  struct stat status = {};
  const bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  std::shared_ptr<MappedFile> file(new MappedFile);
  std::string why;
  if (!regular) {
    why = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file";
  } else if (status.st_size > 0) {
    file->size_ = static_cast<size_t>(status.st_size);
    void* data = ::mmap(nullptr, file->size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) {
      why = std::strerror(errno);
      file->size_ = 0;
    } else {
      file->data_ = static_cast<const std::byte*>(data);
    }
  }
  ::close(fd);
  if (!why.empty()) return cannot_read(path, why);
  return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace nw::import
