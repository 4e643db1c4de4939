// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel is exported as, to be read before it is saved: every form, its text, a button that copies it.
#pragma once

#include <QDialog>
#include <QPointer>
#include <string>
#include <utility>
#include <vector>

class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace nw::views {
class KernelPage;
}

namespace nw::window {

// Forms as the file dialog names them, "C program with a main (*.c)", and by their kinds.
const std::vector<std::pair<QString, std::string>>& export_forms();

class ExportPreview : public QDialog {
  Q_OBJECT

 public:
  explicit ExportPreview(views::KernelPage* page, QWidget* parent);
  QListWidget* forms() const { return forms_; }
  QPlainTextEdit* text() const { return text_; }
  QPushButton* copyButton() const { return copy_; }

 Q_SIGNALS:
  void saveWanted(const QString& form);

 private:
  void showForm();

  QPointer<views::KernelPage> page_;
  QListWidget* forms_;
  QPlainTextEdit* text_;
  QPushButton* copy_;
};

}  // namespace nw::window
