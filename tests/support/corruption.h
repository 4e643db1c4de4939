// SPDX-License-Identifier: GPL-3.0-or-later
// Damage to files, by a seed: bits turned, pieces cut off, moved, doubled, and numbers made absurd.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace nw::test {

class Corruption {
 public:
  explicit Corruption(uint64_t seed) : random_(seed) {}

  // A message of protobuf: as bytes, or field by field with all lengths right, so that readers get further.
  std::string of_message(std::string bytes) {
    const bool as_bytes = below(3) == 0;
    for (size_t times = 1 + below(3); times > 0 && !bytes.empty(); --times) {
      if (as_bytes)
        damage_bytes(bytes);
      else
        damage_field(bytes, 0);
    }
    return bytes;
  }

  std::string of_text(std::string text) {
    for (size_t times = 1 + below(4); times > 0 && !text.empty(); --times) {
      if (below(4) == 0)
        damage_bytes(text);
      else
        damage_text(text);
    }
    return text;
  }

 private:
  size_t below(size_t n) { return n == 0 ? 0 : static_cast<size_t>(random_() % n); }

  struct Field {
    uint64_t tag = 0, number = 0;  // the number of a varint
    std::string body;              // of all else, as it is
  };

  static bool take_varint(const std::string& from, size_t& at, uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64 && at < from.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(from[at++]);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  static void put_varint(std::string& to, uint64_t value) {
    for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
    to += static_cast<char>(value);
  }

  // The message's fields; empty where it is none.
  static std::vector<Field> fields_of(const std::string& bytes) {
    std::vector<Field> fields;
    for (size_t at = 0; at < bytes.size();) {
      Field f;
      if (!take_varint(bytes, at, f.tag) || f.tag >> 3 == 0 || f.tag >> 3 > 200) return {};
      uint64_t size = 0;
      switch (f.tag & 7) {
        case 0:
          if (!take_varint(bytes, at, f.number)) return {};
          break;
        case 1:
          size = 8;
          break;
        case 5:
          size = 4;
          break;
        case 2:
          if (!take_varint(bytes, at, size)) return {};
          break;
        default:
          return {};
      }
      if (size > bytes.size() - at) return {};
      f.body = bytes.substr(at, static_cast<size_t>(size));
      at += static_cast<size_t>(size);
      fields.push_back(std::move(f));
    }
    return fields;
  }
  static std::string message_of(const std::vector<Field>& fields) {
    std::string bytes;
    for (const Field& f : fields) {
      put_varint(bytes, f.tag);
      if ((f.tag & 7) == 0) put_varint(bytes, f.number);
      if ((f.tag & 7) == 2) put_varint(bytes, f.body.size());
      bytes += f.body;
    }
    return bytes;
  }

  // Goes down to a field by chance, and damages that.
  void damage_field(std::string& message, int depth) {
    static constexpr std::array<uint64_t, 8> kNumbers = {
        0, 1, 7, 0x7fffffff, 0xffffffff, uint64_t{1} << 62, 0x7fffffffffffffff, 0xffffffffffffffff};
    std::vector<Field> fields = fields_of(message);
    if (fields.empty()) return damage_bytes(message);
    Field& field = fields[below(fields.size())];
    const bool inside = (field.tag & 7) == 2 && depth < 8 && below(6) != 0 && !fields_of(field.body).empty();
    switch (inside ? 0 : 1 + below(5)) {
      case 0:
        damage_field(field.body, depth + 1);
        break;
      case 1:
      case 2:
        if ((field.tag & 7) == 0)
          field.number = kNumbers[below(kNumbers.size())];
        else if (!field.body.empty())
          field.body[below(field.body.size())] = static_cast<char>(random_());
        break;
      case 3:
        fields.push_back(fields[below(fields.size())]);
        break;
      case 4:
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(below(fields.size())));
        break;
      default:
        std::swap(fields[below(fields.size())], fields[below(fields.size())]);
    }
    message = message_of(fields);
  }

  void damage_bytes(std::string& bytes) {
    const size_t at = below(bytes.size()), length = 1 + below(std::min<size_t>(bytes.size() - at, 200));
    switch (below(7)) {
      case 0:
        for (size_t n = 1 + below(16); n > 0; --n) {
          char& byte = bytes[below(bytes.size())];
          byte = static_cast<char>(byte ^ (1 << below(8)));
        }
        return;
      case 1:
        bytes.resize(at);
        return;
      case 2:  // a number of protobuf as large as it can be
        bytes.replace(at, std::min<size_t>(10, bytes.size() - at), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
        return;
      case 3:
        bytes.insert(below(bytes.size()), bytes.substr(at, length));
        return;
      case 4:
        bytes.erase(at, length);
        return;
      case 5:
        bytes.replace(at, length, bytes.substr(below(bytes.size()), length));
        return;
      default:
        for (size_t i = at; i < at + length; ++i) bytes[i] = static_cast<char>(random_());
    }
  }

  void damage_text(std::string& text) {
    static constexpr std::array kNumbers = {"-1",
                                            "0",
                                            "4611686018427387904",
                                            "9223372036854775807",
                                            "-9223372036854775808",
                                            "99999999999999999999999",
                                            "2147483648",
                                            "1e308",
                                            "?"};
    static constexpr std::array kWords = {"(",    ")",       "[",    "]",          "{",      "}",  ",",   "%0",
                                          "%999", "float32", "int8", "\"",         "/*",     "*/", "let", "if (",
                                          "ref(", "fn ",     "add(", "nn.conv2d(", "split(", "=",  ";",   "->"};
    const size_t number = text.find_first_of("0123456789", below(text.size()));
    const size_t line = text.find('\n', below(text.size()));
    switch (below(5)) {
      case 0:
        if (number == std::string::npos) return;
        text.replace(number, std::min(text.find_first_not_of("0123456789", number), text.size()) - number,
                     kNumbers[below(kNumbers.size())]);
        return;
      case 1:
        text.insert(below(text.size()), kWords[below(kWords.size())]);
        return;
      case 2: {  // a line once more, or away
        if (line == std::string::npos) return;
        const size_t end = std::min(text.find('\n', line + 1), text.size());
        const std::string whole = text.substr(line, end - line);
        if (below(2) == 0)
          text.erase(line, end - line);
        else
          text.insert(text.find('\n', below(line + 1)), whole);
        return;
      }
      case 3: {
        std::string nested;
        for (size_t n = below(3000); n > 0; --n) nested += kWords[below(6)];
        text.insert(below(text.size()), nested);
        return;
      }
      default: {
        const size_t from = below(text.size()), length = 1 + below(std::min<size_t>(text.size() - from, 80));
        text.replace(below(text.size()), 0, text.substr(from, length));
      }
    }
  }

  std::mt19937_64 random_;
};

}  // namespace nw::test
