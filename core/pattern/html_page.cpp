// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/escape.h"

namespace nw::pattern {

std::vector<Reason> by_reason(const std::vector<NearMiss>& misses) {
  std::vector<Reason> reasons;
  std::map<std::tuple<std::string, MissKind, std::string, std::string>, size_t> known;
  for (const NearMiss& miss : misses) {
    // Of nodes and composites, the names differ from place to place.
    const bool by_name =
        miss.kind == MissKind::SameNode || miss.kind == MissKind::UsedOutside || miss.kind == MissKind::NotDominated;
    const auto [at, is_new] = known.try_emplace(
        {miss.name, miss.kind, by_name ? "" : miss.expected, by_name ? "" : miss.found}, reasons.size());
    if (is_new) reasons.push_back({miss.name, miss.kind, by_name ? "" : miss.expected, by_name ? "" : miss.found, {}});
    reasons[at->second].places.push_back(&miss);
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.places.size() > b.places.size(); });
  return reasons;
}

std::string sentence(const Reason& reason) {
  const std::string places = fmt::format("{} place{}: ", reason.places.size(), reason.places.size() == 1 ? "" : "s");
  switch (reason.kind) {
    case MissKind::SameNode:
      return places + "the same pattern stands for another node already";
    case MissKind::UsedOutside:
      return places + "something outside reads what is inside";
    case MissKind::NotDominated:
      return places + "not every use of the parent flows into the root";
    case MissKind::Taken:
      return places + fmt::format("taken by {}", reason.found);
    case MissKind::Check:
      return places + fmt::format("the check {} gives {}", reason.expected, reason.found);
    default:
      return places + fmt::format("{} where {} is wanted", reason.found, reason.expected);
  }
}

namespace {

constexpr size_t kMostRows = 200;  // of one list: a page is for reading

constexpr const char* kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body { font: 15px/1.5 sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top;
  padding: 0.3em 0.8em 0.3em 0; border-bottom: 1px solid #ddd; }
code, pre { font-family: monospace; overflow-wrap: anywhere; } .kind { color: #8a4b00; } .fix { color: #1b6e2f; }
details { margin: 0.3em 0; } summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; } td, th { border-color: #444; }
  .kind { color: #e0a458; } .fix { color: #7bc98c; } }
</style>
)";

class Page {
 public:
  Page(const graph::Graph& graph, const Table& table, const Composites& found)
      : graph_(graph), table_(table), found_(found) {}

  std::string run(const std::string& model) {
    text_ = kPageHead;
    text_ += fmt::format("<title>{0}</title>\n</head>\n<body>\n<h1>{0}</h1>\n", html_text("Patterns in " + model));
    text_ += fmt::format("<p>{} composite{}, {} near miss{}.</p>\n", found_.list.size(),
                         found_.list.size() == 1 ? "" : "s", found_.near_misses.size() + found_.left_out,
                         found_.near_misses.size() + found_.left_out == 1 ? "" : "es");
    lines();
    composites();
    misses();
    text_ += "</body>\n</html>\n";
    return std::move(text_);
  }

 private:
  std::string name(NodeId id) const { return id.valid() ? graph_.node(id).name : std::string(); }

  void lines() {
    text_ += "<h2>The table</h2>\n<table>\n<tr><th>Line</th><th>Name</th><th>Takes</th><th>Pattern</th></tr>\n";
    for (const Listed& line : table_.listed) {
      const auto takes = std::count_if(found_.list.begin(), found_.list.end(),
                                       [&](const Composite& each) { return each.name == line.name; });
      text_ += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>\n", line.at.line,
                           html_text(line.name), line.replacement ? std::string("a rule") : std::to_string(takes),
                           html_text(line.text));
    }
    text_ += "</table>\n";
  }

  void composites() {
    text_ +=
        "<h2>What is taken</h2>\n<table>\n<tr><th>Name</th><th>Root</th><th>Operators</th><th>Arguments</th></tr>\n";
    size_t rows = 0;
    for (const Composite& each : found_.list) {
      if (++rows > kMostRows) break;
      std::string ops, arguments;
      for (size_t i = 0; i < each.ops.size(); ++i)
        ops += fmt::format("{}{} <code>{}</code>", i ? "<br>" : "", html_text(each.ops[i]),
                           html_text(name(each.calls[i])));
      for (const std::string& argument : each.argument_names)
        arguments += fmt::format("{}<code>{}</code>", arguments.empty() ? "" : ", ", html_text(argument));
      text_ += fmt::format("<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n", html_text(each.name),
                           html_text(name(each.root)), ops, arguments);
    }
    text_ += "</table>\n";
    if (found_.list.size() > kMostRows) more(found_.list.size() - kMostRows);
  }

  void more(size_t count) { text_ += fmt::format("<p>and {} more</p>\n", count); }

  void misses() {
    text_ += "<h2>What is not taken, by reason</h2>\n";
    const std::vector<Reason> reasons = by_reason(found_.near_misses);
    for (size_t i = 0; i < reasons.size() && i < kMostRows; ++i) reason(reasons[i]);
    if (reasons.size() > kMostRows) more(reasons.size() - kMostRows);
    if (reasons.empty()) text_ += "<p>Nothing comes near.</p>\n";
  }

  void reason(const Reason& each) {
    text_ += fmt::format("<details><summary><b>{}</b> <span class=\"kind\">{}</span> {}</summary>\n<table>\n",
                         html_text(each.name), to_string(each.kind), html_text(sentence(each)));
    size_t rows = 0;
    for (const NearMiss* miss : each.places) {
      if (++rows > kMostRows) break;
      text_ += fmt::format("<tr><td><code>{}</code></td><td>{}{}</td></tr>\n", html_text(miss->root_name),
                           html_text(miss->text),
                           miss->fix ? "<br><span class=\"fix\">" + html_text(miss->fix->title) + "</span>" : "");
    }
    text_ += "</table>\n";
    if (each.places.size() > kMostRows) more(each.places.size() - kMostRows);
    text_ += "</details>\n";
  }

  const graph::Graph& graph_;
  const Table& table_;
  const Composites& found_;
  std::string text_;
};

}  // namespace

std::string html_page(const graph::Graph& graph, const Table& table, const Composites& found,
                      const std::string& model_name) {
  return Page(graph, table, found).run(model_name);
}

}  // namespace nw::pattern
