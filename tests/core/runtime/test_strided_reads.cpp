// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors whose lanes are 1 to 5 elements apart in memory: each element type, vectors that the size does not divide
// (masked tails), conditions within a vector, and a last element that is the last of its buffer.
#include <fmt/format.h>

#include <QTest>

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
};

NW_TEST(TestStridedReads);
#include "test_strided_reads.moc"
