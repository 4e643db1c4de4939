// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tune_tasks_model.h"

#include "models/gain.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

double present_us(const TuneTask& task) {
  return static_cast<double>(task.weight) * (task.best_us > 0 ? task.best_us : task.start_us);
}

}  // namespace

void TuneTasksModel::setTasks(std::vector<TuneTask> tasks) {
  beginResetModel();
  tasks_ = std::move(tasks);
  rows_.clear();
  for (size_t i = 0; i < tasks_.size(); ++i) rows_[tasks_[i].key] = static_cast<int>(i);
  addUp();
  endResetModel();
}

void TuneTasksModel::addUp() {
  present_us_ = 0;
  for (const TuneTask& task : tasks_) present_us_ += present_us(task);
}

int TuneTasksModel::rowOf(const std::string& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? -1 : found->second;
}

void TuneTasksModel::set(const TuneTask& task) {
  const int row = rowOf(task.key);
  if (row < 0) return;
  tasks_[static_cast<size_t>(row)] = task;
  addUp();
  Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
  Q_EMIT dataChanged(index(0, ShareColumn), index(rowCount() - 1, ShareColumn));
}

std::pair<double, double> TuneTasksModel::totals() const {
  std::pair<double, double> all;
  for (const TuneTask& task : tasks_) {
    if (task.start_us <= 0 || task.best_us <= 0) continue;
    all.first += static_cast<double>(task.weight) * task.start_us;
    all.second += static_cast<double>(task.weight) * task.best_us;
  }
  return all;
}

double TuneTasksModel::share(const TuneTask& task) const {
  return present_us_ > 0 ? present_us(task) / present_us_ : 0;
}

QString TuneTasksModel::stateText(const TuneTask& task) const {
  const QString reason = task.code.isEmpty() ? task.why : QStringLiteral("%1: %2").arg(task.code, task.why);
  switch (task.state) {
    case TuneTask::State::Waiting:
      return task.trials > 0 ? tr("waits for its next turn") : tr("waits");
    case TuneTask::State::Searching:
      return tr("is searched");
    case TuneTask::State::Left:
      return reason;
    case TuneTask::State::Searched:
      break;
  }
  if (!reason.isEmpty()) return reason;
  return task.applied ? tr("applied") : tr("searched");
}

QString TuneTasksModel::cell(const TuneTask& task, int column) const {
  switch (column) {
    case TaskColumn:
      return task.name;
    case WeightColumn:
      return QString::number(task.weight);
    case StartColumn:
      return task.start_us > 0 ? duration_text(task.start_us) : QString();
    case BestColumn:
      return task.best_us > 0 ? duration_text(task.best_us) : QString();
    case GainColumn:
      return task.start_us > 0 && task.best_us > 0 ? gain_text(task.start_us, task.best_us) : QString();
    case ShareColumn:
      return share(task) > 0 ? tr("%1 %").arg(100 * share(task), 0, 'f', 1) : QString();
    case TrialsColumn:
      return task.trials > 0 ? QString::number(task.trials) : QString();
    default:
      return stateText(task);
  }
}

QVariant TuneTasksModel::sortKey(const TuneTask& task, int column) const {
  switch (column) {
    case WeightColumn:
      return static_cast<qulonglong>(task.weight);
    case StartColumn:
      return task.start_us;
    case BestColumn:
      return task.best_us;
    case GainColumn:
      return task.best_us > 0 ? task.start_us / task.best_us : 0.0;
    case ShareColumn:
      return share(task);
    case TrialsColumn:
      return task.trials;
    default:
      return cell(task, column);
  }
}

int TuneTasksModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(tasks_.size());
}

int TuneTasksModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant TuneTasksModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const TuneTask& task = tasks_[static_cast<size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(task, index.column());
  if (role == SortRole) return sortKey(task, index.column());
  if (role == KeyRole) return QString::fromStdString(task.key);
  if (role == LeftRole) return task.state == TuneTask::State::Left;
  if (role == Qt::ToolTipRole)
    return index.column() == TaskColumn ? QString::fromStdString(task.key) : cell(task, index.column());
  const bool words = index.column() == TaskColumn || index.column() == StateColumn;
  if (role == Qt::TextAlignmentRole && !words) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant TuneTasksModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool words = section == TaskColumn || section == StateColumn;
  if (role == Qt::TextAlignmentRole) return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (section == WeightColumn) return tr("How often one run of the model calls it");
    if (section == ShareColumn) return tr("Of the time of all tasks, weight times the best time");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case TaskColumn:
      return tr("Task");
    case WeightColumn:
      return tr("Weight");
    case StartColumn:
      return tr("Start");
    case BestColumn:
      return tr("Best");
    case GainColumn:
      return tr("Gain");
    case ShareColumn:
      return tr("Share");
    case TrialsColumn:
      return tr("Trials");
    default:
      return tr("State");
  }
}

}  // namespace nw::views
