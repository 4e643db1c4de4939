// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel as C: what compilers would warn of is not written.
#include <QTest>

#include "codegen/c_source.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

class CSourceTest : public QObject {
  Q_OBJECT

  static std::string kernel_of(const std::string& lines) {
    const script::Program p = script::read("import tvm\nfrom tvm import te, tir\n" + lines);
    if (!p.ok() || !p.schedule) return "the script has errors";
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    if (!loops.ok()) return "the schedule has errors";
    const auto nest = lower::lower_code(*loops);
    if (!nest.ok()) return "the nest has errors";
    const auto source = codegen::c_source(*nest);
    return source.ok() ? source->kernel : "the kernel has errors";
  }

 private Q_SLOTS:
  // The vectorized loop becomes three, each of which has declared the buffer.
  void a_buffer_of_a_loop_in_pieces_is_declared_once() {
    const std::string text = kernel_of(R"(
A = te.placeholder((16,), name="A", dtype="float64")
B = te.compute((14,), lambda i: A[i] * A[i + 2], name="B")
C = te.compute((12,), lambda i: B[i] + B[i + 2], name="C")
s = te.create_schedule(C.op)
W = s.cache_write(B, "global")
s[W].compute_at(s[B], s[B].op.axis[0])
s[B].vectorize(s[B].op.axis[0])
tvm.lower(s, [A, C], name="k")
)");
    QVERIFY2(text.find("double B_global[1]") != std::string::npos, text.c_str());
    QVERIFY2(text.find("B_global_1") == std::string::npos, text.c_str());
  }

  void a_buffer_that_is_only_written_counts_as_used() {
    const std::string text = kernel_of(R"(
A = te.placeholder((8,), name="A")
B, B1 = te.compute((8,), lambda i: (A[i] + 1.0, A[i] * 2.0), name="B")
C = te.compute((8,), lambda i: B[i] - 1.0, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="k")
)");
    QVERIFY2(text.find("(void)B_v1;\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find("(void)B_v0;\n") == std::string::npos, text.c_str());
  }

  void a_prefetch_of_what_has_no_memory_yet_is_left_out() {
    const std::string text = kernel_of(R"(
A = te.placeholder((8, 64), name="A")
B = te.compute((8, 64), lambda i, j: A[i, j] * 2.0, name="B")
C = te.compute((8, 64), lambda i, j: B[i, j] + 1.0, name="C")
s = te.create_schedule(C.op)
s[C].parallel(C.op.axis[0])
s[B].compute_at(s[C], C.op.axis[0])
s[C].prefetch(B, C.op.axis[0], 1)
tvm.lower(s, [A, C], name="k")
)");
    QVERIFY2(text.find("undefined") == std::string::npos && text.find("prefetch") == std::string::npos, text.c_str());
  }
};

NW_TEST(CSourceTest);
#include "test_c_source.moc"
