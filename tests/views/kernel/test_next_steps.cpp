// SPDX-License-Identifier: GPL-3.0-or-later
// Next steps: what promises a gain first, and a row behind that shows and hides what does not.
#include <QSignalSpy>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/guidance.h"
#include "models/rows_model.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::views;

class TestNextSteps : public QObject {
  Q_OBJECT

  std::unique_ptr<NextSteps> steps_;
  int promising_ = 0;

  QString text(int row) const { return steps_->model()->index(row, 0).data().toString(); }
  int rows() const { return steps_->model()->rowCount(); }

 private Q_SLOTS:
  void init() {
    qRegisterMetaType<advise::Candidate>();
    // Large enough that another order of the loops promises a gain.
    const std::string script =
        QString::fromStdString(test::kMatmul).replace(QStringLiteral("32"), QStringLiteral("512")).toStdString();
    const auto preview = std::make_shared<const kernel::KernelPreview>(kernel::preview(script));
    const StageId stage = preview->program.schedule->find_by_name("C");
    steps_ = std::make_unique<NextSteps>(local_cpu_facts());
    steps_->resize(700, 400);
    const AxisId x = preview->program.axis_names.at("x");
    steps_->setCandidates(preview, advise::candidates(*preview, stage, x), {});
    QCOMPARE(rows(), 0);  // nobody sees it yet
    steps_->show();
    QTRY_VERIFY_WITH_TIMEOUT(steps_->settled() && rows() > 0, 20000);
    promising_ = static_cast<int>(steps_->promising());
    QVERIFY(promising_ > 0);
  }

  void what_promises_nothing_is_behind_a_row_that_counts_it() {
    QCOMPARE(rows(), promising_ + 1);
    const QString fold = text(promising_);
    QVERIFY2(fold.startsWith(QStringLiteral("▸ ")) && fold.endsWith(QStringLiteral("that would not make it faster")),
             qPrintable(fold));
    const QModelIndex index = steps_->model()->index(promising_, 0);
    QCOMPARE(index.data(RowsModel::KeyRole).toInt(), -1);
    QVERIFY(index.data(RowsModel::QuietRole).toBool());
    QCOMPARE(steps_->columnSpan(promising_, 0), 3);
  }

  void sentences_of_several_lines_keep_apart() {
    steps_->resize(340, 400);
    const QString why = steps_->model()->index(0, 2).data().toString();
    const auto words = [&] {
      const QRect column(0, 0, steps_->columnWidth(2) - 8, 1000);
      return steps_->fontMetrics().boundingRect(column, Qt::TextWordWrap, why).height();
    };
    QTRY_VERIFY(words() > steps_->fontMetrics().height() && steps_->rowHeight(0) >= words() + 6);
  }

  void a_click_shows_them_and_enter_hides_them_again() {
    QSignalSpy chosen(steps_.get(), &NextSteps::chosen);
    const QString folded = text(promising_);
    const int hidden = folded.mid(2).section(QLatin1Char(' '), 0, 0).toInt();
    QVERIFY(hidden > 0);
    steps_->scrollToBottom();
    QTest::mouseClick(steps_->viewport(), Qt::LeftButton, Qt::NoModifier,
                      steps_->visualRect(steps_->model()->index(promising_, 0)).center());
    QCOMPARE(rows(), promising_ + 1 + hidden);
    QCOMPARE(text(promising_), QStringLiteral("▾ ") + folded.mid(2));
    QVERIFY(steps_->model()->index(promising_ + 1, 0).data(RowsModel::QuietRole).toBool());
    QVERIFY(!steps_->model()->index(promising_ - 1, 0).data(RowsModel::QuietRole).toBool());
    QCOMPARE(steps_->currentIndex().row(), promising_);
    QTest::keyClick(steps_.get(), Qt::Key_Return);
    QCOMPARE(rows(), promising_ + 1);
    QCOMPARE(text(promising_), folded);
    QCOMPARE(chosen.count(), 0);  // it is no step itself
    steps_->setCurrentIndex(steps_->model()->index(0, 0));
    QTest::keyClick(steps_.get(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
  }

  // Where nothing is selected: of all stages, several deep, each with its stage.
  void without_a_selection_all_stages_are_ranked() {
    const auto preview = steps_->shownPreview();
    steps_->setCandidates(preview, {}, {});
    QTRY_VERIFY_WITH_TIMEOUT(steps_->settled() && rows() > 0, 60000);
    QVERIFY2(text(0).startsWith(QStringLiteral("C: ")) && text(0).contains(QStringLiteral(", then ")),
             qPrintable(text(0)));
    QSignalSpy changed(steps_.get(), &NextSteps::changeWanted);
    steps_->setCurrentIndex(steps_->model()->index(0, 0));
    QTest::keyClick(steps_.get(), Qt::Key_Return);
    QCOMPARE(changed.count(), 1);
    const auto change = changed.front().front().value<script::TextChange>();
    QVERIFY(kernel::preview(change.text).complete());
    QVERIFY(change.text.size() > preview->text.size());
  }

  // A parallel loop inside of others starts the cores again and again.
  void a_step_that_slows_down_is_to_be_taken_away() {
    const auto plain = std::make_shared<const kernel::KernelPreview>(kernel::preview(test::kMatmul));
    QVERIFY(advise::removable_steps(*plain, local_cpu_facts()).empty());
    const std::string wasteful =
        std::string(test::kMatmul).insert(std::string(test::kMatmul).rfind("tvm.lower"), "s[C].parallel(x)\n");
    const kernel::KernelPreview shown = kernel::preview(wasteful);
    QVERIFY(shown.complete());
    const auto away = advise::removable_steps(shown, local_cpu_facts());
    QCOMPARE(away.size(), size_t{1});
    QCOMPARE(away[0].label, std::string("take `parallel` away"));
    QCOMPARE(away[0].stage, std::string("C"));
    QVERIFY(away[0].gain > 2);
    QVERIFY(kernel::preview(away[0].text).complete());
  }
};

NW_TEST(TestNextSteps);
#include "test_next_steps.moc"
