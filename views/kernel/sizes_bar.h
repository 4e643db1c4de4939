// SPDX-License-Identifier: GPL-3.0-or-later
// Values for a kernel's symbolic sizes, a spin box each: used by the figures of the loops and by runs. The script stays
// symbolic. A size without a value is shown as such, never guessed.
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QHBoxLayout;
class QSpinBox;

namespace nw::views {

class SizesBar : public QWidget {
  Q_OBJECT

 public:
  explicit SizesBar(QWidget* parent = nullptr);
  // Values of names that stay are kept. Without names the bar is hidden.
  void setNames(const std::vector<std::string>& names);
  std::map<std::string, int64_t> values() const;  // of those that have one
  QSpinBox* box(const std::string& name) const;   // null if there is no such size

 Q_SIGNALS:
  void changed();

 private:
  QHBoxLayout* row_;
  std::vector<std::string> names_;
  std::map<std::string, QSpinBox*> boxes_;
  std::vector<QWidget*> shown_;
};

}  // namespace nw::views
