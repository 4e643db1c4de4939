// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree of a kernel: stages, their loops one inside the other, and the stages computed at a loop beneath it.
// It changes only with a new preview; rows can be dragged, and the view decides where they can be dropped.
#pragma once

#include <QAbstractItemModel>
#include <memory>

#include "kernel/nest_figures.h"
#include "kernel/nest_heat.h"

namespace nw::views {

// "38 %"; empty below a tenth of a percent.
QString shareText(double share);

class LoopTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, ExtentColumn, KindColumn, TouchesColumn, TimeColumn, ColumnCount };
  enum Role { StageRole = Qt::UserRole + 1, AxisRole, LineRole, IsAxisRole, ShareRole, OwnShareRole };

  explicit LoopTreeModel(QObject* parent = nullptr);

  // True: it has the same rows as before with other cells; selection and folding are kept.
  bool setPreview(std::shared_ptr<const kernel::KernelPreview> preview);
  // Of the preview shown, once they are known; until then the same rows keep what they had. True: cells have changed.
  bool setFigures(std::shared_ptr<const kernel::NestFigures> figures);
  // Of a run of the preview shown, or null: then the column of times is empty.
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);
  bool hasHeat() const { return heat_ != nullptr; }
  const kernel::KernelPreview* preview() const { return preview_.get(); }
  const kernel::LoopTreeRow* row(const QModelIndex& index) const;
  QModelIndex find(StageId stage, AxisId axis) const;
  // The same, or what became of it: of a loop that was split its inner part, of one that was fused the whole.
  QModelIndex follow(StageId stage, AxisId axis) const;
  std::shared_ptr<const kernel::KernelPreview> sharedPreview() const { return preview_; }
  QString stageName(StageId stage) const;  // empty if there is no such stage
  StageId stageNamed(const QString& name) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 private:
  void notifyColumn(int column);
  QString touches(const kernel::LoopTreeRow& row) const;
  double share(const QModelIndex& index) const;

  std::shared_ptr<const kernel::KernelPreview> preview_;
  std::shared_ptr<const kernel::NestFigures> figures_;
  bool figured_ = false;  // they are of this preview
  std::shared_ptr<const kernel::NestHeat> heat_;
  std::vector<std::vector<int>> children_;  // by row; the last entry holds the top level
};

}  // namespace nw::views
