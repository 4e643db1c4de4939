// SPDX-License-Identifier: GPL-3.0-or-later
// The window before anything is open: what can be opened with one click, and nothing around it.
#include <QDockWidget>
#include <QPushButton>
#include <QTest>
#include <memory>

#include "open_window.h"
#include "registry.h"
#include "window/documents_window.h"
#include "window/kernel_tabs.h"
#include "window/lesson_bar.h"
#include "window/start_page.h"

using namespace nw;

class TestStartPage : public QObject {
  Q_OBJECT

  std::unique_ptr<test::OpenWindow> open_;

  QPushButton* button(const QString& accessible) const {
    for (QPushButton* each : open_->find<window::StartPage>()->findChildren<QPushButton*>())
      if (each->accessibleName() == accessible) return each;
    return nullptr;
  }
  int panels() const {
    int shown = 0;
    for (const QDockWidget* each : open_->window.findChildren<QDockWidget*>()) shown += each->isVisible() ? 1 : 0;
    return shown;
  }

 private Q_SLOTS:
  void init() { open_ = std::make_unique<test::OpenWindow>(); }
  void cleanup() { open_.reset(); }

  void nothing_is_around_it() {
    QVERIFY(open_->find<window::StartPage>()->isVisible());
    QCOMPARE(panels(), 0);
  }

  void a_sample_opens_with_one_click_and_the_panels_come() {
    QPushButton* sample = button(QStringLiteral("Open sgemm.py"));
    QVERIFY(sample && sample->isVisible());
    QTest::mouseClick(sample, Qt::LeftButton);
    QTRY_VERIFY(!open_->find<window::StartPage>()->isVisible());
    QVERIFY(open_->bench().session().document()->is_script());
    QVERIFY(panels() > 0);
  }

  void a_lesson_starts_with_one_click() {
    QPushButton* lesson =
        button(QStringLiteral("Start the lesson Which operators become tasks, and why shape_of is one"));
    QVERIFY(lesson && lesson->isVisible());
    QTest::mouseClick(lesson, Qt::LeftButton);
    QTRY_VERIFY(open_->window.lesson()->active());
    QTRY_VERIFY(open_->bench().session().model());
    QVERIFY(panels() > 0);
  }

  void it_comes_back_when_a_script_is_closed() {
    window::DocumentsWindow window(open_->theme, nullptr);
    window.show();
    window.active().files().openSampleText(QStringLiteral("softmax.py"));
    QTRY_VERIFY(window.active().kernels().current());
    window.active().actions().close_tab->trigger();
    QTRY_VERIFY(window.active().startPage().isVisible());
    QVERIFY(window.active().vacant());
    window.active().files().openSampleText(QStringLiteral("softmax.py"));
    QTRY_VERIFY(window.active().kernels().current());
    QCOMPARE(window.count(), 1);
  }
};

NW_TEST(TestStartPage);
#include "test_start_page.moc"
