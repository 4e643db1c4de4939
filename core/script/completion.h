// SPDX-License-Identifier: GPL-3.0-or-later
// Completion and call tips of the script language: names that fit at the cursor, and how the call around it is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "schedule/catalogue.h"
#include "script/script.h"

namespace nw::script {

struct Completion {
  enum class Kind : uint8_t { Primitive, Stage, Axis, Argument } kind = Kind::Axis;
  std::string text;
  std::string doc;  // one line, of primitives and arguments: what the catalogue says of them
  bool operator==(const Completion&) const = default;
};

std::string_view to_string(Completion::Kind kind);  // "primitive"

// `before`: the line up to the cursor; `program`: the script up to that line. Inside s[C].split( these are those of C's
// loops that may be split, whether the script has a name for them or not; inside s[P].compute_at( the stages and loops
// where P may be computed, the nearest reader first; after s[C]. the primitives that C may have; inside s[ the stages;
// else every name that the script knows. Only those that begin with the word at the cursor, and not that word itself.
// What is legal is found by trying it, which may take longer than a keystroke has.
std::vector<Completion> completions(const Program& program, std::string_view before);
// Whether the completions there have to be found by trying.
bool asks_what_is_legal(std::string_view before);
// The word at the end of `before`, which a completion replaces.
std::string_view word_before(std::string_view before);
// The primitive whose arguments the cursor is in, for a call tip; null outside of such calls.
const schedule::PrimitiveInfo* primitive_called(std::string_view before);

// The program that completions at a line need: the lines above it.
Program read_for_completion(const std::string& text, int line, const CancelToken& cancel = {});

struct CompletionsAt {
  std::vector<Completion> items;
  const schedule::PrimitiveInfo* call = nullptr;  // as primitive_called
  Diagnostics above;                              // of the lines above the cursor's
};
// At a place of the text: lines and columns (bytes) count from 1; the column of a line's end is one more than its
// length. NW2095 if the text has no such place.
Result<CompletionsAt> complete_at(const std::string& text, int line, int column);

}  // namespace nw::script
