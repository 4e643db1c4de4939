// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_runners.h"

#include "common/text.h"
#include "common/workbench.h"
#include "models/window_words.h"
#include "targets/target_list.h"
#include "tune/records.h"
#include "tune/tune_options.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Why a target cannot share a search with machines of these facts; empty: it can.
QString why_no_runner(const TargetEntry& entry, const TargetFacts& machine) {
  if (!entry.runs()) return entry.why.isEmpty() ? state_text(entry) : entry.why;
  if (!entry.facts) return TuningRunners::tr("What it is becomes known once it is connected");
  const std::vector<std::string> differences = tune::differences(machine, *entry.facts);
  return differences.empty() ? QString()
                             : TuningRunners::tr("Another machine: %1").arg(window_words(differences.front()));
}

}  // namespace

TuningRunners::TuningRunners(const Workbench& workbench, const TargetList& targets, TuneOptions& options,
                             QObject* parent)
    : QObject(parent), workbench_(workbench), targets_(targets), options_(options) {
  for (const auto signal : {&TargetList::changed, &TargetList::statesChanged})
    connect(&targets_, signal, this, &TuningRunners::update);
  update();
}

void TuningRunners::update() {
  QString active = qs(workbench_.target().id);
  std::vector<TuneRunner> others;
  for (const TargetEntry& entry : targets_.entries()) {
    if (entry.id == targets_.active())
      active = entry.title();
    else
      others.push_back({qs(entry.id), entry.title(), why_no_runner(entry, workbench_.target())});
  }
  options_.setRunners(active, others);
}

Result<std::vector<target::Connection>> TuningRunners::chosen() const {
  std::vector<target::Connection> connections;
  for (const QString& id : options_.settings().runners) {
    Result<target::Connection> connection = targets_.connection(ss(id));
    if (!connection.value) return std::move(connection.diagnostics);
    connections.push_back(std::move(*connection.value));
  }
  return connections;
}

}  // namespace nw::window
