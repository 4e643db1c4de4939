// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/peaks.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::worker {

namespace {

constexpr int kTileVectors = 2;      // accumulators side by side
constexpr int kTilesAThread = 1024;  // about a millisecond: waking a sleeping thread, up to 0.2 ms, is little beside it
constexpr double kSeconds = 0.25;    // of each kernel

// The shortest of a kernel's runs, in seconds.
Result<double> shortest(const std::string& script, int threads, const WorkerOptions& worker) {
  measure::RunRequest options;
  options.threads = threads;
  options.seconds = kSeconds;
  Result<measure::RunReport> report = run_kernel({script}, options, worker);
  if (!report.value) return std::move(report.diagnostics);
  return report->time.min * 1e-6;
}

double tile_flops(const TargetFacts& machine, int threads, int& rows, int& columns, int& depth) {
  rows = machine.compute.vector_registers >= 32 ? 12 : 6;
  columns = kTileVectors * machine.vector_width() / 4;
  depth = 256;  // all tiles read the same operands, which the first cache holds
  return 2.0 * rows * columns * depth * kTilesAThread * threads;
}

int64_t stream_elements(const TargetFacts& machine, int threads) {
  constexpr int64_t kLeast = int64_t{64} << 20, kMax = int64_t{256} << 20;  // bytes of one array
  const int64_t bytes = std::clamp(2 * machine.cache_bytes(3), kLeast, kMax);
  const int64_t piece = int64_t{64} * threads;
  return bytes / 4 / piece * piece;
}

// An array for each thread that fills half of a cache, as rows of so many floats, and how often it is read.
struct CacheStream {
  int64_t rows = 1, width = 1, passes = 1;
  double bytes(int threads) const { return 4.0 * static_cast<double>(rows * width * passes * threads); }
};

CacheStream cache_stream(const TargetFacts& machine, int level) {
  constexpr int64_t kSums = 8;  // vectors that are added to at once: loads wait for none of them
  constexpr int64_t kReadByThread = int64_t{64} << 20;  // bytes in all: a run takes about a millisecond
  CacheStream stream;
  stream.width = kSums * machine.vector_width() / 4;
  stream.rows = std::max<int64_t>(1, machine.cache_bytes(level) / 2 / (4 * stream.width));
  stream.passes = std::max<int64_t>(4, kReadByThread / (4 * stream.rows * stream.width));
  return stream;
}

}  // namespace

std::vector<int> measured_caches(const TargetFacts& machine) {
  std::vector<int> levels;
  int64_t before = 0;  // bytes of the level before
  for (const int level : {1, 2, 3}) {
    const int64_t bytes = machine.cache_bytes(level);
    if (bytes <= 0) continue;
    if (bytes / 2 > before + before / 2) levels.push_back(level);
    before = bytes;
  }
  return levels;
}

std::string peak_cache_script(const TargetFacts& machine, int threads, int level) {
  const CacheStream stream = cache_stream(machine, level);
  return fmt::format(
      R"(import tvm
from tvm import te

# computation
A = te.placeholder(({threads}, {rows}, {width}), name="A")
r = te.reduce_axis((0, {passes}), name="r")
i = te.reduce_axis((0, {rows}), name="i")
C = te.compute(({threads}, {width}), lambda p, x: te.sum(A[p, i, x], axis=[r, i]), name="C")

# schedule
s = te.create_schedule(C.op)
L = s.cache_write(C, "local")
p, x = s[C].op.axis
xo, xi = s[C].split(x, factor={lanes})
s[C].parallel(p)
s[C].vectorize(xi)
s[L].compute_at(s[C], p)
_, lx = s[L].op.axis
lr, li = s[L].op.reduce_axis
lo, lv = s[L].split(lx, factor={lanes})
s[L].reorder(lr, li, lo, lv)
s[L].unroll(lo)
s[L].vectorize(lv)

# kernel
tvm.lower(s, [A, C], name="peak_cache")
)",
      fmt::arg("threads", threads), fmt::arg("rows", stream.rows), fmt::arg("width", stream.width),
      fmt::arg("passes", stream.passes), fmt::arg("lanes", machine.vector_width() / 4));
}

std::string peak_flops_script(const TargetFacts& machine, int threads) {
  int rows = 0, columns = 0, depth = 0;
  tile_flops(machine, threads, rows, columns, depth);
  return fmt::format(
      R"(import tvm
from tvm import te

# computation
A = te.placeholder(({depth}, {rows}), name="A")
B = te.placeholder(({depth}, {columns}), name="B")
k = te.reduce_axis((0, {depth}), name="k")
C = te.compute(({tiles}, {rows}, {columns}), lambda p, y, x: te.sum(A[k, y] * B[k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
L = s.cache_write(C, "local")
p, y, x = s[C].op.axis
po, pi = s[C].split(p, nparts={threads})
s[C].parallel(po)
s[C].vectorize(x)
s[L].compute_at(s[C], pi)
_, ly, lx = s[L].op.axis
lk = s[L].op.reduce_axis[0]
xo, xi = s[L].split(lx, factor={lanes})
s[L].reorder(lk, ly, xo, xi)
s[L].unroll(ly)
s[L].unroll(xo)
s[L].vectorize(xi)

# kernel
tvm.lower(s, [A, B, C], name="peak_flops")
)",
      fmt::arg("tiles", kTilesAThread * threads), fmt::arg("depth", depth), fmt::arg("rows", rows),
      fmt::arg("columns", columns), fmt::arg("threads", threads), fmt::arg("lanes", columns / kTileVectors));
}

std::string peak_memory_script(const TargetFacts& machine, int threads) {
  return fmt::format(
      R"(import tvm
from tvm import te

# computation
A = te.placeholder(({n},), name="A")
B = te.placeholder(({n},), name="B")
C = te.compute(({n},), lambda i: A[i] + B[i] * 2.0, name="C")

# schedule
s = te.create_schedule(C.op)
o, r = s[C].split(s[C].op.axis[0], nparts={threads})
m, l = s[C].split(r, factor={lanes})
s[C].parallel(o)
s[C].vectorize(l)

# kernel
tvm.lower(s, [A, B, C], name="peak_memory")
)",
      fmt::arg("n", stream_elements(machine, threads)), fmt::arg("threads", threads),
      fmt::arg("lanes", machine.vector_width() / 4));
}

Result<Peaks> measure_peaks(const TargetFacts& machine, int threads, const WorkerOptions& worker) {
  const Result<double> computing = shortest(peak_flops_script(machine, threads), threads, worker);
  if (!computing.value) return computing.diagnostics;
  const Result<double> streaming = shortest(peak_memory_script(machine, threads), threads, worker);
  if (!streaming.value) return streaming.diagnostics;
  int rows = 0, columns = 0, depth = 0;
  const double flops = tile_flops(machine, threads, rows, columns, depth);
  const double bytes = 3.0 * 4 * static_cast<double>(stream_elements(machine, threads));
  Peaks peaks;
  peaks.threads = threads;
  peaks.gflops = *computing > 0 ? flops / *computing * 1e-9 : 0;
  peaks.gigabytes = *streaming > 0 ? bytes / *streaming * 1e-9 : 0;
  for (const int level : measured_caches(machine)) {
    const Result<double> reading = shortest(peak_cache_script(machine, threads, level), threads, worker);
    if (!reading.value) return reading.diagnostics;
    if (*reading > 0) peaks.caches.push_back({level, cache_stream(machine, level).bytes(threads) / *reading * 1e-9});
  }
  return peaks;
}

Roof under_roof(const Peaks& peaks, double flops, double bytes, double microseconds) {
  Roof roof;
  roof.intensity = bytes > 0 ? flops / bytes : 0;
  roof.gflops = microseconds > 0 ? flops / microseconds * 1e-3 : 0;
  roof.attainable = std::min(peaks.gflops, roof.intensity * peaks.gigabytes);
  roof.share_of_flops = peaks.gflops > 0 ? roof.gflops / peaks.gflops : 0;
  roof.share_of_memory = peaks.gigabytes > 0 && microseconds > 0 ? bytes / microseconds * 1e-3 / peaks.gigabytes : 0;
  return roof;
}

}  // namespace nw::worker
