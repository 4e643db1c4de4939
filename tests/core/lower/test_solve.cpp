// SPDX-License-Identifier: GPL-3.0-or-later
// For which values of a loop a condition holds, whatever the loops inside it do.
#include "lower/solve.h"

#include <QTest>

#include "registry.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;

class TestSolve : public QObject {
  Q_OBJECT

  const Var o_ = make_var("o"), i_ = make_var("i");

  static QString told(const std::optional<lower::Solution>& s) {
    if (!s) return QStringLiteral("nothing");
    const auto end = [](const Expr& e) { return e ? QString::fromStdString(to_string(e)) : QStringLiteral("…"); };
    return end(s->low) + QStringLiteral(" to ") + end(s->high) + (s->exact ? QString() : QStringLiteral(", or more"));
  }
  QString solved(const Expr& condition, const arith::DomainMap& inner) const {
    arith::Analyzer analyzer;
    return told(lower::solve(condition, o_, inner, analyzer));
  }
  // i in begin..begin + 16
  arith::DomainMap inner(const Expr& begin) const {
    return {{i_, arith::IntSet::interval(begin, begin + int_imm(15))}};
  }

 private Q_SLOTS:
  void the_last_of_the_inner_loop_decides() {
    QCOMPARE(solved(lt(o_ * int_imm(16) + i_, int_imm(100)), inner(int_imm(0))), QStringLiteral("… to 6, or more"));
  }
  void without_inner_loops_it_is_exact() {
    QCOMPARE(solved(lt(o_ * int_imm(16), int_imm(100)), {}), QStringLiteral("… to 7"));
    QCOMPARE(solved(ge(o_, int_imm(3)), {}), QStringLiteral("3 to …"));
  }
  // Whether i ≥ 16·o cannot be asked of o where i begins at 16·o: the answer would be in terms of o.
  void an_inner_loop_that_begins_where_it_says_solves_nothing() {
    QCOMPARE(solved(ge(i_, o_ * int_imm(16)), inner(o_ * int_imm(16))), QStringLiteral("nothing"));
  }
};

NW_TEST(TestSolve);
#include "test_solve.moc"
