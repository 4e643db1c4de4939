// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/jobs.h"

#include <algorithm>

namespace nw::views {

Jobs::Jobs(QObject* parent) : QObject(parent) {
  // One of them may be a search, which takes minutes.
  pool_.setMaxThreadCount(std::max(2, QThread::idealThreadCount()) + 1);
  second_.setInterval(1000);
  connect(&second_, &QTimer::timeout, this, [this] {
    if (std::ranges::none_of(running_, [](const Info& job) { return job.part > 0; })) second_.stop();
    Q_EMIT changed();
  });
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

void Jobs::setPart(const QString& purpose, int part, int parts, const QString& doing, QElapsedTimer first) {
  bool any = false;
  for (Info& job : running_) {
    if (job.purpose != purpose) continue;
    const bool other = job.parts != parts || part < job.part || job.doing != doing;
    if (!other && part == job.part) continue;
    any = true;
    job.this_part.start();
    if (other) job.first_part = first.isValid() ? first : job.this_part;
    job.part = part;
    job.parts = parts;
    job.doing = doing;
    if (part > 0 && !second_.isActive()) second_.start();
  }
  if (any) Q_EMIT changed();
}

QString Jobs::partText(const QString& purpose) const {
  const auto job = std::ranges::find(running_, purpose, &Info::purpose);
  if (job == running_.end() || job->parts <= 0) return {};
  const int left = secondsLeft(*job);
  return left > 0 ? tr("%1, %2 s left").arg(partOf(*job)).arg(left) : partOf(*job);
}

QString Jobs::partOf(const Info& job) {
  if (job.parts <= 0) return {};
  if (job.parts == 1 && !job.doing.isEmpty()) return job.doing;
  const QString part = tr("%1 of %2").arg(std::min(job.part + 1, job.parts)).arg(job.parts);
  return job.doing.isEmpty() ? part : tr("%1 %2", "\"compiling\", \"12 of 57\"").arg(job.doing, part);
}

// From the parts that are done; the present one takes time off it until it is done.
int Jobs::secondsLeft(const Info& job) {
  constexpr qint64 kKnown = 1000;  // milliseconds, from which on the rest can be estimated
  if (job.part <= 0) return 0;
  const qint64 took = job.first_part.msecsTo(job.this_part);
  if (took < kKnown) return 0;
  const double all = static_cast<double>(took) / job.part * (job.parts - job.part);
  const double left = all - static_cast<double>(job.this_part.elapsed());
  return std::max(1, static_cast<int>(left / 1000 + 0.5));
}

void Jobs::stop(const QString& purpose) {
  const auto job = std::ranges::find(running_, purpose, &Info::purpose);
  if (job == running_.end()) return;
  const QString title = job->title, at = partOf(*job);
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
