// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor: as a table, as an image, and by how its elements are distributed; beside what is expected of it, where
// that is known.
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <optional>
#include <vector>

#include "models/tensor_slice.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QTabWidget;
class QTableView;

namespace nw::views {

class HistogramPicture;
class ImagePicture;

// The slice's elements; of those that are expected to be otherwise, both numbers.
class TensorModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kMostRows = 100'000, kMostColumns = 10'000;  // more are not shown

  using QAbstractTableModel::QAbstractTableModel;
  void setSlice(TensorSlice slice, std::optional<NDArray> expected);
  const TensorSlice& slice() const { return slice_; }
  bool differs(int row, int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  TensorSlice slice_;
  std::optional<NDArray> expected_;  // of the same type and shape
};

class TensorView : public QWidget {
  Q_OBJECT

 public:
  explicit TensorView(QWidget* parent = nullptr);
  // Of other shape or type than the tensor, what is expected is not shown.
  void setTensor(const NDArray& array, const std::optional<NDArray>& expected = {});
  void setText(const QString& text);  // in place of a tensor
  QTableView* table() const { return table_; }
  QTabWidget* tabs() const { return tabs_; }
  QString figuresText() const;

 private:
  void addAxes();
  void showSlice();

  QLabel* figures_;
  QWidget* axes_;
  QHBoxLayout* axes_row_;
  std::vector<QSpinBox*> indices_;
  QCheckBox* colour_;
  QTabWidget* tabs_;
  TensorModel* model_;
  QTableView* table_;
  ImagePicture* image_;
  HistogramPicture* histogram_;
  TensorSlice slice_;
  std::optional<NDArray> expected_;
  std::optional<TensorFigures> of_tensor_;
};

}  // namespace nw::views
