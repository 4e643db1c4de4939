// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of n-grams (onnx.TfIdfVectorizer), and dropping in training (onnx.Dropout).
#include <algorithm>
#include <map>
#include <random>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

std::vector<double> weights_attr(const Call& c) {
  std::vector<double> weights;
  const auto it = c.attrs.find("weights");
  const auto* list = it == c.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (list)
    for (const graph::Attr& entry : *list) weights.push_back(graph::float_attr({{"v", entry}}, "v", 0));
  return weights;
}

using Gram = std::vector<int64_t>;

// The numbers to look for, or the places of texts among those of the data; -1: they do not have it.
std::vector<int64_t> pool_of(const Call& c) {
  const auto it = c.attrs.find("pool_strings");
  const auto* strings = it == c.attrs.end() ? nullptr : std::get_if<NDArray>(&it->second.value);
  if (!c.tensor(0).dtype().is_string()) return c.ints_attr("pool_int64s");
  if (!strings) c.refuse_attribute("pool_strings", "is missing");
  std::vector<int64_t> pool;
  for (int64_t i = 0; i < strings->size(); ++i) {
    const auto at = std::lower_bound(c.texts->begin(), c.texts->end(), strings->text_at(i));
    const bool found = at != c.texts->end() && *at == strings->text_at(i);
    pool.push_back(found ? at - c.texts->begin() : -1);
  }
  return pool;
}

// The pool lists all 1-grams, then all 2-grams, …; ngram_counts says where each length begins. Only lengths that are
// asked for count. To each its place in the list of n-grams.
std::map<Gram, size_t> grams_of(const Call& c, int64_t shortest, int64_t longest) {
  const std::vector<int64_t> pool = pool_of(c), starts = c.ints_attr("ngram_counts");
  std::map<Gram, size_t> grams;
  size_t which = 0;
  for (size_t length = 1; length <= starts.size(); ++length) {
    const int64_t begin = starts[length - 1];
    const int64_t end = length < starts.size() ? starts[length] : static_cast<int64_t>(pool.size());
    const auto step = static_cast<int64_t>(length);
    if (begin < 0 || begin > end || end > static_cast<int64_t>(pool.size()) || (end - begin) % step != 0)
      c.refuse_attribute("ngram_counts", "does not divide the pool into n-grams");
    for (int64_t at = begin; at < end; at += step, ++which)
      if (step >= shortest && step <= longest) grams.emplace(Gram(pool.begin() + at, pool.begin() + at + step), which);
  }
  return grams;
}

Value tf_idf(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (x.shape().empty() || x.shape().size() > 2 || !(x.dtype().is_integer() || x.dtype().is_string()))
    c.refuse_value("it takes rows of integers or strings");
  const int64_t shortest = c.int_attr("min_gram_length", 1), longest = c.int_attr("max_gram_length", 1);
  const int64_t skips = c.int_attr("max_skip_count", 0);
  const std::string mode = c.string_attr("mode", "TF");
  const std::vector<int64_t> places = c.ints_attr("ngram_indexes");
  const std::vector<double> weights = weights_attr(c);
  const std::map<Gram, size_t> grams = grams_of(c, shortest, longest);
  if (shortest < 1 || longest < shortest || skips < 0) c.refuse_value("its lengths of n-grams are out of range");
  int64_t count = 0;
  for (const int64_t place : places) {
    if (place < 0) c.refuse_attribute("ngram_indexes", "holds a negative place");
    count = std::max(count, place + 1);
  }
  Extents shape = x.shape();
  const int64_t length = shape.back(), rows = shape.size() == 1 ? 1 : shape[0];
  shape.back() = count;
  c.reserve(shape, sizeof(double));
  std::vector<double> found(static_cast<size_t>(rows * count), 0);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t size = shortest; size <= longest; ++size)
      // A 1-gram has nothing to skip.
      for (int64_t skip = 0; skip <= (size == 1 ? 0 : skips); ++skip)
        for (int64_t first = 0; first + (size - 1) * (skip + 1) < length; ++first) {
          spend();
          Gram gram;
          for (int64_t i = 0; i < size; ++i) gram.push_back(x.int_at(row * length + first + i * (skip + 1)));
          const auto it = grams.find(gram);
          if (it == grams.end() || it->second >= places.size()) continue;
          found[static_cast<size_t>(row * count + places[it->second])] += 1;
        }
  NDArray y = c.make(DType::Float(32), shape);
  if (mode != "TF") {
    for (size_t i = 0; i < found.size(); ++i)
      if (mode == "IDF") found[i] = found[i] > 0 ? 1 : 0;
    for (size_t which = 0; which < places.size() && which < weights.size(); ++which)
      for (int64_t row = 0; row < rows; ++row)
        found[static_cast<size_t>(row * count + places[which])] *= weights[which];
  }
  store(y, 0, y.size(), found.data());
  return y;
}

// numpy's legacy generator, which ONNX's own cases are made with: two words of a Mersenne twister a number.
double uniform(std::mt19937& random) {
  const auto high = static_cast<double>(random() >> 5), low = static_cast<double>(random() >> 6);
  return (high * 67108864 + low) / 9007199254740992;
}

// data, ratio, whether it is training
Value training_dropout(const Call& c) {
  const NDArray& x = c.tensor(0);
  const auto given = [&](size_t i) { return i < c.count() && c.args[i].tensor(); };
  const double ratio = given(1) ? c.number(1) : 0.5;
  const bool training = given(2) && c.number(2) != 0 && ratio > 0;
  if (!(ratio >= 0 && ratio < 1)) c.refuse_value(fmt::format("its ratio is {}", ratio));
  NDArray y = c.make(x.dtype(), x.shape()), mask = c.make(DType::Bool(), x.shape());
  const auto count = static_cast<size_t>(x.size());
  std::vector<double> values(count);
  std::vector<int64_t> kept(count, 1);
  load(x, 0, x.size(), values.data());
  if (training) {
    std::mt19937 random(static_cast<uint32_t>(c.int_attr("seed", 0)));
    for (size_t i = 0; i < count; ++i) {
      kept[i] = uniform(random) >= ratio;
      values[i] = kept[i] ? values[i] / (1 - ratio) : 0;
    }
  }
  store(y, 0, y.size(), values.data());
  store(mask, 0, mask.size(), kept.data());
  return Values{y, mask};
}

}  // namespace

void add_text_operators(Table& table) {
  table.add("onnx.TfIdfVectorizer", tf_idf);
  table.add("onnx.Dropout", training_dropout);
}

}  // namespace nw::reference
