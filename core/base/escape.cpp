// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/escape.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace nw {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// One character of a text: its code point, or none for a byte that is not UTF-8.
struct Character {
  std::string_view bytes;
  uint32_t code = 0;
  bool valid = true;
};

Character character_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {text.substr(at, 1), first, true};
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const Character wrong{text.substr(at, 1), first, false};
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return wrong;
  uint32_t code = first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return wrong;
    code = (code << 6) | (byte(at + i) & 0x3Fu);
  }
  const uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return wrong;
  return {text.substr(at, length), code, true};
}

// What does not show itself: controls, ends of lines and paragraphs, marks of direction, invisible characters.
bool is_hidden(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

std::string hex(uint32_t value, int digits) {
  std::string text(static_cast<size_t>(digits), '0');
  for (size_t i = text.size(); i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

// As Python writes it: \x1b, \u202e, \U000e0001.
std::string python_escape(uint32_t c) {
  if (c < 0x100) return "\\x" + hex(c, 2);
  return c < 0x10000 ? "\\u" + hex(c, 4) : "\\U" + hex(c, 8);
}

// Each character by `each`, which gives its text.
template <class Each>
std::string mapped(std::string_view text, Each&& each) {
  std::string out;
  out.reserve(text.size() + 2);
  for (size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    out += each(c);
    at += c.bytes.size();
  }
  return out;
}

std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + ((byte >> 3) & 7)),
          static_cast<char>('0' + (byte & 7))};
}

}  // namespace

std::string c_literal(std::string_view text) {
  return '"' +
         mapped(text,
                [](const Character& c) -> std::string {
                  if (c.code == '"' || c.code == '\\' || c.code == '?') return '\\' + std::string(c.bytes);
                  if (c.code == '\n') return "\\n";
                  if (c.valid && !is_hidden(c.code)) return std::string(c.bytes);
                  std::string bytes;
                  for (const char byte : c.bytes) bytes += octal(static_cast<unsigned char>(byte));
                  return bytes;
                }) +
         '"';
}

std::string python_literal(std::string_view text) {
  return '"' +
         mapped(text,
                [](const Character& c) -> std::string {
                  if (!c.valid) return "\\ufffd";
                  if (c.code == '"' || c.code == '\\') return '\\' + std::string(c.bytes);
                  if (c.code == '\n') return "\\n";
                  if (c.code == '\t') return "\\t";
                  return is_hidden(c.code) ? python_escape(c.code) : std::string(c.bytes);
                }) +
         '"';
}

std::string dot_literal(std::string_view text) {
  return '"' +
         mapped(text,
                [](const Character& c) -> std::string {
                  if (!c.valid) return kReplacement;
                  if (c.code == '"') return "\\\"";
                  if (c.code == '\\') return "\\\\";
                  if (c.code == '\n') return "\\n";
                  return is_hidden(c.code) ? '\\' + python_escape(c.code) : std::string(c.bytes);
                }) +
         '"';
}

std::string relay_literal(std::string_view text) {
  return '"' +
         mapped(text,
                [](const Character& c) -> std::string {
                  if (!c.valid) return "\\ufffd";
                  if (c.code == '"' || c.code == '\\') return '\\' + std::string(c.bytes);
                  if (c.code == '\n') return "\\n";
                  if (c.code == '\t') return "\\t";
                  if (!is_hidden(c.code)) return std::string(c.bytes);
                  if (c.code < 0x10000) return "\\u" + hex(c.code, 4);
                  const uint32_t pair = c.code - 0x10000;
                  return "\\u" + hex(0xD800 + (pair >> 10), 4) + "\\u" + hex(0xDC00 + (pair & 0x3FF), 4);
                }) +
         '"';
}

std::string comment_text(std::string_view text) {
  std::string out = mapped(text, [](const Character& c) -> std::string {
    if (!c.valid) return python_escape(c.code);
    if (c.code == '\n') return "\\n";
    return is_hidden(c.code) ? python_escape(c.code) : std::string(c.bytes);
  });
  // "*/" and "/*", also made by what was just replaced; the trigraph of a backslash; Python's "coding:".
  constexpr std::array<std::string_view, 5> pairs = {"*/", "/*",
                                                     "?"
                                                     "?",
                                                     "coding:", "coding="};
  for (const std::string_view pair : pairs)
    for (size_t at = 0; (at = out.find(pair, at)) != std::string::npos;) out.insert(at + pair.size() - 1, " ");
  if (out.ends_with('\\')) out += " .";  // or it would take the next line, or the comment's end, into it
  return out;
}

std::string html_text(std::string_view text) {
  return mapped(text, [](const Character& c) -> std::string {
    if (!c.valid) return kReplacement;
    if (c.code == '&') return "&amp;";
    if (c.code == '<') return "&lt;";
    if (c.code == '>') return "&gt;";
    if (c.code == '"') return "&quot;";
    if (c.code == '\n' || c.code == '\t' || !is_hidden(c.code)) return std::string(c.bytes);
    return python_escape(c.code);
  });
}

std::string terminal_text(std::string_view text) {
  const bool plain =
      std::ranges::all_of(text, [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t'; });
  if (plain) return std::string(text);
  return mapped(text, [](const Character& c) -> std::string {
    if (!c.valid) return python_escape(c.code);
    if (c.code == '\n' || c.code == '\t' || !is_hidden(c.code)) return std::string(c.bytes);
    return python_escape(c.code);
  });
}

std::string valid_utf8(std::string_view text) {
  return mapped(text, [](const Character& c) { return c.valid ? std::string(c.bytes) : std::string(kReplacement); });
}

std::string plain_identifier(std::string_view name) {
  // Of C11, C++17 and Python 3, in the order of the alphabet.
  static constexpr std::string_view kept[] = {
      "False",     "None",      "True",     "alignas",  "alignof",  "and",      "as",     "asm",      "assert",
      "async",     "auto",      "await",    "bool",     "break",    "case",     "catch",  "char",     "class",
      "const",     "constexpr", "continue", "decltype", "def",      "default",  "del",    "delete",   "do",
      "double",    "elif",      "else",     "enum",     "except",   "explicit", "export", "extern",   "false",
      "finally",   "float",     "for",      "friend",   "from",     "global",   "goto",   "if",       "import",
      "in",        "inline",    "int",      "is",       "lambda",   "long",     "main",   "mutable",  "namespace",
      "new",       "noexcept",  "nonlocal", "not",      "nullptr",  "operator", "or",     "pass",     "private",
      "protected", "public",    "raise",    "register", "restrict", "return",   "short",  "signed",   "sizeof",
      "static",    "struct",    "switch",   "template", "this",     "throw",    "true",   "try",      "typedef",
      "typeid",    "typename",  "union",    "unsigned", "using",    "virtual",  "void",   "volatile", "while",
      "with",      "xor",       "yield"};
  std::string text;
  for (const char c : name)
    text += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) text = "v" + text;
  return std::binary_search(std::begin(kept), std::end(kept), text) ? text + "_" : text;
}

bool is_plain_identifier(std::string_view name) {
  return !name.empty() && plain_identifier(name) == name;
}

}  // namespace nw
