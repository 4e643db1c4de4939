// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/target_entries.h"

#include <QCoreApplication>
#include <algorithm>

#include "base/local_cpu.h"

namespace nw::views {

namespace {

struct EntryTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::TargetEntry)
};

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

TargetState state_of(const std::string& word) {
  if (word == "described") return TargetState::Described;
  if (word == "not trusted") return TargetState::NotTrusted;
  if (word == "found") return TargetState::Found;
  if (word == "off") return TargetState::Off;
  return TargetState::Failed;
}

TargetEntry of_registry(const target::Target& target) {
  TargetEntry entry;
  entry.id = target.id;
  entry.name = text_of(target.name.empty() ? target.id : target.name);
  entry.kind = text_of(target.kind);
  entry.state = state_of(target.state);
  entry.why = text_of(target.why);
  entry.plugin = target.plugin;
  entry.version = target.version;
  entry.carrier = target.carrier;
  entry.host = target.host;
  entry.facts = target.facts;
  entry.problems = target.problems;
  return entry;
}

}  // namespace

bool TargetEntry::here() const {
  return id == kLocalCpu;
}

// A schedule needs the facts; a connection that is made on request has them.
bool TargetEntry::selectable() const {
  return here() || facts || runs();
}

bool TargetEntry::runs() const {
  switch (state) {
    case TargetState::Found:
    case TargetState::Off:
    case TargetState::Connecting:
    case TargetState::Ready:
    case TargetState::Busy:
    case TargetState::Lost:
      return true;
    case TargetState::Failed:
      return kept;
    case TargetState::Described:
    case TargetState::NotTrusted:
    case TargetState::NotHere:
      break;
  }
  return false;
}

QString TargetEntry::title() const {
  const QString shown = text_of(id);
  if (here()) return EntryTexts::tr("This computer · %1").arg(name);
  return name == shown || name.isEmpty() ? shown : QStringLiteral("%1 · %2").arg(shown, name);
}

QString state_word(TargetState state) {
  switch (state) {
    case TargetState::Found:
      return EntryTexts::tr("found");
    case TargetState::Off:
      return EntryTexts::tr("off");
    case TargetState::Connecting:
      return EntryTexts::tr("connecting");
    case TargetState::Ready:
      return EntryTexts::tr("ready");
    case TargetState::Busy:
      return EntryTexts::tr("busy");
    case TargetState::Lost:
      return EntryTexts::tr("lost");
    case TargetState::Described:
      return EntryTexts::tr("described");
    case TargetState::NotTrusted:
      return EntryTexts::tr("not trusted");
    case TargetState::Failed:
      return EntryTexts::tr("failed");
    case TargetState::NotHere:
      break;
  }
  return EntryTexts::tr("not connected here");
}

QString state_text(const TargetEntry& entry) {
  if (entry.state == TargetState::Busy && entry.waiting > 0)
    return EntryTexts::tr("busy, %n waiting", nullptr, entry.waiting);
  if (entry.state == TargetState::Lost && entry.next_try)
    return EntryTexts::tr("lost, next try in %1 s").arg(*entry.next_try);
  return state_word(entry.state);
}

static TargetState state_of(target::ConnectionPhase phase) {
  switch (phase) {
    case target::ConnectionPhase::Connecting:
      return TargetState::Connecting;
    case target::ConnectionPhase::Ready:
      return TargetState::Ready;
    case target::ConnectionPhase::Busy:
      return TargetState::Busy;
    case target::ConnectionPhase::Lost:
      return TargetState::Lost;
    case target::ConnectionPhase::Failed:
      return TargetState::Failed;
    case target::ConnectionPhase::Idle:
      break;
  }
  return TargetState::Found;
}

void set_connection(TargetEntry& entry, const std::optional<target::ConnectionState>& state, int running) {
  entry.kept = state.has_value();
  if (!state && running == 0 && entry.state == TargetState::Off) return;
  entry.state = state ? state_of(state->phase) : TargetState::Found;
  if (running > 0 && !state) entry.state = TargetState::Busy;
  entry.waiting = std::max(running - 1, 0);
  entry.next_try.reset();
  entry.problems.clear();
  entry.why.clear();
  if (!state) return;
  if (state->next_try) entry.next_try = state->seconds_to_next_try(target::ConnectionState::Clock::now());
  entry.problems = state->why;
  if (!state->why.empty()) entry.why = text_of(state->why.front().message);
}

std::vector<TargetEntry> target_entries(const std::vector<target::Target>& registered,
                                        const std::vector<TargetFacts>& of_files,
                                        const std::vector<std::string>& named_by_document) {
  std::vector<TargetEntry> entries;
  for (const target::Target& target : registered) entries.push_back(of_registry(target));
  for (const TargetFacts& facts : of_files) {
    TargetEntry entry;
    entry.id = facts.id;
    entry.name = text_of(facts.name.empty() ? facts.id : facts.name);
    entry.kind = text_of(facts.kind);
    entry.state = TargetState::Described;
    entry.why = EntryTexts::tr("described only: it is known by its facts, nothing runs there");
    entry.facts = facts;
    entry.of_file = true;
    entries.push_back(std::move(entry));
  }
  for (const std::string& id : named_by_document) {
    if (entry_of(entries, id)) continue;
    TargetEntry entry;
    entry.id = id;
    entry.name = text_of(id);
    entry.state = TargetState::NotHere;
    entry.why = EntryTexts::tr("The project was used with this target, and there is none of that name here");
    entries.push_back(std::move(entry));
  }
  return entries;
}

const TargetEntry* entry_of(const std::vector<TargetEntry>& entries, const std::string& id) {
  const auto found = std::ranges::find(entries, id, &TargetEntry::id);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace nw::views
