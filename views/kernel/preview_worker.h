// SPDX-License-Identifier: GPL-3.0-or-later
// Computes previews on a separate thread. The latest request wins: one that has not started is dropped, a running one
// is cancelled, and its answer is never delivered after a newer one. The cost of the loops follows after the preview.
#pragma once

#include <QObject>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "common/active_target.h"
#include "kernel/nest_figures.h"

namespace nw::views {

// A preview with information about its script.
struct Shown {
  std::shared_ptr<const kernel::KernelPreview> preview;
  std::vector<int> steps;                          // lines of all steps, including those after the stop
  std::shared_ptr<const tir::PrintedNest> before;  // the nest without the last step that ran; null: not asked, or none
};

class PreviewWorker : public QObject {
  Q_OBJECT

 public:
  explicit PreviewWorker(ActiveTarget target, QObject* parent = nullptr);
  ~PreviewWorker() override;

  // Whose rules are checked and whose figures are shown, by the next request on.
  void setTarget(ActiveTarget target) { target_ = std::move(target); }
  // `sizes` are for the figures: the preview itself stays symbolic, unless the options say otherwise.
  void request(std::string text, kernel::PreviewOptions options = {}, std::map<std::string, int64_t> sizes = {},
               bool with_step_before = false);
  bool idle() const;  // every request has been answered

 Q_SIGNALS:
  // On this object's thread. Figures and fixes are those of the preview delivered last; without a diagnostic there are
  // no fixes.
  void ready(const nw::views::Shown& shown);
  void figuresReady(std::shared_ptr<const nw::kernel::NestFigures> figures);
  void fixesReady(const nw::Diagnostics& with_fixes);

 private:
  struct Request;
  static Shown shown(const Request& request);
  void loop();
  void deliver(quint64 number, std::function<void()> send, bool last);

  struct Request {
    std::string text;
    kernel::PreviewOptions options;
    std::map<std::string, int64_t> sizes;
    bool with_step_before = false;
    TargetFacts machine;
    quint64 number = 0;
  };
  ActiveTarget target_;  // of this object's thread
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Request> next_;
  CancelToken running_;
  quint64 asked_ = 0;
  quint64 delivered_ = 0;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace nw::views
