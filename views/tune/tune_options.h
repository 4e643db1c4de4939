// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is to spend, what it searches, where it measures, and where its records go.
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;
QT_END_NAMESPACE

namespace nw::views {

struct TuneSettings {
  int trials = 64;           // measured candidates: of a kernel, or of each task of a model on average
  int seconds = 0;           // of wall time; 0: no limit
  int threads = 1;           // that kernels run on
  QString keep = {};         // lines of the script that every candidate keeps, as "12, 15-17"
  QString records = {};      // file; empty: they are kept until the tab is closed
  bool marks = false;        // only the values that the script's `# tune:` marks list
  QStringList runners = {};  // ids of the targets that measure beside the active one
};

// A target that can share the candidates with the active one.
struct TuneRunner {
  QString id, title;
  QString why_not = {};  // it cannot; empty: it can
  bool operator==(const TuneRunner&) const = default;
};

class TuneOptions : public QWidget {
  Q_OBJECT

 public:
  // Lines can be kept of a kernel's script only.
  explicit TuneOptions(bool lines, QWidget* parent = nullptr);
  void set(const TuneSettings& settings, int cores);
  TuneSettings settings() const;
  void setKeep(const QString& lines);
  // Whether the script has marks, so that one can choose to search only these.
  void setMarks(bool there);
  // Those that are chosen stay so while they are there.
  void setRunners(const QString& active, const std::vector<TuneRunner>& others);

 Q_SIGNALS:
  void changed();

 private:
  void addSpace(QLayout* row);
  void addRunners(QLayout* row);
  void addRecords(QLayout* row);
  void chooseRecords();
  void nameRunners();

  QSpinBox *trials_, *seconds_, *threads_;
  QLineEdit *keep_ = nullptr, *records_ = nullptr;
  QWidget* space_part_ = nullptr;
  QComboBox* space_ = nullptr;
  QToolButton* runners_button_ = nullptr;
  QMenu* runners_ = nullptr;
  QString active_;
  std::vector<TuneRunner> others_;
};

}  // namespace nw::views
