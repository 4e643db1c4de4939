// SPDX-License-Identifier: GPL-3.0-or-later
// Updates of panels in separate events: many panels follow one change, and together they would block the event loop for
// longer than a frame.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <functional>

namespace nw::views {

class DeferredUpdate : public QObject {
  Q_OBJECT

 public:
  explicit DeferredUpdate(QObject* parent = nullptr);
  // Runs `what` in the turn of `who`, unless it is destroyed by then. Of several calls before that, the last one
  // counts.
  void run(QObject* who, std::function<void()> what);
  bool idle() const { return waiting_.empty(); }

 private:
  struct Turn {
    QPointer<QObject> who;
    std::function<void()> what;
  };

  void next();

  std::deque<Turn> waiting_;
  QTimer timer_;
};

}  // namespace nw::views
