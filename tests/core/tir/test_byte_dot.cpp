// SPDX-License-Identifier: GPL-3.0-or-later
// Products of four bytes: how they are written, and found in a sum again.
#include <QTest>

#include "registry.h"
#include "tir/byte_dot.h"
#include "tir/print.h"

using namespace nw;
using namespace nw::tir;

class TestByteDot : public QObject {
  Q_OBJECT

  static QString text(const Expr& e) { return e ? QString::fromStdString(tir::to_string(e)) : QStringLiteral("-"); }
  static QString found(const Expr& sum) {
    const auto dot = match_byte_dot(sum);
    if (!dot) return QStringLiteral("none");
    return text(dot->unsigned_bytes) + QStringLiteral(" · ") + text(dot->signed_bytes) + QStringLiteral(", ") +
           text(dot->rest);
  }

 private Q_SLOTS:
  void is_written_in_plain_operations() {
    QCOMPARE(text(byte_dot(make_var("a"), make_var("b"))),
             "int32(uint8(a))*int32(int8(b)) + int32(uint8(a >> 8))*int32(int8(b >> 8)) + "
             "int32(uint8(a >> 16))*int32(int8(b >> 16)) + int32(uint8(a >> 24))*int32(int8(b >> 24))");
  }

  void is_found_among_summands_in_any_order() {
    const Var a = make_var("a"), b = make_var("b"), c = make_var("c"), d = make_var("d");
    const Expr dot = byte_dot(a, b);
    QCOMPARE(found(dot), "a · b, -");
    QCOMPARE(found(Expr(c) + dot), "a · b, c");
    QCOMPARE(found(dot + (Expr(c) + d)), "a · b, c + d");
    const auto* sum = node_cast<BinaryNode>(dot);
    QCOMPARE(found(sum->b + (Expr(c) + sum->a)), "a · b, c");
    QVERIFY(is_byte_dot(dot) && !is_byte_dot(dot + c));
  }

  // One of the lanes' operands may be the same for all.
  void lanes_may_share_an_operand() {
    const Var a = make_var("a", DType::Int(32).with_lanes(16)), b = make_var("b");
    QCOMPARE(found(byte_dot(a, broadcast(b, 16))), "a · b, -");
  }

  void other_sums_contain_none() {
    const Var a = make_var("a"), b = make_var("b"), c = make_var("c");
    const Expr dot = byte_dot(a, b);
    QCOMPARE(found(node_cast<BinaryNode>(dot)->a), "none");  // three of the four
    QCOMPARE(found(node_cast<BinaryNode>(dot)->a + node_cast<BinaryNode>(byte_dot(a, c))->b), "none");
    QCOMPARE(found(Expr(a) + b), "none");
  }
};

NW_TEST(TestByteDot);
#include "test_byte_dot.moc"
