// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/script_file.h"

#include <QFileInfo>
#include <optional>

#include "base/atomic_file.h"
#include "common/message_bar.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "window/kernel_tabs.h"

namespace nw::window {

using namespace nw::views;

ScriptFile::ScriptFile(Workbench& workbench, KernelTabs& tabs, MessageBar& message, QObject* parent)
    : QObject(parent), workbench_(workbench), tabs_(tabs), message_(message), watch_(workbench.jobs()) {
  connect(&watch_, &ScriptWatch::changed, this, &ScriptFile::fileChanged);
}

void ScriptFile::watch() {
  const workspace::Document* document = workbench_.session().document();
  const bool file = document && document->is_script() && QFileInfo(qs(document->path())).isFile();
  watch_.watch(file ? QFileInfo(qs(document->path())).absoluteFilePath() : QString(),
               file ? textHere() : std::string());
  // Back from a lesson, what is here may not be what the file has.
  if (!file || !document->modified()) return;
  if (const Result<std::string> disk = read_whole_file(document->path()); disk.value) watch_.decided(*disk.value);
}

std::string ScriptFile::textHere() const {
  return workbench_.session().document()->script(workspace::Document::kScriptTask).value_or(std::string());
}

bool ScriptFile::differs() const {
  return textHere() != watch_.known();
}

QString ScriptFile::savedName() const {
  return tr("%1 as it was saved").arg(QFileInfo(watch_.path()).fileName());
}

void ScriptFile::decided(const std::string& text) {
  watch_.decided(text);
  if (KernelPage* page = tabs_.current()) page->forgetText(savedName());
  Q_EMIT stateChanged();
}

void ScriptFile::fileChanged(const std::string& text) {
  const QString name = QFileInfo(watch_.path()).fileName();
  if (workbench_.session().document()->python()) return Q_EMIT reopenWanted(watch_.path());
  if (textHere() == text) {
    message_.take(QStringLiteral("script"));
    return decided(text);
  }
  if (textHere() != watch_.agreed()) {
    ask(text);
    return Q_EMIT stateChanged();
  }
  message_.take(QStringLiteral("script"));  // of what was saved before
  workbench_.session().reloadScript(text);
  decided(text);
  Q_EMIT readAgain();
  Q_EMIT workbench_.message(tr("%1 was saved by another program and read again").arg(name));
}

// Until it is decided, nothing is written; to compare decides nothing.
void ScriptFile::ask(const std::string& text) {
  const QString name = QFileInfo(watch_.path()).fileName();
  if (KernelPage* page = tabs_.current()) page->renewText(savedName(), text);
  const auto take = [this, text] {
    workbench_.session().reloadScript(text);
    decided(text);
  };
  const auto compare = [this, text] {
    if (KernelPage* page = tabs_.current()) page->compareWithText(savedName(), text);
    ask(text);
  };
  message_.ask(QStringLiteral("script"),
               tr("%1 was saved by another program, and has changes here that are not saved.").arg(name),
               {{tr("Take what was saved"), take, tr("What is here stays in the history; undo brings it back")},
                {tr("Keep what is here"), [this, text] { decided(text); },
                 tr("The next save writes over what the other program saved")},
                {tr("Compare"), compare,
                 tr("The loop nest and the text here against those in the file; nothing is decided yet")}});
}

bool ScriptFile::changedByOthers(const QString& path) {
  if (QFileInfo(path).absoluteFilePath() != watch_.path()) return false;
  const std::optional<std::string> theirs = watch_.theirs();
  if (!theirs) return false;
  ask(*theirs);
  Q_EMIT workbench_.message(tr("Not saved: another program has saved %1 meanwhile").arg(QFileInfo(path).fileName()));
  return true;
}

}  // namespace nw::window
