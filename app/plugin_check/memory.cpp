// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers. Ranges outside of a buffer are refused by the runner, before a plugin sees them.
#include <fmt/format.h>

#include <algorithm>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

void must_equal(const std::string& seen, const std::string& expected, const std::string& what) {
  const auto [at, other] = std::ranges::mismatch(seen, expected);
  if (at == seen.end() && other == expected.end()) return;
  const auto place = static_cast<size_t>(at - seen.begin());
  throw Failed{fmt::format("{}: byte {} is 0x{:02x}", what, place,
                           place < seen.size() ? static_cast<unsigned char>(seen[place]) : 0),
               fmt::format("0x{:02x}", place < expected.size() ? static_cast<unsigned char>(expected[place]) : 0)};
}

void takes_no_bytes(Bench& bench) {
  bench.open();
  const int64_t buffer = bench.allocate(0);
  bench.get({{"do", "write"}, {"buffer", buffer}, {"at", 0}});
  bench.read(buffer, 0, 0);
  bench.get({{"do", "release"}, {"buffer", buffer}});
}

void takes_one_byte(Bench& bench) {
  bench.open();
  const int64_t buffer = bench.allocate(1);
  bench.write(buffer, 0, "x");
  must_equal(bench.read(buffer, 0, 1), "x", "a buffer of one byte");
}

void reads_back(Bench& bench) {
  bench.open();
  constexpr uint64_t kSize = 10'007;
  const int64_t buffer = bench.allocate(kSize);
  std::string expected = noise(kSize);
  bench.write(buffer, 0, expected);
  must_equal(bench.read(buffer, 0, kSize), expected, "a buffer that was written as a whole");
  for (const auto& [at, size] : {std::pair<uint64_t, uint64_t>{1, 1}, {3, 5}, {63, 2}, {511, 1025}, {4095, 4099}}) {
    const std::string part = noise(size, at);
    expected.replace(at, size, part);
    bench.write(buffer, at, part);
    must_equal(bench.read(buffer, at, size), part, fmt::format("{} bytes written and read at {}", size, at));
    must_equal(bench.read(buffer, 0, kSize), expected,
               fmt::format("the buffer after {} bytes were written at {}", size, at));
  }
}

void keeps_buffers_apart(Bench& bench) {
  bench.open();
  constexpr uint64_t kSize = 1000;
  std::vector<int64_t> buffers;
  for (int i = 0; i < 32; ++i) buffers.push_back(bench.allocate(kSize + static_cast<uint64_t>(i)));
  for (size_t i = 0; i < buffers.size(); ++i) bench.write(buffers[i], 0, noise(kSize + i, i));
  for (size_t i = 0; i < buffers.size(); i += 2) bench.get({{"do", "release"}, {"buffer", buffers[i]}});
  for (size_t i = 0; i < buffers.size(); i += 2) bench.write(bench.allocate(kSize + i), 0, noise(kSize + i, 99));
  for (size_t i = 1; i < buffers.size(); i += 2)
    must_equal(bench.read(buffers[i], 0, kSize + i), noise(kSize + i, i),
               fmt::format("buffer {} of {}", i, buffers.size()));
}

// What is written to a view is there in its buffer and in the views that overlap it, and nowhere else.
void shows_parts(Bench& bench) {
  bench.open();
  constexpr uint64_t kSize = 1000;
  const int64_t buffer = bench.allocate(kSize);
  std::string expected = noise(kSize);
  bench.write(buffer, 0, expected);
  const auto part = [&](uint64_t at, uint64_t bytes) {
    const std::string what = fmt::format("'view' of {} bytes at {}", bytes, at);
    const Reply reply = bench.ask({{"do", "view"}, {"buffer", buffer}, {"at", at}, {"bytes", bytes}});
    if (reply.status == "unsupported") throw Skipped{"the plugin has no views of buffers"};
    bench.expect(reply, {"ok"}, what);
    return reply.ok.at("buffer").get<int64_t>();
  };
  const int64_t left = part(64, 256), right = part(192, 700);
  must_equal(bench.read(left, 0, 256), expected.substr(64, 256), "a view of 256 bytes at 64");
  expected.replace(202, 100, noise(100, 1));
  bench.write(right, 10, noise(100, 1));
  must_equal(bench.read(buffer, 0, kSize), expected, "the buffer after 100 bytes were written to a view");
  must_equal(bench.read(left, 0, 256), expected.substr(64, 256), "a view that overlaps the one that was written");
  bench.get({{"do", "release"}, {"buffer", right}});
  must_equal(bench.read(buffer, 0, kSize), expected, "the buffer after a view was released");
}

uint64_t stated_memory(const Bench& bench) {
  for (const TargetFacts::Memory& memory : bench.known.facts->memories)
    if (memory.scope == "global" && memory.bytes > 0) return static_cast<uint64_t>(memory.bytes);
  return UINT64_MAX;
}

void takes_large_buffers(Bench& bench) {
  constexpr uint64_t kSize = uint64_t{64} << 20;
  if (stated_memory(bench) < 2 * kSize) throw Skipped{"the facts state less memory than 128 MiB"};
  bench.open();
  const int64_t buffer = bench.allocate(kSize);
  const std::string bytes = noise(kSize);
  bench.write(buffer, 0, bytes);
  must_equal(bench.read(buffer, 0, kSize), bytes, "a buffer of 64 MiB");
}

void recovers_from_exhaustion(Bench& bench) {
  bench.open();
  constexpr uint64_t kTooMuch = uint64_t{1} << 45;
  const Reply reply = bench.ask({{"do", "allocate"}, {"bytes", kTooMuch}});
  bench.expect(reply, {"no_memory"}, "'allocate' of 32 TiB");
  const int64_t buffer = bench.allocate(4096);
  bench.write(buffer, 0, noise(4096));
  must_equal(bench.read(buffer, 0, 4096), noise(4096), "a small buffer after one that was refused");
}

// A kernel writes its arguments' elements and nothing around them.
void is_left_alone_by_kernels(Bench& bench) {
  constexpr uint64_t kGuard = 256;
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  const int64_t module = bench.load(kernel);
  std::vector<int64_t> buffers;
  for (unsigned i = 0; i < 3; ++i) {
    buffers.push_back(bench.allocate(kBytes + kGuard));
    bench.write(buffers.back(), 0, std::string(kBytes, '\0') + noise(kGuard, i));
  }
  const int64_t other = bench.allocate(kGuard);
  bench.write(other, 0, noise(kGuard, 7));
  bench.run(Bench::call(module, buffers, {}), {{"runs", 3}});
  for (unsigned i = 0; i < 3; ++i)
    must_equal(bench.read(buffers[i], kBytes, kGuard), noise(kGuard, i),
               fmt::format("the bytes behind argument {} after a run", i));
  must_equal(bench.read(other, 0, kGuard), noise(kGuard, 7), "a buffer that is no argument, after a run");
}

}  // namespace

Checks memory_checks() {
  return {{"memory.no_bytes", "life.open", takes_no_bytes},
          {"memory.one_byte", "life.open", takes_one_byte},
          {"memory.read_back", "life.open", reads_back},
          {"memory.apart", "life.open", keeps_buffers_apart},
          {"memory.views", "life.open", shows_parts},
          {"memory.large", "life.open", takes_large_buffers},
          {"memory.exhaustion", "life.open", recovers_from_exhaustion},
          {"memory.guards", "run.once", is_left_alone_by_kernels}};
}

}  // namespace nw::plugin_check
