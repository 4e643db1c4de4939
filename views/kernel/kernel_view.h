// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel tab: loop tree, script and loop nest side by side, three faces of one thing. It shows a script and asks
// for changes of it; the document decides, and hands the new script back.
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "edit/gestures.h"
#include "kernel/kernel_selection.h"
#include "kernel/nest_figures.h"
#include "kernel/nest_heat.h"
#include "kernel/preview.h"

class QLabel;
class QTabWidget;
class QTimer;
class QToolButton;

namespace nw::views {

struct Shown;
class BoundsModel;
class BoundsPage;
class DiffView;
class DropPlace;
class Explained;
class LoopTreeModel;
class LoopTreeView;
class NestView;
class NextSteps;
class PreviewWorker;
class ScriptEditor;
class ScriptFindBar;
class SizesBar;
class StepBar;

class KernelView : public QWidget {
  Q_OBJECT

 public:
  // What is pinned is known by its names: the loop may be gone for a while, and numbers are assigned again.
  struct Pin {
    std::string stage, axis;  // as TVM calls it; axis empty: the whole stage
    std::string name;         // of the axis in the script
    bool empty() const { return stage.empty(); }
  };

  // Next steps, factors and figures are for `target`.
  explicit KernelView(const TargetFacts& target, QWidget* parent = nullptr);
  ~KernelView() override;

  void setTitle(const QString& title, const QString& detail);
  void setScript(const QString& text);  // from the document: opening, undo, redo
  void showReason(const QString& why);  // instead of the faces: this has no loops to shape
  QString script() const;
  bool settled() const;  // every face shows the present script
  const kernel::KernelPreview* preview() const { return preview_.get(); }
  const kernel::NestFigures* figures() const { return figures_.get(); }  // of the nest on screen; null if not known
  // Where the time of a run of this script went; shown whenever the script is that one, until the sizes change.
  void addHeat(const std::string& script, std::shared_ptr<const kernel::NestHeat> heat);
  std::shared_ptr<const kernel::NestHeat> heatOf(const std::string& script) const;  // null: not known
  // What is pinned and where the time of runs went: taken to another view of the same kernel while the program runs.
  struct Kept {
    std::map<std::string, std::shared_ptr<const kernel::NestHeat>> heats;
    std::vector<Pin> pins;
  };
  Kept keep() const { return {heats_, pins_}; }
  void restore(Kept kept);
  Diagnostics diagnostics() const;
  bool scrubbed() const { return stopped_ > 0; }  // what is shown is before the script's last steps
  QString whatIsWrong() const;                    // the first error with its line, in a sentence; empty: nothing
  void goToLine(int line);
  void applyFix(const Fix& fix);
  QWidget* toolbarSlot() const { return tools_; }  // the right end of the head line, for Run and its badge

  LoopTreeView* treeView() const { return tree_; }
  NestView* nestView() const { return nest_; }
  ScriptEditor* editor() const { return editor_; }
  QTabWidget* detailTabs() const { return details_; }
  NextSteps* nextSteps() const { return next_; }
  const KernelMarks& marks() const { return marks_; }
  SizesBar* sizes() const { return sizes_; }
  int stopAfterLine() const;  // the step bar's position as a line; 0: all steps
  void stopAfterLine(int line);
  DiffView* diff() const { return diff_; }
  const KernelSelection& selection() const { return selection_; }
  void find();  // opens the bar that finds in the script
  void findNext(bool forward);
  void selectFrom(const KernelSelection& selection, QObject* from) { select(selection, from); }

 Q_SIGNALS:
  void edited(const QString& text, const QString& label, bool typing);  // to be made part of the document
  void typingEnded();                                                   // what is typed next is another change
  void previewChanged();
  void diagnosticsChanged();  // those of the preview have their fixes now
  void selectionChanged(const nw::views::KernelSelection& selection);
  void pinned(const nw::views::KernelMarks& marks);
  void message(const QString& text);  // a gesture that could not be written, in one line

 private:
  void build();
  void buildDetails();
  void connectFaces();
  void connectDetails();
  void changedInEditor(const QString& label, bool typing);
  // What the nest's changed lines are marked against: the nest before the last edit, or the one without its last step.
  enum class Against { LastEdit, StepBefore };
  void request(const std::string& text, Against against = Against::LastEdit);
  void present(const Shown& shown);
  std::vector<bool> changedLines(const Shown& shown);
  void presentRest();
  void presentDetails();
  void select(const KernelSelection& wanted, QObject* from);
  int lineOf(const KernelSelection& place) const;
  void hover(const KernelSelection& selection);
  void togglePin(const KernelSelection& selection);
  void showMarks();
  void followPins();
  KernelSelection placeOf(const Pin& pin) const;
  Pin pinOf(const KernelSelection& selection) const;
  void take(const Result<script::TextChange>& change);
  void followSelection();
  void paleWhatIsLeftOut();
  void showHeat();
  void showLoop();
  QString noteFor(const kernel::KernelPreview& preview) const;

  const TargetFacts target_;
  QLabel* title_ = nullptr;
  QLabel* detail_ = nullptr;
  QWidget* faces_ = nullptr;
  QWidget* tools_ = nullptr;
  SizesBar* sizes_ = nullptr;
  LoopTreeModel* tree_model_ = nullptr;
  LoopTreeView* tree_ = nullptr;
  ScriptEditor* editor_ = nullptr;
  ScriptFindBar* find_ = nullptr;
  StepBar* steps_ = nullptr;
  NestView* nest_ = nullptr;
  BoundsModel* bounds_model_ = nullptr;
  BoundsPage* bounds_ = nullptr;
  NextSteps* next_ = nullptr;
  Explained* explained_ = nullptr;
  DiffView* diff_ = nullptr;
  QTabWidget* details_ = nullptr;
  PreviewWorker* worker_ = nullptr;
  std::shared_ptr<const kernel::KernelPreview> preview_;  // on screen
  Diagnostics diagnostics_;                               // of it
  std::shared_ptr<const kernel::NestFigures> figures_;
  std::map<std::string, std::shared_ptr<const kernel::NestHeat>> heats_;  // by script
  tir::PrintedNest before_;                                               // the nest that changes are marked against
  std::vector<int> step_lines_;                                           // of the preview's script
  std::string asked_;                                  // the script asked for last, not one that is only tried
  int stopped_ = 0;                                    // the line that the preview stopped after; 0: it ran whole
  std::shared_ptr<const kernel::KernelPreview> kept_;  // the last with a nest that was not only tried
  std::vector<const QWidget*> stale_;                  // details out of sight that show a preview before
  KernelSelection selection_;
  KernelMarks marks_;
  std::vector<Pin> pins_;             // by colour, as the marks' pins are; those whose loop is gone for now among them
  QTimer* rest_ = nullptr;            // runs while faces other than the nest still show the preview before
  int written_line_ = 0;              // by the last gesture, until its preview is shown
  std::set<std::string> axis_lines_;  // lines that gestures wrote to name axes
  bool trying_ = false;               // a preview of something not chosen yet is on screen
  bool shown_ = false;
  bool typing_ = false;    // the last edit was a keystroke
  bool by_caret_ = false;  // what is selected follows the caret in the script
};

}  // namespace nw::views
