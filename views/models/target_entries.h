// SPDX-License-Identifier: GPL-3.0-or-later
// The targets that a window can be used with, as rows: those of the registry, devices known by a file of their facts,
// and ids that the document names and nobody here knows.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "target/connection_state.h"
#include "target/registry.h"

namespace nw::views {

enum class TargetState { Found, Off, Connecting, Ready, Busy, Lost, Described, NotTrusted, Failed, NotHere };

struct TargetEntry {
  std::string id;
  QString name;  // for people; the id where nothing better is known
  QString kind;  // "cpu", "gpu"; empty: not known
  TargetState state = TargetState::Found;
  QString why;                       // it is in that state; empty: there is nothing to say
  std::string plugin, version;       // that serves it
  std::string carrier, host;         // how it is reached
  std::optional<TargetFacts> facts;  // none: only a connection can tell
  Diagnostics problems;
  bool of_file = false;         // known by a file of facts
  bool of_user = false;         // in the user's list, where it can be changed
  bool kept = false;            // a connection to it is kept, or was asked for
  int waiting = 0;              // Busy: what waits behind the one that runs
  std::optional<int> next_try;  // Lost: seconds

  bool here() const;        // this computer's processors
  bool selectable() const;  // a kernel can be scheduled for it
  bool runs() const;        // or it can be tried
  QString title() const;    // "riscv64-v · cross:riscv64-v": name and id, once where they are the same
};

QString state_word(TargetState state);         // "found", "described", …
QString state_text(const TargetEntry& entry);  // "busy, 2 waiting", "lost, next try in 3 s"
// What is known of its connection; nothing: none is kept. `running`: how many jobs there are for it.
void set_connection(TargetEntry& entry, const std::optional<target::ConnectionState>& state, int running);

// In this order: the registry's, those of files, those that only the document names.
std::vector<TargetEntry> target_entries(const std::vector<target::Target>& registered,
                                        const std::vector<TargetFacts>& of_files,
                                        const std::vector<std::string>& named_by_document);
// Null: there is none.
const TargetEntry* entry_of(const std::vector<TargetEntry>& entries, const std::string& id);

}  // namespace nw::views
