// SPDX-License-Identifier: GPL-3.0-or-later
// What the facts of a target forbid, as a script's reader sees it: the full text, with fixes.
#include <QTest>
#include <nlohmann/json.hpp>

#include "fixes/read.h"
#include "registry.h"

using namespace nw;
using nlohmann::json;

class TestTargetRules : public QObject {
  Q_OBJECT

  static json gpu() {
    return json::parse(
        R"({"facts": 1, "id": "gpu:0", "name": "the GPU", "code": {"dialect": "ptx", "lowering": "device"},
      "compute": {"vector_bytes": 16},
      "threads": {"levels": [{"tag": "blockIdx.x", "max": 65535}, {"tag": "threadIdx.x", "max": 1024},
                             {"tag": "threadIdx.y", "max": 1024}], "block": 1024},
      "memories": [{"scope": "global", "bytes": 8589934592, "per": "device"},
                   {"scope": "shared", "bytes": 4096, "per": "block"}, {"scope": "local", "bytes": 0, "per": "thread"}],
      "dtypes": {"float32": "native", "float64": "none"}, "intrinsics": [{"prefix": "llvm.nvvm."}]})");
  }
  static json processor() {
    return json::parse(R"({"facts": 1, "id": "arm", "name": "the ARM core",
      "code": {"dialect": "elf", "triple": "aarch64-linux-gnu", "lowering": "cpu"}})");
  }
  // Of `steps` on C[i] = A[i] * 2 over n elements.
  static std::string script(const std::string& steps, const std::string& n = "4096") {
    return "A = te.placeholder((" + n + ",), name=\"A\")\nC = te.compute((" + n +
           ",), lambda i: A[i] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n" + steps +
           "tvm.lower(s, [A, C], name=\"main\")\n";
  }
  static std::string bound_to(int factor, const std::string& last = {}) {
    return script("bx, tx = s[C].split(C.op.axis[0], factor=" + std::to_string(factor) +
                  ")\ns[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(tx, te.thread_axis(\"threadIdx.x\"))\n" +
                  last);
  }
  static QString problems_on(const json& facts, const std::string& text) {
    script::ReadOptions options;
    options.target = std::make_shared<const TargetFacts>(*target_facts_from_json(facts).value);
    std::string all;
    for (const Diagnostic& d : fixes::read(text, options).diagnostics) all += format(d, "k.py");
    return QString::fromStdString(all);
  }

 private Q_SLOTS:
  void a_schedule_within_the_limits_has_no_problem() { QCOMPARE(problems_on(gpu(), bound_to(1024)), QString()); }
  void a_fact_that_is_absent_forbids_nothing() {
    QCOMPARE(problems_on(json::parse(R"({"facts": 1, "id": "device"})"), bound_to(2048)), QString());
    const std::string long_vector = script(
        "tx, i = s[C].split(C.op.axis[0], factor=16)\ns[C].bind(tx, "
        "te.thread_axis(\"threadIdx.x\"))\ns[C].vectorize(i)\n");
    QCOMPARE(problems_on(json::parse(R"({"facts": 1, "id": "device", "code": {"lowering": "device"}})"), long_vector),
             QString());
  }
  void an_extent_that_is_no_number_is_not_judged() {
    QCOMPARE(problems_on(gpu(), "n = te.var(\"n\")\n" +
                                    script("s[C].bind(C.op.axis[0], te.thread_axis(\"threadIdx.x\"))\n", "n")),
             QString());
  }
  void a_loop_of_threads_too_long() {
    QCOMPARE(problems_on(gpu(), bound_to(2048)),
             QStringLiteral(
                 "k.py:6:1: error: tx has 2048 iterations, and threadIdx.x of the GPU runs at most 1024 [NW2421]\n"
                 "  legal: a loop of at most 1024 iterations\n"
                 "  fix: delete the step: tx stays a loop\n"
                 "    6- \n"));
  }
  void a_dimension_that_the_target_lacks() {
    QCOMPARE(problems_on(gpu(), script("s[C].bind(C.op.axis[0], te.thread_axis(\"threadIdx.z\"))\n", "64")),
             QStringLiteral("k.py:4:1: error: the GPU has no threadIdx.z [NW2421]\n"
                            "  legal: blockIdx.x, threadIdx.x, threadIdx.y\n"));
  }
  void threads_of_a_block_multiply() {
    QCOMPARE(
        problems_on(
            gpu(),
            script("bx, rest = s[C].split(C.op.axis[0], factor=2048)\nty, tx = s[C].split(rest, factor=64)\n"
                   "s[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(ty, te.thread_axis(\"threadIdx.y\"))\n"
                   "s[C].bind(tx, te.thread_axis(\"threadIdx.x\"))\n")),
        QStringLiteral("k.py:8:1: error: a block would have 2048 threads, and the GPU runs at most 1024 [NW2420]\n"
                       "  because threadIdx.y runs 32 iterations of ty of C in line 7\n"
                       "  because threadIdx.x runs 64 iterations of tx of C in line 8\n"
                       "  legal: smaller extents: their product is at most 1024\n"
                       "  fix: delete the step: tx stays a loop\n"
                       "    8- \n"));
  }
  void stages_in_shared_memory_add_up() {
    QCOMPARE(
        problems_on(
            gpu(),
            script("AS = s.cache_read(A, \"shared\", [C])\nbx, tx = s[C].split(C.op.axis[0], factor=1024)\n"
                   "s[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(tx, te.thread_axis(\"threadIdx.x\"))\n"
                   "BS = s.cache_read(AS, \"shared\", [C])\ns[AS].compute_at(s[C], bx)\ns[BS].compute_at(s[C], bx)\n")),
        QStringLiteral("k.py:10:1: error: a block needs 8192 bytes of shared memory, and the GPU has 4096 [NW2422]\n"
                       "  because A.shared takes 4096\n"
                       "  because A.shared.shared takes 4096\n"
                       "  legal: smaller parts: split the loops that they are computed at by less\n"));
  }
  void a_memory_that_the_target_lacks() {
    QCOMPARE(
        problems_on(
            gpu(),
            script("AW = s.cache_read(A, \"warp\", [C])\nbx, tx = s[C].split(C.op.axis[0], factor=32)\n"
                   "s[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\ns[C].bind(tx, te.thread_axis(\"threadIdx.x\"))\n"
                   "s[AW].compute_at(s[C], bx)\n",
                   "64")),
        QStringLiteral("k.py:4:1: error: the GPU has no warp memory for A.warp [NW2423]\n"
                       "  legal: global, shared, local\n"));
  }
  // No step names a memory: inside a block it is the shared one.
  void a_memory_that_the_target_lacks_where_no_step_names_it() {
    json board = gpu();
    board["memories"].erase(1);
    QCOMPARE(problems_on(board,
                         "A = te.placeholder((64,), name=\"A\")\n"
                         "B = te.compute((64,), lambda i: A[i] + 1.0, name=\"B\")\n"
                         "C = te.compute((64,), lambda i: B[i] * 2.0, name=\"C\")\n"
                         "s = te.create_schedule(C.op)\n"
                         "bx, tx = s[C].split(C.op.axis[0], factor=32)\n"
                         "s[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\n"
                         "s[C].bind(tx, te.thread_axis(\"threadIdx.x\"))\n"
                         "s[B].compute_at(s[C], bx)\n"
                         "tvm.lower(s, [A, C], name=\"main\")\n"),
             QStringLiteral("k.py:8:1: error: the GPU has no shared memory for B [NW2423]\n"
                            "  because B is computed inside a block, whose threads share it\n"
                            "  legal: global, local\n"));
  }
  void threads_on_a_processor() {
    QCOMPARE(
        problems_on(processor(), bound_to(64)),
        QStringLiteral("k.py:5:1: error: bx is bound to blockIdx.x, and the ARM core has no such threads [NW2426]\n"
                       "  because its kernels are loops that a processor's cores run\n"
                       "  legal: parallel, for a loop whose iterations the cores share, vthread\n"
                       "  fix: share its iterations among the cores\n"
                       "    5~ s[C].parallel(bx)\n"
                       "  fix: delete the step: bx stays a loop\n"
                       "    5- \n"
                       "k.py:6:1: error: tx is bound to threadIdx.x, and the ARM core has no such threads [NW2426]\n"
                       "  because its kernels are loops that a processor's cores run\n"
                       "  legal: parallel, for a loop whose iterations the cores share, vthread\n"
                       "  fix: delete the step: tx stays a loop\n"
                       "    6- \n"));
  }
  void parallel_on_a_device() {
    QCOMPARE(
        problems_on(gpu(), script("tx, i = s[C].split(C.op.axis[0], factor=16)\ns[C].bind(tx, "
                                  "te.thread_axis(\"threadIdx.x\"))\ns[C].parallel(i)\n")),
        QStringLiteral("k.py:6:1: error: i of C is parallel, and the GPU runs loops by blocks and threads [NW2427]\n"
                       "  because parallel shares a loop among the cores of a processor\n"
                       "  fix: delete the step: i stays a loop\n"
                       "    6- \n"));
  }
  void a_vector_longer_than_a_thread_has() {
    QCOMPARE(problems_on(gpu(), script("tx, i = s[C].split(C.op.axis[0], factor=16)\ns[C].bind(tx, "
                                       "te.thread_axis(\"threadIdx.x\"))\ns[C].vectorize(i)\n")),
             QStringLiteral("k.py:6:1: error: a vector of 16 elements of C has 64 bytes, and a thread of the GPU has "
                            "vectors of at most 16 [NW2428]\n"
                            "  legal: at most 4 elements\n"
                            "  fix: delete the step: i stays a loop\n"
                            "    6- \n"));
  }
  void a_kernel_that_no_thread_runs() {
    QCOMPARE(problems_on(gpu(), script("x, i = s[C].split(C.op.axis[0], factor=32)\n")),
             QStringLiteral("k.py:2:1: error: no thread runs the loops of C [NW2429]\n"
                            "  because on the GPU a kernel is run by threads, and none of its loops is bound to one\n"
                            "  legal: bind, of a loop to blockIdx or threadIdx\n"));
  }
  void a_type_that_the_target_lacks() {
    QCOMPARE(
        problems_on(gpu(),
                    "A = te.placeholder((64,), dtype=\"float64\", name=\"A\")\nC = te.compute((64,), lambda i: A[i] * "
                    "A[i], name=\"C\")\n"
                    "s = te.create_schedule(C.op)\ns[C].bind(C.op.axis[0], "
                    "te.thread_axis(\"threadIdx.x\"))\ntvm.lower(s, [A, C])\n"),
        QStringLiteral("k.py:1:1: error: A holds float64, which the GPU cannot compute [NW2424]\n  legal: float32\n"));
  }
  void a_type_inside_an_expression() {
    QCOMPARE(
        problems_on(
            gpu(),
            "A = te.placeholder((64,), name=\"A\")\n"
            "C = te.compute((64,), lambda i: (A[i].astype(\"float64\") * 0.1).astype(\"float32\"), name=\"C\")\n"
            "s = te.create_schedule(C.op)\ns[C].bind(C.op.axis[0], te.thread_axis(\"threadIdx.x\"))\ntvm.lower(s, [A, "
            "C])\n"),
        QStringLiteral(
            "k.py:2:1: error: C computes with float64, which the GPU cannot compute [NW2424]\n  legal: float32\n"));
  }
  // What is kept of a reduction is its result.
  void a_reduction_takes_no_memory_for_its_reduction_axes() {
    QCOMPARE(problems_on(gpu(),
                         "A = te.placeholder((64, 8192), name=\"A\")\nk = te.reduce_axis((0, 8192), name=\"k\")\n"
                         "B = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"B\")\n"
                         "C = te.compute((64,), lambda i: B[i] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
                         "s[C].bind(C.op.axis[0], te.thread_axis(\"blockIdx.x\"))\n"
                         "s[B].set_scope(\"shared\")\ns[B].compute_at(s[C], C.op.axis[0])\ntvm.lower(s, [A, C])\n"),
             QString());
  }
  void a_double_buffer_takes_twice_as_much() {
    const QString problems = problems_on(
        gpu(),
        script("AS = s.cache_read(A, \"shared\", [C])\nbx, i = s[C].split(C.op.axis[0], factor=768)\n"
               "s[C].bind(bx, te.thread_axis(\"blockIdx.x\"))\ns[AS].compute_at(s[C], bx)\ns[AS].double_buffer()\n",
               "7680"));
    QVERIFY2(problems.startsWith(QStringLiteral(
                 "k.py:8:1: error: a block needs 6144 bytes of shared memory, and the GPU has 4096 [NW2422]\n"
                 "  because A.shared takes 6144\n")),
             qPrintable(problems));
  }
  void an_instruction_of_another_processor() {
    const std::string text =
        "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: tir.call_llvm_pure_intrin(\"float32\", "
        "\"llvm.x86.sse.rcp.ss\", tir.const(1, \"uint32\"), A[i]), name=\"C\")\ns = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C])\n";
    QCOMPARE(problems_on(processor(), text),
             QStringLiteral("k.py:2:1: error: the ARM core has no instruction for llvm.x86.sse.rcp.ss [NW2425]\n"));
    json intel = processor();
    intel["code"]["triple"] = "x86_64-linux-gnu";
    QCOMPARE(problems_on(intel, text), QString());
  }
};

NW_TEST(TestTargetRules);
#include "test_target_rules.moc"
