// SPDX-License-Identifier: GPL-3.0-or-later
// Saving, and what there is to ask about the file that is open: it could not be written, another window has it open or
// has saved it, its model is outside of its folder.
#include <QEvent>
#include <QFileInfo>

#include "common/message_bar.h"
#include "common/text.h"
#include "kernel/kernel_page.h"
#include "window/file_dialogs.h"
#include "window/main_window.h"
#include "window/script_watch.h"

namespace nw::window {

using namespace nw::views;

bool MainWindow::save(bool ask_name) {
  workspace::Document* document = workbench_.session().document();
  if (!document) return false;
  const bool script = document->is_script();
  const QFileInfo opened(qs(document->path()));
  // What was pasted has no file; one that another program took away is written again.
  const bool file = opened.isFile() || (!watch_->path().isEmpty() && opened.absoluteFilePath() == watch_->path());
  QString path = script ? (file ? opened.filePath() : QString()) : qs(document->project_path());
  if (path.isEmpty() || ask_name) {
    const QString ending = script ? QStringLiteral(".py") : QStringLiteral(".nest");
    const QString proposed =
        path.isEmpty() ? opened.path() + QLatin1Char('/') + opened.completeBaseName() + ending : path;
    path = ask_where_to_save(this, script ? tr("Save the script") : tr("Save the project"), proposed,
                             {script ? tr("TE scripts (*.py)") : tr("Projects (*.nest)")})
               .path;
    if (path.isEmpty()) return false;
  } else if (script ? fileIsTheirs(path) : projectIsTheirs(path)) {
    return false;
  }
  return saveAs(path);
}

bool MainWindow::saveAs(const QString& path) {
  workspace::Document* document = workbench_.session().document();
  const Diagnostics wrong = document->save(ss(path), workbench_.session().model() ? viewState() : std::string());
  workbench_.session().report(QStringLiteral("save"), wrong);
  if (has_errors(wrong)) {
    notSaved(path, qs(wrong.front().message));
    return false;
  }
  message_->take(QStringLiteral("save"));
  if (workspace::is_outside(ss(path), document->path()))
    trusted_.add(path, QFileInfo(qs(document->path())).absoluteFilePath());
  watchScript();
  if (currentKernel()) currentKernel()->followFileName();
  recent_.add(path);
  fillRecent();
  Q_EMIT workbench_.message(tr("Saved %1").arg(path));
  updateState();
  return true;
}

void MainWindow::notSaved(const QString& path, const QString& why) {
  const bool kept = settings_ && workbench_.session().document()->journal_problem().empty();
  const QString text = kept ? tr("Not saved: %1. Until then, changes are kept for the case of a crash.").arg(why)
                            : tr("Not saved: %1.").arg(why);
  message_->ask(QStringLiteral("save"), text,
                {{tr("Save elsewhere…"), [this] { save(true); }, tr("Choose another name or folder")},
                 {tr("Try again"), [this, path] { saveAs(path); }, tr("Once there is room, or the folder is writable")},
                 {tr("Later"), [] {}, tr("Nothing is written now")}});
}

// Another window or program has saved the project since it was read or written here.
bool MainWindow::projectIsTheirs(const QString& path) {
  if (!workbench_.session().document()->project_changed_on_disk()) return false;
  message_->ask(QStringLiteral("save"),
                tr("Not saved: %1 was saved by another window or program meanwhile.").arg(QFileInfo(path).fileName()),
                {{tr("Save elsewhere…"), [this] { save(true); }, tr("Both are kept")},
                 {tr("Save over it"), [this, path] { saveAs(path); }, tr("What the other has saved is lost")},
                 {tr("Later"), [] {}, tr("Nothing is written now")}});
  return true;
}

// Once for each other window.
void MainWindow::noticeOtherWindows() {
  const workspace::Document* document = workbench_.session().document();
  if (!settings_ || !document || workbench_.session().openFailed()) return;
  const std::vector<workspace::SessionLock::Owner> others = document->other_windows();
  if (others == others_) return;
  const bool more = others.size() > others_.size();
  others_ = others;
  if (others.empty()) message_->take(QStringLiteral("others"));
  if (!more) return;
  QStringList names;
  for (const auto& owner : others)
    names << (owner.process == QCoreApplication::applicationPid()
                  ? tr("another window of this program")
                  : tr("a window of process %1 on %2").arg(owner.process).arg(qs(owner.host)));
  message_->ask(QStringLiteral("others"),
                tr("%1 is also open in %2. Changes made there are not shown here, and each window keeps its own.")
                    .arg(qs(document->title()), names.join(tr(" and "))),
                {{tr("Understood"), [] {}, tr("Who saves last is asked before the other's work is written over")}});
}

void MainWindow::noticeJournal() {
  const workspace::Document* document = workbench_.session().document();
  const QString problem = settings_ && document ? qs(document->journal_problem()) : QString();
  if (problem == journal_problem_) return;
  journal_problem_ = problem;
  if (problem.isEmpty()) return message_->take(QStringLiteral("journal"));
  message_->ask(QStringLiteral("journal"), tr("Changes are not kept for the case of a crash: %1.").arg(problem),
                {{tr("Save elsewhere…"), [this] { save(true); }, tr("Choose another name or folder")},
                 {tr("Later"), [] {}, tr("The next change is tried again")}});
}

void MainWindow::askAboutOutside() {
  const workspace::Document* document = workbench_.session().document();
  if (!document || document->outside().empty()) return;
  const QString project = qs(document->path()), model = qs(document->outside());
  const auto read = [this, project, model] {
    trusted_.add(project, model);
    startOpening(project, [allowed = ss(model)](const std::string& file) { return file == allowed; });
  };
  message_->ask(
      QStringLiteral("outside"),
      tr("%1 names a model outside of its folder, which was not read: %2").arg(QFileInfo(project).fileName(), model),
      {{tr("Read it"), read, tr("Remembered for this project and this file")},
       {tr("Do not read it"), [] {}, tr("A project from somebody else could name any file of yours")}});
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ActivationChange && isActiveWindow()) noticeOtherWindows();
  QMainWindow::changeEvent(event);
}

}  // namespace nw::window
