// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_session.h"

#include <QStandardPaths>
#include <utility>

#include "window/documents_window.h"
#include "window/main_window.h"

namespace nw::window {

namespace {
constexpr int kWait = 500;  // milliseconds from a change until it is written
}

WindowSession::WindowSession(DocumentsWindow& window)
    : window_(window), store_(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) {
  timer_.setSingleShot(true);
  timer_.setInterval(kWait);
  connect(&timer_, &QTimer::timeout, this, &WindowSession::save);
  connect(&window_, &DocumentsWindow::recoverWanted, this, &WindowSession::recover);
  connect(&window_, &DocumentsWindow::leaveWanted, this, &WindowSession::leave);
  // Until restore(), the file has what the last run left.
}

void WindowSession::restore(bool reopen) {
  const OpenSession last = store_.read();
  if (!last.closed && !last.documents.empty()) {
    offered_ = last;
    for (OpenDocument& each : offered_.documents) each.recover = true;
    window_.offer(offered_.documents);
  } else if (reopen) {
    openAll(last);
  }
  connect(&window_, &DocumentsWindow::changed, this, [this] {
    if (!timer_.isActive()) timer_.start();
  });
  timer_.start();
}

OpenSession WindowSession::current() const {
  OpenSession session = window_.documents();
  session.documents.insert(session.documents.end(), offered_.documents.begin(), offered_.documents.end());
  return session;
}

void WindowSession::save() {
  store_.write(current());
}

// What was offered and not decided about is offered again.
void WindowSession::end() {
  timer_.stop();
  disconnect(&window_, &DocumentsWindow::changed, this, nullptr);
  OpenSession session = current();
  for (OpenDocument& each : session.documents) each.unsaved = each.recover;  // the rest was asked about
  session.closed = offered_.documents.empty();
  store_.write(session);
  store_.finish();
}

// The active one in the tab from which it was asked for, the others on both sides of it. That tab is there and empty:
// where something is offered, nothing else opens in it.
void WindowSession::openAll(const OpenSession& session) {
  if (session.documents.empty()) return;
  int place = 0;
  while (place + 1 < window_.count() && !(window_.page(place) && window_.page(place)->vacant())) ++place;
  for (int i = 0; i < session.active; ++i) window_.addWaiting(session.documents[static_cast<size_t>(i)], place++);
  for (size_t i = static_cast<size_t>(session.active) + 1, behind = 1; i < session.documents.size(); ++i, ++behind)
    window_.addWaiting(session.documents[i], place + static_cast<int>(behind));
  window_.page(place)->files().reopen(session.documents[static_cast<size_t>(session.active)]);
  window_.activate(place);
}

void WindowSession::recover() {
  const OpenSession session = std::exchange(offered_, {});
  window_.offer({});
  openAll(session);
}

void WindowSession::leave() {
  offered_ = {};
  window_.offer({});
  save();
}

}  // namespace nw::window
