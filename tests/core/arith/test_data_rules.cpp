// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "arith/analyzer.h"
#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;
using namespace nw::arith;

// What is read from memory wraps, so the rules for indices leave it alone; i ∈ [0, 8) is an index.
class DataRulesTest : public QObject {
  Q_OBJECT

  Var i = make_var("i");
  static Expr n(int64_t v, DType t = DType::Int(32)) { return int_imm(v, t); }
  static Buffer buffer(const char* name, DType t) {
    auto* b = new BufferNode;
    b->name = name;
    b->dtype = t;
    b->shape = {n(8)};
    return Buffer(b);
  }
  Buffer a = buffer("A", DType::Int(32)), b = buffer("B", DType::Int(32)), small = buffer("S", DType::UInt(8));
  Expr x() { return buffer_load(a, {i}); }
  Expr y() { return buffer_load(b, {i}); }
  Expr s() { return cast(DType::Int(32), buffer_load(small, {i})); }

  void gives(const Expr& e, const char* expected) {
    Analyzer analyzer;
    analyzer.bind(i, Range{n(0), n(8)});
    QCOMPARE(QString::fromStdString(to_string(analyzer.simplify(e))), QString(expected));
  }
  void stays(const Expr& e) { gives(e, to_string(e).c_str()); }

 private Q_SLOTS:
  void extremes_of_sums_are_kept() {
    stays(max(y(), x() + n(3)));
    stays(max(x() + n(3), x() + n(5)));
    stays(min(y() - x(), n(0) - x()));
    stays(max(min(x() + n(1), y()) + n(1), y() + n(1)));
  }

  void comparisons_move_no_term() {
    stays(lt(x() + n(3), y()));
    stays(lt(x() - y(), n(0)));
    stays(gt(x() * n(2), y() * n(2)));
    stays(lt(i + n(1), x()));
    stays(eq(x() + n(5), n(3)));
  }

  void uint64_as_int64_may_be_negative() {
    const Expr value = cast(DType::Int(64), buffer_load(buffer("U", DType::UInt(64)), {i}));
    stays(max(value, n(0, DType::Int(64))));
    stays(lt(value, n(0, DType::Int(64))));
  }

  void quotients_are_kept() {
    stays(floordiv(x() * n(4), n(4)));
    stays(floormod(x() * n(6), n(3)));
    stays(floordiv(x(), n(4)) * n(4) + floormod(x(), n(4)));
    stays(truncdiv(x() * n(4), n(2)));
  }

  void ranges_that_fit_their_type_decide() {
    gives(min(s(), n(300)), "int32(S[i])");
    gives(max(s() + n(1), n(0)), "int32(S[i]) + 1");
    gives(lt(s() * n(2), n(511)), "true");
    gives(ge(s() - n(10), n(-10)), "true");
    stays(ge(s() * n(16777216), n(0)));  // 255·2^24 does not fit
    stays(lt(x(), n(INT32_MAX)));
  }

  // INT64_MIN + 1 is how the analyzer writes minus infinity.
  void ends_of_the_type_are_kept() {
    const Expr wide = buffer_load(buffer("W", DType::Int(64)), {i});
    stays(max(wide, n(INT64_MIN + 1, DType::Int(64))));
    stays(min(wide, n(INT64_MAX, DType::Int(64))));
    stays(ge(wide, n(INT64_MIN + 1, DType::Int(64))));
  }

  void indices_inside_are_simplified() {
    gives(buffer_load(a, {floordiv(i * n(4) + n(3), n(4))}) + n(3), "A[i] + 3");
    gives(max(buffer_load(a, {i + n(0) * i}), y() + n(0)), "max(A[i], B[i])");
    gives(select(lt(i, n(8)), x(), y()), "A[i]");
  }

  // Loops bound it: the product takes 32 bits and more, so what is written is computed.
  void indices_that_leave_their_type_are_data() {
    stays(floordiv(i * n(1000000000), n(1000000000)));
    stays(lt(i * n(1000000000), n(1)));
    gives(floordiv(i * n(100000000), n(100000000)), "i");
  }

  void conversions_of_ranges_that_do_not_fit_cover_all() {
    Analyzer analyzer;
    const Expr wide = cast(DType::UInt(8), i * n(100));
    QVERIFY(eval_set(wide, {{i, IntSet::interval(n(0), n(7))}}, analyzer).is_everything());
    const Expr fits = cast(DType::UInt(8), i * n(10));
    QVERIFY(!eval_set(fits, {{i, IntSet::interval(n(0), n(7))}}, analyzer).is_everything());
  }
};

NW_TEST(DataRulesTest);
#include "test_data_rules.moc"
