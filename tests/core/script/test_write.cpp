// SPDX-License-Identifier: GPL-3.0-or-later
// Writing scripts, and that what was written reads as what it was written from.
#include <QDir>
#include <QTest>

#include "registry.h"
#include "script/script.h"
#include "script/write.h"

using namespace nw;

class TestWrite : public QObject {
  Q_OBJECT

  static script::WriteRequest request_for(const script::Program& p) {
    script::WriteRequest r;
    r.args = p.args;
    r.kernel_name = p.kernel_name;
    for (const te::Operation& op : p.schedule->outputs())
      for (int i = 0; i < op->num_outputs(); ++i) r.outputs.push_back(te::output(op, i));
    return r;
  }
  static void round_trip(const std::string& text) {
    const script::Program first = script::read(text);
    for (const Diagnostic& d : first.diagnostics) qWarning("%s", format(d).c_str());
    QVERIFY(first.ok());
    // Recomputed without the schedule, whose rewrites would show in its outputs.
    const auto bare = [](const script::Program& p) {
      script::WriteRequest r;
      r.args = p.args;
      r.kernel_name = p.kernel_name;
      for (const te::Tensor& t : p.args)
        if (t->op->kind != te::OpKind::Placeholder) r.outputs.push_back(t);
      return r;
    };
    const std::string written = script::write(bare(first));
    const script::Program second = script::read(written);
    for (const Diagnostic& d : second.diagnostics) qWarning("%s\n%s", format(d).c_str(), written.c_str());
    QVERIFY(second.ok());
    QVERIFY2(te::same_computation(first.args, second.args), written.c_str());
    QCOMPARE(QString::fromStdString(script::write(bare(second))), QString::fromStdString(written));
  }

 private Q_SLOTS:
  void a_script_in_three_parts() {
    const script::Program p = script::read(
        "A = te.placeholder((8, 4), name='A')\n"
        "b = te.placeholder((4,), name='b', dtype='int8')\n"
        "k = te.reduce_axis((0, 4), name='k')\n"
        "C = te.compute((8,), lambda y: te.sum(A[y, k] * b[k], axis=k), name='C')\n"
        "D = te.compute((8,), lambda y: tir.max(C[y] - 0.1, 0.0), name='D', tag='injective')\n"
        "s = te.create_schedule(D.op)\n"
        "tvm.lower(s, [A, b, D], name='mv')\n");
    QVERIFY(p.ok());
    script::WriteRequest r = request_for(p);
    r.metadata = "{\"group\": 3}";
    const schedule::Schedule& s = *p.schedule;
    const StageId c = s.find_by_name("C"), d = s.find_by_name("D");
    const schedule::Step split{
        schedule::Primitive::Split, d, -1, {s.stage(d).root[0], tir::Expr(tir::int_imm(4))}, {"yo", "yi"}};
    schedule::Schedule after = s;
    const AxisId yo = schedule::apply(after, split)->axes[0];
    r.steps = {split, {schedule::Primitive::ComputeAt, c, -1, {d, yo}}};
    QCOMPARE(QString::fromStdString(script::write(r)),
             "# nestwright: {\"group\": 3}\n"
             "import tvm\n"
             "from tvm import te, tir\n"
             "\n"
             "# computation\n"
             "A = te.placeholder((8, 4), name=\"A\")\n"
             "b = te.placeholder((4,), name=\"b\", dtype=\"int8\")\n"
             "k = te.reduce_axis((0, 4), name=\"k\")\n"
             "C = te.compute((8,), lambda y: te.sum(A[y, k] * b[k].astype(\"float32\"), axis=k), name=\"C\")\n"
             "D = te.compute((8,), lambda y: tir.max(C[y] - 0.1, 0.0), name=\"D\", tag=\"injective\")\n"
             "\n"
             "# schedule\n"
             "s = te.create_schedule(D.op)\n"
             "y, = s[D].op.axis\n"
             "yo, yi = s[D].split(y, factor=4)\n"
             "s[C].compute_at(s[D], yo)\n"
             "\n"
             "# kernel\n"
             "tvm.lower(s, [A, b, D], name=\"mv\")\n");
    QVERIFY(script::read(script::write(r)).ok());
  }

  void the_node_of_a_stage_is_written_and_read() {
    const script::Program p = script::read(
        "A = te.placeholder((8,), name='A')\n"
        "B = te.compute((8,), lambda i: A[i], name='B', tag='injective', attrs={'layout': 'x', 'node': 2})\n"
        "s = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B])\n");
    QVERIFY(p.ok());
    QCOMPARE(p.tensors.back()->op->node, 2);
    const std::string text = script::write(request_for(p));
    QVERIFY2(text.find("name=\"B\", tag=\"injective\", attrs={\"node\": 2})\n") != std::string::npos, text.c_str());
  }

  void what_is_written_reads_the_same_data() {
    QTest::addColumn<QString>("file");
    const QDir dir(QString::fromStdString(nw::test::data_path("parity/te")));
    for (const QString& file : dir.entryList({"*.py"}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file)) << file;
  }
  void what_is_written_reads_the_same() {
    QFETCH(QString, file);
    round_trip(nw::test::read_data("parity/te/" + file.toStdString()));
  }

  void every_kind_of_expression() {
    round_trip(
        "n = te.size_var('n')\n"
        "H = te.placeholder((4, n), name='H', dtype='float16')\n"
        "I = te.placeholder((4, n), name='I', dtype='int8')\n"
        "Q = te.placeholder((4, n), name='Q', dtype='int64')\n"
        "U = te.placeholder((4, n), name='U', dtype='uint8')\n"
        "F = te.placeholder((4, n), name='F', dtype='float64')\n"
        "a = te.compute((4, n), lambda i, j: H[i, j] * tir.const(2.5, 'float16') + tir.pow(H[i, j], H[0, j]), "
        "name='a')\n"
        "b = te.compute((4, n), lambda i, j: (I[i, j] + tir.const(3, 'int8')) // I[i, 0] % tir.const(5, 'int8'), "
        "name='b')\n"
        "c = te.compute((4, n), lambda i, j: Q[i, j] * 3 - (Q[i, j] - 5000000000), name='c')\n"
        "d = te.compute((4, n), lambda i, j: (U[i, j] >> 2 | U[i, j] & tir.const(7, 'uint8')) ^ ~U[0, j], name='d')\n"
        "e = te.compute((4, n), lambda i, j: tir.Select(tir.any(i < 1, tir.all(j >= 2, i != 3), F[i, j] > 0.25), F[i, "
        "j], F[0, 0] * -1.5e300), name='e')\n"
        "f = te.compute((4, n), lambda i, j: tir.truncdiv(Q[i, j], 7) + tir.truncmod(i, 3) + tir.abs(Q[i, j]), "
        "name='f')\n"
        "g = te.compute((4, n), lambda i, j: tir.Not(i == j), name='g')\n"
        "k = te.reduce_axis((1, n), name='k')\n"
        "p = te.comm_reducer(lambda x, y: x * y, lambda t: tir.const(1, t), name='p')\n"
        "r = te.compute((4,), lambda i: p(F[i, k], axis=k, where=k > 2), name='r')\n"
        "z = te.compute((), lambda: F[0, 0] / 3.0, name='z')\n"
        "w = te.compute((4,), lambda i: z() + tir.exp(F[i, 0]).astype('float32'), name='w')\n"
        "s = te.create_schedule([a.op, b.op, c.op, d.op, e.op, f.op, g.op, r.op, w.op])\n"
        "tvm.lower(s, [H, I, Q, U, F, a, b, c, d, e, f, g, r, w])\n");
  }

  void names_make_room() {
    QCOMPARE(QString::fromStdString(script::identifier("conv2d.local")), "conv2d_local");
    QCOMPARE(QString::fromStdString(script::identifier("lambda")), "lambda_");
    QCOMPARE(QString::fromStdString(script::identifier("3x3")), "v3x3");
    round_trip(
        "A = te.placeholder((4,), name='te')\n"
        "B = te.compute((4,), lambda x: A[x] + 1.0, name='x')\n"
        "C = te.compute((4,), lambda y: B[y] + A[y], name='x')\n"
        "s = te.create_schedule(C.op)\n"
        "tvm.lower(s, [A, C])\n");
  }
};

NW_TEST(TestWrite);
#include "test_write.moc"
