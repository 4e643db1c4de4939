// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error_pages.h"
#include "commands.h"

namespace nw::cli {

Run add_explain(CLI::App& app) {
  auto code = std::make_shared<std::string>();
  app.add_option("CODE", *code, "a code such as NW2104")->required();
  return [code] {
    Outcome outcome;
    if (const std::string_view page = error_page(*code); !page.empty()) {
      outcome.json["code"] = *code;
      outcome.json["text"] = std::string(page);
      outcome.text = std::string(page);
      return outcome;
    }
    Diagnostic d;
    d.code = "NW4003";
    d.message = "there is no diagnostic with the code '" + *code + "'";
    for (const std::string_view known : error_codes()) d.legal.emplace_back(known);
    outcome.diagnostics.push_back(d);
    return outcome;
  };
}

}  // namespace nw::cli
