// SPDX-License-Identifier: GPL-3.0-or-later
// How a loop nest reads, and that every line knows its statement.
#include <QTest>

#include "registry.h"
#include "tir/print.h"
#include "tir/visit.h"

using namespace nw;
using namespace nw::tir;

class TestPrint : public QObject {
  Q_OBJECT

  static Buffer buffer(const char* name, std::vector<Expr> shape, const char* scope) {
    auto* b = new BufferNode;
    b->name = name;
    b->dtype = DType::Float(32);
    b->shape = std::move(shape);
    b->scope = scope;
    return Buffer(b);
  }

 private Q_SLOTS:
  void a_nest_with_every_kind_of_line() {
    const Var y = make_var("y.outer"), x = make_var("x");
    const Buffer t = buffer("conv", {int_imm(4), int_imm(6)}, "local");
    const Buffer c = buffer("C", {int_imm(64), int_imm(6)}, "global");
    Provenance from;
    from.line = 7;
    Stmt first = make_for(x, int_imm(0), int_imm(6), ForKind::Vectorized, make_store(t, float_imm(0), {int_imm(0), x}));
    Stmt second = make_if(lt(x, int_imm(5)), make_store(c, buffer_load(t, {int_imm(0), x}), {y * int_imm(4), x}));
    second = make_for(x, int_imm(2), int_imm(4), ForKind::Serial, second, from);
    const Stmt nest =
        make_for(y, int_imm(0), int_imm(16), ForKind::Parallel, make_allocate(t, make_seq({first, nullptr, second})));
    const PrintedNest printed = print(nest);
    QCOMPARE(QString::fromStdString(printed.text()),
             "parallel y.outer in 0..16:\n"
             "  alloc conv: float32[4, 6] local\n"
             "  vectorized x in 0..6:\n"
             "    conv[0, x] = 0.0\n"
             "  for x in 2..6:\n"
             "    if x < 5:\n"
             "      C[y.outer*4, x] = conv[0, x]\n");
    QCOMPARE(printed.lines[4].from.line, 7);
  }

  // Loops of one name inside each other are told apart; one after the other they need not be.
  void names_inside_names() {
    const Var i = make_var("i"), j = make_var("i"), k = make_var("i");
    const Buffer c = buffer("C", {int_imm(6), int_imm(6)}, "global");
    const auto fill = [&](const Var& v) {
      return make_for(v, int_imm(0), int_imm(6), ForKind::Serial, make_store(c, float_imm(0), {i, v}));
    };
    QCOMPARE(QString::fromStdString(
                 print(make_for(i, int_imm(0), int_imm(6), ForKind::Serial, make_seq({fill(j), fill(k)}))).text()),
             "for i in 0..6:\n"
             "  for i_1 in 0..6:\n"
             "    C[i, i_1] = 0.0\n"
             "  for i_1 in 0..6:\n"
             "    C[i, i_1] = 0.0\n");
  }

  void rewriting_removes_what_has_no_body_left() {
    const Var x = make_var("x");
    const Buffer c = buffer("C", {int_imm(6)}, "global");
    const Stmt nest = make_for(x, int_imm(0), int_imm(6), ForKind::Serial, make_store(c, float_imm(0), {x}));
    const auto keep = [](const Stmt& s) { return s; };
    QVERIFY(rewrite(nest, keep, {}) == nest);
    const auto drop = [](const Stmt& s) { return s->kind == StmtKind::Store ? nullptr : s; };
    QVERIFY(!rewrite(nest, drop, {}));
  }
};

NW_TEST(TestPrint);
#include "test_print.moc"
