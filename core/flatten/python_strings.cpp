// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of strings. Letters are those of ASCII; lengths and places count characters.
#include <algorithm>
#include <cctype>

#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr std::string_view kSpaces = " \t\r\n\f\v";
constexpr int64_t kWidestText = 100'000;

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
bool is_letter(char c) {
  return upper(c) >= 'A' && upper(c) <= 'Z';
}
bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

// Parts between separators, at most `most` cuts, from the end where `last`; without a separator, between spaces.
std::vector<std::string> split(std::string text, const std::string* separator, int64_t most, bool last) {
  std::vector<std::string> parts;
  const auto is_space = [](char c) { return kSpaces.find(c) != kSpaces.npos; };
  if (!separator) {
    while (!text.empty() && is_space(text.front())) text.erase(0, 1);
    while (!text.empty() && is_space(text.back())) text.pop_back();
    if (text.empty()) return parts;
  }
  for (; most != 0; --most) {
    size_t at = 0, size = separator ? separator->size() : 1;
    if (separator) {
      at = last ? text.rfind(*separator) : text.find(*separator);
    } else {
      at = last ? text.find_last_of(kSpaces) : text.find_first_of(kSpaces);
      if (at != text.npos && last)
        while (at > 0 && is_space(text[at - 1])) --at, ++size;
      if (at != text.npos && !last)
        while (at + size < text.size() && is_space(text[at + size])) ++size;
    }
    if (at == text.npos) break;
    parts.push_back(last ? text.substr(at + size) : text.substr(0, at));
    text = last ? text.substr(0, at) : text.substr(at + size);
  }
  parts.push_back(text);
  if (last) std::ranges::reverse(parts);
  return parts;
}

std::vector<std::string> lines_of(const std::string& text, bool with_ends) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of("\r\n\f\v", at), text.size());
    const size_t after = end + (end < text.size() ? 1 : 0) + (text.compare(end, 2, "\r\n") == 0 ? 1 : 0);
    lines.push_back(text.substr(at, (with_ends ? after : end) - at));
    at = after;
  }
  return lines;
}

}  // namespace

std::optional<Value> Evaluator::split_text(const std::string& text, const std::string& name, const CallArguments& args,
                                           const Expr* e) {
  const Value* given = args.find(0, name.ends_with("lines") ? "keepends" : "sep");
  const std::string* separator = given ? given->string() : nullptr;
  const auto strings = [&](const std::vector<std::string>& parts, bool is_tuple) {
    std::vector<Value> items;
    for (const std::string& part : parts) items.push_back(heap_.string(part));
    return step(e, static_cast<int64_t>(text.size() / 8 + parts.size())) ? heap_.list(std::move(items), is_tuple)
                                                                         : Value(Failed());
  };
  if (name == "splitlines") return strings(lines_of(text, given && given->integer().value_or(0) != 0), false);
  if (name == "split" || name == "rsplit") {
    if (separator && separator->empty()) return python_error("the separator is empty", e, "ValueError");
    if (given && !separator && !given->is<None>()) return python_error("the separator must be a string", e);
    const Value* most = args.find(1, "maxsplit");
    return strings(split(text, separator, most ? most->integer().value_or(-1) : -1, name == "rsplit"), false);
  }
  if (name != "partition" && name != "rpartition") return std::nullopt;
  if (!separator || separator->empty()) return python_error("the separator is empty", e, "ValueError");
  const bool last = name == "rpartition";
  const size_t at = last ? text.rfind(*separator) : text.find(*separator);
  if (at == text.npos)
    return strings(last ? std::vector<std::string>{"", "", text} : std::vector<std::string>{text, "", ""}, true);
  return strings({text.substr(0, at), *separator, text.substr(at + separator->size())}, true);
}

// find, index, count and the like, between two places.
std::optional<Value> Evaluator::search_text(const std::string& text, const std::string& name, const CallArguments& args,
                                            const Expr* e) {
  const bool starts = name == "startswith", ends = name == "endswith";
  const bool finds = name == "find" || name == "index", finds_last = name == "rfind" || name == "rindex";
  if (!starts && !ends && !finds && !finds_last && name != "count") return std::nullopt;
  if (args.positional.empty()) return python_error("'" + name + "' needs a string", e);
  const auto letters = characters(text);
  const auto size = static_cast<int64_t>(letters.size());
  int64_t begin = 0, end = size;
  if (args.positional.size() > 1) begin = slice_place(args.positional[1].integer().value_or(0), size);
  if (args.positional.size() > 2) end = slice_place(args.positional[2].integer().value_or(size), size);
  std::string part;
  for (int64_t i = begin; i < end; ++i) part += letters[static_cast<size_t>(i)];
  if (!step(e, size / 8 + 1)) return Value(Failed());
  std::vector<Value> options = {args.positional[0]};
  if ((starts || ends) && options[0].list()) options = options[0].list()->items;
  for (const Value& v : options)
    if (!v.string()) return python_error("'" + name + "' needs a string, and this is " + describe(v), e);
  if (starts || ends)
    return Value(std::ranges::any_of(
        options, [&](const Value& v) { return starts ? part.starts_with(*v.string()) : part.ends_with(*v.string()); }));
  const std::string& wanted = *options[0].string();
  if (name == "count") {
    int64_t count = wanted.empty() ? end - begin + 1 : 0;
    for (size_t at = wanted.empty() ? part.npos : part.find(wanted); at != part.npos;
         at = part.find(wanted, at + wanted.size()))
      ++count;
    return Value(count);
  }
  const size_t at = finds ? part.find(wanted) : part.rfind(wanted);
  if (at != part.npos) return Value(begin + static_cast<int64_t>(characters(part.substr(0, at)).size()));
  return name.ends_with("index") ? python_error("the string has no such part", e, "ValueError") : Value(int64_t{-1});
}

std::optional<Value> Evaluator::test_text(const std::string& text, const std::string& name) {
  const auto all = [&](bool (*holds)(char)) { return Value(!text.empty() && std::ranges::all_of(text, holds)); };
  if (!name.starts_with("is")) return std::nullopt;
  if (name == "isdigit" || name == "isdecimal" || name == "isnumeric") return all(is_decimal);
  if (name == "isalpha") return all(is_letter);
  if (name == "isalnum") return all([](char c) { return is_letter(c) || is_decimal(c); });
  if (name == "isspace") return all([](char c) { return kSpaces.find(c) != kSpaces.npos; });
  if (name == "isidentifier")
    return Value(!text.empty() && !is_decimal(text[0]) &&
                 std::ranges::all_of(text, [](char c) { return is_letter(c) || is_decimal(c) || c == '_'; }));
  const bool has = std::ranges::any_of(text, is_letter);
  if (name == "isupper") return Value(has && std::ranges::none_of(text, [](char c) { return c != upper(c); }));
  if (name == "islower") return Value(has && std::ranges::none_of(text, [](char c) { return c != lower(c); }));
  return std::nullopt;
}

std::optional<Value> Evaluator::padded_text(const std::string& text, const std::string& name, const CallArguments& args,
                                            const Expr* e) {
  if (name != "ljust" && name != "rjust" && name != "center" && name != "zfill") return std::nullopt;
  const auto width = args.positional.empty() ? std::nullopt : args.positional[0].integer();
  if (!width || *width > kWidestText) return python_error("'" + name + "' needs a width", e);
  const std::string* given = args.positional.size() > 1 ? args.positional[1].string() : nullptr;
  const std::string fill = name == "zfill" ? "0" : given ? *given : " ";
  const auto size = static_cast<int64_t>(characters(text).size());
  const int64_t missing = std::max<int64_t>(0, *width - size);
  const auto fills = [&](int64_t n) {
    std::string out;
    for (int64_t i = 0; i < n; ++i) out += fill;
    return out;
  };
  if (name == "ljust") return heap_.string(text + fills(missing));
  if (name == "rjust") return heap_.string(fills(missing) + text);
  if (name == "zfill") {
    const size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    return heap_.string(text.substr(0, sign) + fills(missing) + text.substr(sign));
  }
  const int64_t left = missing / 2 + (missing & *width & 1);
  return heap_.string(fills(left) + text + fills(missing - left));
}

// upper, strip, replace and the like.
std::optional<Value> Evaluator::changed_text(const std::string& text, const std::string& name,
                                             const CallArguments& args, const Expr* e) {
  std::string out = text;
  const std::string* first = args.positional.empty() ? nullptr : args.positional[0].string();
  const bool turns = name == "upper" || name == "lower" || name == "casefold" || name == "title" ||
                     name == "capitalize" || name == "swapcase";
  if (turns && !is_ascii(text)) return not_known("'" + name + "' of letters beyond ASCII", {"letters of ASCII"}, e);
  if (turns) {
    for (size_t i = 0; i < out.size(); ++i) {
      const bool starts = name == "title" ? i == 0 || !is_letter(text[i - 1]) : name == "capitalize" && i == 0;
      const bool up = name == "upper" || starts || (name == "swapcase" && text[i] != upper(text[i]));
      out[i] = up ? upper(text[i]) : lower(text[i]);
    }
    return heap_.string(std::move(out));
  }
  if (name == "strip" || name == "lstrip" || name == "rstrip") {
    const std::string set = first ? *first : std::string(kSpaces);
    if (name != "rstrip") out.erase(0, std::min(out.find_first_not_of(set), out.size()));
    if (name != "lstrip") out.erase(out.find_last_not_of(set) + 1);
    return heap_.string(std::move(out));
  }
  if (name == "removeprefix" && first) return heap_.string(out.starts_with(*first) ? out.substr(first->size()) : out);
  if (name == "removesuffix" && first)
    return heap_.string(out.ends_with(*first) ? out.substr(0, out.size() - first->size()) : out);
  if (name != "replace" || !first || args.positional.size() < 2 || !args.positional[1].string()) return std::nullopt;
  const std::string& with = *args.positional[1].string();
  const Value* count = args.find(2, "count");
  int64_t left = count ? count->integer().value_or(-1) : -1;
  std::string result;
  for (size_t i = 0; i <= text.size();) {
    const bool here = left != 0 && text.compare(i, first->size(), *first) == 0;
    if (here) {
      result += with;
      --left;
      if (!step(e, static_cast<int64_t>(with.size() / 16 + 1))) return Value(Failed());
    }
    if (here && !first->empty()) {
      i += first->size();
    } else {
      const size_t end = i + 1;
      if (i < text.size()) result += text[i];
      i = end;
    }
  }
  return heap_.string(std::move(result));
}

Value Evaluator::string_method(const std::string& text, const std::string& name, const CallArguments& args,
                               const Expr* e) {
  if (args.failed()) return Failed();
  for (const Value& v : args.positional)
    if (v.outside()) return v;
  if (name == "format") return format_call(text, args, e);
  if (name == "join" && !args.positional.empty()) {
    const auto items = items_of(args.positional[0], e);
    if (!items) return Failed();
    std::string out;
    for (size_t i = 0; i < items->size(); ++i) {
      if ((*items)[i].outside()) return (*items)[i];
      if (!(*items)[i].string()) return python_error("join takes strings, and this is " + describe((*items)[i]), e);
      out += (i ? text : "") + *(*items)[i].string();
      if (!step(e, static_cast<int64_t>(text.size() / 16 + 1))) return Failed();
    }
    return heap_.string(std::move(out));
  }
  if (auto v = split_text(text, name, args, e)) return *v;
  if (auto v = search_text(text, name, args, e)) return *v;
  if (auto v = test_text(text, name)) return *v;
  if (auto v = padded_text(text, name, args, e)) return *v;
  if (auto v = changed_text(text, name, args, e)) return *v;
  static constexpr std::string_view others[] = {"encode",      "expandtabs", "format_map", "isascii",
                                                "isprintable", "istitle",    "maketrans",  "translate"};
  if (std::ranges::find(others, name) != std::end(others))
    return not_known("'" + name + "' of a string", {"the text that it gives"}, e);
  return python_error("a string has no '" + name + "'", e, "AttributeError");
}

}  // namespace nw::flatten
