// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/meta_database.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace nw::tune {

namespace {

constexpr const char* kBegin =
    R"py("""Writes MetaSchedule's database beside this file: database_workload.json and database_tuning_record.json.

Both depend on the version of TVM (a workload has the hash of its program, a trace the names of its instructions), so
that the TVM that will use them writes them. Written by Nestwright.
"""
import os
import runpy

import tvm

try:  # TVM 0.22 and later
    from tvm import s_tir, tirx
    from tvm.s_tir import meta_schedule

    Schedule = s_tir.Schedule
    for old, new in (("get_block", "get_sblock"), ("transform_block_layout", "transform_sblock_layout")):
        if not hasattr(Schedule, old):
            setattr(Schedule, old, getattr(Schedule, new))
    tirx.Schedule = Schedule
    tvm.tir = tirx
except ImportError:
    from tvm import meta_schedule

    Schedule = tvm.tir.Schedule

HERE = os.path.dirname(os.path.abspath(__file__))
# File, task, trial, seconds of one run, cores.
RECORDS = [
)py";

constexpr const char* kEnd = R"py(]


def assert_equal(first, second):
    try:
        tvm.ir.assert_structural_equal(first, second)
    except AttributeError:
        import tvm_ffi

        assert tvm_ffi.structural_equal(first, second)


def main():
    for name in ("database_workload.json", "database_tuning_record.json"):
        if os.path.exists(os.path.join(HERE, name)):
            raise SystemExit(name + " is here already; remove it to write it again")
    database = meta_schedule.database.JSONDatabase(work_dir=HERE)
    programs = []
    for file, task, trial, seconds, cores in RECORDS:
        made = runpy.run_path(os.path.join(HERE, file))
        func = made["func"].with_attr("global_symbol", "main")
        workload = database.commit_workload(tvm.IRModule({"main": func}))
        schedule = Schedule(workload.mod)
        made["sch"].trace.apply_to_schedule(schedule, remove_postproc=False)
        target = tvm.target.Target({"kind": "llvm", "num-cores": cores})
        arguments = meta_schedule.arg_info.ArgInfo.from_prim_func(func)
        database.commit_tuning_record(
            meta_schedule.database.TuningRecord(schedule.trace, workload, [seconds], target, arguments))
        programs.append(made["sch"].mod)
        assert_equal(schedule.mod["main"].body, made["sch"].mod["main"].body)
    # Sorted by time, as it is when it is read.
    again = meta_schedule.database.JSONDatabase(work_dir=HERE, allow_missing=False)
    records = again.get_all_tuning_records()
    assert len(records) == len(RECORDS), (len(records), len(RECORDS))
    for record in records:
        replayed = Schedule(record.workload.mod)
        record.trace.apply_to_schedule(replayed, remove_postproc=False)
        found = False
        for program in programs:
            try:
                assert_equal(replayed.mod["main"].body, program["main"].body)
                found = True
                break
            except (AssertionError, ValueError):
                pass
        assert found, "a trace of the database makes another program"
    print(len(records), "records")


if __name__ == "__main__":
    main()
)py";

}  // namespace

std::string meta_database_program(const std::vector<MetaSchedule>& schedules) {
  std::string text = kBegin;
  for (const MetaSchedule& s : schedules)
    text += fmt::format("    ({}, {}, {}, {:.9g}, {}),\n", python_literal(s.file), python_literal(s.task), s.trial,
                        s.seconds, s.cores);
  return text + kEnd;
}

}  // namespace nw::tune
