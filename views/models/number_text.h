// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window writes them, in every language: with a decimal point, as scripts, C code and the command line
// beside them have it; digits in groups of three by a narrow space, which is no point or comma in any language.
#pragma once

#include <QString>
#include <cstdint>

namespace nw::views {

QString number_text(double value);    // three digits and a unit: "1.23 G"
QString grouped_text(int64_t value);  // every digit: "1204", "48 213 907"
QString share_text(double share);     // of 1: "7.3 %", "23 %"

}  // namespace nw::views
