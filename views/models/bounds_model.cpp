// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/bounds_model.h"

#include <algorithm>

#include "models/html.h"
#include "models/loop_text.h"
#include "models/sentence_text.h"

namespace nw::views {

namespace {

QStringList reasons(const kernel::BoundsRow& row) {
  QStringList all;
  for (const Sentence& fact : row.because) all << translated(fact);
  return all;
}

}  // namespace

bool BoundsModel::setPreview(const std::shared_ptr<const kernel::KernelPreview>& preview) {
  std::vector<kernel::BoundsRow> rows;
  for (const kernel::BoundsRow& row : preview ? preview->bounds : std::vector<kernel::BoundsRow>()) {
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const kernel::BoundsRow& other) {
      return row.leaf && other.stage_id == row.stage_id && other.axis_id == row.axis_id;
    });
    if (same == rows.end()) {
      rows.push_back(row);
      continue;
    }
    same->leaf = true;  // with the bounds of the axis: as a loop it begins at 0 always
    same->kind = row.kind;
    for (const Sentence& fact : row.because)
      if (std::ranges::find(same->because, fact) == same->because.end()) same->because.push_back(fact);
  }
  if (rows == rows_) return false;
  const auto same_place = [](const kernel::BoundsRow& a, const kernel::BoundsRow& b) {
    return a.stage_id == b.stage_id && a.axis_id == b.axis_id;
  };
  if (std::ranges::equal(rows, rows_, same_place)) {
    rows_ = std::move(rows);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    return true;
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
  return true;
}

int BoundsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BoundsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

// Axes of one stage mostly have their bounds from the same reads.
bool BoundsModel::repeatsReasons(int row) const {
  if (row == 0) return false;
  const kernel::BoundsRow &here = rows_[static_cast<size_t>(row)], &above = rows_[static_cast<size_t>(row - 1)];
  return here.stage_id == above.stage_id && !here.because.empty() && here.because == above.because;
}

QVariant BoundsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const kernel::BoundsRow& row = rows_[static_cast<size_t>(index.row())];
  auto text = [](const std::string& s) { return QString::fromStdString(s); };
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case StageColumn:
          return text(row.stage);
        case AxisColumn:
          return text(row.axis);
        case KindColumn:
          return row.leaf ? tr("loop, %1").arg(text(row.kind)) : tr("axis, %1").arg(text(row.kind));
        case MinColumn:
          return text(row.min);
        case ExtentColumn:
          return text(row.now.empty() ? row.extent : row.now);
        case BecauseColumn:
          return repeatsReasons(index.row()) ? tr("as above") : reasons(row).join(QStringLiteral("; "));
        default:
          return {};
      }
    case Qt::AccessibleTextRole:
      return index.column() == BecauseColumn ? reasons(row).join(QStringLiteral("; ")) : QVariant();
    case Qt::ToolTipRole: {
      QStringList lines = reasons(row);
      lines.prepend(
          tr("%1 of %2 (%3): %4 from %5")
              .arg(text(row.axis), text(row.stage), text(row.kind), extentText(row.extent, row.now), text(row.min)));
      if (row.hint != row.axis) lines.append(tr("TVM calls it %1.").arg(text(row.hint)));
      return plain_tip(lines.join(QLatin1Char('\n')));
    }
    case Qt::TextAlignmentRole:
      if (index.column() == MinColumn || index.column() == ExtentColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
      return {};
    case StageRole:
      return row.stage_id.value;
    case AxisRole:
      return row.axis_id.value;
    default:
      return {};
  }
}

QVariant BoundsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole &&
      (section == MinColumn || section == ExtentColumn))
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StageColumn:
      return tr("Stage");
    case AxisColumn:
      return tr("Axis");
    case KindColumn:
      return tr("Kind");
    case MinColumn:
      return tr("Min");
    case ExtentColumn:
      return tr("Extent");
    case BecauseColumn:
      return tr("Because");
    default:
      return {};
  }
}

}  // namespace nw::views
