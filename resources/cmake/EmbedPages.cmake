# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT: error_page() and error_codes() over the files of FOLDER.
file(GLOB pages ${FOLDER}/*.${EXTENSION})
list(SORT pages)
set(rows "")
foreach(page ${pages})
  get_filename_component(name ${page} NAME_WE)
  file(READ ${page} text)
  string(APPEND rows "    {\"${name}\", R\"nwpage(${text})nwpage\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// SPDX-License-Identifier: GPL-3.0-or-later
// Generated from resources/errors.
#include \"base/error_pages.h\"

namespace nw {
namespace {
struct Page { std::string_view code, text; };
constexpr Page pages[] = {
    {\"\", \"\"},
${rows}};
}  // namespace

std::string_view error_page(std::string_view code) {
  for (const Page& page : pages)
    if (!code.empty() && page.code == code) return page.text;
  return {};
}

std::vector<std::string_view> error_codes() {
  std::vector<std::string_view> codes;
  for (const Page& page : pages)
    if (!page.code.empty()) codes.push_back(page.code);
  return codes;
}

}  // namespace nw
")
