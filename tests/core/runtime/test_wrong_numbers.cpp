// SPDX-License-Identifier: GPL-3.0-or-later
// Programs whose compiled code once gave wrong numbers, with the sums that TVM and numpy give.
#include <QFile>
#include <QTest>

#include "registry.h"
#include "run_script.h"

using namespace nw;

class WrongNumbersTest : public QObject {
  Q_OBJECT

  static std::string text_of(const char* name) {
    QFile file(QString::fromLatin1(NW_TEST_DATA "/defects/%1.py").arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  }
  static measure::RunReport run(const char* name) {
    const script::Program program = script::read(text_of(name));
    const auto loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    const auto report = runtime::run(*lower::lower_code(*loops), program.args, options, test::local_device());
    return report.value.value_or(measure::RunReport());
  }
  static void sums_to(const char* name, double sum) {
    const measure::RunReport report = run(name);
    QCOMPARE(report.outputs.size(), size_t{1});
    QCOMPARE(report.outputs[0].sum, sum);
    QVERIFY(report.verify && report.verify->ok);
  }

 private Q_SLOTS:
  // LLVM's SLP vectorizer narrowed these sums to 16 bits.
  void small_integers_are_summed_in_full() {
    sums_to("wrong_int8_conv", -4);
    sums_to("wrong_conv", 22440189);
    sums_to("k_conv_700193", 22440189);
  }

  // max(M, A + 3) had become max(A, M - 3) + 3, which wraps where M is the identity.
  void extremes_of_wrapping_sums_are_computed_as_written() {
    sums_to("wrong_int32", 88);
    sums_to("wrong_int64", 0);
    QVERIFY(run("k_dag_20208").verify->ok);
  }

  // A uint64 was taken for a number below 2^63, which is never negative as an int64: abs was left out.
  void the_highest_bit_of_uint64_is_the_sign_of_int64() { sums_to("wrong_uint64_cast", 33); }
};

NW_TEST(WrongNumbersTest);
#include "test_wrong_numbers.moc"
