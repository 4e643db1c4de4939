// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops around many accumulators LLVM may unroll further.
#include "codegen_llvm/loop_expansion.h"

#include <QTest>

#include "nests.h"
#include "registry.h"

using namespace nw;
using test::at;
using test::Buffer;
using test::Expr;
using test::loop;
using test::Stmt;
using test::Var;

class TestLoopExpansion : public QObject {
  Q_OBJECT

  // Sum[x] += In[x * stride + k] * W[k] over 14 pixels x, written out; k is the loop that is asked about.
  struct Window {
    Buffer in = test::buffer("In", DType::Float(32), {256}), w = test::buffer("W", DType::Float(32), {16});
    Buffer sum = test::buffer("Sum", DType::Float(32), {14});
    Var x = tir::make_var("x"), k = tir::make_var("k");

    Stmt products(int64_t stride) const {
      const Expr place = x * tir::int_imm(stride) + k;
      const Expr product = at(in, {place}) * at(w, {k});
      return loop(x, 14, tir::make_store(sum, at(sum, {x}) + product, {x}));
    }
    bool shares(const Stmt& body, int64_t extent) const {
      const Stmt window = loop(k, extent, body);
      return codegen::iterations_share_reads(
          *tir::stmt_cast<tir::ForNode>(window), extent, [&](const tir::VarNode& v) { return &v == x.get(); },
          [&](const tir::BufferNode& b) { return &b == sum.get(); });
    }
  };

 private Q_SLOTS:
  void a_windows_row_shares_what_neighbouring_pixels_read() {
    const Window c;
    QVERIFY(c.shares(c.products(1), 3));
    QVERIFY(c.shares(c.products(2), 3));
    QVERIFY(!c.shares(c.products(3), 3));  // windows that touch
  }

  void channels_of_a_pixel_are_read_once() {
    const Window c;
    QVERIFY(!c.shares(c.products(16), 16));
    QVERIFY(c.shares(c.products(16), 17));
  }

  void copies_that_the_nest_has_already_count() {
    const Window c;
    std::vector<Stmt> copies;
    for (int64_t pixel = 0; pixel < 2; ++pixel) {
      const Expr index = tir::int_imm(pixel), place = c.k + index;
      copies.push_back(tir::make_store(c.sum, at(c.sum, {index}) + at(c.in, {place}), {index}));
    }
    QVERIFY(c.shares(tir::make_seq(copies), 3));
  }

  // Such a loop stays one, whatever it is marked as; walked through, this would take for ever.
  void a_loop_too_long_to_be_unrolled_is_another_one() {
    const Window c;
    const Var channel = tir::make_var("channel");
    QVERIFY(!c.shares(loop(channel, int64_t{1} << 40, c.products(1), tir::ForKind::Unrolled), 3));
  }

  void a_loop_around_another_one_keeps_its_reads_apart() {
    const Window c;
    const Var channel = tir::make_var("channel");
    QVERIFY(!c.shares(loop(channel, 16, c.products(1)), 3));
  }
};

NW_TEST(TestLoopExpansion);
#include "test_loop_expansion.moc"
