// SPDX-License-Identifier: GPL-3.0-or-later
// What a window says about the file it has open: not saved, open elsewhere, saved by another, a model outside.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "common/message_bar.h"
#include "open_window.h"
#include "patterns/pattern_editor.h"
#include "patterns/patterns_panel.h"
#include "patterns/table_tabs.h"
#include "registry.h"
#include "window/exports.h"
#include "window/file_session.h"

using namespace nw;
using namespace nw::views;
using nw::window::MainWindow;

class TestSaving : public QObject {
  Q_OBJECT

  static constexpr const char* kNet =
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n";

  static constexpr const char* kTable = "my.relu: is_op(\"nn.relu\")(wildcard())\n";

  static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static void press(QMessageBox::StandardButton which) {
    if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) box->button(which)->click();
  }
  // Of the next question, which is a dialog that waits.
  static void answer(QMessageBox::StandardButton which, QString* question) {
    QTimer::singleShot(0, qApp, [which, question] {
      if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) *question = box->text();
      press(which);
    });
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<QSettings> settings_;
  ThemeSource theme_;

  QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
  static void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }
  std::unique_ptr<MainWindow> window(const QString& file) {
    auto made = std::make_unique<MainWindow>(theme_, settings_.get());
    made->show();
    made->files().open(file);
    const bool opened =
        QTest::qWaitFor([&] { return made->workbench().session().document() && made->settled(); }, 20000);
    return opened ? std::move(made) : nullptr;
  }
  static MessageBar* bar(const MainWindow& window) { return window.findChild<MessageBar*>(); }
  static QString said(const MainWindow& window) {
    return bar(window)->isVisible() ? bar(window)->accessibleName() : QString();
  }
  void save_project(const char* project, const char* model) {
    write(path(model), kNet);
    auto opened = window(path(model));
    QVERIFY(opened->workbench().session().document()->save(path(project).toStdString()).empty());
  }

 private Q_SLOTS:
  void init() {
    QStandardPaths::setTestModeEnabled(true);
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<QSettings>(path("settings.ini"), QSettings::IniFormat);
  }
  void cleanup() { QStandardPaths::setTestModeEnabled(false); }

  void what_cannot_be_saved_is_said_and_kept() {
    QVERIFY(QDir().mkdir(path("gone")));
    save_project("gone/p.nest", "gone/net.relay");
    const QString project = path("gone/p.nest");
    auto open = window(project);
    QVERIFY(QDir(path("gone")).removeRecursively());
    open->workbench().session().setPatterns(QStringLiteral("# mine"), nullptr);
    open->actions().save->trigger();
    QCOMPARE(said(*open), QStringLiteral("Not saved: cannot write '%1': No such file or directory. Until then, changes "
                                         "are kept for the case of a crash.")
                              .arg(project));
    QVERIFY(open->hasErrors());  // among the problems too
    QVERIFY(open->workbench().session().document()->journal_problem().empty());
    test::button(bar(*open), QStringLiteral("Try again"))->click();
    QVERIFY(said(*open).startsWith(QStringLiteral("Not saved: ")));
    QVERIFY(!QDir(path("gone")).exists());
    QVERIFY(QDir().mkdir(path("gone")));
    test::button(bar(*open), QStringLiteral("Try again"))->click();
    QCOMPARE(said(*open), QString());
    QVERIFY(QFile::exists(project) && !open->hasErrors() && !open->workbench().session().document()->modified());
  }

  void a_picture_that_cannot_be_written_is_said() {
    save_project("p.nest", "net.relay");
    auto open = window(path("p.nest"));
    open->exports().writeGraph(QStringLiteral("/dev/full.svg/x.svg"), 1);
    QTRY_COMPARE(said(*open), QStringLiteral("Not exported: cannot write '/dev/full.svg/x.svg': No such file or "
                                             "directory."));
  }

  void windows_on_one_project_know_of_each_other() {
    save_project("p.nest", "net.relay");
    auto first = window(path("p.nest"));
    QCOMPARE(said(*first), QString());
    auto second = window(path("p.nest"));
    const QString text = QStringLiteral(
        "p.nest is also open in another window of this program. Changes made there are not shown here, and each window "
        "keeps its own.");
    QCOMPARE(said(*second), text);
    test::button(bar(*second), QStringLiteral("Understood"))->click();
    QCOMPARE(said(*second), QString());
    first->activateWindow();
    QTRY_COMPARE(said(*first), text);
    // Discard in the second takes nothing from the first.
    first->workbench().session().setPatterns(QStringLiteral("# of the first"), nullptr);
    second->workbench().session().setPatterns(QStringLiteral("# of the second"), nullptr);
    second->workbench().session().document()->forget_changes();
    second.reset();
    first.reset();
    auto third = window(path("p.nest"));
    QVERIFY2(said(*third).startsWith(QStringLiteral("1 change(s) of an earlier run were not saved.")),
             qPrintable(said(*third)));
    test::button(bar(*third), QStringLiteral("Restore them"))->click();
    QCOMPARE(third->workbench().session().document()->choices().patterns, std::string("# of the first"));
    third->workbench().session().document()->forget_changes();
  }

  void a_project_saved_by_another_is_not_written_over() {
    save_project("p.nest", "net.relay");
    auto first = window(path("p.nest")), second = window(path("p.nest"));
    second->workbench().session().setPatterns(QStringLiteral("# of the second"), nullptr);
    second->actions().save->trigger();
    QVERIFY(!second->workbench().session().document()->modified());
    first->workbench().session().setPatterns(QStringLiteral("# of the first"), nullptr);
    first->actions().save->trigger();
    QCOMPARE(said(*first), QStringLiteral("Not saved: p.nest was saved by another window or program meanwhile."));
    QVERIFY(first->workbench().session().document()->modified());
    test::button(bar(*first), QStringLiteral("Save over it"))->click();
    QVERIFY(!first->workbench().session().document()->modified());
  }

  void a_model_outside_is_read_once_it_was_allowed() {
    QVERIFY(QDir().mkdir(path("project")));
    write(path("net.relay"), kNet);
    write(path("project/p.nest"), R"({"nestwright": 1, "model": {"path": "../net.relay"}})");
    auto first = window(path("project/p.nest"));
    QVERIFY(!first->workbench().session().model());
    QCOMPARE(
        said(*first),
        QStringLiteral("p.nest names a model outside of its folder, which was not read: %1").arg(path("net.relay")));
    test::button(bar(*first), QStringLiteral("Read it"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(first->workbench().session().model() && first->settled(), 20000);
    QCOMPARE(said(*first), QString());
    first.reset();
    auto second = window(path("project/p.nest"));
    QVERIFY(second->workbench().session().model());
    second.reset();
    // The same project may not read another file for that.
    write(path("other.relay"), kNet);
    write(path("project/p.nest"), R"({"nestwright": 1, "model": {"path": "../other.relay"}})");
    QVERIFY(!window(path("project/p.nest"))->workbench().session().model());
  }

  // A table is a file of its own: closing asks about it before it asks about the project.
  void unsaved_tables_are_asked_about() {
    write(path("net.relay"), kNet);
    write(path("mine.pat"), kTable);
    auto open = window(path("net.relay"));
    QVERIFY(open->patterns()->openTable(path("mine.pat")));
    QVERIFY(open->workbench().session().document()->save(path("p.nest").toStdString()).empty());
    open->patterns()->edit()->replaceTable(QStringLiteral("# changed\n"), 1);
    QString question;
    answer(QMessageBox::Cancel, &question);
    QVERIFY(!open->files().mayClose());
    QCOMPARE(question, QStringLiteral("Save the pattern table(s) mine.pat?"));
    QCOMPARE(read(path("mine.pat")), QByteArray(kTable));
    answer(QMessageBox::Save, &question);
    QTimer::singleShot(200, qApp, [] { press(QMessageBox::Discard); });  // the project's own question
    QVERIFY(open->files().mayClose());
    QCOMPARE(read(path("mine.pat")), QByteArray("# changed\n"));
    QVERIFY(open->patterns()->unsavedTables().isEmpty());
  }

  void tables_come_back_after_a_crash_with_what_was_not_saved() {
    write(path("net.relay"), kNet);
    write(path("mine.pat"), kTable);
    auto first = window(path("net.relay"));
    QVERIFY(first->patterns()->openTable(path("mine.pat")));
    first->patterns()->edit()->replaceTable(QStringLiteral("# not saved\n"), 1);
    QTRY_COMPARE(first->workbench().session().document()->choices().patterns, std::string("# not saved\n"));
    first.reset();
    auto second = window(path("net.relay"));
    QVERIFY2(said(*second).contains(QStringLiteral("of an earlier run were not saved")), qPrintable(said(*second)));
    test::button(bar(*second), QStringLiteral("Restore them"))->click();
    QCOMPARE(second->patterns()->tables()->tabText(0), QStringLiteral("mine.pat*"));
    QCOMPARE(second->patterns()->text(), QStringLiteral("# not saved\n"));
    QCOMPARE(read(path("mine.pat")), QByteArray(kTable));
    second->workbench().session().document()->forget_changes();
  }
};

NW_TEST(TestSaving);
#include "test_saving.moc"
