// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces of schedules: every choice that is not refused computes what the computation says.
#include <QFile>
#include <QTest>

#include "base/local_cpu.h"
#include "interp/interp.h"
#include "lower/lower.h"
#include "measure/arrays.h"
#include "registry.h"
#include "runtime/device.h"
#include "runtime/run.h"
#include "tune/candidate.h"
#include "tune/search.h"

using namespace nw;
using namespace nw::tune;

namespace {

// Small sizes, none of which a tile divides.
const char* const kMatmul = R"(import tvm
from tvm import te

# computation
A = te.placeholder((19, 23), name="A")
B = te.placeholder((23, 37), name="B")
k = te.reduce_axis((0, 23), name="k")
C = te.compute((19, 37), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)

# kernel
tvm.lower(s, [A, B, C], name="matmul")
)";

const char* const kTransposed = R"(import tvm
from tvm import te, tir

# computation
A = te.placeholder((19, 23), name="A")
W = te.placeholder((37, 23), name="W")
Bias = te.placeholder((37,), name="Bias")
k = te.reduce_axis((0, 23), name="k")
C = te.compute((19, 37), lambda y, x: te.sum(A[y, k] * W[x, k], axis=k), name="C")
D = te.compute((19, 37), lambda y, x: tir.max(C[y, x] + Bias[x], 0.0), name="D")

# schedule
s = te.create_schedule(D.op)

# kernel
tvm.lower(s, [A, W, Bias, D], name="dense")
)";

const char* const kConvolution = R"(import tvm
from tvm import te, tir

# computation
X = te.placeholder((1, 7, 9, 5), name="X")
W = te.placeholder((3, 3, 5, 19), name="W")
Pad = te.compute((1, 9, 11, 5), lambda n, y, x, c: tir.if_then_else(tir.all(y >= 1, y < 8, x >= 1, x < 10), X[n, y - 1, x - 1, c], 0.0), name="Pad")
ry = te.reduce_axis((0, 3), name="ry")
rx = te.reduce_axis((0, 3), name="rx")
rc = te.reduce_axis((0, 5), name="rc")
Y = te.compute((1, 7, 9, 19), lambda n, y, x, f: te.sum(Pad[n, y + ry, x + rx, rc] * W[ry, rx, rc, f], axis=[ry, rx, rc]), name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, W, Y], name="conv")
)";

const char* const kRows = R"(import tvm
from tvm import te, tir

# computation
X = te.placeholder((11, 64), name="X")
k1 = te.reduce_axis((0, 64), name="k1")
Max = te.compute((11,), lambda y: te.max(X[y, k1], axis=k1), name="Max")
E = te.compute((11, 64), lambda y, x: tir.exp(X[y, x] - Max[y]), name="E")
k2 = te.reduce_axis((0, 64), name="k2")
Sum = te.compute((11,), lambda y: te.sum(E[y, k2], axis=k2), name="Sum")
Y = te.compute((11, 64), lambda y, x: E[y, x] / Sum[y], name="Y")

# schedule
s = te.create_schedule(Y.op)

# kernel
tvm.lower(s, [X, Y], name="softmax")
)";

// Its rows are 7 elements long: no whole vector, but 35 of them are contiguous.
const char* const kPointwise = R"(import tvm
from tvm import te, tir

# computation
X = te.placeholder((1, 6, 5, 7), name="X")
W = te.placeholder((19, 6, 1, 1), name="W")
rc = te.reduce_axis((0, 6), name="rc")
Y = te.compute((1, 19, 5, 7), lambda n, f, y, x: te.sum(X[n, rc, y, x] * W[f, rc, 0, 0], axis=rc), name="Y")
Z = te.compute((1, 19, 5, 7), lambda n, f, y, x: tir.max(Y[n, f, y, x], 0.0), name="Z")

# schedule
s = te.create_schedule(Z.op)

# kernel
tvm.lower(s, [X, W, Z], name="pointwise")
)";

TunedKernel kernel_of(const char* script) {
  return *read_kernel(script).value;
}

}  // namespace

class TestSpace : public QObject {
  Q_OBJECT

  TargetFacts machine_ = local_cpu_facts();

  static void add_kernels() {
    QTest::addColumn<QByteArray>("script");
    QTest::newRow("matmul") << QByteArray(kMatmul);
    QTest::newRow("dense with transposed weights") << QByteArray(kTransposed);
    QTest::newRow("convolution") << QByteArray(kConvolution);
    QTest::newRow("softmax") << QByteArray(kRows);
    QTest::newRow("pointwise convolution") << QByteArray(kPointwise);
  }

 private Q_SLOTS:
  void every_choice_computes_the_same_data() { add_kernels(); }
  void every_choice_computes_the_same() {
    QFETCH(QByteArray, script);
    const TunedKernel kernel = kernel_of(script.constData());
    const auto space = Space::of(kernel.unscheduled, machine_, {.threads = 2});
    QVERIFY(space);
    QVERIFY(space->size() > 1e6);
    runtime::Device device(target::local_connection(NW_BIN_DIR));
    std::mt19937_64 random(3);
    int legal = 0;
    constexpr int kChoices = 12;
    for (int i = 0; i < kChoices; ++i) {
      Candidate candidate{space->random(random)};
      auto steps = space->steps(*candidate.choice);
      if (!steps) continue;
      candidate.steps = std::move(*steps);
      std::string why;
      if (analyse(kernel, machine_, candidate, why) != Refusal::None) continue;
      ++legal;
      const std::string text = script_of(kernel, candidate.steps);
      const Result<TunedKernel> again = read_kernel(text);
      QVERIFY2(again.ok(), text.c_str());
      const auto loops = lower::lower_loops(*again.value->program.schedule, again.value->args, "kernel");
      const auto nest = lower::lower_code(*loops.value);
      measure::RunRequest request;
      request.verify = true;
      request.repeat = 1;
      const Result<measure::RunReport> report = runtime::run(*nest.value, again.value->program.args, request, device);
      QVERIFY2(report.ok() && report.value->verify && report.value->verify->ok, text.c_str());
    }
    QVERIFY2(legal * 3 >= kChoices * 2, std::to_string(legal).c_str());
  }

  // Rows that are contiguous in every read are one axis with their elements; those of a padded input are not.
  void rows_and_elements_may_be_one_axis() {
    const auto knob_of = [&](const Space& space) {
      const auto found =
          std::ranges::find(space.knobs(), std::string("rows of x as one axis"), &Knob::name) - space.knobs().begin();
      return static_cast<size_t>(found);
    };
    const TunedKernel kernel = kernel_of(kPointwise);
    const Space space = *Space::of(kernel.unscheduled, machine_, {});
    QVERIFY(knob_of(space) < space.knobs().size());
    std::mt19937_64 random(5);
    Choice choice = space.random(random);
    choice[knob_of(space)] = 1;
    const std::vector<std::string> lines = step_lines_of(kernel, *space.steps(choice));
    QVERIFY(
        std::ranges::find(lines, "l0, l1, l2 = s[Y].transform_layout(lambda i0, i1, i2, i3: [i0, i1, i2 * 7 + i3])") !=
        lines.end());
    const Space padded = *Space::of(kernel_of(kConvolution).unscheduled, machine_, {});
    QVERIFY(knob_of(padded) == padded.knobs().size());
  }

  void steps_survive_as_lines_data() { add_kernels(); }
  void steps_survive_as_lines() {
    QFETCH(QByteArray, script);
    const TunedKernel kernel = kernel_of(script.constData());
    Search search(kernel, machine_, {});
    const std::vector<Candidate> batch = search.propose(4, 16);
    QCOMPARE(batch.size(), size_t{4});
    for (const Candidate& candidate : batch) {
      Candidate again{std::nullopt, *steps_of(kernel, step_lines_of(kernel, candidate.steps)).value};
      std::string why;
      QCOMPARE(analyse(kernel, machine_, again, why), Refusal::None);
      QCOMPARE(again.nest, candidate.nest);
    }
  }

  void a_seed_decides_what_is_proposed_first() {
    const TunedKernel kernel = kernel_of(kMatmul);
    const auto nests = [&](uint64_t seed) {
      Search search(kernel, machine_, {.seed = seed});
      std::vector<std::string> found;
      for (const Candidate& candidate : search.propose(6, 32)) found.push_back(candidate.nest);
      return found;
    };
    QCOMPARE(nests(1), nests(1));
    QVERIFY(nests(1) != nests(2));
  }

  void nothing_is_proposed_twice() {
    const TunedKernel kernel = kernel_of(kMatmul);
    Search search(kernel, machine_, {});
    std::set<std::string> seen;
    for (int round = 0; round < 3; ++round)
      for (const Candidate& candidate : search.propose(5, 10)) {
        QVERIFY(seen.insert(candidate.nest).second);
        search.report(candidate, candidate.estimate_us);
      }
  }

  void kept_steps_stay() {
    const TunedKernel kernel = kernel_of(R"(import tvm
from tvm import te

# computation
A = te.placeholder((64, 64), name="A")
B = te.compute((64, 64), lambda y, x: A[y, x] * 2.0, name="B")

# schedule
s = te.create_schedule(B.op)
y, x = s[B].op.axis
yo, yi = s[B].split(y, factor=8)
xo, xi = s[B].split(x, factor=16)
s[B].vectorize(xi)

# kernel
tvm.lower(s, [A, B], name="double")
)");
    SearchOptions options;
    options.space = SpaceKind::Steps;
    options.kept_steps = {0, 2};
    Search search(kernel, machine_, options);
    for (const Candidate& start : search.first()) search.report(start, 10);
    const std::vector<Candidate> batch = search.propose(3, 3);
    QVERIFY(!batch.empty());
    for (const Candidate& candidate : batch) {
      QVERIFY(candidate.steps[0] == kernel.given[0]);
      QVERIFY(candidate.steps[2] == kernel.given[2]);
      QVERIFY(!(candidate.steps[1] == kernel.given[1]));
    }
  }

  void a_symbolic_size_needs_a_value() {
    const std::string script =
        "import tvm\nfrom tvm import te\nn = te.var(\"n\")\nA = te.placeholder((n,), name=\"A\")\n"
        "B = te.compute((n,), lambda i: A[i] + 1.0, name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"add\")\n";
    const Result<TunedKernel> open = read_kernel(script);
    QVERIFY(!open.ok());
    QCOMPARE(format(open.diagnostics.back()),
             std::string("error: the size 'n' has no value [NW4111]\n"
                         "  because candidates are measured, and a measurement needs arrays of known sizes\n"
                         "  legal: --set n=1024\n"));
    QCOMPARE(read_kernel(script, {{"n", 4096}}).value->flops, 4096.0);
  }
};

NW_TEST(TestSpace);
#include "test_space.moc"
