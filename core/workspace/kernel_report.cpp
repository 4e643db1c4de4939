// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kernel_report.h"

#include <fmt/format.h>

#include "export/explain.h"

namespace nw::workspace {

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string row(std::initializer_list<std::string> cells, const char* tag = "td") {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
  return text + "</tr>\n";
}

constexpr const char* kStyle =
    "body{font:15px/1.5 Inter,sans-serif;max-width:1100px;margin:32px auto;padding:0 "
    "16px;color:#1a1e24;background:#fff}"
    "pre{font:13px/1.45 'JetBrains Mono',monospace;background:#f4f5f7;padding:12px;overflow:auto;border-radius:8px}"
    "table{border-collapse:collapse}td,th{text-align:left;padding:4px 12px;border-bottom:1px solid #dfe3e8}"
    "@media(prefers-color-scheme:dark){body{color:#e4e8ec;background:#15181b}pre{background:#22262b}"
    "td,th{border-color:#2d3238}}";

}  // namespace

std::string kernel_html(const KernelPreview& preview, const NestFigures& figures,
                        const std::vector<ReportedState>& history) {
  const std::string title = escaped(preview.program.kernel_name);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{1}</style></head>"
      "<body>\n<h1>Kernel {0}</h1>\n<p>{2} flop, {3} of arguments, {4} of intermediate memory.</p>\n",
      title, kStyle, in_counts(figures.flops), in_bytes(figures.bytes), in_bytes(figures.allocated_bytes));
  if (!preview.diagnostics.empty()) {
    text += "<h2>Problems</h2>\n<pre>";
    for (const Diagnostic& d : preview.diagnostics) text += escaped(format(d)) + "\n";
    text += "</pre>\n";
  }
  text += "<h2>Script</h2>\n<pre>" + escaped(preview.text) + "</pre>\n";
  if (preview.nest) {
    text += "<h2>What each step does</h2>\n<table>\n" + row({"Line", "Step"}, "th");
    for (const exporting::Explanation& e : exporting::explain(preview.text, preview.program, preview.nest->bounds))
      text += row({std::to_string(e.line), e.sentence});
    text += "</table>\n<h2>Loop nest</h2>\n<pre>" + escaped(preview.printed.text()) + "</pre>\n";
    text += "<h2>What the loops cost</h2>\n<table>\n" + row({"Loop", "Runs", "Flop a run", "Touches", "Fits"}, "th");
    for (const LoopFigures& loop : figures.loops)
      text += row({preview.printed.lines[loop.nest_line].text, in_counts(loop.runs), in_counts(loop.flops),
                   in_bytes(loop.bytes), loop.memory});
    text += "</table>\n";
  }
  if (!history.empty()) {
    text += "<h2>Measured</h2>\n<table>\n" + row({"State", "Time", "±", "Check"}, "th");
    for (const ReportedState& state : history)
      text += row({state.label, fmt::format("{:.1f} µs", state.median_us), fmt::format("{:.1f} µs", state.mad_us),
                   state.check});
    text += "</table>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace nw::workspace
