// SPDX-License-Identifier: GPL-3.0-or-later
// Fourier transforms by their definition, correlation of two images, and a first-in-first-out buffer.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// Σ x[k] · e^(∓2πi·f·k/n)
std::complex<double> spectrum_at(const std::vector<std::complex<double>>& x, int64_t frequency, bool inverse) {
  const auto n = static_cast<int64_t>(x.size());
  std::complex<double> sum = 0;
  for (int64_t k = 0; k < n; ++k) {
    const double turn = static_cast<double>(frequency * k % n) / static_cast<double>(n);
    sum += x[static_cast<size_t>(k)] * std::polar(1.0, (inverse ? 2 : -2) * std::numbers::pi * turn);
  }
  return inverse ? sum / static_cast<double>(n) : sum;
}

// signal (batch, length), window: (batch, frequencies, frames, 2)
Value stft(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t n = c.int_attr("n_fft", 0), hop = c.int_attr("hop_length", 0);
  if (x.shape().empty() || x.shape().size() > 2 || n < 1 || hop < 1) c.refuse_value("it needs n_fft and hop_length");
  const int64_t length = x.shape().back(), batch = length > 0 ? x.size() / length : 0;
  const int64_t width = c.int_attr("win_length", n), offset = (n - width) / 2;
  if (length < n) c.refuse_shapes("the signal is shorter than a frame");
  std::vector<double> window(static_cast<size_t>(n), 1);
  if (c.count() > 1) {
    const std::vector<double> given = all_elements<double>(c, c.tensor(1));
    const auto size = static_cast<int64_t>(given.size());
    if (size != width && size != n) c.refuse_shapes("the window has not win_length elements");
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = size == n ? k : k - offset;
      window[static_cast<size_t>(k)] = at >= 0 && at < size ? given[static_cast<size_t>(at)] : 0;
    }
  }
  const int64_t frequencies = c.bool_attr("onesided", true) ? n / 2 + 1 : n, frames = (length - n) / hop + 1;
  const double scale = c.bool_attr("normalized", false) ? 1 / std::sqrt(static_cast<double>(n)) : 1;
  Extents shape(x.shape().begin(), x.shape().end() - 1);
  shape.insert(shape.end(), {frequencies, frames, 2});
  NDArray y = c.make(x.dtype(), shape);
  std::vector<std::complex<double>> frame(static_cast<size_t>(n));
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t t = 0; t < frames; ++t) {
      for (int64_t k = 0; k < n; ++k)
        frame[static_cast<size_t>(k)] = window[static_cast<size_t>(k)] * x.at(b * length + t * hop + k);
      for (int64_t f = 0; f < frequencies; ++f) {
        spend(1 + n / 2);
        const std::complex<double> value = spectrum_at(frame, f, false) * scale;
        const double parts[2] = {value.real(), value.imag()};
        store(y, ((b * frequencies + f) * frames + t) * 2, 2, parts);
      }
    }
  return y;
}

// real and imaginary parts, along the last axis
Value dft(const Call& c) {
  const NDArray &re = c.tensor(0), &im = c.tensor(1);
  if (re.shape() != im.shape() || re.shape().empty()) c.refuse_shapes("real and imaginary parts differ");
  const bool inverse = c.bool_attr("inverse", false);
  const int64_t n = re.shape().back();
  NDArray out_re = c.make(re.dtype(), re.shape()), out_im = c.make(re.dtype(), re.shape());
  std::vector<std::complex<double>> line(static_cast<size_t>(n));
  for (int64_t i = 0; n > 0 && i < re.size() / n; ++i) {
    for (int64_t k = 0; k < n; ++k) line[static_cast<size_t>(k)] = {re.at(i * n + k), im.at(i * n + k)};
    for (int64_t f = 0; f < n; ++f) {
      spend(1 + n / 2);
      const std::complex<double> value = spectrum_at(line, f, inverse);
      const double real = value.real(), imaginary = value.imag();
      store(out_re, i * n + f, 1, &real);
      store(out_im, i * n + f, 1, &imaginary);
    }
  }
  return Values{out_re, out_im};
}

// The mean product (or distance) of patches around each place of the first image and displaced ones of the second.
Value correlation(const Call& c) {
  const NDArray &a = c.tensor(0), &b = c.tensor(1);
  const int64_t kernel = c.int_attr("kernel_size", 1), reach = c.int_attr("max_displacement", 1);
  const int64_t stride1 = c.int_attr("stride1", 1), stride2 = c.int_attr("stride2", 1);
  const bool product = c.bool_attr("is_multiply", true);
  if (a.shape().size() != 4 || a.shape() != b.shape()) c.refuse_shapes("it takes two images of one size");
  if (kernel < 1 || reach < 0 || stride1 < 1 || stride2 < 1) c.refuse_attribute("stride1", "must be at least 1");
  std::vector<int64_t> pad = c.ints_attr("padding", {0});
  if (pad.size() == 1) pad.resize(4, pad[0]);
  if (pad.size() == 2) pad = {pad[0], pad[1], pad[0], pad[1]};
  if (pad.size() != 4) c.refuse_attribute("padding", "must hold one, two or four numbers");
  const int64_t channels = a.shape()[1], h = a.shape()[2], w = a.shape()[3];
  const int64_t border = reach + (kernel - 1) / 2, radius = reach / stride2, side = 2 * radius + 1;
  const auto places = [&](int64_t size) { return (size - 2 * border + stride1 - 1) / stride1; };
  NDArray y = c.make(a.dtype(), {a.shape()[0], side * side, places(h + pad[0] + pad[2]), places(w + pad[1] + pad[3])});
  const auto element = [&](const NDArray& image, int64_t plane, int64_t row, int64_t column) {
    row -= pad[0];
    column -= pad[1];
    return row < 0 || row >= h || column < 0 || column >= w ? 0 : image.at((plane * h + row) * w + column);
  };
  const int64_t oh = y.shape()[2], ow = y.shape()[3];
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t q = i / (oh * ow) % (side * side), image = i / (oh * ow * side * side);
    const int64_t row = i / ow % oh * stride1 + reach, column = i % ow * stride1 + reach;
    const int64_t down = (q / side - radius) * stride2, right = (q % side - radius) * stride2;
    double sum = 0;
    for (int64_t k = 0; k < channels * kernel * kernel; ++k) {
      spend();
      const int64_t plane = image * channels + k / (kernel * kernel), dy = k / kernel % kernel, dx = k % kernel;
      const double p = element(a, plane, row + dy, column + dx);
      const double r = element(b, plane, row + dy + down, column + dx + right);
      sum += product ? p * r : std::fabs(p - r);
    }
    sum /= static_cast<double>(channels * kernel * kernel);
    store(y, i, 1, &sum);
  }
  return y;
}

// The buffer, moved on by the data.
Value fifo_buffer(const Call& c) {
  const NDArray &data = c.tensor(0), &buffer = c.tensor(1);
  const size_t axis = c.axis_attr("axis", 0, buffer.shape().size());
  Extents shape = buffer.shape();
  if (data.shape().size() != shape.size() || data.dtype() != buffer.dtype() || data.shape()[axis] > shape[axis])
    c.refuse_shapes("the data does not fit the buffer");
  const int64_t kept = shape[axis] - data.shape()[axis];
  NDArray y = c.make(buffer.dtype(), shape);
  const Strides own = row_major(shape);
  Extents old = shape;
  old[axis] = kept;
  NDArray rest = c.make(buffer.dtype(), old);
  copy_strided(buffer, data.shape()[axis] * own[axis], own, rest);
  place_strided(rest, y, 0, own);
  place_strided(data, y, kept * own[axis], own);
  return y;
}

}  // namespace

void add_signal_operators(Table& table) {
  table.add("stft", stft);
  table.add("dft", dft);
  table.add("nn.correlation", correlation);
  table.add("nn.fifo_buffer", fifo_buffer);
}

}  // namespace nw::reference
