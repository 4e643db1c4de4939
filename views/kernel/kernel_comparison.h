// SPDX-License-Identifier: GPL-3.0-or-later
// A tab that compares two versions of one kernel: states of the history, named schedules, or scripts from elsewhere,
// each for a target. Loop nest and assembly side by side, with the time of either; both sides move together, and what
// differs is listed. Alt+Up and Alt+Down walk the differences.
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/viewer.h"
#include "kernel/version_pair.h"
#include "kernel/version_times.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

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
    std::map<std::string, int64_t> sizes;                 // values of symbolic ones
    std::vector<std::pair<QString, std::string>> others;  // versions from elsewhere: of files, of other kernels
  };
  using Targets = std::function<std::vector<ActiveTarget>()>;  // the active one first
  KernelComparison(Workbench& workbench, Kernel kernel, Targets targets, QWidget* parent = nullptr);
  ~KernelComparison() override;

  // Scripts of versions.
  void compare(const std::string& left, const std::string& right);
  void refreshTargets();     // there are others now, or another one is active
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
  void targetChanged() override;

 Q_SIGNALS:
  void measured(const std::string& script, const nw::workspace::Measurement& measurement);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Side {
    QComboBox *version = nullptr, *target = nullptr;
    QLabel *time = nullptr, *code = nullptr;
    NestView* nest = nullptr;
    AssemblyView* assembly = nullptr;
    std::shared_ptr<const kernel::KernelPreview> preview;
    std::vector<kernel::AssemblyLine> lines;
    std::shared_ptr<const kernel::NestHeat> heat;  // as shown; null: none
  };

  QWidget* makeSide(size_t side, QWidget* parent);
  void connectSide(size_t side);
  void buildHead(QVBoxLayout* column);
  std::vector<KernelVersion> versions() const;
  void fillVersions();
  void fillTargets();
  void showChosen();
  const KernelVersion* version(size_t side) const;
  const ActiveTarget& target(size_t side) const;
  VersionTimes::Subject subject(size_t side) const;
  void make();
  void take(VersionPair made);
  void showTimes();
  void showHeat();
  bool measurable(size_t side) const;
  void measureOrStop();
  void showDifference(int row);
  void follow(size_t moved);
  void followCode(size_t moved);
  void revealInNests(size_t moved, int line);
  void showCode(size_t side, int nest_line);
  void select(size_t side, const KernelSelection& selection);
  QString purpose() const;

  Workbench& workbench_;
  const Kernel kernel_;
  const Targets targets_of_;
  std::vector<ActiveTarget> targets_;
  std::vector<KernelVersion> versions_;
  VersionTimes* times_;
  std::array<Side, 2> sides_;
  std::vector<VersionToCompare> compared_;  // what is shown, or being made
  bool stale_ = false;                      // versions were changed while it was hidden
  QLabel* summary_;
  QListWidget* list_;
  QPushButton* measure_;
  NestPair pair_;  // of the loop nests
  VersionPair::Of of_ = VersionPair::Of::Nests;
  std::vector<NestPair::Difference> differences_;  // those in the list
  bool same_code_ = false;                         // on both sides
  bool following_ = false;
};

}  // namespace nw::views
