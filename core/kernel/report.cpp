// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/escape.h"
#include "export/explain.h"
#include "measure/basis.h"

namespace nw::kernel {

namespace {

std::string row(std::initializer_list<std::string> cells, const char* tag = "td") {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += fmt::format("<{0}>{1}</{0}>", tag, html_text(cell));
  return text + "</tr>\n";
}

// 12.5 µs, 434 ms
std::string time_text(double us) {
  const char* const units[] = {"µs", "ms", "s"};
  size_t unit = 0;
  for (; us >= 999.5 && unit + 1 < std::size(units); ++unit) us /= 1000;
  return us < 999.5 ? fmt::format("{:.3g} {}", us, units[unit]) : fmt::format("{:.0f} {}", us, units[unit]);
}

// A bar as long as the state took, of the longest time.
std::string bar(double part) {
  return fmt::format(
      "<svg width=\"200\" height=\"12\" aria-hidden=\"true\"><rect width=\"{:.1f}\" height=\"12\" rx=\"2\" "
      "fill=\"#4a7fd0\"/></svg>",
      std::max(1.0, 200 * part));
}

std::optional<measure::Basis> basis_of(const ReportedState& state) {
  return measure::basis(state.machine, {state.median_us, state.median_us, state.mad_us, 1}, state.counters);
}

// Over a state that was measured on the same machine.
std::string gain_text(const ReportedState& before, const ReportedState& now) {
  const auto was = basis_of(before), is = basis_of(now);
  if (!was || !is) return {};
  const double gain = was->amount / is->amount;
  const std::string text = gain < 0.995 ? fmt::format("×{:.2g}", gain) : fmt::format("×{:.2f}", gain);
  return is->instructions ? text + " in instructions" : text;
}

std::string measured(const std::vector<ReportedState>& history, const std::map<std::string, int64_t>& sizes) {
  std::vector<ReportedState> states;
  for (const ReportedState& state : history)
    if (states.empty() || state.script.empty() || states.back().script != state.script) states.push_back(state);
  if (states.empty()) return {};
  std::string text = "<h2>Measured</h2>\n<table>\n" + row({"State", "Time", "±", "Gain", "Check", "Machine", ""}, "th");
  for (const ReportedState& state : states) {
    double longest = state.machine.emulated() ? 0 : state.median_us;
    const ReportedState* first = nullptr;
    for (const ReportedState& other : states) {
      if (!first && measure::comparable(other.machine, state.machine)) first = &other;
      if (measure::times_compare(other.machine, state.machine)) longest = std::max(longest, other.median_us);
    }
    std::string cells = row({state.label, time_text(state.median_us), time_text(state.mad_us),
                             first ? gain_text(*first, state) : "", state.check, measure::to_string(state.machine)});
    cells.insert(cells.rfind("</tr>"), "<td>" + (longest > 0 ? bar(state.median_us / longest) : "") + "</td>");
    text += cells;
  }
  text += "</table>\n";
  PreviewOptions options;
  options.sizes = sizes;
  for (const ReportedState& state : states)
    if (const KernelPreview shown = state.script.empty() ? KernelPreview() : preview(state.script, options); shown.nest)
      text += fmt::format("<details><summary>Loop nest of {}, {}</summary><pre>{}</pre></details>\n",
                          html_text(state.label), time_text(state.median_us), html_text(shown.printed.text()));
  return text;
}

// ", for n = 300, m = 500"
std::string for_sizes(const std::map<std::string, int64_t>& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? ", for " : ", ") + name + " = " + std::to_string(value);
  return text;
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
                        const std::vector<ReportedState>& history, const std::map<std::string, int64_t>& sizes) {
  const std::string title = html_text(preview.program.kernel_name);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{1}</style></head>"
      "<body>\n<h1>Kernel {0}</h1>\n<p>{2} flop, {3} of arguments, {4} of intermediate memory{5}.</p>\n",
      title, kStyle, in_counts(figures.flops), in_bytes(figures.bytes), in_bytes(figures.allocated_bytes),
      html_text(for_sizes(sizes)));
  if (!preview.diagnostics.empty()) {
    text += "<h2>Problems</h2>\n<pre>";
    for (const Diagnostic& d : preview.diagnostics) text += html_text(format(d)) + "\n";
    text += "</pre>\n";
  }
  text += "<h2>Script</h2>\n<pre>" + html_text(preview.text) + "</pre>\n";
  if (preview.nest) {
    const std::vector<exporting::Explanation> steps = exporting::explain(preview.program, preview.nest->bounds, sizes);
    text += "<h2>What each step does</h2>\n";
    if (steps.empty())
      text += "<p>No step shapes these loops: they run as the computation gives them.</p>\n";
    else
      text += "<table>\n" + row({"Line", "Step"}, "th");
    for (const exporting::Explanation& e : steps) text += row({std::to_string(e.line), e.sentence.english()});
    text += std::string(steps.empty() ? "" : "</table>\n") + "<h2>Loop nest</h2>\n<pre>" +
            html_text(preview.printed.text()) + "</pre>\n";
    text += "<h2>What the loops cost</h2>\n<table>\n" + row({"Loop", "Runs", "Flop a run", "Touches", "Fits"}, "th");
    for (const LoopFigures& loop : figures.loops)
      text += row({preview.printed.lines[loop.nest_line].text, in_counts(loop.runs), in_counts(loop.flops),
                   in_bytes(loop.bytes), loop.memory});
    text += "</table>\n";
  }
  return text + measured(history, sizes) + "</body></html>\n";
}

}  // namespace nw::kernel
