// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications to the views of a document. The workbench calls it, leaving out the view that caused the change.
#pragma once

#include "common/selection.h"

namespace nw::views {

class Viewer {
 public:
  virtual ~Viewer() = default;
  virtual void documentChanged() {}  // another document, or none
  virtual void modelChanged() {}     // the same document's model, made again with other sizes; graphChanged() follows
  virtual void graphChanged() {}     // another snapshot, or the fusion was rebuilt
  virtual void choicesChanged() {}   // after an edit, undo or redo
  virtual void selectionChanged(const Selection&) {}
  virtual void reasonChanged() {}      // why the two selected nodes are, or are not, in one group
  virtual void differenceChanged() {}  // what the last what-if did to the groups; or it was taken note of
  virtual void diagnosticsChanged() {}
  virtual void targetChanged() {}       // another device is scheduled and analysed for
  virtual void preferencesChanged() {}  // how things are written, of the whole window
};

}  // namespace nw::views
