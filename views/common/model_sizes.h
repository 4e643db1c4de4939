// SPDX-License-Identifier: GPL-3.0-or-later
// The dynamic dimensions of a model, each with a field: all are given their values at once, for the model is made again
// with them.
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "common/viewer.h"

class QGridLayout;
class QPushButton;
class QSpinBox;

namespace nw::views {

class Workbench;

class ModelSizes : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit ModelSizes(Workbench& workbench, QWidget* parent = nullptr);
  ~ModelSizes() override;
  QSpinBox* box(const std::string& name) const;  // null: there is no such dimension

  void documentChanged() override;
  void modelChanged() override { follow(); }
  void graphChanged() override { follow(); }
  void choicesChanged() override { follow(); }

 private:
  void follow();
  void build(const std::vector<std::string>& names);
  void showValues();
  void refreshButtons();
  void apply();
  void makeDynamic();
  std::map<std::string, int64_t> values() const;

  Workbench& workbench_;
  QWidget* fields_;
  QGridLayout* grid_;
  QPushButton *apply_, *dynamic_;
  std::vector<std::string> names_;  // of the boxes, in the same order
  std::vector<QSpinBox*> boxes_;
};

}  // namespace nw::views
