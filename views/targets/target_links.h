// SPDX-License-Identifier: GPL-3.0-or-later
// The connections that the window keeps to targets that a person uses, and a log of each: what its carrier and its
// runner said, with the time.
#pragma once

#include <QObject>
#include <QTime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "target/connection.h"
#include "target/connection_state.h"

namespace nw::target {
class KeptConnection;
}

namespace nw::views {

class Jobs;
class LinkReports;

struct LinkLine {
  QTime time;
  QString text;
};

class TargetLinks : public QObject {
  Q_OBJECT

 public:
  TargetLinks(Jobs& jobs, QObject* parent);
  ~TargetLinks() override;

  // Connects, and keeps the connection until another one is kept: to the target that is used.
  void keepOnly(const target::Connection& connection);
  void keepNone();
  void tryNow(const std::string& id);

  std::optional<target::ConnectionState> state(const std::string& id) const;  // nothing: none is kept
  int running(const std::string& id) const;  // jobs on that target, with those that wait behind them
  const std::vector<LinkLine>& log(const std::string& id) const;
  void note(const std::string& id, const QString& line);

 Q_SIGNALS:
  void changed();  // the state of a connection, or the jobs on a target
  void logged(const std::string& id);

 private:
  struct Link {
    target::Connection to;
    std::shared_ptr<LinkReports> reports;
    std::shared_ptr<target::KeptConnection> kept;
    int requests = 0;  // that it has seen
  };
  void followJobs();
  void release();

  Jobs& jobs_;
  std::optional<Link> link_;
  std::map<std::string, int> running_;
  std::map<std::string, std::vector<LinkLine>> logs_;
};

}  // namespace nw::views
