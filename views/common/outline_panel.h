// SPDX-License-Identifier: GPL-3.0-or-later
// The outline: the graph as a tree by name scope or by fused group, with a filter.
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

#include "common/viewer.h"

class QComboBox;
class QLineEdit;
class QTreeView;

namespace nw::views {

class OutlineModel;
struct OutlineRows;
class Workbench;

class OutlinePanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit OutlinePanel(Workbench& workbench, QWidget* parent = nullptr);
  ~OutlinePanel() override;
  void showGroups(bool groups);
  QTreeView* tree() const { return tree_; }
  const std::shared_ptr<const OutlineRows>& rows() const;

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fitColumns();
  void refill();
  void selectFromTree(const QModelIndex& index);

  Workbench& workbench_;
  OutlineModel* model_;
  QComboBox* order_;
  QLineEdit* edit_;
  QTreeView* tree_;
  // The request that the rows answer.
  struct Request {
    std::shared_ptr<const void> graph, fusion;
    QString filter;
    bool groups = false;
    bool operator==(const Request&) const = default;
  };
  Request asked_;
  bool following_ = false;  // the tree moves because the selection did
};

}  // namespace nw::views
