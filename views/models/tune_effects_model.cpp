// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tune_effects_model.h"

#include "models/gain.h"

namespace nw::views {

void TuneEffectsModel::setEffects(std::vector<TuneEffect> effects) {
  beginResetModel();
  effects_ = std::move(effects);
  endResetModel();
}

QString TuneEffectsModel::cell(const TuneEffect& effect, int column) const {
  switch (column) {
    case StepColumn:
      return effect.line;
    case GainColumn:
      return effect.gain > 0 ? gain_text(effect.gain, 1) : QString();
    case WorthColumn:
      return effect.worth > 0 ? gain_text(effect.worth, 1) : tr("not legal");
    case MeasuredColumn:
      if (effect.measured <= 0) return {};
      return effect.noise > 0.02 ? tr("%1 ± %2 %").arg(gain_text(effect.measured, 1)).arg(100 * effect.noise, 0, 'f', 0)
                                 : gain_text(effect.measured, 1);
    default:
      return effect.with.isEmpty() ? effect.also
                                   : tr("%n step(s) that need it", nullptr, static_cast<int>(effect.with.size()));
  }
}

int TuneEffectsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(effects_.size());
}

int TuneEffectsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant TuneEffectsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const TuneEffect& effect = effects_[static_cast<size_t>(index.row())];
  if (role == Qt::DisplayRole) return cell(effect, index.column());
  if (role == Qt::ToolTipRole)
    return effect.with.isEmpty() ? effect.line : tr("Left out with it:\n%1").arg(effect.with.join(QLatin1Char('\n')));
  if (role == Qt::TextAlignmentRole && index.column() > StepColumn && index.column() < WithColumn)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant TuneEffectsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole) {
    if (section == GainColumn) return tr("Time of the steps before it over the time with it, by the estimate");
    if (section == WorthColumn) return tr("Time without it over the time of the whole schedule, by the estimate");
    if (section == MeasuredColumn) return tr("The same as measured, in turns with the whole schedule");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case StepColumn:
      return tr("Step");
    case GainColumn:
      return tr("Gain");
    case WorthColumn:
      return tr("Worth");
    case MeasuredColumn:
      return tr("Measured");
    default:
      return tr("Left out with it");
  }
}

}  // namespace nw::views
