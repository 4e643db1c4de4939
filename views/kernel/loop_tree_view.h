// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree: drag and drop of axes and stages, a menu and a key for every primitive. It requests steps by one
// signal. Legal steps of the selected row are computed in advance, off the UI thread: menus disable the others with the
// reason, and during a drag the legal drop targets are highlighted. loop_tree_keys.cpp: keys; loop_tree_split.cpp:
// factors; loop_tree_menu.cpp: the menu; loop_tree_drop.cpp: dragging.
#pragma once

#include <QTimer>
#include <QTreeView>
#include <array>
#include <optional>
#include <set>

#include "advise/candidates.h"
#include "common/jobs.h"
#include "kernel/factor_chips.h"
#include "kernel/kernel_colors.h"
#include "kernel/kernel_selection.h"
#include "models/loop_tree_model.h"
#include "schedule/catalogue.h"

class QMenu;

namespace nw::views {

class CandidatesMenu;

class LoopTreeView : public QTreeView {
  Q_OBJECT

 public:
  // `machine`: whose caches and vectors the factors of a split are for.
  LoopTreeView(LoopTreeModel* model, const TargetFacts& machine, QWidget* parent = nullptr);

  void setMachine(const TargetFacts& machine) { machine_ = machine; }

  // After the model has a new preview: everything open where it has other rows, the same thing selected.
  // While typing, legal steps are computed after a pause, so that they do not delay the next key.
  void restore(bool same_rows, bool typing);
  void setSelection(const KernelSelection& selection);
  KernelSelection selection() const;
  // The displayed selection: the loops that the selection became if a step split, fused or removed it. Nothing if its
  // stage does not exist.
  KernelSelection followed() const;
  using QTreeView::setSelection;
  // What could be done with the selected row; empty until it is known.
  const std::vector<advise::Candidate>& candidates() const { return candidates_; }
  void setHeat(std::shared_ptr<const kernel::NestHeat> heat);  // null: none is known
  void setMarks(const KernelMarks& marks);
  void setSizes(std::map<std::string, int64_t> sizes);  // values of symbolic ones
  void fitColumns();                                    // after what rows say has changed
  // The selected loops, outermost first, where several of one stage are selected: they are moved together.
  std::vector<AxisId> together() const;
  // The rows that a drag takes, selected then; of several only the current one where it is to be tiled.
  QModelIndexList adopt(bool tiles = false);
  bool candidatesKnown() const { return jobs_.idle() && !rest_.isActive(); }
  void fillMenu(QMenu* menu);
  void keyboardSearch(const QString& typed) override;
  void splitChips(FactorChips::Says says = FactorChips::Says::Factor);
  // Asks for the offer's step, or says why it is none.
  void take(const advise::Candidate& candidate);
  // For the drop area outside of all loops: the pointer is over it; it is dropped there.
  void overOutside(bool over);
  void dropOutside();

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);
  void gesture(const nw::Result<nw::script::TextChange>& change);  // to be made part of the script
  void previewed(const nw::script::TextChange& change);            // to be shown only
  void previewEnded();
  void hovered(const nw::views::KernelSelection& selection);  // empty when the pointer leaves
  void pinToggled(const nw::views::KernelSelection& selection);
  void refused(const QString& why);  // the requested step is not legal: why, in one sentence
  void candidatesChanged();
  // While something is dragged: what a drop outside of all loops would do (empty: nothing), and whether it is there.
  void outsideOffered(const QString& what, bool over);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& now, const QItemSelection& before) override;
  void startDrag(Qt::DropActions actions) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void drawRow(QPainter* painter, const QStyleOptionViewItem& options, const QModelIndex& index) const override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void scrollContentsBy(int dx, int dy) override;
  void leaveEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                       const QEvent* event = nullptr) const override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Target {  // what a primitive acts on
    StageId stage;
    AxisId axis;
    std::optional<qint64> extent;
  };
  // Where something dragged would go: onto a row, or before or after it.
  enum class Zone { Before, On, After };
  struct Drop {
    QModelIndex index;  // not valid: the empty space below the tree
    Zone zone = Zone::On;
    bool tiles = false;
    bool operator==(const Drop&) const = default;
  };

  std::optional<Target> target() const;
  std::optional<qint64> extentOf(StageId stage, AxisId axis) const;
  void forgetWidths();
  void measureColumns();
  edit::Gestures gestures() const;
  using FoldedPlace = std::pair<QString, std::string>;  // a stage, and TVM's name of its loop or nothing
  void fold();
  void makeCurrent(const QModelIndex& index);
  FoldedPlace placeOf(const kernel::LoopTreeRow& row) const;
  void requestCandidates();
  void findCandidates();
  const advise::Candidate* find(schedule::Primitive primitive, StageId stage = {}, AxisId axis = {}) const;
  // By key: the candidate if it is known, else the gesture, which the preview will check.
  void perform(schedule::Primitive primitive, const Result<script::StepEdit>& edit);
  void takeFirst(const schedule::PrimitiveInfo& row, const Target& at);
  bool primitiveKey(int key, const Target& at);
  AxisId inner(const Target& at) const;
  void move(int by);     // Alt+Up, Alt+Down: reorder by one place
  int stepLine() const;  // of the step that shaped the selected row last; 0: none did
  void removeStep();
  void addCandidate(QMenu* menu, const advise::Candidate& candidate, const QString& text);
  CandidatesMenu* newPart(const QString& title, QMenu* menu);
  void fillAxisMenu(QMenu* menu);
  void fillKinds(QMenu* menu);
  QString factorPlace(const advise::Candidate& candidate) const;
  void fillStageMenu(QMenu* menu);
  struct MenuPart {
    const schedule::MenuPart* about;
    CandidatesMenu* menu;
    int key = 0;  // that opens it
  };
  CandidatesMenu* partOf(const schedule::MenuPart& part, QMenu* menu, std::vector<MenuPart>& parts);
  void fillEntries(QMenu* menu, schedule::Subject subject, bool reshaping);
  void addSplit(QMenu* menu);
  std::vector<const advise::Candidate*> shownOf(const schedule::PrimitiveInfo& row,
                                                const std::vector<advise::Candidate>& candidates) const;
  QString entryText(const schedule::PrimitiveInfo& row, const advise::Candidate* candidate) const;
  QString whyNone(const schedule::PrimitiveInfo& row) const;
  QString whyFixed() const;  // why no loop of this kernel can be changed; empty: they can
  void addParts(QMenu* menu, const std::vector<MenuPart>& parts);
  bool openPart(int key);                      // the part of the menu that this key opens
  void openKinds(const QModelIndex& index);    // by a double click: what the row could be instead
  void runMenu(const QPoint& at, bool kinds);  // is filled again when candidates arrive
  Drop dropAt(const QPoint& position, bool tiles) const;
  void track(const QPoint& pointer, bool tiles);  // highlights and describes what a drop there would do
  void loseTrack();
  bool scrollsAt(const QPoint& position) const;
  void notifyOutside();
  bool readBy(StageId reader) const;
  QString whyNotAt(StageId reader) const;
  void drop(const Drop& at);
  const advise::Candidate* candidateAt(const Drop& drop, QString* why) const;
  const advise::Candidate* moveAt(const Drop& drop, QString* why) const;
  bool isDropTarget(const QModelIndex& index) const;
  void endDrag();
  QAbstractItemDelegate* timeCell();
  QPixmap tag(const QString& name) const;  // what the pointer carries

  LoopTreeModel* model_;
  TargetFacts machine_;
  KernelSelection selection_;
  QString selected_stage_;  // its name: where a stage comes or goes, others may get its number
  KernelMarks marks_;
  std::map<std::string, int64_t> sizes_;
  KernelColors colors_;
  std::array<int, LoopTreeModel::ColumnCount> wanted_{};  // widths; 0: not known
  int kind_word_ = 0, extent_cells_ = 0;                  // the widest word of a kind; extents without their heading
  std::string measured_text_;                             // of the script that they are for
  int indent_ = 0, depth_ = 0;                            // of the innermost loop
  std::set<FoldedPlace> folded_;
  Jobs jobs_;
  QTimer rest_;  // of the hand that types
  bool typing_ = false;
  std::vector<advise::Candidate> candidates_;  // first those of the selected loop, then those of its stage
  const kernel::KernelPreview* offered_for_ = nullptr;
  KernelSelection offered_of_;
  std::vector<AxisId> offered_together_;
  std::vector<advise::Candidate> moves_;  // of these
  bool restoring_ = false;
  bool dragging_ = false;
  bool own_drag_ = false;  // begun here, and not over yet
  std::optional<QPoint> pointer_;
  Drop drop_;
  bool drop_legal_ = false;
  bool outside_ = false;  // the pointer is over the place for that
  std::pair<QString, bool> last_outside_offer_;
};

}  // namespace nw::views
