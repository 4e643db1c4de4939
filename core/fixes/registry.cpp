// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/registry.h"

#include <map>

namespace nw::fixes {

namespace {

template <class Row>
using Table = std::map<std::string_view, std::vector<Row>>;

template <class Row>
Table<Row> table(std::initializer_list<std::vector<Row>> families) {
  Table<Row> all;
  for (const std::vector<Row>& rows : families)
    for (const Row& row : rows) all[row.code].push_back(row);
  return all;
}

const Table<ReportRow>& report_table() {
  static const Table<ReportRow> all =
      table<ReportRow>({name_rows(), call_rows(), type_rows(), reduction_rows(), shape_rows(), scan_rows(),
                        output_rows(), step_argument_rows(), step_rows(), wrong_stage_rows(), kernel_rows()});
  return all;
}

const Table<ReadRow>& read_table() {
  static const Table<ReadRow> all =
      table<ReadRow>({moved_step_rows(), copy_rows(), guard_rows(), sum_rows(), intrinsic_rows(), inlined_rows(),
                      partial_result_rows(), overridden_step_rows(), large_expression_rows()});
  return all;
}

}  // namespace

void propose_reported(Context& c, const script::Facts& facts) {
  for (const std::string_view code : {std::string_view(c.diagnostic().code), std::string_view()})
    if (const auto rows = report_table().find(code); rows != report_table().end())
      for (const ReportRow& row : rows->second) row.propose(c, facts);
}

void propose_read(Context& c, std::vector<Fix> own) {
  const auto rows = read_table().find(c.diagnostic().code);
  if (rows == read_table().end()) {
    for (Fix& fix : own) c.propose(std::move(fix));
    return;
  }
  for (const ReadRow& row : rows->second) row.propose(c, own);
}

}  // namespace nw::fixes
