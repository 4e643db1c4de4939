// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has locked or forbidden in a search, each as a button that takes it back. Hidden while there is
// nothing.
#pragma once

#include <QWidget>
#include <vector>

QT_BEGIN_NAMESPACE
class QHBoxLayout;
class QToolButton;
QT_END_NAMESPACE

namespace nw::views {

struct TuneLock {
  int id = 0;    // of the caller's
  QString text;  // "Locked: yo, yi = s[C].split(y, factor=8)"
  bool operator==(const TuneLock&) const = default;
};

class TuneLocks : public QWidget {
  Q_OBJECT

 public:
  explicit TuneLocks(QWidget* parent = nullptr);
  void setLocks(const std::vector<TuneLock>& locks);
  // As one reads them.
  QStringList texts() const;
  std::vector<QToolButton*> buttons() const { return buttons_; }

 Q_SIGNALS:
  void removed(int id);

 private:
  QHBoxLayout* row_;
  std::vector<TuneLock> locks_;
  std::vector<QToolButton*> buttons_;
};

}  // namespace nw::views
