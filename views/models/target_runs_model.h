// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel measured on several targets: a row a target, and a column for each thing that any of them counted. Gains
// are over one of the rows; an emulator's times are compared with nothing.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "measure/report.h"

namespace nw::views {

struct TargetRun {
  enum class State { Waiting, Running, Done, Failed };

  std::string id;
  QString name;
  State state = State::Waiting;
  std::optional<measure::RunReport> report = {};
  Diagnostics problems = {};
};

class TargetRunsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { TargetColumn, CheckColumn, TimeColumn, ClockColumn, SpeedColumn, GainColumn, CounterColumn };

  using QAbstractTableModel::QAbstractTableModel;
  void setRuns(std::vector<TargetRun> runs);
  void setRun(size_t row, TargetRun run);
  const std::vector<TargetRun>& runs() const { return runs_; }
  void setBaseline(int row);  // without one, the first that was measured is
  QString asText() const;     // lines of cells, with tabs between them

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  int baseline(const TargetRun& run) const;  // row; -1: there is none that it can be compared with
  QString gainText(const TargetRun& run, int row) const;
  QString cell(const QModelIndex& index) const;
  QString tip(const QModelIndex& index) const;
  void findCounters();

  std::vector<TargetRun> runs_;
  std::vector<std::string> counters_;  // in order of their names
  std::string baseline_;               // id
};

}  // namespace nw::views
