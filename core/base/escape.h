// SPDX-License-Identifier: GPL-3.0-or-later
// Text that comes from a file (names, titles, messages) as a part of text in another language: one function a language,
// and nothing else writes such text there. Control characters, marks of text direction and bytes that are not UTF-8 are
// written out (\x1b, \u202e), so that what a person reads is what is there.
#pragma once

#include <string>
#include <string_view>

namespace nw {

// With its quotes, for C and C++. No trigraph comes of it. It is no format: print it by "%s".
std::string c_literal(std::string_view text);
// With its quotes; a reader of Python or of our scripts gets the text back. Bytes that are not UTF-8 become U+FFFD.
std::string python_literal(std::string_view text);
// With its quotes, for Graphviz. Line ends stay line ends of the label.
std::string dot_literal(std::string_view text);
// With its quotes, for Relay's text form, which knows the escapes of JSON.
std::string relay_literal(std::string_view text);
// A part of one line of a comment in C, C++, Python, Relay, assembly or LLVM IR: neither ends the comment nor goes on
// in the next line, and declares no encoding to Python. It has another character than '*' right before and behind it.
std::string comment_text(std::string_view text);
// Text, or an attribute in double quotes, of HTML or SVG. Line ends and tabs stay.
std::string html_text(std::string_view text);
// For a terminal: several lines, without its control sequences. Line ends and tabs stay.
std::string terminal_text(std::string_view text);

// Valid UTF-8: other bytes become U+FFFD.
std::string valid_utf8(std::string_view text);

// A name as an identifier of C, C++ and Python, without words that they keep for themselves: ASCII letters, digits and
// underscores.
std::string plain_identifier(std::string_view name);
// Whether it is such a name already.
bool is_plain_identifier(std::string_view name);

}  // namespace nw
