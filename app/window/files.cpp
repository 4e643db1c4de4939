// SPDX-License-Identifier: GPL-3.0-or-later
// The window's files: opening, the journal, scripts that other programs save, pictures and reports (saving:
// saving.cpp).
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QStandardPaths>
#include <utility>

#include "base/atomic_file.h"
#include "common/message_bar.h"
#include "common/text.h"
#include "common/write_file.h"
#include "graph/export.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "models/graph_text.h"
#include "models/html.h"
#include "window/file_dialogs.h"
#include "window/lesson_bar.h"
#include "window/main_window.h"
#include "window/report.h"
#include "window/script_watch.h"
#include "window/start_page.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::openFile(const QString& path) {
  if (!mayClose()) return;
  recent_.add(path);
  fillRecent();
  startOpening(path, trusted_.consent(path));
}

void MainWindow::startOpening(const QString& path, const workspace::Consent& consent) {
  start_->setOpening(path);
  workbench_.open(path, consent);
}

void MainWindow::openSample() {
  if (!mayClose()) return;
  // The reader maps files, so the sample is laid out as one first.
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::TempLocation) +
                         QStringLiteral("/nestwright-sample-%1").arg(QCoreApplication::applicationPid());
  QDir().mkpath(folder);
  const QString path = folder + QStringLiteral("/resnet20.onnx");
  QFile::remove(path);
  if (QFile::copy(QStringLiteral(":/nestwright/resnet20.onnx"), path)) workbench_.open(path);
}

void MainWindow::chooseFile() {
  const QString path = ask_for_file(
      this, tr("Open"), {tr("Models, scripts and projects (*.onnx *.txt *.relay *.py *.nest)"), tr("All files (*)")});
  if (!path.isEmpty()) openFile(path);
}

// Every change is written down at once. What a run that ended badly left is offered until somebody has decided about
// it, whatever is opened or changed meanwhile.
void MainWindow::keepJournal() {
  message_->clear();
  others_.clear();
  journal_problem_.clear();
  askAboutOutside();
  workspace::Document* document = workbench_.session().document();
  if (!settings_ || !document || workbench_.session().openFailed() || lesson_->owns(document)) return;
  document->keep_journal(ss(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) + "/journals");
  noticeOtherWindows();
  offerWhatWasLeft();
}

void MainWindow::offerWhatWasLeft() {
  workspace::Document* document = workbench_.session().document();
  const std::vector<workspace::Recovered> left = document->left_behind();
  if (left.empty()) return document->drop_left();
  int changes = 0;
  for (const workspace::Recovered& run : left) changes += run.changes;
  const QString last = qs(left.back().what);
  const auto restore = [this] { workbench_.session().restoreLeft(); };
  const auto drop = [this] { workbench_.session().document()->drop_left(); };
  if (document->saved_since(left.back()))
    message_->ask(
        QStringLiteral("left"),
        tr("%1 was saved with other text after %n change(s) of an earlier run that were not saved. The last was: %2.",
           nullptr, changes)
            .arg(qs(document->title()), last),
        {{tr("Restore them over the new file"), restore,
          tr("The window shows the text of the earlier run, the file stays until it is saved; undo shows the file")},
         {tr("Keep the new file"), drop, tr("The changes of the earlier run are thrown away")}});
  else
    message_->ask(QStringLiteral("left"),
                  tr("%n change(s) of an earlier run were not saved. The last was: %1.", nullptr, changes).arg(last),
                  {{tr("Restore them"), restore, tr("Undo takes them back")},
                   {tr("Discard"), drop, tr("The changes of the earlier run are thrown away")}});
}

// A script that another program has written is read again, and undo brings back what was here. Where there are changes
// of one's own, one is asked.
void MainWindow::watchScript() {
  const workspace::Document* document = workbench_.session().document();
  const bool file = document && document->is_script() && QFileInfo(qs(document->path())).isFile();
  watch_->watch(file ? QFileInfo(qs(document->path())).absoluteFilePath() : QString(),
                file ? textHere() : std::string());
  // Back from a lesson, what is here may not be what the file has.
  if (!file || !document->modified()) return;
  if (const Result<std::string> disk = read_whole_file(document->path()); disk.value) watch_->giveUp(*disk.value);
}

std::string MainWindow::textHere() const {
  return workbench_.session().document()->script(workspace::Document::kScriptTask).value_or(std::string());
}

// A script is modified where it is not what its file has, whoever wrote that.
bool MainWindow::modified() const {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return false;
  const bool watched = document->is_script() && !watch_->path().isEmpty();
  return watched ? textHere() != watch_->known() : document->modified();
}

void MainWindow::fileIsKnown(const std::string& text) {
  watch_->giveUp(text);
  if (KernelPage* page = currentKernel()) page->forgetText();
  updateState();
}

void MainWindow::scriptChanged(const std::string& text) {
  const QString name = QFileInfo(watch_->path()).fileName();
  if (textHere() == text) {
    message_->take(QStringLiteral("script"));
    return fileIsKnown(text);
  }
  if (textHere() != watch_->agreed()) {
    askAboutFile(text);
    return updateState();
  }
  message_->take(QStringLiteral("script"));  // of what was saved before
  workbench_.session().reloadScript(text);
  fileIsKnown(text);
  offerWhatWasLeft();
  Q_EMIT workbench_.message(tr("%1 was saved by another program and read again").arg(name));
}

// Until it is decided, nothing is written; to compare decides nothing.
void MainWindow::askAboutFile(const std::string& text) {
  const QString name = QFileInfo(watch_->path()).fileName();
  if (KernelPage* page = currentKernel()) page->renewText(text);
  const auto take = [this, text] {
    workbench_.session().reloadScript(text);
    fileIsKnown(text);
  };
  const auto compare = [this, text, name] {
    if (KernelPage* page = currentKernel()) page->compareWithText(tr("%1 as it was saved").arg(name), text);
    askAboutFile(text);
  };
  message_->ask(QStringLiteral("script"),
                tr("%1 was saved by another program, and has changes here that are not saved.").arg(name),
                {{tr("Take what was saved"), take, tr("What is here stays in the history; undo brings it back")},
                 {tr("Keep what is here"), [this, text] { fileIsKnown(text); },
                  tr("The next save writes over what the other program saved")},
                 {tr("Compare"), compare,
                  tr("The loop nest and the text here against those in the file; nothing is decided yet")}});
}

// Also before the watch has noticed.
bool MainWindow::fileIsTheirs(const QString& path) {
  if (QFileInfo(path).absoluteFilePath() != watch_->path()) return false;
  const std::optional<std::string> theirs = watch_->theirs();
  if (!theirs) return false;
  askAboutFile(*theirs);
  Q_EMIT workbench_.message(tr("Not saved: another program has saved %1 meanwhile").arg(QFileInfo(path).fileName()));
  return true;
}

bool MainWindow::mayClose() {
  // A lesson's example is nobody's work; what waits behind it may be.
  const bool lesson = lesson_->owns(workbench_.session().document()) && !workbench_.waiting();
  lesson_->leave();
  if (lesson) return true;
  if (!settings_ || !modified()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Nestwright"),
      plain_tip(tr("Save what you changed in %1?").arg(qs(workbench_.session().document()->title()))),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  if (answer == QMessageBox::Save) return save(false);
  if (answer == QMessageBox::Discard) workbench_.session().document()->forget_changes();
  return answer == QMessageBox::Discard;
}

void MainWindow::exportPicture() {
  const auto& picture = graph_->canvas()->picture();
  if (!picture) return;
  const QString path = ask_where_to_save(this, tr("Export the graph"), QStringLiteral("graph.svg"),
                                         {tr("SVG (*.svg)"), tr("PDF (*.pdf)"), tr("PNG (*.png)"),
                                          tr("Graphviz (*.dot)"), tr("JSON (*.json)")})
                           .path;
  if (path.isEmpty()) return;
  double scale = 1;
  if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
    bool chosen = false;
    const int natural = static_cast<int>(exported_width(*picture));
    const int width = QInputDialog::getInt(this, tr("Export the graph"), tr("Width in pixels"), 2 * natural, 16,
                                           1'000'000, 100, &chosen);
    if (!chosen) return;
    scale = width / exported_width(*picture);
  }
  exportGraph(path, scale);
}

// By the path's ending. Large pictures take a while: they are painted and written off the UI thread.
void MainWindow::exportGraph(const QString& path, double scale) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  workbench_.jobs().run<QString>(
      QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
      [path, scale, suffix, picture = graph_->canvas()->picture(), theme = theme_.theme(),
       graph = workbench_.session().graph(), fusion = workbench_.session().fusion(),
       fills = graph_->canvas()->sharedFills()](const CancelToken&) {
        const bool json = suffix == QStringLiteral("json");
        if (!json && suffix != QStringLiteral("dot") && suffix != QStringLiteral("gv"))
          return export_picture(*picture, theme, path, scale, fills.get());
        return write_file(path, json ? graph_json(*graph, fusion.get()) : graph_dot(*graph, fusion.get()));
      },
      [this, path](const QString& wrong) { written(path, wrong); });
}

void MainWindow::written(const QString& path, const QString& wrong) {
  Q_EMIT workbench_.message(wrong.isEmpty() ? tr("Wrote %1").arg(path) : wrong);
  if (wrong.isEmpty()) return message_->take(QStringLiteral("written"));
  message_->ask(QStringLiteral("written"), tr("Not exported: %1.").arg(wrong), {{tr("Understood"), [] {}}});
}

void MainWindow::openPasted(const QString& text, const QString& title) {
  if (text.trimmed().isEmpty()) {
    Q_EMIT workbench_.message(tr("There is no text to open"));
    return;
  }
  if (mayClose()) workbench_.openText(text, title);
}

// What is open is not closed by it, so nothing need be asked: it waits, and one is back when the lesson ends.
void MainWindow::startLesson(const Lesson& lesson) {
  if (workbench_.session().model() && !workbench_.waiting())
    workbench_.session().document()->keep_view_state(viewState());
  if (workbench_.session().document() && !workbench_.waiting()) keepKernels();
  lesson_->start(lesson);
}

void MainWindow::exportReport() {
  const QString path =
      ask_where_to_save(this, tr("Export a report"), QStringLiteral("report.html"), {tr("HTML (*.html)")}).path;
  if (!path.isEmpty()) writeReport(path);
}

// Of a large graph it takes as long as its picture.
void MainWindow::writeReport(const QString& path) {
  workbench_.jobs().run<QString>(
      QStringLiteral("report"), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
      [path, facts = report_facts(workbench_, graph_->canvas()->picture(), theme_.theme())](const CancelToken&) {
        return write_report(facts, path);
      },
      [this, path](const QString& wrong) { written(path, wrong); });
}

}  // namespace nw::window
