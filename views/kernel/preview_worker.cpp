// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/preview_worker.h"

#include "kernel/valid_part.h"
#include "script/step_lines.h"

namespace nw::views {

PreviewWorker::PreviewWorker(ActiveTarget target, QObject* parent)
    : QObject(parent), target_(std::move(target)), thread_([this] { loop(); }) {}

PreviewWorker::~PreviewWorker() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
    running_.cancel();
  }
  wake_.notify_all();
  thread_.join();
}

void PreviewWorker::request(std::string text, kernel::PreviewOptions options, std::map<std::string, int64_t> sizes,
                            bool with_step_before) {
  options.target = target_.rules;
  {
    std::lock_guard lock(mutex_);
    running_.cancel();
    next_ = Request{std::move(text), std::move(options), std::move(sizes), with_step_before, target_.facts, ++asked_};
  }
  wake_.notify_all();
}

bool PreviewWorker::idle() const {
  std::lock_guard lock(mutex_);
  return delivered_ == asked_;
}

Shown PreviewWorker::shown(const Request& request) {
  const int stop = request.options.stop_after_line;
  Shown now;
  now.preview =
      std::make_shared<const kernel::KernelPreview>(kernel::preview_valid_part(request.text, request.options));
  now.steps = script::step_lines(request.text);
  const std::optional<int> before = script::stop_before_last(now.steps, stop);
  if (!request.with_step_before || !before) return now;
  kernel::PreviewOptions options = request.options;
  options.stop_after_line = *before;
  if (kernel::KernelPreview earlier = kernel::preview_valid_part(request.text, options); earlier.nest)
    now.before = std::make_shared<const tir::PrintedNest>(std::move(earlier.printed));
  return now;
}

void PreviewWorker::loop() {
  while (true) {
    Request request;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return quit_ || next_; });
      if (quit_) return;
      request = std::move(*next_);
      next_.reset();
      running_ = CancelToken();
      request.options.cancel = running_;
      request.options.fixes = false;  // the nest is not kept waiting by them
      request.options.at_sizes = request.sizes;
    }
    const Shown now = shown(request);
    deliver(request.number, [this, now] { Q_EMIT ready(now); }, false);
    auto figures =
        std::make_shared<const kernel::NestFigures>(kernel::nest_figures(*now.preview, request.machine, request.sizes));
    const bool wrong = !now.preview->diagnostics.empty();
    deliver(request.number, [this, figures] { Q_EMIT figuresReady(figures); }, !wrong);
    if (!wrong) continue;
    const Diagnostics mended = kernel::fixes_for(now.preview->diagnostics, request.text, request.options);
    deliver(request.number, [this, mended] { Q_EMIT fixesReady(mended); }, true);
  }
}

void PreviewWorker::deliver(quint64 number, std::function<void()> send, bool last) {
  QMetaObject::invokeMethod(
      this,
      [this, number, last, send = std::move(send)] {
        {
          std::lock_guard lock(mutex_);
          if (number != asked_) return;  // a newer text is on its way
          if (last) delivered_ = number;
        }
        send();
      },
      Qt::QueuedConnection);
}

}  // namespace nw::views
