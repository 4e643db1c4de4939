// SPDX-License-Identifier: GPL-3.0-or-later
// What a window has open over the end of the program: written whenever it changes, opened again by the next run. If the
// program was not closed but ended, the start page offers it, with what was not saved.
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "window/open_document.h"
#include "window/session_store.h"

namespace nw::window {

class DocumentsWindow;

class WindowSession : public QObject {
  Q_OBJECT

 public:
  explicit WindowSession(DocumentsWindow& window);
  // What the last run had open, in tabs; `reopen` false: other files are opened instead, and only what a crash left is
  // offered.
  void restore(bool reopen);
  void save();  // now
  void end();   // the window closes

 private:
  OpenSession current() const;
  void openAll(const OpenSession& session);
  void recover();
  void leave();

  DocumentsWindow& window_;
  SessionStore store_;
  QTimer timer_;
  OpenSession offered_;  // after a crash, until somebody has decided
};

}  // namespace nw::window
