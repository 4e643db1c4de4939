// SPDX-License-Identifier: GPL-3.0-or-later
// How stages and axes are called: in messages, and in lines of script that fixes write.
#pragma once

#include <string>
#include <vector>

#include "schedule/schedule.h"

namespace nw::schedule {

// The script's variable, else TVM's name.
std::string shown(const Axis& axis);
std::string shown(const Schedule& s, AxisId axis);
std::vector<std::string> shown(const Schedule& s, const std::vector<AxisId>& axes);

// Script text that means it, or empty if the script cannot express it: "xo", "s[C].op.axis[0]"; "s[C]".
std::string script_text(const Schedule& s, AxisId axis, const std::string& schedule_name);
// Every way in which a step may have written an axis argument, to find its span by.
std::vector<std::string> ways_to_write(const Schedule& s, AxisId axis, const std::string& schedule_name);
std::string script_text(const Stage& stage, const std::string& schedule_name);

std::string listed(const std::vector<std::string>& words);  // "a", "a and b", "a, b and c"
std::string comma(const std::vector<std::string>& words);   // "a, b"
std::string plural(size_t n, const std::string& word);      // "1 loop", "3 loops"
std::string in_line(int line);                              // " in line 8", or empty
std::string type_name(tir::IterType type);                  // "a reduction axis", …
// Letters to add, drop or exchange.
size_t edit_distance(const std::string& word, const std::string& other);
// The nearest of some words to one that was mistyped.
std::string nearest(const std::string& word, const std::vector<std::string>& words);

// The replacement of an axis that is no loop any more: the axes it was split or fused into, down to loops.
std::vector<AxisId> replaced_by(const Stage& stage, AxisId axis);  // directly; empty for a loop
std::vector<AxisId> loops_from(const Stage& stage, AxisId axis);   // loops, outermost first
std::string replacement_text(const Schedule& s, const Stage& stage,
                             AxisId axis);  // "x was split into xo and xi in line 8"

// The root axes that an axis comes from.
std::vector<AxisId> roots_of(const Stage& stage, AxisId axis);
// "ki is a part of the reduction axis k".
std::string reduces(const Schedule& s, const Stage& stage, AxisId axis);
// Annotations of an axis: "vectorized", "bound to threadIdx.x", …; empty if none.
std::vector<std::string> marks_of(const AxisAttr& attr);

}  // namespace nw::schedule
