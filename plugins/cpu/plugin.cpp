// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin "cpu" as nestwright/target.h has it: kernels run on the processor of this process.
#include <nestwright/target.h>

#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "cpu/device.h"
#include "cpu/facts.h"
#include "cpu/sampler.h"

namespace nw::cpu {

namespace {

constexpr std::string_view kId = "cpu", kVersion = "1.0";
constexpr int kMostThreads = 1024;

nwt_host host{};
int all_threads = 1;

nwt_status refuse(const Problem& problem) {
  if (!NWT_HAS(&host, nwt_host, report)) return problem.status;
  nlohmann::json diagnostic{{"message", problem.message}};
  if (!problem.because.empty()) diagnostic["because"] = problem.because;
  const std::string json = diagnostic.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  host.report(host.self, problem.status, {json.data(), json.size()});
  return problem.status;
}

// Nothing that is thrown leaves the plugin.
template <class Body>
nwt_status guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return refuse({NWT_NO_MEMORY, "the plugin has no memory left"});
  } catch (const std::exception& fault) {
    return refuse({NWT_INTERNAL, std::string("internal fault of the plugin: ") + fault.what()});
  }
}

template <class T>
nwt_status give(const Outcome<T>& outcome, T* into) {
  if (const Problem* problem = std::get_if<Problem>(&outcome)) return refuse(*problem);
  *into = std::get<T>(outcome);
  return NWT_OK;
}

nwt_status start(const nwt_host* from, nwt_text /*settings*/) {
  return guarded([&] {
    host = {};
    std::memcpy(&host, from, std::min(from->struct_size, sizeof host));
    host.struct_size = std::min(from->struct_size, sizeof host);
    // What is read from files, before they are closed to the process.
    all_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    Sampler::prepare();
    return NWT_OK;
  });
}

void shutdown() {
  host = {};
}

nwt_status discover(nwt_sink devices) {
  return guarded([&] {
    const std::string json = to_json(facts()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    devices.put(devices.self, {"", 0}, {json.data(), json.size()});
    return NWT_OK;
  });
}

// The setting "threads": how many the device has; 0 or absent: as many as the processor runs at a time.
Outcome<int> threads_of(nwt_text settings) {
  const auto json = nlohmann::json::parse(std::string_view(settings.data, settings.size), nullptr, false);
  if (!json.is_object() || !json.contains("threads")) return all_threads;
  const nlohmann::json& threads = json.at("threads");
  if (!threads.is_number_integer() || threads < 0 || threads > kMostThreads)
    return Problem{NWT_INVALID,
                   "the setting 'threads' must be a whole number from 0 to " + std::to_string(kMostThreads)};
  return threads == 0 ? all_threads : threads.get<int>();
}

nwt_status open(nwt_text device, nwt_text settings, nwt_device** opened) {
  return guarded([&] {
    if (device.size != 0)
      return refuse({NWT_NOT_FOUND, "there is no device '" + std::string(device.data, device.size) +
                                        "': the processor is the only one, and has no name"});
    int threads = 0;
    if (const nwt_status status = give(threads_of(settings), &threads); status != NWT_OK) return status;
    try {
      *opened = new nwt_device(threads);
    } catch (const std::system_error& refused) {
      return refuse({NWT_NO_MEMORY, std::to_string(threads) + " threads cannot be made: " + refused.what()});
    }
    return NWT_OK;
  });
}

void close(nwt_device* device) {
  delete device;
}

nwt_status load(nwt_device* device, nwt_bytes binary, const nwt_code* code, nwt_module** loaded) {
  return guarded([&] { return give(device->load(binary, *code), loaded); });
}

void unload(nwt_device* device, nwt_module* module) {
  device->modules.erase(module);
}

nwt_status allocate(nwt_device* device, uint64_t bytes, nwt_buffer** allocated) {
  return guarded([&] { return give(device->allocate(bytes), allocated); });
}

nwt_status view(nwt_device* device, nwt_buffer* of, uint64_t at, uint64_t bytes, nwt_buffer** made) {
  return guarded([&] { return give(device->view(of, at, bytes), made); });
}

void release(nwt_device* device, nwt_buffer* buffer) {
  device->release(buffer);
}

nwt_status write(nwt_device* device, nwt_buffer* buffer, uint64_t at, nwt_bytes bytes) {
  return guarded([&] {
    if (const auto problem = device->check(buffer, at, bytes.size)) return refuse(*problem);
    if (bytes.size > 0) std::memcpy(buffer->data + at, bytes.data, bytes.size);
    return NWT_OK;
  });
}

nwt_status read(nwt_device* device, nwt_buffer* buffer, uint64_t at, void* into, size_t bytes) {
  return guarded([&] {
    if (const auto problem = device->check(buffer, at, bytes)) return refuse(*problem);
    if (bytes > 0) std::memcpy(into, buffer->data + at, bytes);
    return NWT_OK;
  });
}

nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  return guarded([&] {
    const auto problem = device->run(module, *call, host, results);
    return problem ? refuse(*problem) : NWT_OK;
  });
}

// No compile: the image is what is loaded. No cancel: only its process can end a kernel.
const nwt_target kTarget = {sizeof(nwt_target),
                            NWT_ABI_MAJOR,
                            NWT_ABI_MINOR,
                            {kId.data(), kId.size()},
                            {kVersion.data(), kVersion.size()},
                            start,
                            shutdown,
                            discover,
                            open,
                            close,
                            nullptr,
                            load,
                            unload,
                            allocate,
                            release,
                            write,
                            read,
                            run,
                            nullptr,
                            view};

}  // namespace

}  // namespace nw::cpu

const nwt_target* nestwright_target(uint32_t host_major, uint32_t /*host_minor*/) {
  return host_major == NWT_ABI_MAJOR ? &nw::cpu::kTarget : nullptr;
}
