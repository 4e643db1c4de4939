// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled kernels of random schedules, each buffer between pages that nobody may touch: once with the page right
// behind the last element, once right before the first. Parallel loops run backwards, so an iteration that needs
// another's result computes something else. NW_LONG=1 runs 1,000 cases instead of 40 (with
// QTEST_FUNCTION_TIMEOUT=3600000: Qt Test gives a function five minutes); NW_RANDOM_SEED starts elsewhere.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <cmath>
#include <csignal>
#include <cstring>

#include "../lower/random_cases.h"
#include "interp/interp.h"
#include "loaded_kernel.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

namespace {

constexpr size_t kPage = 4096;

// Memory whose last byte (or first) is next to a page without access. Never given back: a case runs in a process of
// its own.
uint8_t* guarded(size_t bytes, bool at_end, size_t align) {
  const size_t inside = (std::max<size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
  auto* whole = static_cast<uint8_t*>(
      mmap(nullptr, inside + 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(whole, kPage, PROT_NONE);
  mprotect(whole + kPage + inside, kPage, PROT_NONE);
  std::memset(whole + kPage, 0x5a, inside);
  return whole + kPage + (at_end ? (inside - bytes) / align * align : 0);
}

int backwards(const nw_runtime*, int64_t count, nw_parallel_body body, void* context) {
  for (int64_t i = count; i-- > 0;)
    if (const int failed = body(context, i, i + 1)) return failed;
  return 0;
}
void* allocate(const nw_runtime* runtime, int64_t bytes) {
  return guarded(static_cast<size_t>(bytes), runtime->state != nullptr, 64);
}
void release(const nw_runtime*, void*) {}

}  // namespace

class GuardPagesTest : public QObject {
  Q_OBJECT

  enum Verdict { Right = 0, Wrong = 1, Failed = 2 };

  static NDArray filled(const te::Tensor& t) {
    std::vector<int64_t> shape;
    for (const tir::Expr& e : t->shape) shape.push_back(*tir::as_const_int(e));
    NDArray a(t->dtype, shape);
    for (int64_t k = 0; k < a.size(); ++k) {
      const int64_t v = (7 * k + 3) % 13 - 6;
      if (a.dtype().is_float())
        a.set(k, static_cast<double>(v) * 0.25);
      else
        a.set_int(k, v);
    }
    return a;
  }

  static bool same(const NDArray& got, const NDArray& want) {
    for (int64_t k = 0; k < got.size(); ++k)
      if (got.dtype().is_float() ? !(std::fabs(got.at(k) - want.at(k)) <= 1e-3 * (std::fabs(want.at(k)) + 1))
                                 : got.int_at(k) != want.int_at(k))
        return false;
    return true;
  }

  // In a process of its own. `p` has numbers where the nest has size variables.
  static int run(const script::Program& p, const lower::LoopNest& nest, nw_kernel entry,
                 const std::map<std::string, int64_t>& sizes, bool at_end) {
    const nw_runtime runtime{backwards, allocate, release, at_end ? const_cast<size_t*>(&kPage) : nullptr};
    std::vector<NDArray> arrays;
    std::vector<void*> pointers;
    std::vector<te::Tensor> outputs;
    std::vector<int64_t> values;
    for (const tir::Var& v : nest.size_vars) values.push_back(sizes.at(v->name));
    for (size_t i = 0; i < p.args.size(); ++i) {
      arrays.push_back(filled(p.args[i]));
      uint8_t* memory = guarded(arrays[i].size_bytes(), at_end, 1);
      if (!nest.arg_is_output[i]) std::memcpy(memory, arrays[i].mutable_bytes(), arrays[i].size_bytes());
      if (nest.arg_is_output[i]) outputs.push_back(p.args[i]);
      pointers.push_back(memory);
    }
    if (entry(pointers.data(), values.data(), &runtime) != 0) return Failed;
    interp::Interpreter reference(outputs);
    for (size_t i = 0; i < p.args.size(); ++i)
      if (!nest.arg_is_output[i]) reference.set_input(p.args[i], arrays[i]);
    for (size_t i = 0; i < p.args.size(); ++i) {
      if (!nest.arg_is_output[i]) continue;
      std::memcpy(arrays[i].mutable_bytes(), pointers[i], arrays[i].size_bytes());
      const Result<NDArray> want = reference.evaluate(p.args[i]);
      if (!want.ok() || !same(arrays[i], *want)) return Wrong;
    }
    return Right;
  }

  static std::string what_happened(const std::function<int()>& child) {
    const pid_t id = fork();
    if (id == 0) {
      for (const int fatal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) signal(fatal, SIG_DFL);
      _exit(child());
    }
    int status = 0;
    waitpid(id, &status, 0);
    if (WIFSIGNALED(status)) return std::string("it ended by the signal ") + strsignal(WTERMSIG(status));
    if (WEXITSTATUS(status) == Wrong) return "it computes something else";
    return WEXITSTATUS(status) == Right ? "" : "it says that it failed";
  }

 private Q_SLOTS:
  void guards_guard() {
    QVERIFY(what_happened([] {
              uint8_t* memory = guarded(100, true, 1);
              memory[99] = 1;
              return memory[100] ? Right : Wrong;
            }).starts_with("it ended by the signal"));
    QVERIFY(what_happened([] {
              volatile uint8_t* memory = guarded(100, false, 1);
              return memory[-1] ? Right : Wrong;
            }).starts_with("it ended by the signal"));
  }

  void kernels_stay_inside_their_buffers() {
    const int cases = qEnvironmentVariableIntValue("NW_LONG") ? 1000 : 40;
    const int seed = qEnvironmentVariableIsSet("NW_RANDOM_SEED") ? qEnvironmentVariableIntValue("NW_RANDOM_SEED") : 1;
    const std::vector<std::string> kinds = computation_kinds();
    codegen::Options options;
    options.argument_alignment = 1;
    int ran = 0;
    for (int i = 0; i < cases; ++i) {
      StepCounts counts;
      Dice dice(static_cast<uint64_t>(seed) * 7'000'003 + static_cast<uint64_t>(i));
      const RandomCase c = draw(kinds[static_cast<size_t>(i) % kinds.size()], dice, counts);
      const script::Program p = c.read();
      const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
      if (!loops.ok() && loops.diagnostics[0].code.starts_with("NW24")) continue;  // refused once its loops are built
      QVERIFY2(loops.ok(), c.text().c_str());
      const auto nest = lower::lower_code(*loops);
      const auto kernel = test::load(*nest, options);
      if (!kernel.ok()) continue;  // loops that an accelerator's threads run
      ++ran;
      for (const auto& sizes : c.all_sizes())
        for (const bool at_end : {true, false}) {
          const script::Program known = c.read(sizes);
          const std::string problem = what_happened([&] { return run(known, *nest, kernel->entry(), sizes, at_end); });
          QVERIFY2(problem.empty(),
                   (c.text() + problem + (at_end ? " (guarded behind)" : " (guarded before)")).c_str());
        }
    }
    qInfo("%d of %d cases ran", ran, cases);
    QVERIFY(ran * 2 >= cases);
  }
};

NW_TEST(GuardPagesTest);
#include "test_guard_pages.moc"
