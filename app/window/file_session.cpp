// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/file_session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>
#include <utility>

#include "base/atomic_file.h"
#include "common/message_bar.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "models/html.h"
#include "patterns/patterns_panel.h"
#include "window/file_dialogs.h"
#include "window/kernel_tabs.h"
#include "window/laid_out.h"
#include "window/lesson_bar.h"
#include "workspace/project_tables.h"

namespace nw::window {

using namespace nw::views;

FileSession::FileSession(Workbench& workbench, KernelTabs& tabs, LessonBar& lesson, MessageBar& message,
                         QSettings* settings, QObject* parent)
    : QObject(parent),
      workbench_(workbench),
      tabs_(tabs),
      lesson_(lesson),
      message_(message),
      settings_(settings),
      recent_(settings),
      trusted_(settings),
      script_(workbench, tabs, message, nullptr) {
  connect(&script_, &ScriptFile::stateChanged, this, &FileSession::stateChanged);
  connect(&autosave_, &QTimer::timeout, this, &FileSession::saveByItself);
  connect(&script_, &ScriptFile::reopenWanted, this, [this](const QString& path) { start(path, workspace::refuse); });
}

// ── opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

void FileSession::chooseFile() {
  const QString path = ask_for_file(
      tabs_.window(), tr("Open"),
      {tr("Models, scripts and projects (*.onnx *.txt *.relay *.py *.ipynb *.nest)"), tr("All files (*)")});
  if (!path.isEmpty()) open(path);
}

// Where a file opens, with nothing open there any more. Null: nowhere.
FileSession* FileSession::place(const QString& file) {
  FileSession* there = places_ ? places_->placeFor(file) : this;
  if (!there || !there->mayClose()) return nullptr;
  there->leave();
  return there;
}

void FileSession::open(const QString& path) {
  FileSession* there = place(QFileInfo(path).absoluteFilePath());
  if (!there) return;
  there->recent_.add(path);
  Q_EMIT there->recentChanged();
  there->start(path, there->trusted_.consent(path));
}

void FileSession::reopen(const OpenDocument& document) {
  recover_ = document.recover;
  if (document.file.isEmpty()) return startText(document.text, document.title);
  start(document.file, trusted_.consent(document.file), document.view_state);
}

void FileSession::readAgain() {
  if (!file_.isEmpty()) start(file_, trusted_.consent(file_), view_state_);
}

void FileSession::start(const QString& path, const workspace::Consent& consent, const QString& view_state) {
  file_ = QFileInfo(path).absoluteFilePath();
  title_.clear();
  text_.clear();
  view_state_ = view_state;
  Q_EMIT opening(path);
  workbench_.open(path, consent, ss(view_state));
}

void FileSession::startText(const QString& text, const QString& title) {
  file_.clear();
  title_ = title;
  text_ = text;
  view_state_.clear();
  workbench_.openText(text, title);
}

bool FileSession::isOpening() const {
  return workbench_.opening();
}

bool FileSession::takeRecover() {
  return std::exchange(recover_, false);
}

OpenDocument FileSession::opened() const {
  OpenDocument document{file_, title_, text_, view_state_, false, recover_};
  const DocumentSession& session = workbench_.session();
  if (isOpening() || !session.document()) return document;
  const bool aside = lesson_.owns(session.document());
  const workspace::Document* own = aside ? workbench_.waiting() : session.document();
  if (own) document.view_state = qs(!aside && session.model() ? tabs_.viewState() : own->view_state());
  document.unsaved = own && (aside ? own->modified() : modified());
  return document;
}

void FileSession::openSample() {
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                    QStringLiteral("/nestwright/samples"));
  const QString path = folder.filePath(QStringLiteral("resnet20.onnx"));
  if (!lay_out_resource(QStringLiteral("resnet20.onnx"), path))
    return Q_EMIT workbench_.message(tr("The sample cannot be written to %1").arg(path));
  if (FileSession* there = place(path)) there->start(path, workspace::refuse);
}

void FileSession::openSampleText(const QString& name) {
  QFile file(QStringLiteral(":/nestwright/samples/") + name);
  if (file.open(QIODevice::ReadOnly)) openPasted(QString::fromUtf8(file.readAll()), name);
}

void FileSession::openPasted(const QString& text, const QString& title) {
  if (text.trimmed().isEmpty()) {
    Q_EMIT workbench_.message(tr("There is no text to open"));
    return;
  }
  const QString name = places_ ? places_->freeTitle(title) : title;
  if (FileSession* there = place({})) there->startText(text, name);
}

void FileSession::trustAndOpen(const QString& project, const QString& model) {
  trusted_.add(project, model);
  start(project, [allowed = ss(model), others = trusted_.consent(project)](const std::string& file) {
    return file == allowed || others(file);
  });
}

// ── saving ───────────────────────────────────────────────────────────────────────────────────────────────────────

// A script is modified where it is not what its file has, whoever wrote that.
bool FileSession::modified() const {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return false;
  const bool watched = document->is_script() && !script_.path().isEmpty();
  return watched ? script_.differs() : document->modified();
}

// What was pasted has no file; one that another program took away is written again.
QString FileSession::scriptPath() const {
  const QFileInfo opened(qs(workbench_.session().document()->path()));
  const bool watched = !script_.path().isEmpty() && opened.absoluteFilePath() == script_.path();
  return opened.isFile() || watched ? opened.filePath() : QString();
}

bool FileSession::save(bool ask_name) {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return false;
  const bool script = document->is_script();
  if (script && tabs_.current() && tabs_.current()->task() != workspace::Document::kScriptTask) return saveKernel();
  QString path = script ? scriptPath() : qs(document->project_path());
  if (path.isEmpty() || ask_name) {
    const QFileInfo opened(qs(document->path()));
    const QString ending = script ? QStringLiteral(".py") : QStringLiteral(".nest");
    const QString proposed =
        path.isEmpty() ? opened.path() + QLatin1Char('/') + opened.completeBaseName() + ending : path;
    path = ask_where_to_save(tabs_.window(), script ? tr("Save the script") : tr("Save the project"), proposed,
                             {script ? tr("TE scripts (*.py)") : tr("Projects (*.nest)")})
               .path;
    if (path.isEmpty()) return false;
  } else if (script ? script_.changedByOthers(path) : projectChangedByOthers(path)) {
    return false;
  }
  return saveAs(path);
}

void FileSession::setAutosave(int minutes) {
  constexpr int kMinute = 60 * 1000;
  if (minutes <= 0) return autosave_.stop();
  if (!autosave_.isActive() || autosave_.interval() != minutes * kMinute) autosave_.start(minutes * kMinute);
}

// It asks nothing, and says nothing that a person would have to answer.
void FileSession::saveByItself() {
  const workspace::Document* document = workbench_.session().document();
  if (!document || !modified() || isOpening() || lesson_.owns(document)) return;
  const bool script = document->is_script();
  if (script && tabs_.current() && tabs_.current()->task() != workspace::Document::kScriptTask) return;
  const QString path = script ? scriptPath() : qs(document->project_path());
  if (path.isEmpty() || (script ? script_.changedByOthers(path) : document->project_changed_on_disk())) return;
  saveAs(path);
}

// Another kernel of a Python file than the first: as a script of its own, wherever one likes.
bool FileSession::saveKernel() {
  const KernelPage* page = tabs_.current();
  const QFileInfo from(qs(workbench_.session().document()->python()->path));
  const QString proposed = from.path() + QLatin1Char('/') + from.completeBaseName() + QLatin1Char('_') + page->title() +
                           QStringLiteral(".py");
  const QString path =
      ask_where_to_save(tabs_.window(), tr("Save the script"), proposed, {tr("TE scripts (*.py)")}).path;
  if (path.isEmpty()) return false;
  const Diagnostics wrong = write_whole_file(ss(path), ss(page->view()->script()));
  workbench_.session().report(QStringLiteral("save"), wrong);
  if (!has_errors(wrong)) Q_EMIT workbench_.message(tr("Saved %1").arg(path));
  return !has_errors(wrong);
}

bool FileSession::saveAs(const QString& path) {
  DocumentSession& session = workbench_.session();
  workspace::Document* document = session.document();
  const Diagnostics wrong = document->save(ss(path), session.model() ? tabs_.viewState() : std::string());
  session.report(QStringLiteral("save"), wrong);
  if (has_errors(wrong)) {
    notSaved(path, qs(wrong.front().message));
    return false;
  }
  message_.take(QStringLiteral("save"));
  file_ = QFileInfo(path).absoluteFilePath();
  title_.clear();
  text_.clear();
  if (workspace::is_outside(ss(path), document->path()))
    trusted_.add(path, QFileInfo(qs(document->path())).absoluteFilePath());
  for (const std::string& table : workspace::tables_outside(document->choices(), ss(path)))
    trusted_.add(path, qs(table));
  script_.watch();
  if (tabs_.current()) tabs_.current()->followFileName();
  recent_.add(path);
  Q_EMIT recentChanged();
  Q_EMIT workbench_.message(tr("Saved %1").arg(path));
  Q_EMIT stateChanged();
  return true;
}

void FileSession::notSaved(const QString& path, const QString& why) {
  const bool kept = settings_ && workbench_.session().document()->journal_problem().empty();
  const QString text = kept ? tr("Not saved: %1. Until then, changes are kept for the case of a crash.").arg(why)
                            : tr("Not saved: %1.").arg(why);
  message_.ask(QStringLiteral("save"), text,
               {{tr("Save elsewhere…"), [this] { save(true); }, tr("Choose another name or folder")},
                {tr("Try again"), [this, path] { saveAs(path); }, tr("Once there is room, or the folder is writable")},
                {tr("Later"), [] {}, tr("Nothing is written now")}});
}

// Another window or program has saved the project since it was read or written here.
bool FileSession::projectChangedByOthers(const QString& path) {
  if (!workbench_.session().document()->project_changed_on_disk()) return false;
  message_.ask(QStringLiteral("save"),
               tr("Not saved: %1 was saved by another window or program meanwhile.").arg(QFileInfo(path).fileName()),
               {{tr("Save elsewhere…"), [this] { save(true); }, tr("Both are kept")},
                {tr("Save over it"), [this, path] { saveAs(path); }, tr("What the other has saved is lost")},
                {tr("Later"), [] {}, tr("Nothing is written now")}});
  return true;
}

// Tables are files of their own: a project keeps where they are, and so does nobody for a model without one.
bool FileSession::mayLeaveTables() {
  const QStringList unsaved = patterns_ ? patterns_->unsavedTables() : QStringList();
  if (unsaved.isEmpty()) return true;
  QStringList names;
  for (const QString& path : unsaved) names << QFileInfo(path).fileName();
  const auto answer =
      QMessageBox::question(tabs_.window(), tr("Nestwright"),
                            plain_tip(tr("Save the pattern table(s) %1?", nullptr, static_cast<int>(names.size()))
                                          .arg(names.join(QStringLiteral(", ")))),
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  if (answer == QMessageBox::Save) return patterns_->saveTables(unsaved);
  return answer == QMessageBox::Discard;
}

bool FileSession::mayClose() {
  // A lesson's example is nobody's work; what waits behind it may be.
  const bool lesson = lesson_.owns(workbench_.session().document()) && !workbench_.waiting();
  lesson_.leave();
  if (lesson) return true;
  if (!settings_) return true;
  if (!mayLeaveTables()) return false;
  if (!modified()) return true;
  workspace::Document* document = workbench_.session().document();
  const auto answer = QMessageBox::question(tabs_.window(), tr("Nestwright"),
                                            plain_tip(tr("Save what you changed in %1?").arg(qs(document->title()))),
                                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  if (answer == QMessageBox::Save) return save(false);
  return answer == QMessageBox::Discard;
}

void FileSession::leaveForNextTime() {
  if (modified()) return leave();  // its changes were discarded, and so are their times
  file_.clear();
  title_.clear();
  text_.clear();
}

void FileSession::leave() {
  if (workspace::Document* document = workbench_.session().document(); document && settings_)
    document->forget_changes();
  file_.clear();
  title_.clear();
  text_.clear();
}

bool FileSession::hasUnsaved() const {
  const bool lesson = lesson_.owns(workbench_.session().document()) && !workbench_.waiting();
  return settings_ && !lesson && (modified() || (patterns_ && !patterns_->unsavedTables().isEmpty()));
}

}  // namespace nw::window
