// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a model in a search: one a row with its weight, the times at the start and of the best schedule, its
// share of the model's time, and how far the search is or why it has none.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <string>
#include <vector>

namespace nw::views {

struct TuneTask {
  enum class State { Waiting, Searching, Searched, Left };  // left: it is not searched

  std::string key;
  QString name = {};
  int group = -1;  // the first that it is of
  size_t weight = 1;
  double start_us = 0, best_us = 0;  // fastest runs; 0: not measured
  qint64 trials = 0;
  State state = State::Waiting;
  QString code = {}, why = {};  // why it is left, or what went wrong
  bool applied = false;         // its best is in use in the project
};

class TuneTasksModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    TaskColumn,
    WeightColumn,
    StartColumn,
    BestColumn,
    GainColumn,
    ShareColumn,
    TrialsColumn,
    StateColumn,
    ColumnCount
  };
  enum Role { SortRole = Qt::UserRole + 1, KeyRole, LeftRole };

  using QAbstractTableModel::QAbstractTableModel;
  void setTasks(std::vector<TuneTask> tasks);
  const std::vector<TuneTask>& tasks() const { return tasks_; }
  int rowOf(const std::string& key) const;  // -1: there is none
  void set(const TuneTask& task);           // that has its key
  // Weighted times of the tasks that have both: of a run of the model with the schedules at the start, and with the
  // best ones, in microseconds.
  std::pair<double, double> totals() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const TuneTask& task, int column) const;
  QString stateText(const TuneTask& task) const;
  QVariant sortKey(const TuneTask& task, int column) const;
  double share(const TuneTask& task) const;  // of the time at present; 0: not known
  void addUp();

  std::vector<TuneTask> tasks_;
  std::map<std::string, int> rows_;
  double present_us_ = 0;  // of all tasks with a time
};

}  // namespace nw::views
