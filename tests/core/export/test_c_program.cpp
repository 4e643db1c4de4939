// SPDX-License-Identifier: GPL-3.0-or-later
// C programs are compiled by GCC and Clang without a warning, run, and print the right sums.
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "export/c_program.h"
#include "nests.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestCProgram : public QObject {
  Q_OBJECT

  static Expr n(int64_t v) { return tir::int_imm(v); }

  // What the program prints after its time, by each compiler that is there.
  static void prints(const lower::LoopNest& nest, const QString& expected, const QStringList& arguments = {}) {
    const Result<std::string> program = exporting::c_program(nest);
    QVERIFY2(program.ok(), texts(program.diagnostics).c_str());
    QTemporaryDir folder;
    const QString source = folder.filePath(QStringLiteral("kernel.c")),
                  binary = folder.filePath(QStringLiteral("kernel"));
    QFile file(source);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(*program));
    file.close();
    int compilers = 0;
    for (const char* name : {"gcc", "clang-19"}) {
      const QString compiler = QStandardPaths::findExecutable(QString::fromLatin1(name));
      if (compiler.isEmpty()) continue;
      ++compilers;
      QProcess build;
      build.setProcessChannelMode(QProcess::MergedChannels);
      build.start(compiler, {QStringLiteral("-std=c11"), QStringLiteral("-O2"), QStringLiteral("-Wall"),
                             QStringLiteral("-Wextra"), QStringLiteral("-o"), binary, source, QStringLiteral("-lm")});
      QVERIFY(build.waitForFinished(60000));
      const QByteArray said = build.readAll();
      QVERIFY2(build.exitCode() == 0 && said.isEmpty(),
               (said + "\n" + QByteArray::fromStdString(*program)).constData());
      QProcess run;
      run.start(binary, arguments);
      QVERIFY(run.waitForFinished(60000));
      const QString output = QString::fromUtf8(run.readAllStandardOutput());
      QVERIFY(output.startsWith(QStringLiteral("time ")));
      QCOMPARE(output.section(QLatin1Char('\n'), 1), expected);
    }
    if (compilers == 0) QSKIP("no C compiler");
  }

 private Q_SLOTS:
  void a_vector_loop_in_parallel() {
    Buffer a = buffer("A", DType::Float(32), {64}), b = buffer("B", DType::Float(32), {64}),
           c = buffer("C", DType::Float(32), {64});
    Var i = tir::make_var("i");
    Expr lanes = tir::ramp(Expr(i) * n(16), n(1), 16);
    prints(nest({a, b}, {c},
                loop(i, 4, tir::make_store(c, at(a, {lanes}) + at(b, {lanes}), {lanes}), tir::ForKind::Parallel)),
           QStringLiteral("C sum -1.5 wsum -52\n"));
  }

  void a_variable_of_several_lanes() {
    Buffer a = buffer("A", DType::Float(32), {64}), b = buffer("B", DType::Float(32), {64}),
           c = buffer("C", DType::Float(32), {64});
    Var i = tir::make_var("i"), old = tir::make_var("C.old", DType::Float(32, 16));
    Expr lanes = tir::ramp(Expr(i) * n(16), n(1), 16);
    prints(
        nest({a, b}, {c},
             loop(i, 4, tir::make_let(old, at(a, {lanes}), tir::make_store(c, Expr(old) + at(b, {lanes}), {lanes})))),
        QStringLiteral("C sum -1.5 wsum -52\n"));
  }

  void every_type_has_its_helpers() {
    for (const DType t :
         {DType::Float(16), DType::BFloat16(), DType::Float(64), DType::Int(4), DType::Int(8), DType::UInt(8),
          DType::UInt(16), DType::Int(32), DType::UInt(32), DType::Int(64), DType::UInt(64)}) {
      Buffer a = buffer("double", t, {26}), c = buffer("C", t, {26});
      Var i = tir::make_var("i");
      Expr x = at(a, {i});
      Stmt body = loop(i, 26, tir::make_store(c, tir::max(x * x - x, tir::constant(t, 1)), {i}));
      NDArray expected(t, {26}), v(t, {1});
      double sum = 0, weighted = 0;
      for (int64_t k = 0; k < 26; ++k) {
        const double p = static_cast<double>((7 * k + 3) % 13 - 6) * (t.is_float() ? 0.25 : 1);
        v.set(0, p);
        const double y = v.at(0);
        if (t.is_float())
          v.set(0, y * y);
        else
          v.set_int(0, static_cast<int64_t>(static_cast<uint64_t>(v.int_at(0)) * static_cast<uint64_t>(v.int_at(0))));
        if (t.is_float())
          v.set(0, v.at(0) - y);
        else
          v.set_int(0, static_cast<int64_t>(static_cast<uint64_t>(v.int_at(0)) -
                                            static_cast<uint64_t>(static_cast<int64_t>(p))));
        const double r = std::max(v.at(0), 1.0);
        sum += r;
        weighted += r * static_cast<double>(k % 17 + 1);
      }
      prints(nest({a}, {c}, body), QString::asprintf("C sum %.17g wsum %.17g\n", sum, weighted));
    }
  }

  void statements_of_every_kind() {
    Buffer a = buffer("A", DType::Int(32), {32}), c = buffer("C", DType::Int(32), {34}),
           t = buffer("T", DType::Int(32), {8000}), m = buffer("mask", DType::Bool(), {34});
    Var i = tir::make_var("i"), j = tir::make_var("j"), q = tir::make_var("q");
    Expr inside = tir::logical_and(tir::ge(i, n(1)), tir::lt(i, n(33)));
    Stmt pad = loop(i, 34, tir::make_store(c, tir::if_then_else(inside, at(a, {Expr(i) - n(1)}), n(100)), {i}));
    Stmt fill = loop(j, 8000, tir::make_store(t, tir::floormod(n(3) - Expr(j), n(7)), {j}));
    Expr lanes = tir::ramp(n(0), n(1), 16);
    Stmt shifted = tir::make_store(c, at(c, {tir::ramp(n(1), n(1), 16)}) + at(t, {lanes}), {lanes});
    Stmt masked = tir::make_store(c, tir::broadcast(n(5), 16), {lanes}, {}, tir::lt(lanes, tir::broadcast(n(3), 16)));
    Stmt branch =
        tir::make_if(tir::eq(at(c, {n(0)}), n(5)), tir::make_store(c, n(6), {n(0)}), tir::make_store(c, n(7), {n(0)}));
    Stmt marks = loop(q, 34, tir::make_store(m, tir::lt(at(c, {q}), tir::floordiv(Expr(q) - n(20), n(4))), {q}));
    Stmt body = tir::make_allocate(t, tir::make_seq({pad, fill, shifted, masked, branch, marks}));
    std::vector<int64_t> x(34, 100);
    for (int64_t k = 0; k < 32; ++k) x[static_cast<size_t>(k + 1)] = (7 * k + 3) % 13 - 6;
    for (size_t k = 0; k < 16; ++k) x[k] = x[k + 1] + ((3 - static_cast<int64_t>(k)) % 7 + 7) % 7;
    x[0] = 6;
    x[1] = x[2] = 5;
    double sum = 0, weighted = 0, marked = 0, weighted_marked = 0;
    for (int64_t k = 0; k < 34; ++k) {
      const auto v = static_cast<double>(x[static_cast<size_t>(k)]);
      const double mark = v < std::floor(static_cast<double>(k - 20) / 4) ? 1 : 0;
      sum += v;
      weighted += v * static_cast<double>(k % 17 + 1);
      marked += mark;
      weighted_marked += mark * static_cast<double>(k % 17 + 1);
    }
    prints(nest({a}, {c, m}, body), QString::asprintf("C sum %.17g wsum %.17g\nmask sum %.17g wsum %.17g\n", sum,
                                                      weighted, marked, weighted_marked));
  }

  void sizes_are_arguments() {
    Var size = tir::make_var("n", DType::Int(32), true), i = tir::make_var("i");
    auto* node = new tir::BufferNode;
    node->name = "C";
    node->dtype = DType::Int(32);
    node->shape = {size};
    Buffer c{node};
    lower::LoopNest kernel =
        nest({}, {c}, tir::make_for(i, n(0), size, tir::ForKind::Serial, tir::make_store(c, i, {i})));
    kernel.size_vars = {size};
    prints(kernel, QStringLiteral("C sum 45 wsum 330\n"), {QStringLiteral("10")});
  }

  void math_functions_come_from_the_library() {
    Buffer a = buffer("A", DType::Float(64), {13}), c = buffer("C", DType::Float(64), {13});
    Var i = tir::make_var("i");
    Expr x = at(a, {i}), y = x;
    double sum = 0, weighted = 0;
    y = tir::call(x->dtype, "floor", {tir::call(x->dtype, "exp", {x}) * tir::float_imm(1000, DType::Float(64))}) +
        tir::call(x->dtype, "round", {tir::call(x->dtype, "sigmoid", {x})});
    for (int64_t k = 0; k < 13; ++k) {
      const double p = 0.25 * static_cast<double>((7 * k + 3) % 13 - 6),
                   v = std::floor(std::exp(p) * 1000) + std::round(1 / (1 + std::exp(-p)));
      sum += v;
      weighted += v * static_cast<double>(k % 17 + 1);
    }
    prints(nest({a}, {c}, loop(i, 13, tir::make_store(c, y, {i}))),
           QString::asprintf("C sum %.17g wsum %.17g\n", sum, weighted));
  }
};

NW_TEST(TestCProgram);
#include "test_c_program.moc"
