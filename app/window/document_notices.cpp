// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/document_notices.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include "common/message_bar.h"
#include "common/text.h"
#include "common/workbench.h"
#include "window/file_session.h"

namespace nw::window {

using namespace nw::views;

DocumentNotices::DocumentNotices(Workbench& workbench, FileSession& files, MessageBar& message, QObject* parent)
    : QObject(parent), workbench_(workbench), files_(files), message_(message) {
  connect(&files_.script(), &ScriptFile::readAgain, this, &DocumentNotices::offerUnsaved);
}

void DocumentNotices::documentChanged(bool journal) {
  message_.clear();
  others_.clear();
  journal_problem_.clear();
  askAboutOutside();
  workspace::Document* document = workbench_.session().document();
  if (!journal || !files_.remembers() || !document || workbench_.session().openFailed()) return;
  document->keep_journal(ss(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) + "/journals");
  checkOtherWindows();
  offerUnsaved();
}

void DocumentNotices::offerUnsaved() {
  const bool recover = files_.takeRecover();
  const std::vector<std::string> journals = workbench_.session().document()->journals();
  if (!workspace::Document::has_unsaved(journals)) return;
  workbench_.jobs().run<workspace::Document::UnsavedRuns>(
      QStringLiteral("unsaved changes"), tr("Reading the changes of an earlier run"), this,
      [journals](const CancelToken&) { return workspace::Document::read_unsaved(journals); },
      [this, journals, recover](workspace::Document::UnsavedRuns read) {
        workspace::Document* document = workbench_.session().document();
        if (!document || document->journals() != journals) return;  // another was opened meanwhile
        document->take_unsaved(std::move(read));
        offer(*document, recover);
      });
}

void DocumentNotices::offer(workspace::Document& of, bool recover) {
  workspace::Document* document = &of;
  const std::vector<const workspace::RecoveredRun*> unsaved = document->left_behind();
  if (unsaved.empty()) return document->discard_unsaved();
  if (recover) {
    workbench_.session().restoreLeft();
    return Q_EMIT workbench_.message(tr("%1 is as it was before the program ended").arg(qs(document->title())));
  }
  int changes = 0;
  for (const workspace::RecoveredRun* run : unsaved) changes += run->changes;
  const QString last = qs(unsaved.back()->what);
  const auto restore = [this] { workbench_.session().restoreLeft(); };
  const auto drop = [this] { workbench_.session().document()->discard_unsaved(); };
  if (document->saved_since(*unsaved.back()))
    message_.ask(
        QStringLiteral("left"),
        tr("%1 was saved with other text after %n change(s) of an earlier run that were not saved. The last was: %2.",
           nullptr, changes)
            .arg(qs(document->title()), last),
        {{tr("Restore them over the new file"), restore,
          tr("The window shows the text of the earlier run, the file stays until it is saved; undo shows the file")},
         {tr("Keep the new file"), drop, tr("The changes of the earlier run are thrown away")}});
  else if (changes == 0)
    restore();  // nothing but times
  else
    message_.ask(QStringLiteral("left"),
                 tr("%n change(s) of an earlier run were not saved. The last was: %1.", nullptr, changes).arg(last),
                 {{tr("Restore them"), restore,
                   tr("The whole history and the measured times come back; undo takes back "
                      "step by step")},
                  {tr("Discard"), drop, tr("The changes of the earlier run are thrown away")}});
}

void DocumentNotices::checkOtherWindows() {
  const workspace::Document* document = workbench_.session().document();
  if (!files_.remembers() || !document || workbench_.session().openFailed()) return;
  const std::vector<workspace::SessionLock::Owner> others = document->other_windows();
  if (others == others_) return;
  const bool more = others.size() > others_.size();
  others_ = others;
  if (others.empty()) message_.take(QStringLiteral("others"));
  if (!more) return;
  QStringList names;
  for (const auto& owner : others)
    names << (owner.process == QCoreApplication::applicationPid()
                  ? tr("another window of this program")
                  : tr("a window of process %1 on %2").arg(owner.process).arg(qs(owner.host)));
  message_.ask(QStringLiteral("others"),
               tr("%1 is also open in %2. Changes made there are not shown here, and each window keeps its own.")
                   .arg(qs(document->title()), names.join(tr(" and "))),
               {{tr("Understood"), [] {}, tr("Who saves last is asked before the other's work is written over")}});
}

void DocumentNotices::checkJournal() {
  const workspace::Document* document = workbench_.session().document();
  const QString problem = files_.remembers() && document ? qs(document->journal_problem()) : QString();
  if (problem == journal_problem_) return;
  journal_problem_ = problem;
  if (problem.isEmpty()) return message_.take(QStringLiteral("journal"));
  message_.ask(QStringLiteral("journal"), tr("Changes are not kept for the case of a crash: %1.").arg(problem),
               {{tr("Save elsewhere…"), [this] { files_.save(true); }, tr("Choose another name or folder")},
                {tr("Later"), [] {}, tr("The next change is tried again")}});
}

void DocumentNotices::askAboutOutside() {
  const workspace::Document* document = workbench_.session().document();
  if (!document || document->outside().empty()) return;
  const QString project = qs(document->path()), model = qs(document->outside());
  message_.ask(
      QStringLiteral("outside"),
      tr("%1 names a model outside of its folder, which was not read: %2").arg(QFileInfo(project).fileName(), model),
      {{tr("Read it"), [this, project, model] { files_.trustAndOpen(project, model); },
        tr("Remembered for this project and this file")},
       {tr("Do not read it"), [] {}, tr("A project from somebody else could name any file of yours")}});
}

}  // namespace nw::window
