// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/transfer_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace nw::target {

namespace {

// Nobody can make it shorter, which would end who reads behind its end.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

constexpr uint64_t kAll = TransferMemory::kBytes + TransferMemory::kControlBytes;

char* mapped(int file) {
  void* memory = ::mmap(nullptr, kAll, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

bool is_ours(int file) {
  struct stat facts{};
  return ::fcntl(file, F_GET_SEALS) == kSeals && ::fstat(file, &facts) == 0 &&
         facts.st_size == static_cast<off_t>(kAll);
}

}  // namespace

std::unique_ptr<TransferMemory> TransferMemory::create() {
  const int file = ::memfd_create("transfer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return nullptr;
  const bool sized = ::ftruncate(file, kAll) == 0 && ::fcntl(file, F_ADD_SEALS, kSeals) == 0;
  if (char* bytes = sized ? mapped(file) : nullptr)
    return std::unique_ptr<TransferMemory>(new TransferMemory(file, bytes));
  ::close(file);
  return nullptr;
}

std::unique_ptr<TransferMemory> TransferMemory::inherited() {
  const char* text = std::getenv(kVariable);
  int file = -1;
  if (!text || std::from_chars(text, text + std::strlen(text), file).ec != std::errc() || file < 0) return nullptr;
  if (!is_ours(file)) return nullptr;
  char* bytes = mapped(file);
  ::close(file);
  return bytes ? std::unique_ptr<TransferMemory>(new TransferMemory(-1, bytes)) : nullptr;
}

TransferMemory::~TransferMemory() {
  ::munmap(bytes_, kAll);
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace nw::target
