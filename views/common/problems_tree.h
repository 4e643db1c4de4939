// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of problems: rows as high as their wrapped message, or as the details that were set into them.
#pragma once

#include <QTreeView>

namespace nw::views {

class ProblemsTree : public QTreeView {
  Q_OBJECT

 public:
  explicit ProblemsTree(QWidget* parent = nullptr);
  // Pixels that a row of this depth has for its message.
  int messageWidth(const QModelIndex& index) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace nw::views
