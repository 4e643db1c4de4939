// SPDX-License-Identifier: GPL-3.0-or-later
// From a key pressed in the script to the new loop nest painted, in the window itself: a step is added to the kernel
// and then changed digit by digit, letter by letter. Usage: bench_keystroke [FILE[:GROUP[,GROUP…]]]…; every different
// kernel of a model where no groups are named; the sample network and the bitserial convolution where no file is.
// Other arguments are ignored.
#include <QTest>
#include <cstdio>
#include <set>

#include "common/text.h"
#include "common/theme.h"
#include "edit/gestures.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/nest_view.h"
#include "kernel/script_editor.h"
#include "model/group_computation.h"
#include "painted.h"
#include "window/file_session.h"
#include "window/kernel_tabs.h"
#include "window/main_window.h"

using namespace nw;
using namespace nw::views;
using bench::PaintedApplication;
using bench::Times;

namespace {

class Bench {
 public:
  explicit Bench(PaintedApplication& app) : app_(app), window_(theme_, nullptr) {
    theme_.setMode(ThemeSource::Mode::Light);
    window_.resize(1280, 800);
    window_.show();
    app_.window = &window_;
  }

  bool open(const QString& path) {
    window_.files().open(path);
    return QTest::qWaitFor([this] { return window_.workbench().session().document() && window_.settled(); }, 60000);
  }

  // A group of each different kernel.
  std::vector<GroupId> groups() {
    std::vector<GroupId> chosen;
    std::set<std::string> seen;
    const auto fusion = window_.workbench().session().lastFusion();
    if (!fusion) return {GroupId()};
    for (const fusion::Group& group : fusion->groups)
      if (seen.insert(model::task_key(window_.workbench().session().model()->optimized(), group)).second)
        chosen.push_back(group.id);
    return chosen;
  }

  void measure(GroupId group) {
    if (group.valid()) window_.kernels().showGroup(group, true);
    QTest::qWait(50);  // until its tab is there
    KernelPage* page = window_.kernels().current();
    if (!page || !QTest::qWaitFor([&] { return page->settled(); }, 20000) || page->failed()) return;
    KernelView* view = page->view();
    if (!addSplit(view)) return;
    ScriptEditor* editor = view->editor();
    editor->setFocus();
    Times digits, letters;
    for (int i = 0; i < kRounds; ++i) {  // factor=1 → 12 → 1 → 14 …
      press(view, Qt::Key_2 + i % 7, QChar(u'2' + i % 7), digits);
      press(view, Qt::Key_Backspace, {}, digits);
    }
    QTest::keyClick(editor, Qt::Key_End);
    QTest::keyClick(editor, Qt::Key_Return);
    for (const QChar letter : QStringLiteral("s[nothing].unroll(q")) press(view, Qt::Key_A, letter, letters);
    const QString name = page->title();
    digits.print(name + QStringLiteral(", digits"));
    letters.print(name + QStringLiteral(", a mistake"));
    all_digits.add(digits);
    all_letters.add(letters);
  }

  Times all_digits, all_letters;

 private:
  static constexpr int kRounds = 12;

  // The first loop that can be split gets a step `….split(…, factor=1|)`, the cursor before the bracket.
  bool addSplit(KernelView* view) {
    const auto* shown = view->preview();
    if (!shown || !shown->complete()) return false;
    const edit::Gestures gestures(shown->text, shown->program);
    for (const kernel::LoopTreeRow& row : shown->tree) {
      if (row.kind != kernel::LoopTreeRow::Kind::Axis) continue;
      const auto change = gestures.write(gestures.split(row.stage, row.axis, 1));
      if (!change.value || !kernel::preview(change->text).complete()) continue;
      view->setScript(qs(change->text));
      const QString line = qs(change->text).split(QLatin1Char('\n')).value(change->line - 1);
      view->editor()->setCursorPosition(change->line - 1, static_cast<int>(line.lastIndexOf(QLatin1Char(')'))));
      return QTest::qWaitFor([view] { return view->settled(); }, 20000);
    }
    return false;
  }

  void press(KernelView* view, int key, QChar text, Times& times) {
    QTest::qWait(30);  // as between two keys of a fast typist
    app_.start();
    QTest::sendKeyEvent(QTest::Press, view->editor(), static_cast<Qt::Key>(key),
                        text.isNull() ? QString() : QString(text), Qt::NoModifier);
    app_.wanted = [view, text = ss(view->script())] { return view->preview()->text == text; };
    while (app_.wanted && app_.clock.elapsed() < 5000)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    times.ms.push_back(app_.milliseconds);
    times.processor.push_back(app_.processor + view->preview()->micros / 1000);
  }

  PaintedApplication& app_;
  ThemeSource theme_;
  window::MainWindow window_;
};

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  PaintedApplication app(argc, argv);
  QStringList files;
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] != '-') files << QString::fromLocal8Bit(argv[i]);
  if (files.isEmpty())
    files = {QStringLiteral(NW_SAMPLES "/resnet20.onnx"), QStringLiteral(NW_SAMPLES "/kernels/bitserial_conv.py")};
  Bench bench(app);
  for (const QString& file : files) {
    const QString path = file.section(QLatin1Char(':'), 0, 0);
    if (!bench.open(path)) {
      std::fprintf(stderr, "%s cannot be opened\n", qPrintable(path));
      return 1;
    }
    std::vector<GroupId> groups;
    for (const QString& number : file.section(QLatin1Char(':'), 1).split(QLatin1Char(','), Qt::SkipEmptyParts))
      groups.emplace_back(number.toInt());
    for (const GroupId group : groups.empty() ? bench.groups() : groups) bench.measure(group);
  }
  bench.all_digits.print(QStringLiteral("all, digits"));
  bench.all_letters.print(QStringLiteral("all, a mistake"));
  return 0;
}
