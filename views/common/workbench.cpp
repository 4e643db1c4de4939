// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/workbench.h"

#include <algorithm>
#include <utility>

#include "common/text.h"
#include "model/runnable.h"
#include "models/sentence_text.h"

namespace nw::views {

namespace {
const QString kOpen = QStringLiteral("open");  // purpose of the job
}

Workbench::Workbench(QObject* parent) : QObject(parent), session_(newSession(nullptr)) {
  connect(&jobs_, &Jobs::changed, this, [this] {
    if (jobs_.idle()) Q_EMIT idle();
  });
}

Workbench::~Workbench() = default;

// ── notification ─────────────────────────────────────────────────────────────────────────────────────────────────

template <class Function>
void Workbench::forEachViewer(Viewer* cause, Function function) {
  const std::vector<Viewer*> listeners = viewers_;  // a view may leave while others are notified
  for (Viewer* viewer : listeners)
    if (viewer != cause && std::find(viewers_.begin(), viewers_.end(), viewer) != viewers_.end()) function(*viewer);
  Q_EMIT stateChanged();
}

void Workbench::notify(void (Viewer::*what)(), Viewer* cause) {
  forEachViewer(cause, [what](Viewer& viewer) { (viewer.*what)(); });
}

void Workbench::notifySelection(Viewer* cause) {
  forEachViewer(cause, [this](Viewer& viewer) { viewer.selectionChanged(session_->selection()); });
}

std::unique_ptr<DocumentSession> Workbench::newSession(std::unique_ptr<workspace::Document> document) {
  auto session = std::make_unique<DocumentSession>(std::move(document), jobs_, target_.facts);
  const auto pass_on = [this, from = session.get()](auto signal, void (Viewer::*what)()) {
    connect(from, signal, this, [this, what] { notify(what); });
  };
  pass_on(&DocumentSession::modelChanged, &Viewer::modelChanged);
  pass_on(&DocumentSession::graphChanged, &Viewer::graphChanged);
  pass_on(&DocumentSession::reasonChanged, &Viewer::reasonChanged);
  pass_on(&DocumentSession::differenceChanged, &Viewer::differenceChanged);
  pass_on(&DocumentSession::diagnosticsChanged, &Viewer::diagnosticsChanged);
  connect(session.get(), &DocumentSession::choicesChanged, this,
          [this](Viewer* cause) { notify(&Viewer::choicesChanged, cause); });
  connect(session.get(), &DocumentSession::selectionChanged, this, &Workbench::notifySelection);
  connect(session.get(), &DocumentSession::message, this, &Workbench::message);
  return session;
}

void Workbench::setTarget(ActiveTarget target) {
  if (target.facts == target_.facts && target.connection == target_.connection) return;
  target_ = std::move(target);
  machine_ = measure::machine_of(target_.facts, target_.facts.compute.units);
  if (target_.connection) machine_.target = target_.connection->id;
  session_->followTarget();
  notify(&Viewer::targetChanged);
}

void Workbench::setPreferences(const Preferences& preferences) {
  if (preferences == preferences_) return;
  preferences_ = preferences;
  notify(&Viewer::preferencesChanged);
}

worker::WorkerOptions Workbench::workerOptions() const {
  worker::WorkerOptions worker;
  worker.deadline_seconds = time_limit_;
  worker.living = worker_;
  worker.connection = target_.connection;
  return worker;
}

bool Workbench::opening() const {
  return jobs_.busy(kOpen);
}

// ── opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

void Workbench::open(const QString& path, const workspace::Consent& consent, const std::string& view_state) {
  jobs_.run<workspace::Opened>(
      kOpen, tr("Opening %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [file = ss(path), consent, view_state](const CancelToken& cancel) {
        model::OpenOptions options;
        options.cancel = cancel;
        workspace::Opened opened = workspace::open(file, options, consent);
        if (!view_state.empty()) opened.view_state = view_state;
        return opened;
      },
      [this](workspace::Opened opened) { adopt(std::move(opened)); });
  Q_EMIT stateChanged();
}

void Workbench::openText(const QString& text, const QString& title) {
  jobs_.run<workspace::Opened>(
      kOpen, tr("Reading %1").arg(title), this,
      [content = ss(text), name = ss(title)](const CancelToken&) { return workspace::open_text(content, name); },
      [this](workspace::Opened opened) { adopt(std::move(opened)); });
}

void Workbench::closeDocument() {
  jobs_.cancelAll();
  waiting_.reset();
  show(newSession(nullptr));
}

QString Workbench::whyNoKernel(GroupId group) const {
  const auto fusion = session_->lastFusion();
  if (!session_->model() || !fusion || !group.valid() || group.index() >= fusion->groups.size()) return {};
  return translated(model::why_no_kernel(session_->model()->optimized(), fusion->groups[group.index()]));
}

void Workbench::openKernel(GroupId group) {
  if (const QString why = whyNoKernel(group); !why.isEmpty()) return Q_EMIT message(why);
  Q_EMIT kernelRequested(group);
}

void Workbench::openAside(const QString& text, const QString& title) {
  jobs_.run<workspace::Opened>(
      kOpen, tr("Reading %1").arg(title), this,
      [content = ss(text), name = ss(title)](const CancelToken&) { return workspace::open_text(content, name); },
      [this](workspace::Opened opened) { adoptAside(std::move(opened)); });
}

void Workbench::openFileAside(const QString& path, const QString& table) {
  jobs_.run<workspace::Opened>(
      kOpen, tr("Reading %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [file = ss(path), with = ss(table)](const CancelToken&) { return workspace::open_with_table(file, with); },
      [this](workspace::Opened opened) { adoptAside(std::move(opened)); });
}

void Workbench::adoptAside(workspace::Opened opened) {
  const bool keep = !waiting_ && session_->document() && !session_->openFailed();
  show(newSession(std::make_unique<workspace::Document>(std::move(opened))), keep ? Before::Waits : Before::Closes);
}

void Workbench::backFromAside() {
  if (waiting_) show(std::move(waiting_));
}

void Workbench::adopt(workspace::Opened opened) {
  waiting_.reset();
  show(newSession(std::make_unique<workspace::Document>(std::move(opened))));
}

void Workbench::show(std::unique_ptr<DocumentSession> session, Before before) {
  // What goes is held until the views have released it too, and then taken apart elsewhere.
  std::vector<std::shared_ptr<const void>> old = session_->largeValues();
  session_->suspend();
  if (before == Before::Waits)
    waiting_ = std::exchange(session_, std::move(session));
  else
    session_ = std::move(session);
  session_->start();
  notify(&Viewer::documentChanged);
  if (!session_->model()) notify(&Viewer::graphChanged);
  notify(&Viewer::diagnosticsChanged);
  session_->followModelChoices();  // one that waited may have been given sizes meanwhile
  jobs_.releaseAsync(std::move(old));
}

}  // namespace nw::views
