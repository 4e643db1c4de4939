// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstring>
#include <optional>

#include "base/escape.h"
#include "data/diagnostics.h"

namespace nw::data {

namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kAlignment = 64;

struct Header {
  std::string type;  // NumPy's, as "<f4"
  bool fortran = false;
  std::vector<int64_t> shape;
};

// The header is a Python dictionary with three keys; values are a text, a bool and a tuple of integers.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  // Nothing: it is none; why() says what was met.
  std::optional<Header> read() {
    Header header;
    bool type = false, order = false, shape = false;
    if (!take('{')) return fail("its header is no dictionary");
    while (!take('}')) {
      const std::optional<std::string> key = text();
      if (!key || !take(':')) return fail("its header is no dictionary");
      if (*key == "descr") {
        if (next() == '[') return fail("its elements are records of several fields");
        const std::optional<std::string> value = text();
        if (!value) return fail("its header names no type");
        header.type = *value;
        type = true;
      } else if (*key == "fortran_order") {
        const bool yes = take_word("True");
        if (!yes && !take_word("False")) return fail("its header does not say whether the order is Fortran's");
        header.fortran = yes;
        order = true;
      } else if (*key == "shape") {
        if (!tuple(header.shape)) return fail("its header's shape is no tuple of integers");
        shape = true;
      } else {
        return fail("its header has a key that the format does not have");
      }
      take(',');
    }
    if (!type || !order || !shape) return fail("its header lacks one of descr, fortran_order and shape");
    return header;
  }
  const std::string& why() const { return why_; }

 private:
  std::nullopt_t fail(const char* why) {
    why_ = why;
    return std::nullopt;
  }
  char next() {
    const size_t at = text_.find_first_not_of(" \t\n");
    text_.remove_prefix(std::min(at, text_.size()));
    return text_.empty() ? '\0' : text_.front();
  }
  bool take(char c) {
    if (next() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    next();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::string> text() {
    const char quote = next();
    if (quote != '\'' && quote != '"') return std::nullopt;
    const size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string value(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return value;
  }
  bool tuple(std::vector<int64_t>& values) {
    constexpr size_t kHighestRank = 64;
    if (!take('(')) return false;
    while (!take(')')) {
      next();
      int64_t value = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (error != std::errc() || values.size() == kHighestRank) return false;
      text_.remove_prefix(static_cast<size_t>(end - text_.data()));
      take_word("L");  // Python 2 wrote its long integers so
      values.push_back(value);
      if (!take(',') && next() != ')') return false;
    }
    return true;
  }

  std::string_view text_;
  std::string why_;
};

struct TypeName {
  const char* name;
  DType dtype;
};
const TypeName kTypes[] = {{"<f2", DType::Float(16)}, {"<f4", DType::Float(32)}, {"<f8", DType::Float(64)},
                           {"|i1", DType::Int(8)},    {"<i2", DType::Int(16)},   {"<i4", DType::Int(32)},
                           {"<i8", DType::Int(64)},   {"|u1", DType::UInt(8)},   {"<u2", DType::UInt(16)},
                           {"<u4", DType::UInt(32)},  {"<u8", DType::UInt(64)},  {"|b1", DType::Bool()}};

Diagnostic type_not_known(const std::string& path, const std::string& type) {
  if (type.size() > 1 && type[0] == '>')
    return bad_tensor_file(path, fmt::format("its numbers are big endian ('{}')", type),
                           {fmt::format("array.astype('<{}')", type.substr(1))});
  if (type.find('O') != std::string::npos)
    return bad_tensor_file(path, "it holds pickled Python objects, which are never read", {"an array of numbers"});
  constexpr size_t kShown = 40;
  std::vector<std::string> names;
  for (const TypeName& t : kTypes) names.emplace_back(t.name);
  return bad_tensor_file(
      path, fmt::format("its element type {} is none that is known", python_literal(type.substr(0, kShown))),
      std::move(names));
}

// NumPy's strings of a fixed width, padded with zeros: "<U5" of code points, "|S5" of bytes.
struct TextType {
  bool code_points = false;
  size_t width = 0;  // of an element, in bytes
};
std::optional<TextType> text_type_of(std::string_view type) {
  constexpr size_t kWidest = size_t{1} << 24;
  if (type.size() < 3 || type[0] == '>' || (type[1] != 'U' && type[1] != 'S')) return std::nullopt;
  size_t length = 0;
  const auto [end, error] = std::from_chars(type.data() + 2, type.data() + type.size(), length);
  if (error != std::errc() || end != type.data() + type.size() || length > kWidest) return std::nullopt;
  return TextType{type[1] == 'U', type[1] == 'U' ? length * 4 : length};
}

void append_code(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  text += static_cast<char>((more == 1 ? 0xc0U : more == 2 ? 0xe0U : 0xf0U) | code >> (6 * more));
  for (int i = more; i-- > 0;) text += static_cast<char>(0x80U | (code >> (6 * i) & 0x3fU));
}

// Nothing: a number in it is no code point.
std::optional<std::string> text_of(const std::byte* data, const TextType& type) {
  std::string text(reinterpret_cast<const char*>(data), type.code_points ? 0 : type.width);
  constexpr uint32_t kBeyond = 0x110000;
  for (size_t at = 0; type.code_points && at < type.width; at += sizeof(uint32_t)) {
    uint32_t code = 0;
    std::memcpy(&code, data + at, sizeof(code));
    if (code >= kBeyond || (code >= 0xd800 && code < 0xe000)) return std::nullopt;
    append_code(text, code);
  }
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

std::optional<DType> dtype_of(std::string type) {
  if (type.size() == 3 && (type[0] == '=' || type[0] == '<' || type[0] == '|')) type[0] = type[2] == '1' ? '|' : '<';
  for (const TypeName& t : kTypes)
    if (type == t.name) return t.dtype;
  return std::nullopt;
}

// The first index runs fastest in the file, the last in ours.
NDArray from_fortran_order(DType dtype, const std::vector<int64_t>& shape, const std::byte* data) {
  NDArray array(dtype, shape);
  const auto width = static_cast<size_t>(dtype.bytes());
  std::vector<int64_t> strides(shape.size(), 1), index(shape.size(), 0);
  for (size_t d = 1; d < shape.size(); ++d) strides[d] = strides[d - 1] * shape[d - 1];
  int64_t from = 0;
  for (int64_t to = 0; to < array.size(); ++to) {
    std::memcpy(array.mutable_bytes() + static_cast<size_t>(to) * width, data + static_cast<size_t>(from) * width,
                width);
    for (size_t d = shape.size(); d-- > 0;) {
      from += strides[d];
      if (++index[d] < shape[d]) break;
      from -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
  return array;
}

// Of the elements in the order of the file: where each one of a row-major array is.
std::vector<int64_t> places_in_file(const Header& header, int64_t count) {
  NDArray places(DType::Int(64), {count});
  for (int64_t i = 0; i < count; ++i) places.set_int(i, i);
  if (header.fortran) places = from_fortran_order(DType::Int(64), header.shape, places.bytes());
  const auto all = places.as<int64_t>();
  return {all.begin(), all.end()};
}

Result<NDArray> read_texts(const Header& header, const TextType& type, std::span<const std::byte> data, int64_t count,
                           const std::string& path) {
  const bool fits = type.width == 0 ? data.empty() : data.size() % type.width == 0;
  if (!fits || (type.width > 0 && data.size() / type.width != static_cast<size_t>(count)))
    return bad_tensor_file(path, fmt::format("its shape ({}) of strings of {} bytes does not take the {} that follow",
                                             fmt::join(header.shape, ", "), type.width, data.size()));
  std::vector<std::string> texts;
  for (const int64_t place : places_in_file(header, count)) {
    std::optional<std::string> text = text_of(data.data() + static_cast<size_t>(place) * type.width, type);
    if (!text) return bad_tensor_file(path, fmt::format("its string {} is no Unicode", place));
    texts.push_back(std::move(*text));
  }
  return NDArray::of_texts(header.shape, texts);
}

// Where the header's text is; nothing: the file is too short or of another kind.
std::optional<std::string_view> header_text(std::string_view file, std::string& why) {
  constexpr size_t kVersion = 6, kShortLength = 8;
  if (!file.starts_with(kMagic)) {
    why = "it does not begin as the format does";
    return std::nullopt;
  }
  if (file.size() < kShortLength + 2) {
    why = fmt::format("it ends after {} bytes, within its header", file.size());
    return std::nullopt;
  }
  const int version = static_cast<unsigned char>(file[kVersion]);
  if (version < 1 || version > 3) {
    why = fmt::format("its format is of version {}; 1 to 3 are known", version);
    return std::nullopt;
  }
  const size_t width = version == 1 ? 2 : 4;
  size_t length = 0;
  for (size_t i = 0; i < width && kShortLength + i < file.size(); ++i)
    length |= static_cast<size_t>(static_cast<unsigned char>(file[kShortLength + i])) << (8 * i);
  const size_t start = kShortLength + width;
  if (file.size() < start || file.size() - start < length) {
    why = fmt::format("it ends after {} bytes, within its header", file.size());
    return std::nullopt;
  }
  return file.substr(start, length);
}

}  // namespace

Result<NDArray> read_npy(std::span<const std::byte> bytes, const std::string& path) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::string why;
  const std::optional<std::string_view> text = header_text(file, why);
  if (!text) return bad_tensor_file(path, why);
  HeaderReader reader(*text);
  const std::optional<Header> header = reader.read();
  if (!header) return bad_tensor_file(path, reader.why());
  const std::optional<DType> dtype = dtype_of(header->type);
  const std::optional<TextType> texts = text_type_of(header->type);
  if (!dtype && !texts) return type_not_known(path, header->type);
  const int64_t count = element_count(header->shape);
  constexpr int64_t kMaxElements = int64_t{1} << 48;
  if (count < 0 || count > kMaxElements)
    return bad_tensor_file(path, fmt::format("its shape ({}) is impossible", fmt::join(header->shape, ", ")));
  const std::byte* data = reinterpret_cast<const std::byte*>(text->data() + text->size());
  const auto there = static_cast<size_t>(bytes.data() + bytes.size() - data);
  if (texts) return read_texts(*header, *texts, {data, there}, count, path);
  const size_t needed = static_cast<size_t>(count) * static_cast<size_t>(dtype->bytes());
  if (there != needed)
    return bad_tensor_file(path, fmt::format("its shape ({}) of {} takes {} bytes, but {} follow the header",
                                             fmt::join(header->shape, ", "), to_string(*dtype), needed, there));
  if (header->fortran) return from_fortran_order(*dtype, header->shape, data);
  NDArray array(*dtype, header->shape);
  if (needed > 0) std::memcpy(array.mutable_bytes(), data, needed);
  return array;
}

bool has_npy_type(DType dtype) {
  for (const TypeName& t : kTypes)
    if (t.dtype == dtype) return true;
  return false;
}

std::string npy_bytes(const NDArray& array) {
  const char* type = kTypes[0].name;
  for (const TypeName& t : kTypes)
    if (t.dtype == array.dtype()) type = t.name;
  const std::string shape = array.shape().size() == 1 ? fmt::format("({},)", array.shape()[0])
                                                      : fmt::format("({})", fmt::join(array.shape(), ", "));
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  constexpr size_t kBefore = 10;  // magic, version, length
  const size_t whole = (kBefore + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  header.resize(whole - kBefore - 1, ' ');
  header += '\n';
  std::string file(kMagic);
  file += '\1';
  file += '\0';
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(array.bytes()), array.size_bytes());
  return file;
}

}  // namespace nw::data
