// SPDX-License-Identifier: GPL-3.0-or-later
// The learned correction of the estimate: it orders what it was trained on and what is alike, and says where it
// guesses.
#include <QTest>
#include <cmath>

#include "base/local_cpu.h"
#include "registry.h"
#include "tune/candidate.h"
#include "tune/learned.h"

using namespace nw;
using namespace nw::tune;

namespace {

// The ratio falls with the first feature; the second says nothing.
TrainingSample sample_at(int i) {
  const auto x = static_cast<float>(i % 16);
  return {{x, static_cast<float>(i * 7 % 5)}, 1.0 - 0.1 * static_cast<double>(x)};
}

}  // namespace

class TestLearned : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void few_samples_teach_nothing() {
    LearnedResidual model;
    for (int i = 0; i < 11; ++i) model.add(sample_at(i));
    QVERIFY(!model.train());
    const std::vector<float> row{1, 0};
    QVERIFY(model.predict({&row}).empty());
  }

  void it_learns_what_the_estimate_misses() {
    LearnedResidual model;
    for (int i = 0; i < 64; ++i) model.add(sample_at(i));
    QVERIFY(model.train());
    const std::vector<float> low{1, 3}, high{14, 3};
    const auto predicted = model.predict({&low, &high});
    QCOMPARE(predicted.size(), size_t{2});
    QVERIFY(std::abs(predicted[0].log_ratio - 0.9) < 0.1);
    QVERIFY(std::abs(predicted[1].log_ratio + 0.4) < 0.1);
  }

  void the_same_samples_give_the_same_model() {
    const std::vector<float> row{5, 2};
    double predicted[2] = {};
    for (double& value : predicted) {
      LearnedResidual model;
      for (int i = 0; i < 40; ++i) model.add(sample_at(i));
      QVERIFY(model.train());
      value = model.predict({&row})[0].log_ratio;
    }
    QCOMPARE(predicted[0], predicted[1]);
  }

  void models_disagree_where_samples_do() {
    LearnedResidual model;
    for (int i = 0; i < 96; ++i) {
      TrainingSample sample = sample_at(i);
      if (sample.features[0] < 8) sample.log_ratio = i * 37 % 11 * 0.3;
      model.add(std::move(sample));
    }
    QVERIFY(model.train());
    const std::vector<float> unsure{3, 3}, sure{12, 3};
    const auto predicted = model.predict({&unsure, &sure});
    QVERIFY(predicted[0].deviation > predicted[1].deviation);
  }

  void rows_of_another_length_are_refused() {
    LearnedResidual model;
    for (int i = 0; i < 20; ++i) model.add(sample_at(i));
    QVERIFY(model.train());
    const std::vector<float> row{1, 2, 3};
    QVERIFY(model.predict({&row}).empty());
    model.add({{1}, 0});
    QVERIFY(!model.train());
  }

  void records_become_samples() {
    const TunedKernel kernel = *read_kernel(
                                    "import tvm\nfrom tvm import te\n\n# computation\n"
                                    "A = te.placeholder((64, 32), name=\"A\")\n"
                                    "B = te.compute((64, 32), lambda y, x: A[y, x] * 2.0, name=\"B\")\n\n# schedule\n"
                                    "s = te.create_schedule(B.op)\n\n# kernel\ntvm.lower(s, [A, B], name=\"twice\")\n")
                                    .value;
    TrialRecord trial;
    trial.task = kernel.key;
    trial.computation = kernel.computation;
    trial.script = script_of(kernel, {});
    trial.steps = {"y, x = s[B].op.axis", "s[B].vectorize(x)"};
    trial.estimate_us = 10;
    trial.time = measure::Timing{20, 21, 0, 5};
    TrialRecord failed = trial, torn = trial;
    failed.time.reset();
    torn.steps = {"y, x = s[B].op.axis", "s[B].vectorize(z)"};
    RecordFile records;
    records.trials = {trial, failed, torn};
    const std::vector<TrainingSample> samples = training_samples(records, local_cpu_facts());
    QCOMPARE(samples.size(), size_t{1});
    QCOMPARE(samples[0].log_ratio, std::log(2.0));
    QVERIFY(samples[0].features.size() > 20);
  }
};

NW_TEST(TestLearned);
#include "test_learned.moc"
