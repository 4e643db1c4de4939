// SPDX-License-Identifier: GPL-3.0-or-later
// The schedules that a search has measured for one kernel, one a row: how fast each is, by how much it beats the start,
// or why it has no time.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <string>
#include <vector>

#include "measure/report.h"

namespace nw::views {

struct TuneTrial {
  enum class Origin { Searched, Given, Default, Own };

  qint64 number = 0;  // 0: the start
  Origin origin = Origin::Searched;
  bool recorded = false;                     // measured by an earlier search
  std::optional<measure::Timing> time = {};  // nothing: it failed
  QString code = {}, why = {};               // of its failure
  double best_us = 0, estimate_us = 0;       // the fastest so far; what the estimate expected
  double seconds = 0;                        // of searching, pauses left out
  std::vector<std::string> steps = {};       // lines of the script
};

class TuneTrialsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { TrialColumn, TimeColumn, NoiseColumn, GainColumn, EstimateColumn, StateColumn, ColumnCount };
  enum Role { SortRole = Qt::UserRole + 1, FailedRole };

  using QAbstractTableModel::QAbstractTableModel;
  void clear();
  void setTrials(std::vector<TuneTrial> trials);
  void add(TuneTrial trial);
  const std::vector<TuneTrial>& trials() const { return trials_; }
  const TuneTrial* best() const;   // null: none has a time
  const TuneTrial* start() const;  // null: it was not measured yet
  int failed() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const TuneTrial& trial, int column) const;
  QVariant sortKey(const TuneTrial& trial, int column) const;
  double gain(const TuneTrial& trial) const;  // 0: not known

  std::vector<TuneTrial> trials_;
};

}  // namespace nw::views
