// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/learned.h"

#include <xgboost/c_api.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "tune/apply.h"
#include "tune/candidate.h"

namespace nw::tune {

namespace {

constexpr size_t kFewestSamples = 12;
constexpr size_t kMostTrained = 4096;  // records of a file
constexpr int kModels = 4, kRounds = 60;
constexpr float kOwnWeight = 4;  // of the kernel that is searched, against those of others

// The library's matrix of some rows.
class Matrix {
 public:
  explicit Matrix(const std::vector<const std::vector<float>*>& rows) {
    std::vector<float> values;
    for (const std::vector<float>* row : rows) values.insert(values.end(), row->begin(), row->end());
    if (XGDMatrixCreateFromMat(values.data(), rows.size(), rows.front()->size(), NAN, &handle_) != 0) handle_ = nullptr;
  }
  ~Matrix() {
    if (handle_) XGDMatrixFree(handle_);
  }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  bool set(const char* field, const std::vector<float>& values) {
    return XGDMatrixSetFloatInfo(handle_, field, values.data(), values.size()) == 0;
  }
  DMatrixHandle handle() const { return handle_; }

 private:
  DMatrixHandle handle_ = nullptr;
};

}  // namespace

struct LearnedResidual::Trees {
  BoosterHandle handle = nullptr;
  Trees() = default;
  ~Trees() {
    if (handle) XGBoosterFree(handle);
  }
  Trees(const Trees&) = delete;
  Trees& operator=(const Trees&) = delete;

  bool train(const Matrix& matrix, int seed) {
    const DMatrixHandle cache = matrix.handle();
    if (XGBoosterCreate(&cache, 1, &handle) != 0) return false;
    const std::string seed_text = std::to_string(seed);
    const std::pair<const char*, const char*> parameters[] = {{"verbosity", "0"},
                                                              {"nthread", "1"},
                                                              {"objective", "reg:squarederror"},
                                                              {"base_score", "0"},
                                                              {"max_depth", "4"},
                                                              {"eta", "0.15"},
                                                              {"subsample", "0.7"},
                                                              {"colsample_bytree", "0.7"},
                                                              {"min_child_weight", "2"},
                                                              {"tree_method", "exact"},
                                                              {"seed", seed_text.c_str()}};
    for (const auto& [name, value] : parameters)
      if (XGBoosterSetParam(handle, name, value) != 0) return false;
    for (int round = 0; round < kRounds; ++round)
      if (XGBoosterUpdateOneIter(handle, round, matrix.handle()) != 0) return false;
    return true;
  }

  bool predict(const Matrix& matrix, std::vector<float>& values) const {
    bst_ulong count = 0;
    const float* result = nullptr;
    if (XGBoosterPredict(handle, matrix.handle(), 0, 0, 0, &count, &result) != 0) return false;
    values.assign(result, result + count);
    return true;
  }
};

LearnedResidual::LearnedResidual(std::vector<TrainingSample> pretrained)
    : samples_(std::move(pretrained)), pretrained_(samples_.size()) {}
LearnedResidual::~LearnedResidual() = default;
LearnedResidual::LearnedResidual(LearnedResidual&&) noexcept = default;
LearnedResidual& LearnedResidual::operator=(LearnedResidual&&) noexcept = default;

void LearnedResidual::add(TrainingSample sample) {
  samples_.push_back(std::move(sample));
}

bool LearnedResidual::train() {
  models_.clear();
  if (samples_.size() < kFewestSamples) return false;
  std::vector<const std::vector<float>*> rows;
  std::vector<float> labels, weights;
  double sum = 0, all = 0;
  for (size_t i = 0; i < samples_.size(); ++i) {
    if (samples_[i].features.size() != samples_.front().features.size()) return false;
    rows.push_back(&samples_[i].features);
    weights.push_back(i < pretrained_ ? 1 : kOwnWeight);
    sum += weights.back() * samples_[i].log_ratio;
    all += weights.back();
  }
  mean_ = sum / all;
  for (const TrainingSample& sample : samples_) labels.push_back(static_cast<float>(sample.log_ratio - mean_));
  Matrix matrix(rows);
  if (!matrix.handle() || !matrix.set("label", labels) || !matrix.set("weight", weights)) return false;
  for (int i = 0; i < kModels; ++i) {
    auto trees = std::make_unique<Trees>();
    if (!trees->train(matrix, i + 1)) {
      models_.clear();
      return false;
    }
    models_.push_back(std::move(trees));
  }
  return true;
}

std::vector<LearnedResidual::Prediction> LearnedResidual::predict(
    const std::vector<const std::vector<float>*>& rows) const {
  if (models_.empty() || rows.empty()) return {};
  for (const std::vector<float>* row : rows)
    if (row->size() != samples_.front().features.size()) return {};
  const Matrix matrix(rows);
  if (!matrix.handle()) return {};
  std::vector<Prediction> result(rows.size());
  std::vector<double> squares(rows.size(), 0);
  std::vector<float> values;
  for (const auto& model : models_) {
    if (!model->predict(matrix, values) || values.size() != rows.size()) return {};
    for (size_t i = 0; i < rows.size(); ++i) {
      result[i].log_ratio += static_cast<double>(values[i]) / kModels;
      squares[i] += static_cast<double>(values[i]) * static_cast<double>(values[i]) / kModels;
    }
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    result[i].deviation = std::sqrt(std::max(0.0, squares[i] - result[i].log_ratio * result[i].log_ratio));
    result[i].log_ratio += mean_;
  }
  return result;
}

std::vector<TrainingSample> training_samples(const RecordFile& records, const TargetFacts& machine) {
  std::vector<TrainingSample> samples;
  std::map<std::string, std::optional<TunedKernel>> kernels;
  const size_t count = records.trials.size();
  for (size_t i = count > kMostTrained ? count - kMostTrained : 0; i < count; ++i) {
    const TrialRecord& trial = records.trials[i];
    if (!trial.time || trial.foreign || trial.script.empty()) continue;
    const auto [kernel, first] = kernels.try_emplace(trial.computation + trial.script);
    if (first)
      if (Result<TunedKernel> read = read_kernel(trial.script, {}, trial.task); read.value)
        kernel->second = std::move(*read.value);
    if (!kernel->second) continue;
    RecordedSteps recorded = recorded_steps(*kernel->second, trial);
    if (!recorded.steps) continue;
    Candidate candidate{std::nullopt, std::move(*recorded.steps)};
    std::string why;
    if (analyse(*kernel->second, machine, candidate, why) != Refusal::None) continue;
    const double estimate = trial.estimate_us > 0 ? trial.estimate_us : candidate.estimate_us;
    if (estimate > 0) samples.push_back({std::move(candidate.features), std::log(trial.time->min / estimate)});
  }
  return samples;
}

}  // namespace nw::tune
