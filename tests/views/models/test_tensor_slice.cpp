// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors as tables of their last two axes, and in figures.
#include <QTest>
#include <limits>

#include "models/tensor_slice.h"
#include "registry.h"

using namespace nw;
using views::TensorFigures;
using views::TensorSlice;

class TestTensorSlice : public QObject {
  Q_OBJECT

  static NDArray counted(std::vector<int64_t> shape) {
    NDArray array(DType::Float(32), std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, static_cast<double>(i));
    return array;
  }

 private Q_SLOTS:
  void the_last_two_axes_are_rows_and_columns() {
    TensorSlice slice(counted({2, 3, 4, 5}));
    QCOMPARE(slice.rows(), int64_t{4});
    QCOMPARE(slice.columns(), int64_t{5});
    QCOMPARE(slice.leading(), (std::vector<int64_t>{2, 3}));
    QCOMPARE(slice.text(3, 4), QStringLiteral("19"));
    slice.setAt(0, 1);
    slice.setAt(1, 2);
    QCOMPARE(slice.text(0, 0), QStringLiteral("100"));
    slice.setAt(1, 99);  // the last there is
    QCOMPARE(slice.at(), (std::vector<int64_t>{1, 2}));
  }

  void vectors_are_a_column_and_scalars_a_cell() {
    const TensorSlice vector(counted({3})), scalar(counted({})), empty(counted({0, 2, 2}));
    QCOMPARE(std::pair(vector.rows(), vector.columns()), (std::pair<int64_t, int64_t>(3, 1)));
    QCOMPARE(std::pair(scalar.rows(), scalar.columns()), (std::pair<int64_t, int64_t>(1, 1)));
    QCOMPARE(empty.rows(), int64_t{0});
  }

  void figures_leave_out_what_is_not_finite() {
    NDArray array(DType::Float(32), {5});
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const double values[] = {-1, 0, 4, nan, inf};
    for (int64_t i = 0; i < 5; ++i) array.set(i, values[i]);
    const auto figures = TensorFigures::of(array);
    QVERIFY(figures.has_value());
    QCOMPARE(figures->text(), QStringLiteral("5 element(s) from -1 to 4, mean 1; 1 zero; 1 infinite; 1 NaN"));
    int64_t counted = 0;
    for (const int64_t bin : figures->bins) counted += bin;
    QCOMPARE(counted, int64_t{3});
    QCOMPARE(figures->bins.front(), int64_t{1});
    QCOMPARE(figures->bins.back(), int64_t{1});
  }

  void texts_and_truth_values_read_as_such() {
    const TensorSlice texts(NDArray::of_texts({2}, {"b", "a"}));
    QCOMPARE(texts.text(0, 0), QStringLiteral("b"));
    QVERIFY(!TensorFigures::of(texts.array()));
    NDArray truth(DType::Bool(), {1});
    truth.set_int(0, 1);
    QCOMPARE(TensorSlice(truth).text(0, 0), QStringLiteral("true"));
  }
};

NW_TEST(TestTensorSlice);
#include "test_tensor_slice.moc"
