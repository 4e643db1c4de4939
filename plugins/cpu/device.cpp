// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/device.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cpu/processor.h"
#include "cpu/runs.h"

using nw::cpu::Outcome;
using nw::cpu::Problem;

namespace {

uint64_t physical_memory() {
  static const auto bytes =
      static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

nwt_text text(std::string_view of) {
  return {of.data(), of.size()};
}

template <class T>
nwt_bytes bytes_of(const T& value) {
  return {&value, sizeof value};
}

// How many entries the signature's list has; nothing where it has no such list.
std::optional<size_t> entries(const nlohmann::json& signature, const char* list) {
  if (!signature.is_object() || !signature.contains(list) || !signature.at(list).is_array()) return std::nullopt;
  return signature.at(list).size();
}

Problem wrong_number(const char* what, size_t given, size_t wanted) {
  return {NWT_INVALID, "the kernel takes " + std::to_string(wanted) + " " + what + ", and " + std::to_string(given) +
                           (given == 1 ? " was given" : " were given")};
}

}  // namespace

Outcome<nwt_module*> nwt_device::load(nwt_bytes binary, const nwt_code& code) {
  if (std::string_view(code.dialect.data, code.dialect.size) != "elf")
    return Problem{NWT_UNSUPPORTED, "a processor loads code of the dialect 'elf', not '" +
                                        std::string(code.dialect.data, code.dialect.size) + "'"};
  Outcome<nw::cpu::Image> image = nw::cpu::Image::load({static_cast<const std::byte*>(binary.data), binary.size});
  if (const Problem* problem = std::get_if<Problem>(&image)) return *problem;
  const auto signature =
      nlohmann::json::parse(std::string_view(code.signature.data, code.signature.size), nullptr, false);
  auto module = std::make_unique<nwt_module>(nwt_module{std::move(std::get<nw::cpu::Image>(image)),
                                                        entries(signature, "arguments"), entries(signature, "sizes")});
  nwt_module* loaded = module.get();
  modules[loaded] = std::move(module);
  return loaded;
}

// Where there are many buffers, those of a network, they share large pages: its weights are read from one end to the
// other. A kernel's few buffers have a page behind each that cannot be accessed.
std::shared_ptr<nw::cpu::Pages> nwt_device::pages_for(uint64_t bytes, uint64_t& at) {
  using nw::cpu::Pages;
  constexpr size_t kMany = 32;
  constexpr uint64_t kLeast = 4096, kMost = Pages::kHugePage / 2, kTogether = 4 * Pages::kHugePage, kAlignment = 64;
  const auto allocate = [](uint64_t size) {
    std::optional<Pages> made = Pages::allocate(size);
    return made ? std::make_shared<Pages>(std::move(*made)) : nullptr;
  };
  at = 0;
  if (buffers.size() < kMany || bytes < kLeast || bytes > kMost) return allocate(bytes);
  if (!shared_ || kTogether - shared_used_ < bytes) {
    shared_ = allocate(kTogether);
    shared_used_ = 0;
  }
  at = shared_used_;
  shared_used_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  return shared_;
}

Outcome<nwt_buffer*> nwt_device::allocate(uint64_t bytes) {
  const uint64_t left = physical_memory() - std::min(allocated, physical_memory());
  // The system hands out addresses for more than it has.
  uint64_t at = 0;
  std::shared_ptr<nw::cpu::Pages> pages = bytes <= left ? pages_for(bytes, at) : nullptr;
  if (!pages) return Problem{NWT_NO_MEMORY, "there is no memory for a buffer of " + std::to_string(bytes) + " bytes"};
  std::byte* const data = pages->data() + at;
  allocated += bytes;
  return keep({std::move(pages), data, bytes});
}

Outcome<nwt_buffer*> nwt_device::view(nwt_buffer* of, uint64_t at, uint64_t bytes) {
  if (auto problem = check(of, at, bytes)) return *problem;
  constexpr uint64_t kAlignment = 64;
  if (at % kAlignment != 0)
    return Problem{NWT_INVALID, "a view begins at a multiple of 64 bytes, not at " + std::to_string(at)};
  return keep({nullptr, of->data + at, bytes});
}

nwt_buffer* nwt_device::keep(nwt_buffer buffer) {
  auto kept = std::make_unique<nwt_buffer>(std::move(buffer));
  nwt_buffer* const made = kept.get();
  buffers[made] = std::move(kept);
  return made;
}

void nwt_device::release(nwt_buffer* buffer) {
  const auto found = buffers.find(buffer);
  if (found == buffers.end()) return;
  if (buffer->pages) allocated -= buffer->bytes;
  buffers.erase(found);
}

std::optional<Problem> nwt_device::check(nwt_buffer* buffer, uint64_t at, uint64_t bytes) const {
  if (!buffers.contains(buffer)) return Problem{NWT_INVALID, "there is no such buffer"};
  if (at <= buffer->bytes && bytes <= buffer->bytes - at) return std::nullopt;
  return Problem{NWT_INVALID, std::to_string(bytes) + " bytes at " + std::to_string(at) +
                                  " lie outside of a buffer of " + std::to_string(buffer->bytes)};
}

std::optional<Problem> nwt_device::run(nwt_module* module, const nwt_call& call, const nwt_host& host,
                                       nwt_sink results) {
  if (!modules.contains(module)) return Problem{NWT_INVALID, "there is no such kernel"};
  if (module->arguments && *module->arguments != call.buffer_count)
    return wrong_number("buffers", call.buffer_count, *module->arguments);
  if (module->sizes && *module->sizes != call.size_count) return wrong_number("sizes", call.size_count, *module->sizes);
  std::vector<void*> arguments;
  for (size_t i = 0; i < call.buffer_count; ++i) {
    if (auto problem = check(call.buffers[i], 0, 0)) return problem;
    arguments.push_back(call.buffers[i]->data);
  }
  const nwt_plan& plan = *call.plan;
  if (plan.threads < 0 || plan.threads > runtime.threads())
    return Problem{NWT_INVALID, "the device was opened with " + std::to_string(runtime.threads()) +
                                    " threads, and the plan asks for " + std::to_string(plan.threads)};
  const int threads = plan.threads == 0 ? runtime.threads() : plan.threads;
  runtime.use(threads);
  const nw_kernel kernel = module->image.entry();
  nw::cpu::Work work;
  work.run = [&] { return kernel(arguments.data(), call.sizes, runtime.get()); };
  work.cool = [&] {
    for (size_t i = static_cast<size_t>(std::max(plan.cold_from, 0)); i < call.buffer_count; ++i)
      nw::cpu::flush_from_caches(call.buffers[i]->data, call.buffers[i]->bytes);
  };
  work.stop_asked = [&] { return NWT_HAS(&host, nwt_host, stop_asked) && host.stop_asked(host.self) != 0; };

  const Outcome<nw::cpu::Times> timed = nw::cpu::run_by_plan(work, plan);
  if (const Problem* problem = std::get_if<Problem>(&timed)) return *problem;
  const auto& times = std::get<nw::cpu::Times>(timed);
  results.put(results.self, text("time_ns"), {times.samples.data(), times.samples.size() * sizeof(int64_t)});
  if (times.kernel_status != 0) {
    results.put(results.self, text("kernel_status"), bytes_of(int32_t{times.kernel_status}));
    return std::nullopt;
  }
  const auto counted = nw::cpu::count_by_plan(work, plan, counters);
  if (const Problem* problem = std::get_if<Problem>(&counted)) return *problem;
  for (const auto& [name, count] : std::get<0>(counted))
    results.put(results.self, text("counter:" + name), bytes_of(count));
  if (plan.sample_places == 0) return std::nullopt;
  const Outcome<std::string> places = nw::cpu::sample_places(work, module->image, runtime, threads);
  if (const Problem* problem = std::get_if<Problem>(&places)) return *problem;
  if (const auto& rows = std::get<std::string>(places); !rows.empty())
    results.put(results.self, text("samples"), {rows.data(), rows.size()});
  return std::nullopt;
}
