// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a target of the user's list: a field for each that the manifest of its plugin names. A value that the
// manifest does not allow is refused beside its field, and the others are saved at once.
#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

class QFormLayout;
class QLabel;

namespace nw::target {
struct Setting;
}

namespace nw::views {

class TargetList;
struct TargetEntry;

class SettingsPage : public QWidget {
  Q_OBJECT

 public:
  explicit SettingsPage(TargetList& targets, QWidget* parent = nullptr);
  void setTarget(const TargetEntry* entry);
  QWidget* field(const std::string& key) const;
  QString problem(const std::string& key) const;  // beside its field; empty: its value is allowed

 private:
  struct Field {
    std::string key;
    QWidget* editor;
    QLabel* problem;
  };
  void clear();
  void add(const target::Setting& setting, const nlohmann::json& value);
  void take(const target::Setting& setting, const QString& text);

  TargetList& targets_;
  std::string target_;
  nlohmann::json shown_;  // the values in the fields
  QLabel* note_;
  QWidget* form_ = nullptr;
  QFormLayout* rows_ = nullptr;
  std::vector<Field> fields_;
};

}  // namespace nw::views
