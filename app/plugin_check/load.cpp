// SPDX-License-Identifier: GPL-3.0-or-later
// Much at once, and much in a row.
#include <fmt/format.h>

#include <cstring>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

void serves_two_processes(Bench& bench) {
  bench.open();
  const auto other = bench.another_session();
  const Result<target::Frame> opened = other->request({{"do", "open"},
                                                       {"plugin", bench.known.id},
                                                       {"device", bench.known.device},
                                                       {"settings", bench.subject.settings}});
  if (!opened.ok()) throw Failed{in_words(opened.diagnostics), "a reply to 'open' in a second runner"};
  if (opened->head.value("status", "") == "busy") throw Skipped{"the device serves one program at a time"};
  if (!opened->head.contains("ok"))
    throw Failed{"'open' in a second runner gave " + opened->head.dump(), "a device, or the status busy"};
  const int64_t here = bench.allocate(kBytes);
  const Result<target::BufferId> there = other->allocate(kBytes);
  if (!there.ok()) throw Failed{in_words(there.diagnostics), "memory in both runners"};
  bench.write(here, 0, std::string(kBytes, 'a'));
  other->write(*there, std::string(kBytes, 'b'));
  if (bench.read(here, 0, kBytes) != std::string(kBytes, 'a'))
    throw Failed{"a buffer changed when another runner wrote to its own", "buffers that are apart"};
}

// Kernels of the same code are kernels of their own.
void loads_many_kernels(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  constexpr size_t kKernels = 200;
  std::vector<int64_t> modules;
  for (size_t i = 0; i < kKernels; ++i) modules.push_back(bench.load(kernel));
  std::vector<int64_t> buffers;
  for (int i = 0; i < 3; ++i) {
    buffers.push_back(bench.allocate(kBytes));
    bench.get({{"do", "fill"}, {"buffer", buffers.back()}, {"byte", 0}, {"bytes", kBytes}});
  }
  const float two = 2;
  std::string bytes(sizeof two, '\0');
  std::memcpy(bytes.data(), &two, sizeof two);
  for (const int64_t buffer : {buffers[0], buffers[1]}) bench.write(buffer, 0, bytes);
  for (size_t i = 0; i < kKernels; ++i) {
    bench.get({{"do", "fill"}, {"buffer", buffers[2]}, {"byte", 0}, {"bytes", kBytes}});
    bench.run(Bench::call(modules[i], buffers, {}), {{"runs", 1}});
    float seen = 0;
    std::memcpy(&seen, bench.read(buffers[2], 0, sizeof seen).data(), sizeof seen);
    if (seen != two * two + two)
      throw Failed{fmt::format("kernel {} of {} gives {} for 2 * 2 + 2", i + 1, kKernels, seen), "6"};
  }
  for (const int64_t module : modules) bench.get({{"do", "unload"}, {"module", module}});
}

}  // namespace

Checks load_checks() {
  return {{"load.two_processes", "life.open", serves_two_processes},
          {"load.many_kernels", "run.once", loads_many_kernels}};
}

}  // namespace nw::plugin_check
