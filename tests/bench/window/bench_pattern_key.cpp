// SPDX-License-Identifier: GPL-3.0-or-later
// From a key pressed in a pattern table of thirty lines to its matches and reasons painted, in the window itself.
// Usage: bench_pattern_key [MODEL]…; the sample network where none is named. Other arguments are ignored.
#include <QTest>
#include <cstdio>

#include "common/text.h"
#include "common/theme.h"
#include "painted.h"
#include "patterns/pattern_editor.h"
#include "patterns/patterns_panel.h"
#include "window/docks.h"
#include "window/file_session.h"
#include "window/main_window.h"

using namespace nw;
using namespace nw::views;
using bench::PaintedApplication;
using bench::Times;

namespace {

// Lines as real tables have them: shapes of convolutions and their tails, most specific first; most find something or
// come near.
QString table_of_thirty_lines() {
  QString text = QStringLiteral(
      "conv = is_op(\"nn.conv2d\")(wildcard(), is_constant())\n"
      "bias = is_op(\"add\")(conv, is_constant()) | is_op(\"nn.bias_add\")(conv, is_constant())\n");
  const QStringList tails{QStringLiteral("nn.relu"), QStringLiteral("add"), QStringLiteral("clip"),
                          QStringLiteral("sigmoid")};
  for (int i = 0; i < 28; ++i) {
    const QString op = tails[i % 4], strides = i % 3 ? QStringLiteral("[1, 1]") : QStringLiteral("[2, 2]");
    const QString name = QStringLiteral("my.p%1").arg(i);
    if (i % 4 == 1)
      text += QStringLiteral("%1: is_op(\"add\")(bias, wildcard()).has_attr({})\n").arg(name);
    else if (i % 2)
      text += QStringLiteral("%1: is_op(\"%2\")(conv.has_attr({\"strides\": %3}))\n").arg(name, op, strides);
    else
      text += QStringLiteral("%1: is_op(\"%2\")(bias | conv.has_attr({\"groups\": %3}))\n").arg(name, op).arg(i + 1);
  }
  return text;
}

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
    return QTest::qWaitFor([this] { return window_.workbench().session().model() && window_.settled(); }, 60000);
  }

  void measure(const QString& name) {
    window_.docks().show(window_.docks().patterns_dock);
    PatternEditor* edit = window_.patterns()->edit();
    const QString table = table_of_thirty_lines();
    edit->replaceTable(table, 1);
    if (!QTest::qWaitFor([this] { return window_.settled(); }, 60000)) return;
    Times digits, letters;
    edit->setFocus();
    edit->setCursorPosition(4, static_cast<int>(table.split(QLatin1Char('\n'))[4].lastIndexOf(QLatin1Char('}'))));
    for (int i = 0; i < kRounds; ++i) {  // "groups": 3 → 32 → 3 → 33 …
      press(Qt::Key_2 + i % 7, QChar(u'2' + i % 7), digits);
      press(Qt::Key_Backspace, {}, digits);
    }
    edit->setCursorPosition(29, 0);
    for (const QChar letter : QStringLiteral("my.q: is_op(\"nn.relu\")(bi")) press(Qt::Key_A, letter, letters);
    digits.print(name + QStringLiteral(", digits"));
    letters.print(name + QStringLiteral(", a new line"));
  }

 private:
  static constexpr int kRounds = 12;

  void press(int key, QChar text, Times& times) {
    PatternsPanel* panel = window_.patterns();
    QTest::qWait(30);  // as between two keys of a fast typist
    app_.start();
    QTest::sendKeyEvent(QTest::Press, panel->edit(), static_cast<Qt::Key>(key),
                        text.isNull() ? QString() : QString(text), Qt::NoModifier);
    panel->edit()->SendScintilla(QsciScintillaBase::SCI_AUTOCCANCEL);
    app_.wanted = [panel, text = ss(panel->text())] { return panel->view() && panel->matchedText() == text; };
    while (app_.wanted && app_.clock.elapsed() < 5000)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    times.ms.push_back(app_.milliseconds);
    times.processor.push_back(app_.processor);
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
  if (files.isEmpty()) files = {QStringLiteral(NW_SAMPLES "/resnet20.onnx")};
  for (const QString& file : files) {
    Bench bench(app);
    if (!bench.open(file)) {
      std::fprintf(stderr, "%s cannot be opened\n", qPrintable(file));
      return 1;
    }
    bench.measure(file.section(QLatin1Char('/'), -1));
    app.window = nullptr;
  }
  return 0;
}
