// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_session.h"

#include <QStandardPaths>
#include <algorithm>
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
  for (const OpenDocument& each : offered_.documents)
    if (!window_.isOpen(each.file)) session.documents.push_back(each);
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
  // All but those that nobody looked at since the crash were asked about.
  for (OpenDocument& each : session.documents) each.unsaved = each.unsaved && each.recover;
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

// A file that was opened meanwhile has its tab, and has offered there what was not saved.
void WindowSession::recover() {
  OpenSession session = std::exchange(offered_, {});
  window_.offer({});
  auto& documents = session.documents;
  const auto is_open = [this](const OpenDocument& each) { return window_.isOpen(each.file); };
  session.active -=
      static_cast<int>(std::ranges::count_if(documents.begin(), documents.begin() + session.active, is_open));
  std::erase_if(documents, is_open);
  session.active = std::min(session.active, std::max(0, static_cast<int>(documents.size()) - 1));
  openAll(session);
}

void WindowSession::leave() {
  offered_ = {};
  window_.offer({});
  save();
}

}  // namespace nw::window
