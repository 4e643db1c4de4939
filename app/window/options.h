// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window.
#pragma once

#include <QCoreApplication>
#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "common/theme.h"

namespace nw::window {

struct Options {
  QStringList files;
  QString view;  // "graph", "kernel", or empty
  int group = -1;
  QString kernel;  // of a Python file that has several
  QString select;  // a node's name
  QString target;  // an id, or a file of facts; empty: this computer, or what the project names
  std::optional<views::ThemeSource::Mode> theme;
  QString language;  // a code of languages(); empty: as the preferences have it
  QSize size;        // invalid: as last time
  QString grab;      // picture to write, then end
  QString patterns;  // a pattern table
  QString report;    // HTML to write, then end
  bool sample = false;
  bool outside = false;  // read projects' models also where they are outside of their folder

  bool points() const {
    return !view.isEmpty() || group >= 0 || !select.isEmpty() || !kernel.isEmpty() || !patterns.isEmpty();
  }
  bool batch() const { return !grab.isEmpty() || !report.isEmpty(); }
};

struct ParsedOptions {
  Options options;
  QString error;  // what is wrong with the command line
  QString text;   // help or version: print it and end
};

ParsedOptions parse_options(const QStringList& arguments);

}  // namespace nw::window
