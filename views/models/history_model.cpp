// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "measure/statistics.h"
#include "models/gain.h"
#include "models/html.h"
#include "models/window_words.h"
#include "script/change_names.h"
#include "workspace/task_name.h"

namespace nw::views {

namespace {

QString time_text(double us) {
  return us < 1000 ? QStringLiteral("%1 µs").arg(us, 0, 'f', 1) : QStringLiteral("%1 ms").arg(us / 1000, 0, 'f', 2);
}

// With half of the spread of its runs.
QString measured_text(const workspace::Measurement& m) {
  const QString time =
      m.machine.emulated() ? HistoryModel::tr("%1 emulated").arg(time_text(m.median_us)) : time_text(m.median_us);
  return m.median_us > 0 ? QStringLiteral("%1 ± %2 %").arg(time).arg(100 * m.mad_us / m.median_us, 0, 'f', 1) : time;
}

// An emulator's clock does not waver.
QString noise_text(const workspace::Measurement& m) {
  const double over = m.machine.emulated() ? 0 : measure::over_fastest(workspace::timing(m));
  return over > measure::kNearFastest
             ? HistoryModel::tr("Noisy: the median is %1 % over the fastest run; measure again")
                   .arg(100 * over, 0, 'f', 0)
             : QString();
}

// With which values of symbolic sizes.
QString sizes_text(const std::map<std::string, int64_t>& sizes) {
  QStringList texts;
  for (const auto& [name, value] : sizes)
    texts << QStringLiteral("%1 = %2").arg(QString::fromStdString(name)).arg(value);
  return texts.join(QStringLiteral(", "));
}

// The target's id, or where it is not the same machine any more, which one it was.
QString target_text(const measure::Machine& measured_on, const measure::Machine& shown) {
  if (!measured_on.known()) return HistoryModel::tr("unknown machine");
  if (measure::comparable(measured_on, shown) || measured_on.target != shown.target)
    return QString::fromStdString(measured_on.target);
  return HistoryModel::tr("%1, %n thread(s)", nullptr, measured_on.threads)
      .arg(QString::fromStdString(measured_on.name.empty() ? measured_on.target : measured_on.name));
}

// A line for each other target that has a time of the state.
QString others_text(const workspace::History& history, workspace::StateId state, const std::string& task,
                    const std::vector<std::string>& targets, const workspace::Measurement& shown) {
  QStringList lines;
  for (const std::string& target : targets)
    if (const workspace::Measurement* other = history.measured_on(state, task, target);
        other && target != shown.machine.target)
      lines << QStringLiteral("%1: %2").arg(QString::fromStdString(target), measured_text(*other));
  return lines.join(QLatin1Char('\n'));
}

// Whether two measurements differ by less than they waver.
bool is_uncertain(const measure::Basis& a, const measure::Basis& b) {
  constexpr double kBar = 1.5;  // of the half spread: about one standard deviation
  return std::abs(a.amount - b.amount) < kBar * (a.deviation + b.deviation);
}

// The first state on the path that was measured on the same machine with the same sizes.
const workspace::State* baseline(const workspace::History& history, workspace::StateId id, const std::string& task,
                                 const workspace::Measurement& like) {
  for (const workspace::StateId each : history.path(id))
    if (history.measured(each, task, &like.sizes, &like.machine)) return &history.state(each);
  return nullptr;
}

}  // namespace

const workspace::Measurement* HistoryModel::shownTime(const workspace::History& history, workspace::StateId state,
                                                      const std::string& task) const {
  const bool any = target_.empty();
  if (any || target_ == machine_.target)
    if (const workspace::Measurement* here = history.measured(state, task, nullptr, &machine_)) return here;
  return any ? history.measured(state, task) : history.measured_on(state, task, target_);
}

void HistoryModel::findTargets(const workspace::History& history) {
  std::set<std::string> ids;
  for (const workspace::State& state : history.states())
    for (const auto& [task, all] : state.measured)
      for (const workspace::Measurement& each : all)
        if (each.machine.known()) ids.insert(each.machine.target);
  targets_.clear();
  if (ids.erase(machine_.target) > 0) targets_.push_back(machine_.target);
  targets_.insert(targets_.end(), ids.begin(), ids.end());
}

void HistoryModel::setHistory(const workspace::History* history, const std::vector<workspace::StateId>& waiting) {
  beginResetModel();
  rows_.clear();
  lanes_ = 1;
  targets_.clear();
  if (history) {
    findTargets(*history);
    std::vector<HistoryRow> lines = history_lanes(*history);
    std::vector<std::string> scripts = workspace::scripts_of_states(*history, defaults_);
    const std::vector<std::string> tasks = workspace::tasks_of_states(*history);
    const std::set<std::string> different(tasks.begin(), tasks.end());
    const bool several = different.size() > 1;
    std::map<std::string, int> of_name;
    for (const std::string& task : different) ++of_name[workspace::kernel_name(task)];
    const auto script_of = [this](const workspace::State& state, const std::string& task) {
      const std::string chosen = workspace::active_script(*state.choices, task);
      const auto unchosen = defaults_.find(task);
      return !chosen.empty() || unchosen == defaults_.end() ? chosen : unchosen->second;
    };
    baselines_.clear();
    std::map<std::pair<std::string, std::string>, double> longest;  // by task and target
    const auto path = history->path(history->current().id);
    for (const workspace::State& state : history->states()) {
      lanes_ = std::max(lanes_, lines[state.id.index()].lane + 1);
      Row row{state.id.value, std::move(lines[state.id.index()]), QString::fromStdString(state.label), {}, {}, false,
              false};
      const std::string& task = tasks[state.id.index()];
      // The parent state may concern another kernel: the change is the difference to this kernel's script there.
      if (const std::string before =
              state.parent.valid() ? script_of(history->state(state.parent), task) : std::string();
          !before.empty())
        row.label = QString::fromStdString(script::with_stage(state.label, before, scripts[state.id.index()]));
      if (several && !task.empty()) {
        const std::string name = workspace::kernel_name(task);
        const auto group = groups_.find(task);
        row.label = of_name[name] > 1 && group != groups_.end() && group->second.valid()
                        ? tr("%1 · group %2").arg(row.label).arg(group->second.value)
                        : tr("%1 · %2").arg(row.label, QString::fromStdString(name));
      }
      if (const workspace::Measurement* now = shownTime(*history, state.id, task)) {
        row.noise = noise_text(*now);
        row.time = row.noise.isEmpty() ? measured_text(*now) : tr("%1 · noisy").arg(measured_text(*now));
        double& most = longest[{task, now->machine.target}];
        most = std::max(most, now->median_us);
        row.target = target_text(now->machine, machine_);
        row.others = others_text(*history, state.id, task, targets_, *now);
        row.elsewhere = !measure::comparable(now->machine, machine_);
        row.instructions = now->machine.emulated();
        row.sizes = sizes_text(now->sizes);
        const auto gain = [&](workspace::StateId from, QString& text, bool& slower, bool& uncertain) {
          const workspace::Measurement* before = history->measured(from, task, &now->sizes, &now->machine);
          const auto was = before ? workspace::basis(*before) : std::nullopt, is = workspace::basis(*now);
          if (!was || !is || !measure::same_kind(*was, *is)) return;
          text = gain_text(was->amount, is->amount);
          uncertain = is_uncertain(*was, *is);
          slower = !uncertain && is_slower(was->amount, is->amount);
        };
        if (state.parent.valid()) gain(state.parent, row.gain, row.slower, row.uncertain);
        if (const workspace::State* first = baseline(*history, state.id, task, *now); first) {
          row.baseline = QString::fromStdString(first->tag.empty() ? first->label : first->tag);
          if (first->id == state.id)
            row.total = tr("baseline");
          else
            gain(first->id, row.total, row.slower_in_all, row.uncertain_in_all);
          if (!baselines_.contains(row.baseline)) baselines_ << row.baseline;
        }
      } else if (const auto failed = failed_.find(state.id); failed != failed_.end()) {
        row.time = line_of(failed->second) > 0 ? tr("does not compile") : tr("did not run");
        row.failure = window_words(failed->second.message);
        if (const int line = line_of(failed->second); line > 0)
          row.failure = tr("Line %1: %2").arg(line).arg(row.failure);
      }
      if (const auto turn = std::find(waiting.begin(), waiting.end(), state.id); turn != waiting.end())
        row.time = turn == waiting.begin() ? tr("measuring…") : tr("waiting"), row.waiting = true;
      row.tag = QString::fromStdString(state.tag);
      row.script = scripts[state.id.index()];  // compared with by those after it
      row.current = state.id == history->current().id;
      row.on_path = std::find(path.begin(), path.end(), state.id) != path.end();
      rows_.push_back(std::move(row));
    }
    for (size_t i = 0; i < rows_.size(); ++i)
      if (const workspace::Measurement* now = shownTime(*history, workspace::StateId(rows_[i].state), tasks[i]))
        if (const double most = longest[{tasks[i], now->machine.target}]; most > 0)
          rows_[i].time_share = now->median_us / most;
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
    case UncertainRole:
      return index.column() == GainColumn ? row.uncertain
             : index.column() == TimeColumn
                 ? !row.failure.isEmpty()
                 : index.column() == TotalGainColumn && (row.uncertain_in_all || row.total == tr("baseline"));
    case TimeShareRole:
      return index.column() == TimeColumn ? row.time_share : 0;
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
    case TargetColumn:
      return row.target;
    case TimeColumn:
      return row.time;
    case GainColumn:
      return row.gain;
    default:
      return row.total;
  }
}

QVariant HistoryModel::toolTip(const Row& row, int column) const {
  static const QString by_instructions =
      tr("In executed instructions: an emulator's times say nothing of the device's");
  switch (column) {
    case TargetColumn:
      return row.others.isEmpty() ? QVariant() : plain_tip(tr("Measured also on other targets:\n%1").arg(row.others));
    case TimeColumn:
      if (!row.failure.isEmpty()) return plain_tip(row.failure);
      if (row.elsewhere)
        return plain_tip(tr("Measured on another machine than the active target (%1): it is not compared with times "
                            "of that")
                             .arg(row.target));
      if (!row.noise.isEmpty()) return plain_tip(row.noise);
      return row.sizes.isEmpty() ? QVariant() : plain_tip(tr("Measured with %1").arg(row.sizes));
    case GainColumn:
      if (row.uncertain) return tr("The two times waver by about as much as they differ: measure again to know");
      if (row.instructions) return row.gain.isEmpty() ? QVariant() : by_instructions;
      return row.slower ? tr("Slower than the state before it, which Enter goes back to") : QVariant();
    case TotalGainColumn:
      if (row.total.isEmpty()) return {};
      if (row.total == tr("baseline")) return tr("The states after it are compared with this one");
      if (row.instructions) return plain_tip(tr("Against “%1”. %2").arg(row.baseline, by_instructions));
      if (row.uncertain_in_all)
        return plain_tip(tr("Against “%1”: the two times waver by about as much as they differ").arg(row.baseline));
      return plain_tip(row.slower_in_all ? tr("Slower than “%1”").arg(row.baseline)
                                         : tr("Against “%1”").arg(row.baseline));
    default:
      return plain_tip(row.label);
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
  if (orientation == Qt::Horizontal && section == TotalGainColumn && role == Qt::ToolTipRole)
    return baselines_.isEmpty()
               ? tr("Against the first measured state on the way to each")
               : tr("Against the first measured state on the way to each: “%1”").arg(baselines_.join(tr("”, “")));
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StepColumn:
      return tr("Step");
    case TargetColumn:
      return tr("Target");
    case TimeColumn:
      return tr("Time");
    case GainColumn:
      return tr("Gain");
    default:
      return tr("In all");
  }
}

}  // namespace nw::views
