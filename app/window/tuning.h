// SPDX-License-Identifier: GPL-3.0-or-later
// A search in a tab: it runs TuningSearch in jobs, shows what it reports in the tab's models, and puts schedules into
// the document. Nothing of it waits on the window's thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/viewer.h"
#include "tune/tune_view.h"
#include "window/tuning_events.h"
#include "window/tuning_search.h"
#include "window/tuning_trials.h"

QT_BEGIN_NAMESPACE
class QTemporaryDir;
QT_END_NAMESPACE

namespace nw::views {
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

// What a tab tunes, asked for each time that a search begins.
class TuningSource {
 public:
  virtual ~TuningSource() = default;
  virtual TuningSubject subject() const = 0;  // without script and model: it is gone
  virtual bool model() const = 0;
  virtual std::string script() const { return {}; }  // of a kernel, as it is in the editor; empty: it is gone
  virtual std::string task(const std::string& key) const { return key; }  // of the document, for a task of the search
  virtual QString name() const = 0;
};

class ShownTrial;
class TunedSchedules;
class TuningNarrowing;
class TuningRunners;

class Tuning : public QObject, public views::Viewer {
  Q_OBJECT

 public:
  Tuning(views::Workbench& workbench, views::TargetList& targets, views::TuneView& view,
         std::unique_ptr<TuningSource> source);
  ~Tuning() override;
  void choicesChanged() override;

  Q_INVOKABLE void takeEvents();

 private:
  using Phase = views::TuneView::Phase;
  struct Ready {
    std::vector<TuningTask> tasks;
    Diagnostics diagnostics;
  };
  struct Ran {
    Diagnostics diagnostics;
    double peak = 0;
    std::vector<tune::TaskRow> rows;
    bool ended = false;
  };

  void connectView();
  void prepare();
  void look();
  void prepared(Ready ready);
  void startNow();
  void start(const std::string& only = {});
  bool searched(const TuningTask& task) const;
  void pause();
  void resume();
  void stop();
  void close();
  void run(bool first);
  void ran(Ran ran);
  void finished(const std::vector<tune::TaskRow>& rows);
  void jobsChanged();
  void heard(const TuningEvent& event);
  void showSummary();
  void showCounters();
  void showTask(const QString& key);
  void showTrial(int row);
  void showPeak();
  void take(int row);
  void apply(const std::string& key);
  void applyAll();
  void put(const std::vector<std::string>& keys);
  void openKernel(const QString& key);
  void findTouched();
  void narrowed();
  void refuse(const QString& why);
  std::string shownKey() const;
  const TuningTask* task(const std::string& key) const;
  TuningLimits limits() const;
  std::string records() const;
  QString purpose() const;

  views::Workbench& workbench_;
  views::TuneView& view_;
  std::unique_ptr<TuningSource> source_;
  ShownTrial* trial_;
  TuningNarrowing* narrowing_;
  TunedSchedules* schedules_;
  TuningRunners* runners_;
  std::shared_ptr<TuningEvents> events_;
  std::shared_ptr<TuningSearch> search_;
  std::unique_ptr<QTemporaryDir> folder_;  // of the records where no file is named
  std::vector<TuningTask> tasks_;
  std::vector<target::Connection> also_;  // that measure beside the active target
  TuningTrials trials_;
  std::map<std::string, tune::TaskRow> results_;  // of the last search that ended
  double peak_ = 0;                               // 1e9 operations a second
  bool start_after_look_ = false, stopping_ = false, begun_ = false;
  std::string only_;      // the one task that is searched; empty: all
  QElapsedTimer since_;   // it was paused
  std::string prepared_;  // the script that the search starts from
  QString outcome_;       // of the last search, in a sentence
  QString trouble_;       // what went wrong, in a sentence
};

}  // namespace nw::window
