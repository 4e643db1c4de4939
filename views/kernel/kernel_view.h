// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel tab: loop tree, script and loop nest side by side, three views (faces) of one kernel. It shows a script
// and requests changes of it; the document applies them, and returns the new script.
#pragma once

#include <QList>
#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/active_target.h"
#include "edit/gestures.h"
#include "kernel/kernel_view_state.h"

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
class NextStepsPage;
class PreviewWorker;
class ScriptEditor;
class ScriptFindBar;
class SizesBar;
class StepBar;

class KernelView : public QWidget {
  Q_OBJECT

 public:
  // Rules, next steps, factors and figures are those of `target`.
  explicit KernelView(const ActiveTarget& target, QWidget* parent = nullptr);
  ~KernelView() override;
  void setTarget(const ActiveTarget& target);

  void setTitle(const QString& title, const QString& detail);
  void setScript(const QString& text);  // from the document: opening, undo, redo
  void showReason(const QString& why);  // instead of the faces: this has no loops to shape
  QString script() const;
  bool settled() const;  // every face shows the present script
  const kernel::KernelPreview* preview() const { return state_.preview.get(); }
  std::shared_ptr<const kernel::KernelPreview> sharedPreview() const { return state_.preview; }
  // Of the nest on screen; null if not known.
  const kernel::NestFigures* figures() const { return state_.figures.get(); }
  // Where the time of a run of this script went on the target; shown whenever both are those, until the sizes change.
  void addHeat(const std::string& script, std::shared_ptr<const kernel::NestHeat> heat) {
    addHeat(script, std::move(heat), target_.facts);
  }
  void addHeat(const std::string& script, std::shared_ptr<const kernel::NestHeat> heat, const TargetFacts& ran_on);
  std::shared_ptr<const kernel::NestHeat> heatOf(const std::string& script) const {  // null: not known
    return state_.heat_of(script);
  }
  // What is pinned and where the time of runs went: taken to another view of the same kernel while the program runs.
  struct Kept {
    std::map<std::string, std::shared_ptr<const kernel::NestHeat>> heats;
    std::vector<KernelPin> pins;
  };
  Kept keep() const { return {state_.heats, state_.pins}; }
  void restore(Kept kept);
  const Diagnostics& diagnostics() const { return state_.diagnostics; }
  bool scrubbed() const { return state_.scrubbed(); }  // the preview is without the script's last steps
  QString whatIsWrong() const;                         // the first error with its line, in a sentence; empty: nothing
  void goToLine(int line);
  void applyFix(const Fix& fix);
  QWidget* toolbarSlot() const { return tools_; }  // the right end of the head line, for Run and its badge

  LoopTreeView* treeView() const { return tree_; }
  NestView* nestView() const { return nest_; }
  ScriptEditor* editor() const { return editor_; }
  QTabWidget* detailTabs() const { return details_; }
  NextSteps* nextSteps() const { return next_; }
  NextStepsPage* nextStepsPage() const { return next_page_; }
  const KernelMarks& marks() const { return state_.marks; }
  SizesBar* sizes() const { return sizes_; }
  int stopAfterLine() const;  // the step bar's position as a line; 0: all steps
  void stopAfterLine(int line);
  DiffView* diff() const { return diff_; }
  const KernelSelection& selection() const { return state_.selection; }
  bool canFoldComputation() const;
  bool isComputationFolded() const;
  void toggleComputation();
  bool isScriptWrapped() const;
  void toggleWrap();                    // asks for it, as the editor's key does
  void setFourthColumn(QWidget* face);  // right of the nest; null: there is none, and the former one is the caller's
  void find();                          // opens the bar that finds in the script
  void findNext(bool forward);
  void selectFrom(const KernelSelection& selection, QObject* from) { select(selection, from); }

 Q_SIGNALS:
  void edited(const QString& text, const QString& label, bool typing);  // to be made part of the document
  void typingEnded();                                                   // further typing is another change
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
  void presentRest();
  void presentDetails();
  void select(const KernelSelection& wanted, QObject* from);
  void hover(const KernelSelection& selection);
  void togglePin(const KernelSelection& selection);
  void showMarks();
  void followPins();
  void applyGesture(const Result<script::TextChange>& change);
  void followSelection();
  void showLeftOut();
  void showHeat();
  void showLoop();
  QString refusedNote() const;

  ActiveTarget target_;
  QLabel* title_ = nullptr;
  QLabel* detail_ = nullptr;
  QWidget* faces_ = nullptr;
  QList<int> three_columns_ = {380, 430, 430}, four_columns_ = {17, 27, 28, 28};  // in proportion; as last dragged
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
  NextStepsPage* next_page_ = nullptr;
  NextSteps* next_ = nullptr;  // on that page
  Explained* explained_ = nullptr;
  DiffView* diff_ = nullptr;
  QTabWidget* details_ = nullptr;
  PreviewWorker* worker_ = nullptr;
  QTimer* rest_ = nullptr;  // until the faces other than the nest show the preview too
  KernelViewState state_;
};

}  // namespace nw::views
