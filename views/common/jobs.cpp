// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/jobs.h"

#include <algorithm>

namespace nw::views {

Jobs::Jobs(QObject* parent) : QObject(parent) {
  // One of them may be a search, which takes minutes.
  pool_.setMaxThreadCount(std::max(2, QThread::idealThreadCount()) + 1);
}

Jobs::~Jobs() {
  for (const Info& job : running_) job.cancel.cancel();
  pool_.waitForDone();
}

void Jobs::start(const QString& purpose, const QString& title, QObject* context,
                 std::function<void(const CancelToken&)> work, std::function<void()> done) {
  cancel(purpose);
  Info info;
  info.id = next_++;
  info.purpose = purpose;
  info.title = title;
  info.since.start();
  running_.push_back(info);
  pool_.start([this, id = info.id, token = info.cancel, watched = QPointer<QObject>(context), work = std::move(work),
               done = std::move(done)] {
    if (token.cancelled()) return;
    work(token);
    QMetaObject::invokeMethod(this, [this, id, watched, done] { end(id, watched, done); }, Qt::QueuedConnection);
  });
  Q_EMIT changed();
}

void Jobs::end(quint64 id, const QPointer<QObject>& context, const std::function<void()>& done) {
  auto job = std::find_if(running_.begin(), running_.end(), [id](const Info& info) { return info.id == id; });
  if (job == running_.end()) return;  // cancelled meanwhile
  const QString title = job->title;
  const qint64 took = job->since.elapsed();
  running_.erase(job);
  if (context) done();
  // In a separate event: the answer may have used up the frame.
  const auto notify = [this, title, took] {
    Q_EMIT finished(title, took);
    Q_EMIT changed();
  };
  QMetaObject::invokeMethod(this, notify, Qt::QueuedConnection);
}

void Jobs::releaseAsync(std::vector<std::shared_ptr<const void>> values) {
  pool_.start([values = std::move(values)]() mutable { values.clear(); });
}

void Jobs::setPart(const QString& purpose, int part, int parts) {
  for (Info& job : running_) {
    if (job.purpose != purpose) continue;
    if (job.parts != parts || part < job.part) job.part_since = job.since.elapsed();
    job.part = part;
    job.parts = parts;
  }
  Q_EMIT changed();
}

QString Jobs::partText(const QString& purpose) const {
  constexpr qint64 kKnown = 1000;  // milliseconds, from which on the rest can be estimated
  const auto job = std::ranges::find(running_, purpose, &Info::purpose);
  if (job == running_.end() || job->parts <= 0) return {};
  const QString parts = tr("%1 of %2").arg(std::min(job->part + 1, job->parts)).arg(job->parts);
  const qint64 took = job->since.elapsed() - job->part_since;
  if (job->part <= 0 || took < kKnown) return parts;
  const double left = static_cast<double>(took) / job->part * (job->parts - job->part) / 1000;
  return tr("%1, %2 s left").arg(parts).arg(std::max(1, static_cast<int>(left + 0.5)));
}

void Jobs::stop(const QString& purpose) {
  const auto job = std::ranges::find(running_, purpose, &Info::purpose);
  if (job == running_.end()) return;
  const QString title = job->title, at = partText(purpose).section(QLatin1Char(','), 0, 0);
  const qint64 took = job->since.elapsed();
  cancel(purpose);
  Q_EMIT stopped(title, took, at);
}

void Jobs::setTarget(const QString& purpose, const std::string& id, const QStringList& waiting) {
  for (Info& job : running_)
    if (job.purpose == purpose) job.target = id, job.waiting = waiting;
  Q_EMIT changed();
}

void Jobs::cancel(const QString& purpose) {
  auto removed = std::remove_if(running_.begin(), running_.end(), [&](const Info& info) {
    if (info.purpose == purpose) info.cancel.cancel();
    return info.purpose == purpose;
  });
  if (removed == running_.end()) return;
  running_.erase(removed, running_.end());
  Q_EMIT changed();
}

void Jobs::cancelJob(quint64 id) {
  auto job = std::find_if(running_.begin(), running_.end(), [id](const Info& info) { return info.id == id; });
  if (job != running_.end()) stop(QString(job->purpose));
}

void Jobs::cancelAll() {
  for (const Info& job : running_) job.cancel.cancel();
  running_.clear();
  Q_EMIT changed();
}

bool Jobs::busy(const QString& purpose) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Info& info) { return info.purpose == purpose; });
}

}  // namespace nw::views
