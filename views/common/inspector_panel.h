// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: the selected object, the reasons of its fusion, its cost and its origin.
#pragma once

#include <QTextBrowser>

#include "common/theme.h"
#include "common/viewer.h"
#include "models/inspector.h"
#include "models/weights.h"

namespace nw::views {

class Workbench;

class InspectorPanel : public QTextBrowser, public Viewer {
  Q_OBJECT

 public:
  explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~InspectorPanel() override;
  void setTheme(const Theme& theme);

  void documentChanged() override { graphChanged(); }
  void graphChanged() override;
  void selectionChanged(const Selection&) override;
  void reasonChanged() override { refillSoon(); }

 Q_SIGNALS:
  void docsRequested(const QString& op, const QString& domain, int version);
  void findRequested(const QString& query);
  void decisionRequested(nw::NodeId from, nw::NodeId to);  // the step of the algorithm that decided on this edge

 private:
  void refillSoon(int place = 0);
  void refill();
  void show(const InspectorPage& page);
  void readWeights();
  InspectorPage pageOfGraph(InspectorPage page) const;
  QString html(const InspectorPage& page) const;
  void addWhatIfs(InspectorPage& page) const;
  void addSizes(InspectorPage& page) const;
  void dropWhatIf(int which);
  void tryChange(int which);
  void askWhatIf();
  void follow(const QUrl& link);

  Workbench& workbench_;
  Theme theme_;
  std::vector<fusion::Change> changes_;  // that the links of the page shown try
  std::vector<WeightFacts> weights_;     // that the selected node reads, once they are known
  int place_ = 0;                        // how far it is scrolled when it is filled
};

}  // namespace nw::views
