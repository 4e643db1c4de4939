// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a network, a kernel, a wrong script and a broken file, in three sizes and both themes: no text and no
// sentence is cut in any panel. Models of a folder that NW_MODELS names are visited as well.
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "cut_texts.h"
#include "open_window.h"
#include "registry.h"
#include "window/docks.h"
#include "window/kernel_tabs.h"

using namespace nw;
using namespace nw::window;

namespace {

// The factor is none, a name is misspelt, and a loop that does not exist is reordered.
constexpr const char* kWrongScript = R"(import tvm
from tvm import te

# computation
A = te.placeholder((64, 64), name="A")
B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name="B")

# schedule
s = te.create_schedule(B.op)
i, j = s[B].op.axis
io, ii = s[B].split(i, factor=0)
s[B].reordr(j, i)
s[B].vectorize(k)
s[B].parallel(j)
s[B].parallel(j)

# kernel
tvm.lower(s, [A, B], name="main")
)";

}  // namespace

class TestEverySize : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString write(const char* name, const QByteArray& bytes) const {
    const QString path = folder_.filePath(QLatin1String(name));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
  }

  static void visit(test::OpenWindow& open, const std::function<void(const QString&)>& look) {
    Docks& docks = open.window.docks();
    for (QDockWidget* dock : docks.below()) {
      docks.show(dock);
      QTest::qWait(30);
      look(dock->objectName());
    }
    if (open.bench().session().fusion() && !open.bench().session().fusion()->groups.empty() &&
        !open.window.kernels().current()) {
      open.window.kernels().open(open.bench().session().fusion()->groups.front().id);
      QVERIFY(QTest::qWaitFor([&] { return open.settle(); }, 20000));
    }
    const auto* kernel = open.window.kernels().current();
    if (!kernel) return;
    for (auto* tabs : kernel->findChildren<QTabWidget*>())
      for (int i = 0; i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        QTest::qWait(20);
        look(QStringLiteral("kernel, ") + tabs->tabText(i));
      }
  }

 private Q_SLOTS:
  void nothing_is_cut_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("the sample network") << QString();
    QTest::newRow("a wrong script") << write("wrong.py", kWrongScript);
    QTest::newRow("a broken model") << write("broken.onnx",
                                             QByteArray("\x08\x08\x12\x05torch", 9) + QByteArray(999, '\xfe'));
    const QDir models(qEnvironmentVariable("NW_MODELS", folder_.path()));
    for (const QString& model : models.entryList({QStringLiteral("*.onnx")}, QDir::Files))
      if (model != QStringLiteral("broken.onnx")) QTest::newRow(qPrintable(model)) << models.filePath(model);
  }
  void nothing_is_cut() {
    QFETCH(QString, file);
    test::OpenWindow open;
    if (file.isEmpty())
      QVERIFY(open.openSample());
    else
      open.window.files().open(file);
    QTest::qWait(50);
    QVERIFY(open.settle());
    QStringList cut;
    for (const bool dark : {false, true}) {
      open.theme.setMode(dark ? views::ThemeSource::Mode::Dark : views::ThemeSource::Mode::Light);
      for (const QSize size : {QSize(1280, 800), QSize(1920, 1080), QSize(2560, 1440)}) {
        open.window.resize(size);
        const auto texts = [&] { return test::cut_texts(open.window) + test::cut_sentences(open.window); };
        visit(open, [&](const QString& where) {
          static_cast<void>(QTest::qWaitFor([&] { return texts().isEmpty(); }, 300));  // laid out later
          for (const QString& text : texts())
            cut << QStringLiteral("%1 %2, %3: %4")
                       .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))
                       .arg(size.width())
                       .arg(where, text);
        });
        QCOMPARE(open.window.size(), size);
      }
    }
    for (const QString& text : cut) qWarning().noquote() << text;
    QVERIFY(cut.isEmpty());
  }
};

NW_TEST(TestEverySize);
#include "test_every_size.moc"
