// SPDX-License-Identifier: GPL-3.0-or-later
// Computes previews on a thread of its own. The latest request wins: one that has not begun is dropped, one under way
// is cancelled, and its answer is never delivered after a newer one.
#pragma once

#include <QObject>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "workspace/kernel_preview.h"

namespace nw::views {

class PreviewWorker : public QObject {
  Q_OBJECT

 public:
  explicit PreviewWorker(QObject* parent = nullptr);
  ~PreviewWorker() override;

  void request(std::string text, workspace::PreviewOptions options = {});
  bool idle() const;  // nothing asked for that has not been delivered

 Q_SIGNALS:
  void ready(std::shared_ptr<const nw::workspace::KernelPreview> preview);  // on this object's thread

 private:
  void loop();

  struct Request {
    std::string text;
    workspace::PreviewOptions options;
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
