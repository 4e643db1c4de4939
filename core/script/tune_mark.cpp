// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/tune_mark.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "script/text.h"

namespace nw::script {

namespace {

constexpr std::string_view kWord = "tune:", kMost = "max=";

std::optional<int64_t> number_in(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// Where the mark's '#' is; a mark may follow another comment.
size_t mark_in(const std::string& comment) {
  for (size_t at = comment.find('#'); at != std::string::npos; at = comment.find('#', at + 1)) {
    const size_t word = comment.find_first_not_of(' ', at + 1);
    if (word != std::string::npos && comment.compare(word, kWord.size(), kWord) == 0) return at;
  }
  return std::string::npos;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

void read_factors(const std::vector<std::string>& words, TuneMark& mark) {
  mark.form = TuneMark::Form::Factors;
  if (words.size() == 1) return;
  const std::string_view limit = words[1];
  mark.most = limit.starts_with(kMost) ? number_in(limit.substr(kMost.size())) : std::nullopt;
  if (!mark.most || *mark.most < 1) mark.why = "'" + words[1] + "' is not max=N";
  if (words.size() > 2 && mark.why.empty()) mark.why = "'" + words[2] + "' follows the limit";
}

void read_list(const std::vector<std::string>& words, TuneMark& mark) {
  if (words.empty()) mark.why = "it has no value";
  for (const std::string& word : words) {
    const std::optional<int64_t> value = number_in(word);
    if (!value) {
      mark.why = "'" + word + "' is no number";
      return;
    }
    if (std::ranges::find(mark.values, *value) == mark.values.end()) mark.values.push_back(*value);
  }
}

}  // namespace

std::optional<TuneMark> tune_mark(const std::string& line) {
  const std::string comment = comment_of(line);
  const size_t at = mark_in(comment);
  if (at == std::string::npos) return std::nullopt;
  TuneMark mark;
  mark.column = line.size() - comment.size() + at;
  const std::vector<std::string> words = words_of(comment.substr(comment.find(kWord, at) + kWord.size()));
  for (const std::string& word : words) mark.text += (mark.text.empty() ? "" : " ") + word;
  if (mark.text == "optional")
    mark.form = TuneMark::Form::Optional;
  else if (mark.text == "order")
    mark.form = TuneMark::Form::Order;
  else if (mark.text == "at any")
    mark.form = TuneMark::Form::AnyPlace;
  else if (!words.empty() && words.front() == "factors")
    read_factors(words, mark);
  else
    read_list(words, mark);
  return mark;
}

}  // namespace nw::script
