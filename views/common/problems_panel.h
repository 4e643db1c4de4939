// SPDX-License-Identifier: GPL-3.0-or-later
// Problems: every diagnostic, the chosen one in full, and its fixes as buttons.
#pragma once

#include <QWidget>

#include "base/diagnostic.h"
#include "common/viewer.h"

class QHBoxLayout;
class QLabel;
class QTextBrowser;
class QTreeView;

namespace nw::views {

struct Theme;
class ProblemsModel;
class Workbench;

class ProblemsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit ProblemsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~ProblemsPanel() override;
  void setTheme(const Theme& theme);
  const ProblemsModel& model() const { return *model_; }
  QString summary() const;  // "2 errors, 1 warning"; empty when all is well

  void diagnosticsChanged() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void summaryChanged();
  void fixWanted(const nw::Diagnostic& diagnostic, const nw::Fix& fix);
  void placeWanted(const nw::Diagnostic& diagnostic);
  void explainWanted(const QString& code);

 private:
  const Diagnostic* chosen() const;  // null: none is
  void showDetailsSoon();
  void showDetails();
  void showFixes();
  void addFixes(const Diagnostic& diagnostic, int reserved);

  Workbench& workbench_;
  ProblemsModel* model_;
  QTreeView* tree_;
  QTextBrowser* details_;
  QWidget* fixes_;
  QHBoxLayout* fix_row_;
  QLabel* empty_;
  int fixes_width_ = 0;   // that the fixes were laid out for
  bool read_on_ = false;  // a person has scrolled the details
  bool details_pending_ = false;
};

}  // namespace nw::views
