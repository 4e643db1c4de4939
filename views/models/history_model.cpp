// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_model.h"

#include <algorithm>
#include <set>

#include "models/gain.h"

namespace nw::views {

namespace {

QString time_text(double us) {
  return us < 1000 ? QStringLiteral("%1 µs").arg(us, 0, 'f', 1) : QStringLiteral("%1 ms").arg(us / 1000, 0, 'f', 2);
}

// With half of the spread of its runs.
QString measured_text(const workspace::Measurement& m) {
  return m.median_us > 0
             ? QStringLiteral("%1 ± %2 %").arg(time_text(m.median_us)).arg(100 * m.mad_us / m.median_us, 0, 'f', 1)
             : time_text(m.median_us);
}

// With which values of symbolic sizes.
QString sizes_text(const std::map<std::string, int64_t>& sizes) {
  QStringList texts;
  for (const auto& [name, value] : sizes)
    texts << QStringLiteral("%1 = %2").arg(QString::fromStdString(name)).arg(value);
  return texts.join(QStringLiteral(", "));
}

// The first on the way to a state that was measured.
const workspace::State* baseline(const workspace::History& history, workspace::StateId id, const std::string& task,
                                 const std::map<std::string, int64_t>& sizes) {
  for (const workspace::StateId each : history.path(id))
    if (history.measured(each, task, &sizes)) return &history.state(each);
  return nullptr;
}

}  // namespace

void HistoryModel::setHistory(const workspace::History* history, const std::vector<workspace::StateId>& waiting) {
  beginResetModel();
  rows_.clear();
  lanes_ = 1;
  if (history) {
    std::vector<HistoryRow> lines = history_lanes(*history);
    std::vector<std::string> scripts = workspace::scripts_of_states(*history, defaults_);
    const std::vector<std::string> tasks = workspace::tasks_of_states(*history);
    const bool several = std::set<std::string>(tasks.begin(), tasks.end()).size() > 1;
    const auto path = history->path(history->current().id);
    for (const workspace::State& state : history->states()) {
      lanes_ = std::max(lanes_, lines[state.id.index()].lane + 1);
      Row row{state.id.value, std::move(lines[state.id.index()]), QString::fromStdString(state.label), {}, {}, false,
              false};
      const std::string& task = tasks[state.id.index()];
      if (several && !task.empty())
        row.label = tr("%1 · %2").arg(row.label, QString::fromStdString(task.substr(0, task.rfind('-'))));
      if (const workspace::Measurement* now = history->measured(state.id, task)) {
        row.time = measured_text(*now);
        row.sizes = sizes_text(now->sizes);
        const auto gain = [&](workspace::StateId from, QString& text, bool& slower) {
          const workspace::Measurement* before = history->measured(from, task, &now->sizes);
          if (!before || before->median_us <= 0 || now->median_us <= 0) return;
          text = gain_text(before->median_us, now->median_us);
          slower = is_slower(before->median_us, now->median_us);
        };
        if (state.parent.valid()) gain(state.parent, row.gain, row.slower);
        if (const workspace::State* first = baseline(*history, state.id, task, now->sizes);
            first && first->id != state.id) {
          gain(first->id, row.total, row.slower_in_all);
          row.baseline = QString::fromStdString(first->tag.empty() ? first->label : first->tag);
        }
      }
      if (const auto turn = std::find(waiting.begin(), waiting.end(), state.id); turn != waiting.end())
        row.time = turn == waiting.begin() ? tr("measuring…") : tr("waiting"), row.waiting = true;
      row.tag = QString::fromStdString(state.tag);
      row.script = std::move(scripts[state.id.index()]);
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
    case SlowerRole:
      return index.column() == GainColumn ? row.slower : index.column() == TotalGainColumn && row.slower_in_all;
    case Qt::ToolTipRole:
      return toolTip(row, index.column());
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

QVariant HistoryModel::toolTip(const Row& row, int column) const {
  switch (column) {
    case TimeColumn:
      return row.sizes.isEmpty() ? QVariant() : tr("Measured with %1").arg(row.sizes);
    case GainColumn:
      return row.slower ? tr("Slower than the state before it, which Enter goes back to") : QVariant();
    case TotalGainColumn:
      if (row.total.isEmpty()) return {};
      return row.slower_in_all ? tr("Slower than “%1”").arg(row.baseline) : tr("Against “%1”").arg(row.baseline);
    default:
      return row.label;
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
