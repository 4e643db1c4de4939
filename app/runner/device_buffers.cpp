// SPDX-License-Identifier: GPL-3.0-or-later
#include "device_buffers.h"

#include <algorithm>
#include <bit>

#include "base/ndarray.h"
#include "measure/arrays.h"
#include "target/frame.h"
#include "target/transfer_memory.h"

namespace nw::runner {

using nlohmann::json;
using target::TransferMemory;

namespace {

constexpr int64_t kMaxBytes = int64_t{1} << 46;
constexpr int64_t kPiece = int64_t{1} << 15;  // elements that are filled or read at a time: they stay in a cache
constexpr size_t kMaxBuffers = 1'000'000;
constexpr int64_t kViewAlignment = 64;  // bytes

// Throws where so many bytes at a place lie outside of the buffer.
void check_range(int64_t at, int64_t size, int64_t all) {
  if (at < 0 || at > all || size > all - at)
    throw Refusal(NWT_INVALID, std::to_string(size) + " bytes at " + std::to_string(at) +
                                   " lie outside of a buffer of " + std::to_string(all));
}

}  // namespace

const DeviceBuffers::Buffer& DeviceBuffers::find(int64_t id) const {
  const auto found = buffers_.find(id);
  if (found == buffers_.end()) throw Refusal(NWT_INVALID, "there is no buffer " + std::to_string(id));
  return found->second;
}

const DeviceBuffers::Buffer& DeviceBuffers::named_by(const Request& request) const {
  return find(request.number("buffer", 0, INT64_MAX));
}

json DeviceBuffers::allocate(const Request& request, const OpenDevice& on, int64_t id) {
  const int64_t size = request.number("bytes", 0, INT64_MAX);
  if (size > kMaxBytes || buffers_.size() >= kMaxBuffers)
    throw Refusal(NWT_NO_MEMORY, "there is no memory for a buffer of " + std::to_string(size) + " bytes");
  nwt_buffer* made = nullptr;
  table_.check("allocate", on.plugin.allocate(on.device, static_cast<uint64_t>(size), &made));
  if (!made) throw Refusal(NWT_INTERNAL, "the plugin made no buffer and said that it had");
  buffers_[id] = {made, size, 0, 0};
  return {{"buffer", id}};
}

json DeviceBuffers::release(const Request& request, const OpenDevice& on) {
  const int64_t id = request.number("buffer", 0, INT64_MAX);
  if (views_.contains(id)) throw Refusal(NWT_INVALID, "buffer " + std::to_string(id) + " has views");
  if (const int64_t of = find(id).of; of != 0) views_.erase(views_.find(of));
  on.plugin.release(on.device, find(id).handle);
  buffers_.erase(id);
  return json::object();
}

json DeviceBuffers::view(const Request& request, const OpenDevice& on, int64_t id) {
  const int64_t named = request.number("buffer", 0, INT64_MAX);
  const Buffer& from = find(named);
  const int64_t at = request.number("at", 0, INT64_MAX, 0), size = request.number("bytes", 0, INT64_MAX);
  check_range(at, size, from.bytes);
  if (at % kViewAlignment != 0)
    throw Refusal(NWT_INVALID, "a view begins at a multiple of 64 bytes, not at " + std::to_string(at));
  if (!NWT_HAS(&on.plugin, nwt_target, view)) throw Refusal(NWT_UNSUPPORTED, "the plugin has no views of buffers");
  if (buffers_.size() >= kMaxBuffers) throw Refusal(NWT_NO_MEMORY, "too many buffers are there");
  const int64_t of = from.of != 0 ? from.of : named, begin = from.at + at;
  nwt_buffer* made = nullptr;
  table_.check("view", on.plugin.view(on.device, find(of).handle, static_cast<uint64_t>(begin),
                                      static_cast<uint64_t>(size), &made));
  if (!made) throw Refusal(NWT_INTERNAL, "the plugin made no view and said that it had");
  views_.insert(of);
  buffers_[id] = {made, size, of, begin};
  return {{"buffer", id}};
}

size_t DeviceBuffers::transferred(const Request& request) const {
  const int64_t size = request.number("transfer", 0, INT64_MAX), most = transfer_ ? TransferMemory::kBytes : 0;
  if (size > most)
    throw Refusal(NWT_INVALID, "the shared memory has " + std::to_string(most) + " bytes, not " + std::to_string(size));
  return static_cast<size_t>(size);
}

json DeviceBuffers::write(const Request& request, const OpenDevice& on, std::string_view bytes) const {
  const Buffer& into = named_by(request);
  if (request.has("transfer")) bytes = {transfer_, transferred(request)};
  const int64_t at = request.number("at", 0, INT64_MAX, 0);
  check_range(at, static_cast<int64_t>(bytes.size()), into.bytes);
  table_.check("write", on.plugin.write(on.device, into.handle, static_cast<uint64_t>(at),
                                        nwt_bytes{bytes.data(), bytes.size()}));
  return json::object();
}

void DeviceBuffers::write(int64_t id, int64_t at, std::span<const char> bytes, const OpenDevice& on) const {
  const Buffer& into = find(id);
  check_range(at, static_cast<int64_t>(bytes.size()), into.bytes);
  table_.check("write", on.plugin.write(on.device, into.handle, static_cast<uint64_t>(at),
                                        nwt_bytes{bytes.data(), bytes.size()}));
}

void DeviceBuffers::read(int64_t id, int64_t at, std::span<char> into, const OpenDevice& on) const {
  const Buffer& from = find(id);
  check_range(at, static_cast<int64_t>(into.size()), from.bytes);
  table_.check("read", on.plugin.read(on.device, from.handle, static_cast<uint64_t>(at), into.data(), into.size()));
}

json DeviceBuffers::fill(const Request& request, const OpenDevice& on) const {
  const Buffer& into = named_by(request);
  if (request.has("byte"))
    fill_bytes(request, on, into);
  else
    fill_by_rule(request, on, into);
  return json::object();
}

void DeviceBuffers::fill_bytes(const Request& request, const OpenDevice& on, const Buffer& into) const {
  const int64_t all = request.number("bytes", 0, INT64_MAX);
  const std::string piece(static_cast<size_t>(std::min(all, kPiece)),
                          static_cast<char>(request.number("byte", 0, UINT8_MAX)));
  check_range(0, all, into.bytes);
  for (int64_t at = 0; at < all; at += kPiece) {
    if (stop_asked_()) throw Refusal(NWT_CANCELLED, "filling was stopped");
    const auto size = static_cast<size_t>(std::min(kPiece, all - at));
    table_.check("write", on.plugin.write(on.device, into.handle, static_cast<uint64_t>(at), {piece.data(), size}));
  }
}

// So many elements of a type as the request says, from the buffer's begin.
std::pair<DType, int64_t> DeviceBuffers::elements(const Request& request, const Buffer& of) {
  const std::string name = request.text("dtype");
  const std::optional<DType> type = parse_dtype(name);
  if (!type || type->lanes != 1 || type->is_string())
    throw Refusal(NWT_INVALID, "there is no data type '" + name + "'");
  const int64_t count = request.number("count", 0, kMaxBytes), width = type->bytes();
  if (width <= 0) throw Refusal(NWT_INVALID, "values of type '" + name + "' have no size");
  check_range(0, count > kMaxBytes / width ? INT64_MAX : count * width, of.bytes);
  return {*type, count};
}

void DeviceBuffers::fill_by_rule(const Request& request, const OpenDevice& on, const Buffer& into) const {
  const auto [type, count] = elements(request, into);
  measure::Inputs inputs;
  inputs.random = request.flag("random", false);
  inputs.seed = static_cast<uint64_t>(request.number("seed", INT64_MIN, INT64_MAX, 0));
  inputs.positive = request.flag("positive", false);
  const auto argument = static_cast<size_t>(request.number("argument", 0, INT32_MAX, 0));
  for (int64_t first = 0; first < count; first += kPiece) {
    if (stop_asked_()) throw Refusal(NWT_CANCELLED, "filling was stopped");
    NDArray piece(type, {std::min(kPiece, count - first)});
    measure::fill(piece, inputs, argument, first);
    table_.check("write", on.plugin.write(on.device, into.handle, static_cast<uint64_t>(first * type.bytes()),
                                          {piece.bytes(), piece.size_bytes()}));
  }
}

json DeviceBuffers::read(const Request& request, const OpenDevice& on, std::string& body) const {
  const Buffer& from = named_by(request);
  const int64_t at = request.number("at", 0, INT64_MAX, 0);
  if (request.has("transfer")) {
    const size_t size = transferred(request);
    check_range(at, static_cast<int64_t>(size), from.bytes);
    table_.check("read", on.plugin.read(on.device, from.handle, static_cast<uint64_t>(at), transfer_, size));
    return json::object();
  }
  const int64_t size = request.number("bytes", 0, target::kMaxBody);
  check_range(at, size, from.bytes);
  std::string read(static_cast<size_t>(size), '\0');
  table_.check("read", on.plugin.read(on.device, from.handle, static_cast<uint64_t>(at), read.data(), read.size()));
  body = std::move(read);
  return json::object();
}

json DeviceBuffers::summarize(const Request& request, const OpenDevice& on) const {
  const Buffer& from = named_by(request);
  const auto [type, count] = elements(request, from);
  measure::OutputSums sums;
  for (int64_t first = 0; first < count; first += kPiece) {
    if (stop_asked_()) throw Refusal(NWT_CANCELLED, "reading was stopped");
    NDArray piece(type, {std::min(kPiece, count - first)});
    table_.check("read", on.plugin.read(on.device, from.handle, static_cast<uint64_t>(first * type.bytes()),
                                        piece.mutable_bytes(), piece.size_bytes()));
    sums.add(piece);
  }
  json numbers = json::array();
  for (const double value : sums.first) numbers.push_back(std::bit_cast<uint64_t>(value));
  return {{"sum", std::bit_cast<uint64_t>(sums.sum)},
          {"weighted_sum", std::bit_cast<uint64_t>(sums.weighted_sum)},
          {"first", std::move(numbers)}};
}

}  // namespace nw::runner
