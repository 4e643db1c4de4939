// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin that can be cancelled, and that misbehaves in the way that its setting "odd" names: what a runner has to
// survive.
#include <nestwright/target.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

struct nwt_device {
  std::string odd;
  std::atomic<bool> cancelled{false};
};
struct nwt_module {};
struct nwt_buffer {};

namespace {

nwt_host host;

nwt_text text(std::string_view of) {
  return {of.data(), of.size()};
}

bool is(const nwt_device* device, const char* odd) {
  return device->odd.find(odd) != std::string::npos;
}

nwt_status start(const nwt_host* from, nwt_text) {
  host = *from;
  host.log(host.self, 1, text("started"));
  std::printf("a plugin that prints\n");
  std::fflush(stdout);
  return NWT_OK;
}

void shutdown() {}

nwt_status discover(nwt_sink devices) {
  const std::string facts = R"({"facts":1,"id":"odd"})";
  devices.put(devices.self, {"", 0}, {facts.data(), facts.size()});
  return NWT_OK;
}

nwt_status open(nwt_text, nwt_text settings, nwt_device** opened) {
  const std::string odd(settings.data, settings.size);
  if (odd.find("refuse") != std::string::npos) {
    host.report(host.self, NWT_BUSY, text(R"({"message":"in use","because":["by another"],"line":7,"x":1})"));
    return NWT_BUSY;
  }
  if (odd.find("no device") != std::string::npos) return NWT_OK;
  // As drivers of GPUs do.
  if (odd.find("reserves") != std::string::npos &&
      ::mmap(nullptr, size_t{1} << 42, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
    return NWT_NO_MEMORY;
  *opened = new nwt_device{odd};
  return NWT_OK;
}

void close(nwt_device* device) {
  delete device;
}

nwt_status load(nwt_device*, nwt_bytes, const nwt_code*, nwt_module** loaded) {
  *loaded = new nwt_module;
  return NWT_OK;
}

void unload(nwt_device*, nwt_module* module) {
  delete module;
}

nwt_status allocate(nwt_device* device, uint64_t, nwt_buffer** allocated) {
  if (is(device, "throws")) throw std::runtime_error("thrown");
  if (is(device, "throws a number")) throw 7;
  if (is(device, "exits")) std::exit(3);
  if (is(device, "forks") && ::fork() == 0) ::pause();  // the child keeps all descriptors
  if (is(device, "aborts")) std::abort();
  if (is(device, "status")) return static_cast<nwt_status>(12);
  if (is(device, "logs"))
    for (int i = 0; i < 100'000; ++i) host.log(host.self, 9, text("again"));
  *allocated = new nwt_buffer;
  return NWT_OK;
}

void release(nwt_device*, nwt_buffer* buffer) {
  delete buffer;
}

nwt_status write(nwt_device*, nwt_buffer*, uint64_t, nwt_bytes) {
  return NWT_OK;
}

nwt_status read(nwt_device*, nwt_buffer*, uint64_t, void* into, size_t bytes) {
  std::memset(into, 1, bytes);
  return NWT_OK;
}

nwt_status run(nwt_device* device, nwt_module*, const nwt_call*, nwt_sink results) {
  const auto put = [&](std::string_view name, const std::string& value) {
    results.put(results.self, text(name), {value.data(), value.size()});
  };
  while (is(device, "until cancelled") && !device->cancelled) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  while (is(device, "until asked") && !host.stop_asked(host.self))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  while (is(device, "for ever")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (is(device, "until")) return NWT_CANCELLED;
  if (is(device, "short time")) put("time_ns", "1234567");
  if (is(device, "long time")) put("time_ns", std::string(2 << 20, 'x'));
  if (is(device, "bad samples")) put("samples", R"([{"count":1}])");
  if (is(device, "unknown")) put("\xff\xfe", "x");
  put("time_ns", std::string(8, '\1'));
  return NWT_OK;
}

void cancel(nwt_device* device) {
  device->cancelled = true;
}

const nwt_target target = {sizeof(nwt_target),
                           NWT_ABI_MAJOR,
                           NWT_ABI_MINOR,
                           {"odd", 3},
                           {"0.1", 3},
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
                           cancel,
                           nullptr};

}  // namespace

const nwt_target* nestwright_target(uint32_t host_major, uint32_t) {
  return host_major == NWT_ABI_MAJOR ? &target : nullptr;
}
