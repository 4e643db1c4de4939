#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The random differential run. Draws TE scripts, has the product compile each in several ways (for every width of vector
registers, without optimization, as C), runs the kernels, and compares all outputs with what numpy computes from the same
script. Wrong numbers, crashes, faults of ours (NW9xxx) and writes outside of buffers are findings; refused scripts are
counted. A finding is reduced to few steps, and LLVM's passes are bisected if only optimized code is wrong.

    run.py --driver build/bin/random_driver [--seconds N] [--seed N] [--case N] [--kind NAME]
"""
import argparse
import collections
import os
import random
import re
import sys
import time

sys.dont_write_bytecode = True  # the source folder stays as it is

import numpy as np

import computations
from driver import Died, Driver, Fault
from inputs import STYLES, Inputs
from oracle import arithmetic as ar
from oracle import standin
from oracle.expr import OutOfRange
from steps import Steps

EXPORTS = ["te", "tir", "halide", "ansor", "html"]


def vector_widths():
    with open("/proc/cpuinfo") as f:
        flags = next((line.split() for line in f if line.startswith("flags")), [])
    return [128] + [256] * ("avx2" in flags) + [512] * ("avx512f" in flags)


def llvm_variants():
    every = [{"as": "llvm", "vector_bits": w} for w in vector_widths()]
    return every + [{"as": "llvm", "optimize": False}]


def name_of(variant):
    if variant["as"] == "c":
        return f"C, gcc {variant['flags']}"
    return f"LLVM, {variant['vector_bits']} bits" if variant.get("optimize", True) else "LLVM, not optimized"


class Case:
    """One script with its inputs, and what numpy says of it."""

    def __init__(self, computation, steps, dice, style=None):
        self.computation, self.steps = computation, steps
        self.sizes = computation.sizes
        self.symbolic = bool(self.sizes) and dice.random() < 0.7
        self.style = style or dice.choice(STYLES)
        self.input_seed = dice.randrange(2**32)
        self.fill = dice.choice([0xFF, 0x7F, 0x00])
        source = Inputs(self.input_seed, self.style, computation.ranges, computation.ordered)
        world = standin.run(computation.script(), self.sizes, source.make)
        self.args = world.args
        self.inputs = b""
        self.expected = []
        for t in world.args:
            value = t.value()
            if isinstance(t.operation, standin.Placeholder):
                self.inputs += ar.to_bytes(t.dtype, value.a)
            else:
                self.expected.append((t, value))
        self.determined = all(v.e is None or np.all(np.isfinite(v.e)) for _, v in self.expected)

    def script(self, steps=None):
        return self.computation.script(self.steps if steps is None else steps)


def difference(case, data):
    """What is wrong with the outputs' bytes, or None."""
    at = 0
    for t, want in case.expected:
        size = int(want.a.size * (2 if ar.bits(t.dtype) == 16 else ar.storage(t.dtype).itemsize))
        got = ar.from_bytes(t.dtype, data[at:at + size]).reshape(want.a.shape)
        at += size
        if ar.is_float(t.dtype):
            g, w, e = got.astype(np.float64), want.a.astype(np.float64), want.error()
            right = (g == w) | (np.isnan(g) & np.isnan(w)) | (np.abs(g - w) <= 2 * e) | np.isinf(e)
        else:
            right = got == want.a
            if want.e is not None:
                right = right | (want.e > 0)
        if not np.all(right):
            where = tuple(int(i) for i in np.argwhere(~right)[0])
            name = t.name if len(t.operation.outputs) == 1 else f"{t.name}.v{t.index}"
            return (f"{name}{list(where)} is {got[where]}, not {want.a[where]} (error bound {want.error()[where]:.3g});"
                    f" {int(np.sum(~right))} of {right.size} elements are wrong")
    return None if at == len(data) else f"the kernel has {len(data)} bytes of outputs, not {at}"


class Finding(Exception):
    def __init__(self, kind, text, variant=None):
        super().__init__(text)
        self.kind, self.text, self.variant = kind, text, variant


class Run:
    def __init__(self, options):
        self.options = options
        self.driver = Driver(options.driver)
        self.counts = collections.defaultdict(collections.Counter)
        self.examples = {}
        self.findings = []

    # ── one case

    def draw(self, dice):
        c = computations.draw(dice, self.options.kind)
        case_steps, drawn, steps = [], Steps(c, dice), []
        errors = self.driver.check(c.script())
        if errors:
            self.refused("the computation", errors, c.script())
            return None
        for _ in range(dice.choice([0, 2, 4, 6, 9, 12, 16])):
            tried = drawn.next()
            if not tried:
                continue
            primitive, lines, state = tried
            self.counts["tried"][primitive] += 1
            errors = self.driver.check(c.script(steps + lines))
            if errors:
                self.refused(primitive, errors, c.script(steps + lines))
                continue
            self.counts["accepted"][primitive] += 1
            case_steps.append(lines)
            steps += lines
            drawn.accept(state)
        return Case(c, steps, dice, self.options.style)

    def refused(self, what, errors, script):
        code, message = errors[0]
        self.counts["refusals"][f"{code} {what}"] += 1
        self.examples.setdefault(f"{code} {what}", (message, script))
        for code, message in errors:
            if code.startswith("NW9"):
                raise Finding("fault", f"check: {code} {message}")

    def check(self, case, steps, variants, counted=False):
        """Raises a Finding if the script with these steps is wrong in one of the variants."""
        script = case.script(steps)
        try:
            errors, results = self.driver.run(script, case.sizes, case.symbolic, variants, case.inputs, case.fill, True)
        except Died as death:
            raise Finding("crash", str(death))
        except Fault as fault:
            raise Finding("fault", str(fault))
        self.faults(errors, "lowering")
        if errors:
            if counted:
                self.refused("lowering", errors, script)
            return False
        for variant, result in zip(variants, results):
            self.faults(result["errors"], name_of(variant))
            if result["errors"]:
                if counted:
                    self.refused(name_of(variant), result["errors"], script)
                continue
            if counted:
                self.counts["variants"][name_of(variant)] += 1
            if result["problem"]:
                raise Finding("memory" if "compile" not in result["problem"] else "C", f"{name_of(variant)}: {result['problem']}", variant)
            wrong = difference(case, result["data"])
            if wrong:
                raise Finding("wrong", f"{name_of(variant)}: {wrong}", variant)
            for code, message in result.get("verified", []):
                if case.determined:
                    raise Finding("verify", f"--verify calls right numbers wrong: {code} {message}", variant)
        return True

    def faults(self, errors, where):
        for code, message in errors:
            if code.startswith("NW9"):
                raise Finding("fault", f"{where}: {code} {message}")

    def export(self, case, steps, kind):
        try:
            errors = self.driver.emit(case.script(steps), case.sizes, kind)
        except Died as death:
            raise Finding("crash", f"emit --as {kind}: {death}", kind)
        except Fault as fault:
            raise Finding("fault", f"emit --as {kind}: {fault}", kind)
        for code, message in errors:
            if code.startswith("NW9"):
                raise Finding("fault", f"emit --as {kind}: {code} {message}", kind)
        self.counts["exports"][f"{kind}: {errors[0][0] if errors else 'written'}"] += 1

    def one(self, number):
        try:
            self.try_one(number)
        except Exception:
            print(f"seed {self.options.seed} case {number}:")
            raise

    def try_one(self, number):
        dice = random.Random(f"{self.options.seed}:{number}")
        case = None
        try:
            case = self.draw(dice)
            if case is None:
                return
            variants = llvm_variants()
            if dice.random() < self.options.c_share:
                variants.append({"as": "c", "flags": dice.choice(["-O1", "-O2", "-O3 -march=native"])})
            if self.attempt(number, case, lambda: self.check(case, None, variants, counted=True)):
                self.count(case)
            if dice.random() < self.options.export_share:
                for kind in EXPORTS:
                    self.attempt(number, case, lambda kind=kind: self.export(case, None, kind))
        except OutOfRange as problem:
            self.counts["generator"][str(problem)] += 1
            if self.options.case is not None:
                raise
        except Died as death:
            self.report(number, case, Finding("crash", str(death)))
        except Fault as fault:
            self.report(number, case, Finding("fault", str(fault)))
        except Finding as finding:
            self.report(number, case, finding)

    def attempt(self, number, case, what):
        try:
            return what()
        except Finding as finding:
            self.report(number, case, finding)
        return False

    def count(self, case):
        self.counts["kinds"][case.computation.kind] += 1
        self.counts["inputs"][case.style] += 1
        for dtype in case.computation.dtypes:
            self.counts["dtypes"][dtype] += 1
        for reducer in case.computation.reducers:
            self.counts["reducers"][reducer] += 1
        for _, value in case.expected:
            self.counts["elements"]["compared"] += value.a.size
            if value.e is not None:
                self.counts["elements"]["not determined"] += int(np.isinf(value.e).sum())

    # ── what was found

    def again(self, case, steps, finding):
        """The same kind of finding with these steps, or None."""
        try:
            if isinstance(finding.variant, str):
                self.export(case, steps, finding.variant)
            else:
                self.check(case, steps, [finding.variant] if finding.variant else llvm_variants())
        except Finding as found:
            return found if found.kind == finding.kind else None
        return None

    def minimized(self, case, finding):
        steps, shrunk = list(case.steps), True
        while shrunk:
            shrunk = False
            for i in reversed(range(len(steps))):
                fewer = steps[:i] + steps[i + 1:]
                found = self.again(case, fewer, finding)
                if found:
                    steps, finding, shrunk = fewer, found, True
        return steps, finding

    def guilty_pass(self, case, steps, variant):
        """The first of LLVM's passes that makes the numbers wrong, if they are right without any."""
        def wrong(limit):
            limited = dict(variant, pass_limit=limit)
            errors, results = self.driver.run(case.script(steps), case.sizes, case.symbolic, [limited], case.inputs, case.fill)
            if errors or results[0]["errors"]:
                return False, results[0] if results else None
            return bool(results[0]["problem"] or difference(case, results[0]["data"])), results[0]

        try:
            bad, last = wrong(-1)
            low, high = 0, last["passes"]
            if not bad or wrong(0)[0]:
                return "the code is wrong before LLVM's first optional pass"
            while high - low > 1:
                middle = (low + high) // 2
                if wrong(middle)[0]:
                    high = middle
                else:
                    low = middle
            return f"wrong from LLVM pass {high} of {last['passes']} on: {wrong(high)[1]['last_pass']}"
        except Died as death:
            return f"the search for the pass: {death}"

    def report(self, number, case, finding):
        text = [f"FINDING {finding.kind}, seed {self.options.seed} case {number}: {finding.text}"]
        sort = re.sub(r"\d+|/\S+", "", finding.text[:160]) if finding.kind != "wrong" else finding.text[:9]
        self.counts["findings"][f"{finding.kind}: {sort}"] += 1
        if self.counts["findings"][f"{finding.kind}: {sort}"] > self.options.most_alike:
            self.findings.append("one more")
            return
        if case:
            steps, smaller = self.minimized(case, finding)
            text.append(f"with fewest steps: {smaller.text}")
            if smaller.kind == "wrong":
                also = [v for v in llvm_variants() + [{"as": "c", "flags": "-O1"}] if self.again(case, steps, Finding("wrong", "", v))]
                text.append("wrong with: " + "; ".join(name_of(v) for v in also))
            text.append(f"inputs: {case.style}, seed {case.input_seed}; sizes {case.sizes}{' symbolic' if case.symbolic else ''}; fill {case.fill}")
            if smaller.kind in ("wrong", "memory") and isinstance(smaller.variant, dict) and smaller.variant["as"] == "llvm":
                text.append(self.guilty_pass(case, steps, smaller.variant))
            text.append(case.script(steps))
        self.findings.append("\n".join(text))
        print(self.findings[-1], flush=True)
        if self.options.save:
            os.makedirs(self.options.save, exist_ok=True)
            with open(os.path.join(self.options.save, f"{finding.kind}-{self.options.seed}-{number}.txt"), "w") as f:
                f.write(self.findings[-1])

    # ── all of them

    def all(self):
        begun = time.monotonic()
        number = self.options.case if self.options.case is not None else 0
        while True:
            self.one(number)
            self.counts["cases"]["drawn"] += 1
            number += 1
            if self.options.case is not None or time.monotonic() - begun > self.options.seconds or \
                    len(self.findings) >= self.options.most_findings:
                break
        self.driver.stop()
        for sort, count in self.counts["findings"].items():
            print(f"{count} × {sort}")
        self.summary(time.monotonic() - begun)
        return 1 if self.findings else 0

    def summary(self, seconds):
        print(f"seed {self.options.seed}: {self.counts['cases']['drawn']} cases in {seconds:.0f} s, {len(self.findings)} findings")
        for title in ("kinds", "dtypes", "reducers", "variants", "inputs", "exports", "elements", "generator"):
            table = self.counts[title]
            if table:
                print(f"{title}: " + ", ".join(f"{k} {table[k]}" for k in sorted(table)))
        tried, accepted = self.counts["tried"], self.counts["accepted"]
        print("primitives, accepted of tried: " + ", ".join(f"{p} {accepted[p]}/{tried[p]}" for p in sorted(tried)))
        print("refusals: " + ", ".join(f"{k} {n}" for k, n in self.counts["refusals"].most_common(self.options.refusals)))
        if self.options.examples:
            for what, _ in self.counts["refusals"].most_common(self.options.examples):
                message, script = self.examples[what]
                print(f"\n{what}: {message}\n{script}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", required=True)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("NW_RANDOM_SECONDS", 20)))
    parser.add_argument("--seed", default=os.environ.get("NW_RANDOM_SEED", "1"))
    parser.add_argument("--case", type=int, help="only this one")
    parser.add_argument("--kind", choices=list(computations.KINDS))
    parser.add_argument("--style", choices=STYLES, help="of the inputs")
    parser.add_argument("--c-share", type=float, default=0.1, help="share of the cases whose emitted C is compiled, too")
    parser.add_argument("--export-share", type=float, default=0.2, help="share of the cases that are exported in every form")
    parser.add_argument("--most-alike", type=int, default=3, help="findings of one sort that are shown")
    parser.add_argument("--most-findings", type=int, default=20, help="stop there")
    parser.add_argument("--refusals", type=int, default=12, help="how many kinds of refusals are listed")
    parser.add_argument("--examples", type=int, default=0, help="print a script for as many kinds of refusals")
    parser.add_argument("--save", help="a folder for findings")
    sys.exit(Run(parser.parse_args()).all())


if __name__ == "__main__":
    main()
