// SPDX-License-Identifier: GPL-3.0-or-later
// A graph of 100,000 nodes with the table of operators open: from a click on a column to its rows painted in that
// order, from a word in the filter to the rows that hold it, and the event that held the window's thread longest while
// the graph is walked, zoomed and selected in. Usage: bench_operators [NODES | FILE]. Other arguments are ignored.
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cstdio>

#include "common/operators_panel.h"
#include "common/theme.h"
#include "graph/canvas.h"
#include "graph/graph_view.h"
#include "models/operators_model.h"
#include "painted.h"
#include "window/docks.h"
#include "window/file_session.h"
#include "window/main_window.h"

using namespace nw;
using namespace nw::views;
using bench::PaintedApplication;
using bench::Times;

namespace {

// Chains of products, sums and activations with a shortcut each, as a network's blocks are.
QByteArray relay_text(int nodes) {
  QByteArray text = "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(64, 64), float32]) {\n";
  const auto value = [](int i) { return i < 0 ? QByteArray("%x") : QByteArray("%") + QByteArray::number(i); };
  for (int i = 0; i < nodes; ++i) {
    const QByteArray last = value(i - 1);
    text += "  " + value(i) + " = ";
    switch (i % 5) {
      case 0:
        text += "nn.dense(" + last + ", " + last + ", units=64)";
        break;
      case 1:
        text += "nn.relu(" + last + ")";
        break;
      case 2:
        text += "add(" + last + ", " + value(i - 3) + ")";
        break;
      case 3:
        text += "tanh(" + last + ")";
        break;
      default:
        text += "multiply(" + last + ", " + value(i - 2) + ")";
    }
    text += ";\n";
  }
  return text + "  nn.relu(" + value(nodes - 1) + ")\n}\n";
}

class Bench {
 public:
  explicit Bench(PaintedApplication& app) : app_(app), window_(theme_, nullptr) {
    theme_.setMode(ThemeSource::Mode::Light);
    window_.resize(1920, 1080);
    window_.show();
    app_.window = &window_;
  }

  bool open(const QString& path) {
    window_.files().open(path);
    if (!settle() || !window_.workbench().session().model()) return false;
    window_.docks().show(window_.docks().operators_dock);
    return settle() && model().rows();
  }

  void measure() {
    std::printf("%d rows\n", model().rowCount());
    sort();
    filter();
    const auto longest = [this](const char* what, auto&& step) {
      app_.longest = {};
      for (int i = 0; i < kRounds; ++i) {
        step(i);
        QTest::qWait(30);
      }
      settle();
      std::printf("%-20s %s\n", what, app_.describe_longest().constData());
    };
    longest("sorting", [this](int i) {
      panel().sortBy(static_cast<model::OperatorColumn>(i % model().columnCount()), i % 2 == 0);
    });
    longest("scrolling", [this](int) { key(panel().table(), Qt::Key_PageDown); });
    longest("rows", [this](int) { key(panel().table(), Qt::Key_Down); });
    longest("selecting",
            [this](int i) { window_.workbench().session().select(Selection::of_node(NodeId(1 + 97 * i))); });
    longest("zooming", [this](int i) { wheel(i % 16 < 8 ? 120 : -120); });
    longest("walking", [this](int) { key(canvas(), Qt::Key_Down); });
  }

 private:
  static constexpr int kRounds = 40;

  OperatorsPanel& panel() { return *window_.docks().operators; }
  const OperatorsModel& model() { return panel().model(); }
  Canvas* canvas() { return window_.graphView()->canvas(); }
  bool settle() {
    return QTest::qWaitFor([this] { return window_.settled(); }, 600000);
  }
  static void key(QWidget* where, Qt::Key key) { QTest::keyClick(where, key); }
  void wheel(int delta) {
    const QPointF at = canvas()->rect().center();
    QWheelEvent event(at, canvas()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &event);
  }

  // Until `done`, and what it changed is painted.
  template <class Change, class Done>
  void time(Times& times, Change&& change, Done&& done) {
    app_.start();
    change();
    app_.wanted = std::forward<Done>(done);
    while (app_.wanted && app_.clock.elapsed() < 20000)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    times.ms.push_back(app_.milliseconds);
    times.processor.push_back(app_.processor);
    settle();
  }

  void sort() {
    QHeaderView* header = panel().table()->horizontalHeader();
    Times times;
    for (int round = 0; round < 4; ++round)
      for (int column = 0; column < model().columnCount(); ++column) {
        if (header->isSectionHidden(column)) continue;
        const auto before = model().rows();
        time(
            times,
            [&] {
              const QPoint at(header->sectionViewportPosition(column) + 12, header->height() / 2);
              QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
            },
            [this, before] { return model().rows() != before; });
      }
    times.print(QStringLiteral("a column clicked"));
  }

  void filter() {
    auto* edit = panel().findChild<QLineEdit*>();
    Times times;
    for (const char* word : {"op:nn.dense", "tanh", "flops>1000", ""}) {
      const auto before = model().rows();
      time(
          times, [&] { edit->setText(QString::fromLatin1(word)); },
          [this, before] { return model().rows() != before; });
    }
    times.print(QStringLiteral("a filter"));
  }

  PaintedApplication& app_;
  ThemeSource theme_;
  window::MainWindow window_;
};

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  PaintedApplication app(argc, argv);
  int nodes = 100'000;
  QString file;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue;
    bool is_count = false;
    const int count = QByteArray(argv[i]).toInt(&is_count);
    (is_count ? void(nodes = count) : void(file = QString::fromLocal8Bit(argv[i])));
  }
  const QTemporaryDir folder;
  if (file.isEmpty()) {
    file = folder.filePath(QStringLiteral("chain.relay"));
    QFile text(file);
    if (!text.open(QIODevice::WriteOnly)) return 1;
    text.write(relay_text(nodes));
  }
  Bench bench(app);
  if (!bench.open(file)) {
    std::fprintf(stderr, "%s cannot be opened\n", qPrintable(file));
    return 1;
  }
  bench.measure();
  return 0;
}
