// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and changes from the thread of a connection, to whom listens on the window's thread. The connection and its
// listener each outlive the other.
#pragma once

#include <QObject>
#include <QString>

namespace nw::views {

class LinkReports : public QObject {
  Q_OBJECT

 Q_SIGNALS:
  void line(const QString& text);
  void changed();
};

}  // namespace nw::views
