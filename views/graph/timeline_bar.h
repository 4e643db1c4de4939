// SPDX-License-Identifier: GPL-3.0-or-later
// The passes as a film: a slider over the graph's snapshots, with what each changed.
#pragma once

#include <QFrame>

class QLabel;
class QSlider;

namespace nw::views {

class TimelineBar : public QFrame {
  Q_OBJECT

 public:
  explicit TimelineBar(QWidget* parent = nullptr);
  void setSnapshots(const QStringList& titles, int at);
  void setChange(const QString& text);

 Q_SIGNALS:
  void snapshotWanted(int index);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void elide();  // text that does not fit is in the tooltip

  QSlider* slider_;
  QLabel *title_, *change_;
  QStringList titles_;
};

}  // namespace nw::views
