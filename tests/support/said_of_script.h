// SPDX-License-Identifier: GPL-3.0-or-later
// All diagnostics of a script, fixes included.
#pragma once

#include <QTest>
#include <algorithm>
#include <string>

#include "fixes/read.h"

namespace nw::test {

// It is what is wanted, and each fix gives a script without errors of which the same is not said again.
inline void says(const std::string& text, const char* wanted) {
  const script::Program p = fixes::read(text);
  std::string said;
  for (const Diagnostic& d : p.diagnostics) said += format(d);
  QCOMPARE(QString::fromStdString(said), QString::fromUtf8(wanted));
  for (const Diagnostic& d : p.diagnostics)
    for (const Fix& fix : d.fixes) {
      const script::Program fixed = fixes::read(apply_fix(text, fix));
      QVERIFY2(
          fixed.ok() && std::ranges::none_of(fixed.diagnostics, [&](const Diagnostic& o) { return o.code == d.code; }),
          apply_fix(text, fix).c_str());
    }
}

}  // namespace nw::test
