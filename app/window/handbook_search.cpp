// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/handbook_search.h"

#include <QFile>
#include <QSet>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "base/error_pages.h"
#include "common/text.h"
#include "window/handbook.h"
#include "window/language.h"

namespace nw::window {

using namespace nw::views;

namespace {

QStringList words_of(const QString& text) {
  QStringList words;
  QString word;
  for (const QChar c : text.toLower() + QLatin1Char(' ')) {
    if (c.isLetterOrNumber() || c == QLatin1Char('_')) {
      word += c;
    } else if (word.size() >= 2) {
      words << std::exchange(word, QString());
    } else {
      word.clear();
    }
  }
  return words;
}

}  // namespace

QString text_of_topic(const QString& name) {
  QFile from(QStringLiteral(":/nestwright/docs/") + name + QStringLiteral(".md"));
  return from.open(QIODevice::ReadOnly) ? QString::fromUtf8(from.readAll()) : QString();
}

QUrl url_of_error(const QString& code) {
  return QUrl(QStringLiteral("qrc:/nestwright/errors/") + code + QStringLiteral(".md"));
}

HandbookSearch::HandbookSearch() {
  for (const HelpTopic& topic : help_topics()) {
    const QString page = without_key(topic.title);
    Section section{page, page, {}, url_of_topic(topic.name)};
    bool code = false;
    for (const QString& line : text_of_topic(topic.name).split(QLatin1Char('\n'))) {
      if (line.startsWith(QStringLiteral("```"))) code = !code;
      if (!code && line.startsWith(QStringLiteral("## "))) {
        add(section);
        QUrl url = url_of_topic(topic.name);
        url.setFragment(anchor_of(line.mid(3)));
        section = {line.mid(3), page, {}, url};
      }
      section.text += line + QLatin1Char('\n');
    }
    add(section);
  }
  for (const std::string_view code : error_codes()) {
    const QString text = qs(error_page(code)), name = qs(code);
    add({text.section(QLatin1Char('\n'), 0, 0).mid(2), Handbook::tr("Diagnostics"), text, url_of_error(name)});
  }
}

void HandbookSearch::add(Section section) {
  const int index = static_cast<int>(sections_.size());
  QStringList words = words_of(section.text);
  const QSet<QString> all(words.begin(), words.end());
  for (const QString& word : all) found_in_[word].push_back(index);
  sections_.push_back(std::move(section));
}

// The rarer a word, the more it says.
double HandbookSearch::weight(const QString& word) const {
  const auto found = found_in_.find(word);
  if (found == found_in_.end()) return 0;
  return std::log(1 + static_cast<double>(sections_.size()) / static_cast<double>(found->size()));
}

QString HandbookSearch::excerpt(const QString& text, const QStringList& words) {
  QString best;
  qsizetype most = -1;
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    if (line.startsWith(QLatin1Char('#')) || line.startsWith(QStringLiteral("```")) ||
        line.startsWith(QStringLiteral("|-")) || line.trimmed().isEmpty())
      continue;
    const QStringList here = words_of(line);
    const qsizetype matched =
        std::count_if(words.begin(), words.end(), [&](const QString& w) { return here.contains(w); });
    if (matched <= most) continue;
    most = matched;
    best = line.trimmed();
  }
  constexpr qsizetype kMax = 160;
  return best.size() <= kMax ? best : best.left(kMax - 1) + QChar(0x2026);
}

std::vector<HelpPlace> HandbookSearch::find(const QString& query, size_t most) const {
  constexpr double kEnough = 0.6;  // of what the known words of the query weigh
  QStringList words = words_of(query);
  words.removeDuplicates();
  // The last word may still be typed: it stands for the words that begin so.
  if (!words.isEmpty() && !found_in_.contains(words.back()) && !query.endsWith(QLatin1Char(' '))) {
    const QString begin = words.takeLast();
    QString longest;
    double best = 0;
    for (auto it = found_in_.begin(); it != found_in_.end(); ++it)
      if (it.key().startsWith(begin) && static_cast<double>(it->size()) > best) {
        best = static_cast<double>(it->size());
        longest = it.key();
      }
    if (!longest.isEmpty()) words << longest;
  }
  std::vector<double> score(sections_.size(), 0);
  double all = 0;
  for (const QString& word : words) {
    const double here = weight(word);
    all += here;
    const auto found = found_in_.find(word);
    if (found == found_in_.end()) continue;
    for (const int section : *found) {
      const bool in_title = words_of(sections_[static_cast<size_t>(section)].title).contains(word);
      score[static_cast<size_t>(section)] += in_title ? 1.5 * here : here;
    }
  }
  std::vector<size_t> order;
  for (size_t i = 0; i < score.size(); ++i)
    if (all > 0 && score[i] >= kEnough * all) order.push_back(i);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return score[a] > score[b]; });
  std::vector<HelpPlace> places;
  for (const size_t i : order) {
    if (places.size() == most) break;
    const Section& section = sections_[i];
    places.push_back({section.title, section.page, excerpt(section.text, words), section.url});
  }
  return places;
}

}  // namespace nw::window
