// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loop_tree_model.h"

#include <QMimeData>
#include <algorithm>
#include <functional>

#include "models/html.h"
#include "models/loop_text.h"

namespace nw::views {

using kernel::LoopTreeRow;

namespace {
QString mimeType() {
  return QStringLiteral("application/x-nestwright-loop-tree-row");
}
QString text(const std::string& s) {
  return QString::fromStdString(s);
}

// Numbers end at one line, their head too.
QVariant alignment(int column) {
  using Model = LoopTreeModel;
  const bool number = column == Model::ExtentColumn || column == Model::TouchesColumn || column == Model::TimeColumn;
  return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}
}  // namespace

QString shareText(double share) {
  if (share < 0.001) return {};
  return LoopTreeModel::tr("%1 %").arg(100 * share, 0, 'f', share < 0.0995 ? 1 : 0);
}

LoopTreeModel::LoopTreeModel(QObject* parent) : QAbstractItemModel(parent), children_(1) {}

bool LoopTreeModel::setPreview(std::shared_ptr<const kernel::KernelPreview> preview) {
  const auto same_place = [](const LoopTreeRow& a, const LoopTreeRow& b) {
    return a.kind == b.kind && a.stage == b.stage && a.axis == b.axis && a.parent == b.parent;
  };
  figured_ = false;
  if (preview_ && preview && std::ranges::equal(preview_->tree, preview->tree, same_place)) {
    const bool had_heat = heat_ != nullptr;
    heat_.reset();
    std::swap(preview_, preview);  // now the one before
    const auto differ = [&](std::string LoopTreeRow::* cell) {
      return !std::ranges::equal(preview_->tree, preview->tree, {}, cell, cell);
    };
    if (differ(&LoopTreeRow::name)) notifyColumn(NameColumn);
    if (differ(&LoopTreeRow::extent) || differ(&LoopTreeRow::now)) notifyColumn(ExtentColumn);
    if (differ(&LoopTreeRow::detail)) notifyColumn(KindColumn);
    if (had_heat) notifyColumn(TimeColumn);
    return true;
  }
  beginResetModel();
  preview_ = std::move(preview);
  figures_.reset();
  heat_.reset();
  const size_t count = preview_ ? preview_->tree.size() : 0;
  children_.assign(count + 1, {});
  for (size_t i = 0; i < count; ++i) {
    const int parent = preview_->tree[i].parent;
    children_[parent < 0 ? count : static_cast<size_t>(parent)].push_back(static_cast<int>(i));
  }
  endResetModel();
  return false;
}

bool LoopTreeModel::setFigures(std::shared_ptr<const kernel::NestFigures> figures) {
  std::vector<QString> before;
  if (preview_)
    for (const LoopTreeRow& row : preview_->tree) before.push_back(touches(row));
  figures_ = std::move(figures);
  figured_ = true;
  const bool same = !preview_ || std::ranges::equal(before, preview_->tree, {}, {},
                                                    [this](const LoopTreeRow& row) { return touches(row); });
  if (!same) notifyColumn(TouchesColumn);
  return !same;
}

void LoopTreeModel::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  const bool had = heat_ != nullptr;
  heat_ = heat && preview_ && heat->rows.size() == preview_->tree.size() ? std::move(heat) : nullptr;
  if (had || heat_) notifyColumn(TimeColumn);
}

// "25.6 KiB · L1"
QString LoopTreeModel::touches(const LoopTreeRow& row) const {
  const kernel::LoopFigures* loop =
      figures_ && row.kind == LoopTreeRow::Kind::Axis ? figures_->of_axis(row.axis) : nullptr;
  return loop ? QStringLiteral("%1 · %2").arg(text(kernel::in_bytes(loop->bytes)), text(loop->memory)) : QString();
}

void LoopTreeModel::notifyColumn(int column) {
  std::function<void(const QModelIndex&)> notify = [&](const QModelIndex& parent) {
    const int rows = rowCount(parent);
    if (rows == 0) return;
    Q_EMIT dataChanged(index(0, column, parent), index(rows - 1, column, parent));
    for (int i = 0; i < rows; ++i) notify(index(i, 0, parent));
  };
  notify({});
}

// Of the time, that a row and all beneath it took.
double LoopTreeModel::share(const QModelIndex& index) const {
  return heat_ && index.isValid() ? heat_->share(heat_->rows[index.internalId()].inside) : 0;
}

const LoopTreeRow* LoopTreeModel::row(const QModelIndex& index) const {
  return index.isValid() ? &preview_->tree[index.internalId()] : nullptr;
}

QModelIndex LoopTreeModel::find(StageId stage, AxisId axis) const {
  for (size_t i = 0; preview_ && i < preview_->tree.size(); ++i) {
    const LoopTreeRow& candidate = preview_->tree[i];
    const bool axis_row = candidate.kind == LoopTreeRow::Kind::Axis;
    if (candidate.stage != stage || (axis.valid() ? !axis_row || candidate.axis != axis : axis_row)) continue;
    const size_t parent = candidate.parent < 0 ? children_.size() - 1 : static_cast<size_t>(candidate.parent);
    const auto& siblings = children_[parent];
    const auto at = std::find(siblings.begin(), siblings.end(), static_cast<int>(i));
    return createIndex(static_cast<int>(at - siblings.begin()), 0, i);
  }
  return {};
}

QModelIndex LoopTreeModel::follow(StageId stage, AxisId axis) const {
  if (const QModelIndex same = find(stage, axis); same.isValid() || !preview_ || !find(stage, {}).isValid())
    return same;
  for (const schedule::Relation& relation : preview_->program.schedule->stage(stage).relations) {
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation); split && split->parent == axis)
      axis = split->inner;
    else if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation);
             fuse && (fuse->outer == axis || fuse->inner == axis))
      axis = fuse->fused;
  }
  const QModelIndex now = find(stage, axis);
  return now.isValid() ? now : find(stage, {});
}

QString LoopTreeModel::stageName(StageId stage) const {
  if (!stage.valid() || !preview_ || !preview_->program.schedule) return {};
  const auto& order = preview_->program.schedule->order();
  if (std::ranges::find(order, stage) == order.end()) return {};
  return text(preview_->program.schedule->stage(stage).name());
}

StageId LoopTreeModel::stageNamed(const QString& name) const {
  return preview_ && preview_->program.schedule ? preview_->program.schedule->find_by_name(name.toStdString())
                                                : StageId();
}

QModelIndex LoopTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!preview_ || row < 0 || column < 0 || column >= ColumnCount || parent.column() > 0) return {};
  const auto& rows = children_[parent.isValid() ? parent.internalId() : children_.size() - 1];
  if (row >= static_cast<int>(rows.size())) return {};
  return createIndex(row, column, static_cast<quintptr>(rows[static_cast<size_t>(row)]));
}

QModelIndex LoopTreeModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  const int above = preview_->tree[child.internalId()].parent;
  if (above < 0) return {};
  const LoopTreeRow& row = preview_->tree[static_cast<size_t>(above)];
  const auto& siblings = children_[row.parent < 0 ? children_.size() - 1 : static_cast<size_t>(row.parent)];
  const auto at = std::find(siblings.begin(), siblings.end(), above);
  return createIndex(static_cast<int>(at - siblings.begin()), 0, static_cast<quintptr>(above));
}

int LoopTreeModel::rowCount(const QModelIndex& parent) const {
  if (!preview_ || parent.column() > 0) return 0;
  return static_cast<int>(children_[parent.isValid() ? parent.internalId() : children_.size() - 1].size());
}

int LoopTreeModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant LoopTreeModel::data(const QModelIndex& index, int role) const {
  const LoopTreeRow* row = this->row(index);
  if (!row) return {};
  const bool axis = row->kind == LoopTreeRow::Kind::Axis;
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == NameColumn) return text(row->name).simplified();
      if (index.column() == ExtentColumn) return text(row->now.empty() ? row->extent : row->now);
      if (index.column() == TimeColumn) return shareText(share(index));
      if (index.column() == KindColumn) return row->detail == "data" ? QString() : text(row->detail);
      return touches(*row);
    case Qt::TextAlignmentRole:
      return alignment(index.column());
    case Qt::ToolTipRole:
      if (!axis)
        return plain_tip(
            tr("Stage %1. Drag it onto a loop to compute it there, onto the stage that reads it to inline it.")
                .arg(text(row->name)));
      return plain_tip(
          tr("Axis %1, %2, extent %3. Drag it to reorder, onto its neighbour to fuse (with Ctrl: to tile). Double "
             "click splits it, on the extent into parts; on the kind it offers another.")
              .arg(text(row->name), text(row->detail), extentText(row->extent, row->now)) +
          (row->hint == row->name ? QString() : QLatin1Char('\n') + tr("TVM calls it %1.").arg(text(row->hint))) +
          QLatin1Char('\n') +
          figuresText(figures_ && figured_ ? figures_->of_axis(row->axis) : nullptr, preview_->printed));
    case Qt::AccessibleTextRole:
      return axis ? tr("axis %1, %2, extent %3")
                        .arg(text(row->name), text(row->detail), extentText(row->extent, row->now))
                  : tr("stage %1 %2").arg(text(row->name), text(row->detail));
    case StageRole:
      return row->stage.value;
    case AxisRole:
      return row->axis.value;
    case LineRole:
      return row->line;
    case IsAxisRole:
      return axis;
    case ShareRole:
      return share(index);
    case OwnShareRole:
      return heat_ ? heat_->share(heat_->rows[index.internalId()].own) : 0;
    default:
      return {};
  }
}

QVariant LoopTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) return alignment(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Loop");
    case ExtentColumn:
      return tr("Extent");
    case KindColumn:
      return tr("Kind");
    case TouchesColumn:
      return tr("Touches");
    case TimeColumn:
      return tr("Time");
    default:
      return {};
  }
}

Qt::ItemFlags LoopTreeModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled;
}

QStringList LoopTreeModel::mimeTypes() const {
  return {mimeType()};
}

QMimeData* LoopTreeModel::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty()) return nullptr;
  auto* mime = new QMimeData;
  mime->setData(mimeType(), QByteArray::number(static_cast<int>(indexes.first().internalId())));
  return mime;
}

}  // namespace nw::views
