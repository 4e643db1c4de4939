// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's Fourier transforms, by their definition in double; its mel filters; its random numbers.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

using Complex = std::pair<double, double>;

bool is_given(const Call& c, size_t i) {
  return i < c.count() && c.args[i].tensor();
}

// exp(2πi·turns / of), exact at quarters.
Complex root_of_unity(int64_t turns, int64_t of) {
  if (4 * turns % of == 0) {
    constexpr Complex kQuarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return kQuarters[(4 * turns / of) % 4];
  }
  const double angle = 2 * std::numbers::pi * static_cast<double>(turns) / static_cast<double>(of);
  return {std::cos(angle), std::sin(angle)};
}

// X[k] = Σ x[t]·exp(∓2πi·k·t / length)
Complex transformed(const std::vector<Complex>& x, int64_t k, int64_t length, bool inverse) {
  double re = 0, im = 0;
  for (size_t t = 0; t < x.size(); ++t) {
    auto [a, b] = root_of_unity(static_cast<int64_t>(t) * k % length, length);
    if (!inverse) b = -b;
    re += x[t].first * a - x[t].second * b;
    im += x[t].first * b + x[t].second * a;
  }
  const double scale = inverse ? 1 / static_cast<double>(length) : 1;
  return {re * scale, im * scale};
}

// The spectrum of real numbers, from its first half: X[length - k] is the conjugate of X[k].
void mirror(std::vector<Complex>& half, int64_t length) {
  std::vector<Complex> all(static_cast<size_t>(length));
  for (size_t k = 0; k < std::min(half.size(), all.size()); ++k) {
    all[k] = half[k];
    if (k > 0 && all.size() - k >= half.size()) all[all.size() - k] = {half[k].first, -half[k].second};
  }
  half = std::move(all);
}

Value onnx_dft(const Call& c) {
  const NDArray& x = c.tensor(0);
  const size_t rank = x.shape().size();
  if (rank < 3 || x.shape()[rank - 1] < 1 || x.shape()[rank - 1] > 2)
    c.refuse_shapes("the last axis holds one part of a number, or two");
  const size_t axis = is_given(c, 2) ? c.axis(c.integer(2), rank) : c.axis_attr("axis", 1, rank);
  if (axis + 1 == rank) c.refuse_attribute("axis", "is that of the parts");
  const int64_t parts = x.shape()[rank - 1], size = x.shape()[axis];
  const bool inverse = c.int_attr("inverse", 0) != 0, one_sided = c.int_attr("onesided", 0) != 0;
  const bool real = inverse && one_sided;  // from one half of a spectrum, whose other half mirrors it
  const int64_t length = is_given(c, 1) ? c.integer(1) : real ? 2 * (size - 1) : size;
  if (length < 1) c.refuse_value(fmt::format("a transform of length {}", length));
  const int64_t bins = one_sided && !real ? length / 2 + 1 : length, out_parts = real ? 1 : 2;
  Extents shape = x.shape();
  shape[axis] = bins;
  shape[rank - 1] = out_parts;
  NDArray y = c.make(x.dtype(), shape);
  const Strides from = row_major(x.shape()), to = row_major(shape);
  for (int64_t i = 0; i < y.size(); i += out_parts) {
    if (i / to[axis] % bins != 0) continue;  // lines start at their first bin
    int64_t base = 0;
    for (size_t a = 0; a + 1 < rank; ++a)
      if (a != axis) base += i / to[a] % shape[a] * from[a];
    std::vector<Complex> line;
    for (int64_t t = 0; t < std::min(size, real ? length / 2 + 1 : length); ++t) {
      const int64_t at = base + t * from[axis];
      line.emplace_back(x.at(at), parts == 2 ? x.at(at + 1) : 0);
    }
    if (real) mirror(line, length);
    for (int64_t k = 0; k < bins; ++k) {
      spend(1 + length / 8);
      const Complex bin = transformed(line, k, length, inverse);
      const double both[] = {bin.first, bin.second};
      store(y, i + k * to[axis], out_parts, both);
    }
  }
  return y;
}

// signal, step, window, length of a frame
Value onnx_stft(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().size() < 2 || x.shape().size() > 3) c.refuse_shapes("a signal is (batch, time, parts)");
  const int64_t parts = x.shape().size() == 3 ? x.shape()[2] : 1, batch = x.shape()[0], time = x.shape()[1];
  const int64_t step = c.integer(1);
  const bool windowed = is_given(c, 2);
  const int64_t length = is_given(c, 3) ? c.integer(3) : windowed ? c.tensor(2).size() : time;
  if (step < 1 || length < 1 || length > time || parts < 1 || parts > 2)
    c.refuse_value(fmt::format("frames of {} elements each {} of {}", length, step, time));
  if (windowed && c.tensor(2).size() != length) c.refuse_shapes("the window is not as long as a frame");
  const int64_t frames = (time - length) / step + 1;
  const int64_t bins = c.int_attr("onesided", 1) != 0 ? length / 2 + 1 : length;
  NDArray y = c.make(x.dtype(), {batch, frames, bins, 2});
  for (int64_t f = 0; f < batch * frames; ++f) {
    std::vector<Complex> line;
    for (int64_t t = 0; t < length; ++t) {
      const int64_t at = (f / frames * time + f % frames * step + t) * parts;
      const double weight = windowed ? c.tensor(2).at(t) : 1;
      line.emplace_back(x.at(at) * weight, parts == 2 ? x.at(at + 1) * weight : 0);
    }
    for (int64_t k = 0; k < bins; ++k) {
      spend(1 + length / 8);
      const Complex bin = transformed(line, k, length, false);
      const double both[] = {bin.first, bin.second};
      store(y, (f * bins + k) * 2, 2, both);
    }
  }
  return y;
}

// Triangles over the bins of a spectrum, evenly spaced in mels.
Value mel_weights(const Call& c) {
  const int64_t filters = c.integer(0), length = c.integer(1), rate = c.integer(2);
  const double low = c.number(3), high = c.number(4);
  constexpr int64_t kMost = int64_t{1} << 24;
  if (filters < 0 || filters > kMost || length < 1 || length > kMost || rate < 1)
    c.refuse_value("its numbers of bins are out of range");
  const int64_t bins = length / 2 + 1;
  const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  std::vector<double> edges;  // in bins
  for (int64_t i = 0; i < filters + 2; ++i) {
    const double m = mel(low) + static_cast<double>(i) * (mel(high) - mel(low)) / static_cast<double>(filters + 2);
    edges.push_back(
        std::floor(static_cast<double>(length + 1) * (700 * (std::pow(10, m / 2595) - 1)) / static_cast<double>(rate)));
  }
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", DType::Float(32))), {bins, filters});
  for (int64_t f = 0; f < filters; ++f) {
    const auto at = static_cast<size_t>(f);
    const double left = edges[at], centre = edges[at + 1], right = edges[at + 2];
    for (int64_t b = 0; b < bins; ++b) {
      const auto x = static_cast<double>(b);
      double weight = 0;
      if (centre == left && x == centre)
        weight = 1;
      else if (x >= left && x <= centre && centre > left)
        weight = (x - left) / (centre - left);
      else if (x >= centre && x < right && right > centre)
        weight = (right - x) / (right - centre);
      store(y, b * filters + f, 1, &weight);
    }
  }
  return y;
}

// The same numbers in every run: a seed that is not given is 0.
std::mt19937_64 generator(const Call& c) {
  return std::mt19937_64(static_cast<uint64_t>(c.float_attr("seed", 0) * 65536));
}

NDArray random_tensor(const Call& c) {
  const bool like = c.count() > 0;
  const auto declared = c.declared_shape();
  const Extents shape = like ? c.tensor(0).shape() : declared ? *declared : c.ints_attr("shape");
  return c.make(c.out_dtype(c.dtype_attr("dtype", like ? c.tensor(0).dtype() : DType::Float(32))), shape);
}

Value random_uniform(const Call& c) {
  NDArray y = random_tensor(c);
  std::mt19937_64 random = generator(c);
  const double low = c.float_attr("low", 0), high = c.float_attr("high", 1);
  for (int64_t i = 0; i < y.size(); ++i) {
    const double v = low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
    store(y, i, 1, &v);
  }
  return y;
}
Value random_normal(const Call& c) {
  NDArray y = random_tensor(c);
  std::mt19937_64 random = generator(c);
  std::normal_distribution<double> normal(c.float_attr("mean", 0), std::max(c.float_attr("scale", 1), 1e-300));
  for (int64_t i = 0; i < y.size(); ++i) {
    const double v = normal(random);
    store(y, i, 1, &v);
  }
  return y;
}
// Rows of logarithms of probabilities that need not add up to 1.
Value multinomial(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t samples = c.int_attr("sample_size", 1);
  if (x.shape().size() != 2 || x.shape()[1] < 1 || samples < 0) c.refuse_shapes("it takes rows of probabilities");
  const int64_t classes = x.shape()[1];
  NDArray y = c.make(c.out_dtype(c.dtype_attr("dtype", DType::Int(32))), {x.shape()[0], samples});
  std::mt19937_64 random = generator(c);
  for (int64_t i = 0; i < y.size(); ++i) {
    std::vector<double> weights;
    for (int64_t k = 0; k < classes; ++k)
      weights.push_back(std::exp(x.at(i / std::max<int64_t>(samples, 1) * classes + k)));
    const int64_t v = std::discrete_distribution<int64_t>(weights.begin(), weights.end())(random);
    store(y, i, 1, &v);
  }
  return y;
}

}  // namespace

void add_spectrum_operators(Table& table) {
  table.add("onnx.DFT", onnx_dft);
  table.add("onnx.STFT", onnx_stft);
  table.add("onnx.MelWeightMatrix", mel_weights);
  table.add("onnx.RandomUniform onnx.RandomUniformLike", random_uniform);
  table.add("onnx.RandomNormal onnx.RandomNormalLike", random_normal);
  table.add("onnx.Multinomial", multinomial);
}

}  // namespace nw::reference
