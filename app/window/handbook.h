// SPDX-License-Identifier: GPL-3.0-or-later
// The documents of resources/docs under Help: a search and contents on the left, the page on the right, with links
// between them and to the pages of diagnostics, which are in the contents too.
#pragma once

#include <QDialog>
#include <QUrl>
#include <memory>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace nw::window {

class HandbookSearch;

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
  ~Handbook() override;
  using QDialog::open;
  void open(const QUrl& url);
  const QTextBrowser* page() const { return page_; }
  void search();                       // its field, ready for a query
  void showErrors();                   // diagnostics, in the contents
  void showKeys(const QString& keys);  // as Markdown

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fillContents();
  void fillErrors();
  void find(const QString& query);
  void openResult(const QListWidgetItem* result);
  void shown(const QUrl& url);
  void bringUp();

  std::unique_ptr<HandbookSearch> index_;  // null: nothing was searched yet
  QLineEdit* query_;
  QListWidget* results_;
  QTreeWidget* contents_;
  QTreeWidgetItem* errors_ = nullptr;
  QTextBrowser* page_;
};

// The window's, which is made when first asked for.
Handbook& handbook_of(QWidget* window);
void show_help(QWidget* window, const QString& topic);

}  // namespace nw::window
