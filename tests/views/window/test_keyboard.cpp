// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse and for those who see little: every control has a name, Tab reaches it, the focus can be
// seen, and what is written has a contrast of 4.5; of the main window with each kind of tab, and of its dialogs.
#include <QDialog>
#include <QTabWidget>

#include "common/command_palette.h"
#include "graph/compare_view.h"
#include "kernel/kernel_page.h"
#include "keyboard_walk.h"
#include "open_window.h"
#include "registry.h"
#include "targets/add_target_dialog.h"
#include "tuning_tab.h"
#include "window/export_preview.h"
#include "window/fusion_dialog.h"
#include "window/handbook.h"
#include "window/preferences_dialog.h"

using namespace nw;

class TestKeyboard : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> w_;
  test::TuningFolder folder_;

  static void check(QWidget& top, const char* what) {
    QCoreApplication::processEvents();
    const QString where = QString::fromLatin1(what) + QStringLiteral(": ");
    const QStringList nameless = test::nameless(top);
    QVERIFY2(nameless.isEmpty(), qPrintable(where + QStringLiteral("without a name: ") + nameless.join(u'\n')));
    const test::KeyboardWalk walk = test::walk_by_tab(top);
    QVERIFY2(walk.steps > 2, qPrintable(where + QStringLiteral("nothing has the focus")));
    QVERIFY2(walk.not_reached.isEmpty(),
             qPrintable(where + QStringLiteral("Tab does not reach: ") + walk.not_reached.join(u'\n') +
                        QStringLiteral("\nit led to: ") + walk.path.mid(walk.path.size() - 12).join(u'\n')));
    QVERIFY2(walk.not_visible.isEmpty(),
             qPrintable(where + QStringLiteral("the focus cannot be seen: ") + walk.not_visible.join(u'\n')));
    const QStringList pale = test::pale_texts(top, 4.5);
    QVERIFY2(pale.isEmpty(), qPrintable(where + QStringLiteral("too pale: ") + pale.join(u'\n')));
  }

  void open(const char* tab) {
    const QString name = QString::fromLatin1(tab);
    if (name == QStringLiteral("start")) return;
    if (name == QStringLiteral("tuning")) {
      QVERIFY(test::open_tuning_tab(*w_, folder_.written("product.py", test::kProduct)));
      return;
    }
    QVERIFY(w_->openSample());
    if (name == QStringLiteral("kernel")) {
      w_->window.kernels().showGroup(w_->bench().session().fusion()->groups.front().id, true);
      QTRY_VERIFY_WITH_TIMEOUT(w_->window.kernels().current() && w_->window.settled(), 20000);
    }
    if (name == QStringLiteral("comparison")) {
      w_->window.actions().compare_source->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(w_->find<views::CompareView>() && w_->find<views::CompareView>()->settled(), 20000);
    }
  }

 private Q_SLOTS:
  void init() { w_ = std::make_unique<test::OpenWindow>(); }
  void cleanup() { w_.reset(); }

  void the_window_can_be_used_by_keys_data() {
    QTest::addColumn<QByteArray>("tab");
    QTest::addColumn<bool>("dark");
    for (const char* tab : {"start", "graph", "kernel", "comparison", "tuning"})
      for (const bool dark : {false, true})
        QTest::addRow("%s, %s", tab, dark ? "dark" : "light") << QByteArray(tab) << dark;
  }
  void the_window_can_be_used_by_keys() {
    QFETCH(QByteArray, tab);
    QFETCH(bool, dark);
    w_->theme.setMode(dark ? views::ThemeSource::Mode::Dark : views::ThemeSource::Mode::Light);
    w_->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w_->window));
    open(tab.constData());
    if (QTest::currentTestFailed()) return;
    check(w_->window, tab.constData());
  }

  void dialogs_can_be_used_by_keys() {
    const auto shown = [](QDialog& dialog, const char* what) {
      dialog.show();
      dialog.activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(&dialog));
      check(dialog, what);
      dialog.hide();
    };
    QVERIFY(w_->openSample());
    window::FusionDialog fusion(w_->bench().session().document()->choices().fusion, &w_->window);
    shown(fusion, "fusion settings");
    window::Handbook handbook(&w_->window);
    handbook.open(window::url_of_topic(QStringLiteral("glossary")));
    shown(handbook, "handbook");
    w_->window.actions().preferences->trigger();
    auto* preferences = w_->find<window::PreferencesDialog>();
    QVERIFY(preferences);
    shown(*preferences, "preferences");
    w_->window.kernels().showGroup(w_->bench().session().fusion()->groups.front().id, true);
    QTRY_VERIFY_WITH_TIMEOUT(w_->window.kernels().current() && w_->window.settled(), 20000);
    window::ExportPreview preview(w_->window.kernels().current(), &w_->window);
    shown(preview, "export preview");
    w_->window.actions().add_target->trigger();
    auto* target = w_->find<views::AddTargetDialog>();
    QVERIFY(target);
    shown(*target, "add a target");
  }
};

NW_TEST(TestKeyboard);
#include "test_keyboard.moc"
