// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_model.h"

#include <algorithm>

namespace nw::views {

namespace {

// The last measured kernel of a state, with its time in its parent for the gain.
QString time_text(double us) {
  return us < 1000 ? QStringLiteral("%1 µs").arg(us, 0, 'f', 1) : QStringLiteral("%1 ms").arg(us / 1000, 0, 'f', 2);
}

// With half of the spread of its runs.
QString measured_text(const workspace::Measurement& m) {
  return m.median_us > 0
             ? QStringLiteral("%1 ± %2 %").arg(time_text(m.median_us)).arg(100 * m.mad_us / m.median_us, 0, 'f', 1)
             : time_text(m.median_us);
}

// Against the first state of this kernel that was measured.
QString total_gain_text(const workspace::History& history, const workspace::State& state) {
  for (const auto& [task, now] : state.measured)
    for (const workspace::State& first : history.states())
      if (auto then = first.measured.find(task); then != first.measured.end())
        return first.id == state.id || now.median_us <= 0
                   ? QString()
                   : QStringLiteral("×%1").arg(then->second.median_us / now.median_us, 0, 'f', 2);
  return {};
}

QString gain_text(const workspace::History& history, const workspace::State& state) {
  if (!state.parent.valid()) return {};
  const auto& before = history.state(state.parent).measured;
  for (const auto& [task, now] : state.measured)
    if (auto earlier = before.find(task); earlier != before.end() && now.median_us > 0)
      return QStringLiteral("×%1").arg(earlier->second.median_us / now.median_us, 0, 'f', 2);
  return {};
}

}  // namespace

void HistoryModel::setHistory(const workspace::History* history, const std::vector<workspace::StateId>& waiting) {
  beginResetModel();
  rows_.clear();
  lanes_ = 1;
  if (history) {
    std::vector<HistoryRow> lines = history_lanes(*history);
    std::vector<std::string> scripts = workspace::scripts_of_states(*history, defaults_);
    const auto path = history->path(history->current().id);
    for (const workspace::State& state : history->states()) {
      lanes_ = std::max(lanes_, lines[state.id.index()].lane + 1);
      Row row{state.id.value,
              std::move(lines[state.id.index()]),
              QString::fromStdString(state.label),
              {},
              gain_text(*history, state),
              false,
              false};
      if (!state.measured.empty()) row.time = measured_text(state.measured.rbegin()->second);
      if (const auto turn = std::find(waiting.begin(), waiting.end(), state.id); turn != waiting.end())
        row.time = turn == waiting.begin() ? tr("measuring…") : tr("waiting"), row.waiting = true;
      row.tag = QString::fromStdString(state.tag);
      row.script = std::move(scripts[state.id.index()]);
      row.total = total_gain_text(*history, state);
      row.current = state.id == history->current().id;
      row.on_path = std::find(path.begin(), path.end(), state.id) != path.end();
      rows_.push_back(std::move(row));
    }
  }
  endResetModel();
}

void HistoryModel::addSketches(std::map<std::string, workspace::NestSketch> sketches) {
  sketches_.merge(sketches);
  if (!rows_.empty()) Q_EMIT dataChanged(index(0, StepColumn), index(rowCount() - 1, StepColumn));
}

std::vector<std::string> HistoryModel::scriptsWithoutSketch() const {
  std::vector<std::string> scripts;
  for (const Row& row : rows_)
    if (!row.script.empty() && !sketches_.contains(row.script) &&
        std::find(scripts.begin(), scripts.end(), row.script) == scripts.end())
      scripts.push_back(row.script);
  return scripts;
}

const workspace::NestSketch* HistoryModel::sketch(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const auto known = sketches_.find(rows_[static_cast<size_t>(index.row())].script);
  return known == sketches_.end() ? nullptr : &known->second;
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int HistoryModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<size_t>(index.row())];
  switch (role) {
    case StateRole:
      return row.state;
    case CurrentRole:
      return row.current;
    case OnPathRole:
      return row.on_path;
    case LabelRole:
      return row.label;
    case TagRole:
    case Qt::EditRole:
      return row.tag;
    case WaitingRole:
      return row.waiting;
    case Qt::AccessibleTextRole:
      if (index.column() != StepColumn) return {};
      return row.tag.isEmpty() ? row.label : tr("%1, named %2").arg(row.label, row.tag);
    case Qt::DisplayRole:
      break;
    default:
      return {};
  }
  switch (index.column()) {
    case StepColumn:
      return QString(qsizetype{2} * row.lines.lane, QLatin1Char(' ')) +
             (row.current   ? QStringLiteral("● ")
              : row.on_path ? QStringLiteral("○ ")
                            : QStringLiteral("· ")) +
             row.label;
    case TimeColumn:
      return row.time;
    case GainColumn:
      return row.gain;
    default:
      return row.total;
  }
}

Qt::ItemFlags HistoryModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == StepColumn ? flags | Qt::ItemIsEditable : flags;
}

// The new name arrives with the next history.
bool HistoryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || index.column() != StepColumn) return false;
  const Row& row = rows_[static_cast<size_t>(index.row())];
  const QString name = value.toString().simplified();
  if (name != row.tag) Q_EMIT tagWanted(row.state, name);
  return true;
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StepColumn:
      return tr("Step");
    case TimeColumn:
      return tr("Time");
    case GainColumn:
      return tr("Gain");
    default:
      return tr("In all");
  }
}

}  // namespace nw::views
