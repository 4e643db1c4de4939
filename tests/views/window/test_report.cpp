// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a script on its own: the nest of its valid part, and what is wrong.
#include <QFile>
#include <QTemporaryDir>

#include "open_window.h"
#include "patterns/pattern_editor.h"
#include "patterns/patterns_panel.h"
#include "registry.h"
#include "sample_matmul.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/report.h"

using namespace nw;

class TestReport : public QObject {
  Q_OBJECT

  static QString page(const std::string& script) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("k.py"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(script.c_str()) < 0) return {};
    file.close();
    test::OpenWindow w;
    w.window.files().open(path);
    if (!QTest::qWaitFor([&] { return w.window.kernels().current() && w.window.settled(); }, 20000)) return {};
    return window::report_html(window::report_facts(w.bench(), nullptr, views::Theme::load(false)));
  }

 private Q_SLOTS:
  void a_script_has_its_nest() {
    const QString html = page(test::kMatmul);
    QVERIFY2(html.contains(QStringLiteral("0..32")), qPrintable(html));
    QVERIFY(!html.contains(QStringLiteral("NW2")));
  }

  void a_wrong_script_says_what_is_wrong_with_it() {
    std::string wrong = test::kMatmul;
    wrong.insert(wrong.find("tvm.lower"), "s[C].vectorise(x)\n");
    const QString html = page(wrong);
    QVERIFY(html.contains(QStringLiteral("vectorise")) && html.contains(QStringLiteral("NW2")));
    QVERIFY(html.contains(QStringLiteral("0..32")));
  }

  // Matches by line, and reasons with their places and fixes.
  void a_model_has_its_patterns() {
    test::OpenWindow w;
    QVERIFY(w.openSample());
    w.window.patterns()->edit()->replaceTable(
        QStringLiteral("my.conv: is_op(\"nn.conv2d\")(wildcard(), is_constant()).has_attr({\"strides\": [2, 2]})\n"
                       "my.none: is_op(\"nn.lrn\")(None)\n"),
        1);
    QVERIFY(QTest::qWaitFor(
        [&] {
          const auto view = w.window.patterns()->view();
          return view && view->lines.size() == 2 && w.window.settled() && !view->lines[0].reasons.empty() &&
                 view->lines[0].reasons[0].fix;
        },
        20000));
    const auto view = w.window.patterns()->view();
    const QString html = window::report_html(window::report_facts(w.bench(), nullptr, views::Theme::load(false), view));
    QVERIFY(html.contains(QStringLiteral("<h2>Pattern matches</h2>")));
    const QString name = views::qs(w.bench().session().graph()->node(view->composites.list.front().root).name);
    QVERIFY(html.contains(QStringLiteral("<td>my.conv</td><td>%1</td><td>nn.conv2d</td>").arg(name)));
    QVERIFY(html.contains(
        QStringLiteral("<td>my.conv</td><td>%1</td><td>strides=[1, 1] where strides=[2, 2] is wanted</td>")
            .arg(view->lines[0].reasons[0].misses.size())));
    QVERIFY(html.contains(views::qs(view->lines[0].reasons[0].fix->title).toHtmlEscaped()));
  }
};

NW_TEST(TestReport);
#include "test_report.moc"
