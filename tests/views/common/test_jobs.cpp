// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs: the latest of a purpose wins, a cancelled one never answers.
#include <QRegularExpression>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include "common/fuzzy.h"
#include "common/jobs.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestJobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_latest_wins() {
    Jobs jobs;
    QSemaphore gate;
    QList<int> answers;
    bool first_was_told = false;
    auto ask = [&](int number) {
      jobs.run<int>(
          QStringLiteral("picture"), QStringLiteral("Picture"), this,
          [&, number](const CancelToken& cancel) {
            if (number == 1) {
              gate.acquire();
              first_was_told = cancel.cancelled();
            }
            return number;
          },
          [&](int answer) { answers << answer; });
    };
    ask(1);
    ask(2);
    ask(3);
    gate.release();
    QTRY_VERIFY(jobs.idle());
    QTest::qWait(20);
    QCOMPARE(answers, QList<int>{3});
    QTRY_VERIFY(first_was_told || gate.available() == 1);
  }

  void other_purposes_are_left_alone_and_cancelled_ones_are_silent() {
    Jobs jobs;
    QStringList answers;
    for (const QString& purpose : {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")})
      jobs.run<QString>(
          purpose, purpose, this, [purpose](const CancelToken&) { return purpose; },
          [&](const QString& answer) { answers << answer; });
    jobs.cancel(QStringLiteral("b"));
    QTRY_VERIFY(jobs.idle());
    answers.sort();
    QCOMPARE(answers, (QStringList{QStringLiteral("a"), QStringLiteral("c")}));
  }

  // What is left is estimated from the parts that are done.
  void a_job_says_how_far_it_is_and_is_logged_when_it_is_stopped() {
    Jobs jobs;
    QSemaphore gate;
    const QString purpose = QStringLiteral("run");
    QString title, at;
    connect(&jobs, &Jobs::stopped, this, [&](const QString& which, qint64, const QString& where) {
      title = which;
      at = where;
    });
    jobs.run<int>(
        purpose, QStringLiteral("Running"), this,
        [&](const CancelToken&) {
          gate.acquire();
          return 1;
        },
        [](int) {});
    QCOMPARE(jobs.partText(purpose), QString());
    jobs.setPart(purpose, 0, 57);
    QCOMPARE(jobs.partText(purpose), QStringLiteral("1 of 57"));
    QTest::qWait(1100);
    jobs.setPart(purpose, 11, 57);
    QVERIFY2(QRegularExpression(QStringLiteral("^12 of 57, [4-9] s left$")).match(jobs.partText(purpose)).hasMatch(),
             qPrintable(jobs.partText(purpose)));
    jobs.stop(purpose);
    QCOMPARE(title, QStringLiteral("Running"));
    QCOMPARE(at, QStringLiteral("12 of 57"));
    QVERIFY(jobs.idle());
    gate.release();
  }

  // The parts of each phase count from 1; what is left of it becomes less while a part lasts.
  void a_job_of_several_phases_names_the_one_it_is_in_and_counts_down() {
    Jobs jobs;
    QSemaphore gate;
    const QString purpose = QStringLiteral("run"), compiling = QStringLiteral("compiling");
    jobs.run<int>(
        purpose, QStringLiteral("Running"), this,
        [&](const CancelToken&) {
          gate.acquire();
          return 1;
        },
        [](int) {});
    const auto left = [&] {
      static const QRegularExpression seconds(QStringLiteral("^compiling 2 of 57, (\\d+) s left$"));
      return seconds.match(jobs.partText(purpose)).captured(1).toInt();
    };
    jobs.setPart(purpose, 56, 57, QStringLiteral("comparing"));
    QCOMPARE(jobs.partText(purpose), QStringLiteral("comparing 57 of 57"));
    jobs.setPart(purpose, 0, 57, compiling);
    QCOMPARE(jobs.partText(purpose), QStringLiteral("compiling 1 of 57"));
    QTest::qWait(1100);
    jobs.setPart(purpose, 1, 57, compiling);
    const int before = left();
    QVERIFY2(before > 50, qPrintable(jobs.partText(purpose)));
    QSignalSpy changed(&jobs, &Jobs::changed);
    QVERIFY(changed.wait(10000));
    QTRY_VERIFY(left() > 0 && left() < before);
    jobs.setPart(purpose, 0, 1, QStringLiteral("running"));
    QCOMPARE(jobs.partText(purpose), QStringLiteral("running"));
    jobs.cancelAll();
    gate.release();
  }

  // Jobs that follow each other are parts of one thing: the first of them is what the rest is estimated from.
  void jobs_that_follow_each_other_say_what_is_left_of_all() {
    Jobs jobs;
    QSemaphore gate;
    const QString purpose = QStringLiteral("measure");
    QElapsedTimer first;
    first.start();
    QTest::qWait(1100);
    jobs.run<int>(
        purpose, QStringLiteral("The second"), this,
        [&](const CancelToken&) {
          gate.acquire();
          return 1;
        },
        [](int) {});
    jobs.setPart(purpose, 1, 2, {}, first);
    QVERIFY2(jobs.partText(purpose).startsWith(QStringLiteral("2 of 2, ")), qPrintable(jobs.partText(purpose)));
    jobs.cancelAll();
    gate.release();
  }

  void an_answer_for_something_gone_is_dropped() {
    Jobs jobs;
    bool answered = false;
    auto* context = new QObject;
    QSemaphore gate;
    jobs.run<int>(
        QStringLiteral("x"), QStringLiteral("x"), context,
        [&](const CancelToken&) {
          gate.acquire();
          return 1;
        },
        [&](int) { answered = true; });
    delete context;
    gate.release();
    QTRY_VERIFY(jobs.idle());
    QVERIFY(!answered);
  }

  void a_few_letters_find_a_command() {
    QVERIFY(fuzzy_score(QStringLiteral("op"), QStringLiteral("Open…")) >
            fuzzy_score(QStringLiteral("op"), QStringLiteral("Copy")));
    QVERIFY(fuzzy_score(QStringLiteral("rl"), QStringLiteral("Reset the layout")) > 0);
    QVERIFY(fuzzy_score(QStringLiteral("depth"), QStringLiteral("Group 16: edit the kernel of reshape + transpose")) <
            0);
    QCOMPARE(fuzzy_score(QStringLiteral("xyz"), QStringLiteral("Open…")), -1);
    const QString group = QStringLiteral("Group 11: edit the kernel of nn.softmax");
    QVERIFY(fuzzy_score(QStringLiteral("softmax kernel"), group) > 0);
    QVERIFY(fuzzy_score(QStringLiteral("kernel softmax"), group) >
            fuzzy_score(QStringLiteral("softmax kernel"), group));
    QCOMPARE(fuzzy_score(QStringLiteral("softmax dense"), group), -1);
    QVERIFY(fuzzy_score(QStringLiteral("group 15"), QStringLiteral("Group 15: edit the kernel of a long name")) >
            fuzzy_score(QStringLiteral("group 15"), QStringLiteral("Group 155: edit")));
    QCOMPARE(fuzzy_score(QStringLiteral("theme"), QStringLiteral("Open the sample network")), -1);
    // A word is found although its first letter is in another before it.
    QVERIFY(fuzzy_score(QStringLiteral("lig"), QStringLiteral("Colours (theme): Light")) >
            fuzzy_score(QStringLiteral("lig"), QStringLiteral("Kernel: keep P in global")));
    QVERIFY(fuzzy_score(QStringLiteral("light"), QStringLiteral("Colours (theme): Light")) >
            fuzzy_score(QStringLiteral("light"), QStringLiteral("Kernel: keep P in global, h t")));
  }
};

NW_TEST(TestJobs);
#include "test_jobs.moc"
