// SPDX-License-Identifier: GPL-3.0-or-later
// Help: the handbook is searched by words and by messages that TVM printed, diagnostics are in its contents, and the
// keys of the menus are listed. And the preferences, which are in force at once and kept.
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeWidget>

#include "open_window.h"
#include "registry.h"
#include "window/file_session.h"
#include "window/handbook.h"
#include "window/handbook_search.h"
#include "window/preferences_dialog.h"
#include "window/start_page.h"

using namespace nw;

class TestHelp : public QObject {
  Q_OBJECT

  static QString first(const char* query) {
    const auto found = window::HandbookSearch().find(QString::fromUtf8(query));
    return found.empty() ? QString() : found.front().title;
  }

 private Q_SLOTS:
  void a_message_of_TVM_leads_to_what_it_means_data() {
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("section");
    QTest::newRow("no range") << "TVMError: Check failed: allow_missing:" << "Check failed: allow_missing";
    QTest::newRow("names and places")
        << "src/te/schedule/bound.cc:175: Invalid Schedule, cannot find the producer compute(conv_17, 0x55d1) along "
           "the "
           "loop nest specified by compute_at of consumer compute(relu_3, 0x7f0a)"
        << "Invalid Schedule, cannot find the producer along the loop nest specified by compute_at of consumer";
    QTest::newRow("memory") << "Variable `A` is directly accessed by host memory. Did you forget to bind?"
                            << "Memory verification failed, Did you forget to bind?";
    QTest::newRow("numbers") << "Check failed: const_size * dtype.bits() <= info->max_num_bits (451584 vs. 262144) : "
                                "Allocation exceed bound of memory tag local.inp_buffer"
                             << "Allocation exceed bound of memory tag";
  }
  void a_message_of_TVM_leads_to_what_it_means() {
    QFETCH(QString, message);
    QFETCH(QString, section);
    const auto found = window::HandbookSearch().find(message);
    QVERIFY(!found.empty());
    QCOMPARE(found.front().title, section);
    QVERIFY(!found.front().excerpt.isEmpty());
  }

  void codes_and_words_are_found() {
    QVERIFY2(first("NW2104").startsWith(QStringLiteral("NW2104")), qPrintable(first("NW2104")));
    const auto found = window::HandbookSearch().find(QStringLiteral("attachments circle"));
    QVERIFY(!found.empty());
    QVERIFY(found.front().title.startsWith(QStringLiteral("NW2301")) ||
            found.front().title.startsWith(QStringLiteral("Find loop")));
    QVERIFY(window::HandbookSearch().find(QStringLiteral("xyzzyplugh")).empty());
    QVERIFY(window::HandbookSearch().find(QString()).empty());
  }

  // As a person does it: Help, the search field, a pasted message, Enter.
  void the_handbook_is_searched_in_its_window() {
    test::OpenWindow w;
    w.window.actions().help_search->trigger();
    auto* handbook = w.window.findChild<window::Handbook*>();
    QVERIFY(handbook && handbook->isVisible());
    auto* edit = handbook->findChild<QLineEdit*>();
    auto* results = handbook->findChild<QListWidget*>();
    QVERIFY(edit && results);
    QVERIFY(!results->isVisible());
    QTest::keyClicks(edit, QStringLiteral("Output must be attached at root"));
    QTRY_VERIFY(results->isVisible() && results->count() > 0);
    QTest::keyClick(edit, Qt::Key_Return);
    auto* page = handbook->findChild<QTextBrowser*>();
    QVERIFY2(page->toPlainText().contains(QStringLiteral("Output must be attached at root")),
             qPrintable(page->toPlainText().left(80)));
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(handbook->isVisible() && edit->text().isEmpty() && !results->isVisible());
    auto* contents = handbook->findChild<QTreeWidget*>();
    const auto errors = contents->findItems(QStringLiteral("NW2301"), Qt::MatchRecursive | Qt::MatchStartsWith);
    QCOMPARE(errors.size(), 1);
    Q_EMIT contents->itemActivated(errors.front(), 0);
    QVERIFY(page->toPlainText().startsWith(QStringLiteral("NW2301")));
  }

  void every_key_of_the_menus_is_listed() {
    test::OpenWindow w;
    w.window.actions().help_keys->trigger();
    auto* handbook = w.window.findChild<window::Handbook*>();
    QVERIFY(handbook && handbook->isVisible());
    const QString text = handbook->findChild<QTextBrowser*>()->toPlainText();
    int listed = 0;
    for (const QAction* action : w.window.actions().all()) {
      if (action->shortcut().isEmpty()) continue;
      QVERIFY2(text.contains(action->shortcut().toString(QKeySequence::NativeText)), qPrintable(action->text()));
      ++listed;
    }
    QVERIFY(listed > 30);
    QVERIFY(text.contains(QStringLiteral("Alt+↓")));
  }

  void preferences_are_in_force_at_once_and_kept() {
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    views::ThemeSource theme;
    theme.setMode(views::ThemeSource::Mode::Light);
    window::MainWindow main(theme, &store);
    main.resize(1280, 800);
    main.show();
    main.actions().preferences->trigger();
    auto* dialog = main.findChild<window::PreferencesDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const auto box = [&](const char* name) -> QComboBox* {
      for (auto* each : dialog->findChildren<QComboBox*>())
        if (each->accessibleName() == QLatin1String(name)) return each;
      return nullptr;
    };
    const auto number = [&](const char* name) -> QSpinBox* {
      for (auto* each : dialog->findChildren<QSpinBox*>())
        if (each->accessibleName() == QLatin1String(name)) return each;
      return nullptr;
    };
    box("Colours")->setCurrentIndex(2);
    Q_EMIT box("Colours")->activated(2);
    QVERIFY(theme.theme().dark);
    number("Size of texts")->setValue(13);
    QCOMPARE(theme.theme().words.pointSize(), 13);
    QCOMPARE(QApplication::font().pointSize(), 13);
    box("Assembly of x86")->setCurrentIndex(1);
    Q_EMIT box("Assembly of x86")->activated(1);
    QVERIFY(main.workbench().preferences().intel_syntax);
    number("Time limit of a run")->setValue(77);
    QCOMPARE(main.workbench().timeLimit(), 77);
    number("Save by itself after")->setValue(3);
    store.sync();
    window::WindowSettings kept(&store);
    QVERIFY(kept.preferences().intel_syntax);
    QCOMPARE(kept.fonts().size, 13);
    QCOMPARE(kept.timeLimit(), 77);
    QCOMPARE(kept.autosave(), 3);
    QCOMPARE(store.value(QStringLiteral("theme")).toInt(), static_cast<int>(views::ThemeSource::Mode::Dark));
    theme.setFonts({});
    theme.setMode(views::ThemeSource::Mode::Light);
  }

  // A project with changes is written; a model without a project is left alone.
  void a_project_is_saved_by_itself() {
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    views::ThemeSource theme;
    window::MainWindow main(theme, &store);
    main.show();
    const QString model = folder.filePath(QStringLiteral("net.relay")),
                  project = folder.filePath(QStringLiteral("net.nest"));
    QFile file(model);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#[version = \"0.0.5\"]\nfn (%x: Tensor[(4, 8), float32]) {\n  %0 = exp(%x);\n  tanh(%0)\n}\n");
    file.close();
    main.files().open(model);
    QTRY_VERIFY_WITH_TIMEOUT(main.workbench().session().fusion() && main.settled(), 20000);
    main.workbench().session().changeFusion(fusion::FenceChange{"%0"});
    QVERIFY(main.files().modified());
    main.files().saveByItself();
    QVERIFY(main.files().modified() && !QFile::exists(project));
    QVERIFY(main.workbench().session().document()->save(views::ss(project), {}).empty());
    main.workbench().session().undo();
    QVERIFY(main.files().modified());
    main.files().saveByItself();
    QVERIFY(!main.files().modified());
    main.files().leave();
  }

  void samples_have_pictures() {
    test::OpenWindow w;
    auto* start = w.find<window::StartPage>();
    QTRY_VERIFY_WITH_TIMEOUT(start->thumbnails() == 4, 30000);
  }
};

NW_TEST(TestHelp);
#include "test_help.moc"
