// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzy matching of typed letters with a title, for the command palette.
#pragma once

#include <QList>
#include <QString>
#include <algorithm>

namespace nw::views {

// Negative: the letters are not all there in order, or many are strewn about, neither starting a word nor following
// each other. Starts of words and runs of letters count more.
inline int fuzzy_order(QStringView typed, const QString& title) {
  int score = 0, run = 0, strewn = 0, letters = 0;
  qsizetype at = 0;
  for (const QChar letter : typed) {
    if (letter.isSpace()) continue;
    bool found = false;
    for (; at < title.size(); ++at) {
      if (title[at].toLower() != letter.toLower()) {
        run = 0;
        continue;
      }
      const bool starts_word = at == 0 || !title[at - 1].isLetterOrNumber();
      score += 1 + (starts_word ? 8 : 0) + run * 3;
      strewn += !starts_word && run == 0;
      ++letters;
      ++run;
      ++at;
      found = true;
      break;
    }
    if (!found) return -1;
  }
  return letters > 1 && strewn * 5 >= letters * 2 ? -1 : score * 100 - static_cast<int>(title.size());
}

// The letters as they are, at the best of their places: "light" is in "Colours: Light", though an l comes before it.
inline int fuzzy_run(QStringView typed, const QString& title) {
  const QStringView letters = typed.trimmed();
  int best = -1;
  for (qsizetype at = 0; !letters.isEmpty() && (at = title.indexOf(letters, at, Qt::CaseInsensitive)) >= 0; ++at) {
    const bool starts_word = at == 0 || !title[at - 1].isLetterOrNumber();
    const int length = static_cast<int>(letters.size()), score = length + 3 * length * (length - 1) / 2;
    if (starts_word) best = std::max(best, (score + 8) * 100 - static_cast<int>(title.size()));
  }
  return best;
}

// Whether the title contains the typed text as whole words: "group 15" is in "Group 15: …", not in "Group 155: …".
inline bool has_words(const QString& typed, const QString& title) {
  const QString words = typed.trimmed();
  const auto letter = [&](qsizetype i) { return i >= 0 && i < title.size() && title[i].isLetterOrNumber(); };
  for (qsizetype at = 0; !words.isEmpty() && (at = title.indexOf(words, at, Qt::CaseInsensitive)) >= 0; ++at)
    if (!letter(at - 1) && !letter(at + words.size())) return true;
  return false;
}

// Words may come in another order than the title's ("softmax group" for "Group 11: … nn.softmax"), which counts less.
inline int fuzzy_score(const QString& typed, const QString& title) {
  constexpr int kWholeWords = 2000;
  if (const int in_order = std::max(fuzzy_order(typed, title), fuzzy_run(typed, title)); in_order >= 0)
    return in_order + (has_words(typed, title) ? kWholeWords : 0);
  int sum = 0, words = 0;
  for (const QStringView word : QStringView(typed).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    if (!title.contains(word, Qt::CaseInsensitive)) return -1;
    sum += std::max(fuzzy_order(word, title), fuzzy_run(word, title));
    ++words;
  }
  return words > 1 ? sum / 2 : -1;
}

}  // namespace nw::views
