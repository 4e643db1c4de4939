// SPDX-License-Identifier: GPL-3.0-or-later
// Computes previews on a thread of its own. The latest request wins: one that has not begun is dropped, one under way
// is cancelled, and its answer is never delivered after a newer one. What the loops cost follows right behind.
#pragma once

#include <QObject>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "workspace/nest_figures.h"

namespace nw::views {

class PreviewWorker : public QObject {
  Q_OBJECT

 public:
  explicit PreviewWorker(QObject* parent = nullptr);
  ~PreviewWorker() override;

  // `sizes` are for the figures: the preview itself stays symbolic, unless the options say otherwise.
  void request(std::string text, workspace::PreviewOptions options = {}, std::map<std::string, int64_t> sizes = {});
  bool idle() const;  // nothing asked for that has not been delivered

 Q_SIGNALS:
  // On this object's thread. The figures are those of the preview delivered last.
  void ready(std::shared_ptr<const nw::workspace::KernelPreview> preview);
  void figuresReady(std::shared_ptr<const nw::workspace::NestFigures> figures);

 private:
  void loop();
  void deliver(quint64 number, std::function<void()> send, bool last);

  struct Request {
    std::string text;
    workspace::PreviewOptions options;
    std::map<std::string, int64_t> sizes;
    quint64 number = 0;
  };
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
