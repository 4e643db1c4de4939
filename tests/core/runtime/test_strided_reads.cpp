// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors whose lanes are 1 to 5 elements apart in memory: each element type, vectors that the size does not divide
// (masked tails), conditions within a vector, and a last element that is the last of its buffer.
#include <fmt/format.h>

#include <QTest>

#include "codegen_llvm/machine_code.h"
#include "registry.h"
#include "run_script.h"

using namespace nw;

class TestStridedReads : public QObject {
  Q_OBJECT

  static std::string body(const std::string& dtype, const std::string& inputs, const std::string& value, int lanes) {
    return fmt::format(R"({}
B = te.compute((n,), lambda i: {}, name="B")
s = te.create_schedule(B.op)
o, v = s[B].split(B.op.axis[0], factor={})
s[B].vectorize(v)
tvm.lower(s, [A, B])
)",
                       fmt::format(fmt::runtime(inputs), fmt::arg("dtype", dtype)), value, lanes);
  }

 private Q_SLOTS:
  void each_lane_reads_its_element_data() {
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("lanes");
    for (const char* dtype : {"float32", "float64", "float16", "int8", "uint16", "int64", "bool"})
      for (const int stride : {1, 2, 3, 4, 5})
        for (const int lanes : {4, 7, 16})
          QTest::addRow("%s, every %d, %d lanes", dtype, stride, lanes)
              << QString::fromLatin1(dtype) << stride << lanes;
  }
  void each_lane_reads_its_element() {
    QFETCH(QString, dtype);
    QFETCH(int, stride);
    QFETCH(int, lanes);
    const std::string type = dtype.toStdString();
    constexpr int kSize = 45;  // no multiple of any vector: the last one is masked
    const std::string inputs = fmt::format("n = {}\nA = te.placeholder(({},), dtype=\"{{dtype}}\", name=\"A\")", kSize,
                                           (kSize - 1) * stride + 1);
    const std::string plain = body(type, inputs, fmt::format("A[i * {}]", stride), lanes);
    QCOMPARE(QString::fromStdString(test::fault_of(plain, test::Warnings::Allowed)), QString());
    const std::string guarded =
        body(type, inputs,
             fmt::format("te.if_then_else(te.all(i > 2, i < 40), A[(i - 1) * {}], te.const(0, \"{}\"))", stride, type),
             lanes);
    QCOMPARE(QString::fromStdString(test::fault_of(guarded, test::Warnings::Allowed)), QString());
  }

  // The last rows lie outside of B, not of T: a masked read of lanes far apart would be a branch for each. T has more
  // elements than the vector registers, and its loops are not written out.
  void lanes_inside_the_buffer_are_read_without_a_mask() {
    const std::string text = R"(
A = te.placeholder((7, 7, 128), name="A")
T = te.compute((7, 7, 128), lambda h, w, c: A[h, w, c] * 2.0, name="T")
B = te.compute((128, 7, 7), lambda c, h, w: T[h, w, c] + 1.0, name="B")
s = te.create_schedule(B.op)
c, h, w = s[B].op.axis
co, ci = s[B].split(c, factor=64)
ho, hi = s[B].split(h, factor=2)
s[B].reorder(co, ho, ci, hi, w)
outer = s[B].fuse(co, ho)
s[B].parallel(outer)
v = s[B].fuse(hi, w)
s[B].vectorize(v)
s[T].compute_at(s[B], outer)
tvm.lower(s, [A, B])
)";
    QCOMPARE(QString::fromStdString(test::fault_of(text, test::Warnings::Allowed)), QString());
    const script::Program program = script::read(text);
    const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    const auto nest = lower::lower_code(*loops);
    QVERIFY(nest.ok());
    const auto ir = codegen::llvm_ir(*nest);
    QVERIFY(ir.ok());
    // They are read without addresses that are computed in vectors, and not as a branch for each.
    QVERIFY2(ir->find("@llvm.masked.gather") == std::string::npos, ir->c_str());
    QVERIFY2(ir->find(" x float> ") != std::string::npos, ir->c_str());
  }
};

NW_TEST(TestStridedReads);
#include "test_strided_reads.moc"
