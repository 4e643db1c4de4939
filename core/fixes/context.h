// SPDX-License-Identifier: GPL-3.0-or-later
// What a function that proposes fixes is given, and how it proposes them. A proposal is tried before it becomes a fix
// (read.cpp), so it may be bold: what does not lead to a sounder script is dropped.
#pragma once

#include "script/observer.h"

namespace nw::fixes {

enum class When : uint8_t {
  Always,
  NoFixYet,  // one of several ways to the same end
  Untried,   // a part of a resolution: the diagnostic may need more of its kind
};

struct Proposal {
  size_t diagnostic = 0;  // index into the program's diagnostics
  Fix fix;
  When when = When::Always;
};

class Context {
 public:
  Context(const script::Evaluation& evaluation, size_t diagnostic, std::vector<Proposal>& proposals)
      : at(evaluation), diagnostic_(diagnostic), proposals_(proposals) {}

  const script::Evaluation& at;

  const Diagnostic& diagnostic() const { return at.program.diagnostics[diagnostic_]; }
  // Whether the statement that runs has an expression and is on one line, so that it can be rewritten.
  bool on_one_line() const;

  void propose(Fix fix, When when = When::Always);
  // Other text in place of a part of a line.
  void replace(const std::string& title, TextSpan span, const std::string& text, When when = When::Always);

 private:
  size_t diagnostic_;
  std::vector<Proposal>& proposals_;
};

}  // namespace nw::fixes
