// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window on the sample network: keys, palette, names for those who listen instead of looking, command line.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QSet>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "common/command_palette.h"
#include "common/message_bar.h"
#include "graph/graph_view.h"
#include "open_window.h"
#include "registry.h"
#include "window/actions.h"
#include "window/documents_window.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/lesson_bar.h"
#include "window/main_window.h"
#include "window/options.h"

using namespace nw;
using namespace nw::window;

class TestWindow : public QObject {
  Q_OBJECT

  views::ThemeSource* theme_ = nullptr;
  MainWindow* window_ = nullptr;

  static ParsedOptions parse(const char* line) {
    return parse_options(QString::fromUtf8(line).split(QLatin1Char(' ')));
  }

 private Q_SLOTS:
  void initTestCase() {
    theme_ = new views::ThemeSource;
    theme_->setMode(views::ThemeSource::Mode::Light);
    window_ = new MainWindow(*theme_, nullptr);
    window_->resize(1280, 800);
    window_->show();
    window_->files().openSample();
    QTRY_VERIFY_WITH_TIMEOUT(window_->workbench().session().model() && window_->settled(), 30000);
  }
  void cleanupTestCase() {
    delete window_;
    delete theme_;
  }

  void the_sample_opens_fused_and_without_errors() {
    QVERIFY(!window_->hasErrors());
    QVERIFY(window_->workbench().session().fusion()->groups.size() > 10);
    QVERIFY(window_->graphView()->canvas()->picture()->items.size() > 20);
  }

  void snapshots_carry_the_selection_along() {
    const NodeId conv = window_->workbench().session().fusion()->groups.front().nodes.front();
    window_->workbench().session().select(views::Selection::of_node(conv));
    window_->actions().source->trigger();
    QVERIFY(window_->workbench().session().selection().node.valid());
    QVERIFY(window_->workbench().session().graph() != nullptr);
    window_->actions().fused->trigger();
    QTRY_VERIFY(window_->settled());
  }

  void the_palette_finds_actions_and_nodes() {
    window_->actions().palette->trigger();
    QVERIFY(window_->palette()->isVisible());
    QTest::keyClicks(window_->palette()->edit(), QStringLiteral("reset lay"));
    QCOMPARE(window_->palette()->list()->item(0)->text(), QStringLiteral("Reset the layout"));
    QTest::keyClick(window_->palette()->edit(), Qt::Key_Escape);
    QVERIFY(!window_->palette()->isVisible());

    // Names are searched off this thread.
    const graph::Graph& graph = *window_->workbench().session().graph();
    const graph::Node& node = graph.node(graph.outputs.front());
    window_->actions().palette->trigger();
    QTest::keyClicks(window_->palette()->edit(), QString::fromStdString(node.name));
    QTRY_COMPARE(window_->palette()->list()->item(0)->text(), QString::fromStdString(node.name));
    QTest::keyClick(window_->palette()->edit(), Qt::Key_Return);
    QCOMPARE(window_->workbench().session().selection().node, node.id);
    window_->actions().palette->trigger();
    QTest::keyClicks(window_->palette()->edit(), QStringLiteral("zqxzqxzqx"));
    QTRY_COMPARE(window_->palette()->list()->item(0)->text(), QStringLiteral("Nothing fits"));
    QTest::keyClick(window_->palette()->edit(), Qt::Key_Escape);
  }

  void every_control_has_a_name_to_be_read_aloud() {
    QStringList nameless;
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
      const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                           qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractItemView*>(widget) ||
                           qobject_cast<QAbstractSpinBox*>(widget);
      if (!control || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
      auto* button = qobject_cast<QAbstractButton*>(widget);
      const bool of_qt =
          button && widget->parentWidget() &&
          (widget->parentWidget()->inherits("QLineEdit") || widget->parentWidget()->inherits("QTabBar") ||
           widget->parentWidget()->inherits("QDockWidget") || widget->parentWidget()->inherits("QTableView"));
      const bool inner = widget->parentWidget() && (widget->parentWidget()->inherits("QComboBoxPrivateContainer") ||
                                                    widget->inherits("QHeaderView"));
      if (of_qt || inner) continue;
      if (widget->accessibleName().isEmpty() && (!button || button->text().isEmpty()))
        nameless << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
  }

  void actions_have_tips_and_no_key_twice() {
    QSet<QString> keys;
    for (QAction* action : window_->actions().all()) {
      QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
      const QString key = action->shortcut().toString();
      QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable(key));
      keys << key;
    }
  }

  // The start page hides the panels before the window is shown for the first time, when they have no size yet.
  void a_panel_keeps_its_width_over_a_restart() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    constexpr int kWidth = 377;
    {
      DocumentsWindow first(*theme_, &settings);
      first.resize(1600, 900);
      first.show();
      first.active().files().openSample();
      QTRY_VERIFY_WITH_TIMEOUT(first.active().workbench().session().fusion(), 20000);
      auto* outline = first.findChild<QDockWidget*>(QStringLiteral("outline"));
      QTRY_COMPARE(outline->width(), 300);  // its share, at first
      first.active().resizeDocks({outline}, {kWidth}, Qt::Horizontal);
      QTRY_COMPARE(outline->width(), kWidth);
      QVERIFY(first.close());
    }
    DocumentsWindow second(*theme_, &settings);
    second.show();
    second.active().files().openSample();
    QTRY_VERIFY_WITH_TIMEOUT(second.active().workbench().session().fusion(), 20000);
    QTRY_COMPARE(second.findChild<QDockWidget*>(QStringLiteral("outline"))->width(), kWidth);
    qunsetenv("XDG_DATA_HOME");
  }

  // A change is written down at once; a window that opens the same file later offers it again.
  void what_a_crash_left_is_offered_again() {
    QStandardPaths::setTestModeEnabled(true);
    QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("net.onnx"));
    QVERIFY(QFile::copy(QStringLiteral(":/nestwright/resnet20.onnx"), model));
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    {
      MainWindow first(*theme_, &settings);
      first.files().open(model);
      QTRY_VERIFY_WITH_TIMEOUT(first.workbench().session().fusion(), 20000);
      first.workbench().session().setScript("task", "text", "split y by 4", false);
    }  // gone without closing: nobody was asked
    MainWindow second(*theme_, &settings);
    second.show();
    second.files().open(model);
    QTRY_VERIFY_WITH_TIMEOUT(second.workbench().session().fusion(), 20000);
    auto* bar = second.findChild<views::MessageBar*>();
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->accessibleName().contains(QStringLiteral("split y by 4")), qPrintable(bar->accessibleName()));
    for (QAbstractButton* button : bar->findChildren<QAbstractButton*>())
      if (button->text() == QStringLiteral("Restore them")) button->click();
    QCOMPARE(second.workbench().session().document()->script("task").value_or(""), std::string("text"));
    QVERIFY(second.workbench().session().canUndo());
    QStandardPaths::setTestModeEnabled(false);
  }

  // Nothing that was typed goes without a word: not by what is typed or opened while the offer is shown, not by what
  // another program has saved.
  void an_offer_waits_and_says_what_it_would_replace() {
    QStandardPaths::setTestModeEnabled(true);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kernel.py"));
    const auto write = [&path](const QByteArray& text) {
      QFile file(path);
      return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    const QByteArray text =
        "from tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
        "B = te.compute((4,), lambda i: A[i], name=\"B\")\ns = te.create_schedule(B.op)\n";
    QVERIFY(write(text));
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const auto open = [&path](MainWindow& window) {
      window.show();
      window.files().open(path);
      return QTest::qWaitFor([&] { return window.kernels().current() && window.settled(); }, 20000);
    };
    const auto script = [](MainWindow& window) {
      return QString::fromStdString(window.workbench().session().document()->script("script").value_or(""));
    };
    const auto change = [&text](MainWindow& window, const char* typed) {
      window.workbench().session().setScript("script", text.toStdString() + typed, typed, false);
    };
    {
      MainWindow first(*theme_, &settings);
      QVERIFY(open(first));
      change(first, "# mine");
    }
    QVERIFY(write(text + "# of another program\n"));
    {
      MainWindow second(*theme_, &settings);
      QVERIFY(open(second));
      auto* bar = second.findChild<views::MessageBar*>();
      QVERIFY(bar->isVisible());
      QCOMPARE(bar->accessibleName(),
               QStringLiteral("kernel.py was saved with other text after 1 change(s) of an earlier run that were not "
                              "saved. The last was: # mine."));
      change(second, "# newer");
      second.startLesson(lessons().front());
      QTRY_VERIFY_WITH_TIMEOUT(second.lesson()->isVisible() && second.settled(), 20000);
      QVERIFY(!bar->isVisible());
      second.lesson()->leave();
      QTRY_VERIFY(bar->isVisible() && second.settled());
      QCOMPARE(script(second), QString::fromUtf8(text + "# newer"));
      // To keep the file is a word about the run before, not about what was typed since.
      test::button(bar, QStringLiteral("Keep the new file"))->click();
      QVERIFY(!bar->isVisible());
    }
    MainWindow third(*theme_, &settings);
    QVERIFY(open(third));
    auto* bar = third.findChild<views::MessageBar*>();
    QCOMPARE(bar->accessibleName(),
             QStringLiteral("1 change(s) of an earlier run were not saved. The last was: # newer."));
    test::button(bar, QStringLiteral("Restore them"))->click();
    QCOMPARE(script(third), QString::fromUtf8(text + "# newer"));
    QVERIFY(third.workbench().session().document()->modified());
    third.actions().undo->trigger();
    QCOMPARE(script(third), QString::fromUtf8(text + "# of another program\n"));
    QVERIFY(third.workbench().session().document()->unsaved_runs().empty());
    third.workbench().session().document()->forget_changes();
    QStandardPaths::setTestModeEnabled(false);
  }

  void the_command_line_is_checked() {
    QCOMPARE(parse("nestwright a.onnx --size 800x600 --theme dark --group 3").options.size, QSize(800, 600));
    QCOMPARE(parse("nestwright --size big").error,
             QStringLiteral("--size is WIDTHxHEIGHT from 200x200 to 16384x16384, not 'big'"));
    QCOMPARE(parse("nestwright --theme pink").error, QStringLiteral("--theme is one of light, dark, not 'pink'"));
    QCOMPARE(parse("nestwright --grab a.gif").error, QStringLiteral("--grab writes .png, .svg or .pdf, not 'a.gif'"));
    QCOMPARE(parse("nestwright --group x").error, QStringLiteral("--group is a group's number, not 'x'"));
    QVERIFY(parse("nestwright --nonsense").error.contains(QStringLiteral("nonsense")));
  }
};

NW_TEST(TestWindow);
#include "test_window.moc"
