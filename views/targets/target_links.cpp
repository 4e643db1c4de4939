// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/target_links.h"

#include <algorithm>
#include <utility>

#include "common/jobs.h"
#include "common/text.h"
#include "target/kept_connection.h"
#include "target/session.h"
#include "targets/link_reports.h"

namespace nw::views {

namespace {

constexpr double kPatience = 15;
constexpr auto kAnswerTime = std::chrono::seconds(5);
constexpr size_t kLogLines = 2000;

// A session that says what becomes of it. Used by the connection's thread.
class SpeakingSession {
 public:
  SpeakingSession(target::Carrier carrier, std::shared_ptr<LinkReports> reports)
      : carrier_(std::move(carrier)), reports_(std::move(reports)) {}

  Diagnostics connect(const CancelToken& stop) {
    session_.reset();
    heard_ = 0;
    say(TargetLinks::tr("connecting: %1").arg(qs(carrier_.description)));
    Result<std::unique_ptr<target::Session>> connected = target::Session::connect(carrier_, kPatience, stop);
    if (!connected.ok()) {
      for (const Diagnostic& problem : connected.diagnostics) {
        say(qs(problem.message));
        for (const std::string& because : problem.because) say(qs(because));
      }
      return std::move(connected.diagnostics);
    }
    session_ = std::move(*connected);
    const nlohmann::json& hello = session_->hello();
    say(TargetLinks::tr("connected: runner %1 on %2")
            .arg(qs(hello.value("version", std::string())), qs(hello.value("machine", std::string()))));
    hear();
    return {};
  }

  bool answers(const CancelToken& stop) {
    session_->set_limits(target::Session::Clock::now() + kAnswerTime, stop);
    const bool answered = session_->ping();
    hear();
    if (!answered && !stop.cancelled()) say(TargetLinks::tr("lost: the runner does not answer any more"));
    return answered;
  }

 private:
  void say(const QString& line) { Q_EMIT reports_->line(line); }
  // What it wrote to its standard error since.
  void hear() {
    const std::string& all = session_->error_output();
    for (const QString& line : qs(all.substr(heard_)).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) say(line);
    heard_ = all.size();
  }

  const target::Carrier carrier_;
  const std::shared_ptr<LinkReports> reports_;
  std::unique_ptr<target::Session> session_;
  size_t heard_ = 0;
};

target::KeptConnection::Means means_of(const target::Carrier& carrier, const std::shared_ptr<LinkReports>& reports) {
  const auto session = std::make_shared<SpeakingSession>(carrier, reports);
  target::KeptConnection::Means means;
  means.connect = [session](const CancelToken& stop) { return session->connect(stop); };
  means.answers = [session](const CancelToken& stop) { return session->answers(stop); };
  return means;
}

}  // namespace

TargetLinks::TargetLinks(Jobs& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {
  connect(&jobs_, &Jobs::changed, this, &TargetLinks::followJobs);
}

TargetLinks::~TargetLinks() {
  link_.reset();
}

void TargetLinks::keepOnly(const target::Connection& connection) {
  if (link_ && link_->to == connection) return;
  release();
  Link link{connection, std::make_shared<LinkReports>(), nullptr};
  connect(link.reports.get(), &LinkReports::line, this,
          [this, id = connection.id](const QString& line) { note(id, line); });
  connect(link.reports.get(), &LinkReports::changed, this, &TargetLinks::changed);
  link.kept = std::make_shared<target::KeptConnection>(means_of(connection.carrier, link.reports),
                                                       [reports = link.reports] { Q_EMIT reports->changed(); });
  link_ = std::move(link);
  followJobs();
}

void TargetLinks::keepNone() {
  if (!link_) return;
  release();
  Q_EMIT changed();
}

// Its thread may take a while to stop.
void TargetLinks::release() {
  if (!link_) return;
  disconnect(link_->reports.get(), nullptr, this, nullptr);
  note(link_->to.id, tr("released"));
  jobs_.releaseAsync({std::shared_ptr<const void>(std::move(link_->kept))});
  link_.reset();
}

void TargetLinks::tryNow(const std::string& id) {
  if (link_ && link_->to.id == id) link_->kept->try_now();
}

std::optional<target::ConnectionState> TargetLinks::state(const std::string& id) const {
  return link_ && link_->to.id == id ? std::optional(link_->kept->state()) : std::nullopt;
}

int TargetLinks::running(const std::string& id) const {
  const auto found = running_.find(id);
  return found == running_.end() ? 0 : found->second;
}

void TargetLinks::followJobs() {
  std::map<std::string, int> now;
  for (const Jobs::Info& job : jobs_.running())
    if (!job.target.empty()) now[job.target] += 1 + static_cast<int>(job.waiting.size());
  if (link_) {
    const auto wanted = now.find(link_->to.id);
    const int requests = wanted == now.end() ? 0 : wanted->second;
    for (; link_->requests < requests; ++link_->requests) link_->kept->begin_request();
    for (; link_->requests > requests; --link_->requests) link_->kept->end_request();
  }
  if (std::exchange(running_, now) != now) Q_EMIT changed();
}

const std::vector<LinkLine>& TargetLinks::log(const std::string& id) const {
  static const std::vector<LinkLine> none;
  const auto found = logs_.find(id);
  return found == logs_.end() ? none : found->second;
}

void TargetLinks::note(const std::string& id, const QString& line) {
  std::vector<LinkLine>& lines = logs_[id];
  if (lines.size() >= kLogLines) lines.erase(lines.begin(), lines.begin() + kLogLines / 2);
  lines.push_back({QTime::currentTime(), line});
  Q_EMIT logged(id);
}

}  // namespace nw::views
