// SPDX-License-Identifier: GPL-3.0-or-later
#include "request.h"

#include <algorithm>
#include <array>

namespace nw::runner {

using nlohmann::json;

namespace {

constexpr std::array kStatusNames = {"ok",        "invalid",  "unsupported", "not_found", "no_memory", "denied",
                                     "cancelled", "deadline", "device_lost", "busy",      "internal"};

}  // namespace

const char* status_name(nwt_status status) {
  const auto number = static_cast<size_t>(status);
  return number < kStatusNames.size() ? kStatusNames[number] : "internal";
}

bool is_status_name(std::string_view name) {
  return name != "ok" && std::ranges::find(kStatusNames, name) != kStatusNames.end();
}

json ok_reply(json result) {
  return {{"ok", std::move(result)}};
}

json refused_reply(nwt_status status, const std::string& message) {
  return Refusal(status, message).reply();
}

Refusal::Refusal(nwt_status why, const std::string& message)
    : status(why), diagnostics(json::array({json::object({{"message", message}})})) {}

Refusal Refusal::with(nwt_status why, json diagnostics) {
  Refusal refusal(why, std::string());
  refusal.diagnostics = std::move(diagnostics);
  return refusal;
}

json Refusal::reply() const {
  return {{"status", status_name(status)}, {"diagnostics", diagnostics}};
}

Request::Request(const json& object, std::string called) : object_(object), called_(std::move(called)) {
  if (!object_.is_object()) throw Refusal(NWT_INVALID, called_ + " is no JSON object");
}

void Request::refuse(const char* key, const std::string& wanted) const {
  throw Refusal(NWT_INVALID, called_ + " needs '" + key + "', " + wanted);
}

const json* Request::find(const char* key, Test test, const std::string& wanted) const {
  const auto found = object_.find(key);
  if (found == object_.end()) return nullptr;
  if (!((*found).*test)()) refuse(key, wanted);
  return &*found;
}

const json& Request::at(const char* key, Test test, const std::string& wanted) const {
  const json* found = find(key, test, wanted);
  if (!found) refuse(key, wanted);
  return *found;
}

std::string Request::text(const char* key) const {
  return at(key, &json::is_string, "a text").get<std::string>();
}

std::string Request::text(const char* key, const char* fallback) const {
  const json* found = find(key, &json::is_string, "a text");
  return found ? found->get<std::string>() : fallback;
}

int64_t Request::number(const char* key, int64_t least, int64_t most) const {
  const std::string wanted = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const json& value = at(key, &json::is_number_integer, wanted);
  if (value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) refuse(key, wanted);
  const auto number = value.get<int64_t>();
  if (number < least || number > most) refuse(key, wanted);
  return number;
}

int64_t Request::number(const char* key, int64_t least, int64_t most, int64_t fallback) const {
  return object_.contains(key) ? number(key, least, most) : fallback;
}

bool Request::flag(const char* key, bool fallback) const {
  const json* found = find(key, &json::is_boolean, "true or false");
  return found ? found->get<bool>() : fallback;
}

const json& Request::list(const char* key, size_t most) const {
  const std::string wanted = "a list of at most " + std::to_string(most);
  const json& values = at(key, &json::is_array, wanted);
  if (values.size() > most) refuse(key, wanted);
  return values;
}

std::vector<int64_t> Request::numbers(const char* key) const {
  std::vector<int64_t> all;
  if (const json* values = find(key, &json::is_array, "a list of whole numbers"))
    for (const json& value : *values) {
      if (!value.is_number_integer()) refuse(key, "a list of whole numbers");
      all.push_back(value.get<int64_t>());
    }
  return all;
}

std::vector<std::string> Request::texts(const char* key) const {
  std::vector<std::string> all;
  if (const json* values = find(key, &json::is_array, "a list of texts"))
    for (const json& value : *values) {
      if (!value.is_string()) refuse(key, "a list of texts");
      all.push_back(value.get<std::string>());
    }
  return all;
}

std::string Request::object_text(const char* key) const {
  const json* found = find(key, &json::is_object, "a JSON object");
  return found ? found->dump(-1, ' ', false, json::error_handler_t::replace) : "{}";
}

}  // namespace nw::runner
