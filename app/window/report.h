// SPDX-License-Identifier: GPL-3.0-or-later
// The whole case as one HTML file to attach to an issue: facts, picture, groups, why edges are not fused, problems.
#pragma once

#include <QString>

#include "common/theme.h"
#include "common/workbench.h"
#include "graph/picture.h"
#include "workspace/pattern_view.h"

namespace nw::window {

// What a report tells of: values and shared immutable ones, so that another thread can write it.
struct ReportFacts {
  QString title;
  Diagnostics diagnostics;
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;
  std::shared_ptr<const views::Picture> picture;
  views::Theme theme;
  views::ActiveTarget target = TargetFacts();
  std::shared_ptr<const workspace::PatternView> patterns = {};  // null: no table is open
  std::string script = {};                                      // of a document that is a script on its own
};
ReportFacts report_facts(const views::Workbench& workbench, std::shared_ptr<const views::Picture> picture,
                         const views::Theme& theme, std::shared_ptr<const workspace::PatternView> patterns = {});

QString report_html(const ReportFacts& facts);
// Empty if it was written, else why not. On any thread.
QString write_report(const ReportFacts& facts, const QString& path);

}  // namespace nw::window
