// SPDX-License-Identifier: GPL-3.0-or-later
// The documents of resources/docs under Help: contents on the left, the page on the right, with links between them and
// to the pages of diagnostics.
#pragma once

#include <QDialog>
#include <QUrl>
#include <vector>

class QTextBrowser;
class QTreeWidget;

namespace nw::window {

struct HelpTopic {
  QString name;   // of the file, without its ending
  QString title;  // in the menu
  QString tip;
};
std::vector<HelpTopic> help_topics();
QUrl url_of_topic(const QString& name);

// A heading as links name it, as GitHub does: "Key to views" is #key-to-views.
QString anchor_of(const QString& heading);

class Handbook : public QDialog {
  Q_OBJECT

 public:
  explicit Handbook(QWidget* parent = nullptr);
  using QDialog::open;
  void open(const QUrl& url);
  const QTextBrowser* page() const { return page_; }

 private:
  void fillContents();
  void shown(const QUrl& url);

  QTreeWidget* contents_;
  QTextBrowser* page_;
};

// In the window's handbook, which is made when first asked for.
void show_help(QWidget* window, const QString& topic);

}  // namespace nw::window
