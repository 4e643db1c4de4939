// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/device_values.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <unordered_map>
#include <utility>

#include "runtime/diagnostics.h"

namespace nw::execute {

// Memory on this side that nobody has written to: a value whose elements nobody reads touches none of it. Aligned here,
// as NDArray does it.
class DeviceValues::Elements {
 public:
  explicit Elements(uint64_t bytes) {
    constexpr size_t kAlignment = 64;
    size_t space = bytes + 2 * kAlignment;
    memory_.reset(std::malloc(space));
    if (!memory_) throw std::bad_alloc();
    void* aligned = memory_.get();
    bytes_ = static_cast<std::byte*>(std::align(kAlignment, bytes + 1, aligned, space));
  }
  std::byte* bytes() const { return bytes_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::byte* bytes_;
};

struct DeviceValues::Resident {
  Resident(std::shared_ptr<Shared> of, target::BufferId on_device, uint64_t size)
      : shared(std::move(of)), buffer(on_device), bytes(size), memory(size) {}
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;
  ~Resident();

  std::shared_ptr<Shared> shared;
  target::BufferId buffer;
  uint64_t bytes;
  Elements memory;
  bool is_read = false;
};

struct DeviceValues::Shared {
  std::unordered_map<const std::byte*, Resident*> residents;  // by their memory on this side
  // Memory that nobody uses behind the last call, by its bytes.
  std::unordered_map<uint64_t, std::vector<target::BufferId>> free;
  int64_t unread_bytes = 0, allocated_bytes = 0;
  bool is_open = true;  // the values are on the device

  void give_up(uint64_t bytes, target::BufferId buffer) { free[bytes].push_back(buffer); }
};

DeviceValues::Resident::~Resident() {
  if (!shared->is_open) return;
  shared->residents.erase(memory.bytes());
  if (!is_read) shared->unread_bytes -= static_cast<int64_t>(bytes);
  shared->give_up(bytes, buffer);
}

DeviceValues::DeviceValues(Surroundings surroundings)
    : on_(std::move(surroundings)), shared_(std::make_shared<Shared>()) {}

DeviceValues::~DeviceValues() {
  if (!queue_.empty()) batches().finish();  // what it gives is for nobody
  for (const auto& [bytes, resident] : shared_->residents) shared_->give_up(resident->bytes, resident->buffer);
  release_unused();
  shared_->is_open = false;
}

void DeviceValues::release_unused() {
  DeviceMemory& memory = on_.memory();
  for (const auto& [bytes, buffers] : shared_->free)
    for (const target::BufferId buffer : buffers) {
      memory.release({DType::UInt(8), {static_cast<int64_t>(bytes)}, buffer});
      shared_->allocated_bytes -= static_cast<int64_t>(bytes);
    }
  shared_->free.clear();
}

std::optional<target::BufferId> DeviceValues::find(const NDArray& array) const {
  const auto found = shared_->residents.find(array.bytes());
  if (found == shared_->residents.end() || found->second->bytes != array.size_bytes()) return std::nullopt;
  return found->second->buffer;
}

bool DeviceValues::is_here(const NDArray& array) const {
  const auto found = shared_->residents.find(array.bytes());
  return found == shared_->residents.end() || found->second->is_read;
}

Result<Value> DeviceValues::allocate(const std::string& node, DType dtype, std::vector<int64_t> shape) {
  Value value{dtype, std::move(shape), {}};
  if (const auto found = shared_->free.find(value.bytes()); found != shared_->free.end() && !found->second.empty()) {
    value.buffer = found->second.back();
    found->second.pop_back();
    return value;
  }
  DeviceMemory& memory = on_.memory();
  Diagnostics diagnostics;
  if (static_cast<int64_t>(value.bytes()) > memory.limit() - memory.used_anywhere()) {
    if (Diagnostics failed = finish(); has_errors(failed)) return failed;
    release_unused();
  }
  memory.allocate(node, value, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  shared_->allocated_bytes += static_cast<int64_t>(value.bytes());
  return value;
}

void DeviceValues::release(const Value& value) {
  shared_->give_up(value.bytes(), value.buffer);
}

target::Batches& DeviceValues::batches() {
  target::Batches& batches = on_.device.session().batches();
  batches.set_threads(on_.threads);
  return batches;
}

Result<Value> DeviceValues::write(const std::string& node, const NDArray& array) {
  Result<Value> value = allocate(node, array.dtype(), array.shape());
  if (!value.ok()) return value;
  Diagnostics failed = batches().write(value->buffer, {reinterpret_cast<const char*>(array.bytes()), value->bytes()});
  if (has_errors(failed)) return failed;
  return value;
}

NDArray DeviceValues::keep(const Value& value) {
  auto resident = std::make_shared<Resident>(shared_, value.buffer, value.bytes());
  const std::byte* bytes = resident->memory.bytes();
  shared_->residents[bytes] = resident.get();
  shared_->unread_bytes += static_cast<int64_t>(value.bytes());
  return {value.dtype, value.shape, bytes, std::move(resident)};
}

Diagnostics DeviceValues::add(target::Call call, const Caller& by) {
  queue_.push_back({std::move(call), &by});
  return batches().run(queue_.back().call);
}

Diagnostics DeviceValues::finish() {
  if (!queue_.empty()) on_.progress.begin(queue_.front().by->running());
  const auto start = Clock::now();
  const Result<std::vector<target::Batches::Ran>> results = batches().finish();
  waited_ += Clock::now() - start;
  const std::deque<Queued> queue = std::exchange(queue_, {});
  if (!results.ok()) {
    if (const auto reached = on_.device.session().stopped_call(); reached && *reached < queue.size())
      on_.progress.reached(queue[*reached].by->running());
    return results.diagnostics;
  }
  auto begin = start;
  for (size_t i = 0; i < results->size() && i < queue.size(); ++i) {
    const target::Batches::Ran& result = (*results)[i];
    if (result.kernel_status != 0) return queue[i].by->explain(result.kernel_status, queue[i].call.buffers);
    const std::chrono::nanoseconds time(result.time_ns);
    queue[i].by->ran(time, begin);
    begin += time;
  }
  return {};
}

void DeviceValues::collect(const reference::Value& value, std::vector<Resident*>& unread) const {
  if (const NDArray* tensor = value.tensor()) {
    const auto found = shared_->residents.find(tensor->bytes());
    if (found != shared_->residents.end() && !found->second->is_read) unread.push_back(found->second);
  } else if (value.list()) {
    for (const reference::Value& entry : *value.list()) collect(entry, unread);
  }
}

Diagnostics DeviceValues::read(const std::vector<Resident*>& unread) {
  if (unread.empty()) return {};
  for (const Resident* resident : unread)
    if (Diagnostics failed = batches().read(resident->buffer, resident->memory.bytes(), resident->bytes);
        has_errors(failed))
      return failed;
  if (Diagnostics failed = finish(); has_errors(failed)) return failed;
  for (Resident* resident : unread) {
    if (!std::exchange(resident->is_read, true)) shared_->unread_bytes -= static_cast<int64_t>(resident->bytes);
  }
  return {};
}

Diagnostics DeviceValues::fetch(const reference::Value& value) {
  std::vector<Resident*> unread;
  collect(value, unread);
  return read(unread);
}

Diagnostics DeviceValues::leave() {
  std::vector<Resident*> unread;
  for (const auto& [bytes, resident] : shared_->residents)
    if (!resident->is_read) unread.push_back(resident);
  Diagnostics failed = unread.empty() ? finish() : read(unread);
  if (has_errors(failed)) return failed;
  for (const auto& [bytes, resident] : shared_->residents) shared_->give_up(resident->bytes, resident->buffer);
  release_unused();
  shared_->is_open = false;
  shared_ = std::make_shared<Shared>();
  return {};
}

int64_t DeviceValues::unread_bytes() const {
  return shared_->unread_bytes;
}

int64_t DeviceValues::allocated_bytes() const {
  return shared_->allocated_bytes;
}

}  // namespace nw::execute
