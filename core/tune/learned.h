// SPDX-License-Identifier: GPL-3.0-or-later
// A model of what the estimate misses, learned from measurements of any kernel: the logarithm of measured over
// estimated time, by gradient-boosted trees (XGBoost) over the candidate's features. Several are trained on different
// parts of the samples; how far they disagree is the uncertainty.
#pragma once

#include <memory>
#include <vector>

#include "tune/records.h"

namespace nw::tune {

struct TrainingSample {
  std::vector<float> features;
  double log_ratio = 0;  // of measured and estimated time
};

// Of the records' measurements whose computation is in the file; at most the last few thousand. Ratios are to the
// estimate on the machine that they were measured on.
std::vector<TrainingSample> training_samples(const RecordFile& records, const TargetFacts& machine);

class LearnedResidual {
 public:
  // `pretrained`: of other kernels, which count less than those that are added.
  explicit LearnedResidual(std::vector<TrainingSample> pretrained = {});
  ~LearnedResidual();
  LearnedResidual(LearnedResidual&&) noexcept;
  LearnedResidual& operator=(LearnedResidual&&) noexcept;

  void add(TrainingSample sample);
  size_t samples() const { return samples_.size(); }
  // Trained from all samples again; false where there are too few of them, or the library refuses them.
  bool train();

  struct Prediction {
    double log_ratio = 0;
    double deviation = 0;  // of the models from each other
  };
  // Nothing before train(). Rows of as many features as the samples have.
  std::vector<Prediction> predict(const std::vector<const std::vector<float>*>& rows) const;

 private:
  struct Trees;
  std::vector<TrainingSample> samples_;
  size_t pretrained_ = 0;
  double mean_ = 0;
  std::vector<std::unique_ptr<Trees>> models_;
};

}  // namespace nw::tune
