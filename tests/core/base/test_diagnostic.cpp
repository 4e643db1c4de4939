// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/diagnostic_json.h"
#include "base/dtype.h"
#include "base/ndarray.h"
#include "registry.h"

using namespace nw;

class TestDiagnostic : public QObject {
  Q_OBJECT

  static Diagnostic sample() {
    Diagnostic d;
    d.code = "NW2104";
    d.message = "k is not a loop of C any more";
    d.where = {at_line(7, 3, 1)};
    d.because = {"line 5 split it into ko and ki"};
    d.legal = {"ko", "ki"};
    d.fixes = {{"use ki", {{Edit::Kind::Replace, 7, "s[C].unroll(ki)"}}}};
    return d;
  }

 private Q_SLOTS:
  void the_terminal_shows_place_cause_choices_and_fix() {
    QCOMPARE(QString::fromStdString(format(sample(), "gemm.py")),
             QStringLiteral("gemm.py:7:3: error: k is not a loop of C any more [NW2104]\n"
                            "  because line 5 split it into ko and ki\n"
                            "  legal: ko, ki\n"
                            "  fix: use ki\n"
                            "    7~ s[C].unroll(ki)\n"));
  }

  void json_goes_there_and_back() { QVERIFY(diagnostic_from_json(to_json(sample())) == sample()); }

  void fixes_apply_bottom_up_by_the_lines_of_the_text_given() {
    const Fix fix{"",
                  {{Edit::Kind::Insert, 2, "b"},
                   {Edit::Kind::Delete, 3, ""},
                   {Edit::Kind::Replace, 1, "A"},
                   {Edit::Kind::Insert, 4, "e"}}};
    QCOMPARE(apply_fix("a\nc\nd\n", fix), std::string("A\nb\nc\ne\n"));
    QCOMPARE(apply_fix("a", Fix{"", {{Edit::Kind::Replace, 9, "x"}}}), std::string("a"));
  }

  void two_inserts_at_one_line_keep_their_order() {
    QCOMPARE(apply_fix("z\n", Fix{"", {{Edit::Kind::Insert, 1, "x"}, {Edit::Kind::Insert, 1, "y"}}}),
             std::string("x\ny\nz\n"));
  }

  void dtypes_have_tvms_names() {
    for (const char* name : {"float32", "int8", "uint16", "bool", "bfloat16", "float16x8", "int4"}) {
      QVERIFY(parse_dtype(name).has_value());
      QCOMPARE(to_string(*parse_dtype(name)), std::string(name));
    }
    for (const char* wrong : {"float", "int0", "floaty", "float8", "int65", "int8x0"})
      QVERIFY2(!parse_dtype(wrong) || std::string(wrong) == "float", wrong);
  }

  void half_precision_rounds_to_nearest_even() {
    QCOMPARE(half_to_float(float_to_half(1.0F + 1.0F / 2048)), 1.0F);
    QCOMPARE(half_to_float(float_to_half(65504.0F)), 65504.0F);
    QVERIFY(std::isinf(half_to_float(float_to_half(65520.0F))));
    QVERIFY(std::isnan(half_to_float(float_to_half(std::nanf("")))));
    for (uint32_t bits = 0; bits < 0x7c00; ++bits)
      QCOMPARE(float_to_half(half_to_float(static_cast<uint16_t>(bits))), static_cast<uint16_t>(bits));
    QCOMPARE(bfloat_to_float(float_to_bfloat(1.0F + 1.0F / 256)), 1.0F);
  }

  void integers_wrap_to_their_type() {
    NDArray a(DType::Int(8), {1});
    a.set_int(0, 200);
    QCOMPARE(a.int_at(0), -56);
    NDArray nibble(DType::UInt(4), {1});
    nibble.set_int(0, 19);
    QCOMPARE(nibble.int_at(0), 3);
  }
};

NW_TEST(TestDiagnostic);
#include "test_diagnostic.moc"
