// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinator of one window: it holds the session of the open document, opens others, runs jobs, and notifies the
// views through Viewer. The view that caused a change is not notified, which prevents loops.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "base/local_cpu.h"
#include "common/active_target.h"
#include "common/deferred_update.h"
#include "common/document_session.h"
#include "common/jobs.h"
#include "common/preferences.h"
#include "common/viewer.h"
#include "worker/kernel.h"

namespace nw::views {

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;
  Jobs& jobs() { return jobs_; }
  const Jobs& jobs() const { return jobs_; }
  DeferredUpdate& soon() { return soon_; }
  bool settled() const { return jobs_.idle() && soon_.idle(); }
  bool opening() const;

  void addViewer(Viewer* viewer) { viewers_.push_back(viewer); }
  void removeViewer(Viewer* viewer) { std::erase(viewers_, viewer); }

  // The active document with its derived state; without a document until one is opened. Another one after
  // each Viewer::documentChanged().
  DocumentSession& session() { return *session_; }
  const DocumentSession& session() const { return *session_; }

  // Opening happens off the UI thread; documentChanged() follows.
  // `view_state` takes the place of the project file's (JSON); empty: that is used.
  void open(const QString& path, const workspace::Consent& consent = workspace::refuse,
            const std::string& view_state = {});
  void openText(const QString& text, const QString& title);
  void closeDocument();  // what is being opened is given up too
  // Opens a temporary document: the current one is suspended, with its history and journal, until backFromAside().
  void openAside(const QString& text, const QString& title);
  // The same with a model's file and a pattern table.
  void openFileAside(const QString& path, const QString& table);
  const workspace::Document* waiting() const { return waiting_ ? waiting_->document() : nullptr; }
  void backFromAside();
  void adopt(workspace::Opened opened);
  // Or a message that says why the group has none.
  void openKernel(GroupId group);
  QString whyNoKernel(GroupId group) const;  // in a sentence; empty: it can be opened

  // What schedules are made and analysed for, and where kernels run. Viewer::targetChanged() follows a change. No
  // change of the document: undo does not take it back.
  const ActiveTarget& activeTarget() const { return target_; }
  const TargetFacts& target() const { return target_.facts; }
  void setTarget(ActiveTarget target);
  // Where a kernel that is run now would be measured: the target, with all its cores.
  const measure::Machine& machine() const { return machine_; }

  // To compile kernels, and to run them on the active target: by the worker of this window, which lives on.
  worker::WorkerOptions workerOptions() const;

  // How long one run of a kernel may take before it is stopped, compiling included; seconds.
  int timeLimit() const { return time_limit_; }
  void setTimeLimit(int seconds) { time_limit_ = seconds; }

  // Viewer::preferencesChanged() follows a change.
  const Preferences& preferences() const { return preferences_; }
  void setPreferences(const Preferences& preferences);

 Q_SIGNALS:
  void stateChanged();  // anything that actions and titles depend on
  void kernelRequested(nw::GroupId group);
  void message(const QString& text);  // one line for the log and the status bar
  void idle();

 private:
  std::unique_ptr<DocumentSession> newSession(std::unique_ptr<workspace::Document> document);
  enum class Before { Closes, Waits };  // what happens to the session that was on screen
  void show(std::unique_ptr<DocumentSession> session, Before before = Before::Closes);
  void adoptAside(workspace::Opened opened);
  void notify(void (Viewer::*what)(), Viewer* cause = nullptr);
  void notifySelection(Viewer* cause);
  template <class Function>
  void forEachViewer(Viewer* cause, Function function);

  ActiveTarget target_ = local_cpu_facts();
  measure::Machine machine_ = measure::machine_of(target_.facts, target_.facts.compute.units);
  const std::shared_ptr<worker::LivingWorker> worker_ = std::make_shared<worker::LivingWorker>();
  Jobs jobs_;
  DeferredUpdate soon_;
  std::unique_ptr<DocumentSession> session_;  // never null
  std::unique_ptr<DocumentSession> waiting_;  // suspended behind an aside
  int time_limit_ = 60;
  Preferences preferences_;
  std::vector<Viewer*> viewers_;
};

}  // namespace nw::views
