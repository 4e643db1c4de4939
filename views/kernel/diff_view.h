// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nest against another one: the step before, the default schedule, any other state of this kernel.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "common/jobs.h"
#include "workspace/kernel_preview.h"

class QComboBox;
class QPlainTextEdit;

namespace nw::views {

class DiffView : public QWidget {
  Q_OBJECT

 public:
  explicit DiffView(QWidget* parent = nullptr);
  void setNest(std::shared_ptr<const workspace::KernelPreview> now, const tir::PrintedNest& before);
  // Further scripts to compare with, by name.
  void setOthers(std::vector<std::pair<QString, std::string>> others);
  void compareWith(const QString& name);
  QString text() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void compare();
  void show(const tir::PrintedNest& before);

  QComboBox* against_;
  QPlainTextEdit* text_;
  Jobs jobs_;
  std::shared_ptr<const workspace::KernelPreview> now_;
  tir::PrintedNest before_;
  std::vector<std::pair<QString, std::string>> others_;
};

}  // namespace nw::views
