// SPDX-License-Identifier: GPL-3.0-or-later
// Work off the UI thread. A job has a purpose; a newer one with the same purpose cancels the older, whose answer is
// never delivered. Answers arrive on the thread of the request.
#pragma once

#include <QElapsedTimer>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"

namespace nw::views {

class Jobs : public QObject {
  Q_OBJECT

 public:
  struct Info {
    quint64 id = 0;
    QString purpose;
    QString title;
    QElapsedTimer since;
    CancelToken cancel;
    int part = 0, parts = 0;              // which of how many like it, or how much of it is done; 0: it has no parts
    QString doing = {};                   // what is done part by part: "compiling"; empty: what the title says
    QElapsedTimer first_part, this_part;  // since these of the phase began
    std::string target = {};              // id of the target that it runs on; empty: none
    QStringList waiting = {};             // titles of what follows it there
  };

  explicit Jobs(QObject* parent = nullptr);
  ~Jobs() override;

  // `work` runs on another thread, `done` on this object's, unless `context` was destroyed or a newer job started.
  template <class T>
  void run(const QString& purpose, const QString& title, QObject* context, std::function<T(const CancelToken&)> work,
           std::function<void(T)> done) {
    auto answer = std::make_shared<std::unique_ptr<T>>();
    start(
        purpose, title, context,
        [answer, work = std::move(work)](const CancelToken& cancel) { *answer = std::make_unique<T>(work(cancel)); },
        [answer, done = std::move(done)] { done(std::move(**answer)); });
  }
  // Gives values up on another thread: taking a graph of 100,000 nodes apart takes many frames.
  void releaseAsync(std::vector<std::shared_ptr<const void>> values);
  // The job under way for that purpose is one of several that follow each other, or has several parts; `part` are done.
  // A job of several phases names the one that these are the parts of: `doing`. Jobs that follow each other give the
  // time since the first of them.
  void setPart(const QString& purpose, int part, int parts, const QString& doing = {}, QElapsedTimer first = {});
  // "compiling 12 of 57, 8 s left", and less each second; "running" for a phase without parts. Empty: there is no such
  // job, or it has no parts.
  QString partText(const QString& purpose) const;
  // The job under way for that purpose runs on a target, and others follow it there.
  void setTarget(const QString& purpose, const std::string& id, const QStringList& waiting = {});
  void cancel(const QString& purpose);
  // The same at a person's wish, which is worth a line in the log.
  void stop(const QString& purpose);
  void cancelJob(quint64 id);
  void cancelAll();
  bool idle() const { return running_.empty(); }
  bool busy(const QString& purpose) const;
  const std::vector<Info>& running() const { return running_; }

 Q_SIGNALS:
  void changed();
  void finished(const QString& title, qint64 milliseconds);
  void stopped(const QString& title, qint64 milliseconds, const QString& at);  // at: as partText()

 private:
  void start(const QString& purpose, const QString& title, QObject* context,
             std::function<void(const CancelToken&)> work, std::function<void()> done);
  void end(quint64 id, const QPointer<QObject>& context, const std::function<void()>& done);
  static QString partOf(const Info& job);   // "compiling 12 of 57"
  static int secondsLeft(const Info& job);  // of the present phase; 0: not known

  QThreadPool pool_;
  QTimer second_;  // while something is estimated
  std::vector<Info> running_;
  quint64 next_ = 1;
};

}  // namespace nw::views
