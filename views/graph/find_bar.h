// SPDX-License-Identifier: GPL-3.0-or-later
// The find bar of the canvas: a query, its matches, and the position of its error.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

class QCompleter;
class QLabel;
class QLineEdit;
class QToolButton;

namespace nw::views {

struct Theme;

class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void open();
  QString text() const;
  void setText(const QString& text);
  // Asked what the word being typed could become.
  void setCandidates(std::function<QStringList(const QString&)> candidates) { candidates_ = std::move(candidates); }
  // "3 of 12", or an error with its position.
  void setState(int current, int count, const QString& error, int column);
  void clearError();

 Q_SIGNALS:
  void changed(const QString& query);
  void next();
  void previous();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void candidate();
  void take(const QString& word);

  QLineEdit* edit_;
  QCompleter* completer_;
  std::function<QStringList(const QString&)> candidates_;
  QLabel* state_;
  QLabel* error_;
  QToolButton *previous_, *next_, *close_;
};

}  // namespace nw::views
