// SPDX-License-Identifier: GPL-3.0-or-later
// What is open in a tab, and in the tabs of a window, so that another run can open it again.
#pragma once

#include <QString>
#include <vector>

namespace nw::window {

struct OpenDocument {
  QString file = {};              // absolute; empty: a text without a file
  QString title = {}, text = {};  // of such a text
  QString view_state = {};        // JSON, as in a project file
  bool unsaved = false;
  bool recover = false;  // when it is opened, what an earlier run left unsaved is restored unasked

  bool empty() const { return file.isEmpty() && text.isEmpty(); }
  bool operator==(const OpenDocument&) const = default;
};

struct OpenSession {
  std::vector<OpenDocument> documents;  // from left to right
  int active = 0;
  bool closed = false;  // by a person, who was asked about what was not saved

  bool operator==(const OpenSession&) const = default;
};

}  // namespace nw::window
