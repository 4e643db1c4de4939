// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel tab in the window: one fused group (or a single script), with its script in the document and its
// diagnostics in the window; run and verified in a separate process.
#pragma once

#include <QWidget>
#include <functional>
#include <map>
#include <optional>

#include "common/viewer.h"
#include "kernel/report.h"
#include "kernel/run_badge.h"
#include "measure/report.h"
#include "model/model.h"
#include "models/flame.h"
#include "models/original_lines.h"
#include "workspace/history.h"
#include "workspace/measuring.h"
#include "workspace/python_source.h"

namespace nw::views {

class AssemblyPage;
class AssemblyView;
class BranchMeasuring;
class KernelView;
class MachinePeaks;
class OriginalPage;
class RooflineView;
class ScheduleMenu;
struct KernelSelection;
class Workbench;

class KernelPage : public QWidget, public Viewer {
  Q_OBJECT

 public:
  // An invalid group: the document is a script on its own, or kernel `of_file` of the Python file that was opened.
  KernelPage(Workbench* workbench, GroupId group, MachinePeaks* peaks, QWidget* parent = nullptr, size_t of_file = 0);
  ~KernelPage() override;
  // Disconnects from all signals and cancels running jobs, before the document is destroyed.
  void retire();

  GroupId group() const { return group_; }
  const std::string& task() const { return task_; }
  QString title() const { return title_; }
  void followChoices();
  void followFileName();                             // of a script on its own, which may have been saved under another
  QString tabTitle() const;                          // which of several that compute the same, too
  const std::string& node() const { return node_; }  // of the group, by its name: numbers change
  QString fileName() const;                          // proposed for exports, without an ending
  KernelView* view() const { return view_; }
  bool settled() const;  // opened, and every face shows the present script
  bool failed() const { return failed_; }
  QString reportName() const;  // under which its diagnostics are in the session
  ScheduleMenu* schedules() const { return schedules_; }
  AssemblyView* assembly() const;
  AssemblyPage* assemblyPage() const { return assembly_; }
  bool fourColumns() const { return four_columns_; }  // the code has a column of its own
  RunBadge* badge() const { return badge_; }
  OriginalPage* original() const { return original_; }  // null: the script was made from no other file
  void showOriginal(int line);
  // Of its script, and of the default schedule where that is at fault.
  Diagnostics diagnostics() const;
  void applyFix(const Fix& fix);
  void goToLine(int line);
  void run();
  void cancelRun();
  // A run of this kernel with that script, made elsewhere in the window, into the history.
  void record(const std::string& script, const workspace::Measurement& measurement);
  // Every state from the document's first to the present one that has no time yet; again: stops.
  void measureBranch();
  // The loop nest that one state of the history has against another's; an invalid `after` is the present one. The
  // document stays in its state.
  void compareStates(workspace::StateId before, workspace::StateId after);
  void compareBeside(workspace::StateId before, workspace::StateId after);  // the same in a tab, with code and times
  const std::string& defaultScript() const { return default_script_; }
  std::string scriptBefore() const;  // of the last state that had another script on the way to the present one
  bool hasHotSpots() const;          // it is known where the time of the present script goes
  void goToHotSpot(int direction);   // of its code, which is shown
  RooflineView* roofline() const { return roofline_; }
  const BranchMeasuring* branch() const { return branch_; }
  std::optional<GroupProfile> profile() const;  // of the last run of the present script; none is known
  bool running() const;                         // this state or a branch is being measured
  QString progress() const;                     // "compiling", "3 of 12, 8 s left"; empty: nothing is known
  void resetSchedule();
  // Writes the kernel in one of kernel::export_kinds(); the outcome is shown in the status bar and the problems.
  void exportAs(const QString& path, const std::string& kind);
  // The same as text, to be looked at first; of what is no text, and where it cannot be made, a sentence.
  void previewExport(const std::string& kind, std::function<void(const QString& text, bool is_export)> done);

  // A text that is not in the history, among what the nest is compared with; and shows that comparison.
  void compareWithText(const QString& name, const std::string& script);
  void renewText(const QString& name, const std::string& script);  // the same, as it is now
  void forgetText(const QString& name);

  void choicesChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;
  void targetChanged() override;
  void preferencesChanged() override;

 Q_SIGNALS:
  void titleChanged();
  void defaultKnown(const std::string& task, const std::string& script);  // of a group of a model
  void settledChanged();
  void measuredChanged();
  void runningChanged();
  void comparisonWanted(const std::string& left, const std::string& right);  // of two scripts, in a tab of its own
  void kernelsWanted();                                                      // to choose another kernel of the file
  void problemsWanted();  // there are diagnostics about the last action

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Gain {
    QString text, detail;  // " · ×0.67", and what to make of it; empty if the plain loops have no time
    bool slow = false;
    double ratio = 1;              // of what this one takes to what the plain loops take
    bool of_instructions = false;  // else of times
  };
  void populate();
  void addOriginal();
  void openScript();
  void open();
  void makeKernel(std::function<void(Result<model::GroupKernel>)> done);
  void opened(Result<model::GroupKernel> kernel);
  void showDefaultFor(Result<model::GroupKernel> kernel);
  void showScript(const std::string& script);
  void setRunning(bool running);
  void followJob();
  void endStopped();
  bool showsWhatRan() const;
  std::vector<kernel::ReportedState> measuredStates() const;
  void updateAssembly();
  bool assemblyShown() const;
  bool wantsFourColumns() const;
  void arrangeColumns();
  void pairColours();
  void showSyntax();
  void showStepsScope();
  void sayInAssembly(const QString& sentence);  // instead of code
  void showSummary();
  bool countsIntegers() const;
  double operations() const;
  void findTwins();
  void selectNodeOf(const KernelSelection& selection);
  void selectStageOfNode();
  void compareWith();
  QString stateName(workspace::StateId id) const;
  void check(RunBadge::State state, const QString& text, const QString& detail, bool slow = false);
  void showVerdict();
  QString verdictText(const QString& text) const;
  void blameDefault(const Gain& gain);
  const workspace::Measurement* known() const;
  const workspace::Measurement* timeBefore() const;
  void showReport(const workspace::SampledRun& ran);
  std::shared_ptr<const kernel::KernelPreview> wholePreview() const;
  void showAssembly(std::vector<kernel::AssemblyLine> lines);
  void showAssemblyHeat();
  void updateRoofline();
  void preview();
  void findGroup();
  Gain overPlainLoops(const std::string& script, const workspace::Measurement& ran);
  QString purpose(const char* what) const;

  Workbench* workbench_;
  GroupId group_;
  size_t of_file_ = 0;                                  // which kernel of the file
  std::shared_ptr<const fusion::Fusion> fusion_;        // that the group is of
  std::vector<NodeId> nodes_;                           // of the group
  std::string node_;                                    // the last of them by its name
  bool lost_ = false;                                   // no group has these nodes any more
  std::vector<std::pair<QString, std::string>> texts_;  // to be compared with, that are not in the history
  std::string task_;
  std::string default_script_;
  QString title_;
  KernelView* view_;
  RunBadge* badge_;
  ScheduleMenu* schedules_;
  AssemblyPage* assembly_ = nullptr;
  bool four_columns_ = false;
  std::shared_ptr<const workspace::PythonSource> python_;  // that the script was made from; null: none
  OriginalPage* original_ = nullptr;
  OriginalLines original_lines_;
  BranchMeasuring* branch_;
  MachinePeaks* peaks_;
  RooflineView* roofline_ = nullptr;
  std::map<std::string, bool> plain_;         // whether a script that was measured has no step
  std::vector<workspace::StateId> compared_;  // states without a name whose nests were asked to be compared
  std::optional<std::vector<kernel::AssemblyLine>> code_that_ran_;  // of `ran_`; none: not known
  int wanted_spot_ = 0;           // direction to go once the code is there; 0: nobody wants to
  std::string assembled_;         // the script that the assembly is of
  bool assembled_intel_ = false;  // in Intel's syntax
  TargetFacts ran_on_;            // the target that it ran on
  bool opened_ = false;
  bool previewed_ = false;  // its script was shown once
  bool failed_ = false;
  bool running_ = false;
  bool stopped_ = false;  // the last run was
  QString progress_;      // progress() as the badge has it
  bool retired_ = false;
  bool refused_ = false;  // a gesture, and the status bar says why
  struct Verdict {
    RunBadge::State state;
    QString text, detail;
    bool slow = false;
  };
  std::optional<Diagnostic> fault_;           // of the default schedule, which was measured to be slow
  std::optional<Verdict> verdict_;            // of the last run, once it ended
  std::string ran_;                           // the script that ran
  std::map<std::string, int64_t> ran_sizes_;  // with these values
};

}  // namespace nw::views
