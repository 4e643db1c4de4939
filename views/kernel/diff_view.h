// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of the loop nest with another one: without its last step, of the default schedule, of any other state of
// this kernel. Where the nests are the same and the scripts are not, those are compared; a nest that TVM printed is
// compared by what it does.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "common/jobs.h"
#include "kernel/nest_diff.h"
#include "kernel/preview.h"

class QComboBox;
class QHBoxLayout;
class QPlainTextEdit;

namespace nw::views {

class DiffView : public QWidget {
  Q_OBJECT

 public:
  explicit DiffView(QWidget* parent = nullptr);
  // `before`: where its script stops for the last step that ran to be left out; nothing: none ran.
  void setNest(std::shared_ptr<const kernel::KernelPreview> now, std::optional<int> before);
  // Further scripts to compare with, by name.
  void setOthers(std::vector<std::pair<QString, std::string>> others);
  const std::vector<std::pair<QString, std::string>>& others() const { return others_; }
  void compareWith(const QString& before, const QString& after = {});  // names; empty: the present nest
  QString text() const;
  bool settled() const { return jobs_.idle(); }

 Q_SIGNALS:
  // What is compared, in a tab of its own. Empty: the script without its last step.
  void besideWanted(const std::string& before, const std::string& after);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void compare();
  void compare(const std::string& script, int stop_after, const std::string* with);  // null: with the present nest
  struct Difference {
    std::vector<kernel::DiffLine> lines;
    bool of_scripts = false;
    QString sentences;  // of a nest that TVM printed: instead of lines
  };
  void say(const QString& sentence);
  void show(const Difference& difference);
  QComboBox* makeBox();
  const std::string* chosen(const QComboBox* box) const;  // null: the step before, or the present nest
  void fillShown(const QString& chosen);
  // What is chosen, as it is called among these: a script may have been renamed.
  QString nameNow(const QString& chosen, const QString& pattern,
                  const std::vector<std::pair<QString, std::string>>& others) const;
  void showChosen();

  QHBoxLayout* boxes_;
  QComboBox* against_;
  QComboBox* shown_ = nullptr;  // made when another than the present nest is compared
  QPlainTextEdit* text_;
  Jobs jobs_;
  std::shared_ptr<const kernel::KernelPreview> now_;
  std::optional<int> before_;
  std::vector<std::pair<QString, std::string>> others_;
};

}  // namespace nw::views
