// SPDX-License-Identifier: GPL-3.0-or-later
// JSON files that a person may have written: what is wrong in them is named by key and line.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace nw::target {

struct KeyProblem {
  std::string key;  // "devices[0].facts"; empty: the file as a whole
  int line = 0;     // 0: not known
  std::string what;
};

struct JsonFile {
  std::string bytes;
  nlohmann::json json;               // discarded: there is a problem
  std::map<std::string, int> lines;  // of each key
  std::vector<KeyProblem> problems;

  bool readable() const { return !json.is_discarded(); }
};

// A regular file with one JSON object in at most so many bytes.
JsonFile read_json_file(const std::string& path, int64_t most_bytes);

// Where the keys of a JSON text are: the line of each, by path.
std::map<std::string, int> key_lines(std::string_view text);

// An object of a file, read key by key. A key that is absent leaves the value as it is.
class JsonObject {
 public:
  explicit JsonObject(JsonFile& file) : JsonObject(file, file.json, {}) {}

  void get(const char* key, std::string& into);
  void get(const char* key, bool& into);
  void get(const char* key, std::vector<std::string>& into);
  void get(const char* key, nlohmann::json& into, nlohmann::json::value_t type);
  // The texts of `key` and of "key[de]" by language; of `key` itself by "".
  void get_translated(const char* key, std::map<std::string, std::string>& into);
  nlohmann::json value(const char* key) const { return object_->value(key, nlohmann::json()); }
  bool has(const char* key) const { return object_->contains(key); }
  // Each object of a list.
  std::vector<JsonObject> objects(const char* key);
  // That a key is not as it has to be.
  void refuse(const std::string& key, std::string what);
  const nlohmann::json& object() const { return *object_; }

 private:
  JsonObject(JsonFile& file, const nlohmann::json& object, std::string path)
      : file_(&file), object_(&object), path_(std::move(path)) {}
  const nlohmann::json* find(const char* key, bool (nlohmann::json::*is)() const noexcept, const char* wanted);

  JsonFile* file_;
  const nlohmann::json* object_;
  std::string path_;
};

}  // namespace nw::target
