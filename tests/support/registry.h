// SPDX-License-Identifier: GPL-3.0-or-later
// One test program a module: every test class registers itself with NW_TEST, and ctest runs each by name.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nw::test {

struct Entry {
  std::string name;
  std::function<std::unique_ptr<QObject>()> make;
};
std::vector<Entry>& registry();
bool enroll(std::string name, std::function<std::unique_ptr<QObject>()> make);

// A file of tests/data, whole; fails the test if it cannot be read.
std::string read_data(const std::string& relative_path);
std::string data_path(const std::string& relative_path);

}  // namespace nw::test

// At the end of a test file, before including its .moc: NW_TEST(TestSplit)
#define NW_TEST(Class) \
  static const bool enrolled_##Class = nw::test::enroll(#Class, [] { return std::make_unique<Class>(); })
