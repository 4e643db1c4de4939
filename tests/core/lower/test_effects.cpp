// SPDX-License-Identifier: GPL-3.0-or-later
// Every step is to be seen in the program: not only that the kernel still computes the same, which it also does where a
// step was dropped.
#include <QTest>

#include "fixes/read.h"
#include "lower/lower.h"
#include "registry.h"
#include "script/names.h"
#include "script/script.h"
#include "tir/print.h"

using namespace nw;

namespace {

const std::string kTwo =
    "from tvm import te, tir\n"
    "A = te.placeholder((16, 32), name=\"A\")\n"
    "B = te.compute((16, 32), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
    "C = te.compute((16, 32), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n";

// For one row of C two of B, the second again for the next.
const std::string kWindow =
    "from tvm import te, tir\n"
    "A = te.placeholder((17, 32), name=\"A\")\n"
    "B = te.compute((17, 32), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
    "C = te.compute((16, 32), lambda i, j: B[i, j] + B[i + 1, j], name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n";

// B reads D, and both are computed inside of C.
const std::string kChain =
    "from tvm import te, tir\n"
    "A = te.placeholder((16, 32), name=\"A\")\n"
    "D = te.compute((16, 32), lambda i, j: A[i, j] * 0.5, name=\"D\")\n"
    "B = te.compute((16, 32), lambda i, j: D[i, j] + 1.0, name=\"B\")\n"
    "C = te.compute((16, 32), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n"
    "s[B].compute_at(s[C], i)\n"
    "s[D].compute_at(s[C], i)\n";

const std::string kSum =
    "from tvm import te, tir\n"
    "A = te.placeholder((16, 32), name=\"A\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "C = te.compute((16,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n";

const std::string kScan =
    "from tvm import te, tir\n"
    "A = te.placeholder((4, 32), name=\"A\")\n"
    "P = te.placeholder((4, 32), name=\"P\")\n"
    "first = te.compute((1, 32), lambda t, i: A[0, i], name=\"first\")\n"
    "next = te.compute((4, 32), lambda t, i: P[t - 1, i] + A[t, i], name=\"next\")\n"
    "C = te.scan(first, next, P, inputs=[A], name=\"C\")\n"
    "s = te.create_schedule(C.op)\n";

const std::string kIntrinsic =
    "a = te.placeholder((16,), name=\"a\")\n"
    "c = te.compute((16,), lambda i: a[i] * 2.0, name=\"c\")\n"
    "ba = tir.decl_buffer((16,), \"float32\", name=\"ba\", offset_factor=1)\n"
    "bc = tir.decl_buffer((16,), \"float32\", name=\"bc\", offset_factor=1)\n"
    "twice = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, \"float32x16\") + "
    "ins[0].vload(0, \"float32x16\")), binds={a: ba, c: bc})\n";

enum Phase { Loops, Code };

struct Effect {
  const char* step;    // the primitive
  std::string before;  // the script up to the step …
  std::string line;    // … which it is
  Phase phase;
  const char* seen;  // in the program with the step, not in the one without
};

const Effect kEffects[] = {
    {"split", kTwo, "s[C].split(j, factor=8)\n", Loops,
     "  for j.outer in 0..4:\n"
     "    for j.inner in 0..8:\n"
     "      C[i, j.outer*8 + j.inner] ="},
    {"split", kTwo, "s[C].split(j, nparts=8)\n", Loops,
     "  for j.outer in 0..8:\n"
     "    for j.inner in 0..4:\n"
     "      C[i, j.outer*4 + j.inner] ="},
    {"tile", kTwo, "s[C].tile(i, j, 4, 8)\n", Loops,
     "for i.outer in 0..4:\n"
     "  for j.outer in 0..4:\n"
     "    for i.inner in 0..4:\n"
     "      for j.inner in 0..8:\n"
     "        C["},
    {"fuse", kTwo, "s[C].fuse(i, j)\n", Loops,
     "for i.j.fused in 0..512:\n"
     "  C[floordiv(i.j.fused, 32), floormod(i.j.fused, 32)] ="},
    {"reorder", kTwo, "s[C].reorder(j, i)\n", Loops,
     "for j in 0..32:\n"
     "  for i in 0..16:\n"
     "    C[i, j] ="},
    {"vectorize", kTwo, "s[C].vectorize(j)\n", Code, "C[ramp(i*32, 1, 32)] ="},
    {"unroll", kTwo + "jo, ji = s[C].split(j, factor=2)\n", "s[C].unroll(ji)\n", Code,
     "  for j.outer in 0..16:\n"
     "    C[i*32 + j.outer*2] = B[i*32 + j.outer*2]*2.0\n"
     "    C[i*32 + j.outer*2 + 1] ="},
    {"parallel", kTwo, "s[C].parallel(i)\n", Code, "parallel i in 0..16:\n"},
    {"bind", kTwo, "s[C].bind(i, te.thread_axis(\"blockIdx.x\"))\n", Loops, "thread blockIdx.x in 0..16:\n"},
    {"env_threads", kScan, "s[C].env_threads(te.thread_axis((0, 32), \"threadIdx.x\"))\n", Loops,
     "thread threadIdx.x in 0..32:\n"
     "  for i in 0..32:\n"},
    {"pragma", kTwo + "jo, ji = s[C].split(j, factor=2)\n", "s[C].pragma(jo, \"auto_unroll_max_step\", 8)\n", Code,
     "    C[i*32 + j.outer*2] = B[i*32 + j.outer*2]*2.0\n"
     "    C[i*32 + j.outer*2 + 1] ="},
    {"compute_at", kTwo, "s[B].compute_at(s[C], i)\n", Loops,
     "for i in 0..16:\n"
     "  alloc B: float32[1, 32] global\n"},
    {"compute_inline", kTwo, "s[B].compute_inline()\n", Loops, "C[i, j] = (A[i, j] + 1.0)*2.0\n"},
    {"compute_root", kTwo + "s[B].compute_at(s[C], i)\n", "s[B].compute_root()\n", Loops,
     "alloc B: float32[16, 32] global\n"},
    {"cache_read", kTwo, "s.cache_read(B, \"local\", [C])\n", Loops, "C[i, j] = B.local[i, j]*2.0\n"},
    {"cache_write", kTwo, "s.cache_write(C, \"local\")\n", Loops, "C[i, j] = C.local[i, j]\n"},
    {"rfactor", kSum + "ko, ki = s[C].split(k, factor=8)\n", "s.rfactor(C, ki)\n", Loops,
     "C[ax0] = C[ax0] + C.rf[k.inner.v, ax0]\n"},
    {"storage_align", kTwo, "s[B].storage_align(s[B].op.axis[0], 16, 8)\n", Code, "B[i*40 + j]*2.0\n"},
    {"prefetch", kTwo, "s[C].prefetch(B, i, 2)\n", Code, "prefetch(B[i*32 + 64])\n"},
    {"tensorize", kTwo + kIntrinsic + "jo, ji = s[C].split(j, factor=16)\n", "s[C].tensorize(ji, twice)\n", Code,
     "B[ramp(i*32 + j.outer*16, 1, 16)] + B[ramp(i*32 + j.outer*16, 1, 16)]\n"},
    {"transform_layout", kTwo, "s[B].transform_layout(lambda i, j: [j, i])\n", Code, "C[i*32 + j] = B[j*16 + i]*2.0\n"},
    {"set_scope", kTwo, "s[B].set_scope(\"local\")\n", Loops, "alloc B: float32[16, 32] local\n"},
    {"set_store_predicate", kSum + "tx = te.thread_axis((0, 32), \"threadIdx.x\")\ns[C].bind(k, tx)\n",
     "s[C].set_store_predicate(tx.var.equal(0))\n", Loops,
     "    if threadIdx.x == 0:\n"
     "      C[i] ="},
    {"double_buffer", kTwo + "s[B].compute_at(s[C], i)\n", "s[B].double_buffer()\n", Code,
     "alloc B: float32[64] global\n"
     "for j in 0..32:\n"
     "  B[j] = A[j] + 1.0\n"
     "for i in 0..15:\n"
     "  for j in 0..32:\n"
     "    B[floormod(i + 1, 2)*32 + j] = A[i*32 + j + 32] + 1.0\n"
     "  for j in 0..32:\n"
     "    C[i*32 + j] = B[floormod(i, 2)*32 + j]*2.0\n"},
    {"rolling_buffer", kWindow + "s[B].compute_at(s[C], i)\n", "s[B].rolling_buffer()\n", Code,
     "C[i*32 + j] = B[floormod(i, 2)*32 + j] + B[floormod(i + 1, 2)*32 + j]\n"},
    {"create_group", kTwo, "g = s.create_group(outputs=B, inputs=A, include_inputs=False)\ng.compute_at(s[C], i)\n",
     Loops,
     "for i in 0..16:\n"
     "  alloc B: float32[1, 32] global\n"},
};

// Where there is nothing to fill ahead or to keep, a warning says so.
const Effect kIdle[] = {
    {"double_buffer", kTwo + "s[C].parallel(i)\ns[B].compute_at(s[C], i)\n", "s[B].double_buffer()\n", Code,
     "double_buffer of B changes nothing: no serial loop of several iterations is right around it"},
    {"double_buffer", kChain, "s[B].double_buffer()\n", Code,
     "double_buffer of B changes nothing: the loop around it also computes D, which it reads"},
    {"rolling_buffer", kTwo + "s[B].compute_at(s[C], i)\n", "s[B].rolling_buffer()\n", Code,
     "rolling_buffer of B changes nothing: no serial loop is right around it in which each piece has elements of the "
     "one before"},
};

script::Program read(const std::string& script) {
  return script::read(script + "tvm.lower(s, [A, C], name=\"main\")\n");
}

QString lowered(const std::string& script, Phase phase) {
  const script::Program p = read(script);
  if (!p.ok()) return QString::fromStdString(format(p.diagnostics.front()));
  auto nest = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
  if (nest.ok() && phase == Code) nest = lower::lower_code(*nest);
  return nest.ok() ? QString::fromStdString(tir::print(nest->body).text()) : QString();
}

}  // namespace

class TestEffects : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_step_is_in_the_program_data() {
    QTest::addColumn<int>("effect");
    for (int i = 0; i < static_cast<int>(std::size(kEffects)); ++i) QTest::addRow("%d %s", i, kEffects[i].step) << i;
  }
  void a_step_is_in_the_program() {
    QFETCH(int, effect);
    const Effect& e = kEffects[effect];
    const QString without = lowered(e.before, e.phase), with = lowered(e.before + e.line, e.phase);
    const QString seen = QString::fromLatin1(e.seen);
    QVERIFY(!without.isEmpty());
    QVERIFY2(!without.contains(seen), qPrintable(without));
    QVERIFY2(with.contains(seen), qPrintable(with));
  }

  void a_step_without_effect_is_said() {
    for (const Effect& e : kIdle) {
      QCOMPARE(lowered(e.before + e.line, e.phase).remove(QStringLiteral(" double")), lowered(e.before, e.phase));
      const script::Program p = fixes::read(e.before + e.line + "tvm.lower(s, [A, C], name=\"main\")\n");
      QCOMPARE(p.diagnostics.size(), size_t{1});
      const Diagnostic& d = p.diagnostics[0];
      QCOMPARE(d.code + " " + d.message + ": " + d.because.at(0), "NW2517 " + std::string(e.seen));
      QCOMPARE(line_of(d), static_cast<int>(std::ranges::count(e.before, '\n')) + 1);
      QCOMPARE(d.fixes.size(), size_t{1});
      QCOMPARE(d.fixes[0].title, std::string("delete the step"));
    }
  }

  void every_step_of_the_language_is_held_to_it() {
    std::vector<std::string> steps = script::primitive_names(schedule::Receiver::Stage);
    for (const std::string& step : script::primitive_names(schedule::Receiver::Schedule)) steps.push_back(step);
    for (const std::string& step : steps)
      QVERIFY2(std::ranges::any_of(kEffects, [&](const Effect& e) { return e.step == step; }), step.c_str());
  }
};

NW_TEST(TestEffects);
#include "test_effects.moc"
