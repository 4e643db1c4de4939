// SPDX-License-Identifier: GPL-3.0-or-later
#include "loaded_plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <new>
#include <optional>

#include "base/json_text.h"
#include "request.h"

namespace nw::runner {

using nlohmann::json;

namespace {

constexpr size_t kMaxReports = 16, kMaxText = 32768, kMaxId = 64;

nwt_entry entry_of(const Plugin& plugin) {
  if (plugin.built_in) return plugin.built_in;
#if defined(NW_STATIC_RUNNER)
  throw Refusal(NWT_NOT_FOUND, "this runner is static and loads no library");
#else
  const std::string path = plugin.sealed < 0 ? plugin.library : "/proc/self/fd/" + std::to_string(plugin.sealed);
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* said = ::dlerror();
    std::string why = said ? said : plugin.library;
    if (plugin.sealed >= 0 && why.starts_with(path)) why.replace(0, path.size(), plugin.library);
    throw Refusal(NWT_NOT_FOUND, "the plugin cannot be loaded: " + why);
  }
  void* symbol = ::dlsym(library, NWT_ENTRY);
  if (!symbol) throw Refusal(NWT_INVALID, plugin.library + " is no plugin: it has no symbol " NWT_ENTRY);
  return reinterpret_cast<nwt_entry>(symbol);
#endif
}

// The first function that every plugin must have and this one lacks; null: it has all.
const char* missing_function(const nwt_target* table) {
#define NW_NEEDED(NAME) \
  if (!NWT_HAS(table, nwt_target, NAME)) return #NAME
  NW_NEEDED(start);
  NW_NEEDED(shutdown);
  NW_NEEDED(discover);
  NW_NEEDED(open);
  NW_NEEDED(close);
  NW_NEEDED(load);
  NW_NEEDED(unload);
  NW_NEEDED(allocate);
  NW_NEEDED(release);
  NW_NEEDED(write);
  NW_NEEDED(read);
  NW_NEEDED(run);
#undef NW_NEEDED
  return nullptr;
}

// What is known of a diagnostic; nothing where it has no message.
std::optional<json> known_keys(const json& from) {
  if (!from.is_object() || !from.contains("message") || !from.at("message").is_string()) return std::nullopt;
  json kept{{"message", from.at("message").get<std::string>().substr(0, kMaxText)}};
  for (const char* key : {"because", "legal"}) {
    if (!from.contains(key) || !from.at(key).is_array()) continue;
    for (const json& sentence : from.at(key))
      if (sentence.is_string() && kept[key].size() < kMaxReports)
        kept[key].push_back(sentence.get<std::string>().substr(0, kMaxText));
  }
  if (from.contains("line") && from.at("line").is_number_integer()) kept["line"] = from.at("line");
  return kept;
}

}  // namespace

std::string text_of(nwt_text text) {
  return text.data ? std::string(text.data, text.size) : std::string();
}

nwt_text text(std::string_view of) {
  return {of.data(), of.size()};
}

nwt_bytes bytes(std::string_view of) {
  return {of.data(), of.size()};
}

const nwt_target& load_plugin(const Plugin& plugin) {
  const nwt_target* table = entry_of(plugin)(NWT_ABI_MAJOR, NWT_ABI_MINOR);
  const std::string host = std::to_string(NWT_ABI_MAJOR) + "." + std::to_string(NWT_ABI_MINOR);
  if (!table) throw Refusal(NWT_INVALID, "the plugin does not serve the plugin interface " + host + " of this runner");
  if (table->struct_size < offsetof(nwt_target, start))
    throw Refusal(NWT_INVALID, "the plugin's table has only " + std::to_string(table->struct_size) + " bytes");
  if (table->abi_major != NWT_ABI_MAJOR)
    throw Refusal(NWT_INVALID, "the plugin was built for the plugin interface " + std::to_string(table->abi_major) +
                                   "." + std::to_string(table->abi_minor) + ", and this runner has " + host);
  if (const char* name = missing_function(table))
    throw Refusal(NWT_INVALID, std::string("the plugin's table lacks the function '") + name + "'");
  if (!table->id.data || table->id.size == 0 || table->id.size > kMaxId)
    throw Refusal(NWT_INVALID, "the plugin has no id of 1 to " + std::to_string(kMaxId) + " bytes");
  if (const std::string id = text_of(table->id); !plugin.id.empty() && id != plugin.id)
    throw Refusal(NWT_INVALID, "the plugin of '" + plugin.id + "' calls itself '" + id + "'");
  return *table;
}

nwt_sink Sink::get() {
  return {this, [](void* self, nwt_text name, nwt_bytes value) {
            Sink& sink = *static_cast<Sink*>(self);
            const bool readable = (name.data || name.size == 0) && (value.data || value.size == 0);
            if (sink.too_much_ || !readable || name.size > sink.left_ || value.size > sink.left_ - name.size) {
              sink.too_much_ = true;
              return;
            }
            try {
              sink.results_.emplace_back(text_of(name), text_of({static_cast<const char*>(value.data), value.size}));
              sink.left_ -= name.size + value.size;
            } catch (const std::bad_alloc&) {
              sink.too_much_ = true;
            }
          }};
}

void Sink::check(const char* call) const {
  if (too_much_) throw Refusal(NWT_INVALID, std::string("the plugin's results of '") + call + "' are too large");
}

HostTable::HostTable(std::function<void(int, std::string)> log, std::function<bool()> stop_asked,
                     std::function<int64_t()> nanoseconds_left, std::function<void(const char*, std::string)> breach)
    : log_(std::move(log)),
      stop_asked_(std::move(stop_asked)),
      nanoseconds_left_(std::move(nanoseconds_left)),
      breach_(std::move(breach)),
      table_{sizeof(nwt_host),
             this,
             [](void* self, nwt_status, nwt_text diagnostic) { static_cast<HostTable*>(self)->report(diagnostic); },
             [](void* self, int level, nwt_text line) {
               if (line.data)
                 static_cast<HostTable*>(self)->log_(std::clamp(level, 0, 3),
                                                     std::string(line.data, std::min(line.size, kMaxText)));
             },
             [](void* self) { return static_cast<HostTable*>(self)->stop_asked_() ? 1 : 0; },
             [](void* self) { return static_cast<HostTable*>(self)->nanoseconds_left_(); }} {}

// Never throws: the caller may be C.
void HostTable::report(nwt_text diagnostic) {
  try {
    const std::lock_guard lock(mutex_);
    if (!diagnostic.data || reported_.size() >= kMaxReports) return;
    const std::string_view all(diagnostic.data, diagnostic.size);
    const std::optional<json> kept = known_keys(read_json(all));
    reported_.push_back(kept ? *kept : json{{"message", std::string(all.substr(0, kMaxText))}});
    if (!kept) breach_("report", "a report is no JSON object with a message: " + std::string(all.substr(0, kMaxText)));
  } catch (const std::exception&) {  // without memory the status alone has to do
  }
}

void HostTable::check(const char* call, nwt_status status) {
  const std::lock_guard lock(mutex_);
  json reported = std::exchange(reported_, json::array());
  if (status == NWT_OK) return;
  if (reported.empty()) {
    const std::string line = std::string("the plugin answered '") + call + "' with '" + status_name(status) + "'";
    breach_("report", line + " and did not report why");
    throw Refusal(status, line);
  }
  throw Refusal::with(status, std::move(reported));
}

}  // namespace nw::runner
