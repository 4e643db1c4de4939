// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_timeline.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <map>

#include "models/node_text.h"
#include "models/number_text.h"
#include "models/overlay.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

struct TimelineTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::RunTimeline)
};

QString about(const RunTimeline::Call& call, const measure::Trace::Span& span) {
  const measure::KernelEntry& entry = span.entry;
  QStringList lines{TimelineTexts::tr("%1, %2").arg(call.title, QString::fromStdString(entry.node)),
                    TimelineTexts::tr("%1, after %2").arg(duration_text(entry.time), duration_text(span.begin))};
  if (entry.flops > 0 && entry.time > 0)
    lines << TimelineTexts::tr("%1 operations, %2")
                 .arg(number_text(entry.flops), speed_text(entry.flops / entry.time * 1e-3));
  if (entry.bytes > 0)
    lines << TimelineTexts::tr("%1 read and written").arg(bytes_text(static_cast<double>(entry.bytes)));
  return lines.join(QLatin1Char('\n'));
}

// How many enclose each: those that began before it and have not ended.
void find_levels(RunTimeline& run) {
  std::vector<double> ends;  // of those that are open, outermost first
  for (RunTimeline::Call& call : run.calls) {
    while (!ends.empty() && ends.back() <= call.begin) ends.pop_back();
    call.level = static_cast<int>(ends.size());
    run.levels = std::max(run.levels, call.level + 1);
    ends.push_back(call.end);
  }
}

}  // namespace

std::shared_ptr<const RunTimeline> make_run_timeline(const measure::Trace& trace, const model::OperatorTable& table) {
  auto run = std::make_shared<RunTimeline>();
  if (!table.graph) return run;
  std::map<GroupId, QString> group_titles;
  for (size_t i = 0; i < table.rows.size(); ++i)
    if (table.rows[i].is_group) group_titles[table.rows[i].group] = QString::fromStdString(table.titles[i]);
  for (const measure::Trace::Span& span : trace.spans) {
    RunTimeline::Call call;
    call.begin = span.begin;
    call.end = span.begin + span.entry.time;
    call.node = table.graph->find(span.entry.node);
    call.group = span.entry.group;
    if (const auto group = group_titles.find(call.group); group != group_titles.end())
      call.title = group->second;
    else
      call.title = QString::fromStdString(span.entry.task.empty() ? span.entry.node : span.entry.task);
    call.about = about(call, span);
    run->end = std::max(run->end, call.end);
    run->calls.push_back(std::move(call));
  }
  // What encloses others comes before them.
  std::ranges::stable_sort(run->calls, [](const RunTimeline::Call& a, const RunTimeline::Call& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  find_levels(*run);
  run->memory = trace.memory;
  for (const measure::Trace::Memory& each : run->memory) run->most_bytes = std::max(run->most_bytes, each.bytes);
  return run;
}

}  // namespace nw::views
