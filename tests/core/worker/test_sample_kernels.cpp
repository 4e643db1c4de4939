// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that come with the program read without errors and compute what they say.
#include <QDir>
#include <QFile>
#include <QTest>

#include "registry.h"
#include "run_script.h"

class SampleKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void run_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(NW_SOURCE_DIR "/resources/samples/kernels"));
    const QStringList names = folder.entryList({QStringLiteral("*.py")});
    for (const QString& name : names)
      if (!name.startsWith(QStringLiteral("make_"))) QTest::newRow(qPrintable(name)) << folder.filePath(name);
  }
  void run() {
    QFETCH(QString, file);
#ifdef __x86_64__
    const bool dot_products = __builtin_cpu_supports("avx512vnni");
#else
    const bool dot_products = false;
#endif
    if (!dot_products && file.contains(QStringLiteral("int8"))) QSKIP("this processor has no AVX-512 VNNI");
    QFile script(file);
    QVERIFY(script.open(QIODevice::ReadOnly));
    const std::string fault = nw::test::fault_of(script.readAll().toStdString(), nw::test::Warnings::Allowed);
    QVERIFY2(fault.empty(), fault.c_str());
  }
};

NW_TEST(SampleKernels);
#include "test_sample_kernels.moc"
