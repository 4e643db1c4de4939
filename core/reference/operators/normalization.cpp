// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations, softmax and losses, in double from the first element to the last.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// A tensor as (outer, along the axis, inner).
struct AroundAxis {
  int64_t outer = 1, size = 1, inner = 1;
};
AroundAxis around(const Extents& shape, size_t axis) {
  AroundAxis a;
  for (size_t i = 0; i < shape.size(); ++i) (i < axis ? a.outer : i == axis ? a.size : a.inner) *= shape[i];
  return a;
}

std::vector<double> vector_along(const Call& c, size_t argument, int64_t length) {
  const NDArray& vector = c.tensor(argument);
  if (vector.size() != length) c.refuse_shapes(fmt::format("argument {} must hold {} numbers", argument + 1, length));
  return all_elements<double>(c, vector);
}

NDArray stored_as(const Call& c, const NDArray& like, const std::vector<double>& values) {
  NDArray y = c.make(like.dtype(), like.shape());
  store(y, 0, y.size(), values.data());
  return y;
}

Value batch_norm(const Call& c) {
  const NDArray& x = c.tensor(0);
  const AroundAxis a = around(x.shape(), c.axis_attr("axis", 1, x.shape().size()));
  const double epsilon = c.float_attr("epsilon", 1e-5);
  const std::vector<double> gamma = vector_along(c, 1, a.size), beta = vector_along(c, 2, a.size);
  const std::vector<double> mean = vector_along(c, 3, a.size), variance = vector_along(c, 4, a.size);
  const bool scale = c.bool_attr("scale", true), center = c.bool_attr("center", true);
  NDArray y = c.make(x.dtype(), x.shape());
  std::vector<double> row(static_cast<size_t>(a.inner));
  for (int64_t o = 0; o < a.outer * a.size; ++o) {
    spend(1 + a.inner / 64);
    const auto i = static_cast<size_t>(o % a.size);
    const double factor = (scale ? gamma[i] : 1) / std::sqrt(variance[i] + epsilon), shift = center ? beta[i] : 0;
    load(x, o * a.inner, a.inner, row.data());
    for (double& v : row) v = (v - mean[i]) * factor + shift;
    store(y, o * a.inner, a.inner, row.data());
  }
  return Values{std::move(y), c.tensor(3), c.tensor(4)};
}

// Standardized over sets of elements; set_of(flat index) says which, of so many.
template <class F>
std::vector<double> standardized(const Call& c, std::vector<double> x, int64_t sets, F&& set_of) {
  const double epsilon = c.float_attr("epsilon", 1e-5);
  std::vector<double> mean(static_cast<size_t>(sets), 0), variance(mean), count(mean);
  for (size_t i = 0; i < x.size(); ++i) {
    mean[set_of(i)] += x[i];
    ++count[set_of(i)];
  }
  for (size_t s = 0; s < mean.size(); ++s) mean[s] /= count[s];
  for (size_t i = 0; i < x.size(); ++i) variance[set_of(i)] += (x[i] - mean[set_of(i)]) * (x[i] - mean[set_of(i)]);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = (x[i] - mean[set_of(i)]) / std::sqrt(variance[set_of(i)] / count[set_of(i)] + epsilon);
  return x;
}

// Then scaled and shifted along the axis.
Value scaled_and_shifted(const Call& c, std::vector<double> x, const AroundAxis& a) {
  const std::vector<double> gamma = vector_along(c, 1, a.size), beta = vector_along(c, 2, a.size);
  const bool scale = c.bool_attr("scale", true), center = c.bool_attr("center", true);
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t channel = i / static_cast<size_t>(a.inner) % static_cast<size_t>(a.size);
    if (scale) x[i] *= gamma[channel];
    if (center) x[i] += beta[channel];
  }
  return stored_as(c, c.tensor(0), x);
}

Value layer_norm(const Call& c) {
  const NDArray& x = c.tensor(0);
  const AroundAxis a = around(x.shape(), c.axis_attr("axis", -1, x.shape().size()));
  const auto inner = static_cast<size_t>(a.inner), size = static_cast<size_t>(a.size);
  return scaled_and_shifted(c,
                            standardized(c, all_elements<double>(c, x), a.outer * a.inner,
                                         [=](size_t i) { return i / (inner * size) * inner + i % inner; }),
                            a);
}

// Over all axes but the batch and the channels, of which so many are together.
Value grouped_norm(const Call& c, int64_t channels_together) {
  const NDArray& x = c.tensor(0);
  const size_t axis = c.axis_attr("axis", 1, x.shape().size());
  const AroundAxis a = around(x.shape(), axis);
  if (channels_together < 1 || a.size % channels_together) c.refuse_attribute("num_groups", "must divide the channels");
  const int64_t batch = x.shape()[0], groups = a.size / channels_together;
  const int64_t each = batch > 0 ? x.size() / batch : 0, inner = a.inner;
  if (axis == 0) c.refuse_attribute("axis", "must not be the batch");
  return scaled_and_shifted(
      c,
      standardized(c, all_elements<double>(c, x), batch * groups,
                   [=](size_t i) {
                     const auto flat = static_cast<int64_t>(i);
                     const int64_t channel = flat / inner % a.size;
                     return static_cast<size_t>(flat / each * groups + channel / channels_together);
                   }),
      a);
}
Value instance_norm(const Call& c) {
  return grouped_norm(c, 1);
}
Value group_norm(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t channels = x.shape()[c.axis_attr("axis", 1, x.shape().size())];
  const int64_t groups = c.int_attr("num_groups", 1);
  if (groups < 1 || channels % groups) c.refuse_attribute("num_groups", "must divide the channels");
  return grouped_norm(c, channels / groups);
}

// x / √max(Σ x², eps) over the axes.
Value l2_normalize(const Call& c) {
  const NDArray& x = c.tensor(0);
  const double epsilon = c.float_attr("eps", 0);
  std::vector<bool> reduced(x.shape().size(), !c.has("axis"));
  for (const int64_t axis : c.ints_attr("axis")) reduced[c.axis(axis, reduced.size())] = true;
  Strides to_sum(x.shape().size(), 0);
  int64_t sums = 1;
  for (size_t i = x.shape().size(); i-- > 0;)
    if (!reduced[i]) {
      to_sum[i] = sums;
      sums *= x.shape()[i];
    }
  std::vector<double> values = all_elements<double>(c, x), squares(static_cast<size_t>(sums), 0);
  const Strides own = row_major(x.shape());
  const auto sum_of = [&](size_t i) {
    int64_t at = 0;
    for (size_t a = 0; a < own.size(); ++a) at += static_cast<int64_t>(i) / own[a] % x.shape()[a] * to_sum[a];
    return static_cast<size_t>(at);
  };
  for (size_t i = 0; i < values.size(); ++i) squares[sum_of(i)] += values[i] * values[i];
  for (size_t i = 0; i < values.size(); ++i) values[i] /= std::sqrt(std::max(squares[sum_of(i)], epsilon));
  return stored_as(c, x, values);
}

template <bool Log>
Value softmax(const Call& c) {
  const NDArray& x = c.tensor(0);
  const AroundAxis a = around(x.shape(), c.axis_attr("axis", -1, x.shape().size()));
  std::vector<double> values = all_elements<double>(c, x);
  if (values.empty()) return stored_as(c, x, values);
  for (int64_t o = 0; o < a.outer; ++o)
    for (int64_t i = 0; i < a.inner; ++i) {
      spend(1 + a.size);
      double* const first = values.data() + o * a.size * a.inner + i;
      double most = -std::numeric_limits<double>::infinity(), sum = 0;
      for (int64_t k = 0; k < a.size; ++k) most = std::max(most, first[k * a.inner]);
      for (int64_t k = 0; k < a.size; ++k) sum += std::exp(first[k * a.inner] - most);
      for (int64_t k = 0; k < a.size; ++k) {
        double& v = first[k * a.inner];
        v = Log ? v - most - std::log(sum) : std::exp(v - most) / sum;
      }
    }
  return stored_as(c, x, values);
}

// x / (bias + alpha/size · Σ x² of the neighbours)^beta
Value lrn(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t size = c.int_attr("size", 5), half = (size - 1) / 2;
  const AroundAxis a = around(x.shape(), c.axis_attr("axis", 1, x.shape().size()));
  const double bias = c.float_attr("bias", 2), alpha = c.float_attr("alpha", 1e-5), beta = c.float_attr("beta", 0.75);
  const std::vector<double> in = all_elements<double>(c, x);
  std::vector<double> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    spend();
    const auto flat = static_cast<int64_t>(i);
    const int64_t k = flat / a.inner % a.size;
    double sum = 0;
    for (int64_t q = std::max<int64_t>(k - half, 0); q < std::min(k - half + size, a.size); ++q) {
      const double v = in[static_cast<size_t>(flat + (q - k) * a.inner)];
      sum += v * v;
    }
    out[i] = in[i] / std::pow(bias + alpha / static_cast<double>(size) * sum, beta);
  }
  return stored_as(c, x, out);
}

// predictions (N, C, …) as logarithms, targets (N, …), weights (C)
Value nll_loss(const Call& c) {
  const NDArray &x = c.tensor(0), &targets = c.tensor(1);
  if (x.shape().empty()) c.refuse_shapes("the predictions have no classes");
  const size_t axis = x.shape().size() == 1 ? 0 : 1;
  const AroundAxis a = around(x.shape(), axis);
  const std::vector<double> weights = vector_along(c, 2, a.size);
  const std::vector<int64_t> classes = c.ints(1);
  if (static_cast<int64_t>(classes.size()) != a.outer * a.inner) c.refuse_shapes("not one target a prediction");
  const int64_t ignored = c.int_attr("ignore_index", -100);
  const std::string reduction = c.string_attr("reduction", "mean");
  std::vector<double> losses;
  double sum = 0, weight_sum = 0;
  for (size_t i = 0; i < classes.size(); ++i) {
    const int64_t target = classes[i], at = static_cast<int64_t>(i);
    double loss = 0;
    if (target != ignored) {
      if (target < 0 || target >= a.size) c.refuse_index(target, static_cast<int64_t>(axis), a.size);
      const double weight = weights[static_cast<size_t>(target)];
      loss = -weight * x.at((at / a.inner * a.size + target) * a.inner + at % a.inner);
      weight_sum += weight;
    }
    sum += loss;
    losses.push_back(loss);
  }
  if (reduction == "none") {
    NDArray y = c.make(x.dtype(), targets.shape());
    store(y, 0, y.size(), losses.data());
    return y;
  }
  return scalar_of(x.dtype(), reduction == "mean" ? sum / weight_sum : sum);
}

// -Σ log(prediction) · target / batch; of logits without the logarithm
template <bool Logits>
Value cross_entropy(const Call& c) {
  const std::vector<double> x = all_elements<double>(c, c.tensor(0)), t = all_elements<double>(c, c.tensor(1));
  if (x.size() != t.size() || c.tensor(0).shape().empty()) c.refuse_shapes("not one target a prediction");
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum -= (Logits ? x[i] : std::log(x[i])) * t[i];
  return scalar_of(c.tensor(0).dtype(), sum / static_cast<double>(c.tensor(0).shape()[0]));
}

}  // namespace

void add_normalizations(Table& table) {
  table.add("nn.batch_norm", batch_norm);
  table.add("nn.layer_norm", layer_norm);
  table.add("nn.instance_norm", instance_norm);
  table.add("nn.group_norm", group_norm);
  table.add("nn.l2_normalize", l2_normalize);
  table.add("nn.softmax nn.fast_softmax", softmax<false>);
  table.add("nn.log_softmax", softmax<true>);
  table.add("nn.lrn", lrn);
  table.add("nn.nll_loss", nll_loss);
  table.add("nn.cross_entropy", cross_entropy<false>);
  table.add("nn.cross_entropy_with_logits", cross_entropy<true>);
}

}  // namespace nw::reference
