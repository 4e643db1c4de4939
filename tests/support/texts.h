// SPDX-License-Identifier: GPL-3.0-or-later
// QCOMPARE shows the texts that it compares.
#pragma once

#include <QTest>
#include <string>

template <>
inline char* QTest::toString(const std::string& text) {
  return qstrdup(text.c_str());
}
