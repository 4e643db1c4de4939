// SPDX-License-Identifier: GPL-3.0-or-later
// The buffers of the open device, and the requests about them: allocate, view, release, write, fill, read, summarize.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/dtype.h"
#include "loaded_plugin.h"
#include "request.h"

namespace nw::runner {

// What the requests are served with. A device is open.
struct OpenDevice {
  const nwt_target& plugin;
  nwt_device* device;
};

class DeviceBuffers {
 public:
  // `transfer`: memory shared with the client (target/transfer_memory.h); null: none.
  DeviceBuffers(HostTable& table, std::function<bool()> stop_asked, char* transfer)
      : table_(table), stop_asked_(std::move(stop_asked)), transfer_(transfer) {}

  // The results of the requests, as target/frame.h has them. Each throws Refusal. `id`: of a new buffer.
  nlohmann::json allocate(const Request& request, const OpenDevice& on, int64_t id);
  nlohmann::json release(const Request& request, const OpenDevice& on);
  // A part of another buffer, as one of its own; a view of a view is one of the buffer behind it.
  nlohmann::json view(const Request& request, const OpenDevice& on, int64_t id);
  nlohmann::json write(const Request& request, const OpenDevice& on, std::string_view bytes) const;
  nlohmann::json fill(const Request& request, const OpenDevice& on) const;
  nlohmann::json read(const Request& request, const OpenDevice& on, std::string& bytes) const;
  nlohmann::json summarize(const Request& request, const OpenDevice& on) const;

  // Bytes of a buffer from `at` on, for commands of a batch. Both throw Refusal.
  void write(int64_t id, int64_t at, std::span<const char> bytes, const OpenDevice& on) const;
  void read(int64_t id, int64_t at, std::span<char> into, const OpenDevice& on) const;

  nwt_buffer* handle(int64_t id) const { return find(id).handle; }

 private:
  struct Buffer {
    nwt_buffer* handle = nullptr;
    int64_t bytes = 0;
    int64_t of = 0, at = 0;  // of a view: the buffer that it is a part of, from that byte on; 0: it is none
  };
  const Buffer& find(int64_t id) const;
  const Buffer& named_by(const Request& request) const;
  // Throws Refusal where the request asks for more than the shared memory has.
  size_t transferred(const Request& request) const;
  static std::pair<DType, int64_t> elements(const Request& request, const Buffer& of);
  void fill_by_rule(const Request& request, const OpenDevice& on, const Buffer& into) const;
  void fill_bytes(const Request& request, const OpenDevice& on, const Buffer& into) const;

  HostTable& table_;
  const std::function<bool()> stop_asked_;
  char* const transfer_;
  std::map<int64_t, Buffer> buffers_;
  std::multiset<int64_t> views_;  // the buffers that they are parts of
};

}  // namespace nw::runner
