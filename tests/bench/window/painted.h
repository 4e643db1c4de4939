// SPDX-License-Identifier: GPL-3.0-or-later
// From an input to what it changes being painted: the application that stops the clock, and what the clock showed.
#pragma once

#include <QElapsedTimer>
#include <QEvent>
#include <QString>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "watched_application.h"

namespace nw::bench {

// Stops the clock when what one waits for has been painted.
class PaintedApplication : public test::WatchedApplication {
 public:
  PaintedApplication(int& argc, char** argv) : WatchedApplication(argc, argv) {
    complain = [](const QByteArray& what) { std::printf("  %s\n", what.constData()); };
  }
  bool notify(QObject* receiver, QEvent* event) override {
    const QEvent::Type type = event->type();
    const bool handled = WatchedApplication::notify(receiver, event);
    if (type == QEvent::UpdateRequest && receiver == window && wanted && wanted()) {
      milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
      processor = 1000 * (now() - begun);
      wanted = nullptr;
    }
    return handled;
  }
  const QObject* window = nullptr;
  std::function<bool()> wanted;
  QElapsedTimer clock;
  double milliseconds = 0, processor = 0, begun = 0;

  void start() {
    clock.start();
    begun = now();
  }
};

struct Times {
  std::vector<double> ms, processor;  // by the clock; what the window's thread took of it, and the preview
  static double at(std::vector<double>& all, double share) {
    std::sort(all.begin(), all.end());
    return all[std::min(all.size() - 1, static_cast<size_t>(share * static_cast<double>(all.size())))];
  }
  void add(const Times& more) {
    ms.insert(ms.end(), more.ms.begin(), more.ms.end());
    processor.insert(processor.end(), more.processor.begin(), more.processor.end());
  }
  void print(const QString& what) {
    if (ms.empty()) return;
    std::printf(
        "%-44s ms: median %6.2f   95%% %6.2f   worst %6.2f   computing: median %6.2f   95%% %6.2f   (%zu times)\n",
        qPrintable(what.left(44)), at(ms, 0.5), at(ms, 0.95), at(ms, 1), at(processor, 0.5), at(processor, 0.95),
        ms.size());
    std::fflush(stdout);
  }
};

}  // namespace nw::bench
