// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for people as a value: an English template and what its places stand for. The command line and JSON write
// it in English; the window translates its templates (views/models/sentence_text.h). Diagnostics are plain text.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A template, marked for translators: translations/update.cmake tells lupdate this name.
#define NW_TEXT(context, text) \
  ::nw::Template {             \
    context, text              \
  }

namespace nw {

// "{0} iterations of {1} need no loop." {NAME} or {0}: an argument. {NAME?text}: the text, if that argument is given.
struct Template {
  const char* context = nullptr;  // of the translation; null: there is no text
  const char* text = "";
  bool operator==(const Template& other) const {
    return !context == !other.context && std::string_view(text) == other.text;
  }
};

// The places of a template filled: each {NAME} by `value`, each {NAME?text} by the text where `given`.
std::string fill_template(std::string_view pattern, const std::function<std::string(std::string_view)>& value,
                          const std::function<bool(std::string_view)>& given);

class Sentence {
 public:
  Sentence() = default;
  // The same in every language: a name, a formatted number, the message of a diagnostic.
  Sentence(std::string verbatim) : verbatim_(std::move(verbatim)) {}          // NOLINT: arguments of a template
  Sentence(std::string_view verbatim) : verbatim_(verbatim) {}                // NOLINT
  Sentence(const char* verbatim) : verbatim_(verbatim) {}                     // NOLINT
  Sentence(std::integral auto number) : verbatim_(std::to_string(number)) {}  // NOLINT
  // Arguments for {0}, {1}, …, at most ten.
  template <class... Arguments>
  Sentence(Template pattern, Arguments&&... arguments) : template_(pattern) {  // NOLINT: a template without places
    arguments_.reserve(sizeof...(arguments));
    (arguments_.emplace_back(std::forward<Arguments>(arguments)), ...);
  }
  // Arguments for places with names, asked for as the English text has them.
  static Sentence named(Template pattern, const std::function<Sentence(std::string_view)>& value,
                        const std::function<bool(std::string_view)>& given);
  // "a", "a and b", "a, b and c"
  static Sentence list(std::vector<Sentence> all);

  bool empty() const { return !template_.context && verbatim_.empty(); }
  bool operator==(const Sentence&) const = default;
  std::string english() const;
  // In the language that `translate` translates to.
  std::string text(const std::function<std::string(const Template&)>& translate) const;

 private:
  const Sentence* argument(std::string_view name) const;

  std::string verbatim_;
  Template template_;
  std::vector<Sentence> arguments_;
  std::vector<std::string_view> names_;  // of the arguments, within the template; empty: {0}, {1}, …
};

}  // namespace nw
