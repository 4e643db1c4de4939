// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own files, targets.json and trust.json: read whole, changed atomically, for nobody else to read. One that
// cannot be read is kept beside the new one when it is next written.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/diagnostic.h"
#include "target/json_file.h"

namespace nw::target {

inline constexpr int64_t kLargestUserFile = int64_t{8} << 20;  // bytes
inline constexpr int kUserFileSchema = 1;

struct UserFile {
  bool exists = false;
  JsonFile contents;
  Diagnostics problems;  // NW4220; empty: `contents` is a JSON object of our schema, or there is no file
};

// `schema` is the key with the version. A file of another user, or that others may write to, is not believed.
UserFile read_user_file(const std::string& path, const char* schema);
Diagnostics problems_of(const std::string& path, const JsonFile& file);  // NW4220 each

// Reads the file, changes it and writes it, while no other process does. Makes its folder. NW4001 where that fails.
Diagnostics change_user_file(const std::string& path, const char* schema,
                             const std::function<void(nlohmann::json&)>& change);

// The list of that key, made where there is none.
nlohmann::json& list_of(nlohmann::json& file, const char* key);
// Removes the objects of a list whose `key` is that text, and says whether there was one.
bool remove_where(nlohmann::json& list, const char* key, const std::string& text);

}  // namespace nw::target
