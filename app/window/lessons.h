// SPDX-License-Identifier: GPL-3.0-or-later
// The guided cases under Help: mistakes that people asked about, each with a broken example, what to look at, and how
// one sees that it is fixed.
#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace nw::views {
class Workbench;
}

namespace nw::window {

struct LessonStep {
  QString text;
  std::function<bool(const views::Workbench&)> done;  // none: something to read
};

struct Lesson {
  QString title;
  QString question;  // as a person would ask it
  QString file;      // of resources/samples, as the program carries it; its ending says what it is
  std::vector<LessonStep> steps;
  QString table = {};       // a pattern table that it is opened with
  QStringList beside = {};  // other files that lie in the same folder
};

std::vector<Lesson> lessons();

}  // namespace nw::window
