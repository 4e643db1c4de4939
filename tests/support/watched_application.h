// SPDX-License-Identifier: GPL-3.0-or-later
// The application of tests with windows. It names events whose handling holds the event loop for more than 16 ms, and
// fails the running test for it where NW_STRICT_EVENTS=1 says that the machine is quiet (./dev check). What counts is
// the processor time of this thread, so that a busy machine hardly matters; since now and then it does matter, it must
// happen to the same kind of event three times up to 24 ms, and twice up to 48 ms. What a hypervisor kept from the
// processors meanwhile, which a thread's clock counts as its own, is taken off. And the milliseconds are those of a
// core that a thread has for itself: with another test on its other half, or throttled, the same event takes half as
// long again; a known piece of work, done right then, tells how slow the core is just now. Painting has limits of its
// own (tests/bench/canvas), and a menu or dialog that waits inside an event has a loop of its own, whose events count
// for themselves.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QTest>
#include <QThread>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "core/base/sanitized.h"

namespace nw::test {

class WatchedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
    const QEvent::Type type = event->type();
    const int level = thread()->loopLevel();
    const bool inside = current_ && current_->level == level;
    if (inside && (current_->painting || !is_painting(type))) return QApplication::notify(receiver, event);
    const char* who = receiver->metaObject()->className();  // it may be gone afterwards
    Frame frame{level, 0, is_painting(type)};
    Frame* const outer = std::exchange(current_, &frame);
    const double stolen_before = recently_stolen();
    const double begin = now();
    const bool handled = QApplication::notify(receiver, event);
    const double whole = now() - begin;
    current_ = outer;
    if (outer) outer->excused += whole;  // painting, or a loop of its own
    const double spent = whole - frame.excused;
    if (!frame.painting && spent > longest.seconds) longest = {spent, type, who};
    if (!frame.painting && spent > kLimit)
      if (const double own = spent - (stolen() - stolen_before); own > kLimit)
        if (const double alone = own / slowness(); alone > kLimit) check(type, who, alone);
    return handled;
  }

  static double now() {  // seconds of processor time that this thread has had
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  // Seconds since the start that a hypervisor kept from all processors together, in steps of 10 ms; 0 where unknown.
  static double stolen() {
    static const int file = ::open("/proc/stat", O_RDONLY | O_CLOEXEC);
    char text[256] = {};
    if (file < 0 || ::pread(file, text, sizeof text - 1, 0) <= 0) return 0;
    long long ticks = 0;
    if (std::sscanf(text, "cpu %*d %*d %*d %*d %*d %*d %*d %lld", &ticks) != 1) return 0;
    return static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }

  // How many times as long as on a core of its own work takes this thread now; 1 or more.
  std::function<double()> slowness = [] {
    std::array<double, 5> took{};
    for (double& each : took) each = known_work();
    std::ranges::sort(took);
    return std::max(1.0, took[took.size() / 2] / kKnownWork);
  };

  // The event that took longest by this thread's clock, painting excepted, since it was last cleared.
  struct Longest {
    double seconds = 0;
    QEvent::Type type = QEvent::None;
    std::string who;  // the class that it was sent to
  } longest;
  QByteArray describe_longest() const { return describe(longest.type, longest.who.c_str(), longest.seconds); }

  std::function<void(const QByteArray&)> complain = [](const QByteArray& text) {
    if (qEnvironmentVariableIntValue("NW_STRICT_EVENTS") == 1)
      QTest::qFail(text.constData(), __FILE__, __LINE__);
    else
      std::printf("slow: %s\n", text.constData());
  };

  static constexpr double kLimit = kSanitized ? 16e-3 * 8 : 16e-3;  // the sanitizers' price, generously
  static constexpr double kKnownWork =
      kSanitized ? 1.0 : 1.03e-3;  // the least of a thousand runs at 2.5 GHz; of theirs nothing is known

 private:
  // It counts in steps of 10 ms, so it is not read more often.
  double recently_stolen() {
    timespec t{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    if (t.tv_sec != read_at_.tv_sec || t.tv_nsec - read_at_.tv_nsec > 10'000'000) {
      read_at_ = t;
      stolen_ = stolen();
    }
    return stolen_;
  }

  // Seconds for words that are made, looked up and freed, which is what events do.
  static double known_work() {
    const double begin = now();
    std::map<std::string, int> words;
    for (uint32_t i = 0, seed = 1; i < 4096; ++i) {
      seed = seed * 1664525U + 1013904223U;
      ++words[std::to_string(seed >> 18U) + " of the words"];
    }
    const double took = now() - begin;
    return words.empty() ? 0 : took;
  }

  void check(QEvent::Type type, const char* who, double spent) {
    if (spent <= 3 * kLimit && ++slow_[{type, who}] < (spent <= 1.5 * kLimit ? 3 : 2)) return;
    complain(describe(type, who, spent));
  }

  // An event that is being handled, with those that it causes at once.
  struct Frame {
    int level;       // of the event loop that gave it out
    double excused;  // seconds of it that do not count
    bool painting;
  };

  static bool is_painting(QEvent::Type type) { return type == QEvent::Paint || type == QEvent::UpdateRequest; }
  static QByteArray describe(QEvent::Type type, const char* who, double spent) {
    const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return QByteArray("the event loop stood still for ") + QByteArray::number(1000 * spent, 'f', 1) +
           " ms: " + (name ? name : "an event") + " to " + who;
  }

  Frame* current_ = nullptr;  // the innermost
  timespec read_at_{};        // when what was stolen was read,
  double stolen_ = 0;         // and what it was
  std::map<std::pair<QEvent::Type, std::string>, int> slow_;
};

}  // namespace nw::test
