// SPDX-License-Identifier: GPL-3.0-or-later
#include "guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace nw::test {

namespace {

constexpr int64_t kAlignment = 64;
constexpr unsigned char kSlack = 0x5a;
constexpr int64_t kMaxBytes = int64_t{1} << 30;

}  // namespace

GuardedBlock::GuardedBlock(int64_t bytes, unsigned char fill) : bytes_(bytes) {
  const int64_t page = ::sysconf(_SC_PAGESIZE);
  slack_ = (kAlignment - bytes % kAlignment) % kAlignment;
  const int64_t inner = (bytes + slack_ + page - 1) / page * page;
  mapped_ = static_cast<size_t>(inner + 2 * page);
  mapping_ = ::mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  auto* begin = static_cast<unsigned char*>(mapping_) + page;
  if (inner > 0) {
    if (::mprotect(begin, static_cast<size_t>(inner), PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    std::memset(begin, fill, static_cast<size_t>(inner));
  }
  data_ = begin + inner - slack_ - bytes;
  std::memset(data_ + bytes, kSlack, static_cast<size_t>(slack_));
}

GuardedBlock::GuardedBlock(GuardedBlock&& other) noexcept
    : mapping_(other.mapping_), mapped_(other.mapped_), data_(other.data_), bytes_(other.bytes_), slack_(other.slack_) {
  other.mapping_ = nullptr;
}

GuardedBlock::~GuardedBlock() {
  if (mapping_) ::munmap(mapping_, mapped_);
}

bool GuardedBlock::overrun() const {
  for (int64_t i = 0; i < slack_; ++i)
    if (data_[bytes_ + i] != kSlack) return true;
  return false;
}

GuardedRuntime::GuardedRuntime(unsigned char fill) : table_{}, fill_(fill) {
  table_.state = this;
  table_.parallel_for = [](const nw_runtime*, int64_t count, nw_parallel_body body, void* context) {
    for (int64_t i = count; i-- > 0;)
      if (const int status = body(context, i, i + 1); status != 0) return status;
    return 0;
  };
  table_.allocate = [](const nw_runtime* r, int64_t bytes) -> void* {
    auto* self = static_cast<GuardedRuntime*>(r->state);
    if (bytes < 0 || bytes > kMaxBytes) return nullptr;
    GuardedBlock block(bytes, self->fill_);
    void* data = block.data();
    self->blocks_.emplace(data, std::move(block));
    return data;
  };
  table_.release = [](const nw_runtime* r, void* data) {
    auto* self = static_cast<GuardedRuntime*>(r->state);
    const auto at = self->blocks_.find(data);
    if (at == self->blocks_.end()) return;
    self->overrun_ = self->overrun_ || at->second.overrun();
    self->blocks_.erase(at);
  };
}

}  // namespace nw::test
