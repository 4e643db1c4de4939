// SPDX-License-Identifier: GPL-3.0-or-later
// Damage to files, by a seed: bits turned, pieces cut off, moved, doubled, and numbers made absurd.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace nw::test {

class Corruption {
 public:
  explicit Corruption(uint64_t seed) : random_(seed) {}

  std::string of_bytes(std::string bytes) {
    for (size_t times = 1 + below(3); times > 0 && !bytes.empty(); --times) damage_bytes(bytes);
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
