// SPDX-License-Identifier: GPL-3.0-or-later
// The session on disk: what is open, written whenever that changes, so that the next run knows it even if this one is
// killed. Of several programs that run at once the first has the session; the others keep none.
#pragma once

#include <QByteArray>
#include <QString>
#include <QThreadPool>

#include "window/open_document.h"
#include "workspace/session_lock.h"

namespace nw::window {

// JSON. What somebody wrote into the file may be anything: what is not understood is left out.
QByteArray write_session(const OpenSession& session);
OpenSession read_session(const QByteArray& text);

class SessionStore {
 public:
  explicit SessionStore(const QString& folder);
  ~SessionStore();
  bool ours() const { return lock_.held() && lock_.slot() == 1; }
  OpenSession read() const;
  // Off the UI thread, and only where it differs from what was written before.
  void write(const OpenSession& session);
  void finish();  // all is on disk

 private:
  QString path_;
  workspace::SessionLock lock_;
  QByteArray written_;
  QThreadPool writer_;  // one thread: the last is written last
};

}  // namespace nw::window
