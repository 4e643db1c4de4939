// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that compares two versions of one kernel: states of the history or named schedules, each for a target. Loop
// nest and assembly side by side, with the time of either; both sides move together, and what differs is listed. Alt+Up
// and Alt+Down walk the differences.
#pragma once

#include <QWidget>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/active_target.h"
#include "common/viewer.h"
#include "kernel/assembly_lines.h"
#include "kernel/nest_pair.h"
#include "workspace/history.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace nw::views {

class AssemblyView;
class NestView;
class Workbench;
struct KernelSelection;

class KernelComparison : public QWidget, public Viewer {
  Q_OBJECT

 public:
  struct Kernel {
    QString title;
    std::string task, default_script;
    std::map<std::string, int64_t> sizes;  // values of symbolic ones
  };
  // The first target is the active one.
  KernelComparison(Workbench& workbench, Kernel kernel, std::vector<ActiveTarget> targets, QWidget* parent = nullptr);
  ~KernelComparison() override;

  // Scripts; one that is no version of the kernel is not shown.
  void compare(const std::string& left, const std::string& right);
  void step(int direction);  // to the next difference, or the one before
  bool settled() const;
  QListWidget* list() const { return list_; }
  QComboBox* versionBox(size_t side) const { return sides_[side].version; }
  QComboBox* targetBox(size_t side) const { return sides_[side].target; }
  NestView* nest(size_t side) const { return sides_[side].nest; }
  AssemblyView* assembly(size_t side) const { return sides_[side].assembly; }
  QString timeText(size_t side) const;
  QString summary() const;
  QPushButton* measureButton() const { return measure_; }

  void choicesChanged() override;
  void preferencesChanged() override;

 private:
  struct Version {
    QString name;
    std::string script;
    workspace::StateId state;  // invalid: a named schedule that no state has as its present one
  };
  struct Side {
    QComboBox *version = nullptr, *target = nullptr;
    QLabel *time = nullptr, *code = nullptr;
    NestView* nest = nullptr;
    AssemblyView* assembly = nullptr;
    std::shared_ptr<const kernel::KernelPreview> preview;
    std::vector<kernel::AssemblyLine> lines;
  };
  struct Made;

  QWidget* makeSide(size_t side, QWidget* parent);
  void connectSide(size_t side);
  std::vector<Version> versions() const;
  void refill();
  const Version* version(size_t side) const;
  const ActiveTarget& target(size_t side) const;
  const workspace::Measurement* time(size_t side) const;
  void make();
  void take(Made made);
  void showTimes();
  void measureNext();
  bool measurable(size_t side) const;
  void showDifference(int row);
  void follow(size_t moved);
  void followCode(size_t moved);
  void showCode(size_t side, int nest_line);
  void select(size_t side, const KernelSelection& selection);
  QString purpose(const char* what) const;

  Workbench& workbench_;
  const Kernel kernel_;
  const std::vector<ActiveTarget> targets_;
  std::vector<Version> versions_;
  std::array<Side, 2> sides_;
  QLabel* summary_;
  QListWidget* list_;
  QPushButton* measure_;
  NestPair pair_;
  bool following_ = false;
};

}  // namespace nw::views
