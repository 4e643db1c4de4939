// SPDX-License-Identifier: GPL-3.0-or-later
// The schedules of a search in the document: one taken into the editor, or the best of several tasks put to use.
// Scripts are written off the window's thread.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/tune_trials_model.h"
#include "tune/kernel.h"

namespace nw::views {
class Workbench;
}

namespace nw::window {

// The whole script of a kernel with these lines for its schedule. May be called on any thread.
std::string script_with_steps(const tune::TunedKernel& kernel, const std::vector<std::string>& steps);

class TunedSchedules : public QObject {
  Q_OBJECT

 public:
  struct Taken {
    std::string task;  // of the document
    std::shared_ptr<const tune::TunedKernel> kernel;
    views::TuneTrial trial;
    std::map<std::string, int64_t> sizes;
    int threads = 1;
  };
  struct Best {
    std::shared_ptr<const tune::TunedKernel> kernel;
    std::vector<std::string> steps;
    int64_t trials = 0;
    double best_us = 0, start_us = 0;  // start 0: it was not measured
  };

  // `purpose`: of its jobs.
  TunedSchedules(views::Workbench& workbench, QString purpose, QObject* parent);
  // Becomes the kernel's script, in one step of undo, and its time goes into the history where runs have as many
  // threads.
  void take(const Taken& taken);
  // Become those in use, in one step of undo. `records`: the file that the project names.
  void put(const std::map<std::string, Best>& best, int threads, const std::string& records);
  // The lines, such as "12,15", in which a script differs from the one that was taken last; nothing where none was, or
  // where this one was compared before.
  std::optional<QString> touchedLines(const std::string& script);

 Q_SIGNALS:
  void applied(const QString& task);

 private:
  void putScripts(const std::map<std::string, std::string>& scripts, const std::map<std::string, Best>& best,
                  int threads, const std::string& records);

  views::Workbench& workbench_;
  QString purpose_;
  std::string taken_;       // the script that was taken into the editor last
  std::string touched_of_;  // the script that was compared with it last
};

}  // namespace nw::window
