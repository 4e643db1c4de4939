// SPDX-License-Identifier: GPL-3.0-or-later
// The position in the schedule: lines behind it are pale, as the nest shown is without them.
#include <QSlider>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/kernel_view.h"
#include "kernel/script_editor.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::views;

class TestStepSlider : public QObject {
  Q_OBJECT

  std::unique_ptr<KernelView> view_;

  bool settle() {
    return QTest::qWaitFor([this] { return view_->settled(); }, 10000);
  }
  QStringList pale() const {
    const QStringList lines = view_->script().split(QLatin1Char('\n'));
    QStringList found;
    for (int line = 1; line <= static_cast<int>(lines.size()); ++line)
      if (view_->editor()->isLeftOut(line)) found << lines[line - 1];
    return found;
  }

 private Q_SLOTS:
  void lines_behind_the_position_are_pale() {
    view_ = std::make_unique<KernelView>(local_cpu_facts());
    view_->resize(1280, 800);
    view_->show();
    view_->setScript(QString::fromStdString(test::kMatmul)
                         .replace(QStringLiteral("tvm.lower("), QStringLiteral("ko, ki = s[C].split(k, factor=4)\n"
                                                                               "s[C].reorder(y, ko, x, ki)\n"
                                                                               "s[C].unroll(ki)\n"
                                                                               "tvm.lower(")));
    QVERIFY(settle());
    QCOMPARE(pale(), QStringList());
    auto* slider = view_->findChild<QSlider*>();
    slider->setValue(1);
    QVERIFY(settle());
    // The kernel's own line always runs.
    QCOMPARE(pale(), QStringList({QStringLiteral("s[C].reorder(y, ko, x, ki)"), QStringLiteral("s[C].unroll(ki)")}));
    slider->setValue(2);
    QVERIFY(settle());
    QCOMPARE(pale(), QStringList(QStringLiteral("s[C].unroll(ki)")));
    slider->setValue(slider->maximum());
    QVERIFY(settle());
    QCOMPARE(pale(), QStringList());
  }
};

NW_TEST(TestStepSlider);
#include "test_step_slider.moc"
