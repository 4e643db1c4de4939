// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the editor's markers and indicators, for those of its files that set them.
#pragma once

namespace nw::views::script_marks {

constexpr int kErrorIndicator = 8;
constexpr int kWarningIndicator = 9;
constexpr int kPaleIndicator = 10;
constexpr int kTuneIndicator = 11;
constexpr int kHoverMarker = 1;  // beneath the lit one: a higher number is drawn later
constexpr int kLitMarker = 2;
constexpr int kErrorMarker = 3;
constexpr int kWarningMarker = 4;
constexpr int kPinMarker = 10;  // and the next six

}  // namespace nw::views::script_marks
