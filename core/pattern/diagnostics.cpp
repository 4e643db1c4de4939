// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::pattern {

std::string line_of_text(const std::string& text, int line) {
  size_t begin = 0;
  for (int i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  std::string found = text.substr(begin, text.find('\n', begin) - begin);
  if (found.ends_with('\r')) found.pop_back();
  return found;
}

namespace {

// The byte where a letter of a line begins; columns count from 1.
size_t byte_of(const std::string& line, int column) {
  int now = 1;
  for (size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) continue;
    if (now++ == column) return i;
  }
  return line.size();
}

Diagnostic at(const char* code, Severity severity, std::string message, TextSpan span) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  d.where.push_back(at_span(span));
  return d;
}

}  // namespace

Fix replace_in_line(const std::string& table, TextSpan at, const std::string& text, std::string title) {
  std::string line = line_of_text(table, at.line);
  const size_t begin = byte_of(line, at.column);
  const size_t end = byte_of(line, at.column + at.length);
  line.replace(begin, end - begin, text);
  return {std::move(title), {{Edit::Kind::Replace, at.line, std::move(line)}}};
}

std::string written_at(const std::string& table, TextSpan at) {
  if (!at.valid() || at.length == 0) return {};
  const std::string line = line_of_text(table, at.line);
  const size_t begin = byte_of(line, at.column);
  const std::string text = line.substr(begin, byte_of(line, at.column + at.length) - begin);
  const auto unbalanced = [&](char open, char close) {
    return std::count(text.begin(), text.end(), open) != std::count(text.begin(), text.end(), close);
  };
  return unbalanced('(', ')') || unbalanced('[', ']') || unbalanced('{', '}') ? std::string() : text;
}

namespace {

// In quotes where what is written is.
void append_names(Diagnostic& d, const Mistake& mistake, const std::string& table) {
  if (mistake.at.length <= 0) return;
  const std::string written = written_at(table, mistake.at);
  const bool quoted = written.starts_with('"') || written.starts_with('\'');
  for (const std::string& name : mistake.meant) {
    d.legal.push_back(name);
    d.fixes.push_back(
        replace_in_line(table, mistake.at, quoted ? '"' + name + '"' : name, fmt::format("write `{}`", name)));
  }
}

}  // namespace

Diagnostic cannot_read(const Mistake& mistake, const std::string& table) {
  const bool unreadable = mistake.code == Mistake().code;
  Diagnostic d = at(mistake.code.c_str(), Severity::Error,
                    unreadable ? "the line cannot be read: " + mistake.what : mistake.what, mistake.at);
  d.legal = mistake.legal;
  append_names(d, mistake, table);
  return d;
}

Diagnostic listed_twice(const std::string& name, TextSpan span, int first_line) {
  return at("NW3103", Severity::Error,
            fmt::format("`{}` is listed twice; line {} has the name already", name.substr(0, 100), first_line), span);
}

Diagnostic bare_operator(const std::string& op, TextSpan span, const std::string& table) {
  Diagnostic d =
      at("NW3104", Severity::Warning,
         fmt::format("`is_op(\"{0}\")` is the operator {0}, not a call of it, and matches no value", op), span);
  const std::string line = line_of_text(table, span.line);
  const size_t begin = byte_of(line, span.column);
  const std::string written = line.substr(begin, byte_of(line, span.column + span.length) - begin);
  d.fixes.push_back(
      replace_in_line(table, span, written + "(None)", fmt::format("match a call of {} with any arguments", op)));
  return d;
}

Diagnostic check_without_answer(const std::string& name, const Verdict& verdict, size_t places,
                                const std::string& table) {
  Diagnostic d = at("NW3105", Severity::Warning,
                    fmt::format("the check of {} has no answer at {} {}, which counts as no: {}", name.substr(0, 100),
                                places, places == 1 ? "place" : "places", verdict.error),
                    verdict.span);
  if (verdict.meant)
    d.fixes.push_back(replace_in_line(table, verdict.meant->first, verdict.meant->second,
                                      fmt::format("write `{}`", verdict.meant->second)));
  return d;
}

Diagnostic trials_cut(const std::string& name, TextSpan span) {
  return at("NW3106", Severity::Warning,
            fmt::format("the pattern {} was not tried to its end: it has too many ways to go on", name.substr(0, 100)),
            span);
}

Diagnostic never_ends(const std::string& rule, const std::string& node, int round, int applications, TextSpan span) {
  Diagnostic d = at("NW3110", Severity::Error,
                    fmt::format("the rules never end: after {} applications {} still changes the model{}{}",
                                applications, rule.substr(0, 100), node.empty() ? "" : ", last at ", node),
                    span);
  d.because.push_back(fmt::format("round {} of the rules made the change", round));
  d.legal.push_back("a replacement in which no rule's pattern matches again");
  return d;
}

Diagnostic another_type(const std::string& rule, const std::string& node, const std::string& expected,
                        const std::string& found, TextSpan span) {
  Diagnostic d = at(
      "NW3111", Severity::Error,
      fmt::format("the rule {} is not applied at {}: {} would become {}", rule.substr(0, 100), node, expected, found),
      span);
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic wrong_replacement(const std::string& rule, const std::string& node, const std::string& why, TextSpan span) {
  Diagnostic d =
      at("NW3117", Severity::Error,
         fmt::format("the rule {} is not applied at {}: in its replacement, {}", rule.substr(0, 100), node, why), span);
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic type_not_known(const std::string& rule, const std::string& node, const std::string& before,
                          const std::string& after, TextSpan span) {
  Diagnostic d = at("NW3118", Severity::Warning,
                    fmt::format("whether the rule {} keeps the type at {} is not known: {} becomes {}",
                                rule.substr(0, 100), node, before, after),
                    span);
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic no_one_result(const std::string& why) {
  Diagnostic d;
  d.code = "NW3115";
  d.message = "no pattern comes of the selection: " + why;
  d.legal.push_back("nodes of which one is read by no other of them");
  return d;
}

Diagnostic no_rule_applied(const Table& table) {
  const auto rules = std::ranges::count_if(table.listed, [](const Listed& l) { return l.replacement != nullptr; });
  Diagnostic d;
  d.code = "NW3116";
  d.severity = Severity::Warning;
  d.message = rules == 0 ? "the table has no rule, so the model is as it was"
                         : fmt::format("no rule of the table applies, so the model is as it was ({} {})", rules,
                                       rules == 1 ? "rule" : "rules");
  return d;
}

Diagnostic unmatched_name(const std::string& rule, const std::string& name, const std::string& node, TextSpan span) {
  Diagnostic d = at("NW3112", Severity::Error,
                    fmt::format("the rule {} is not applied at {}: its pattern matches nothing there by the name `{}`",
                                rule.substr(0, 100), node, name),
                    span);
  d.where.push_back(at_node(node));
  return d;
}

}  // namespace nw::pattern
