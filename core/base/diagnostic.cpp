// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostic.h"

#include <algorithm>
#include <map>

namespace nw {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "error";
}

Place at_line(int line, int column, int length) {
  return at_span({line, column, length});
}

Place at_span(TextSpan span) {
  Place place;
  place.span = span;
  return place;
}

Place at_stage(std::string stage, std::string axis) {
  Place place;
  place.stage = std::move(stage);
  place.axis = std::move(axis);
  return place;
}

Place at_node(std::string node) {
  Place place;
  place.node = std::move(node);
  return place;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

void append(Diagnostics& to, Diagnostics from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

namespace {

constexpr size_t kLongest = 1000, kMaxEntries = 100;

// Where the character that the byte belongs to begins.
size_t start_of_character(const std::string& text, size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

void shorten(std::string& text) {
  if (text.size() <= kLongest) return;
  const size_t head = start_of_character(text, kLongest * 2 / 3),
               tail = start_of_character(text, text.size() - kLongest / 5);
  text = text.substr(0, head) + " … (" + std::to_string(tail - head) + " bytes) … " + text.substr(tail);
}

void shorten(std::vector<std::string>& list) {
  if (list.size() > kMaxEntries) {
    const size_t more = list.size() - kMaxEntries;
    list.resize(kMaxEntries);
    list.push_back("… and " + std::to_string(more) + " more");
  }
  for (std::string& text : list) shorten(text);
}

}  // namespace

Diagnostic shortened(Diagnostic d) {
  shorten(d.message);
  shorten(d.because);
  shorten(d.legal);
  for (Place& place : d.where) {
    shorten(place.stage);
    shorten(place.axis);
    shorten(place.node);
  }
  for (Fix& fix : d.fixes) shorten(fix.title);
  return d;
}

int line_of(const Diagnostic& diagnostic) {
  for (const Place& place : diagnostic.where)
    if (place.span.valid()) return place.span.line;
  return 0;
}

namespace {

// "FILE:12:3: ", with as much of it as is known.
std::string place_prefix(const Diagnostic& d, std::string_view file) {
  for (const Place& place : d.where) {
    std::string name = place.file.empty() ? std::string(file) : place.file;
    if (place.span.valid()) {
      std::string text = name.empty() ? std::string("line ") : name + ":";
      return text + std::to_string(place.span.line) + ":" + std::to_string(place.span.column) + ": ";
    }
    if (place.byte_offset >= 0) {
      return (name.empty() ? std::string() : name + ": ") + "byte " + std::to_string(place.byte_offset) + ": ";
    }
    if (!place.node.empty()) return (name.empty() ? std::string() : name + ": ") + "node " + place.node + ": ";
  }
  return file.empty() ? std::string() : std::string(file) + ": ";
}

}  // namespace

std::string format(const Diagnostic& whole, std::string_view file) {
  const Diagnostic d = shortened(whole);
  std::string out = place_prefix(d, file);
  out += to_string(d.severity);
  out += ": " + d.message + " [" + d.code + "]\n";
  for (const std::string& fact : d.because) out += "  because " + fact + "\n";
  if (!d.legal.empty()) {
    out += "  legal:";
    const char* separator = " ";
    for (const std::string& choice : d.legal) {
      out += separator + choice;
      separator = ", ";
    }
    out += "\n";
  }
  for (const Fix& fix : d.fixes) {
    out += "  fix: " + fix.title + "\n";
    for (const Edit& edit : fix.edits) {
      const char* mark = edit.kind == Edit::Kind::Insert ? "+" : edit.kind == Edit::Kind::Delete ? "-" : "~";
      std::string text = edit.text;
      shorten(text);
      out += "    " + std::to_string(edit.line) + mark + " " + text + "\n";
    }
  }
  return out;
}

std::string apply_fix(std::string_view text, const Fix& fix) {
  std::vector<std::string> lines;
  bool ends_with_newline = !text.empty() && text.back() == '\n';
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find_first_of("\r\n", start), text.size());
    const bool both = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
    end += both;
    lines.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  if (ends_with_newline) lines.pop_back();

  std::vector<const Edit*> edits;
  for (const Edit& edit : fix.edits) edits.push_back(&edit);
  // Bottom up; at one line the later edit of the list goes in first, so that two inserts keep their order.
  std::reverse(edits.begin(), edits.end());
  std::stable_sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) {
    if (a->line != b->line) return a->line > b->line;
    return a->kind != Edit::Kind::Insert && b->kind == Edit::Kind::Insert;
  });
  const auto count = static_cast<int>(lines.size());
  for (const Edit* edit : edits) {
    const bool insert = edit->kind == Edit::Kind::Insert;
    if (edit->line < 1 || edit->line > count + (insert ? 1 : 0)) continue;
    auto at = lines.begin() + (edit->line - 1);
    if (insert)
      lines.insert(at, edit->text);
    else if (edit->kind == Edit::Kind::Replace)
      *at = edit->text;
    else
      lines.erase(at);
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    out += lines[i];
    if (i + 1 < lines.size() || ends_with_newline) out += '\n';
  }
  return out;
}

}  // namespace nw
