// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel loops inside other loops: what a thread is given of the loops around.
#include <QTest>

#include "registry.h"
#include "run_script.h"

using namespace nw;

class TestParallelLoops : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The tile's shape names loops that are written several times: whole tiles, then the rest.
  void a_tile_whose_shape_depends_on_loops_in_pieces() {
    QCOMPARE(QString::fromStdString(test::fault_of(R"(
A = te.placeholder((12, 38), name="A", dtype="int16")
B = te.compute((12, 38), lambda i, j: tir.const(3, "uint8"), name="B")
C = te.compute((12, 38), lambda i, j: (A[i, tir.max(j - 1, 0)].astype("uint8") + B[i, j]) * B[i % 12, i], name="C")
s = te.create_schedule(C.op)
outer, inner = s[C].split(C.op.axis[1], factor=3)
s[B].compute_at(s[C], inner)
s[C].tile(C.op.axis[0], outer, 5, 3)
s[B].parallel(B.op.axis[0])
tvm.lower(s, [A, C])
)",
                                                   test::Warnings::Allowed)),
             QString());
  }
};

NW_TEST(TestParallelLoops);
#include "test_parallel_loops.moc"
