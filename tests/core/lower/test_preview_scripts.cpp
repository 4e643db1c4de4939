// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels whose preview is timed (bench_lower; or nestwright-cli bench lower tests/data/preview/NAME.py): each
// reads and lowers.
#include <QDir>
#include <QTest>

#include "lower/lower.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

class PreviewScriptsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void they_lower_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QString::fromStdString(test::data_path("preview")));
    for (const QString& file : folder.entryList({"*.py"}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file)) << file;
  }
  void they_lower() {
    QFETCH(QString, file);
    const script::Program p = script::read(test::read_data("preview/" + file.toStdString()));
    QVERIFY(p.ok());
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    QVERIFY(loops.ok() && lower::lower_final(*loops).ok() && lower::lower_code(*loops).ok());
  }
};

NW_TEST(PreviewScriptsTest);
#include "test_preview_scripts.moc"
