// SPDX-License-Identifier: GPL-3.0-or-later
// Problems: one row a diagnostic with its whole message; an open row has its details and fixes below it.
#pragma once

#include <QStringList>
#include <QWidget>

#include "base/diagnostic.h"
#include "common/viewer.h"

class QLabel;
class QPushButton;

namespace nw::views {

struct Theme;
class ProblemsModel;
class ProblemsTree;
class Workbench;

class ProblemsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit ProblemsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~ProblemsPanel() override;
  void setTheme(const Theme& theme);
  const ProblemsModel& model() const { return *model_; }
  QString summary() const;  // "2 errors, 1 warning" of all problems; empty when all is well
  // Only what these sources report (DocumentSession::report), until the button shows all; empty: always all.
  void setSources(const QStringList& sources);

  void diagnosticsChanged() override;

 Q_SIGNALS:
  void summaryChanged();
  void fixWanted(const nw::Diagnostic& diagnostic, const nw::Fix& fix);
  void placeWanted(const nw::Diagnostic& diagnostic);
  void explainWanted(const QString& code);

 private:
  void arrange();
  void refill();
  void openRows(const Diagnostics& before);
  void addDetails(const QModelIndex& row);
  void toggle(const QModelIndex& row);
  Diagnostics open() const;  // those with their details

  Workbench& workbench_;
  ProblemsModel* model_;
  ProblemsTree* tree_;
  QPushButton* others_;  // "3 more elsewhere"
  QLabel* empty_;
  QStringList sources_;
};

}  // namespace nw::views
