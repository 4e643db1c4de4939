// SPDX-License-Identifier: GPL-3.0-or-later
// The document's tree of states as a list in order of creation: label of the change, time of the kernel and the
// target that it was measured on, and the lines that connect the states. Editing a step gives its state a name.
#pragma once

#include <QAbstractTableModel>
#include <map>

#include "models/history_lanes.h"
#include "workspace/nest_sketch.h"

namespace nw::views {

class HistoryModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StepColumn, TargetColumn, TimeColumn, GainColumn, TotalGainColumn, ColumnCount };
  enum Role {
    StateRole = Qt::UserRole + 1,
    CurrentRole,
    OnPathRole,
    LabelRole,
    TagRole,
    WaitingRole,
    SlowerRole,
    UncertainRole,
    TimeShareRole  // of the longest time of the same kernel on the same machine; 0: there is none
  };

  using QAbstractTableModel::QAbstractTableModel;
  // Copied; null: empty. `waiting` are going to be measured, the first of them just now.
  void setHistory(const workspace::History* history, const std::vector<workspace::StateId>& waiting = {});
  // The script of a kernel that nothing was chosen for; shown from the next history on.
  void setDefault(const std::string& task, std::string script) { defaults_[task] = std::move(script); }
  // A group with the kernel: distinguishes kernels of one name. Shown from the next history on.
  void setGroup(const std::string& task, GroupId group) { groups_[task] = group; }
  // Whose times are shown where there are several; those of others name theirs. Shown from the next history on.
  void setMachine(measure::Machine machine) { machine_ = std::move(machine); }
  // The only target whose times are shown, by its id; empty: any. Shown from the next history on.
  void setTarget(std::string id) { target_ = std::move(id); }
  // That any state was measured on, by their ids: the shown machine's first.
  const std::vector<std::string>& targets() const { return targets_; }
  // States that could not be measured, and why. Shown from the next history on.
  void setFailed(std::map<workspace::StateId, Diagnostic> failed) { failed_ = std::move(failed); }
  // Pictures of nests, by script; those known stay known.
  void addSketches(std::map<std::string, workspace::NestSketch> sketches);
  std::vector<std::string> scriptsWithoutSketch() const;
  const workspace::NestSketch* sketch(const QModelIndex& index) const;  // null: none is known
  const HistoryRow& lines(const QModelIndex& index) const { return rows_[static_cast<size_t>(index.row())].lines; }
  int lanes() const { return lanes_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void tagWanted(int state, const QString& name);

 private:
  struct Row {
    int state;
    HistoryRow lines;
    QString label, time, gain;
    bool current, on_path;
    QString total = {}, tag = {};
    double time_share = 0;  // as TimeShareRole
    QString baseline = {};  // the state that the total is against
    bool waiting = false;
    std::string script = {};
    QString sizes = {};                                // that the time was measured with
    QString noise = {};                                // how much slower it is than its fastest run, if much
    QString target = {};                               // that it was measured on
    QString others = {};                               // what it took on other targets, a line each
    bool elsewhere = false;                            // on another machine than the one shown
    bool instructions = false;                         // are what is compared
    bool slower = false, slower_in_all = false;        // than the state before; than the baseline
    bool uncertain = false, uncertain_in_all = false;  // the times waver by as much as they differ
    QString failure = {};                              // why it has no time
  };
  QVariant toolTip(const Row& row, int column) const;
  const workspace::Measurement* shownTime(const workspace::History& history, workspace::StateId state,
                                          const std::string& task) const;
  void findTargets(const workspace::History& history);

  std::vector<Row> rows_;
  int lanes_ = 1;
  std::map<std::string, workspace::NestSketch> sketches_;
  std::map<std::string, std::string> defaults_;  // by task key
  std::map<std::string, GroupId> groups_;        // likewise
  std::map<workspace::StateId, Diagnostic> failed_;
  measure::Machine machine_;
  std::string target_;                // id
  std::vector<std::string> targets_;  // ids
  QStringList baselines_;             // what the totals are against
};

}  // namespace nw::views
