// SPDX-License-Identifier: GPL-3.0-or-later
// Whether next steps hold what they promise: of each kernel, as plain loops, with the first half of its schedule and
// with all of it, the best steps that are offered for any of its stages and loops, the gain that the estimate names,
// and the gain when the step is taken and both kernels run.
//   bench_advice [--all] [--parallel] [SCRIPT…]
// --all: every step, not the best five. --parallel: of those only `parallel`, on all cores and by the clock on the
// wall, so that what else the machine does counts; else on one core by processor time, without `parallel`.
// With NESTWRIGHT_BENCH_GAINS=FILE gains measured before are read from there, and new ones added.
#include <fmt/format.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "advise/advice.h"
#include "base/local_cpu.h"
#include "kernel.h"
#include "script/text.h"

namespace {

using namespace nw;
using advise::Advice;

const char* const kSamples[] = {"bitserial_conv",      "softmax",
                                "layer_norm",          "sgemm",
                                "batched_matmul",      "conv3x3_64_64_56",
                                "gemm_int8",           "conv1x1_64_64_56",
                                "conv7x7_3_64_224_s2", "depthwise3x3_32_112"};
constexpr size_t kBest = 5;
constexpr double kPatience = 0.1, kLongest = 1;  // seconds for both kernels: enough; however few the runs
constexpr unsigned kDeadline = 30;               // seconds to compile and measure one step

double now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Median of the ratios of pairs of runs, one of each kernel after the other.
double ratio_of(const bench::Kernel& before, const bench::Kernel& after, clockid_t clock) {
  std::vector<double> ratios;
  const auto timed = [clock](const bench::Kernel& kernel, int times) {
    const double start = now(clock);
    for (int i = 0; i < times; ++i) kernel();
    return (now(clock) - start) / times;
  };
  const double first = timed(before, 1), second = timed(after, 1);
  const int n = std::max(1, static_cast<int>(1e-4 / std::max(first, 1e-7))),
            m = std::max(1, static_cast<int>(1e-4 / std::max(second, 1e-7)));
  for (double spent = first + second; ratios.empty() || spent < kPatience || (ratios.size() < 5 && spent < kLongest);) {
    const double a = timed(before, n), b = timed(after, m);
    ratios.push_back(a / b);
    spent += a * n + b * m;
  }
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
  return ratios[ratios.size() / 2];
}

// In a process of its own, which may take no longer than kDeadline; then, or where it crashes, not a number. Threads
// do not live on in a process that is forked: with several, both kernels are made there.
double measured_gain(const bench::Kernel* before, const std::string& script, const std::string& changed, int threads) {
  int ends[2];
  if (pipe(ends) != 0) return std::nan("");
  const pid_t child = fork();
  if (child == 0) {
    alarm(kDeadline);
    std::unique_ptr<bench::Kernel> made;
    if (!before) made = std::make_unique<bench::Kernel>(script, threads), before = made.get();
    const bench::Kernel after(changed, threads);
    const clockid_t clock = threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const double gain = before->ok() && after.ok() ? ratio_of(*before, after, clock) : std::nan("");
    _exit(write(ends[1], &gain, sizeof gain) == sizeof gain ? 0 : 1);
  }
  close(ends[1]);
  double gain = std::nan("");
  if (read(ends[0], &gain, sizeof gain) != sizeof gain) gain = std::nan("");
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return gain;
}

class Gains {
 public:
  explicit Gains(int threads) : threads_(threads) {
    if (const char* path = std::getenv("NESTWRIGHT_BENCH_GAINS")) path_ = path;
    std::ifstream file(path_);
    std::string key;
    for (std::string gain; file >> key >> gain;) known_[key] = std::strtod(gain.c_str(), nullptr);
  }
  double of(const std::string& before, std::unique_ptr<bench::Kernel>& kernel, const std::string& after) {
    const std::string key =
        fmt::format("{:x}-{:x}-{}", std::hash<std::string>()(before), std::hash<std::string>()(after), threads_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    if (!kernel && threads_ == 1) kernel = std::make_unique<bench::Kernel>(before);
    const double gain = measured_gain(kernel.get(), before, after, threads_);
    known_[key] = gain;
    if (!path_.empty()) std::ofstream(path_, std::ios::app) << key << ' ' << gain << '\n';
    return gain;
  }

 private:
  int threads_;
  std::string path_;
  std::map<std::string, double> known_;
};

bool is_step(const script::Statement& s) {
  return s.part == script::Statement::Part::Schedule && s.primitive;
}

// The script with the first `kept` steps of its schedule, and of the other lines those that hold without the rest.
std::string with_steps(const std::string& text, size_t kept) {
  std::set<int> left_out;
  for (const script::Statement& s : script::read(text).statements)
    if (is_step(s) && (kept == 0 || kept-- == 0))
      for (int line = s.span.line; line <= s.last_line; ++line) left_out.insert(line);
  for (;;) {
    std::string shorter;
    int line = 0;
    for (const std::string& l : script::lines_of(text)) shorter += left_out.contains(++line) ? "#\n" : l + "\n";
    const size_t before = left_out.size();
    for (const Diagnostic& d : script::read(shorter).diagnostics)
      if (d.severity == Severity::Error) left_out.insert(line_of(d));
    if (left_out.size() == before) return shorter;
  }
}

size_t count_steps(const std::string& text) {
  return static_cast<size_t>(std::ranges::count_if(script::read(text).statements, [](const script::Statement& s) {
    return s.part == script::Statement::Part::Schedule && s.primitive;
  }));
}

std::vector<Advice> all_advice(const std::string& text, const TargetFacts& machine) {
  const kernel::KernelPreview preview = kernel::preview(text);
  std::vector<advise::Candidate> all;
  std::vector<script::StepEdit> seen;
  const auto add = [&](std::vector<advise::Candidate> candidates) {
    for (advise::Candidate& candidate : candidates)
      if (candidate.legal && (candidate.primitive == schedule::Primitive::Parallel) == (machine.compute.units > 1) &&
          std::ranges::find(seen, candidate.edit) == seen.end()) {
        seen.push_back(candidate.edit);
        all.push_back(std::move(candidate));
      }
  };
  if (!preview.program.schedule) return {};
  for (const StageId id : preview.program.schedule->order()) {
    const schedule::Stage& stage = preview.program.schedule->stage(id);
    if (stage.op->kind == te::OpKind::Placeholder) continue;
    add(advise::candidates(preview, id, {}));
    for (const AxisId axis : stage.leaf) add(advise::candidates(preview, id, axis));
  }
  return advise::advice(preview, all, machine);
}

struct Totals {
  int promised = 0, held = 0, harmed = 0;  // steps that promise ×1.2 or more; that gain; that lose 2 % or more
  int firsts = 0, among_best = 0;          // first of a list; within 10 % of the best measured in it
  double distance = 0;                     // |log₂ of promised by measured|, sum
  int steps = 0;
};

void check(const std::string& title, const std::string& text, bool everything, const TargetFacts& machine, Gains& gains,
           Totals& totals) {
  std::vector<Advice> list = all_advice(text, machine);
  const script::Program program = script::read(text);
  if (!everything && list.size() > kBest) list.resize(kBest);
  std::unique_ptr<bench::Kernel> kernel;
  double first = 0, best = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    const double gain = gains.of(text, kernel, edit::Gestures(text, program).write(list[i].candidate.edit).text);
    fmt::print("{:<28} {:>3}  {:>7.2f}  {:>7.2f}  {}\n", title, i + 1, list[i].gain, gain,
               list[i].candidate.edit.label.english());
    if (std::isnan(gain)) continue;
    if (i == 0) first = gain;
    best = std::max(best, gain);
    if (list[i].gain >= 1.2) totals.promised += 1, totals.held += gain >= 1.02, totals.harmed += gain <= 0.98;
    totals.distance += std::abs(std::log2(list[i].gain / gain));
    totals.steps += 1;
  }
  if (first == 0 || list[0].gain < 1.05) return;
  totals.firsts += 1;
  totals.among_best += first > 0.9 * best;
}

}  // namespace

int main(int argc, char** argv) {
  bool everything = false, parallel = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    everything = everything || word == "--all";
    parallel = parallel || word == "--parallel";
    if (!word.starts_with("--")) files.push_back(word);
  }
  if (files.empty())
    for (const char* name : kSamples) files.push_back(fmt::format("{}/{}.py", NW_KERNELS, name));
  TargetFacts machine = local_cpu_facts();
  if (!parallel) machine.compute.units = 1;
  Gains gains(machine.compute.units);
  Totals totals;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  fmt::print("{:<28} {:>3}  {:>7}  {:>7}  step\n", "kernel", "", "promise", "gain");
  for (const std::string& path : files) {
    const std::string text = bench::read_file(path);
    const std::string name = path.substr(path.rfind('/') + 1, path.rfind('.') - path.rfind('/') - 1);
    const size_t steps = count_steps(text);
    std::set<std::string> seen;
    for (const auto& [form, kept] : {std::pair{"plain", size_t{0}}, {"half", steps / 2}, {"whole", steps}})
      if (const std::string part = with_steps(text, kept); seen.insert(part).second)
        check(fmt::format("{} {}", name, form), part, everything, machine, gains, totals);
  }
  fmt::print("{} steps, a promise is off by ×{:.2f} in the mean\n", totals.steps,
             std::exp2(totals.distance / std::max(totals.steps, 1)));
  fmt::print("{} promise ×1.2 or more: {} gain, {} lose\n", totals.promised, totals.held, totals.harmed);
  fmt::print("{} lists begin with a promise: {} of them with what is within 10 % of the best\n", totals.firsts,
             totals.among_best);
}
