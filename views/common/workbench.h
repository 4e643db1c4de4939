// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinator of one window: the open document, which snapshot of its graph is shown, and what is selected. Views
// ask it for changes and hear of them through Viewer; whoever caused a change is left out, so nothing echoes.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/local_cpu.h"
#include "common/deferred_update.h"
#include "common/jobs.h"
#include "common/selection.h"
#include "common/viewer.h"
#include "models/scope_trees.h"
#include "workspace/document.h"
#include "workspace/what_ifs.h"

namespace nw::views {

class Workbench : public QObject {
  Q_OBJECT

 public:
  enum class Stage { Source, Optimized, Fused };  // what the canvas shows

  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;
  Jobs& jobs() { return jobs_; }
  DeferredUpdate& soon() { return soon_; }

  void addViewer(Viewer* viewer) { viewers_.push_back(viewer); }
  void removeViewer(Viewer* viewer) { std::erase(viewers_, viewer); }

  // Opening happens off the UI thread; documentChanged() follows.
  void open(const QString& path, const workspace::Consent& consent = workspace::refuse);
  void openText(const QString& text, const QString& title);
  // As an aside: what is open now waits, with its history and its journal, until one is back from it.
  void openAside(const QString& text, const QString& title);
  const workspace::Document* waiting() const { return waiting_.get(); }
  void backFromAside();
  void adopt(workspace::Opened opened);
  // Values for the model's dynamic dimensions, one step of the history. The model is made again for them off the UI
  // thread; until then dims() are those of the model that is shown.
  void setDims(const std::map<std::string, int64_t>& dims);
  const std::map<std::string, int64_t>& dims() const;
  workspace::Document* document() { return document_.get(); }
  const workspace::Document* document() const { return document_.get(); }
  const model::Model* model() const { return document_ ? document_->model().get() : nullptr; }

  Stage stage() const { return stage_; }
  size_t snapshot() const { return snapshot_; }
  void setStage(Stage stage);
  void showSnapshot(size_t index);  // any pass's; the last is Optimized
  std::shared_ptr<const graph::Graph> graph() const;
  const std::shared_ptr<ScopeTrees>& trees() const { return trees_; }  // for any thread
  // Null while it is being made, and on stages before fusion. Its groups' nodes are of the last snapshot.
  std::shared_ptr<const fusion::Fusion> fusion() const { return stage_ == Stage::Fused ? fusion_ : nullptr; }
  std::shared_ptr<const fusion::Fusion> lastFusion() const { return fusion_; }
  // What the last what-if changed; null once it was kept, dropped or undone.
  const workspace::FusionView* difference() const { return difference_.get(); }
  void keepDifference();
  void dropDifference();  // takes the what-if back
  // Why the selected edge's ends, or the two selected nodes, are together or not; null until it is known.
  const fusion::Reason* reason() const { return reason_ ? &*reason_ : nullptr; }

  const Selection& selection() const { return selection_; }
  void select(const Selection& selection, Viewer* from = nullptr);
  // The same by a node of the last snapshot, which kernels are made of; where the snapshot on screen has no such node,
  // nothing changes. And back: none if no node is selected.
  void selectOptimized(NodeId node, Viewer* from = nullptr);
  NodeId selectedOptimized() const;
  bool canGoBack() const { return !back_.empty(); }
  bool canGoForward() const { return !forward_.empty(); }
  void goBack();
  void goForward();

  // Edits: each is a state of the document's history.
  void setScript(const std::string& task, const std::string& text, const std::string& label, bool typing,
                 Viewer* from = nullptr);
  void reloadScript(const std::string& text);  // as another program has saved it
  void changeKernel(const std::string& task, const std::function<void(workspace::KernelChoice&)>& change,
                    const std::string& label);
  void editFusion(const workspace::FusionEdit& edit);
  void changeFusion(const fusion::Change& change);
  void setPatterns(const QString& text, Viewer* from);
  bool canUndo() const { return document_ && document_->history().can_undo(); }
  bool canRedo() const { return document_ && document_->history().can_redo(); }
  void undo();
  void redo();
  void goToState(workspace::StateId state);
  void tagState(workspace::StateId state, const std::string& name);  // empty: takes its name away
  void restoreLeft();  // what earlier runs had when they ended before it was saved

  // What schedules are made and analysed for, and where kernels run.
  const TargetFacts& target() const { return target_; }
  // Where a kernel that is run now would be measured: the target, with all its cores.
  const measure::Machine& machine() const { return machine_; }

  // How long one run of a kernel may take before it is stopped, compiling included; seconds.
  int timeLimit() const { return time_limit_; }
  void setTimeLimit(int seconds) { time_limit_ = seconds; }

  // All that is wrong: the document's, the fusion's, and what views report under a name of theirs (a kernel's).
  Diagnostics diagnostics() const;
  bool openFailed() const { return document_ && !document_->model() && !document_->is_script(); }
  void report(const QString& source, Diagnostics diagnostics);
  bool settled() const { return jobs_.idle() && soon_.idle(); }

 Q_SIGNALS:
  void stateChanged();  // anything that actions and titles depend on
  void kernelRequested(nw::GroupId group);
  void message(const QString& text);  // one line for the log and the status bar
  void idle();

 public:
  void openKernel(GroupId group) { Q_EMIT kernelRequested(group); }

 private:
  void makeFusion(bool compare);
  void remakeModel();
  void takeModel(workspace::Opened opened);
  void findReason();
  void forgetDifference();
  void notify(void (Viewer::*what)(), Viewer* except = nullptr);
  void applySelection(const Selection& selection, Viewer* from);
  Selection carried(const Selection& selection, size_t from, size_t to) const;
  NodeId carried(NodeId node, size_t from, size_t to) const;
  void afterChoices(Viewer* from = nullptr, bool compare = false);

  const TargetFacts target_ = local_cpu_facts();
  const measure::Machine machine_ = measure::machine_of(target_, target_.compute.units);
  Jobs jobs_;
  DeferredUpdate soon_;
  std::shared_ptr<ScopeTrees> trees_ = std::make_shared<ScopeTrees>();
  void adopt(std::unique_ptr<workspace::Document> document);

  std::unique_ptr<workspace::Document> document_, waiting_;
  std::optional<std::map<std::string, int64_t>> wanted_dims_;  // that the model is being made again with
  Stage stage_ = Stage::Fused;
  size_t snapshot_ = 0;
  std::shared_ptr<const fusion::Fusion> fusion_;
  Diagnostics fusion_diagnostics_;
  std::unique_ptr<const workspace::FusionView> difference_;
  std::optional<fusion::Reason> reason_;
  workspace::FusionChoices fused_with_;
  std::map<QString, Diagnostics> reported_;
  Selection selection_;
  std::vector<Selection> back_, forward_;
  int time_limit_ = 60;
  std::vector<Viewer*> viewers_;
};

}  // namespace nw::views
