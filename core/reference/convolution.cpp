// SPDX-License-Identifier: GPL-3.0-or-later
// For stride 1, an output plane of the width that the padded input has is a sum of shifted input planes: out[p] += w ·
// in[p + shift], where p runs over whole planes without a break; the columns beyond the output's width are left out at
// the end. For larger strides the padded input is first taken apart into its phases (every s-th element of each axis,
// from each start), of which the same is true.
#include "reference/convolution.h"

#include <algorithm>

#include "reference/accumulate.h"

namespace nw::reference {

int64_t Window::places(size_t axis, int64_t size, Rest rest) const {
  const int64_t room = size + before[axis] + after[axis] - reach(axis);
  if (room < 0) return 0;
  const int64_t whole = room / stride[axis] + 1;
  if (rest == Rest::None || room % stride[axis] == 0) return whole;
  return rest == Rest::Place || whole * stride[axis] < size + before[axis] ? whole + 1 : whole;
}

std::string spatial_letters(size_t axes) {
  return std::string("DHW").substr(3 - axes);
}

Window window_attrs(const Call& call, size_t axes, const char* dilation) {
  Window window;
  const std::vector<int64_t> strides = call.repeated("strides", axes, 1), dilations = call.repeated(dilation, axes, 1);
  std::vector<int64_t> padding = call.has("padding") ? call.ints_attr("padding") : std::vector<int64_t>{0};
  if (padding.empty()) padding = {call.int_attr("padding", 0)};
  if (padding.size() == 1) padding.resize(axes, padding[0]);
  if (padding.size() == axes) padding.insert(padding.end(), padding.begin(), padding.end());
  if (padding.size() != 2 * axes) call.refuse_attribute("padding", "must hold one number, one an axis, or two an axis");
  for (size_t i = 0; i < axes; ++i) {
    if (strides[i] < 1 || dilations[i] < 1) call.refuse_attribute("strides", "must hold positive numbers");
    const size_t axis = 3 - axes + i;
    window.stride[axis] = strides[i];
    window.dilation[axis] = dilations[i];
    window.before[axis] = padding[i];
    window.after[axis] = padding[axes + i];
  }
  return window;
}

NDArray with_five_axes(const NDArray& tensor) {
  Extents shape = tensor.shape();
  while (shape.size() < 5) shape.insert(shape.begin() + 2, 1);
  return tensor.reshaped(shape);
}

Extents spatial_shape(int64_t n, int64_t c, const Three& sizes, size_t axes) {
  Extents shape{n, c};
  shape.insert(shape.end(), sizes.end() - static_cast<std::ptrdiff_t>(axes), sizes.end());
  return shape;
}

namespace {

// The channels of one group of one image, in phases.
template <class W>
struct Phases {
  Three extent{};       // of each phase
  int64_t plane = 0;    // elements of a phase
  int64_t channel = 0;  // elements of all phases of a channel
  std::vector<W> elements;
};

struct Shape {
  int64_t n, c, o;
  Three in, out;
};

template <class W>
Phases<W> phases_for(const Call& call, const Window& window, const Three& out, int64_t channels) {
  Phases<W> phases;
  phases.plane = 1;
  int64_t count = 1;
  for (size_t a = 0; a < 3; ++a) {
    phases.extent[a] = out[a] + (window.reach(a) - 1) / window.stride[a];
    phases.plane *= phases.extent[a];
    count *= window.stride[a];
  }
  phases.channel = phases.plane * count;
  call.reserve({channels, phases.channel}, sizeof(W));
  phases.elements.resize(static_cast<size_t>(channels * phases.channel));
  return phases;
}

// Every element of a channel goes to its place in the phases, by the padded coordinates; the rest stays 0.
template <class W>
void fill_channel(const NDArray& data, int64_t first, const Three& in, const Window& window, W zero, Phases<W>& phases,
                  W* channel, std::vector<W>& row) {
  std::fill_n(channel, phases.channel, W{0});
  row.resize(static_cast<size_t>(in[2]));
  const auto place = [&](size_t a, int64_t i, int64_t& phase, int64_t& at) {
    const int64_t padded = i + window.before[a];
    if (padded < 0) return false;
    phase = padded % window.stride[a];
    at = padded / window.stride[a];
    return at < phases.extent[a];
  };
  for (int64_t z = 0; z < in[0]; ++z)
    for (int64_t y = 0; y < in[1]; ++y) {
      int64_t pz = 0, py = 0, px = 0, iz = 0, iy = 0, ix = 0;
      if (!place(0, z, pz, iz) || !place(1, y, py, iy)) continue;
      load(data, first + (z * in[1] + y) * in[2], in[2], row.data());
      for (int64_t x = 0; x < in[2]; ++x) {
        if (!place(2, x, px, ix)) continue;
        const int64_t phase = (pz * window.stride[1] + py) * window.stride[2] + px;
        const int64_t at = (iz * phases.extent[1] + iy) * phases.extent[2] + ix;
        channel[phase * phases.plane + at] = row[static_cast<size_t>(x)] - zero;
      }
    }
}

// Where in a channel's phases the elements for each tap of the kernel begin.
template <class W>
std::vector<int64_t> tap_offsets(const Window& window, const Phases<W>& phases) {
  std::vector<int64_t> offsets;
  for (int64_t z = 0; z < window.kernel[0]; ++z)
    for (int64_t y = 0; y < window.kernel[1]; ++y)
      for (int64_t x = 0; x < window.kernel[2]; ++x) {
        const Three at{z * window.dilation[0], y * window.dilation[1], x * window.dilation[2]};
        int64_t phase = 0, offset = 0;
        for (size_t a = 0; a < 3; ++a) {
          phase = phase * window.stride[a] + at[a] % window.stride[a];
          offset = offset * phases.extent[a] + at[a] / window.stride[a];
        }
        offsets.push_back(phase * phases.plane + offset);
      }
  return offsets;
}

template <class W>
W zero_of(const std::vector<int64_t>& zeros, int64_t channel) {
  return static_cast<W>(zeros.size() == 1 ? zeros[0] : zeros[static_cast<size_t>(channel)]);
}

template <class W>
class Convolver {
 public:
  Convolver(const Call& call, const NDArray& data, const NDArray& weight, const Convolution& how, const Shape& shape,
            NDArray& result)
      : data_(data),
        weight_(weight),
        how_(how),
        shape_(shape),
        result_(result),
        channels_(shape.c / how.groups),
        phases_(phases_for<W>(call, how.window, shape.out, channels_)),
        offsets_(tap_offsets(how.window, phases_)) {}

  void run() {
    const int64_t outputs = shape_.o / how_.groups;
    for (int64_t n = 0; n < shape_.n; ++n)
      for (int64_t g = 0; g < how_.groups; ++g) {
        fill(n, g);
        for (int64_t o = g * outputs; o < (g + 1) * outputs; ++o) compute(n, o);
      }
  }

 private:
  void fill(int64_t n, int64_t group) {
    const int64_t size = shape_.in[0] * shape_.in[1] * shape_.in[2];
    for (int64_t c = 0; c < channels_; ++c)
      fill_channel(data_, (n * shape_.c + group * channels_ + c) * size, shape_.in, how_.window,
                   zero_of<W>(how_.data_zero, group * channels_ + c), phases_,
                   phases_.elements.data() + c * phases_.channel, row_);
  }

  void compute(int64_t n, int64_t o) {
    const auto taps = static_cast<int64_t>(offsets_.size()), terms = channels_ * taps;
    weights_.resize(static_cast<size_t>(terms));
    load(weight_, o * terms, terms, weights_.data());
    for (W& weight : weights_) weight -= zero_of<W>(how_.weight_zero, o);
    // The last output ends this far into a phase.
    const Three& e = phases_.extent;
    const int64_t length = ((shape_.out[0] - 1) * e[1] + shape_.out[1] - 1) * e[2] + shape_.out[2];
    sums_.assign(static_cast<size_t>(length), W{0});
    rows_.resize(static_cast<size_t>(terms));
    constexpr int64_t kPart = 512;  // of the sums, with four rows: stays in the first cache
    for (int64_t first = 0; first < length; first += kPart) {
      spend(1 + terms / 8);
      for (int64_t c = 0, t = 0; c < channels_; ++c)
        for (int64_t tap = 0; tap < taps; ++tap, ++t)
          rows_[static_cast<size_t>(t)] =
              phases_.elements.data() + c * phases_.channel + offsets_[static_cast<size_t>(tap)] + first;
      accumulate(sums_.data() + first, std::min(kPart, length - first), rows_.data(), weights_.data(), terms);
    }
    const int64_t plane = shape_.out[0] * shape_.out[1] * shape_.out[2];
    for (int64_t z = 0; z < shape_.out[0]; ++z)
      for (int64_t y = 0; y < shape_.out[1]; ++y)
        store(result_, (n * shape_.o + o) * plane + (z * shape_.out[1] + y) * shape_.out[2], shape_.out[2],
              sums_.data() + (z * e[1] + y) * e[2]);
  }

  const NDArray& data_;
  const NDArray& weight_;
  const Convolution& how_;
  const Shape& shape_;
  NDArray& result_;
  const int64_t channels_;  // of a group
  Phases<W> phases_;
  const std::vector<int64_t> offsets_;
  std::vector<W> row_, weights_, sums_;
  std::vector<const W*> rows_;
};

void with_sums(DType dtype, const auto& f) {
  if (dtype.is_float())
    f(double{});
  else
    f(int64_t{});
}

Three spatial_sizes(const NDArray& tensor) {
  return {tensor.shape()[2], tensor.shape()[3], tensor.shape()[4]};
}

}  // namespace

NDArray convolved(const Call& call, const NDArray& data, const NDArray& weight, const Convolution& how) {
  Convolution own = how;
  own.window.kernel = spatial_sizes(weight);
  Shape shape{data.shape()[0], data.shape()[1], weight.shape()[0], spatial_sizes(data), {}};
  if (how.groups < 1 || shape.c % how.groups || shape.o % how.groups || weight.shape()[1] != shape.c / how.groups)
    call.refuse_shapes(fmt::format("{} channels, {} outputs, a kernel of {} channels and {} groups", shape.c, shape.o,
                                   weight.shape()[1], how.groups));
  for (size_t a = 0; a < 3; ++a) shape.out[a] = own.window.places(a, shape.in[a]);
  NDArray result = call.make(how.out_dtype, {shape.n, shape.o, shape.out[0], shape.out[1], shape.out[2]});
  if (result.size() == 0) return result;
  with_sums(data.dtype(), [&]<class W>(W) { Convolver<W>(call, data, weight, own, shape, result).run(); });
  return result;
}

namespace {

// The sums of one output channel of a transposed convolution: each input element is spread by the kernel.
template <class W>
void spread(const W* in, const Three& size, const W* weights, const Window& window, const Three& out, W* sums) {
  for (int64_t kz = 0; kz < window.kernel[0]; ++kz)
    for (int64_t ky = 0; ky < window.kernel[1]; ++ky)
      for (int64_t kx = 0; kx < window.kernel[2]; ++kx) {
        const W weight = weights[(kz * window.kernel[1] + ky) * window.kernel[2] + kx];
        const Three shift{kz * window.dilation[0] - window.before[0], ky * window.dilation[1] - window.before[1],
                          kx * window.dilation[2] - window.before[2]};
        for (int64_t z = 0; z < size[0]; ++z)
          for (int64_t y = 0; y < size[1]; ++y) {
            const int64_t oz = z * window.stride[0] + shift[0], oy = y * window.stride[1] + shift[1];
            if (oz < 0 || oz >= out[0] || oy < 0 || oy >= out[1]) continue;
            const W* const from = in + (z * size[1] + y) * size[2];
            W* const to = sums + (oz * out[1] + oy) * out[2];
            for (int64_t x = 0; x < size[2]; ++x) {
              const int64_t ox = x * window.stride[2] + shift[2];
              if (ox >= 0 && ox < out[2]) to[ox] += weight * from[x];
            }
          }
      }
}

}  // namespace

NDArray convolved_transposed(const Call& call, const NDArray& data, const NDArray& weight, const Convolution& how,
                             const Three& extra) {
  Window window = how.window;
  window.kernel = spatial_sizes(weight);
  const int64_t n = data.shape()[0], c = data.shape()[1], outputs = weight.shape()[1];
  if (how.groups < 1 || c % how.groups || weight.shape()[0] != c)
    call.refuse_shapes(fmt::format("{} channels, a kernel of {} and {} groups", c, weight.shape()[0], how.groups));
  const Three in = spatial_sizes(data);
  Three out;
  for (size_t a = 0; a < 3; ++a)
    out[a] = in[a] == 0
                 ? 0
                 : (in[a] - 1) * window.stride[a] + window.reach(a) - window.before[a] - window.after[a] + extra[a];
  NDArray result = call.make(how.out_dtype, {n, outputs * how.groups, out[0], out[1], out[2]});
  if (result.size() == 0) return result;
  const int64_t plane_in = in[0] * in[1] * in[2], plane_out = out[0] * out[1] * out[2], each = c / how.groups;
  const int64_t taps = window.kernel[0] * window.kernel[1] * window.kernel[2];
  with_sums(data.dtype(), [&]<class W>(W) {
    std::vector<W> sums(static_cast<size_t>(plane_out)), plane(static_cast<size_t>(plane_in));
    std::vector<W> weights(static_cast<size_t>(taps));
    for (int64_t image = 0; image < n; ++image)
      for (int64_t o = 0; o < outputs * how.groups; ++o) {
        std::fill(sums.begin(), sums.end(), W{0});
        const int64_t group = o / outputs;
        for (int64_t i = group * each; i < (group + 1) * each; ++i) {
          spend(1 + plane_in * taps / 32);
          load(data, (image * c + i) * plane_in, plane_in, plane.data());
          load(weight, (i * outputs + o % outputs) * taps, taps, weights.data());
          for (W& v : plane) v -= zero_of<W>(how.data_zero, i);
          for (W& v : weights) v -= zero_of<W>(how.weight_zero, o);
          spread(plane.data(), in, weights.data(), window, out, sums.data());
        }
        store(result, (image * outputs * how.groups + o) * plane_out, plane_out, sums.data());
      }
  });
  return result;
}

}  // namespace nw::reference
