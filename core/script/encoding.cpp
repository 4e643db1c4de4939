// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/encoding.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::script {

namespace {

Diagnostic refused(std::string message, TextSpan at) {
  Diagnostic d;
  d.code = "NW2001";
  d.message = std::move(message);
  d.where.push_back(at_span(at));
  return d;
}

TextSpan place_of(std::string_view text, size_t at) {
  const auto line = static_cast<int>(std::ranges::count(text.substr(0, at), '\n')) + 1;
  const size_t start = text.substr(0, at).rfind('\n');
  return {line, static_cast<int>(at - (start == std::string_view::npos ? 0 : start + 1)) + 1, 1};
}

// Bytes of the character that begins here; 0 if none does.
size_t character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xc2 && first < 0xe0 ? 2
                        : first >= 0xe0 && first < 0xf0 ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  return length;
}

}  // namespace

std::optional<Diagnostic> not_utf8(std::string_view text) {
  using namespace std::string_view_literals;
  const bool little = text.starts_with("\xff\xfe"sv), big = text.starts_with("\xfe\xff"sv);
  const bool wide = text.starts_with("\xff\xfe\0\0"sv) || text.starts_with("\0\0\xfe\xff"sv);
  if (little || big || wide)
    return refused(fmt::format("this text is in UTF-{}, and a script is read as UTF-8; convert it", wide ? 32 : 16),
                   {1, 1, 1});
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '\0')
      return refused(at <= 1 && text.size() > 3 && (text[at + 2] == '\0' || text[1] == '\0')
                         ? "this text looks like UTF-16, and a script is read as UTF-8; convert it"
                         : "a NUL byte stands here, so this is no text",
                     place_of(text, at));
    const size_t length = character(text.substr(at));
    if (length == 0)
      return refused(fmt::format("the byte 0x{:02x} is not UTF-8, as which a script is read; convert the text",
                                 static_cast<unsigned char>(text[at])),
                     place_of(text, at));
    at += length;
  }
  return std::nullopt;
}

}  // namespace nw::script
