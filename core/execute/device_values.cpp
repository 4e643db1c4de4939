// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/device_values.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "runtime/diagnostics.h"

namespace nw::execute {

struct DeviceValues::Resident {
  std::shared_ptr<Shared> shared;
  Value value;
  NDArray memory;  // on this side
  bool is_read = false;
  ~Resident();
};

struct DeviceValues::Shared {
  std::unordered_map<const std::byte*, Resident*> residents;  // by their memory on this side
  // Memory that nobody uses, by its bytes. A call in the queue may still read or write `later`: only calls behind it
  // may have that.
  std::multimap<uint64_t, Value> free, later;
  int64_t unread_bytes = 0;
  bool is_open = true;  // the values are on the device

  void give_up(const Value& value) { later.emplace(value.bytes(), value); }
};

DeviceValues::Resident::~Resident() {
  if (!shared->is_open) return;
  shared->residents.erase(memory.bytes());
  if (!is_read) shared->unread_bytes -= static_cast<int64_t>(value.bytes());
  shared->give_up(value);
}

DeviceValues::DeviceValues(Surroundings surroundings)
    : on_(std::move(surroundings)), shared_(std::make_shared<Shared>()) {}

DeviceValues::~DeviceValues() {
  for (const auto& [bytes, resident] : shared_->residents) shared_->give_up(resident->value);
  release_unused();
  shared_->is_open = false;
}

void DeviceValues::release_unused() {
  DeviceMemory& memory = on_.memory();
  for (auto* each : {&shared_->free, &shared_->later}) {
    for (const auto& [bytes, value] : *each) memory.release(value);
    each->clear();
  }
}

std::optional<Value> DeviceValues::find(const NDArray& array) const {
  const auto found = shared_->residents.find(array.bytes());
  if (found == shared_->residents.end() || found->second->value.bytes() != array.size_bytes()) return std::nullopt;
  Value value = found->second->value;
  value.shape = array.shape();
  return value;
}

bool DeviceValues::is_here(const NDArray& array) const {
  const auto found = shared_->residents.find(array.bytes());
  return found == shared_->residents.end() || found->second->is_read;
}

Result<Value> DeviceValues::allocate(const std::string& node, DType dtype, std::vector<int64_t> shape) {
  Value value{dtype, std::move(shape), {}};
  for (auto* each : {&shared_->later, &shared_->free})
    if (const auto found = each->find(value.bytes()); found != each->end()) {
      value.buffer = found->second.buffer;
      each->erase(found);
      return value;
    }
  DeviceMemory& memory = on_.memory();
  Diagnostics diagnostics;
  if (static_cast<int64_t>(value.bytes()) > memory.limit() - memory.used_anywhere()) {
    if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
    release_unused();
  }
  memory.allocate(node, value, diagnostics);
  if (has_errors(diagnostics)) return diagnostics;
  return value;
}

void DeviceValues::release(const Value& value) {
  shared_->give_up(value);
}

Result<Value> DeviceValues::write(const std::string& node, const NDArray& array) {
  if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
  Result<Value> value = allocate(node, array.dtype(), array.shape());
  if (!value.ok()) return value;
  Diagnostics failed =
      on_.device.session().write(value->buffer, {reinterpret_cast<const char*>(array.bytes()), value->bytes()});
  if (has_errors(failed)) return failed;
  return value;
}

NDArray DeviceValues::keep(const Value& value) {
  std::shared_ptr<Resident> resident(new Resident{shared_, value, NDArray(value.dtype, value.shape)});
  shared_->residents[resident->memory.bytes()] = resident.get();
  shared_->unread_bytes += static_cast<int64_t>(value.bytes());
  const std::byte* bytes = resident->memory.bytes();
  return {value.dtype, value.shape, bytes, std::move(resident)};
}

Diagnostics DeviceValues::add(Queued call) {
  constexpr size_t kMost = 256;
  queue_.push_back(std::move(call));
  return queue_.size() < kMost ? Diagnostics{} : run_queue();
}

Diagnostics DeviceValues::run_queue() {
  if (queue_.empty()) return {};
  const std::vector<Queued> queue = std::exchange(queue_, {});
  std::vector<target::Call> calls;
  for (const Queued& queued : queue) calls.push_back(queued.call);
  target::Plan once;
  once.threads = on_.threads;
  on_.progress.begin(queue.front().running);
  const auto start = Clock::now();
  const auto results = on_.device.session().run(calls, once);
  waited_ += Clock::now() - start;
  if (const auto reached = on_.device.session().stopped_call(); reached && *reached < queue.size())
    on_.progress.reached(queue[*reached].running);
  if (!results.ok()) return results.diagnostics;
  auto begin = start;
  for (size_t i = 0; i < results->size() && i < queue.size(); ++i) {
    const target::CallResult& result = (*results)[i];
    if (result.kernel_status != 0) return queue[i].explain(result.kernel_status);
    queue[i].ran(result, begin);
    for (const int64_t ns : result.time_ns) begin += std::chrono::nanoseconds(ns);
  }
  shared_->free.merge(shared_->later);
  return {};
}

Diagnostics DeviceValues::read(Resident& resident) {
  if (resident.is_read) return {};
  if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
  const auto start = Clock::now();
  Diagnostics failed =
      on_.device.session().read(resident.value.buffer, resident.memory.mutable_bytes(), resident.value.bytes());
  waited_ += Clock::now() - start;
  if (has_errors(failed)) return failed;
  resident.is_read = true;
  shared_->unread_bytes -= static_cast<int64_t>(resident.value.bytes());
  return {};
}

Diagnostics DeviceValues::fetch(const reference::Value& value) {
  if (const NDArray* tensor = value.tensor()) {
    const auto found = shared_->residents.find(tensor->bytes());
    return found == shared_->residents.end() ? Diagnostics{} : read(*found->second);
  }
  if (!value.list()) return {};
  for (const reference::Value& entry : *value.list())
    if (Diagnostics failed = fetch(entry); has_errors(failed)) return failed;
  return {};
}

Diagnostics DeviceValues::leave() {
  if (Diagnostics failed = run_queue(); has_errors(failed)) return failed;
  for (const auto& [bytes, resident] : shared_->residents)
    if (Diagnostics failed = read(*resident); has_errors(failed)) return failed;
  for (const auto& [bytes, resident] : shared_->residents) shared_->give_up(resident->value);
  release_unused();
  shared_->is_open = false;
  shared_ = std::make_shared<Shared>();
  return {};
}

int64_t DeviceValues::unread_bytes() const {
  return shared_->unread_bytes;
}

}  // namespace nw::execute
