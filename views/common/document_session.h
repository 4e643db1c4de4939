// SPDX-License-Identifier: GPL-3.0-or-later
// One open document and its derived state: the displayed snapshot of the graph, its fusion, the difference of the last
// what-if, the reason of the selected edge, diagnostics, and the selection. Several sessions can exist at once; the
// workbench holds the active one and forwards its signals to the views.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "common/selection_history.h"
#include "common/viewer.h"
#include "models/scope_trees.h"
#include "workspace/document.h"
#include "workspace/what_ifs.h"

namespace nw::views {

class Jobs;

class DocumentSession : public QObject {
  Q_OBJECT

 public:
  enum class Stage { Source, Optimized, Fused };  // what the canvas shows

  // Without a document nothing is open. Fusion is computed for `target`, by jobs; both outlive the session.
  DocumentSession(std::unique_ptr<workspace::Document> document, Jobs& jobs, const TargetFacts& target);
  // Computes the derived state from the document; fusion follows off the UI thread.
  void start();
  // Cancels running jobs and releases all state that start() computes again.
  void suspend();
  // Model, fusion and trees: taking them apart takes many frames.
  std::vector<std::shared_ptr<const void>> largeValues() const;

  workspace::Document* document() { return document_.get(); }
  const workspace::Document* document() const { return document_.get(); }
  const model::Model* model() const { return document_ ? document_->model().get() : nullptr; }
  bool openFailed() const { return document_ && !document_->model() && !document_->is_script(); }

  // Values for the model's dynamic dimensions, one step of the history. The model is made again for them off the UI
  // thread; until then dims() are those of the model that is shown.
  void setDims(const std::map<std::string, int64_t>& dims);
  const std::map<std::string, int64_t>& dims() const;
  void followModelChoices();  // makes the model again if it has other dimensions or another table than were chosen
  void followTarget();        // the target has other facts: what they say about the groups changes, the groups do not

  Stage stage() const { return stage_; }
  size_t snapshot() const { return snapshot_; }
  void setStage(Stage stage);
  void showSnapshot(size_t index);  // any pass's; the last is Optimized
  std::shared_ptr<const graph::Graph> graph() const;
  // The displayed snapshot, and of a model that a table's rules were applied to, never one behind them.
  std::shared_ptr<const graph::Graph> graphBeforeRules() const;
  const std::shared_ptr<ScopeTrees>& trees() const { return trees_; }  // for any thread
  // Null while it is being made, and on stages before fusion. Its groups' nodes are of the last snapshot.
  std::shared_ptr<const fusion::Fusion> fusion() const { return stage_ == Stage::Fused ? fusion_ : nullptr; }
  std::shared_ptr<const fusion::Fusion> lastFusion() const { return fusion_; }
  // What the last what-if changed; null once it was kept, dropped or undone.
  const workspace::FusionView* difference() const { return difference_.get(); }
  // The same, also after it was kept: until the groups change again.
  const workspace::FusionView* lastDifference() const { return difference_ ? difference_.get() : kept_.get(); }
  void keepDifference();
  void dropDifference();  // back to the choices before the what-if; other changes since then stay
  // Why the selected edge's ends, or the two selected nodes, are together or not; null until it is known.
  const fusion::Reason* reason() const { return reason_ ? &*reason_ : nullptr; }

  const Selection& selection() const { return selection_.current(); }
  void select(const Selection& selection, Viewer* from = nullptr);
  // The same by a node of the last snapshot, to which kernels refer; nothing changes if the displayed snapshot has no
  // such node. And back: none if no node is selected.
  void selectOptimized(NodeId node, Viewer* from = nullptr);
  NodeId selectedOptimized() const;
  GroupId selectedGroup() const;  // or the one of the selected node; not valid: none
  bool canGoBack() const { return selection_.canGoBack(); }
  bool canGoForward() const { return selection_.canGoForward(); }
  void goBack();
  void goForward();

  // How often each line of the pattern table is taken, as its view has found.
  const std::map<std::string, size_t>& patternMatches() const { return pattern_matches_; }
  void notePatternMatches(std::map<std::string, size_t> matches) { pattern_matches_ = std::move(matches); }
  // The network ran with these groups, and its results are those of the reference operators.
  bool networkVerified() const { return verified_ && verified_ == fusion_; }
  void noteNetworkVerified(std::shared_ptr<const fusion::Fusion> fusion) { verified_ = std::move(fusion); }

  // Edits: each is a state of the document's history.
  void setScript(const std::string& task, const std::string& text, const std::string& label, bool typing,
                 Viewer* from = nullptr);
  void reloadScript(const std::string& text);  // as another program has saved it
  void changeKernel(const std::string& task, const std::function<void(workspace::KernelChoice&)>& change,
                    const std::string& label);
  // Schedules of several tasks, in one step.
  void useSchedules(const std::map<std::string, std::string>& scripts, const std::string& name,
                    const std::string& label);
  void editFusion(const workspace::FusionEdit& edit);
  void changeFusion(const fusion::Change& change);
  void setPatterns(const QString& text, Viewer* from);  // of the table in front, while it is typed
  void setTables(workspace::PatternTables tables, const QString& label, Viewer* from);
  void setRules(bool applied);          // those of the table in front
  std::string tableFolderFile() const;  // beside which scripts of the table's operators lie
  bool canUndo() const { return document_ && document_->history().can_undo(); }
  bool canRedo() const { return document_ && document_->history().can_redo(); }
  void undo();
  void redo();
  void goToState(workspace::StateId state);
  void tagState(workspace::StateId state, const std::string& name);  // empty: takes its name away
  void restoreLeft();  // what earlier runs had when they ended before it was saved

  // All that is wrong: the document's, the fusion's, and what views report under a name of theirs (a kernel's).
  Diagnostics diagnostics() const;
  Diagnostics diagnosticsOf(const QStringList& sources) const;  // only what is reported under these names
  void report(const QString& source, Diagnostics diagnostics);

 Q_SIGNALS:
  // The notifications of Viewer. `cause` is the view that requested the change, null for none.
  void modelChanged();
  void graphChanged();
  void choicesChanged(nw::views::Viewer* cause);
  void selectionChanged(nw::views::Viewer* cause);
  void reasonChanged();
  void differenceChanged();
  void diagnosticsChanged();
  void message(const QString& text);

 private:
  bool isReported(const Diagnostic& diagnostic) const;  // by a view
  void clearDerived();
  void makeFusion(bool compare);
  void replaceModel(workspace::Opened opened);
  void findReason();
  void forgetDifference();
  void show(Stage stage, size_t index);
  void selectionHasChanged(Viewer* cause);
  void choicesHaveChanged(Viewer* cause = nullptr, bool compare = false);

  Jobs& jobs_;
  const TargetFacts& target_;
  std::unique_ptr<workspace::Document> document_;
  std::shared_ptr<ScopeTrees> trees_ = std::make_shared<ScopeTrees>();
  // That the model is being made again with.
  std::optional<std::pair<std::map<std::string, int64_t>, workspace::TableUse>> wanted_;
  Stage stage_ = Stage::Fused;
  size_t snapshot_ = 0;
  std::shared_ptr<const fusion::Fusion> fusion_;
  Diagnostics fusion_diagnostics_;
  std::unique_ptr<const workspace::FusionView> difference_, kept_;
  std::optional<fusion::Reason> reason_;
  workspace::FusionChoices fused_with_;
  workspace::FusionChoices shown_with_;  // that fusion_ was made with
  workspace::FusionChoices before_difference_;
  TargetFacts fused_for_;
  std::map<QString, Diagnostics> reported_;  // by the name of the view that reports
  std::map<std::string, size_t> pattern_matches_;
  std::shared_ptr<const fusion::Fusion> verified_;
  SelectionHistory selection_;
};

}  // namespace nw::views
