// SPDX-License-Identifier: GPL-3.0-or-later
// What each step of a schedule gives: over the steps before it, and how much longer the kernel takes without it, by the
// estimate and as measured.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

namespace nw::views {

struct TuneEffect {
  QString line;           // of the script
  double gain = 0;        // over the steps before it; 0: not legal without later ones
  double worth = 0;       // time without it over that with it, estimated; 0: not legal without it
  double measured = 0;    // the same as measured; 0: it was not
  double noise = 0;       // of the measured, as a share of it
  QStringList with = {};  // steps that need it, which are left out with it
  QString also = {};      // which other schedule has it too, as a sentence; empty: none
};

class TuneEffectsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StepColumn, GainColumn, WorthColumn, MeasuredColumn, WithColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setEffects(std::vector<TuneEffect> effects);
  const std::vector<TuneEffect>& effects() const { return effects_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const TuneEffect& effect, int column) const;

  std::vector<TuneEffect> effects_;
};

}  // namespace nw::views
