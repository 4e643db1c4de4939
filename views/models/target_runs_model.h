// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel measured on several targets: a row a target, and a column for each thing that is known of any of them:
// share of its peak, spills, bytes of code, what was counted. Gains are over one of the rows: of times, or among
// emulators of executed instructions.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "kernel/assembly_lines.h"
#include "kernel/nest_heat.h"
#include "measure/basis.h"
#include "measure/report.h"

namespace nw::views {

struct TargetRun {
  enum class State { Waiting, Running, Done, Failed };

  std::string id;
  QString name;
  State state = State::Waiting;
  std::optional<measure::RunReport> report = {};
  Diagnostics problems = {};
  std::vector<kernel::AssemblyLine> assembly = {};         // the code that ran
  std::shared_ptr<const kernel::NestHeat> heat = nullptr;  // where it spent its time; null: not known
  double peak = 0;  // 1e9 operations a second that the target could compute at most, by its facts; 0: not known

  // Nothing: there is no report, or it can be compared with nothing.
  std::optional<measure::Basis> basis() const;
};

class TargetRunsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { TargetColumn, CheckColumn, TimeColumn, ClockColumn, SpeedColumn, GainColumn, FirstExtra };

  using QAbstractTableModel::QAbstractTableModel;
  void setRuns(std::vector<TargetRun> runs);
  void setRun(size_t row, TargetRun run);
  const std::vector<TargetRun>& runs() const { return runs_; }
  // Of rows that are compared by the same; for others, and without one, it is the first that was measured.
  void setBaseline(int row);
  QString asText() const;  // lines of cells, with tabs between them

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  int baseline(const measure::Basis& of) const;  // row
  QString gainText(const TargetRun& run, int row) const;
  QString gainTip(const TargetRun& run, int row) const;
  // A column that is there if any row has something in it.
  struct Extra {
    enum class Kind { Peak, Spills, Code, Counter } kind;
    std::string counter = {};
  };
  static QString extraText(const TargetRun& run, const Extra& extra);
  const Extra* extra(int column) const;  // null: a column that is always there
  QString cell(const QModelIndex& index) const;
  QString tip(const QModelIndex& index) const;
  QString extraTip(const TargetRun& run, const Extra& extra) const;
  void findExtras();

  std::vector<TargetRun> runs_;
  std::vector<Extra> extras_;  // counters in order of their names
  std::string baseline_;       // id
};

}  // namespace nw::views
