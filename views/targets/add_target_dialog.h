// SPDX-License-Identifier: GPL-3.0-or-later
// Adds a target to the user's list: name, carrier, and what the carrier needs. What is wrong is shown as it is typed.
// Nothing is started before a person presses Probe, which connects and shows what the device says of itself.
#pragma once

#include <QDialog>
#include <optional>

#include "target/connection.h"
#include "target/user_targets.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace nw::views {

class TargetList;
class Workbench;

class AddTargetDialog : public QDialog {
  Q_OBJECT

 public:
  AddTargetDialog(Workbench& workbench, TargetList& targets, QWidget* parent = nullptr);
  ~AddTargetDialog() override;

  target::UserTarget target() const;  // as the fields have it
  QString problem() const;            // empty: it can be probed and added
  void probe();
  void add();
  bool probing() const { return probing_; }

 private:
  enum Carrier { Emulated, Ssh, Command };
  void build();
  void fillDevices();
  QLineEdit* field(QFormLayout* form, const QString& label, const QString& hint);
  void showFields();
  void refresh();
  void stop();
  void probed(Result<target::Connection> found);

  Workbench& workbench_;
  TargetList& targets_;
  bool probing_ = false;
  std::optional<TargetFacts> facts_;  // that the device said of itself
  QString answer_;                    // how probing went
  QFormLayout* form_ = nullptr;
  QLineEdit *name_ = nullptr, *host_ = nullptr, *options_ = nullptr, *command_ = nullptr, *runner_ = nullptr,
            *device_ = nullptr;
  QComboBox *carrier_ = nullptr, *emulated_ = nullptr;
  QLabel* state_ = nullptr;
  QPushButton *probe_ = nullptr, *add_ = nullptr;
};

}  // namespace nw::views
