// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <vector>

#include "base/input_file.h"

namespace nw {

namespace {

// Of what is given piece by piece.
class Sha256 {
 public:
  Sha256() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(const char* bytes, size_t count) { EVP_DigestUpdate(context_.get(), bytes, count); }
  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
      constexpr char digits[] = "0123456789abcdef";
      text += digits[digest[i] >> 4];
      text += digits[digest[i] & 15];
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

}  // namespace

std::string text_sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text.data(), text.size());
  return hash.hex();
}

std::string file_sha256(const std::string& path, const std::atomic<bool>* stop) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.value) return {};
  Sha256 hash;
  std::vector<char> piece(1 << 20);
  for (;;) {
    if (stop && *stop) return {};
    const int64_t got = file->read(piece);
    if (got < 0) return {};
    hash.add(piece.data(), static_cast<size_t>(got));
    if (got < static_cast<int64_t>(piece.size())) return hash.hex();
  }
}

}  // namespace nw
