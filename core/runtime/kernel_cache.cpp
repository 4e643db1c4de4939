// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/kernel_cache.h"

#include <nlohmann/json.hpp>

#include "codegen_llvm/build_id.h"

namespace nw::runtime {

namespace {

// The first line says which model and group a script was written for; equal kernels of others are the same.
std::string_view without_metadata(std::string_view script) {
  if (!script.starts_with("# nestwright:")) return script;
  return script.substr(std::min(script.find('\n'), script.size()));
}

// Empty: no key.
std::string key_of(const std::string& script, const codegen::Options& how) {
  const std::string& generator = codegen::generator_build_id();
  if (generator.empty()) return {};
  return generator + "\n" + codegen::code_identity(how) + "\n" + std::string(without_metadata(script));
}

}  // namespace

std::optional<KernelImage> KernelCache::find(const std::string& script, const codegen::Options& how) const {
  if (!used_) return std::nullopt;
  const std::string key = key_of(script, how);
  const std::optional<std::string> bytes = key.empty() ? std::nullopt : files_.find(key);
  if (!bytes) return std::nullopt;
  const size_t line = bytes->find('\n');
  const nlohmann::json head = nlohmann::json::parse(bytes->substr(0, line), nullptr, false);
  if (line == bytes->npos || !head.is_object() || !head.contains("entry") || !head.contains("signature"))
    return std::nullopt;
  return KernelImage{head["entry"], {}, bytes->substr(line + 1), head["signature"]};
}

void KernelCache::keep(const std::string& script, const codegen::Options& how, const KernelImage& kernel) const {
  if (!used_) return;
  const std::string key = key_of(script, how);
  const nlohmann::json head = {{"entry", kernel.entry}, {"signature", kernel.signature}};
  if (!key.empty()) files_.keep(key, head.dump() + "\n" + kernel.image);
}

}  // namespace nw::runtime
