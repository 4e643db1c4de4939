// SPDX-License-Identifier: GPL-3.0-or-later
// Next steps: the hottest loop, what promises a gain, and a row behind that shows and hides what does not.
#include <QComboBox>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/next_steps_page.h"
#include "models/rows_model.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::views;

class TestNextSteps : public QObject {
  Q_OBJECT

  std::unique_ptr<NextStepsPage> page_;
  NextSteps* steps_ = nullptr;
  int promising_ = 0;

  QString text(int row) const { return steps_->model()->index(row, 0).data().toString(); }
  int rows() const { return steps_->model()->rowCount(); }
  int fold() const { return promising_ + 1; }  // behind the hottest loop and what promises a gain
  bool ranked() const {
    return QTest::qWaitFor([this] { return steps_->settled() && rows() > 0; }, 60000);
  }
  bool choose(const char* scope) {
    auto* choice = page_->findChild<QComboBox*>();
    const int index = choice->findText(QString::fromLatin1(scope));
    if (index < 0) return false;
    while (choice->currentIndex() != index)
      QTest::keyClick(choice, choice->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    return true;
  }

 private Q_SLOTS:
  void init() {
    // Large enough that another order of the loops promises a gain.
    const std::string script =
        QString::fromStdString(test::kMatmul).replace(QStringLiteral("32"), QStringLiteral("512")).toStdString();
    const auto preview = std::make_shared<const kernel::KernelPreview>(kernel::preview(script));
    const StageId stage = preview->program.schedule->find_by_name("C");
    page_ = std::make_unique<NextStepsPage>(local_cpu_facts(), nullptr);
    steps_ = page_->list();
    page_->setScope(NextSteps::Scope::Selection);
    page_->resize(700, 400);
    const AxisId x = preview->program.axis_names.at("x");
    steps_->setCandidates(preview, advise::candidates(*preview, stage, x), {});
    QCOMPARE(rows(), 0);  // nobody sees it yet
    page_->show();
    QVERIFY(ranked());
    promising_ = static_cast<int>(steps_->promising());
    QVERIFY(promising_ > 0);
  }

  void what_promises_nothing_is_behind_a_row_that_counts_it() {
    QCOMPARE(rows(), fold() + 1);
    const QString folded = text(fold());
    QVERIFY2(
        folded.startsWith(QStringLiteral("▸ ")) && folded.endsWith(QStringLiteral("that would not make it faster")),
        qPrintable(folded));
    const QModelIndex index = steps_->model()->index(fold(), 0);
    QVERIFY(index.data(RowsModel::KeyRole).toInt() < 0);
    QVERIFY(index.data(RowsModel::QuietRole).toBool());
    QCOMPARE(steps_->columnSpan(fold(), 0), 3);
  }

  // The steps of a selection go on too, and name their stage.
  void steps_of_a_selection_name_their_stage_and_go_on() {
    QVERIFY2(text(1).startsWith(QStringLiteral("C: ")) && text(1).contains(QStringLiteral(", then ")),
             qPrintable(text(1)));
  }

  void the_scope_is_chosen_above_the_list() {
    const auto preview = steps_->shownPreview();
    QSignalSpy chosen(page_.get(), &NextStepsPage::scopeChosen);
    steps_->setCandidates(preview, std::vector<advise::Candidate>(), {});
    QVERIFY(ranked());
    QCOMPARE(rows(), 1);  // nothing is selected: the hottest loop alone
    QVERIFY(choose("All stages"));
    QCOMPARE(chosen.count(), 1);
    QVERIFY(ranked());
    const int of_all = rows();
    QVERIFY(of_all > 1);
    // What is selected makes no difference then.
    const StageId p = preview->program.schedule->find_by_name("P");
    steps_->setCandidates(preview, advise::candidates(*preview, p, {}), {});
    QVERIFY(steps_->settled());
    QCOMPARE(rows(), of_all);
    QVERIFY(choose("The selection"));
    QVERIFY(QTest::qWaitFor([this] { return steps_->settled(); }, 60000));
    for (int row = 0; row < rows(); ++row)
      if (steps_->model()->index(row, 0).data(RowsModel::KeyRole).toInt() >= 0)
        QVERIFY2(text(row).startsWith(QStringLiteral("P: ")), qPrintable(text(row)));
  }

  // By the estimate until a run has measured it; a click selects the loop.
  void the_list_begins_with_the_hottest_loop() {
    QVERIFY2(text(0).startsWith(QStringLiteral("Hottest by the estimate: loop k of C, ")), qPrintable(text(0)));
    QCOMPARE(steps_->columnSpan(0, 0), 3);
    const auto preview = steps_->shownPreview();
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 100;
    heat->rows.resize(preview->tree.size());
    for (size_t i = 0; i < preview->tree.size(); ++i)
      if (preview->tree[i].name == "j") heat->rows[i].own = 71;
    steps_->setHeat(heat);
    QCOMPARE(text(0), QStringLiteral("Hottest: loop j of P, 71 %"));
    QSignalSpy wanted(steps_, &NextSteps::loopWanted), changed(steps_, &NextSteps::changeWanted);
    QTest::mouseClick(steps_->viewport(), Qt::LeftButton, Qt::NoModifier,
                      steps_->visualRect(steps_->model()->index(0, 0)).center());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].value<StageId>(), preview->program.schedule->find_by_name("P"));
    QCOMPARE(changed.count(), 0);
  }

  // A schedule without a promising step still has a hottest loop, and the steps that promise nothing behind one row.
  void the_hottest_loop_is_first_where_no_step_promises_a_gain() {
    const auto small =
        std::make_shared<const kernel::KernelPreview>(kernel::preview("import tvm\nfrom tvm import te\n"
                                                                      "A = te.placeholder((2,), name='A')\n"
                                                                      "C = te.compute((2,), lambda i: A[i], name='C')\n"
                                                                      "s = te.create_schedule(C.op)\n"
                                                                      "tvm.lower(s, [A, C], name='main')\n"));
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 100;
    heat->rows.resize(small->tree.size());
    for (size_t i = 0; i < small->tree.size(); ++i)
      if (small->tree[i].name == "i") heat->rows[i].own = 80;
    QVERIFY(choose("All stages"));
    steps_->setCandidates(small, std::vector<advise::Candidate>(), {});
    steps_->setHeat(heat);
    QVERIFY(QTest::qWaitFor([this] { return steps_->settled(); }, 60000));
    QCOMPARE(steps_->promising(), size_t{0});
    QCOMPARE(rows(), 2);
    QCOMPARE(text(0), QStringLiteral("Hottest: loop i of C, 80 %"));
    QVERIFY2(text(1).startsWith(QStringLiteral("▸ No step of this promises a gain as it stands; ")),
             qPrintable(text(1)));
    steps_->setCurrentIndex(steps_->model()->index(1, 0));
    QTest::keyClick(steps_, Qt::Key_Return);
    QVERIFY(rows() > 2);
    QVERIFY2(text(2).startsWith(QStringLiteral("C: ")), qPrintable(text(2)));
  }

  void long_steps_get_the_room_that_the_list_has() {
    page_->resize(1400, 400);
    QTRY_VERIFY(steps_->columnWidth(0) > 180);
    QVERIFY(steps_->columnWidth(0) <= steps_->viewport()->width() * 2 / 5);
    page_->resize(340, 400);
    QTRY_VERIFY(steps_->columnWidth(0) <= 180);
  }

  // With the cells padded, as the theme has them: a wide padding shows whether it counts.
  void sentences_of_several_lines_are_whole_and_keep_apart() {
    constexpr int kPadding = 20;
    steps_->setStyleSheet(QStringLiteral("QTableView::item { padding: 0 %1px; border: 0; }").arg(kPadding));
    page_->resize(420, 400);
    const QString why = steps_->model()->index(1, 2).data().toString();
    const auto words = [&] {
      const int margin = steps_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, steps_) + 1;
      const QRect column(0, 0, steps_->columnWidth(2) - 2 * (kPadding + margin), 1000);
      return steps_->fontMetrics().boundingRect(column, Qt::TextWordWrap, why).height();
    };
    QTRY_VERIFY(words() > steps_->fontMetrics().height() && steps_->rowHeight(1) >= words());
    steps_->setStyleSheet({});
  }

  void a_click_shows_them_and_enter_hides_them_again() {
    QSignalSpy changed(steps_, &NextSteps::changeWanted);
    const QString folded = text(fold());
    const int hidden = folded.mid(2).section(QLatin1Char(' '), 0, 0).toInt();
    QVERIFY(hidden > 0);
    steps_->scrollToBottom();
    QTest::mouseClick(steps_->viewport(), Qt::LeftButton, Qt::NoModifier,
                      steps_->visualRect(steps_->model()->index(fold(), 0)).center());
    QCOMPARE(rows(), fold() + 1 + hidden);
    QCOMPARE(text(fold()), QStringLiteral("▾ ") + folded.mid(2));
    QVERIFY(steps_->model()->index(fold() + 1, 0).data(RowsModel::QuietRole).toBool());
    QVERIFY(!steps_->model()->index(fold() - 1, 0).data(RowsModel::QuietRole).toBool());
    QCOMPARE(steps_->currentIndex().row(), fold());
    QTest::keyClick(steps_, Qt::Key_Return);
    QCOMPARE(rows(), fold() + 1);
    QCOMPARE(text(fold()), folded);
    QCOMPARE(changed.count(), 0);  // it is no step itself
    steps_->setCurrentIndex(steps_->model()->index(1, 0));
    QTest::keyClick(steps_, Qt::Key_Return);
    QCOMPARE(changed.count(), 1);
  }

  void all_stages_are_ranked_several_deep_with_their_stage() {
    const auto preview = steps_->shownPreview();
    QVERIFY(choose("All stages"));
    QVERIFY(ranked());
    QVERIFY2(text(1).startsWith(QStringLiteral("C: ")) && text(1).contains(QStringLiteral(", then ")),
             qPrintable(text(1)));
    QSignalSpy changed(steps_, &NextSteps::changeWanted);
    steps_->setCurrentIndex(steps_->model()->index(1, 0));
    QTest::keyClick(steps_, Qt::Key_Return);
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
    QCOMPARE(away[0].label.english(), std::string("take `s[C].parallel(x)` away, line 10"));
    QCOMPARE(away[0].stage, std::string("C"));
    QVERIFY(away[0].gain > 2);
    QVERIFY(kernel::preview(away[0].text).complete());
  }
};

NW_TEST(TestNextSteps);
#include "test_next_steps.moc"
