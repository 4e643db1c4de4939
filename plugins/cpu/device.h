// SPDX-License-Identifier: GPL-3.0-or-later
// The processor that this process runs on, opened: its threads, and the memory and kernels that were made on it.
#pragma once

#include <nestwright/target.h>

#include <map>
#include <memory>
#include <optional>

#include "cpu/counters.h"
#include "cpu/image.h"
#include "cpu/pages.h"
#include "cpu/problem.h"
#include "cpu/thread_pool.h"

struct nwt_buffer {
  std::shared_ptr<nw::cpu::Pages> pages;  // of this buffer, or shared; null: a view of another buffer's
  std::byte* data;
  uint64_t bytes;
};

struct nwt_module {
  nw::cpu::Image image;
  std::optional<size_t> arguments, sizes;  // how many the signature names; nothing: it does not say
};

struct nwt_device {
  explicit nwt_device(int threads) : runtime(threads) {}

  nw::cpu::Outcome<nwt_module*> load(nwt_bytes binary, const nwt_code& code);
  nw::cpu::Outcome<nwt_buffer*> allocate(uint64_t bytes);
  nw::cpu::Outcome<nwt_buffer*> view(nwt_buffer* of, uint64_t at, uint64_t bytes);
  void release(nwt_buffer* buffer);
  // Why the range is none of a buffer of this device; nothing: it is.
  std::optional<nw::cpu::Problem> check(nwt_buffer* buffer, uint64_t at, uint64_t bytes) const;
  std::optional<nw::cpu::Problem> run(nwt_module* module, const nwt_call& call, const nwt_host& host, nwt_sink results);

  nw::cpu::KernelRuntime runtime;
  nw::cpu::Counters counters;
  std::map<nwt_module*, std::unique_ptr<nwt_module>> modules;
  std::map<nwt_buffer*, std::unique_ptr<nwt_buffer>> buffers;
  uint64_t allocated = 0;  // bytes

 private:
  nwt_buffer* keep(nwt_buffer buffer);
  std::shared_ptr<nw::cpu::Pages> pages_for(uint64_t bytes, uint64_t& at);

  std::shared_ptr<nw::cpu::Pages> shared_;  // the pages that buffers share at present
  uint64_t shared_used_ = 0;                // bytes of them
};
