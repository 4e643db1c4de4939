// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tune_trials_model.h"

#include <algorithm>
#include <limits>

#include "models/gain.h"
#include "models/run_text.h"

namespace nw::views {

void TuneTrialsModel::clear() {
  setTrials({});
}

void TuneTrialsModel::setTrials(std::vector<TuneTrial> trials) {
  beginResetModel();
  trials_ = std::move(trials);
  endResetModel();
}

void TuneTrialsModel::add(TuneTrial trial) {
  const int row = rowCount();
  beginInsertRows({}, row, row);
  trials_.push_back(std::move(trial));
  endInsertRows();
  // Gains of those before are known with the start's time only.
  if (trials_.back().origin == TuneTrial::Origin::Given && row > 0)
    Q_EMIT dataChanged(index(0, GainColumn), index(row - 1, GainColumn));
}

const TuneTrial* TuneTrialsModel::best() const {
  const TuneTrial* best = nullptr;
  for (const TuneTrial& trial : trials_)
    if (trial.time && (!best || trial.time->min < best->time->min)) best = &trial;
  return best;
}

const TuneTrial* TuneTrialsModel::start() const {
  const auto found = std::ranges::find(trials_, TuneTrial::Origin::Given, &TuneTrial::origin);
  return found == trials_.end() ? nullptr : &*found;
}

int TuneTrialsModel::failed() const {
  return static_cast<int>(std::ranges::count_if(trials_, [](const TuneTrial& trial) { return !trial.time; }));
}

double TuneTrialsModel::gain(const TuneTrial& trial) const {
  const TuneTrial* from = start();
  return from && from->time && trial.time ? from->time->min / trial.time->min : 0;
}

QString TuneTrialsModel::cell(const TuneTrial& trial, int column) const {
  switch (column) {
    case TrialColumn:
      return trial.number > 0 ? QString::number(trial.number) : tr("start");
    case TimeColumn:
      return trial.time ? duration_text(trial.time->min) : trial.code;
    case NoiseColumn:
      if (!trial.time) return {};
      return trial.time->runs > 1 ? tr("%1 ± %2").arg(duration_text(trial.time->median), duration_text(trial.time->mad))
                                  : tr("one run");
    case GainColumn:
      return gain(trial) > 0 ? gain_text(start()->time->min, trial.time->min) : QString();
    case EstimateColumn:
      return trial.estimate_us > 0 ? duration_text(trial.estimate_us) : QString();
    default:
      if (!trial.time) return trial.why;
      switch (trial.origin) {
        case TuneTrial::Origin::Given:
          return tr("the start");
        case TuneTrial::Origin::Default:
          return tr("the default schedule");
        case TuneTrial::Origin::Own:
          return tr("measured by you, or recorded");
        case TuneTrial::Origin::Searched:
          break;
      }
      return trial.recorded ? tr("of the records") : QString();
  }
}

// Failed trials come after all others.
QVariant TuneTrialsModel::sortKey(const TuneTrial& trial, int column) const {
  const double last = std::numeric_limits<double>::max();
  switch (column) {
    case TrialColumn:
      return trial.number;
    case TimeColumn:
      return trial.time ? trial.time->min : last;
    case NoiseColumn:
      return trial.time ? trial.time->mad / trial.time->median : last;
    case GainColumn:
      return gain(trial);
    case EstimateColumn:
      return trial.estimate_us;
    default:
      return cell(trial, column);
  }
}

int TuneTrialsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(trials_.size());
}

int TuneTrialsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant TuneTrialsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const TuneTrial& trial = trials_[static_cast<size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(trial, index.column());
  if (role == SortRole) return sortKey(trial, index.column());
  if (role == FailedRole) return !trial.time.has_value();
  if (role == Qt::ToolTipRole)
    return trial.time ? tr("fastest %1, median %2 ± %3 of %4 runs")
                            .arg(duration_text(trial.time->min), duration_text(trial.time->median),
                                 duration_text(trial.time->mad))
                            .arg(trial.time->runs)
                      : QStringLiteral("%1: %2").arg(trial.code, trial.why);
  if (role == Qt::TextAlignmentRole && index.column() != StateColumn)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant TuneTrialsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant((section == StateColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case TrialColumn:
      return tr("Trial");
    case TimeColumn:
      return tr("Fastest run");
    case NoiseColumn:
      return tr("Median");
    case GainColumn:
      return tr("Gain");
    case EstimateColumn:
      return tr("Estimate");
    default:
      return tr("What it is");
  }
}

}  // namespace nw::views
