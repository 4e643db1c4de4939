// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files out (in: base/input_file.h). Writing replaces atomically: a reader sees the old bytes or the new ones,
// also after a power failure; what could not be written leaves the old file as it was, and
// nothing beside it (a process that is killed while it writes leaves its .part file, which the next writing of the same
// file removes).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/input_file.h"

namespace nw {

// A file under way: the bytes go to a new file beside `path` with a name that nobody else has, which takes the place of
// `path` when it is complete and on the disk. Permissions stay as they were; what a symbolic link names is replaced,
// and the link stays. A device or a pipe (/dev/stdout) is written to directly.
class AtomicFile {
 public:
  // No: after a power failure the file may be torn. For files that carry a checksum and can be made again.
  enum class Durable : uint8_t { Yes, No };
  // `mode`: permissions of a file that is not there yet, less what the process's umask takes away.
  explicit AtomicFile(std::string path, unsigned mode = 0666, Durable durable = Durable::Yes);
  ~AtomicFile();  // without commit(): nothing has happened
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // False after the first failure; commit() says what it was.
  bool write(std::string_view bytes);
  Diagnostics commit();  // NW4001

 private:
  void open();
  bool open_temporary(const std::string& folder, unsigned mode);
  bool fail();
  bool replace();

  std::string path_, target_;  // as given; with links followed
  std::string temporary_;      // empty: written to directly
  unsigned mode_;
  Durable durable_;
  int fd_ = -1;
  int error_ = 0;
};

Diagnostics write_whole_file(const std::string& path, std::string_view bytes, unsigned mode = 0666);  // NW4001

}  // namespace nw
