// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a request, each with its type and range; and how a request is refused.
#pragma once

#include <nestwright/target.h>

#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace nw::runner {

// "invalid", "device_lost"; "internal" for what is no status.
const char* status_name(nwt_status status);
bool is_status_name(std::string_view name);

nlohmann::json ok_reply(nlohmann::json result = nlohmann::json::object());
nlohmann::json refused_reply(nwt_status status, const std::string& message);

// Thrown where a request cannot be served; its reply is {"status","diagnostics"}.
struct Refusal : std::exception {
  Refusal(nwt_status why, const std::string& message);
  static Refusal with(nwt_status why, nlohmann::json diagnostics);
  const char* what() const noexcept override { return status_name(status); }
  nlohmann::json reply() const;

  nwt_status status;
  nlohmann::json diagnostics;
};

class Request {
 public:
  explicit Request(const nlohmann::json& head) : Request(head, "the request") {}
  Request(const nlohmann::json& object, std::string called);

  // Each throws NWT_INVALID where the key is of another type, out of range, or missing without a fallback.
  std::string text(const char* key) const;
  std::string text(const char* key, const char* fallback) const;
  int64_t number(const char* key, int64_t least, int64_t most) const;
  int64_t number(const char* key, int64_t least, int64_t most, int64_t fallback) const;
  bool flag(const char* key, bool fallback) const;
  std::vector<int64_t> numbers(const char* key) const;  // absent: none
  std::vector<std::string> texts(const char* key) const;
  const nlohmann::json& list(const char* key, size_t most) const;
  // The object as JSON text; absent: "{}".
  std::string object_text(const char* key) const;
  bool has(const char* key) const { return object_.contains(key); }

 private:
  using Test = bool (nlohmann::json::*)() const noexcept;
  // Null: it is missing.
  const nlohmann::json* find(const char* key, Test test, const std::string& wanted) const;
  const nlohmann::json& at(const char* key, Test test, const std::string& wanted) const;
  [[noreturn]] void refuse(const char* key, const std::string& wanted) const;

  const nlohmann::json& object_;
  std::string called_;
};

}  // namespace nw::runner
