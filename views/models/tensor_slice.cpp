// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tensor_slice.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "models/number_text.h"

namespace nw::views {

namespace {

struct TensorSliceText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::TensorSlice)
};

QString number(double value) {
  return QString::number(value, 'g', 6);
}

}  // namespace

TensorSlice::TensorSlice(NDArray array) : array_(std::move(array)) {
  const std::vector<int64_t>& shape = array_.shape();
  const size_t rank = shape.size();
  columns_ = rank > 1 ? shape[rank - 1] : 1;
  rows_ = rank > 1 ? shape[rank - 2] : rank == 1 ? shape[0] : 1;
  if (rank > 2) leading_.assign(shape.begin(), shape.end() - 2);
  at_.assign(leading_.size(), 0);
  if (array_.size() == 0) rows_ = std::ranges::count(leading_, 0) > 0 ? 0 : rows_;
}

void TensorSlice::setAt(size_t axis, int64_t index) {
  at_[axis] = std::clamp<int64_t>(index, 0, std::max<int64_t>(leading_[axis] - 1, 0));
  base_ = 0;
  for (size_t i = 0; i < leading_.size(); ++i) base_ = base_ * leading_[i] + at_[i];
  base_ *= rows_ * columns_;
}

QString element_text(const NDArray& array, int64_t element) {
  const DType type = array.dtype();
  if (type.is_string()) return QString::fromStdString(array.text_at(element));
  if (type.is_bool()) return array.int_at(element) != 0 ? QStringLiteral("true") : QStringLiteral("false");
  if (!type.is_float()) return QString::number(array.int_at(element));
  return number(array.at(element));
}

QString TensorSlice::text(int64_t row, int64_t column) const {
  return element_text(array_, element(row, column));
}

std::optional<TensorFigures> TensorFigures::of(const NDArray& array) {
  if (array.dtype().is_string()) return std::nullopt;
  TensorFigures f;
  f.count = array.size();
  double sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < f.count; ++i) {
    const double value = array.at(i);
    if (!std::isfinite(value)) {
      ++(std::isnan(value) ? f.nan : f.infinite);
      continue;
    }
    f.zeros += value == 0;
    f.least = finite == 0 ? value : std::min(f.least, value);
    f.most = finite == 0 ? value : std::max(f.most, value);
    sum += value;
    ++finite;
  }
  if (finite == 0) return f;
  f.mean = sum / static_cast<double>(finite);
  f.bins.assign(f.most > f.least ? kBins : 1, 0);
  const double scale = f.most > f.least ? static_cast<double>(kBins) / (f.most - f.least) : 0;
  for (int64_t i = 0; i < f.count; ++i)
    if (const double value = array.at(i); std::isfinite(value))
      ++f.bins[std::min(static_cast<size_t>((value - f.least) * scale), f.bins.size() - 1)];
  return f;
}

QString TensorFigures::text() const {
  if (count == 0) return TensorSliceText::tr("empty: no element");
  QString text = bins.empty() ? TensorSliceText::tr("%1 element(s), none finite").arg(grouped_text(count))
                              : TensorSliceText::tr("%1 element(s) from %2 to %3, mean %4")
                                    .arg(grouped_text(count), number(least), number(most), number(mean));
  if (zeros > 0) text += TensorSliceText::tr("; %1 zero").arg(grouped_text(zeros));
  if (infinite > 0) text += TensorSliceText::tr("; %1 infinite").arg(grouped_text(infinite));
  if (nan > 0) text += TensorSliceText::tr("; %1 NaN").arg(grouped_text(nan));
  return text;
}

}  // namespace nw::views
