// SPDX-License-Identifier: GPL-3.0-or-later
// What one loop costs, in words: how often it runs, what one run of it computes, and which part of each buffer it
// touches.
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
