// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/check_results_model.h"

#include <QStringList>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace nw::views {

void CheckResultsModel::clear() {
  beginResetModel();
  rows_.clear();
  endResetModel();
}

bool CheckResultsModel::add(const std::string& line) {
  const nlohmann::json read = read_json(line);
  if (!read.is_object()) return false;
  const auto text = [&read](const char* key) {
    const auto found = read.find(key);
    return found != read.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
  };
  Row row{text("name"), text("state"), text("why")};
  if (row.name.isEmpty() || row.state.isEmpty()) return false;
  if (const auto ms = read.find("ms"); ms != read.end() && ms->is_number()) row.ms = ms->get<double>();
  beginInsertRows({}, rowCount(), rowCount());
  rows_.push_back(std::move(row));
  endInsertRows();
  return true;
}

int CheckResultsModel::count(const QString& state) const {
  return static_cast<int>(std::ranges::count(rows_, state, &Row::state));
}

QString CheckResultsModel::cell(const Row& row, int column) const {
  switch (column) {
    case CheckColumn:
      return row.name;
    case ResultColumn:
      return row.state == QStringLiteral("passed")   ? tr("passed")
             : row.state == QStringLiteral("failed") ? tr("failed")
                                                     : tr("skipped");
    case TimeColumn:
      return tr("%1 ms").arg(row.ms, 0, 'f', 1);
    default:
      return row.why;
  }
}

QString CheckResultsModel::asText() const {
  QString text;
  for (const Row& row : rows_) {
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column) cells << cell(row, column);
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

int CheckResultsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CheckResultsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant CheckResultsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(row, index.column());
  if (role == Qt::ToolTipRole) return row.why.isEmpty() ? row.name : row.why;
  if (role == Qt::TextAlignmentRole && index.column() == TimeColumn) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant CheckResultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case CheckColumn:
      return tr("Check");
    case ResultColumn:
      return tr("Result");
    case TimeColumn:
      return tr("Time");
    default:
      return tr("Why");
  }
}

}  // namespace nw::views
