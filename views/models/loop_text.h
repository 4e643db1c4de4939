// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of one loop as text: number of executions, operations of one execution, and the part of each buffer it
// accesses.
#pragma once

#include <QString>

#include "kernel/nest_figures.h"

namespace nw::views {

// For a tooltip: a line for the loop, one for each buffer. Empty for null.
QString figuresText(const kernel::LoopFigures* loop, const tir::PrintedNest& shown);
// Rich text of the same, for a panel. Empty for null.
QString loopDetails(const QString& name, const kernel::LoopFigures* loop, const tir::PrintedNest& shown);

// "floordiv(n + 31, 32) = 32" with what it evaluates to now, where that is known.
QString extentText(const std::string& extent, const std::string& now);

}  // namespace nw::views
