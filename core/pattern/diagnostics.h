// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a pattern table, at line and column.
#pragma once

#include "base/diagnostic.h"
#include "pattern/table.h"
#include "pattern/token_cursor.h"

namespace nw::pattern {

Diagnostic cannot_read(const Mistake& mistake, const std::string& table);       // NW3101, NW3102, NW3112, NW3117
Diagnostic listed_twice(const std::string& name, TextSpan at, int first_line);  // NW3103
Diagnostic bare_operator(const std::string& op, TextSpan at, const std::string& table);  // NW3104
// NW3105. `verdict`: at the first of these places.
Diagnostic check_without_answer(const std::string& name, const Verdict& verdict, size_t places,
                                const std::string& table);
Diagnostic trials_cut(const std::string& name, TextSpan at);  // NW3106
Diagnostic never_ends(const std::string& rule, const std::string& node, int round, int applications,
                      TextSpan at);  // NW3110
Diagnostic another_type(const std::string& rule, const std::string& node, const std::string& expected,
                        const std::string& found, TextSpan at);  // NW3111
Diagnostic unmatched_name(const std::string& rule, const std::string& name, const std::string& node,
                          TextSpan at);  // NW3112
Diagnostic wrong_replacement(const std::string& rule, const std::string& node, const std::string& why,
                             TextSpan at);  // NW3117
Diagnostic type_not_known(const std::string& rule, const std::string& node, const std::string& before,
                          const std::string& after, TextSpan at);  // NW3118
Diagnostic no_one_result(const std::string& why);                  // NW3115
Diagnostic no_rule_applied(const Table& table);                    // NW3116

// The edit of a line that puts `text` where `at` is.
Fix replace_in_line(const std::string& table, TextSpan at, const std::string& text, std::string title);
// The text of a piece; empty where it goes over several lines.
std::string written_at(const std::string& table, TextSpan at);
// A line of a text, counted from 1; empty if there is none.
std::string line_of_text(const std::string& text, int line);

}  // namespace nw::pattern
