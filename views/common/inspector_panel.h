// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: what the selected thing is, why it is so, what it costs, where it came from.
#pragma once

#include <QTextBrowser>

#include "common/theme.h"
#include "common/viewer.h"
#include "models/inspector.h"

namespace nw::views {

class Workbench;

class InspectorPanel : public QTextBrowser, public Viewer {
  Q_OBJECT

 public:
  explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~InspectorPanel() override;
  void setTheme(const Theme& theme);

  void documentChanged() override { refill(); }
  void graphChanged() override { refill(); }
  void selectionChanged(const Selection&) override { refill(); }
  void reasonChanged() override { refill(); }

 Q_SIGNALS:
  void findRequested(const QString& query);

 private:
  void refill();
  InspectorPage page() const;
  QString html(const InspectorPage& page) const;
  void addWhatIfs(InspectorPage& page) const;
  void dropWhatIf(int which);
  void tryChange(const QString& change);
  void askWhatIf();
  void follow(const QUrl& link);

  Workbench& workbench_;
  Theme theme_;
};

}  // namespace nw::views
