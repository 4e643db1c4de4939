// SPDX-License-Identifier: GPL-3.0-or-later
// Random schedules of kernels' search spaces, each compiled, run, and compared with the interpreter's numbers, in the
// processes that a search uses. Not in ctest; after building the target:
//   build/bin/schedule_sweep [--candidates N] [--seed S] [--threads T] SCRIPT…
// One line a script: how many schedules computed the same, were refused as illegal, or failed and how; then the
// schedules that failed. Exits 1 where one computes something else, or ends its process.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "base/local_cpu.h"
#include "tune/candidate.h"
#include "tune/measurer.h"
#include "tune/space.h"
#include "tune/step_changes.h"
#include "tune/step_effects.h"

using namespace nw;
using namespace nw::tune;

namespace {

struct Options {
  int candidates = 200;
  uint64_t seed = 1;
  int threads = 1;
};

struct Count {
  int same = 0, illegal = 0, refused = 0;
  std::map<std::string, int> failed;
  bool wrong = false;
};

const char* name_of(Failure failure) {
  static constexpr const char* kNames[] = {"none", "compile", "crashed", "late", "wrong", "memory", "stopped", "lost"};
  return kNames[static_cast<size_t>(failure)];
}

void check(const TunedKernel& kernel, const TargetFacts& machine, Measurer& measurer, Candidate candidate,
           Count& count) {
  std::string why;
  if (analyse(kernel, machine, candidate, why) != Refusal::None) {
    ++count.illegal;
    return;
  }
  const Measurement m = measurer.measure(candidate.steps, candidate.nest, 1, 0.001);
  if (m.failure == Failure::None && m.verify && m.verify->ok) {
    ++count.same;
    return;
  }
  ++count.failed[name_of(m.failure)];
  count.wrong = count.wrong || m.failure == Failure::Wrong || m.failure == Failure::Crashed;
  fmt::print("-- {}: {}\n{}\n", name_of(m.failure), m.diagnostics.empty() ? "" : m.diagnostics.front().message,
             script_of(kernel, candidate.steps));
}

// Choices of the space, and changes of the default schedule's steps.
Count sweep(const TunedKernel& kernel, const Options& options) {
  const TargetFacts machine = local_cpu_facts();
  const auto space = Space::of(kernel.unscheduled, machine, {.threads = options.threads});
  MeasureOptions measure;
  measure.threads = options.threads;
  Measurer measurer(kernel, measure);
  std::mt19937_64 random(options.seed);
  std::vector<schedule::Step> changed = default_steps(kernel, machine, options.threads);
  Count count;
  for (int i = 0; i < options.candidates; ++i) {
    Candidate candidate;
    if (space && i % 4 != 3) {
      candidate.choice = space->random(random);
      auto steps = space->steps(*candidate.choice);
      if (!steps) {
        ++count.refused;
        continue;
      }
      candidate.steps = std::move(*steps);
    } else {
      const auto steps = changed_steps(changed, {}, random);
      if (!steps) continue;
      candidate.steps = *steps;
    }
    check(kernel, machine, measurer, std::move(candidate), count);
  }
  return count;
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  bool wrong = false;
  for (int i = 1; i < count; ++i) {
    const bool more = i + 1 < count;
    if (more && std::strcmp(arguments[i], "--candidates") == 0) {
      options.candidates = std::atoi(arguments[++i]);
    } else if (more && std::strcmp(arguments[i], "--seed") == 0) {
      options.seed = std::strtoull(arguments[++i], nullptr, 10);
    } else if (more && std::strcmp(arguments[i], "--threads") == 0) {
      options.threads = std::atoi(arguments[++i]);
    } else {
      const Result<TunedKernel> kernel = read_kernel(text_of(arguments[i]));
      if (!kernel.value) {
        fmt::print("{}: {}\n", arguments[i], kernel.diagnostics.front().message);
        wrong = true;
        continue;
      }
      const Count found = sweep(*kernel.value, options);
      fmt::print("{}: {} the same, {} illegal, {} refused, failed {}\n", arguments[i], found.same, found.illegal,
                 found.refused, found.failed);
      std::fflush(stdout);
      wrong = wrong || found.wrong;
    }
  }
  return wrong ? 1 : 0;
}
