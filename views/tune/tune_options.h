// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is to spend, and where its records go.
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QSpinBox;
class QToolButton;
QT_END_NAMESPACE

namespace nw::views {

struct TuneSettings {
  int trials = 64;       // measured candidates: of a kernel, or of each task of a model on average
  int seconds = 0;       // of wall time; 0: no limit
  int threads = 1;       // that kernels run on
  QString keep = {};     // lines of the script that every candidate keeps, as "12, 15-17"
  QString records = {};  // file; empty: they are kept until the tab is closed
};

class TuneOptions : public QWidget {
  Q_OBJECT

 public:
  // Lines can be kept of a kernel's script only.
  explicit TuneOptions(bool lines, QWidget* parent = nullptr);
  void set(const TuneSettings& settings, int cores);
  TuneSettings settings() const;
  void setKeep(const QString& lines);

 Q_SIGNALS:
  void changed();

 private:
  void chooseRecords();

  QSpinBox *trials_, *seconds_, *threads_;
  QLineEdit *keep_, *records_;
};

}  // namespace nw::views
