// SPDX-License-Identifier: GPL-3.0-or-later
// Full text search in the handbook: sections of its pages and pages of diagnostics, by words. A message that TVM
// printed is a query too: names and numbers in it that no page has do not count.
#pragma once

#include <QHash>
#include <QString>
#include <QUrl>
#include <vector>

namespace nw::window {

struct HelpPlace {
  QString title;    // of the section, or of the diagnostic with its code
  QString page;     // that the section is in
  QString excerpt;  // the first line with a word of the query
  QUrl url;
};

// The document's Markdown among the program's resources; empty: there is none.
QString text_of_topic(const QString& name);
QUrl url_of_error(const QString& code);

class HandbookSearch {
 public:
  HandbookSearch();
  // The best first.
  std::vector<HelpPlace> find(const QString& query, size_t most = 40) const;

 private:
  struct Section {
    QString title, page, text;
    QUrl url;
  };
  void add(Section section);
  double weight(const QString& word) const;
  static QString excerpt(const QString& text, const QStringList& words);

  std::vector<Section> sections_;
  QHash<QString, std::vector<int>> found_in_;  // by word: indices of sections, ascending
};

}  // namespace nw::window
