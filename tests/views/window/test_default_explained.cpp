// SPDX-License-Identifier: GPL-3.0-or-later
// The default schedule against the one in the editor: what the tab shows, measures and takes.
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>

#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "open_window.h"
#include "registry.h"
#include "tune/default_view.h"
#include "window/default_explained.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::views;

namespace {

// Shaped by hand, and badly.
const char* const kOneStep =
    "import tvm\nfrom tvm import te\n\n# computation\n"
    "A = te.placeholder((96, 64), name=\"A\")\nB = te.placeholder((64, 80), name=\"B\")\n"
    "k = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((96, 80), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\", tag=\"matmul\")\n\n"
    "# schedule\ns = te.create_schedule(C.op)\ny, x = s[C].op.axis\nyo, yi = s[C].split(y, factor=8)\n\n"
    "# kernel\ntvm.lower(s, [A, B, C], name=\"product\")\n";

constexpr int kPatience = 120000;  // milliseconds

}  // namespace

class TestDefaultExplained : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  DefaultView* open(test::OpenWindow& w, const QByteArray& text) {
    const QString path = folder_.filePath(QStringLiteral("product.py"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return nullptr;
    file.close();
    w.window.files().open(path);
    if (!QTest::qWaitFor([&] { return w.window.kernels().current() && w.window.settled(); }, kPatience)) return nullptr;
    w.window.actions().explain_default->trigger();
    auto* view = w.find<DefaultView>();
    return view && settles(view) ? view : nullptr;
  }
  static bool settles(const DefaultView* view) {
    const auto* explained = view->findChild<window::DefaultExplained*>();
    return QTest::qWaitFor([&] { return explained->settled(); }, kPatience);
  }
  static std::string script(test::OpenWindow& w) { return ss(w.window.kernels().pages().front()->view()->script()); }

 private Q_SLOTS:
  void both_schedules_are_explained_measured_and_the_default_taken() {
    test::OpenWindow w;
    DefaultView* view = open(w, kOneStep);
    QVERIFY(view);
    QCOMPARE(view->ofScript()->rowCount(), 1);
    QCOMPARE(view->ofScript()->effects()[0].line, QStringLiteral("yo, yi = s[C].split(y, factor=8)"));
    QVERIFY(view->ofDefault()->rowCount() > 1);
    QVERIFY2(view->summary().contains(QStringLiteral("The default schedule: ")), qPrintable(view->summary()));
    QVERIFY(view->fault().isEmpty());  // nothing is measured: an estimate accuses nobody
    QVERIFY(!view->plainButton()->isVisibleTo(view));

    view->measureButton()->click();
    QCOMPARE(view->measureButton()->text(), QStringLiteral("Stop measuring"));
    view->measureButton()->click();
    QTRY_COMPARE(view->measureButton()->text(), QStringLiteral("Measure both"));
    QVERIFY(!view->summary().contains(QStringLiteral("; measured ")));
    view->measureButton()->click();
    QVERIFY(settles(view));
    QVERIFY2(view->summary().count(QStringLiteral("; measured ")) == 3, qPrintable(view->summary()));
    for (const TuneEffect& each : view->ofDefault()->effects()) QVERIFY(each.worth == 0 || each.measured > 0);

    const std::string before = script(w);
    view->defaultButton()->click();
    QVERIFY(settles(view));
    QVERIFY(script(w) != before);
    QCOMPARE(view->ofScript()->rowCount(), view->ofDefault()->rowCount());
    for (const TuneEffect& each : view->ofScript()->effects())
      QCOMPARE(each.also.isEmpty() && each.with.isEmpty(), false);
    w.window.actions().undo->trigger();
    QCOMPARE(script(w), before);
  }

  void a_script_with_an_error_says_it_and_offers_nothing() {
    test::OpenWindow w;
    DefaultView* view = open(w, QByteArray(kOneStep).replace("factor=8", "factor=0"));
    QVERIFY(view);
    QVERIFY2(view->summary().contains(QStringLiteral("factor")), qPrintable(view->summary()));
    QVERIFY(!view->measureButton()->isEnabled() && !view->defaultButton()->isEnabled());
  }

  // The sentence and its button come with times alone, and where the plain loops are clearly faster.
  void a_default_at_fault_is_said_with_a_way_out() {
    DefaultView view;
    view.setFault(QStringLiteral("The default schedule is slower"));
    QVERIFY(view.plainButton()->isVisibleTo(&view));
    view.setFault({});
    QVERIFY(!view.plainButton()->isVisibleTo(&view));
  }
};
NW_TEST(TestDefaultExplained);

#include "test_default_explained.moc"
