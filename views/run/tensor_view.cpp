// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/tensor_view.h"

#include <QCheckBox>
#include <QColor>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPalette>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "common/word_cells.h"
#include "run/tensor_pictures.h"

namespace nw::views {

void TensorModel::setSlice(TensorSlice slice, std::optional<NDArray> expected) {
  beginResetModel();
  slice_ = std::move(slice);
  expected_ = std::move(expected);
  endResetModel();
}

int TensorModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(slice_.rows(), kMostRows));
}

int TensorModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(slice_.columns(), kMostColumns));
}

// As a comparison of files judges it, but for the part of the bound that depends on the largest element.
bool TensorModel::differs(int row, int column) const {
  if (!expected_) return false;
  const int64_t element = slice_.element(row, column);
  const NDArray& array = slice_.array();
  if (!array.dtype().is_float()) return element_text(array, element) != element_text(*expected_, element);
  const double a = array.at(element), r = expected_->at(element);
  if (std::isnan(a) || std::isnan(r)) return std::isnan(a) != std::isnan(r);
  if (std::isinf(a) || std::isinf(r)) return a != r;
  const double share = array.dtype().bits <= 16 ? 1e-2 : 1e-3;
  return std::abs(a - r) > share * std::abs(r) + share * 1e-2;
}

QVariant TensorModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  const bool other = differs(index.row(), index.column());
  if (role == Qt::ToolTipRole && other)
    return tr("expected %1").arg(element_text(*expected_, slice_.element(index.row(), index.column())));
  if (role == Qt::FontRole && other) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  const QString text = slice_.text(index.row(), index.column());
  if (!other) return text;
  return tr("%1 ≠ %2").arg(text, element_text(*expected_, slice_.element(index.row(), index.column())));
}

QVariant TensorModel::headerData(int section, Qt::Orientation, int role) const {
  return role == Qt::DisplayRole ? QVariant(section) : QVariant();
}

TensorView::TensorView(QWidget* parent)
    : QWidget(parent),
      figures_(new QLabel(this)),
      axes_(new QWidget(this)),
      axes_row_(new QHBoxLayout(axes_)),
      colour_(new QCheckBox(tr("Channels as colours"), this)),
      tabs_(new QTabWidget(this)),
      model_(new TensorModel(this)),
      table_(new QTableView(this)),
      image_(new ImagePicture(this)),
      histogram_(new HistogramPicture(this)) {
  figures_->setWordWrap(true);
  figures_->setContentsMargins(8, 4, 8, 0);
  figures_->setAccessibleName(tr("The tensor in figures"));
  figures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  axes_row_->setContentsMargins(8, 2, 8, 2);
  table_->setModel(model_);
  table_->setItemDelegate(new WordCells(table_));
  table_->setFrameShape(QFrame::NoFrame);
  table_->setTabKeyNavigation(false);
  table_->setAccessibleName(tr("Elements"));
  for (QHeaderView* header : {table_->horizontalHeader(), table_->verticalHeader()}) {
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
  }
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
  tabs_->setDocumentMode(true);
  tabs_->tabBar()->setAccessibleName(tr("Ways to show the tensor"));
  tabs_->addTab(table_, tr("Table"));
  tabs_->addTab(image_, tr("Image"));
  tabs_->addTab(histogram_, tr("Histogram"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(figures_);
  column->addWidget(axes_);
  column->addWidget(tabs_, 1);
  connect(colour_, &QCheckBox::toggled, this, &TensorView::showSlice);
  connect(tabs_, &QTabWidget::currentChanged, this, &TensorView::showSlice);
  connect(image_, &ImagePicture::elementHovered, this, [this](int row, int at) {
    const int64_t y = row * slice_.rows() / std::max(image_->image().height(), 1);
    const int64_t x = at * slice_.columns() / std::max(image_->image().width(), 1);
    image_->setToolTip(tr("[%1, %2]: %3").arg(y).arg(x).arg(slice_.text(y, x)));
  });
  setText({});
}

void TensorView::setText(const QString& text) {
  slice_ = {};
  expected_.reset();
  of_tensor_.reset();
  figures_->setText(text);
  addAxes();
  showSlice();
}

void TensorView::setTensor(const NDArray& array, const std::optional<NDArray>& expected) {
  const bool same_shape = slice_.array().shape() == array.shape();
  const std::vector<int64_t> at = slice_.at();
  slice_ = TensorSlice(array);
  for (size_t axis = 0; same_shape && axis < at.size(); ++axis) slice_.setAt(axis, at[axis]);
  const bool comparable = expected && expected->shape() == array.shape() && expected->dtype() == array.dtype();
  expected_ = comparable ? expected : std::nullopt;
  of_tensor_ = TensorFigures::of(array);
  figures_->setText(of_tensor_ ? of_tensor_->text() : tr("%n text(s)", nullptr, static_cast<int>(array.size())));
  addAxes();
  showSlice();
}

QString TensorView::figuresText() const {
  return figures_->text();
}

// One index an axis before the last two.
void TensorView::addAxes() {
  while (QLayoutItem* item = axes_row_->takeAt(0)) {
    if (item->widget() && item->widget() != colour_) item->widget()->deleteLater();
    delete item;
  }
  indices_.clear();
  for (size_t axis = 0; axis < slice_.leading().size(); ++axis) {
    auto* index = new QSpinBox(axes_);
    index->setRange(0, static_cast<int>(std::max<int64_t>(slice_.leading()[axis] - 1, 0)));
    index->setValue(static_cast<int>(slice_.at()[axis]));
    index->setAccessibleName(tr("Index in axis %1").arg(axis));
    connect(index, &QSpinBox::valueChanged, this, [this, axis](int value) {
      slice_.setAt(axis, value);
      showSlice();
    });
    axes_row_->addWidget(new QLabel(tr("axis %1 of %2:").arg(axis).arg(slice_.leading()[axis]), axes_));
    axes_row_->addWidget(index);
    indices_.push_back(index);
  }
  axes_row_->addWidget(colour_);
  axes_row_->addStretch(1);
  axes_->setVisible(!indices_.empty());
}

void TensorView::showSlice() {
  const bool image = tabs_->currentWidget() == image_;
  const bool colours = can_be_coloured(slice_);
  colour_->setVisible(image && colours);
  const bool coloured = colours && colour_->isChecked();
  if (!indices_.empty()) indices_.back()->setEnabled(!(image && coloured));
  model_->setSlice(slice_, expected_);
  if (image) image_->setImage(of_tensor_ ? tensor_image(slice_, *of_tensor_, coloured) : QImage());
  histogram_->setFigures(of_tensor_, expected_ ? TensorFigures::of(*expected_) : std::nullopt);
}

}  // namespace nw::views
