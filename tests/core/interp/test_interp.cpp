// SPDX-License-Identifier: GPL-3.0-or-later
// The reference interpreter against values computed here.
#include <QTest>
#include <cmath>

#include "interp/interp.h"
#include "registry.h"

using namespace nw;
using namespace nw::te;
using tir::Expr;
using tir::float_imm;
using tir::int_imm;

class TestInterp : public QObject {
  Q_OBJECT

  using Vars = std::vector<tir::Var>;

  static NDArray pattern(DType t, std::vector<int64_t> shape) {
    NDArray a(t, std::move(shape));
    for (int64_t i = 0; i < a.size(); ++i) {
      const auto v = static_cast<double>((7 * i + 3) % 13 - 6);
      if (t.is_float())
        a.set(i, v * 0.25);
      else
        a.set_int(i, static_cast<int64_t>(v));
    }
    return a;
  }
  static std::vector<double> numbers(const NDArray& array) {
    std::vector<double> all;
    for (int64_t i = 0; i < array.size(); ++i) all.push_back(array.at(i));
    return all;
  }
  static std::vector<double> run(const Tensor& t, const std::vector<Tensor>& inputs, interp::Options options = {}) {
    interp::Interpreter interpreter({t}, {}, options);
    for (const Tensor& in : inputs) interpreter.set_input(in, pattern(in->dtype, interpreter.shape(in)));
    const auto all = interpreter.evaluate(t);
    if (!all.ok()) {
      qWarning("%s", format(all.diagnostics[0]).c_str());
      return {};
    }
    // Single elements must agree with all of them.
    interp::Interpreter again({t}, {}, options);
    for (const Tensor& in : inputs) again.set_input(in, pattern(in->dtype, again.shape(in)));
    std::vector<int64_t> positions;
    for (int64_t i = all->size(); i-- > 0;) positions.push_back(i);
    const auto some = again.elements(t, positions);
    for (size_t i = 0; i < positions.size(); ++i)
      if (some->at(static_cast<int64_t>(i)) != all->at(positions[i])) qWarning("element %zu differs", i);
    return numbers(*all);
  }
  static QString said(const Tensor& t, const std::vector<Tensor>& inputs) {
    interp::Interpreter interpreter({t});
    for (const Tensor& in : inputs) interpreter.set_input(in, pattern(in->dtype, interpreter.shape(in)));
    const auto r = interpreter.evaluate(t);
    return r.diagnostics.empty() ? "" : QString::fromStdString(format(r.diagnostics[0]));
  }

 private Q_SLOTS:
  void a_matrix_product() {
    const Tensor a = placeholder({int_imm(3), int_imm(5)}, "A"), b = placeholder({int_imm(5), int_imm(4)}, "B");
    const IterVar k = reduce_axis({int_imm(0), int_imm(5)}, "k");
    const Tensor c = compute(
        {int_imm(3), int_imm(4)},
        [&](const Vars& i) { return sum(read(a, {i[0], k->var}) * read(b, {k->var, i[1]}), {k}); }, "C");
    const NDArray x = pattern(DType::Float(32), {3, 5}), y = pattern(DType::Float(32), {5, 4});
    const std::vector<double> got = run(c, {a, b});
    QCOMPARE(got.size(), size_t{12});
    for (int64_t i = 0; i < 3; ++i) {
      for (int64_t j = 0; j < 4; ++j) {
        double want = 0;
        for (int64_t r = 0; r < 5; ++r) want += x.at(i * 5 + r) * y.at(r * 4 + j);
        QCOMPARE(got[static_cast<size_t>(i * 4 + j)], want);
      }
    }
  }

  void padding_reads_nothing_outside() {
    const Tensor a = placeholder({int_imm(4)}, "A");
    const auto pad = [&](const Vars& i) {
      return tir::if_then_else(tir::logical_and(tir::ge(i[0], int_imm(1)), tir::lt(i[0], int_imm(5))),
                               read(a, {i[0] - int_imm(1)}), float_imm(0));
    };
    const Tensor p = compute({int_imm(6)}, pad, "P");
    const Tensor q =
        compute({int_imm(4)}, [&](const Vars& i) { return read(p, {i[0]}) + read(p, {i[0] + int_imm(2)}); }, "Q");
    const NDArray x = pattern(DType::Float(32), {4});
    const std::vector<double> got = run(q, {a});
    QCOMPARE(got, (std::vector<double>{x.at(1), x.at(0) + x.at(2), x.at(1) + x.at(3), x.at(2)}));
  }

  void a_read_outside_is_reported() {
    const Tensor a = placeholder({int_imm(4)}, "A");
    const Tensor c = compute({int_imm(4)}, [&](const Vars& i) { return read(a, {i[0] + int_imm(1)}); }, "C");
    QCOMPARE(said(c, {a}), "error: while computing C[3], A[4] is read, but its shape is (4) [NW4180]\n");
    const Tensor d = compute({int_imm(4)}, [&](const Vars& i) { return tir::floordiv(int_imm(3), i[0]); }, "D");
    QCOMPARE(said(d, {}),
             "error: D cannot be computed by the reference interpreter: an integer is divided by zero [NW4181]\n");
    QCOMPARE(said(c, {}), "error: the input A has no data [NW4183]\n");
  }

  void a_shift_that_goes_too_far_is_reported() {
    const Tensor a = placeholder({int_imm(13)}, "A", DType::Int(32));
    const NDArray x = pattern(DType::Int(32), {13});
    const auto shifted = [&](const char* name, const Expr& by) {
      return compute(
          {int_imm(4)}, [&](const Vars& i) { return tir::call(DType::Int(32), name, {read(a, {i[0]}), by + i[0]}); },
          "C");
    };
    const QString because =
        "  because a shift by less than 0 or by all bits and more is undefined in LLVM and in TVM: any number may come "
        "of it\n";
    QCOMPARE(said(shifted("shift_left", int_imm(30)), {a}),
             "error: while computing C[2], an int32 is shifted by 32 bits [NW4184]\n" + because);
    QCOMPARE(said(shifted("shift_right", int_imm(-1)), {a}),
             "error: while computing C[0], an int32 is shifted by -1 bits [NW4184]\n" + because);
    QCOMPARE(said(shifted("shift_left", int_imm(28)), {a}), QString());
    const Tensor guarded = compute(
        {int_imm(4)},
        [&](const Vars& i) {
          const Expr far = tir::call(DType::Int(32), "shift_left", {read(a, {i[0]}), i[0] + int_imm(30)});
          return tir::select(tir::lt(i[0], int_imm(2)), far, int_imm(7));
        },
        "G");
    QCOMPARE(run(guarded, {a}).back(), 7.0);
  }

  void integers_wrap() {
    const Tensor a = placeholder({int_imm(13)}, "A", DType::Int(8));
    const Expr big = int_imm(100, DType::Int(8));
    const Tensor c = compute({int_imm(13)}, [&](const Vars& i) { return read(a, {i[0]}) * big; }, "C");
    const NDArray x = pattern(DType::Int(8), {13});
    const std::vector<double> got = run(c, {a});
    for (int64_t i = 0; i < 13; ++i)
      QCOMPARE(got[static_cast<size_t>(i)], static_cast<double>(static_cast<int8_t>(x.int_at(i) * 100)));
  }

  void a_tuple_reduction_keeps_both_values() {
    const Tensor v = placeholder({int_imm(2), int_imm(7)}, "V");
    const IterVar k = reduce_axis({int_imm(0), int_imm(7)}, "k");
    auto* r = new tir::CommReducerNode;
    const tir::CommReducer reducer(r);
    r->name = "argmax";
    r->lhs = {tir::make_var("x_0"), tir::make_var("x_1", DType::Float(32))};
    r->rhs = {tir::make_var("y_0"), tir::make_var("y_1", DType::Float(32))};
    const Expr keep = tir::ge(r->lhs[1], r->rhs[1]);
    r->result = {tir::select(keep, r->lhs[0], r->rhs[0]), tir::select(keep, r->lhs[1], r->rhs[1])};
    r->identity = {int_imm(-1), min_value(DType::Float(32))};
    const auto bodies = [&](const Vars& i) {
      const std::vector<Expr> source{k->var, read(v, {i[0], k->var})};
      return std::vector<Expr>{tir::reduce(reducer, source, {k}, nullptr, 0),
                               tir::reduce(reducer, source, {k}, nullptr, 1)};
    };
    const std::vector<Tensor> t = compute_many({int_imm(2)}, bodies, "T");
    QCOMPARE(run(t[0], {v}), (std::vector<double>{5, 5}));
    QCOMPARE(run(t[1], {v}), (std::vector<double>{1.5, 0.75}));
  }

  void a_condition_skips_elements() {
    const Tensor a = placeholder({int_imm(6)}, "A");
    const IterVar k = reduce_axis({int_imm(0), int_imm(8)}, "k");
    const Expr inside = tir::lt(k->var, int_imm(6));
    const Tensor c = compute({}, [&](const Vars&) { return sum(read(a, {k->var}), {k}, inside); }, "C");
    double want = 0;
    const NDArray x = pattern(DType::Float(32), {6});
    for (int64_t i = 0; i < 6; ++i) want += x.at(i);
    QCOMPARE(run(c, {a}), std::vector<double>{want});
  }

  void floats_are_rounded_or_not() {
    const Tensor a = placeholder({int_imm(1)}, "A");
    const Tensor c = compute({int_imm(1)}, [&](const Vars& i) { return tir::div(read(a, {i[0]}), float_imm(3)); }, "C");
    QCOMPARE(run(c, {a}), std::vector<double>{static_cast<double>(-0.75f / 3.0f)});
    QCOMPARE(run(c, {a}, {true, 1 << 20}), std::vector<double>{-0.25});
    const Tensor h = compute(
        {int_imm(1)}, [&](const Vars& i) { return tir::cast(DType::Float(16), read(a, {i[0]}) * float_imm(0.1)); },
        "H");
    QCOMPARE(run(h, {a}), std::vector<double>{static_cast<double>(half_to_float(float_to_half(-0.75f * 0.1f)))});
  }

  void a_scan_sums_up() {
    const Tensor x = placeholder({int_imm(5), int_imm(3)}, "X"), state = placeholder({int_imm(5), int_imm(3)}, "S");
    const Tensor init = compute({int_imm(1), int_imm(3)}, [&](const Vars& i) { return read(x, {i[0], i[1]}); }, "init");
    const Tensor update = compute(
        {int_imm(5), int_imm(3)},
        [&](const Vars& i) { return read(state, {i[0] - int_imm(1), i[1]}) + read(x, {i[0], i[1]}); }, "update");
    const Tensor y = scan({init}, {update}, {state}, {x}, "cumsum")[0];
    const NDArray a = pattern(DType::Float(32), {5, 3});
    const std::vector<double> got = run(y, {x});
    QCOMPARE(got.size(), size_t{15});
    for (int64_t j = 0; j < 3; ++j) {
      double want = 0;
      for (int64_t i = 0; i < 5; ++i) {
        want += a.at(i * 3 + j);
        QCOMPARE(got[static_cast<size_t>(i * 3 + j)], want);
      }
    }
  }

  void sizes_fill_in_symbols() {
    const tir::Var n = tir::make_var("n", DType::Int(32), true);
    const Tensor a = placeholder({n}, "A");
    const Tensor c = compute({n}, [&](const Vars& i) { return read(a, {n - int_imm(1) - i[0]}); }, "C");
    interp::Interpreter interpreter({c}, {{n, 4}});
    interpreter.set_input(a, pattern(DType::Float(32), {4}));
    const NDArray x = pattern(DType::Float(32), {4});
    QCOMPARE(numbers(*interpreter.evaluate(c)), (std::vector<double>{x.at(3), x.at(2), x.at(1), x.at(0)}));
  }
};

NW_TEST(TestInterp);
#include "test_interp.moc"
