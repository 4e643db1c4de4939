// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sentence.h"

#include <algorithm>

namespace nw {

std::string fill_template(std::string_view pattern, const std::function<std::string(std::string_view)>& value,
                          const std::function<bool(std::string_view)>& given) {
  std::string text;
  while (!pattern.empty()) {
    const size_t open = std::min(pattern.find('{'), pattern.size());
    text += pattern.substr(0, open);
    pattern.remove_prefix(open);
    if (pattern.empty()) break;
    size_t end = 1;
    for (int depth = 1; depth > 0 && end < pattern.size(); ++end)
      depth += (pattern[end] == '{') - (pattern[end] == '}');
    const std::string_view key = pattern.substr(1, end - 2);
    pattern.remove_prefix(end);
    const size_t condition = key.find('?');
    if (condition == std::string_view::npos)
      text += value(key);
    else if (given(key.substr(0, condition)))
      text += fill_template(key.substr(condition + 1), value, given);
  }
  return text;
}

Sentence Sentence::named(Template pattern, const std::function<Sentence(std::string_view)>& value,
                         const std::function<bool(std::string_view)>& given) {
  Sentence made(pattern);
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(made.names_, name) != made.names_.end()) return;
    made.names_.push_back(name);
    made.arguments_.push_back(value(name));
  };
  fill_template(
      pattern.text,
      [&](std::string_view name) {
        add(name);
        return std::string();
      },
      [&](std::string_view name) {
        if (!given(name)) return false;
        add(name);
        return true;
      });
  return made;
}

std::string Sentence::english() const {
  return text([](const Template& pattern) { return std::string(pattern.text); });
}

std::string Sentence::text(const std::function<std::string(const Template&)>& translate) const {
  if (!template_.context) return verbatim_;
  return fill_template(
      translate(template_),
      [&](std::string_view name) {
        const Sentence* found = argument(name);
        return found ? found->text(translate) : std::string();
      },
      [&](std::string_view name) { return argument(name) != nullptr; });
}

const Sentence* Sentence::argument(std::string_view name) const {
  size_t place = names_.empty() && name.size() == 1 ? static_cast<size_t>(name[0] - '0') : arguments_.size();
  if (!names_.empty()) place = static_cast<size_t>(std::ranges::find(names_, name) - names_.begin());
  return place < arguments_.size() ? &arguments_[place] : nullptr;
}

Sentence Sentence::list(std::vector<Sentence> all) {
  if (all.empty()) return {};
  Sentence text = std::move(all.front());
  for (size_t i = 1; i < all.size(); ++i)
    text = Sentence(i + 1 == all.size() ? NW_TEXT("Sentence", "{0} and {1}") : NW_TEXT("Sentence", "{0}, {1}"),
                    std::move(text), std::move(all[i]));
  return text;
}

}  // namespace nw
