// SPDX-License-Identifier: GPL-3.0-or-later
// What the crash journal brings back: the whole history, with names, measured times and the branches of redo.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include "registry.h"
#include "workspace/document.h"
#include "workspace/journal.h"
#include "workspace/measuring.h"
#include "workspace/saved_history.h"

using namespace nw;
using namespace nw::workspace;

namespace {

constexpr const char* kTask = Document::kScriptTask;

std::string text_of(const Document& document) {
  return document.script(kTask).value_or("");
}

Measurement time_of(double median_us) {
  Measurement m;
  m.median_us = median_us;
  m.runs = 5;
  m.machine = {"cpu", "some computer", "facts", 2};
  return m;
}

}  // namespace

class TestJournal : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::string path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)).toStdString(); }
  std::string journal() const { return Journal::path_for(path("ours"), path("k.py")); }
  // A run of the application: left without a word, its journal stays.
  std::unique_ptr<Document> run() const {
    auto document = std::make_unique<Document>(open(path("k.py")));
    document->keep_journal(path("ours"));
    return document;
  }
  static void edit(Document& document) {
    document.set_script(kTask, "one\n", "split oh", false);
    document.record(kTask, "one\n", "", time_of(40));
    document.tag(document.history().current().id, "fast");
    document.set_script(kTask, "two\n", "reorder", false);
    document.undo();
    document.set_script(kTask, "t", "typed", true);
    document.set_script(kTask, "th", "typed", true);
    document.set_script(kTask, "three\n", "typed", true);
    document.record(kTask, "three\n", "", time_of(30));
    document.undo();
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    std::ofstream(path("k.py")) << "zero\n";
  }

  void the_whole_history_comes_back() {
    std::string before;
    {
      auto crashed = run();
      edit(*crashed);
      before = write_history(crashed->history());
    }
    auto again = run();
    QCOMPARE(again->unsaved_runs().size(), size_t{1});
    again->restore_unsaved("recovered");
    QCOMPARE(write_history(again->history()), before);
    QCOMPARE(text_of(*again), std::string("one\n"));
    again->redo();
    QCOMPARE(text_of(*again), std::string("three\n"));
    QVERIFY(again->unsaved_runs().empty());
  }

  // It crashed a second time, before anything was saved.
  void it_comes_back_after_a_second_crash() {
    std::string before;
    {
      auto crashed = run();
      edit(*crashed);
    }
    {
      auto second = run();
      second->restore_unsaved("recovered");
      second->set_script(kTask, "four\n", "vectorize", false);
      second->record(kTask, "four\n", "", time_of(20));
      before = write_history(second->history());
    }
    auto third = run();
    QCOMPARE(third->unsaved_runs().size(), size_t{1});
    third->restore_unsaved("recovered");
    QCOMPARE(write_history(third->history()), before);
  }

  // Nothing was changed, and much was measured.
  void times_alone_come_back() {
    run()->record(kTask, "zero\n", "", time_of(50));
    auto again = run();
    const std::vector<RecoveredRun> left = again->unsaved_runs();
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left[0].changes, 0);
    QCOMPARE(left[0].times, 1);
    QVERIFY(!again->history().measured(again->history().current().id, kTask));
    again->restore_unsaved("recovered");
    QVERIFY(!again->modified());
    const Measurement* time = again->history().measured(again->history().current().id, kTask);
    QVERIFY(time && *time == time_of(50));
    QVERIFY(again->unsaved_runs().empty());
  }

  // A run of the whole network is journaled at once too; the newest of each target and sizes is kept.
  void times_of_the_network_come_back() {
    const NetworkMeasurement first{"cpu", "wall", 900, {}, {{{"conv", "relu"}, 700}, {{"sum"}, 100}}};
    const NetworkMeasurement again_there{"cpu", "wall", 800, {}, {{{"conv", "relu"}, 600}, {{"sum"}, 100}}};
    const NetworkMeasurement elsewhere{"board", "wall", 5000, {{"n", 4}}, {{{"sum"}, 5000}}};
    {
      auto crashed = run();
      for (const NetworkMeasurement& each : {first, again_there, elsewhere}) crashed->record(each);
    }
    {
      auto second = run();
      QVERIFY(second->network_measurements()->empty());
      const std::vector<RecoveredRun> left = second->unsaved_runs();
      QCOMPARE(left.size(), size_t{1});
      QCOMPARE(left[0].changes, 0);
      QCOMPARE(left[0].times, 3);
      second->restore_unsaved("recovered");
      QVERIFY(!second->modified());
    }
    auto third = run();  // after another crash
    third->restore_unsaved("recovered");
    QVERIFY(*third->network_measurements() == (std::vector{again_there, elsewhere}));
    QVERIFY(third->unsaved_runs().empty());
  }

  void times_of_the_network_that_are_no_times_are_left_out() {
    const NetworkMeasurement good{"cpu", "wall", 900, {{"n", 4}}, {{{"sum"}, 100}}};
    const std::string text = write_network_measurements({good});
    QVERIFY(read_network_measurements(text) == std::vector{good});
    for (const char* bad :
         {"", "{}", "[1]", "[{\"target\":\"cpu\"}]", "[{\"target\":\"cpu\",\"total_us\":-1,\"groups\":[]}]",
          "[{\"target\":\"cpu\",\"total_us\":1,\"groups\":[{\"nodes\":7,\"us\":1}]}]"})
      QVERIFY2(read_network_measurements(bad).empty(), bad);
  }

  // Each as soon as it is known: nobody edits while a branch is measured.
  void times_of_a_branch_come_back() {
    {
      auto crashed = run();
      measure::RunReport report;
      report.machine = time_of(60).machine;
      report.time.median = 60;
      BranchRuns runs(crashed->history(), crashed->history().current().id, kTask, "", {}, report.machine);
      runs.finish(report, *crashed);
    }
    auto again = run();
    QCOMPARE(again->unsaved_runs().size(), size_t{1});
    again->restore_unsaved("recovered");
    const Measurement* time = again->history().measured(again->history().current().id, kTask);
    QVERIFY(time);
    QCOMPARE(time->median_us, 60.0);
  }

  // Two windows had the file: the second's states become branches of the first's history, once.
  void runs_beside_each_other_share_one_history() {
    {
      auto first = run(), second = run();
      first->set_script(kTask, "of the first\n", "typed", false);
      second->set_script(kTask, "of the second\n", "typed", false);
      second->record(kTask, "of the second\n", "", time_of(10));
    }
    auto again = run();
    QCOMPARE(again->unsaved_runs().size(), size_t{2});
    again->restore_unsaved("recovered");
    QCOMPARE(again->history().states().size(), size_t{3});
    QCOMPARE(again->history().states().front().children.size(), size_t{2});
    QCOMPARE(text_of(*again), std::string("of the second\n"));
  }

  void a_damaged_line_leaves_the_last_state() {
    {
      auto crashed = run();
      edit(*crashed);
    }
    std::stringstream whole;
    whole << std::ifstream(journal()).rdbuf();
    std::ofstream damaged(journal());
    int number = 0;
    for (std::string line; std::getline(whole, line);)
      if (++number != 5) damaged << line << "\n";  // the line that added "two"
    damaged.close();
    auto again = run();
    const std::vector<RecoveredRun> left = again->unsaved_runs();
    QCOMPARE(left.size(), size_t{1});
    QVERIFY(!left[0].history);
    again->restore_unsaved("recovered");
    QCOMPARE(text_of(*again), std::string("one\n"));
    QCOMPARE(again->history().current().label, std::string("recovered"));
  }

  // The line that the crash cut short is the only one that is lost.
  void a_line_cut_short_costs_that_change_only() {
    std::string before;
    {
      auto crashed = run();
      edit(*crashed);
      before = write_history(crashed->history());
      crashed->set_script(kTask, "lost\n", "typed", false);
    }
    std::filesystem::resize_file(journal(), std::filesystem::file_size(journal()) - 5);
    auto again = run();
    again->restore_unsaved("recovered");
    QCOMPARE(write_history(again->history()), before);
  }

  // The file has other text now: undo shows it, and the history of the earlier run is there.
  void a_file_saved_meanwhile_is_one_step_back() {
    {
      auto crashed = run();
      edit(*crashed);
    }
    std::ofstream(path("k.py")) << "from elsewhere\n";
    auto again = run();
    again->restore_unsaved("recovered");
    QCOMPARE(text_of(*again), std::string("one\n"));
    const Measurement* time = again->history().measured(again->history().current().id, kTask);
    QVERIFY(time && *time == time_of(40));
    again->undo();
    QCOMPARE(text_of(*again), std::string("from elsewhere\n"));
  }

  // Pasted texts are no files: where the program is started does not matter.
  void texts_are_found_from_any_folder() {
    const QString here = QDir::currentPath();
    {
      Document crashed(open_text("zero\n", "clipboard.py"));
      crashed.keep_journal(path("ours"));
      crashed.set_script(kTask, "one\n", "split", false);
    }
    QVERIFY(QDir::setCurrent(folder_->path()));
    Document again(open_text("zero\n", "clipboard.py"));
    again.keep_journal(path("ours"));
    QVERIFY(QDir::setCurrent(here));
    QCOMPARE(again.unsaved_runs().size(), size_t{1});
  }

  void names_taken_away_stay_away() {
    {
      auto crashed = run();
      edit(*crashed);
      crashed->tag(crashed->history().tagged().front(), "");
    }
    auto again = run();
    again->restore_unsaved("recovered");
    QVERIFY(again->tags().empty());
  }
};

NW_TEST(TestJournal);
#include "test_journal.moc"
