// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say and to ask about the document that is open: changes that an earlier run left unsaved, other
// windows on the same file, changes that cannot be journalled, a model outside of its project's folder.
#pragma once

#include <QObject>
#include <vector>

#include "workspace/document.h"

namespace nw::views {
class MessageBar;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class FileSession;

class DocumentNotices : public QObject {
  Q_OBJECT

 public:
  DocumentNotices(views::Workbench& workbench, FileSession& files, views::MessageBar& message, QObject* parent);
  // Journals the document's changes from now on if `journal`, and offers what was left of an earlier run until somebody
  // has decided about it, whatever is opened or changed meanwhile.
  void documentChanged(bool journal);
  void checkOtherWindows();  // a message once for each other window
  void checkJournal();
  void offerUnsaved();

 private:
  void offer(workspace::Document& document, bool recover);
  void askAboutOutside();

  views::Workbench& workbench_;
  FileSession& files_;
  views::MessageBar& message_;
  std::vector<workspace::SessionLock::Owner> others_;  // windows on the same file that were reported
  QString journal_problem_;                            // that was reported
};

}  // namespace nw::window
